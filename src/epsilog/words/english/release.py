"""Sentences of releases: tables, cards, reports and certificates."""

from typing import Final

RELEASE: Final[dict[str, str]] = {
    "release.title": "{release} · edition {edition}",
    "release.lead": (
        "Numbers about people, with noise that protects each of them. Drawn on {at}, paid from {account}."
    ),
    "release.heading.warnings": "Read this first",
    "release.heading.published": "What was published",
    "release.heading.protected": "Who is protected, and how far",
    "release.heading.exact": "How exact the numbers are",
    "release.heading.weight": "How much one of them can change",
    "release.heading.budget": "What it cost, and what is left",
    "release.heading.open": "What is not protected",
    "release.heading.rules": "Rows that do not fit",
    "release.heading.record": "For the record",
    "release.seeded": (
        "THE NOISE CAME FROM A SEED. Whoever knows the seed can take the noise away: this release protects nobody. "
        "It is a test. Do not pass it on."
    ),
    "release.condition.refund": (
        "The guarantee also depends on people's word (entry {entry}, {day}): {who} state that nothing had left "
        "when {receipt} was refunded. Their reason: {why}"
    ),
    "release.condition.resume": (
        "The guarantee also depends on people's word (entry {entry}, {day}): {who} state that nothing was spent "
        "between the backup and its restoring. Their reason: {why}"
    ),
    "release.looked": (
        "A steward looked at the data before this release and showed it to nobody else (last on {day}). The "
        "request may contain something learned from that look, and the guarantee does not cover that."
    ),
    "release.published": "{release}, edition {edition}, drawn on {at}.",
    "release.table": "{name}: {what}. Cells: {cells}.",
    "release.table.totals": "{name}: {what}. Cells: {cells}; totals: {totals}.",
    "release.what.rows": "number of rows",
    "release.what.rows.alone": "number of persons",
    "release.what.histogram.alone": "number of persons by {column}",
    "release.what.persons": "number of different persons",
    "release.what.sum": "sum of {column}",
    "release.what.mean": "mean of {column}",
    "release.what.histogram": "number of rows by {column}",
    "release.what.quantiles": "quantiles {shares} of {column}",
    "release.what.median": "median of {column}",
    "release.what.top": "the {k} of {candidates} keys of {column} with most {best}",
    "release.best.rows": "rows",
    "release.best.persons": "persons",
    "release.best.sum": "{column} in sum",
    "release.what.variance": "variance of {column}",
    "release.what.deviation": "standard deviation of {column}",
    "release.what.ratio": "sum of {column} over sum of {per}",
    "release.by": "by {columns}",
    "release.every": "per {period}, {first} to {last}",
    "release.days": "from {first} to {last}",
    "release.unit.row": "one row by itself",
    "release.unit.person": "everything of one {each}",
    "release.unit.period": "everything of one {each} within one {period}",
    "release.subject.row": "this row",
    "release.subject.person": "this person",
    "release.subject.period": "this person within this {period}",
    "release.one.row": "row",
    "release.one.person": "person",
    "release.one.period": "person within a {period}",
    "release.protects.add": (
        "Protected is {unit}. What can be published with it and without it differs within a limit; this page says "
        "how far."
    ),
    "release.protects.replace": (
        "Protected is {unit}. What can be published with it and with any other in its place differs within a "
        "limit; this page says how far. How many there are counts as public."
    ),
    "release.risk.add.pure": (
        "For someone who knows everybody else's records, the probability of “{subject} is in the data” can rise "
        "from {prior} to at most {posterior} after seeing this release."
    ),
    "release.risk.add.approx": (
        "For someone who knows everybody else's records, the probability of “{subject} is in the data” rises from "
        "{prior} to at most {posterior} after seeing this release, except with a chance of at most {failure}; then "
        "no limit is promised."
    ),
    "release.risk.replace.pure": (
        "For someone who knows everybody else's records, the probability of one of two possible versions of "
        "{subject} can rise from {prior} to at most {posterior} after seeing this release."
    ),
    "release.risk.replace.approx": (
        "For someone who knows everybody else's records, the probability of one of two possible versions of "
        "{subject} rises from {prior} to at most {posterior} after seeing this release, except with a chance of at "
        "most {failure}; then no limit is promised."
    ),
    "release.deniable.add.pure": (
        "That is plausible deniability: what was published is at most {factor} times as likely with "
        "{subject} as without."
    ),
    "release.deniable.add.approx": (
        "That is plausible deniability: what was published is at most {factor} times as likely with "
        "{subject} as without, except with a chance of at most {failure}."
    ),
    "release.deniable.replace.pure": (
        "That is plausible deniability: what was published is at most {factor} times as likely with one "
        "version of {subject} as with another."
    ),
    "release.deniable.replace.approx": (
        "That is plausible deniability: what was published is at most {factor} times as likely with one "
        "version of {subject} as with another, except with a chance of at most {failure}."
    ),
    "release.undeniable": (
        "There is no plausible deniability: what was published may be up to {factor} times as likely in one "
        "case as in the other."
    ),
    "release.risk.account.pure": (
        "Everything that may ever be published from the account together can take the same {prior} to at "
        "most {posterior}."
    ),
    "release.risk.account.approx": (
        "Everything that may ever be published from the account together can take the same {prior} to at "
        "most {posterior}, except with a chance of at most {failure}."
    ),
    "release.risk.account.none": "Once the whole account is used up, no limit is promised to such a belief.",
    "release.epsilon": (
        "Epsilon is not a probability. It limits how far what is published can change anybody's belief."
    ),
    "release.times": "{some} times in {all}",
    "release.times.share": "in {share} of all cases",
    "release.exact.number": (
        "{name}: {times} the number is within ±{margin} of the bounded answer, the exact one of the data after the "
        "bounds."
    ),
    "release.exact.mean": (
        "{name}: {times} the bounded mean lies within its range, and in a cell of {rows} rows or more within "
        "±{margin} of the value, wherever in the declared range it lies."
    ),
    "release.exact.mean.assumed": (
        "{name}: {times} the bounded mean lies within its range. The more rows a cell has, the shorter the range "
        "is: with {rows} rows the mean lies, just as often, within ±{margin} of the value."
    ),
    "release.exact.quantiles": (
        "{name}: {times} a value has a rank at most {margin} rows from the one asked for in the bounded data. How "
        "far that is on the scale of the values cannot be known without looking."
    ),
    "release.exact.top": (
        "{name}: {times} every chosen key is at most {margin} behind the true one of its place in the bounded data."
    ),
    "release.exact.spread": (
        "{name}: {times} the bounded number lies within its range, in every cell that has rows. Ranges are wide "
        "where there are few rows."
    ),
    "release.exact.ratio": (
        "{name}: {times} the ratio of the bounded sums lies within its range, in every cell where the sum below "
        "the line is not 0. Ranges are wide where that sum is small."
    ),
    "release.exact.bounded": (
        "The bounded answer is what follows from the data after the cuts described below. The ranges are about the "
        "data: they include the noise, but not what was cut away, and not the chance of who happened to be in the "
        "data."
    ),
    "release.exact.picked": (
        "What was chosen has no range of values: how far it may be off is given in ranks, or in how far a key is "
        "behind. That is about the bounded data, what is left after the cuts described below: not about what was "
        "cut away, and not about the chance of who happened to be in the data."
    ),
    "release.exact.each": (
        "This holds for each number by itself. Of many numbers, some will be outside, about as often as stated."
    ),
    "release.exact.below": "Empty cells get noise like all others, so a count may be below zero.",
    "release.tidy.whole": (
        "{name}: negative counts were set to 0. The raw numbers are shown beside them. Ranges belong to the raw "
        "numbers: a corrected value may lie outside its range."
    ),
    "release.tidy.both": (
        "{name}: shown is the nearest table of whole numbers from 0 that keeps the raw totals. The raw numbers are "
        "shown beside it. Ranges belong to the raw numbers: a corrected value may lie outside its range."
    ),
    "release.tidy.totals": "{name}: totals (key *) are sums of the cells, with ranges of their own.",
    "release.tidy.persons": "{name}: no totals, because one person may be in several cells.",
    "release.tidy.ordered": (
        "{name}: the values of one group were drawn one by one and may be out of order, so they are shown in "
        "growing order. What was drawn is shown beside them (`raw`); the stated distance of ranks belongs to it."
    ),
    "release.weight.row": "{name}: a row counts once, in one cell.",
    "release.weight.rows": (
        "{name}: of one {one}, rows that count: at most {rows} in all, {per_cell} in one cell; cells: at "
        "most {cells}."
    ),
    "release.weight.persons": "{name}: one {one} counts once in a cell; cells: at most {cells}.",
    "release.weight.clamp": (
        "{name}: values of {column} below {low} count as {low}, those above {high} as {high}."
    ),
    "release.weight.quantiles": (
        "{name}: one {one} moves ranks by at most {reach} rows, in all groups together. Values were chosen by the "
        "{law}."
    ),
    "release.weight.top": (
        "{name}: one {one} moves keys against each other by at most {reach}, in all groups together. Keys were "
        "chosen by the {law}."
    ),
    "release.weight.squares": (
        "{name}: squared distances of {column} from the middle of its range lie between {low} and {high}."
    ),
    "release.weight.noise.squares": (
        "{name}, squares: one {one} moves them by at most {reach} in all. The noise is {law}, {deviation} per cell "
        "on average."
    ),
    "release.weight.noise.below": (
        "{name}, sum below the line: one {one} moves it by at most {reach} in all. The noise is {law}, {deviation} "
        "per cell on average."
    ),
    "release.weight.noise": (
        "{name}: one {one} moves this by at most {reach} in all. It got {law} noise, {deviation} on average "
        "in each number."
    ),
    "release.weight.noise.sum": (
        "{name}, its sum: one {one} moves it by at most {reach} in all. It got {law} noise, {deviation} on "
        "average in each cell."
    ),
    "release.weight.noise.count": (
        "{name}, its number of rows: one {one} moves it by at most {reach} in all. It got {law} noise, "
        "{deviation} on average in each cell."
    ),
    "release.law.laplace": "discrete Laplace",
    "release.law.gaussian": "discrete Gaussian",
    "release.law.exponential": "exponential mechanism",
    "release.law.flip": "permute-and-flip mechanism",
    "release.cost.pure": "This release promises epsilon = {epsilon}, without exception (delta = 0).",
    "release.cost.approx": "This release promises epsilon = {epsilon}, delta = {delta}.",
    "release.cost.share": "It took {share} of the account {account}.",
    "release.cost.blocks": "It was paid in full in each of {count} time blocks, {first} to {last}.",
    "release.account.used": "Of {account}, {used} is used and {left} is left (on {at}).",
    "release.account.fullest": "The fullest time block counts.",
    "release.account.pure": (
        "Once it is used up, everything published from it together keeps epsilon = {epsilon} for each {one}, "
        "without exception (delta = 0)."
    ),
    "release.account.approx": (
        "Once it is used up, everything published from it together keeps epsilon = {epsilon}, "
        "delta = {delta} for each {one}."
    ),
    "release.account.turned": (
        "The account counted in pure epsilon when this was written. It may be turned to rho and back, so its "
        "promise keeps its delta."
    ),
    "release.account.sums": (
        "Plain sums of what was charged so far (releases: {releases}): Σε = {epsilon}, Σδ = {delta}. This is a "
        "simple bound that anybody can add up."
    ),
    "release.account.sums.none": (
        "Plain sums of what was charged so far (releases: {releases}): none, because a release with Gaussian "
        "noise has no epsilon of its own at delta = 0."
    ),
    "release.open.facts_about_everybody": (
        "What is true of people in general (that smoking harms, for example) can be learnt, with or without any "
        "one of them."
    ),
    "release.open.groups.pure": (
        "Several people who are always in the data together, such as a family, are protected less: for {people} of "
        "them the promise is epsilon = {epsilon} instead of {single}."
    ),
    "release.open.groups.approx": (
        "Several people who are always in the data together, such as a family, are protected less: for {people} of "
        "them the promise is epsilon = {epsilon}, delta = {delta}, instead of {single} and {chance}."
    ),
    "release.open.persons_with_several_rows": (
        "One row is protected, not a person: whoever has many rows is protected less with every one of them."
    ),
    "release.open.persons_over_several_periods": (
        "A person is protected within one {period} at a time: what many of them show together is protected less."
    ),
    "release.open.how_many_there_are": "How many there are in the data is not hidden.",
    "release.open.what_was_declared": (
        "Everything in the request is public: keys, dates, bounds, and that there was such a release."
    ),
    "release.open.other_accounts": (
        "Releases about the same people from other accounts or by other organisations add to this, and nobody here "
        "can count them."
    ),
    "release.rule.ids.dropped": "Rows without an id in {each} were left out.",
    "release.rule.ids.kept": "Rows need no id: each is protected by itself.",
    "release.rule.keys": "Rows with a key that was not declared, or with none, are not in the table.",
    "release.rule.times": "Rows whose time cannot be read or is outside the declared days are not in the table.",
    "release.rule.missing": "{name}: missing values (nothing, no number, NaN, infinity) do not count.",
    "release.rule.missing.as": "{name}: missing values (nothing, no number, NaN, infinity) count as {value}.",
    "release.rule.quantiles": (
        "{name}: values beyond the declared range count as its nearest end; missing ones (nothing, no number, NaN, "
        "infinity) have no rank and do not count."
    ),
    "release.rule.top": "{name}: rows whose key is not a declared one, or which have none, do not count.",
    "release.rule.bins": "{name}: values beyond the outer edges count in the nearest bin, missing ones nowhere.",
    "release.rule.bounds": (
        "If somebody has more than the bounds allow, some of their cells are left out, in an order that depends on "
        "their id alone."
    ),
    "release.record.receipt": "receipt",
    "release.record.account": "account",
    "release.record.ledger": "ledger",
    "release.record.key": "key",
    "release.record.fingerprint": "fingerprint (SHA-256)",
    "release.record.drawn": "drawn",
    "release.record.software": "computed by",
    "release.record.check": "check it with: epsilog verify FOLDER",
    "release.tile.belief": "Belief",
    "release.tile.belief.figure": "{prior} → at most {posterior}",
    "release.tile.error": "Error",
    "release.tile.error.quantiles": "≤ {most} rows of rank",
    "release.tile.error.top": "≤ {most} behind the best",
    "release.tile.error.more": "and {more} more tables, below",
    "release.tile.error.usual": "The usual range of a number: {times} the bounded answer lies within it.",
    "release.tile.budget": "Budget",
    "release.tile.budget.figure": "{left} left",
    "release.preview": "Shown: {shown} of {rows} rows. All of them are in {file}.",
    "release.preview.all": "Rows: {rows}. Also in {file}.",
    "release.column.value": "value",
    "release.column.range": "range ({confidence})",
    "release.column.raw": "raw",
    "release.total": "total",
    "release.footer": (
        "Made from the ledger by Epsilog on {at}; no data was read for it. The card (card.json) has every "
        "parameter, the certificate (certificate.json) the signed fingerprint of every file."
    ),
    "release.picture.quantiles": "{confidence} of such values have a rank within {off} rows of the one asked for",
    "release.picture.top": "in {confidence} of cases no key is more than {off} behind the true one of its place",
    "release.column.rows_off": "rank off by, rows ({confidence})",
    "release.column.behind": "behind by ({confidence})",
    "release.picture.band": "range ({confidence}) for the data after bounds: noise only",
    "release.picture.shown": "{title} (the first {shown} of {all})",
    "release.picture.rows": "rows",
    "release.picture.persons": "persons",
    "release.picture.ordered": "values that were out of order were put in order",
    "release.picture.tidied": "corrected values, ranges of the raw ones",
    "release.verify.certificate": "The certificate can be read.",
    "release.verify.certificate.failed": "The certificate is missing or cannot be read.",
    "release.verify.signature": "Signed by {signer}, which you trust.",
    "release.verify.signature.unpinned": (
        "Signed by {signer}. You have not said whom you trust, so this shows only that nothing changed since "
        "somebody signed it."
    ),
    "release.verify.signature.failed": "The signature does not fit the certificate.",
    "release.verify.signature.stranger": "Signed by {signer}, whom you do not trust.",
    "release.verify.files": "All {count} files are the ones that were signed, and there is no other.",
    "release.verify.files.changed": "Changed since it was signed: {file}",
    "release.verify.files.missing": "Missing: {file}",
    "release.verify.files.extra": "Not part of the release: {file}",
    "release.verify.files.odd": "Not a plain file: {file}",
    "release.verify.card": "The card agrees with itself and with the certificate.",
    "release.verify.card.failed": "The card cannot be trusted: {why}",
    "release.verify.card.other": "The card and the certificate are about different releases.",
    "release.verify.tables": "The tables follow from the card: computed again they are the same.",
    "release.verify.tables.failed": "This table does not follow from the card: {file}",
    "release.verify.fingerprint": "The noisy numbers are those whose fingerprint the certificate names.",
    "release.verify.fingerprint.failed": (
        "The noisy numbers are not those whose fingerprint the certificate names."
    ),
    "release.verify.request": "The request (spec.yaml) is the one that was paid for.",
    "release.verify.request.failed": "The request (spec.yaml) is not the one that was paid for.",
    "release.verify.ledger": "The ledger has the receipt, the charge and the same stored numbers.",
    "release.verify.ledger.kept": (
        "The ledger has the receipt, the charge and the numbers that the certificate names: "
        "what differs is in this folder."
    ),
    "release.verify.ledger.other": "This is another ledger than the one the certificate names.",
    "release.verify.ledger.missing": "The ledger has no such receipt.",
    "release.verify.ledger.failed": "The ledger stored something else: {what}",
    "release.verify.ledger.head": "The ledger has the entry that was its head when the certificate was signed.",
    "release.verify.ledger.head.failed": (
        "The entry that was the ledger's head is not in it: the ledger was replaced."
    ),
    "release.verify.ledger.raised": (
        "The account's allowance was changed since: the card names the promise as it was when it was written."
    ),
    "release.verify.not.ledger": "Not checked against a ledger: whether it was paid for.",
    "release.verify.not.pictures": (
        "Pictures and report were not drawn again: they are checked by their fingerprints only."
    ),
    "release.verify.not.data": (
        "Never checked: whether the declared bounds were enforced on the rows. No data is read."
    ),
    "release.find.shown": (
        "{entry}: the keys of {column} were found in the data (found: {count}). A key is shown if its noisy number "
        "of units reached {threshold}: a key of {half} units is shown every other time or more often, one of "
        "{sure} in 95 of 100 cases."
    ),
    "release.find.none": (
        "{entry}: no key of {column} was common enough, so the table is empty. A key is shown if its noisy number "
        "of units reached {threshold}: a key of {half} units is shown every other time or more often, one of "
        "{sure} in 95 of 100 cases."
    ),
    "release.find.missing": (
        "Rare keys are left out on purpose. A key that is missing may still be in the data; the found keys are not "
        "all keys."
    ),
    "release.find.fresh": (
        "The numbers of the found keys have noise of their own: their ranges hold although rare keys are missing."
    ),
    "release.picture.empty": "No key was common enough to be shown.",
    "release.rule.found": (
        "{name}: rows whose key of {column} was not found, or which have none, are not in the table."
    ),
    "release.verify.seeded": "The noise came from a seed: this release protects nobody.",
}
