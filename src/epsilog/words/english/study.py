"""What is read off tables: shares, comparisons, curves, tests."""

from __future__ import annotations

from typing import Final

STUDY: Final[dict[str, str]] = {
    "release.what.expectation": "mean of {column} in the population",
    "release.what.survival": "time until {event}, over {horizon} {unit}",
    "release.exact.expectation": (
        "{name}: {times} the mean of the population, each value clamped, lies within its range. The range includes "
        "the noise and the chance of who happened to be in the data."
    ),
    "release.exact.expectation.missing": (
        "{name}: {times} the mean of the population, each value clamped, lies within its range, also if by chance "
        "the few people at the clamp's far end are not in the data. That is measured, not proved. The range "
        "includes the noise and the chance of who happened to be in the data."
    ),
    "release.exact.expectation.sure": (
        "{name}: {times} or more often the mean of the population, each value clamped, lies within its range, "
        "whatever values lie inside the clamp. That is proved for people who are independent of each other, except "
        "for a search over a grid of means. The range includes the noise and the chance of who happened to be in "
        "the data."
    ),
    "release.exact.expectation.student": (
        "{name}: {times} the mean of the population, each value clamped, lies within its range if values are "
        "nearly symmetric, as the request states; if they are not, less often. The range includes the noise and "
        "the chance of who happened to be in the data."
    ),
    "release.exact.population": (
        "{name}: {times} the number to be expected in the population lies within its range. The range includes the "
        "noise and the chance of who happened to be in the data."
    ),
    "release.exact.survival": (
        "{name}: {times} the population's curve lies, at each time by itself, within its range, and as often all "
        "of it within the band. Both include the noise, people lost to follow-up, and the chance of who was in the "
        "data."
    ),
    "release.exact.mixed": (
        "The column `about` of a table says what its ranges are about. `data`: the bounded answer, which follows "
        "from the data after the cuts described below; such ranges include the noise and nothing else. "
        "`population`: the people the data were drawn from, each independently; such ranges include the noise and "
        "the chance of who was drawn. None includes what was cut away, or people who could never be in the data."
    ),
    "release.exact.free": (
        "What is computed from the tables, and every test, uses published numbers and cost nothing more."
    ),
    "release.exact.public": "{name}: that there are {total} people is public, and the ranges use it.",
    "release.rule.survival": (
        "{name}: rows without a time, with a time below 0 or with a code that was not declared are not in the "
        "table; beyond the horizon everybody counts as still followed."
    ),
    "release.rule.survival.others": (
        "{name}: rows without a time, with a time below 0 or without a code are not in the table; every code that "
        "is not a cause counts as lost to follow-up; beyond the horizon everybody counts as still followed."
    ),
    "release.picture.population": "range ({confidence}) for the population: sampling and noise",
    "plan.part.survival": "people by exit",
    "plan.entry.survival": "{entry}: when and how people leave follow-up, each person counted once, {cells}.",
    "plan.entry.expectation": (
        "{entry}: the mean of {column} in the population, each value clamped to {low} … {high}, {cells}."
    ),
    "plan.error.expectation.expected": (
        "{entry}: in a cell of {rows} rows or more noise alone moves the mean by at most {margin} in {confidence} "
        "of 100 cases ({law}). The range will also include the chance of who is in the data."
    ),
    "plan.error.expectation.assumed": (
        "{entry}: how far noise moves a mean depends on how many rows a cell has: in {confidence} of 100 cases by "
        "at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000 ({law}). The range will also "
        "include the chance of who is in the data. Say `expect` to plan for your number."
    ),
    "study.plan.population": "{entry}: its ranges will be about the population: noise and sampling together.",
    "study.plan.mean.missing": (
        "{entry}: its range will hold also if by chance the few people at the clamp's far end are not in the data. "
        "A narrower clamp makes it shorter; `method: sure` is proved and wider."
    ),
    "study.plan.mean.sure": "{entry}: its range will hold for any values inside the clamp, and be wide.",
    "study.plan.mean.student": (
        "{entry}: the request states publicly that values are nearly symmetric. If they are not, its range holds "
        "less often than it says: 47 to 92 times in 100 on skewed values. Leave `method` out to be safe."
    ),
    "study.plan.read": "{entry}: {what} will be computed from its noisy numbers, at no further cost.",
    "study.plan.tests": (
        "Tests, at no further cost: {tests} With {count} of them, p-values are corrected for how many there are "
        "(Holm)."
    ),
    "study.plan.test": "A test, at no further cost: {tests}",
    "study.about.data": "about the data: noise only",
    "study.about.population": "about the population: noise and sampling",
    "study.everybody": "everybody",
    "study.unit.h": "hours",
    "study.unit.d": "days",
    "study.unit.w": "weeks",
    "study.unit.mo": "months",
    "study.unit.y": "years",
    "study.reads.proportion": "shares",
    "study.reads.comparison": "comparisons of the groups",
    "study.reads.standardised": "standardised figures",
    "study.reads.quantiles": "quantiles of the population",
    "study.reads.curve": "the survival curve with its band",
    "study.reads.summary": "its median, restricted mean and rate by the horizon",
    "study.reads.incidence": "the incidence of each cause",
    "study.form.proportion": "Shares",
    "study.form.comparison": "Groups compared",
    "study.form.standardised": "Standardised",
    "study.form.quantiles": "Quantiles",
    "study.form.curve": "Curve",
    "study.form.incidence": "Incidence by cause",
    "study.form.summary": "In short",
    "study.form.tests": "Tests",
    "study.figure.difference": "risk difference",
    "study.figure.relative_risk": "relative risk",
    "study.figure.odds_ratio": "odds ratio",
    "study.figure.event_by_horizon": "{event} by {horizon} {unit}",
    "study.figure.median": "median time until {event}",
    "study.figure.restricted_mean": "mean time until {event}, at most {horizon} {unit} each",
    "study.column.figure": "figure",
    "study.column.against": "against",
    "study.column.quantile": "quantile",
    "study.column.cause": "cause",
    "study.column.time": "time ({unit})",
    "study.column.at_risk": "at risk just before (noisy)",
    "study.column.free": "without the event",
    "study.column.test": "question",
    "study.column.of": "table",
    "study.column.p_value": "p",
    "study.column.holm": "p, corrected",
    "study.column.verdict": "reading",
    "study.time": "{value} {unit}",
    "study.points": "{value} points",
    "study.not_reached": "not within {horizon} {unit}",
    "study.at_most": "at most {value}",
    "study.none": "–",
    "study.says.proportion.population": (
        "The share with {column} = “{event}”. {times} the population's share lies within its range: noise and "
        "sampling together."
    ),
    "study.says.proportion.exact": (
        "The share with {column} = “{event}”. {times} or more often the population's share lies within its range: "
        "noise and sampling together, exact limits."
    ),
    "study.says.proportion.wilson": (
        "The share with {column} = “{event}”. {times}, on average over all possible shares, the population's share "
        "lies within its range (Wilson's limits, noise and sampling together); for some shares less often: least "
        "found 90 % where 95 % is stated."
    ),
    "study.says.proportion.credible": (
        "The share with {column} = “{event}”. Credible limits: somebody who starts with Jeffreys' prior and sees "
        "the published number believes with {confidence} that the population's share lies within. {times} it does, "
        "on average over all possible shares; for some shares less often: least found 89 % where 95 % is stated."
    ),
    "study.says.proportion.data": (
        "The share with {column} = “{event}”. {times} the share in the bounded data lies within its range, which "
        "holds the noise only."
    ),
    "study.says.comparison": (
        "Risks of “{event}” ({column}) compared. A difference of 0, or a ratio of 1, means no difference; a range "
        "without it suggests that there is one. {times} the population's figure lies within its range: noise and "
        "sampling together. Numbers below 0 are first set to 0 and half a person is added to every number, so that "
        "nothing is divided by 0: the figures may differ a little from the difference or the quotient of the "
        "shares."
    ),
    "study.says.standardised.risk": (
        "What the risk of “{event}” would be if {strata} were as in the standard population. {times} the "
        "population's figure lies within its range: noise and sampling together."
    ),
    "study.says.standardised.rate": (
        "What the rate of “{event}” per {per} people would be if {strata} were as in the standard population. "
        "{times} the population's figure lies within its range: noise and sampling together."
    ),
    "study.says.quantiles": (
        "Computed from the noisy histogram. {times} the population's quantile lies within its range, which ends at "
        "edges of bins."
    ),
    "study.says.summary": (
        "{times} the population's figure lies within its range: noise, sampling, and people lost to follow-up. It "
        "is assumed that being lost says nothing about the event."
    ),
    "study.says.curve": (
        "Some times of the curve; all of them, with the band and the cumulative hazard, are in {file}."
    ),
    "study.says.incidence": "The share with each cause by the horizon; other causes came first for some people.",
    "study.says.tests": (
        "p is how often chance and noise alone would look at least like this if there were nothing to find, from "
        "simulations with new noise. The corrected p allows for all {count} questions together (Holm): where it is "
        "at most 0.05, chance is a poor explanation and the answer is “probably not”. A large p does not prove "
        "that there is nothing: it means that the data cannot tell."
    ),
    "study.says.test": (
        "p is how often chance and noise alone would look at least like this if there were nothing to find, from "
        "simulations with new noise. Where it is at most 0.05, chance is a poor explanation and the answer is "
        "“probably not”. A large p does not prove that there is nothing: it means that the data cannot tell."
    ),
    "study.says.test.means": (
        "Means are compared by their ranges, without simulations: p is the smallest share of misses at which the "
        "ranges of the means do not overlap. This is careful: where there is nothing to find, p is 0.05 or less in "
        "fewer than 5 of 100 cases."
    ),
    "study.test.independence": "Are {first} and {second} unrelated?",
    "study.test.goodness_of_fit": "Does {first} have the stated shares?",
    "study.test.two_proportions": "Is the risk the same in both groups of {second}?",
    "study.test.two_means": "Do both groups of {second} have the same mean of {first}?",
    "study.test.logrank": "Is the risk over time the same in all groups of {first}?",
    "study.verdict.clear": "probably not",
    "study.verdict.unclear": "cannot tell: may be chance",
    "findings.title": "At a glance",
    "findings.note": (
        "In brackets: {times} the population's figure lies within. Unless groups were formed by chance, a "
        "difference does not say what caused it."
    ),
    "findings.lower": (
        "{event}: {points} percentage points lower with {column} = {group} than with {column} = {against} "
        "({low} to {high} lower)."
    ),
    "findings.higher": (
        "{event}: {points} percentage points higher with {column} = {group} than with {column} = {against} "
        "({low} to {high} higher)."
    ),
    "findings.same": (
        "{event}: no clear difference between {column} = {group} and {column} = {against} "
        "({low} to {high} percentage points)."
    ),
    "findings.horizon": "{what}: {arms}.",
    "findings.arm": "{arm} {value} ({low} to {high})",
    "findings.everybody": "{value} ({low} to {high})",
    "findings.answer": "{question} {answer}.",
    "study.tile.usual": "The usual range of a number: {times} it holds what its table is about.",
}


# Survival curves.


LIFE: Final[dict[str, str]] = {
    "life.without_event": "Without the event, %",
    "life.with_event": "Had this event, %",
    "life.note_causes": (
        "Shaded: at each time by itself, {confidence} of such ranges hold the population's share "
        "(sampling and noise)"
    ),
    "life.time": "Time ({unit})",
    "life.at_risk": "At risk (noisy)",
    "life.note_points": (
        "Shaded: at each time by itself, {confidence} of such ranges hold the population's curve "
        "(sampling and noise)"
    ),
    "life.note_band": (
        "Shaded: {confidence} of such bands hold the population's whole curve at once (sampling and noise)"
    ),
    "life.axis": "The vertical axis begins at {floor}, not at 0",
    "study.reads.recipe": "the textbook's recipe beside it, simulated on the published curve",
    "study.form.recipe": "The textbook's recipe, for comparison",
    "study.column.recipe": "recipe",
    "study.column.recipe_range": "recipe's range",
    "study.column.ours": "ours",
    "study.column.ours_range": "our range",
    "study.says.recipe": (
        "Not for use: what the textbook's recipe would have shown at the same price, simulated on the published "
        "curve. It splits the budget over all {times} times. Ours counts once how each person left, and computes "
        "every time from that with the whole budget. At the typical time its range is {factor} times as wide as "
        "ours. And it does not handle loss to follow-up: here it was stated that nobody can be lost."
    ),
    "study.says.recipe.lost": (
        "The textbook's recipe is not shown: it was stated that nobody can be lost before the horizon, and the "
        "noisy table says that some were. If people are lost, one person can move its curve by 1, and its noise "
        "would hide nobody."
    ),
    "release.exact.survival.within": (
        "{name}: {times} the population's curve lies, at each time by itself, within its range, and as often all "
        "of it within the band. Both include the noise, people lost to follow-up, and the chance of who was in the "
        "data. {order}"
    ),
    "study.order.unknown": (
        "This holds whatever the order of events and losses inside a bin, if being lost says nothing about the "
        "event; measured, not proved."
    ),
    "study.order.evenly": (
        "This holds if events and losses are spread equally over each bin, neither before the other, as was "
        "stated, and if being lost says nothing about the event; measured, not proved."
    ),
    "study.order.at the end": (
        "This holds if those lost in a bin are lost after its events, as was stated, and if being lost says "
        "nothing about the event; measured, not proved."
    ),
    "study.order.complete": (
        "This holds if nobody is lost before the horizon, as was stated; measured, not proved."
    ),
    "study.plan.order": (
        "{entry}: ranges will include the noise, sampling, and what is unknown inside a bin. {order}"
    ),
    "study.says.summary.within": (
        "{times} the population's figure lies within its range: noise, sampling, people lost to follow-up, and "
        "when in its bin an event was. {order}"
    ),
    "study.says.incidence.within": (
        "The share with each cause by the horizon; other causes came first for some people. {order}"
    ),
    "study.says.logrank.unknown": (
        "Where groups are compared over time, the order of events and losses inside bins that shows the smallest "
        "difference is assumed. So a small p holds in any order; the wider the bins and the more people are lost, "
        "the more easily a difference is missed."
    ),
    "study.says.logrank.evenly": (
        "Where groups are compared over time, events and losses are assumed to be spread equally over each bin, as "
        "was stated. If that is wrong and groups lose people differently, p is too small."
    ),
    "study.says.logrank.at the end": (
        "Where groups are compared over time, those lost in a bin are assumed to be lost after its events, as was "
        "stated. If that is wrong and groups lose people differently, p is too small."
    ),
    "release.rule.survival.through": (
        "{name}: rows without a time, with a time below 0 or with a code that was not declared are not in the "
        "table; beyond the horizon everybody counts as still followed, and so does a person who is lost exactly at "
        "it."
    ),
    "release.rule.survival.others.through": (
        "{name}: rows without a time, with a time below 0 or without a code are not in the table; every code that "
        "is not a cause counts as lost to follow-up; beyond the horizon everybody counts as still followed, and so "
        "does a person who is lost exactly at it."
    ),
    "plan.why.bins": (
        "{entry}: {bins} bins of time, for about {people} people in an arm: with fewer bins more is unknown inside "
        "them, with more bins more noise is added up."
    ),
    "life.recipe": "textbook's recipe, its range at each time by itself",
}
