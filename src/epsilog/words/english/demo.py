"""The demonstration: five small stories and the page they are written to."""

from typing import Final

DEMO: Final = {
    "demo.title": "Epsilog at work",
    "demo.lead": (
        "From a table of visits to a release that a board can defend, and what makes it safe: noise that is "
        "exactly what its proof says, prices that stay valid whatever is asked next, an auditor that checks both, "
        "and a ledger that cannot be overdrawn. No real data is read; the hospital is invented."
    ),
    "demo.press.heading": "1. From a table to a release",
    "demo.press.lead": (
        "{rows} invented visits of one year. These are the commands a person would type; plan looks at no data, "
        "publish pays before it reads."
    ),
    "demo.press.report": "the report for the board",
    "demo.press.files": "Everything is in {folder}: tables, pictures, card, certificate, report.html.",
    "demo.press.commands": "What was typed",
    "demo.press.again": "The same request again gave the stored release: no data read, nothing spent.",
    "demo.noise.heading": "2. Noise and its law",
    "demo.noise.lead": (
        "Every published number carries integer noise from the operating system's cryptographic "
        "randomness. Bars are what was drawn just now; dots are the exact law."
    ),
    "demo.noise.law": "noise",
    "demo.noise.laplace": "Laplace, scale {scale}",
    "demo.noise.gaussian": "Gaussian, variance {sigma_squared}",
    "demo.noise.draws": "draws",
    "demo.noise.margin": "95 % within",
    "demo.noise.chi": "chi-square",
    "demo.noise.p": "p",
    "demo.noise.note": "A p-value below 0.000001 would mean that the noise is wrong.",
    "demo.budget.heading": "3. A budget planned and spent",
    "demo.budget.lead": (
        "A hospital board grants epsilon = 1, delta = 1e-6 for one year. Each release is paid for before "
        "data would be read, and the account refuses what it cannot pay."
    ),
    "demo.budget.after": "used so far",
    "demo.budget.answer": "answer",
    "demo.budget.paid": "paid",
    "demo.budget.refused": "refused",
    "demo.release.months": "visits by district, monthly",
    "demo.release.ages": "age by sex, yearly",
    "demo.release.weeks": "emergency visits, weekly",
    "demo.release.heat": "heat map of admissions",
    "demo.release.survey": "survey, little noise",
    "demo.release.quiet": "survey, more noise",
    "demo.refusal": (
        "“{name}” was refused: it would bring the account to {after} of its allowance. Nothing was "
        "spent. Three ways out: ask with more noise ({left} of the allowance is left), reuse an answer "
        "already published (free), or ask the board for a new account."
    ),
    "demo.meaning.heading": "What the board has promised to each patient",
    "demo.audit.heading": "4. An auditor that catches a planted bug",
    "demo.audit.lead": (
        "Three functions claim epsilon = 1. One forgets that a patient may have three rows. One draws "
        "Laplace noise the textbook way, in floating point. One is right. The auditor sees only their "
        "outputs."
    ),
    "demo.audit.rows": "three rows, noise for one",
    "demo.audit.float": "textbook floating point",
    "demo.audit.sound": "three rows, noise for three",
    "demo.audit.function": "function",
    "demo.audit.claimed": "claimed",
    "demo.audit.proved": "measured at least",
    "demo.audit.verdict": "verdict",
    "demo.audit.caught": "caught",
    "demo.audit.passed": "passes",
    "demo.audit.at_least": "3 or more",
    "demo.audit.evidence": "The evidence",
    "demo.audit.counts": (
        "{name}: {event}, {hits} of {draws} draws on one data set, {other_hits} of {other_draws} on the other."
    ),
    "demo.audit.note": (
        "Passing is evidence, not a proof. A bound above the claim is wrong at most once in {one_in}."
    ),
    "demo.ledger.heading": "5. A year's budget over three departments",
    "demo.ledger.lead": (
        "The same hospital promises its patients epsilon = 2, delta = 1e-6 for the year and divides that among "
        "three departments, with a reserve. Every month each publishes a table and pays first. All of it is "
        "written into a real ledger, whose clock we set by hand."
    ),
    "demo.ledger.clinic": "clinic",
    "demo.ledger.oncology": "oncology",
    "demo.ledger.cardiology": "cardiology",
    "demo.ledger.emergency": "emergency",
    "demo.ledger.why_stop": "a form was misread",
    "demo.ledger.why_resume": "the form was corrected",
    "demo.ledger.why_move": "the months until December",
    "demo.ledger.stopped": "{month}: {account} was refused, because a colleague had stopped it. Nothing was spent.",
    "demo.ledger.over": (
        "{month}: {account} was refused, because it would have come to {after} of its cap. Nothing was spent. Then "
        "{people} moved {moved} of the clinic's budget from the reserve to it, and it could pay."
    ),
    "demo.ledger.trust": "Can these books be trusted?",
    "demo.ledger.whole": "All {entries} entries were read again and added up again: they are as they were written.",
    "demo.ledger.edited": (
        "In a copy of the file one debit was made cheaper. Verification names it: entry {seq} was edited."
    ),
    "demo.ledger.older": (
        "The file of September was put back in place of today's, to spend the autumn twice. The signed anchor "
        "kept elsewhere is not in it, so it was refused when it was opened."
    ),
    "demo.end": "Open {page} to read it all with its pictures.",
    "demo.next": "Then try",
    "demo.next.init": "a draft for a table of your own",
    "demo.next.meaning": "what a promise means to a patient",
    "demo.next.price": "what a release costs",
    "demo.next.calibrate": "how many releases a year allows",
    "demo.next.audit": "your own function under audit",
    "demo.next.ledger": "books of your own",
    "demo.surprise": (
        "Something is not as it should be: a check of this demonstration failed. Do not publish with "
        "this installation."
    ),
    "demo.made": (
        "Written by epsilog {version}. Noise is drawn again each time, so the figures differ a little from run to "
        "run."
    ),
    "demo.caption.tradeoff": "What accuracy costs: margins against epsilon.",
    "demo.caption.loss": ("The privacy loss of everything that was paid, and the delta it leaves at each epsilon."),
    "demo.caption.belief": "How far the whole year can move anybody's belief.",
    "demo.caption.attack": "What no attacker can reach.",
    "demo.caption.budget": "The year's releases as shares of the allowance.",
    "demo.caption.spending": (
        "The year in the ledger: the used share of each cap. Squares are stops; where a line falls, its cap was "
        "raised."
    ),
    "demo.caption.audit": "Claims, and what was measured about them.",
    "demo.caption.event": "Outputs with and without the patient's three rows, when the noise covers only one.",
    "demo.caption.noise": "{law}: {draws} draws.",
}
