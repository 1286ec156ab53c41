"""Series that repeat their last value between fresh ones."""

from __future__ import annotations

from typing import Final

REPEAT: Final[dict[str, str]] = {
    "series.as.repeat.sample": "(one fresh value for each window of ticks, repeated until the next)",
    "series.as.repeat.distribution": "(a fresh value where the numbers moved, half of what is left for each)",
    "series.as.repeat.absorption": "(a fresh value where the numbers moved, repeated until the next)",
    "series.as.repeat.spells": "(told in spells: a tick or the mean of a few, repeated until the next is told)",
    "series.as.repeat.spells.moves": (
        "(told in spells, begun as if the numbers move by {moves} from tick to tick: a tick or the mean of a "
        "few, repeated until the next is told)"
    ),
    "plan.error.repeat.spells": (
        "{entry}: a fresh value is one tick, or the mean of a few, and off by at most ±{margin} with "
        "probability {confidence}% where a window of {width} ticks has one of them; where it has many, by at most "
        "±{most}. How many it has, the noisy numbers decide. In between the last one is repeated: how far the "
        "numbers have moved since is unknown, and no range shows it."
    ),
    "plan.derive.repeat.spells": (
        "a tick that is added up takes the same part of epsilon as the others of its sum, a tick that is "
        "passed over none; within any {width} ticks these parts are at most epsilon = {epsilon}."
    ),
    "plan.why.repeat.spells.season": (
        "{entry}: told in spells, because the request says so: ±{margin} at best. Every tick by itself would be "
        "within ±{every}. Days, hours or months that come back are better told tick by tick and smoothed (as: "
        "per-step), which knows them; a spell holds its value while they turn."
    ),
    "plan.why.repeat.spells.unknown": (
        "{entry}: told in spells, because the request says so: ±{margin} at best. Every tick by itself would be "
        "within ±{every}. Which is better depends on how far the numbers move, and the request does not say it "
        "(`moves`, or `expect`). Spells have to learn it; on real series that move, ticks one by one, smoothed "
        "(as: per-step), were the best."
    ),
    "plan.why.repeat.spells.said": (
        "{entry}: told in spells, because the request says so: ±{margin} at best. Every tick by itself would be "
        "within ±{every}."
    ),
    "release.exact.repeat.spells": (
        "{name}: a fresh value is one tick, or the mean of as many as `told_ticks` says; {times}, it is off from "
        "that mean by at most {margin} at its best and by at most {most} at its worst. Ticks that are not fresh "
        "repeat the last one; their range is about the ticks it is of, and how far the numbers have moved since is "
        "unknown. Before the first fresh value nothing is said, and the table has no number. `smoothed`, "
        "where it stands, is read off the noisy numbers by a model of a level that wanders: "
        "it costs nothing, and its band is model-based and holds only as far as the numbers move as the model says."
    ),
    "release.exact.repeat.spells.level": (
        "{name}: at a spell's end the noisy mean of as many ticks as `told_ticks` says is told; {times}, that mean "
        "lies within `low` and `high`, which are off by at most {margin} at best and by at most {most} at worst. "
        "`value` is the level that a model of numbers that wander reads off all means told until then, held within "
        "that range: closer than the last mean where little was spent on it, and it costs nothing. Ticks that "
        "are not fresh repeat the last one; their range is about the ticks it is of, and how far the numbers have "
        "moved since is unknown. Before the first fresh value nothing is said, and the table has no number. "
        "`smoothed`, where it stands, is the same level without that hold; it has no range, because nobody knows "
        "how far the numbers move as the model says."
    ),
    "plan.offer.smoothed": "ticks one by one, smoothed (as: per-step)",
    "plan.offer.single": "ticks one by one (as: per-step)",
    "plan.offer.said": "as the request says",
    "plan.offer.expect": "a fifth of `expect`, because nothing else is said",
    "plan.why.offer.best": (
        "{entry}: the best way by public facts. For a level that wanders by {moves} a tick ({from}), {taken}: "
        "about ±{error}; the next, {other}: about ±{its}. These are expected errors of one tick, not ranges."
    ),
    "plan.why.offer.worse": (
        "{entry}: another way is better by public facts. For a level that wanders by {moves} a tick ({from}), "
        "{other}: about ±{its}; this plan, {taken}: about ±{error}. These are expected errors of one tick, not "
        "ranges."
    ),
    "plan.why.offer.guess": (
        "{entry}: whoever says one number for all ticks, without the data, is off by about ±{guess}: at this price "
        "no way to publish single ticks is expected to be closer."
    ),
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
        "the tick it is of, and how far the numbers have moved since is unknown. Before the first fresh "
        "value nothing is said, and the table has no number."
    ),
    "release.weight.repeat": (
        "{name}: one {one} moves no tick by more than {reach}, in at most {width} ticks in a row."
    ),
    "study.about.fresh": "about the last fresh tick: noise only. How far the numbers moved since, no range shows",
    "release.picture.unsaid": "No value was fresh: nothing was said of any tick.",
    "release.picture.fresh": "range ({confidence}) of the last fresh value, repeated until the next",
}
