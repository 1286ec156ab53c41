"""Sentences of the front door: init, check, publish, verify."""

from typing import Final

FRONT: Final[dict[str, str]] = {
    # the text of a draft
    "front.draft.looked": (
        "A DRAFT THAT HAS LOOKED AT PRIVATE DATA: the first {rows} rows of {file}. The kinds of columns and the "
        "suggestions below are guesses from that look, and nobody was charged for it. Check every line, answer "
        "from "
        "what you know without looking, and keep this draft as private as the file until you have."
    ),
    "front.draft.blanks": (
        "Each {blank} is a question. Until all are answered, every command refuses this file and says the line."
    ),
    "front.draft.columns": (
        "What the columns are: text, integer, number, date, timestamp (wall clock of the zone below), instant "
        "(with "
        "an offset, or UTC), boolean. Codes such as 01067 are text. Strike out the columns you do not need."
    ),
    "front.draft.unfit.few": (
        "Nearly all values that were looked at are of the kind {kind}; a few (two in a hundred at most) are not. "
        "Those will count as missing: is that right? If not, mend the file first, or say text."
    ),
    "front.draft.unfit.comma": (
        "These values look like numbers with a decimal comma, which are not read as numbers: as {kind} they can be "
        "counted, not averaged. Is this an amount? Then write it with a point in the file, and say number here."
    ),
    "front.draft.unfit.dates": (
        "These values look like dates that are written in several ways, and no one way fits nearly all. As {kind} "
        "they cannot say when. Is this a date? Then write it in one way in the file, and say date and "
        "`format` here."
    ),
    "front.draft.unfit.some": (
        "Most values that were looked at are of the kind {kind}; some (up to one in ten) are not. Those will "
        "count as missing: is that right? If not, mend the file first, or say text."
    ),
    "front.draft.once": (
        "In the rows that were looked at, every value of {column} occurs once. If {column} names people, one row "
        "each, write each: {column}. If it names visits or bills, it protects one of those (an event), not a "
        "person."
    ),
    "front.draft.once.several": (
        "In the rows that were looked at, every value of these occurs once: {columns}. If one of them names "
        "people, "
        "one row each, write each: and its name. One that names visits or bills protects one of those (an event), "
        "not a person."
    ),
    "front.draft.event": (
        "EVENT LEVEL: a column that is new in every row, or the word row, protects single events. Whoever has many "
        "rows is then hardly protected."
    ),
    "front.ask.way": (
        "How are these dates written? {one} or {other}: the rows that were looked at do not tell. Read the other "
        "way, days would be in other months."
    ),
    "front.draft.per": (
        "If the account protects a person within a period, add per: and one of {periods}. It must say the same as "
        "the account."
    ),
    "front.draft.publish": "What is published. Strike out and add as you need; docs/spec.md has every spelling.",
    "front.draft.delta": "For an account with a delta, add delta: 1e-6 (far below one in the number of people).",
    "front.draft.none": "none was found",
    "front.ask.edition": (
        "Which edition is this? The same edition is never drawn twice; a new one is a new release at a new price. "
        "Such as 2026-W46."
    ),
    "front.ask.each": (
        "Who is protected? The column that names a person, or the word row. A row protects one line by itself, "
        "which "
        "is far less if a person has several. Their values come back, so they may name a person: {guess}"
    ),
    "front.ask.each.once": (
        "Who is protected? The column that names a person, or the word row. A row protects one line by itself, "
        "which is far less if a person has several. No column was found whose values come back as a person's would."
    ),
    "front.ask.zone": "In which time zone do days begin? Such as Asia/Shanghai. It must be the account's.",
    "front.ask.rows": (
        "How many rows may one person (or one person within the period) contribute? More is more noise for "
        "everybody; "
        "fewer cuts busy people short. With each: row, strike out bound."
    ),
    "front.ask.days": "Which days does it cover? Both ends included; say them without looking. Times: {guess}",
    "front.ask.keys": (
        "The complete list of keys, as everybody knows it, not as the file has it: a key that is missing here "
        "falls "
        "outside the table, a key that is missing in the file is published with noise. Possible keys: {guess}"
    ),
    "front.ask.ends": (
        "Between which ends? Values beyond them are clamped. Say ends you know without looking at the data; wider "
        "ends cost more noise."
    ),
    "front.ask.epsilon": "How much may this release spend? Such as 0.5. epsilog plan shows what it buys.",
    "front.ask.account": "From which account? Such as clinic/2026: epsilog ledger open --help",
    "front.short.edition": "which edition",
    "front.short.each": "who is protected",
    "front.short.way": "how these dates are written",
    "front.short.zone": "which time zone",
    "front.short.rows": "how many rows of one person",
    "front.short.days": "which days",
    "front.short.keys": "which keys",
    "front.short.ends": "between which ends",
    "front.short.epsilon": "how much to spend",
    "front.short.account": "from which account",
    "front.role.unfit.few": "{role}; a few values are of another kind",
    "front.role.unfit.comma": "{role}; looks like numbers with a decimal comma",
    "front.role.unfit.dates": "{role}; looks like dates written in several ways, so it is text",
    "front.role.unfit.some": "{role}; some values are of another kind",
    "front.role.person": "may name a person: its values come back",
    "front.role.once": "every value occurs once; if it names people, write each: {column}",
    "front.role.way": "{role}; written {way}",
    "front.role.ways": "{role}; written {one} or {other}?",
    "front.role.time": "may say when",
    "front.role.key": "may divide a table",
    "front.role.amount": "may be averaged",
    "front.role.other": "–",
    # the commented example
    "front.example.lead": (
        "What to publish, from what, about whom, and for how much. This file plans as it is: epsilog plan FILE. "
        "Nothing in it may be taken from the data: ranges, days and keys are what you know without looking."
    ),
    "front.example.name": (
        "The same name and edition are one release for ever: published again, the stored answer comes back and "
        "nothing is spent. A new edition is a new release."
    ),
    "front.example.source": (
        "A .csv or .parquet file (globs too), looked for beside this file. Kinds: text, integer, number, date, "
        'timestamp, instant, boolean. For a CSV also: encoding: gb18030, delimiter: ";"'
    ),
    "front.example.protect": (
        "Who is protected; must repeat what the account says. each: row protects one row by itself. per: 1mo "
        "protects "
        "a person within one month; leave it out to protect everything of a person."
    ),
    "front.example.bound": (
        "What one person within one month may contribute to each entry. Also: cells (of the table), rows_per_cell."
    ),
    "front.example.during": "The days it covers, both ends included. Rows of other days fall outside.",
    "front.example.publish": "What is published. All entries share one price.",
    "front.example.count": "Visits a day in each region. Every key and every day is published, also the empty "
    "ones.",
    "front.example.persons": "Different persons a month.",
    "front.example.mean": "An average. Values beyond the ends are clamped.",
    "front.example.histogram": (
        'How values are spread. With weight: 2 this entry gets more of the budget; error: 5 or error: "2%" with '
        "expect: 200 asks for a given exactness instead."
    ),
    "front.example.spend": (
        "A share of the account, priced through the account's own conversion. Leave epsilon out to ask what the "
        "errors need."
    ),
    "front.example.tidy": (
        "For readers: whole: non-negative whole numbers. totals: rows of sums that add up. The raw numbers stay "
        "beside. confidence: 0.95 is how sure the ranges are."
    ),
    # the screens
    "front.init.example": "A commented example: {path}",
    "front.init.draft": "A draft: {path}",
    "front.init.looked": "THIS DRAFT HAS LOOKED AT PRIVATE DATA: the first {rows} rows of {file}. Nobody was "
    "charged for that look. Keep the draft as private as the file, check every guess, and answer from what you "
    "know without looking.",
    "front.init.column": "column",
    "front.init.kind": "kind",
    "front.init.guess": "guess",
    "front.init.questions": "{count} blanks are yours to fill in; until then every command refuses the draft:",
    "front.init.line": "line",
    "front.init.question": "question",
    "front.next": "Next:",
    "front.next.fill": "Fill in the blanks of {path} in a text editor, from what you know without looking. Then:",
    "front.next.edit": "Edit {path} until it says what you want. Then:",
    "front.next.open": "the account that pays: whom it protects, how much in all; once, before the first release",
    "front.next.plan": "what it would cost and how exact it would be; reads no data",
    "front.next.check": "would it publish? file, columns, account, budget, key",
    "front.next.publish": "pay, read, draw, store",
    "front.next.explain": "the release in plain words",
    "front.next.verify": "is the folder what the certificate says? readers pin this key",
    "front.plan.heading": "Plan of {release}, edition {edition}",
    "front.plan.entry": "entry",
    "front.plan.cells": "cells",
    "front.plan.noise": "noise",
    "front.plan.margin": "error",
    "front.plan.price": "price",
    "front.plan.part": "of spend",
    "front.plan.of_account": "of account",
    "front.plan.note": "Error: each number is off by at most this in {confidence} of cases, in the data's own "
    "units. Price: {coin}.",
    "front.plan.repeat": "≥: the error of the best of fresh values. Others may be far wider, and ticks that are "
    "not fresh repeat the last one; the table says which tick is which.",
    "front.plan.choices": "Choices have no noise: rows of rank for quantiles, how far behind the best for keys.",
    "front.plan.mean": "A mean's error is for a cell of {rows} rows; say `expect` for your number.",
    "front.plan.published": "Published already: publishing it again gives the stored release, reads no data and "
    "spends nothing.",
    "front.plan.no_ledger": "There is no ledger here, so this follows from the spec alone. Before publishing, "
    "open the account {account}: {command}",
    "front.plan.no_account": "The ledger at {place} has no account {account}, so this follows from the spec "
    "alone. Open it before publishing: {command}",
    "front.plan.near_account": "The ledger at {place} has no account {account}. Did you mean {near}? What is said "
    "here follows from the spec alone. A second account on the same people is a second budget on them; if it is "
    "wanted: {command}",
    "front.law.laplace": "Laplace",
    "front.law.gaussian": "Gaussian",
    "front.law.exponential": "exponential choice",
    "front.law.flip": "permute and flip",
    "front.check.heading": "Check of {release}, edition {edition}",
    "front.check.what": "looked at",
    "front.check.found": "found",
    "front.check.spec": "spec",
    "front.check.source": "source",
    "front.check.map": "map",
    "front.check.account": "account",
    "front.check.plan": "plan",
    "front.check.budget": "budget",
    "front.check.key": "key",
    "front.check.spec.good": "readable, and every field makes sense",
    "front.check.source.good": "the data is there and has the declared columns",
    "front.check.source.files": "the data is there and has the declared columns: {files} files, found under "
    "{names} names, and each is read once",
    "front.check.map.good": "there is a shape for every key",
    "front.check.account.good": "open, and protects the same as the spec",
    "front.check.plan.good": "has a noise and a price for every entry",
    "front.check.budget.good": "enough is left, here and in every account above",
    "front.check.closes.pure": (
        "enough is left, here and in every account above; but this release closes the way to pure epsilon. To keep "
        "it, turn the account first: epsilog plan shows both"
    ),
    "front.check.closes.rho": (
        "enough is left, here and in every account above; but this release closes the way to rho. To keep it, turn "
        "the account first: epsilog plan shows both"
    ),
    "front.check.key.good": "free: this edition has not been published",
    "front.check.published": "published already: publishing again gives the stored release, reads no data and "
    "spends nothing",
    "front.check.under_way": "under way: another process is making this release",
    "front.check.stream.open": (
        "the live series of this spec is open: {done} of {total} ticks are published. epsilog stream status SPEC "
        "says how far it is, epsilog stream run SPEC goes on"
    ),
    "front.check.stream.closed": (
        "the live series of this spec was closed: {done} of {total} ticks were published. A new edition is a new "
        "series"
    ),
    "front.check.stored": "not needed",
    "front.check.skipped": "not looked at",
    "front.check.good": "READY to publish.",
    "front.check.wrong": "NOT READY: {count} of these would stop it.",
    "front.check.sign": "signature",
    "front.check.folder": "folder",
    "front.check.sign.good": "there is a key to sign with, or one will be made beside the ledger",
    "front.check.folder.good": "the folder can be written",
    "front.check.nothing": "No row was read and nothing was spent.",
    "front.step.read": "reading",
    "front.step.draw": "drawing",
    "front.step.render": "writing the folder",
    "front.step.wait": "waiting for another process",
    "front.stopped.before": "Stopped before anything was held or read; nothing was spent.",
    "front.stopped.waiting": "Stopped waiting. Another process is making this release; give the same command "
    "again later.",
    "front.stopped.stored": "Stopped after the release was stored. Give the same command again: it costs nothing.",
    "front.stopped.given_back": "Stopped before data was opened; nothing was spent. The key is used up: give the "
    "request a new edition.",
    "front.stopped.forfeited": "It ended after data was opened: the price is spent and this key will not be drawn "
    "again. Go on with a new edition, at a new price. Only two people who did not ask for it may assert that "
    "nothing left: epsilog ledger refund {receipt}",
    "front.publish.done": "Published: {release}, edition {edition}",
    "front.publish.repeated": "{release}, edition {edition}, was published before",
    "front.publish.repeated.note": "This is the stored release again: the same numbers, no data was read, "
    "nothing was spent. For fresh numbers at a new price, give it a new edition.",
    "front.publish.seeded": "THE NOISE CAME FROM A SEED: THIS RELEASE PROTECTS NOBODY.",
    "front.publish.report": "report",
    "front.publish.tables": "tables",
    "front.publish.pictures": "pictures",
    "front.publish.others": "also",
    "front.publish.several": "{folder} ({count}: {kinds})",
    "front.publish.value": "value",
    "front.publish.range": "range",
    "front.publish.receipt": "receipt",
    "front.publish.account": "account",
    "front.publish.used": "{account}, {used} used",
    "front.publish.public": "signed by",
    "front.publish.new_key": "A new signing key was made: {path}. Only its owner can read it; keep it, and give "
    "readers the public key above.",
    "front.explain.heading": "{release}, edition {edition}",
    "front.explain.folder": "As the card in the folder says; epsilog verify checks whether it is whole.",
    "front.explain.ledger": "As the ledger stored it.",
    "front.explain.unpublished": "This was never published here. What follows is its plan.",
    "front.verify.heading": "Verification of {folder}",
    "front.verify.whole": "WHOLE: the folder is what its certificate says.",
    "front.verify.whole.unpinned": "WHOLE, but signed by a key you have not pinned: {signer}",
    "front.verify.unpinned": "A stranger could have signed a folder of their own. Ask the publisher for the public "
    "key in another way, and give it with --trust.",
    "front.verify.unknown": "UNKNOWN to this ledger: it is not the one that paid. Nothing else was found wrong; "
    "verify against the ledger that the certificate names, or without --ledger.",
    "front.verify.broken": "BROKEN: do not rely on this folder.",
}
