"""Sentences of the front door: init, check, publish, verify."""

from typing import Final

FRONT: Final[dict[str, str]] = {
    # the text of a draft
    "front.draft.looked": (
        "THIS DRAFT WAS MADE BY LOOKING AT PRIVATE DATA: the first {rows} rows of {file}. The kinds of columns and "
        "the suggestions below are guesses from that look, and no account was charged for it. Check every line and "
        "answer from what you know without looking. Until then keep this draft as private as the file."
    ),
    "front.draft.blanks": (
        "Each {blank} is a question. Until all are answered, every command refuses this file and names the line."
    ),
    "front.draft.columns": (
        "What the columns are: text, integer, number, date, timestamp (clock time of the zone below), instant "
        "(with an offset, or UTC), boolean. Codes such as 01067 are text. Delete the columns you do not need."
    ),
    "front.draft.unfit.few": (
        "Nearly all values that were looked at are of the kind {kind}; a few (two in a hundred at most) are not. "
        "Those will count as missing: is that right? If not, correct the file first, or write text."
    ),
    "front.draft.unfit.comma": (
        "These values look like numbers with a decimal comma, which are not read as numbers: as {kind} they can be "
        "counted, not averaged. Is this an amount? Then write it with a point in the file, and write number here."
    ),
    "front.draft.unfit.dates": (
        "These values look like dates that are written in several ways, and no one way fits nearly all. As {kind} "
        "they cannot tell when something was. Is this a date? Then write it in one way in the file, and write date "
        "and `format` here."
    ),
    "front.draft.unfit.some": (
        "Most values that were looked at are of the kind {kind}; some (up to one in ten) are not. Those will count "
        "as missing: is that right? If not, correct the file first, or write text."
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
        "How are these dates written? {one} or {other}: the rows that were looked at fit both. If they are read in "
        "the wrong way, days are put into other months."
    ),
    "front.draft.per": (
        "If the account protects a person within a period, add per: and one of {periods}. It must say the same as "
        "the account."
    ),
    "front.draft.publish": "What is published. Delete and add as you need; docs/spec.md has every spelling.",
    "front.draft.delta": "For an account with a delta, add delta: 1e-6 (far below one in the number of people).",
    "front.draft.none": "none was found",
    "front.ask.edition": (
        "Which edition is this? The same edition is never drawn twice; a new one is a new release at a new price. "
        "Such as 2026-W46."
    ),
    "front.ask.each": (
        "Who is protected? The column that names a person, or the word row. A row protects one line by itself, "
        "which is much less if a person has several. The values of these columns repeat, so they may name a "
        "person: {guess}"
    ),
    "front.ask.each.once": (
        "Who is protected? The column that names a person, or the word row. A row protects one line by itself, "
        "which is much less if a person has several. No column was found whose values repeat as those of a person "
        "would."
    ),
    "front.ask.zone": "In which time zone do days begin? Such as Asia/Shanghai. It must be the account's.",
    "front.ask.rows": (
        "How many rows may one person (or one person within the period) contribute? More rows mean more noise for "
        "everybody; with fewer rows, people who have many are cut off earlier. With each: row, delete bound."
    ),
    "front.ask.days": "Which days does it cover? Both ends included; write them without looking. Times: {guess}",
    "front.ask.keys": (
        "The complete list of keys, as everybody knows it, not as the file has it: a key that is missing here is "
        "not in the table, a key that is missing in the file is published with noise. Possible keys: {guess}"
    ),
    "front.ask.ends": (
        "Between which ends? Values beyond them are clamped. Write ends that you know without looking at the data; "
        "wider ends cost more noise."
    ),
    "front.ask.epsilon": "How much may this release spend? Such as 0.5. epsilog plan shows how exact that is.",
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
    "front.role.person": "may name a person: its values repeat",
    "front.role.once": "every value occurs once; if it names people, write each: {column}",
    "front.role.way": "{role}; written {way}",
    "front.role.ways": "{role}; written {one} or {other}?",
    "front.role.time": "may be the time",
    "front.role.key": "may be the key of a table",
    "front.role.amount": "may be averaged",
    "front.role.other": "–",
    # the commented example
    "front.example.lead": (
        "What to publish, from what, about whom, and for how much. This file can be planned as it is: epsilog plan "
        "FILE. Nothing in it may be taken from the data: ranges, days and keys are what you know without looking."
    ),
    "front.example.name": (
        "The same name and edition are always the same release: published again, the stored answer comes back and "
        "nothing is spent. A new edition is a new release."
    ),
    "front.example.source": (
        "A .csv or .parquet file (also with * for several), relative to the folder of this file. Kinds: text, "
        'integer, number, date, timestamp, instant, boolean. For a CSV also: encoding: gb18030, delimiter: ";"'
    ),
    "front.example.protect": (
        "Who is protected; must repeat what the account says. each: row protects one row by itself. per: 1mo "
        "protects "
        "a person within one month; leave it out to protect everything of a person."
    ),
    "front.example.bound": (
        "What one person within one month may contribute to each entry. Also: cells (of the table), rows_per_cell."
    ),
    "front.example.during": "The days it covers, both ends included. Rows of other days do not count.",
    "front.example.publish": "What is published. All entries share one price.",
    "front.example.count": "Visits a day in each region. Every key and every day is published, also the empty "
    "ones.",
    "front.example.persons": "How many different people a month.",
    "front.example.mean": "An average. Values beyond the ends are clamped.",
    "front.example.histogram": (
        'How values are spread. With weight: 2 this entry gets more of the budget; with error: 5, or error: "2%" '
        "and expect: 200, you ask for a given exactness instead."
    ),
    "front.example.spend": (
        "A share of the account, converted in the way the account converts. Leave epsilon out to see what the "
        "errors need."
    ),
    "front.example.tidy": (
        "For readers: whole: non-negative whole numbers. totals: rows of sums that add up. The raw numbers stay "
        "beside them. confidence: 0.95 is how sure the ranges are."
    ),
    # the screens
    "front.init.example": "A commented example: {path}",
    "front.init.draft": "A draft: {path}",
    "front.init.looked": (
        "THIS DRAFT WAS MADE BY LOOKING AT PRIVATE DATA: the first {rows} rows of {file}. No account was charged "
        "for that look. Keep the draft as private as the file, check every guess, and answer from what you know "
        "without looking."
    ),
    "front.init.column": "column",
    "front.init.kind": "kind",
    "front.init.guess": "guess",
    "front.init.questions": "{count} blanks are for you to fill in; until then every command refuses the draft:",
    "front.init.line": "line",
    "front.init.question": "question",
    "front.next": "Next:",
    "front.next.fill": "Fill in the blanks of {path} in a text editor, from what you know without looking. Then:",
    "front.next.edit": "Edit {path} until it says what you want to publish. Then:",
    "front.next.open": (
        "the account that pays: who is protected and how much may be spent; once, before the first release"
    ),
    "front.next.plan": "what it would cost and how exact it would be; reads no data",
    "front.next.check": "can it be published? file, columns, account, budget, key",
    "front.next.publish": "pay, read, draw, store",
    "front.next.explain": "the release in plain words",
    "front.next.verify": "is the folder what the certificate says? readers keep this public key",
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
    "front.plan.repeat": (
        "≥: the error of the best of the fresh values. Others may be far wider, and ticks that are not fresh "
        "repeat the last value; the table says which tick is which."
    ),
    "front.plan.choices": (
        "Choices have no noise; their error is a number of rows of rank for quantiles, and how far behind the best "
        "for keys."
    ),
    "front.plan.mean": "A mean's error is for a cell of {rows} rows; write `expect` for your number.",
    "front.plan.published": "Published already: publishing it again gives the stored release, reads no data and "
    "spends nothing.",
    "front.plan.no_ledger": "There is no ledger here, so this follows from the spec alone. Before publishing, "
    "open the account {account}: {command}",
    "front.plan.no_account": "The ledger at {place} has no account {account}, so this follows from the spec "
    "alone. Open it before publishing: {command}",
    "front.plan.near_account": (
        "The ledger at {place} has no account {account}. Did you mean {near}? What is said here follows from the "
        "spec alone. A second account for the same people is a second budget for them; if you do want it: {command}"
    ),
    "front.law.laplace": "Laplace",
    "front.law.gaussian": "Gaussian",
    "front.law.exponential": "exponential choice",
    "front.law.flip": "permute and flip",
    "front.check.heading": "Check of {release}, edition {edition}",
    "front.check.what": "checked",
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
    "front.check.source.files": (
        "the data is there and has the declared columns: {files} files, found under {names} names, and each is "
        "read once"
    ),
    "front.check.map.good": "there is a shape for every key",
    "front.check.account.good": "open, and protects the same as the spec",
    "front.check.plan.good": "has a noise and a price for every entry",
    "front.check.budget.good": "enough is left, here and in every account above",
    "front.check.closes.pure": (
        "enough is left, here and in every account above. But after this release the account can no longer be "
        "turned to pure epsilon. If you want that, turn the account first: epsilog plan shows both"
    ),
    "front.check.closes.rho": (
        "enough is left, here and in every account above. But after this release the account can no longer be "
        "turned to rho. If you want that, turn the account first: epsilog plan shows both"
    ),
    "front.check.key.good": "free: this edition has not been published",
    "front.check.published": "published already: publishing again gives the stored release, reads no data and "
    "spends nothing",
    "front.check.under_way": "in progress: another process is making this release",
    "front.check.stream.open": (
        "the live series of this spec is open: {done} of {total} ticks are published. epsilog stream status SPEC "
        "says how far it is, epsilog stream run SPEC continues it"
    ),
    "front.check.stream.closed": (
        "the live series of this spec was closed: {done} of {total} ticks were published. A new edition is a new "
        "series"
    ),
    "front.check.stored": "not needed",
    "front.check.skipped": "not checked",
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
    "front.stopped.given_back": (
        "Stopped before data was opened; nothing was spent. The key is used up: give the request a new edition."
    ),
    "front.stopped.forfeited": (
        "It ended after data was opened: the price is spent and nothing is drawn again under this key. Continue "
        "with a new edition, at a new price. Only two people who did not ask for the release may state that "
        "nothing left the machine: epsilog ledger refund {receipt}"
    ),
    "front.publish.done": "Published: {release}, edition {edition}",
    "front.publish.repeated": "{release}, edition {edition}, was published before",
    "front.publish.repeated.note": (
        "This is the stored release again: the same numbers, no data was read, nothing was spent. For new numbers "
        "at a new price, give it a new edition."
    ),
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
    "front.publish.new_key": (
        "A new signing key was made: {path}. Only its owner can read it. Keep it, and give readers the public key "
        "above."
    ),
    "front.explain.heading": "{release}, edition {edition}",
    "front.explain.folder": "As the card in the folder says; epsilog verify checks whether the folder was changed.",
    "front.explain.ledger": "As the ledger stored it.",
    "front.explain.unpublished": "This was never published here. What follows is its plan.",
    "front.verify.heading": "Verification of {folder}",
    "front.verify.whole": "WHOLE: the folder is what its certificate says.",
    "front.verify.whole.unpinned": "WHOLE, but signed by a key that you have not said you trust: {signer}",
    "front.verify.unpinned": (
        "Anybody can sign a folder of their own. Ask the publisher for the public key in another way, and give it "
        "with --trust."
    ),
    "front.verify.unknown": (
        "UNKNOWN to this ledger: another ledger paid for it. Nothing else was found wrong; verify against the "
        "ledger that the certificate names, or without --ledger."
    ),
    "front.verify.broken": "BROKEN: do not rely on this folder.",
}
