"""Survival curves."""

from __future__ import annotations

from typing import Final

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
    "study.reads.recipe": "the textbook's recipe beside it, rehearsed on the published curve",
    "study.form.recipe": "The textbook's recipe, for comparison",
    "study.column.recipe": "recipe",
    "study.column.recipe_range": "recipe's range",
    "study.column.ours": "ours",
    "study.column.ours_range": "our range",
    "study.says.recipe": (
        "Not for use: what the textbook's recipe would have shown at the same price, rehearsed on the published "
        "curve with simulated noise. It splits the budget over all {times} times; ours counts once how each person "
        "left, and reads every time off that with the whole budget. At the typical time its range is {factor} "
        "times as wide as ours. And it knows no loss to follow-up: here it was stated that nobody can be lost."
    ),
    "study.says.recipe.lost": (
        "The textbook's recipe is not shown: it was stated that nobody can be lost before the horizon, and the "
        "noisy table says that some were. With people lost one person can move its curve by 1, and its noise would "
        "hide nobody."
    ),
    "release.exact.survival.within": (
        "{name}: {times} the population's curve lies, at each time by itself, within its range, and as often all "
        "of it within the band. Both hold the noise, people lost to follow-up, and the luck of who was in the "
        "data. {order}"
    ),
    "study.order.unknown": (
        "This holds whatever the order of events and losses inside a bin, if being lost says nothing about the "
        "event; measured, not proved."
    ),
    "study.order.evenly": (
        "This holds if events and losses are spread alike over each bin, neither before the other, as was stated, "
        "and if being lost says nothing about the event; measured, not proved."
    ),
    "study.order.at the end": (
        "This holds if those lost in a bin are lost after its events, as was stated, and if being lost says "
        "nothing about the event; measured, not proved."
    ),
    "study.order.complete": (
        "This holds if nobody is lost before the horizon, as was stated; measured, not proved."
    ),
    "study.plan.order": "{entry}: ranges will hold the noise, sampling, and what is open inside a bin. {order}",
    "study.says.summary.within": (
        "{times} the population's figure lies within its range: noise, sampling, people lost to follow-up, and "
        "when in its bin an event was. {order}"
    ),
    "study.says.incidence.within": (
        "The share with each cause by the horizon, the others having taken some away. {order}"
    ),
    "study.says.logrank.unknown": (
        "Where groups are compared over time, the order of events and losses inside bins is taken that speaks "
        "least for a difference. So a small p holds in any order; the wider the bins and the more people are "
        "lost, the more easily a difference is missed."
    ),
    "study.says.logrank.evenly": (
        "Where groups are compared over time, events and losses are taken to be spread alike over each bin, as was "
        "stated. If that is wrong and groups lose people differently, p is too small."
    ),
    "study.says.logrank.at the end": (
        "Where groups are compared over time, those lost in a bin are taken to be lost after its events, as was "
        "stated. If that is wrong and groups lose people differently, p is too small."
    ),
    "release.rule.survival.through": (
        "{name}: rows without a time, with a time below 0 or with a code that was not declared lie outside the "
        "table; beyond the horizon everybody counts as still followed, and so does who is lost exactly at it."
    ),
    "release.rule.survival.others.through": (
        "{name}: rows without a time, with a time below 0 or without a code lie outside the table; every code "
        "that is not a cause counts as lost to follow-up; beyond the horizon everybody counts as still followed, "
        "and so does who is lost exactly at it."
    ),
    "plan.why.bins": (
        "{entry}: {bins} bins of time, for about {people} people in an arm: fewer would leave more open inside "
        "them, more would add up more noise."
    ),
    "life.recipe": "textbook's recipe, its range at each time by itself",
}
