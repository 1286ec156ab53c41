"""Methods a series is made by, where an entry names one: coefficients, samples, strategies."""

from __future__ import annotations

from typing import Final

METHOD: Final[dict[str, str]] = {
    "series.as.coefficients": "(made of the first {keep} {basis})",
    "study.about.coefficients": (
        "about the coefficients that were kept: noise only. What the others held is missing from the numbers, and"
        " no range shows it"
    ),
    "plan.series.fourier": "Fourier coefficients",
    "plan.series.cosine": "cosine coefficients",
    "plan.series.haar": "Haar coefficients",
    "plan.series.dense": "questions fitted to these totals",
    "plan.series.refused.looks at later steps": (
        "{strategy}: left out, they look at later ticks, and these are told as they come."
    ),
    "plan.series.refused.no fit": "{strategy}: left out, they are fitted for at most 366 ticks.",
    "plan.series.single ticks": "ticks one by one",
    "plan.series.option.asked": (
        "{strategy}, {law}: {typical}, {largest} at the worst tick; {times} times the best. Taken, because the "
        "entry names it."
    ),
    "plan.series.bias": (
        "These are errors of the noise alone. A few coefficients draw a smoother series than the data are: what "
        "the others held is lost, how much cannot be told without looking, and no range shows it. Ticks one by "
        "one lose nothing."
    ),
    "plan.error.coefficients": (
        "{entry}: with probability {confidence}% the noise moves a tick by at most ±{least} to ±{most}, depending"
        " on the tick ({strategy}, {law}). What the dropped coefficients held is lost besides, and in no range."
    ),
    "plan.why.series.named": (
        "{entry}: {strategy} with {law}, because the entry names it; its noise is {typical} as a root mean square"
        " over all ticks."
    ),
    "release.exact.coefficients": (
        "{name}: {times} the noise moves a tick by no more than ±{least} to ±{most}; each tick has its own range."
        " The ranges are about the series that the kept coefficients of the bounded answers draw. What the others"
        " held is missing from the numbers: sharp peaks and quick changes are flattened, and no range shows by "
        "how much. Ticks share their noise, so neighbouring ones are off together."
    ),
    "series.as.fast": "(FAST: at most {samples} ticks are sampled, and a model says the rest)",
    "study.about.model": "about the data as far as a model holds: a level that wanders between the sampled ticks",
    "plan.series.fast": "FAST samples",
    "plan.series.fast.worse": (
        "Ticks one by one at the same price, smoothed (as: per-step), are expected to err less, whatever the pace"
        " of the series: about {times} times less for a level that wanders. They also follow every tick, and no "
        "sample can come too early."
    ),
    "plan.series.fast.better": (
        "At this price fewer, better samples pay: about {times} times less error than ticks one by one, smoothed,"
        " if the samples lie evenly and the series is a level that wanders. FAST spends them by what it sees; "
        "what comes after the last sample is not looked at."
    ),
    "plan.error.fast": (
        "{entry}: with probability {confidence}% the noisy number of a sampled tick is off by at most ±{most} "
        "({strategy}, {law}). Between samples a model says what it thinks; its band is model-based."
    ),
    "release.exact.fast": (
        "{name}: {times} the bounded answer of a sampled tick lies within ±{most} of its noisy number (`sample`, "
        "where `sampled` says yes). `value` is what a model of a level that wanders reads off these samples, at "
        "every tick; its range (`low` to `high`) is model-based: it holds as far as the series moves as the model"
        " says, and is too narrow where it jumps between samples or after the last one."
    ),
    "release.picture.coefficients": (
        "shaded: where the noise alone may have moved the series ({confidence}); what dropped coefficients held "
        "is in no range"
    ),
    "release.picture.model": (
        "circles: noisy samples; shaded: {confidence} band of a model that fills in between them"
    ),
    "release.exact.otherwise": (
        "Where the column `about` of a table does not say `data`, its ranges speak of less: its own sentence "
        "above says of what."
    ),
    "series.as.kept": (
        "(made of the first {basis}; how many of them, {among}, the data choose and the price covers)"
    ),
    "plan.why.series.kept": (
        "{entry}: {strategy} with {law}. {share}% of its price pays for choosing their number by the data, "
        "the rest for the coefficients, the same price whichever number is chosen."
    ),
    "plan.error.kept": (
        "{entry}: with probability {confidence}% the noise moves a tick by at most ±{least} to ±{most}, "
        "depending on how many coefficients ({among}) are chosen ({strategy}, {law}). What the dropped ones "
        "held is lost besides, and in no range."
    ),
    "plan.series.kept.head": (
        "{entry}, {ticks} ticks; the noise of a tick for each number of {basis} that may be chosen:"
    ),
    "plan.series.kept.option": "{keep} of them: ±{least} to ±{most}, depending on the tick.",
    "plan.series.kept.choice": (
        "An exponential mechanism of ε = {epsilon} ({share}% of the price) chooses: it weighs what would be "
        "dropped against this noise, and what it chose is told."
    ),
    "plan.derive.series.kept": (
        "Before them, the choice of their number: an exponential mechanism of ε = {epsilon}, whose scores "
        "move by no more than the norm of all coefficients does."
    ),
    "release.exact.kept": (
        "{name}: {keep} {basis} were kept, chosen among {among} by the data, which was paid for. Given this "
        "choice, {times} the noise moves a tick by no more than ±{least} to ±{most}; each tick has its own "
        "range. The ranges are about the series that these coefficients of the bounded answers draw. What "
        "the others held is missing from the numbers, and no range shows by how much. Ticks share their "
        "noise, so neighbouring ones are off together."
    ),
}
