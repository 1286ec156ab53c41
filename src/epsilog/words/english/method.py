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
}
