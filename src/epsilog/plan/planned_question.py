"""An approved calendar pins what is asked: a release under a planned name asks what two people agreed to.

The books compare names, prices and time blocks. They see a request as one number, the digest of its spec, and
cannot know beforehand the digests of a year of specs. So the plan that is approved says for each report the digest
of its *question*: the spec without what differs from tick to tick (edition and days) and without what the price
limits already (budget, errors, weights, mechanism). `publish` compares before anything is held, and `check` says
it too. Whoever pays from a program of their own is bound by names, prices and blocks as ever, and leaves the digest
of the spec.

Which column says when, for accounts that protect a person within a period: the first release fixes it.

Blocks add up separately only because a person's rows of one month are one unit. If one release told months by the
day of the visit and the next by the day of the bill, the same rows could be paid for in two different blocks, and
neither cap would bound what is learned about them. So the column and how it is read are written into the books
under a key of their own before the first such release, and every later one must repeat them. The entry holds the
least amount there is and gives it back: nothing was read.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final
from urllib.parse import quote, unquote

from epsilog.core.charge import Pure
from epsilog.core.during import slots_between
from epsilog.core.ledger import Receipt, State
from epsilog.errors import PolicyError, PrivacyError, SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.chain import canonical, digest_of
from epsilog.roles.spec import Spec

# What is no part of a question: when, for how much, how exactly.
_APART: Final = ("edition", "during", "spend", "version")
_WISHES: Final = ("during", "error", "relative", "expect", "weight", "mechanism")
_HINT: Final = 'epsilog plan --calendar year.yaml --release "daily@2026-03-05" writes the planned spec'


def question_of(spec: Spec) -> str:
    """The digest of what a spec asks, whenever and at whatever price."""
    record: dict[str, Any] = {name: part for name, part in spec.to_dict().items() if name not in _APART}
    record["publish"] = [
        {name: part for name, part in entry.items() if name not in _WISHES} for entry in record["publish"]
    ]
    return digest_of(canonical(record).encode())


def another_question(spec: Spec, ledger: Ledger) -> PolicyError | None:
    """Why a calendar in force does not plan this question; None where it does, or where none names the release.

    A calendar that was approved before questions were pinned holds its names, prices and blocks only.
    """
    for account, record in ledger.calendars(spec.spend.account).items():
        for one in record["releases"]:
            if one["release"] != spec.release or "question" not in one:
                continue
            wrong = ""
            if one["question"] != question_of(spec):
                wrong = "asks another question than the approved calendar plans"
            elif not _is_its_tick(spec, one["every"]):
                wrong = "covers other days than its tick of the approved calendar"
            if wrong:
                what = f"this release {wrong} ({account}: {record['name']})"
                return PolicyError(what, where="publish", hint=_HINT)
    return None


def refuse_a_planned_name(release: str, account: str, ledger: Ledger) -> None:
    """Refuse a stream, or a choice by somebody's own function, under a name that is planned for tables."""
    for above, record in ledger.calendars(account).items():
        if any(one["release"] == release and "question" in one for one in record["releases"]):
            what = f"this name is planned for tables by the approved calendar ({above}: {record['name']})"
            raise PolicyError(what, where="release", hint="no calendar plans these: pay from another account")


def refuse_another_question(spec: Spec, ledger: Ledger) -> None:
    """Refuse a planned name with another question behind it, before a price is held."""
    wrong = another_question(spec, ledger)
    if wrong is not None:
        raise wrong


def _is_its_tick(spec: Spec, every: Any) -> bool:
    """Whether its days are exactly those of the tick its edition names; `2026-03-05+2` is a second attempt."""
    days = spec.during
    if days is None or any(query.during != days for query in spec.publish):
        return False
    slots = list(slots_between(days.first, days.last, every))
    named = spec.edition.partition("+")[0]
    return [(slot.label, slot.first, slot.last) for slot in slots] == [(named, days.first, days.last)]


KEY: Final = "time column"
_LEAST: Final = Pure(Fraction(1, 10**12))


def fix_time_column(spec: Spec, ledger: Ledger, blocks: tuple[str, ...]) -> None:
    """Write down which column says when, or refuse a spec that says another than the account's first release."""
    if spec.protect.unit.per is None:
        return
    # What the entries say, not the release's own stretch: they may name stretches of their own. A spec that
    # protects persons within a period has days, and the same column, in every one of them.
    (column,) = {query.during.time for query in spec.publish if query.during is not None}
    kind, written = spec.source.columns[column], spec.source.formats.get(column)
    # 1/2 is a day of January or of February: read another way, the same rows would be in other blocks.
    said = f"{kind} {column}" if written is None else f"{kind}:{quote(written, safe='')} {column}"
    known = ledger.find(spec.spend.account, KEY) or _write_receipt(spec, ledger, said, blocks)
    if known.request != said:
        before, _, first = known.request.partition(" ")
        kind_before, _, way = before.partition(":")
        how = f"{kind_before} written {unquote(way)}" if way else kind_before
        raise PrivacyError(
            f"this account tells its periods by the column {first[:60]!r}, read as {how}",
            where="during.time",
            hint="use that column, read that way; another way to tell periods needs another account",
        )


def _write_receipt(spec: Spec, ledger: Ledger, said: str, blocks: tuple[str, ...]) -> Receipt:
    try:
        receipt = ledger.reserve(spec.spend.account, _LEAST, said, key=KEY, blocks=blocks[:1])
        if receipt.state is State.RESERVED:
            ledger.release(receipt, why="says which column tells the periods; nothing was read")
    except (PrivacyError, SpecError):
        # Another process may have been quicker by a moment; what it wrote holds for us too.
        known = ledger.find(spec.spend.account, KEY)
        if known is None:
            raise
        return known
    return receipt
