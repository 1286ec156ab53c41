"""A series whose noise lies within one secret radius."""

from __future__ import annotations

from typing import Final

RADIUS: Final[dict[str, str]] = {
    "series.as.radius": "(every tick by itself; all noise lies within one secret radius)",
    "series.as.radius.group": "(told in groups of {group} ticks; all noise lies within one secret radius)",
    "series.as.radius.auto": (
        "(told in groups of ticks that the plan chose; all noise lies within one secret radius)"
    ),
    "study.about.group": (
        "about the mean of the ticks that are told together: noise only. How ticks differ inside a group, no "
        "range shows"
    ),
    "plan.series.one radius": "one secret radius",
    "front.law.radius": "one radius",
    "plan.law.radius": "uniform noise within one secret radius",
    "release.law.radius": "uniform, within one secret radius,",
    "plan.error.radius": (
        "{entry}: {confidence}% of the time the noise moves a tick by at most ±{most} (uniform noise within "
        "one secret radius). Ticks share the radius, so their errors are large or small together."
    ),
    "plan.error.radius.groups": (
        "{entry}: {confidence}% of the time the noise moves the mean of a group by at most ±{most}; a group "
        "has {group} ticks, the last may be shorter (uniform noise within one secret radius). How ticks "
        "differ inside a group is lost, and in no range."
    ),
    "plan.why.radius": (
        "{entry}: one secret radius, because the entry names it: ±{margin}. Independent noise on every tick "
        "would have ±{other} at this price."
    ),
    "plan.why.radius.groups": (
        "{entry}: groups of {group} ticks with one secret radius, because the entry names it: ±{margin} on "
        "the mean of a group. Independent noise on every tick would have ±{other} at this price."
    ),
    "plan.why.radius.auto": (
        "{entry}: one secret radius for all ticks, because persons may be in most of them: ±{margin}. "
        "Independent Laplace noise would have ±{other} at this price."
    ),
    "plan.radius.beside": "±{margin}; independent Laplace noise on every tick would have ±{other} at this price.",
    "plan.radius.beside.groups": (
        "±{margin} on the mean of {group} ticks; independent Laplace noise on every tick would have ±{other} "
        "at this price."
    ),
    "plan.radius.shared": (
        "The radius is drawn once and never told, and no more numbers are drawn with it than were paid for. "
        "A series that ends early gets nothing back."
    ),
    "plan.derive.radius.reach": (
        "in one group of {group} ticks {unit} moves the sums by at most {reach} grains; of all groups the "
        "largest move counts, not their sum."
    ),
    "plan.derive.radius.noise": (
        "a secret radius of scale {scale} for {draws} draws, ε = {epsilon}; every sum gets uniform noise within it."
    ),
    "release.exact.radius": (
        "{name}: {times} a tick is within ±{most} of the bounded answer. Ticks share one secret radius: "
        "their errors are large or small together."
    ),
    "release.exact.radius.groups": (
        "{name}: {times} the mean of a group is within ±{most} of the bounded answer; a group has {group} "
        "ticks. How ticks differ inside a group is not told."
    ),
    "release.weight.radius": (
        "{name}: one {one} moves the sum of {group} ticks by at most {reach}. Every sum got uniform noise "
        "within one secret radius that was drawn for that; the radius is not told."
    ),
    "release.picture.group": "shaded: range ({confidence}) of the mean of the ticks that are told together",
    "stream.fresh.groups": (
        "{name} is told in groups of {group} ticks: at the end of a group its mean, and that again until the "
        "next group ends."
    ),
}
