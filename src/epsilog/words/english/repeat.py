"""Series that repeat their last value between fresh ones."""

from __future__ import annotations

from typing import Final

REPEAT: Final[dict[str, str]] = {
    "series.as.repeat.sample": "(one fresh value for each window of ticks, repeated until the next)",
    "series.as.repeat.distribution": "(a fresh value where the numbers moved, half of what is left for each)",
    "series.as.repeat.absorption": "(a fresh value where the numbers moved, repeated until the next)",
    "plan.error.repeat.sample": (
        "{entry}: every {width} ticks a fresh value, off by at most ±{margin} with probability "
        "{confidence}%. In between it is repeated: how far the numbers have moved since is unknown, and "
        "no range shows it."
    ),
    "plan.error.repeat.distribution": (
        "{entry}: a fresh value, at its best, is off by at most ±{margin} with probability "
        "{confidence}%; the more of them lie within {width} ticks, the noisier they are. In between the "
        "last one is repeated: how far the numbers have moved since is unknown, and no range shows it."
    ),
    "plan.error.repeat.absorption": (
        "{entry}: a fresh value, at its best, is off by at most ±{margin} with probability "
        "{confidence}%; one that follows the last within {width} ticks is noisier. In between the last "
        "one is repeated: how far the numbers have moved since is unknown, and no range shows it."
    ),
    "plan.derive.repeat.reach": (
        "so {unit} moves no row of one tick by more than {reach} grains, in at most {width} ticks in a row."
    ),
    "plan.derive.repeat.sample": ("every {width}-th tick gets epsilon = {epsilon}, and no window has two of them."),
    "plan.derive.repeat.distribution": (
        "within any {width} ticks, questions whether the numbers moved take at most half of epsilon = "
        "{epsilon}, and values at most the other half; each takes half of what is left."
    ),
    "plan.derive.repeat.absorption": (
        "within any {width} ticks, questions whether the numbers moved take at most half of epsilon = "
        "{epsilon}, and values at most the other half; each takes the shares of ticks that were passed "
        "over."
    ),
    "plan.why.repeat.sample": (
        "{entry}: one fresh value for each window, because the request says so: ±{margin} where it is "
        "fresh. Every tick by itself would be within ±{every}."
    ),
    "plan.why.repeat.distribution": (
        "{entry}: fresh values where the numbers moved, because the request says so: ±{margin} at best. "
        "Every tick by itself would be within ±{every}."
    ),
    "plan.why.repeat.absorption": (
        "{entry}: fresh values where the numbers moved, because the request says so: ±{margin} at best. "
        "Every tick by itself would be within ±{every}."
    ),
    "release.exact.repeat.sample": (
        "{name}: {times}, a fresh value is off by at most {margin}. Ticks that are not fresh repeat the "
        "last one; their range is about the tick it is of, and how far the numbers have moved since is "
        "unknown."
    ),
    "release.exact.repeat": (
        "{name}: {times}, a fresh value is off by at most {margin} at its best, by more where fresh ones "
        "follow each other closely. Ticks that are not fresh repeat the last one; their range is about "
        "the tick it is of, and how far the numbers have moved since is unknown."
    ),
    "release.weight.repeat": (
        "{name}: one {one} moves no tick by more than {reach}, in at most {width} ticks in a row."
    ),
    "study.about.fresh": "about the last fresh tick: noise only. How far the numbers moved since, no range shows",
    "release.picture.fresh": "range ({confidence}) of the last fresh value, repeated until the next",
}
