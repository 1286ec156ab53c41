"""Sentences of calendars: a year of reports in one budget."""

from typing import Final

CALENDAR: Final[dict[str, str]] = {
    "calendar.heading": "Calendar {calendar}: {first} to {last}",
    "calendar.column.report": "report",
    "calendar.column.every": "published",
    "calendar.column.times": "times",
    "calendar.column.asked": "asked",
    "calendar.column.error": "error",
    "calendar.column.possible": "possible",
    "calendar.column.price": "{coin} each",
    "calendar.column.whole": "share",
    "calendar.sum": "sum of {fine}",
    "calendar.often_sum": "{often}, the sum of {fine}",
    "calendar.every.hour": "hourly",
    "calendar.every.day": "daily",
    "calendar.every.week": "weekly",
    "calendar.every.month": "monthly",
    "calendar.every.quarter": "quarterly",
    "calendar.every.year": "yearly",
    "calendar.ticks.hour": "hours",
    "calendar.ticks.day": "days",
    "calendar.ticks.week": "weeks",
    "calendar.ticks.month": "months",
    "calendar.ticks.quarter": "quarters",
    "calendar.ticks.year": "years",
    "calendar.note": "Errors hold for one number at {confidence} confidence. {coin} counts what {unit} meets.",
    "calendar.account.used": (
        "Of {account} {used} is used already, by releases of this calendar or others; the plan is about the whole."
    ),
    "calendar.left.enough": (
        "Of {account} {used} % is used already; releases of this calendar that are paid: {paid}. What is still "
        "planned takes {needed} %, and {left} % is left: that is enough."
    ),
    "calendar.left.short": (
        "No, not with what is left. Of {account} {used} % is used already; releases of this calendar that are "
        "paid: {paid}. What is still planned takes {needed} %, and {left} % is left. Plan with less "
        "(`spend.epsilon`, larger errors), or have two people raise the cap."
    ),
    "calendar.title.possible": "Is it possible?",
    "calendar.title.division": "How the budget is divided",
    "calendar.title.sums": "Sums instead of releases",
    "calendar.title.person": "What one person may contribute",
    "calendar.title.ways": "Three ways to pay for the same errors",
    "calendar.title.next": "What happens next",
    "calendar.needs.pure": "Everything together takes epsilon = {epsilon}, delta = 0.",
    "calendar.needs.zcdp": (
        "Everything together takes rho = {rho} of zero-concentrated differential privacy: epsilon = {epsilon} at "
        "delta = {delta}."
    ),
    "calendar.fits": "Yes. That is {part} % of the budget; {left} % of it is not planned.",
    "calendar.fits.exactly": "Yes. All of the budget is planned.",
    "calendar.chosen.pure": "Planned in pure epsilon, which suits this calendar better than rho: {errors}.",
    "calendar.chosen.rho": "Planned in rho, which suits this calendar better than pure epsilon: {errors}.",
    "calendar.turn_first": (
        "{account} counts in the other currency now. Turn its root account before the calendar is approved: "
        "epsilog ledger turn ROOT --to {leg}. If it is approved as it counts now, the calendar has the other "
        "errors."
    ),
    "calendar.unopened": (
        "Not yet: there is no account {account}. It would be possible with an account of this budget."
    ),
    "calendar.too_dear": (
        "No. The budget is epsilon = {budget}. If every error asked for were {wider} times as large, it would be "
        "enough: the column “possible” shows that plan."
    ),
    "calendar.too_dear.hopeless": (
        "No. The budget is epsilon = {budget}, and no larger errors were found that fit it."
    ),
    "calendar.saves": (
        "What costs less at the same errors: fewer or coarser reports, sums (`reuse`), or several ticks published "
        "together with a bound on how many of them one person counts in."
    ),
    "calendar.block": (
        "A person is protected within one {period}. The fullest is {block}; releases that touch two of them are "
        "paid for in both."
    ),
    "calendar.whole_ticks": (
        "Only whole ticks between the first and the last day are published. Days at the ends that are part of no "
        "whole {every} tick: {left_out}."
    ),
    "calendar.division.errors": (
        "The errors asked for are reached at the lowest price, computed with the exact law of the noise."
    ),
    "calendar.division.pure": (
        "The rest goes to reports without an error, so that the weighted sum of squared errors is smallest: each "
        "release gets epsilon in proportion to the cube root of weight × squared sensitivity."
    ),
    "calendar.division.zcdp": (
        "The rest goes to reports without an error, so that the weighted sum of squared errors is smallest: each "
        "release gets rho in proportion to the square root of weight × squared sensitivity."
    ),
    "calendar.division.floor": "{report} gets its smallest allowed epsilon, {epsilon} for each release.",
    "calendar.division.cap": "{report} gets its largest allowed epsilon, {epsilon} for each release.",
    "calendar.sum.is": (
        "{report} is not a separate release but the sum of at most {parts} numbers of {fine}. It costs nothing and "
        "is off by at most {margin}. Each number of {fine} counts a person under its own bound."
    ),
    "calendar.sum.not": (
        "{report} as the sum of at most {parts} numbers of {fine} would be off by up to {margin}: a separate "
        "release is better."
    ),
    "calendar.person.together": (
        "{report}: the {ticks} of one {period} are published together, and one person counts in at most {cells} of "
        "up to {size} cells. Only these are paid for, not every cell."
    ),
    "calendar.person.singly": (
        "{report}: published {every}, one person may count in all {times} releases, and all are paid for. "
        "Published together at the end of a longer period, with a person counted in at most d of its n {ticks}, "
        "the same errors cost about d/n of it (`together`, `bound.cells`)."
    ),
    "calendar.person.period": (
        "{report}: one person may count in {times} releases within one {period}, and all of them are paid for."
    ),
    "calendar.ways.pure": "Laplace noise, the epsilons added up: epsilon = {epsilon}, delta = 0.",
    "calendar.ways.zcdp": (
        "Zero-concentrated differential privacy, the rhos added up: epsilon = {epsilon} at delta = {delta}. Valid "
        "whatever is decided after answers were seen."
    ),
    "calendar.ways.frozen": (
        "The same noise as one plan that is fixed beforehand: epsilon = {epsilon} at delta = {delta}. Valid only "
        "if every release is made exactly as planned, and none is left out, added or changed because of a number. "
        "The ledger does not count in this way."
    ),
    "calendar.ways.none": "{way}: not possible for these reports.",
    "calendar.ways.extra": "The price of a fixed plan needs an extra package: pip install 'epsilog[accounting]'.",
    "calendar.way.pure": "pure epsilon",
    "calendar.way.zcdp": "zCDP",
    "calendar.way.frozen": "fixed plan",
    "calendar.next.nothing": "No data was read and nothing was spent. Planning again is free.",
    "calendar.next.approve": (
        "Two people can approve it: epsilog ledger approve {account} {file} --approver … --approver … --why …  "
        "From then on {account} pays for the planned releases only, each once, and never more than planned. "
        "Another calendar needs another approval."
    ),
    "calendar.next.spec": "To write the spec of one release: epsilog plan --calendar {file} --release {release}",
    "calendar.next.digest": "Digest of what would be approved: {digest}",
    "calendar.picture.title": "{calendar}: {total} releases",
    "calendar.picture.spent": "planned so far, % of {whole}",
    "calendar.picture.spent.budget": "the budget",
    "calendar.picture.spent.total": "the calendar",
    "calendar.picture.asked": "asked for",
    "calendar.approved": "{account} now pays for the {count} releases of {calendar} only.",
    "calendar.approved.digest": "Approved: {digest}",
    "calendar.lifted": "{account} pays for any release again that its budget allows.",
}
