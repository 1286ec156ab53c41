"""What `epsilog ledger` puts on the screen."""

from typing import Final

LEDGER: Final = {
    "ledger.heading": "The ledger at {place}",
    "ledger.place": "ledger",
    "ledger.everything": "the whole ledger",
    "ledger.empty": "No account is open yet. Start with: epsilog ledger open --help",
    "ledger.no_anchors": (
        "Without anchors nobody would notice if an older copy replaced these books: epsilog ledger anchor --help"
    ),
    "ledger.opened": "{account} is open",
    "ledger.protects": "protects",
    "ledger.promises": "promises",
    "ledger.counts": "counts in",
    "ledger.blocks": "blocks",
    "ledger.above": "belongs to",
    "ledger.above.rule": "{parent}; whatever is spent here is also spent there, and the promise is for the whole",
    "ledger.unit.row": "each row by itself (EVENT LEVEL: single events, not persons)",
    "ledger.unit.person": "everything of each {each}",
    "ledger.unit.period": "everything of each {each} within one {period}",
    "ledger.unit.window": "{who}, over any {window} ticks in a row",
    "ledger.neighbours.add_remove": "{who}, whether it is in the data or not",
    "ledger.neighbours.replace": "{who}, exchanged for another (the total is public)",
    "ledger.period.hour": "hour",
    "ledger.period.day": "day",
    "ledger.period.week": "week",
    "ledger.period.month": "month",
    "ledger.period.quarter": "quarter",
    "ledger.period.year": "year",
    "ledger.brief": "{account}: {used} used (releases: {count}); promises {promise}",
    "ledger.brief.block": (
        "{account}: {used} used in its fullest block {block} (releases: {count}); promises {promise}"
    ),
    "ledger.promise.zcdp": "epsilon = {epsilon}, delta = {delta}, when it is used up",
    "ledger.promise.pure": "epsilon = {epsilon}, without exception (delta = 0), when it is used up",
    "ledger.promise.metre": "epsilon = {epsilon} per metre, when it is used up",
    "ledger.coin.zcdp": "rho (zCDP), up to {cap}",
    "ledger.coin.events": "rho (zCDP), up to {cap}, and delta of events, up to {events}",
    "ledger.coin.pure": "epsilon, up to {cap}",
    "ledger.coin.metre": "epsilon per metre, up to {cap}",
    "ledger.coin.turned": "pure epsilon now, up to {cap}; it may be turned to rho, so the promise keeps its delta",
    "ledger.turned.pure": (
        "{account} counts in pure epsilon now; {used} of it is used. It promises what it promised before: it may "
        "be turned back."
    ),
    "ledger.turned.rho": "{account} counts in rho now; {used} of it is used. It promises what it promised before.",
    "ledger.turn.could.pure": "{account} could be turned to pure epsilon; {used} of it would be used.",
    "ledger.turn.could.rho": "{account} could be turned to rho; {used} of it would be used.",
    "ledger.suits.one": (
        "One count in one release would be off by at most {pure} in pure epsilon, by at most {rho} in rho (95 of "
        "100 times). Up to {crossover} equal releases about the same people are more exact in pure epsilon, more "
        "of them in rho."
    ),
    "ledger.suits": (
        "One count in each of {releases} equal releases about the same people would be off by at most {pure} in "
        "pure epsilon, by at most {rho} in rho (95 of 100 times). Up to {crossover} such releases are more exact "
        "in pure epsilon, more of them in rho."
    ),
    "ledger.suits.now.zcdp": (
        "It counts in rho. After its first release with Gaussian noise, which most releases use in rho, it can no "
        "longer be turned to pure epsilon. To turn it before: {command}"
    ),
    "ledger.suits.now.pure": (
        "It counts in pure epsilon. After a release that takes more than fits in rho, it can no longer be turned "
        "to rho; `plan` says so before. To turn it: {command}"
    ),
    "ledger.blocks.rule": (
        "each {period} ({zone}) has the whole cap for itself; a release pays in every block it touches; delta is "
        "kept once for all blocks"
    ),
    "ledger.account": "account",
    "ledger.used": "used",
    "ledger.held": "held",
    "ledger.part": "part",
    "ledger.releases": "releases",
    "ledger.block": "block",
    "ledger.state": "state",
    "ledger.key": "key",
    "ledger.receipt": "receipt",
    "ledger.show.note": (
        "█ spent, ▒ held for a release in progress. Part: of the account above. Σε and Σδ are plain sums of what "
        "was charged: the simple bound (– where a release has no epsilon of its own). What holds is the promise of "
        "the account when it is used up."
    ),
    "ledger.all_stopped": "The whole ledger is stopped: {why}",
    "ledger.is_stopped": "{account} is stopped: {why}.",
    "ledger.failed": "{account}: {failures} of {limit} failures that would stop it.",
    "ledger.reserve": "{account} keeps {share} of its cap as a reserve; two people may move it.",
    "ledger.fullest": "Bars show the fullest block of each account; here {block}.",
    "ledger.one_block": "Bars show block {block}.",
    "ledger.more_blocks": "{count} earlier blocks are not shown; --json has them all.",
    "ledger.history.heading": "Entries of {which}",
    "ledger.history.note": (
        "Share: of the account's cap of today. Refusals write nothing, so there are none here. --last N shows "
        "more, --picture FOLDER draws it over time."
    ),
    "ledger.when": "when (UTC)",
    "ledger.entry": "entry",
    "ledger.share": "share",
    "ledger.details": "details",
    "ledger.kind.begin": "begun",
    "ledger.kind.open": "opened",
    "ledger.kind.allocate": "allotted",
    "ledger.kind.raise": "cap raised",
    "ledger.kind.move": "reserve moved",
    "ledger.kind.turn": "turned",
    "ledger.kind.stop": "stopped",
    "ledger.kind.resume": "resumed",
    "ledger.kind.reserve": "held",
    "ledger.kind.debit": "paid",
    "ledger.kind.start": "started",
    "ledger.kind.commit": "result stored",
    "ledger.kind.deliver": "delivered",
    "ledger.kind.release": "given back",
    "ledger.kind.forfeit": "forfeited",
    "ledger.kind.refund": "refunded",
    "ledger.kind.rotate": "key replaced",
    "ledger.kind.calendar": "calendar approved",
    "ledger.kind.tick": "ticked",
    "ledger.kind.close": "stream closed",
    "ledger.kind.restore": "restored",
    "ledger.kind.migrate": "migrated",
    "ledger.debit.paid": "Paid from {account}: now the data may be opened",
    "ledger.debit.repeated": "{account} had paid for this key already: nothing was spent again",
    "ledger.debit.cost": "price",
    "ledger.debit.word": (
        "The books hold what you say: that the release elsewhere costs this. Nothing here checked it."
    ),
    "ledger.divided": "{account} is divided",
    "ledger.the_reserve": "reserve",
    "ledger.moved": "{account} now has {part} of {parent}; {reserve} is left as reserve.",
    "ledger.raised": "{account} now promises: {promise}. For everybody in it that is less protection than before.",
    "ledger.stopped": "Stopped: {which}. Nothing can be spent there.",
    "ledger.stopped.next": "Two people may resume it: epsilog ledger resume",
    "ledger.resumed": "Resumed: {which}.",
    "ledger.recovered": "{count} unfinished releases were settled",
    "ledger.recovered.nothing": "Nothing to settle: no process ended in the middle of a release.",
    "ledger.state.released": "given back",
    "ledger.state.forfeited": "forfeited",
    "ledger.refunded": (
        "Refunded: {receipt}. Cards of later releases must name the people who stated that nothing had left."
    ),
    "ledger.verify.heading": "Verification of the ledger at {place}",
    "ledger.verify.progress": "reading",
    "ledger.verify.entries": "entries",
    "ledger.verify.head": "head",
    "ledger.verify.anchors": "anchors found",
    "ledger.verify.damage": "damage",
    "ledger.verify.whole": "WHOLE: every entry is as it was written, and everything adds up.",
    "ledger.verify.broken": "DAMAGED at entry {seq}. The whole ledger is stopped.",
    "ledger.verify.unanchored": (
        "No anchor was checked: an older copy of these books, or books rewritten from the start, would also pass."
    ),
    "ledger.damage.edited": "edited",
    "ledger.damage.removed": "removed",
    "ledger.damage.reordered": "reordered",
    "ledger.damage.truncated": "cut off",
    "ledger.damage.forked": "another history",
    "ledger.damage.totals": "does not add up",
    "ledger.damage.unreadable": "unreadable",
    "ledger.anchor.made": "A signing key was made: {path}",
    "ledger.anchor.public": "public key",
    "ledger.anchor.keep": (
        "Keep the file where only the writer of the ledger can read it. Readers trust the public key: --trust, or "
        "EPSILOG_TRUST."
    ),
    "ledger.anchor.signed": "The head is anchored: entry {seq}",
    "ledger.anchor.at": "signed at",
    "ledger.anchor.next": "next key",
    "ledger.anchor.rotated": (
        "From here on the next key signs: --signing-key is now its file. Everybody continues to trust the first "
        "key ({first} if this was the first change) and follows from there. Destroy the old private key."
    ),
    "ledger.backup.written": "Backup written: {path}",
    "ledger.backup.rows": "rows",
    "ledger.backup.digest": "SHA-256",
    "ledger.backup.note": "Keep it on another disk. It does not hold what is spent from now on.",
    "ledger.restored": "Restored and verified: {place}",
    "ledger.restored.next": (
        "It is stopped. If nothing was spent since the backup was made, two people may say so: "
        "epsilog ledger resume --nothing-spent-since"
    ),
    "ledger.migrated": "Migrated from version {before} to {after}, and verified.",
    "ledger.migrated.already": "These books are of version {after} already; nothing was changed.",
}
