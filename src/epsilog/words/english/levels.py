"""Hierarchies: levels above the cells of a table."""

from __future__ import annotations

from typing import Final

LEVELS: Final[dict[str, str]] = {
    "plan.derive.level": (
        "groups: {size}. A level adds up cells that are bounded already: what one unit has in one group is at most "
        "{rows} rows"
    ),
    "release.levels.drawn": (
        "{name} has levels ({levels}). Each got noise of its own, so the numbers as drawn (`raw`, with the range "
        "`low` to `high`) do not add up exactly."
    ),
    "release.levels.fit": (
        "{name}: `fit` is made from all levels together by least squares. It adds up, is closer to the truth on "
        "average, and has a range of its own, `fit_low` to `fit_high`."
    ),
    "release.levels.all": "all of {name}",
    "release.levels.value": "{name}: `value` is the fit.",
    "release.levels.whole": (
        "{name}: `value` is the nearest table of whole numbers from 0 that adds up. Taking negative numbers away "
        "makes small cells a little too large and large ones too small, so the range that goes with it is that of "
        "the raw number."
    ),
    "release.levels.public": "{name}: fit and value add up to the public total, {total}.",
    "release.tidy.public": (
        "{name}: `value` is the nearest table of whole numbers from 0 that adds up to the public total, {total}. "
        "`raw` is what was drawn, and the ranges belong to it."
    ),
}
