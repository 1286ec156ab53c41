"""Series: running totals, windows, fading sums, alerts, smoothed values."""

from __future__ import annotations

from typing import Final

SERIES: Final[dict[str, str]] = {
    "series.as.running": "(added up from the first tick on)",
    "series.as.window": "(sums over {ticks} ticks: each with those before it)",
    "series.as.decay": "(fading sums: every tick keeps {keep} of the one before)",
    "plan.title.series": "Ways to make the series",
    "plan.error.series": (
        "{entry}: with probability {confidence}% a tick is off by at most ±{least} to ±{most}, depending on the "
        "tick ({strategy}, {law}). Ticks share their noise: one that is off has neighbours that are."
    ),
    "plan.series.head": (
        "{entry}, {ticks} ticks; standard error of a tick at this price, as a root mean square over all of them:"
    ),
    "plan.series.option.chosen": "{strategy}, {law}: {typical}, {largest} at the worst tick. Chosen.",
    "plan.series.option.first": "{strategy}, {law}: {typical}, {largest} at the worst tick.",
    "plan.series.option.more": "{strategy}, {law}: {typical}, {largest} at the worst tick; {times} times the best.",
    "plan.series.refused.error not worth computing": (
        "{strategy}: left out, its error takes too long to compute for so many ticks."
    ),
    "plan.series.refused.memory grows with every step": (
        "{strategy}: left out, its memory grows with every tick and there are too many."
    ),
    "plan.series.held": "One tick of one cell counts up to {held}; anything above is held there.",
    "plan.series.independent steps": "ticks one by one, added up",
    "plan.series.binary tree": "binary tree",
    "plan.series.banded": "bands",
    "plan.series.square root": "square root",
    "plan.series.square root, normalised": "square root with even columns",
    "plan.series.buffered": "fading buffers",
    "plan.series.buffered, normalised": "fading buffers with even columns",
    "plan.series.outer root": "outer root",
    "plan.series.subtracted blocks": "blocks added and subtracted",
    "plan.picture.series.title": "{entry}: ways to make it, and what they err by",
    "plan.picture.series.epsilon": "epsilon of the whole release",
    "plan.picture.series.ticks": "number of ticks",
    "plan.picture.series.y": "typical standard error of a tick",
    "plan.why.series": (
        "{entry}: {strategy} with {law}, because it errs least at this price over all ticks: {typical} as a root "
        "mean square, {its} for {other}."
    ),
    "plan.why.series.flat": (
        "{entry}: {strategy} with {law}, because its state is as small at the last tick as at the first; it errs "
        "by {typical} as a root mean square, {other}, whose state grows with every tick, by {its}."
    ),
    "plan.why.series.root": (
        "{entry}: {strategy} with {law}: it errs by {typical} as a root mean square, and {other}, which imitates "
        "it so that a live series need not remember every tick, by {its}."
    ),
    "plan.why.series.only": (
        "{entry}: {strategy} with {law}, the one strategy that can be paid; it errs by {typical}."
    ),
    "plan.why.series.error": (
        "{entry}: {strategy}, the cheapest strategy all of whose ticks keep the error asked for; the widest is "
        "±{margin}."
    ),
    "plan.derive.series.steps": (
        "so {unit} moves no series further than these corners do (ticks: {times}; grains in each: {most}): norms "
        "are largest there."
    ),
    "plan.derive.series.apiece": (
        "so {unit} moves no series further than these corners do (pairs of a cell and a tick: {times}; grains in "
        "each: {most}): norms are largest there."
    ),
    "plan.derive.series.reach": (
        "{strategy}: these contributions move its whole-number answers by at most L1 = {l1}, L2 = {l2}."
    ),
    "plan.derive.series.laplace": (
        "{law} of scale {parameter} on every answer; ticks are read off the noisy answers."
    ),
    "plan.derive.series.gaussian": (
        "{law} of variance {parameter} on every answer; ticks are read off the noisy answers."
    ),
    "release.exact.series": (
        "{name}: {times} the bounded answer of a tick lies within ±{least} to ±{most} of the published number; "
        "each tick has its own range. Ticks share their noise, so neighbouring ones are off together."
    ),
    "release.weight.series": (
        "{name}: one {one} contributes at most {reach} to all ticks together. Answers to the questions of the "
        "strategy ({strategy}) got {law} noise made for that; every tick is read off the noisy answers."
    ),
    "series.as.alert": "(alerts above {line}, at most {count} of them)",
    "plan.error.alert": (
        "{entry}: with probability {confidence}% a tick with an alert is truly above {line} less {unsure}, and a "
        "tick without one below {line} plus {unsure}. After {count} alerts the watch ends."
    ),
    "plan.why.alert.watch": (
        "{entry}: a watch is unsure by {unsure}; single ticks at the same price would be off by up to {every}. "
        "Watching is closer, and says only whether."
    ),
    "plan.why.alert.ticks": (
        "{entry}: a watch is unsure by {unsure}; single ticks at the same price would be off by up to {every}. "
        "Publishing every tick (as: per-step) is at least as close and tells more; compare the noisy ticks with "
        "the line yourself."
    ),
    "plan.derive.alert.reach": (
        "so {unit} moves no look at one tick by more than {reach} grains, in however many ticks it is."
    ),
    "plan.derive.alert.noise": (
        "discrete Laplace noise of scale {line} on the line, once, and of scale {look} on every look; silence is "
        "free, and after {count} alerts nobody looks any more."
    ),
    "release.exact.alert": (
        "{name}: {times} the bounded answer of a tick with an alert was above {line} less {unsure}, and that of a "
        "tick without one below {line} plus {unsure}. How far above the line a tick was (`over`) is noisy, and "
        "too large on average, because it is told only where it is large. The watch ended after {count} alerts, "
        "if there were so many."
    ),
    "release.weight.alert": (
        "{name}: one {one} moves any one look by at most {reach}. The line and every look got discrete Laplace "
        "noise made for that and for the number of alerts; looks without an alert cost nothing."
    ),
    "release.picture.alert.over": "how far above the noisy line",
    "release.picture.alert.ended": "no longer watched",
    "release.picture.alert.none": "no alert",
    "release.picture.alert": "an alert is right up to ±{unsure} around the line, {confidence} of the time",
    "release.column.over": "above the noisy line by",
    "release.column.unsure": "unsure by ({confidence})",
    "release.preview.alerts": "{shown} ticks with an alert of {rows} ticks in all: {file}",
    "release.exact.smoothed": (
        "{name}: `smoothed` is read off the noisy ticks by a model of a level, a slope and a season, whose paces "
        "were learned from the noisy ticks alone; it costs nothing. Its band (`smoothed_low` to `smoothed_high`) "
        "is model-based: it holds as far as the series moves as the model says, and is too narrow where it bends "
        "most. `value` is the unbiased one, and its range holds always."
    ),
    "release.exact.smoothed.average": (
        "{name}: `smoothed` is made of the noisy ticks alone, each from all the others and itself; it costs "
        "nothing. Its band (`smoothed_low` to `smoothed_high`) holds on average over the series: about "
        "{confidence} of all ticks lie within it, but ticks where the series does what it does nowhere else are "
        "held less often. That is measured, not proved. `value` is the unbiased one, and its range holds at "
        "every tick."
    ),
    "release.exact.smoothed.raw": (
        "{name}: the noise is smaller than the steps of the numbers, so nothing is smoothed: `smoothed` and its "
        "band are the value and its own range."
    ),
    "release.picture.smoothed.average": "bold: smoothed",
    "release.picture.smoothed": "bold: smoothed by a model",
}
