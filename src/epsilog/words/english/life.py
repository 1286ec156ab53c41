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
    "life.recipe": "textbook's recipe, its range at each time by itself",
}
