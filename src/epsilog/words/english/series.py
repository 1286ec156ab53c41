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
        "tick ({strategy}, {law}). Ticks share their noise: if one is off, its neighbours are off as well."
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
    "plan.series.held": "One tick of one cell counts up to {held}; anything above counts as that.",
    "plan.series.independent steps": "ticks one by one, added up",
    "plan.series.binary tree": "binary tree",
    "plan.series.banded": "bands",
    "plan.series.square root": "square root",
    "plan.series.square root, normalised": "square root with equal columns",
    "plan.series.buffered": "fading buffers",
    "plan.series.buffered, normalised": "fading buffers with equal columns",
    "plan.series.outer root": "outer root",
    "plan.series.subtracted blocks": "blocks added and subtracted",
    "plan.picture.series.title": "{entry}: ways to make it, and their errors",
    "plan.picture.series.epsilon": "epsilon of the whole release",
    "plan.picture.series.ticks": "number of ticks",
    "plan.picture.series.y": "typical standard error of a tick",
    "plan.why.series": (
        "{entry}: {strategy} with {law}, because its error over all ticks is the smallest at this price: {typical} "
        "as a root mean square, against {its} for {other}."
    ),
    "plan.why.series.flat": (
        "{entry}: {strategy} with {law}, because its state is as small at the last tick as at the first. Its error "
        "is {typical} as a root mean square; that of {other}, whose state grows with every tick, is {its}."
    ),
    "plan.why.series.root": (
        "{entry}: {strategy} with {law}. Its error is {typical} as a root mean square; that of {other}, which does "
        "nearly the same without remembering every tick of a live series, is {its}."
    ),
    "plan.why.series.only": (
        "{entry}: {strategy} with {law}, the only strategy that can be paid; its error is {typical}."
    ),
    "plan.why.series.error": (
        "{entry}: {strategy}, the cheapest strategy that keeps the error asked for at every tick; the widest is "
        "±{margin}."
    ),
    "plan.derive.series.steps": (
        "so {unit} moves no series further than these extreme cases do (ticks: {times}; grains in each: {most}): "
        "norms are largest there."
    ),
    "plan.derive.series.apiece": (
        "so {unit} moves no series further than these extreme cases do (pairs of a cell and a tick: {times}; "
        "grains in each: {most}): norms are largest there."
    ),
    "plan.derive.series.reach": (
        "{strategy}: these contributions move its whole-number answers by at most L1 = {l1}, L2 = {l2}."
    ),
    "plan.derive.series.laplace": (
        "{law} of scale {parameter} on every answer; ticks are computed from the noisy answers."
    ),
    "plan.derive.series.gaussian": (
        "{law} of variance {parameter} on every answer; ticks are computed from the noisy answers."
    ),
    "release.exact.series": (
        "{name}: {times} the bounded answer of a tick lies within ±{least} to ±{most} of the published number; "
        "each tick has its own range. Ticks share their noise, so neighbouring ones are off together."
    ),
    "release.weight.series": (
        "{name}: one {one} contributes at most {reach} to all ticks together. Answers to the questions of the "
        "strategy ({strategy}) got {law} noise made for that; every tick is computed from the noisy answers."
    ),
    "series.as.alert": "(alerts above {line}, at most {count} of them)",
    "plan.error.alert": (
        "{entry}: with probability {confidence}% a tick with an alert is truly above {line} minus {unsure}, and a "
        "tick without one below {line} plus {unsure}. After {count} alerts no further tick is watched."
    ),
    "plan.why.alert.watch": (
        "{entry}: an alert is unsure by {unsure}; single ticks at the same price would be off by up to {every}. "
        "Watching for alerts is more exact, and says only whether the line was crossed."
    ),
    "plan.why.alert.ticks": (
        "{entry}: an alert is unsure by {unsure}; single ticks at the same price would be off by up to {every}. "
        "Publishing every tick (as: per-step) is at least as exact and says more; compare the noisy ticks with the "
        "line yourself."
    ),
    "plan.derive.alert.reach": (
        "so {unit} moves the number of any one tick, which is compared with the line, by at most {reach} grains, "
        "in however many ticks it is."
    ),
    "plan.derive.alert.noise": (
        "discrete Laplace noise of scale {line} on the line, once, and of scale {look} on every comparison; a tick "
        "without an alert is free, and after {count} alerts nothing is compared any more."
    ),
    "release.exact.alert": (
        "{name}: {times} the bounded answer of a tick with an alert was above {line} minus {unsure}, and that of a "
        "tick without one below {line} plus {unsure}. How far above the line a tick was (`over`) is noisy, and too "
        "large on average, because it is published only where it is large. After {count} alerts, if there were so "
        "many, no further tick was watched."
    ),
    "release.weight.alert": (
        "{name}: one {one} moves the number of any one tick, which is compared with the line, by at most {reach}. "
        "The line and every comparison got discrete Laplace noise made for that and for the number of alerts; "
        "ticks without an alert cost nothing."
    ),
    "release.picture.alert.over": "how far above the noisy line",
    "release.picture.alert.ended": "no longer watched",
    "release.picture.alert.none": "no alert",
    "release.picture.alert": "an alert is right up to ±{unsure} around the line, {confidence} of the time",
    "release.column.over": "above the noisy line by",
    "release.column.unsure": "unsure by ({confidence})",
    "release.preview.alerts": "{shown} ticks with an alert of {rows} ticks in all: {file}",
    "release.exact.smoothed": (
        "{name}: `smoothed` is computed from the noisy ticks by a model of a level, a slope and a season. How fast "
        "these change was learned from the noisy ticks alone; it costs nothing. Its band (`smoothed_low` to "
        "`smoothed_high`) is model-based: it holds as far as the series moves as the model says, and is too narrow "
        "where it bends most. `value` is the unbiased one, and its range always holds."
    ),
    "release.exact.smoothed.average": (
        "{name}: `smoothed` is made of the noisy ticks alone, each from all the others and itself; it costs "
        "nothing. Its band (`smoothed_low` to `smoothed_high`) holds on average over the series: about "
        "{confidence} of all ticks lie within it, but ticks where the series does something it does nowhere else "
        "lie within it less often. That is measured, not proved. `value` is the unbiased one, and its range holds "
        "at every tick."
    ),
    "release.exact.smoothed.raw": (
        "{name}: the noise is smaller than the steps of the numbers, so nothing is smoothed: `smoothed` and its "
        "band are the value and its own range."
    ),
    "release.picture.smoothed.average": "bold: smoothed",
    "release.picture.smoothed": "bold: smoothed by a model",
}


# Methods a series is made by, where an entry names one: coefficients, samples, strategies.


METHOD: Final[dict[str, str]] = {
    "series.as.coefficients": "(made of the first {keep} {basis})",
    "study.about.coefficients": (
        "about the coefficients that were kept: noise only. What the others contained is missing from the numbers, "
        "and no range shows it"
    ),
    "plan.series.fourier": "Fourier coefficients",
    "plan.series.cosine": "cosine coefficients",
    "plan.series.haar": "Haar coefficients",
    "plan.series.dense": "questions fitted to these totals",
    "plan.series.refused.looks at later steps": (
        "{strategy}: left out, they need later ticks, and these ticks are published as they come."
    ),
    "plan.series.refused.no fit": "{strategy}: left out, they are fitted for at most 366 ticks.",
    "plan.series.single ticks": "ticks one by one",
    "plan.series.option.asked": (
        "{strategy}, {law}: {typical}, {largest} at the worst tick; {times} times the best. Chosen, because the "
        "entry names it."
    ),
    "plan.series.bias": (
        "These are errors of the noise alone. A few coefficients draw a smoother series than the data are: what "
        "the others contained is lost. How much that is cannot be known without looking, and no range shows it. "
        "Ticks one by one lose nothing."
    ),
    "plan.error.coefficients": (
        "{entry}: with probability {confidence}% the noise moves a tick by at most ±{least} to ±{most}, depending "
        "on the tick ({strategy}, {law}). What the dropped coefficients contained is lost as well, and not in any "
        "range."
    ),
    "plan.why.series.named": (
        "{entry}: {strategy} with {law}, because the entry names it; its noise is {typical} as a root mean square"
        " over all ticks."
    ),
    "release.exact.coefficients": (
        "{name}: {times} the noise moves a tick by no more than ±{least} to ±{most}; each tick has its own range. "
        "The ranges are about the series that the kept coefficients of the bounded answers draw. What the others "
        "contained is missing from the numbers: sharp peaks and quick changes are flattened, and no range shows by "
        "how much. Ticks share their noise, so neighbouring ones are off together."
    ),
    "series.as.fast": "(FAST: at most {samples} ticks are sampled, and a model fills in the rest)",
    "study.about.model": (
        "about the data as far as a model holds: a level that moves at random between the sampled ticks"
    ),
    "plan.series.fast": "FAST samples",
    "plan.series.fast.worse": (
        "Ticks one by one at the same price, smoothed (as: per-step), are expected to have smaller errors, however "
        "fast the series moves: about {times} times smaller for a level that moves at random. They also follow "
        "every tick, and no sample can come too early."
    ),
    "plan.series.fast.better": (
        "At this price fewer, better samples are worth it: about {times} times less error than ticks one by one, "
        "smoothed, if the samples lie evenly and the series is a level that moves at random. FAST decides from the "
        "noisy samples when to sample next; what comes after the last sample is not seen."
    ),
    "plan.error.fast": (
        "{entry}: with probability {confidence}% the noisy number of a sampled tick is off by at most ±{most} "
        "({strategy}, {law}). Between samples a model fills in the values; its band is model-based."
    ),
    "release.exact.fast": (
        "{name}: {times} the bounded answer of a sampled tick lies within ±{most} of its noisy number (`sample`, "
        "where `sampled` says yes). `value` is what a model of a level that moves at random computes from these "
        "samples, at every tick; its range (`low` to `high`) is model-based: it holds as far as the series moves "
        "as the model says, and is too narrow where it jumps between samples or after the last one."
    ),
    "release.picture.coefficients": (
        "shaded: where the noise alone may have moved the series ({confidence}); what dropped coefficients "
        "contained is not in any range"
    ),
    "release.picture.model": (
        "circles: noisy samples; shaded: {confidence} band of a model that fills in between them"
    ),
    "release.exact.otherwise": (
        "Where the column `about` of a table does not say `data`, its ranges are about less: its own sentence "
        "above says about what."
    ),
    "series.as.kept": (
        "(made of the first {basis}; how many of them, {among}, is chosen from the data and paid for)"
    ),
    "plan.why.series.kept": (
        "{entry}: {strategy} with {law}. {share}% of its price pays for choosing their number from the data, the "
        "rest for the coefficients; the price is the same whichever number is chosen."
    ),
    "plan.error.kept": (
        "{entry}: with probability {confidence}% the noise moves a tick by at most ±{least} to ±{most}, depending "
        "on how many coefficients ({among}) are chosen ({strategy}, {law}). What the dropped ones contained is "
        "lost as well, and not in any range."
    ),
    "plan.series.kept.head": (
        "{entry}, {ticks} ticks; the noise of a tick for each number of {basis} that may be chosen:"
    ),
    "plan.series.kept.option": "{keep} of them: ±{least} to ±{most}, depending on the tick.",
    "plan.series.kept.choice": (
        "An exponential mechanism of ε = {epsilon} ({share}% of the price) chooses: it compares what would be "
        "dropped with this noise, and the number it chose is published."
    ),
    "plan.derive.series.kept": (
        "Before them, the choice of their number: an exponential mechanism of ε = {epsilon}, whose scores "
        "move by no more than the norm of all coefficients does."
    ),
    "release.exact.kept": (
        "{name}: {keep} {basis} were kept, chosen among {among} from the data, which was paid for. Given this "
        "choice, {times} the noise moves a tick by no more than ±{least} to ±{most}; each tick has its own range. "
        "The ranges are about the series that these coefficients of the bounded answers draw. What the others "
        "contained is missing from the numbers, and no range shows by how much. Ticks share their noise, so "
        "neighbouring ones are off together."
    ),
}


# Persons protected within a window of periods.


WINDOW: Final[dict[str, str]] = {
    "plan.unit.window": "one {each} within any {window} {period}s in a row",
    "release.unit.window": "everything of one {each} within any {window} {period}s in a row",
    "release.subject.window": "this person within these {window} {period}s",
    "release.one.window": "person within {window} {period}s in a row",
    "ledger.unit.window.period": "everything of each {each} within any {window} {period}s in a row",
    "ledger.window": "windows",
    "ledger.window.rule": (
        "a window touches several blocks of one {period} ({zone}), so all releases share one cap for all time"
    ),
    "plan.derive.window.apart": (
        "that is one {period}. A window has {many} of them that count here, and no two of them share a "
        "cell: L1 and L2² are {many} times as large."
    ),
    "plan.derive.window.shared": (
        "that is one {period}. A window has {many} of them that count here, and they may share cells: L1 "
        "is {many} times as large, L2² {squared} times."
    ),
    "plan.derive.window.persons": (
        "that is one {period}. A window has {many} of them that count here; a person counts once in a "
        "cell, so no cell moves by more than 1."
    ),
    "plan.person.window": (
        "{entry}: bounds hold within one {period}, and one window may hold {many} times as much. Over "
        "longer times one {each} may contribute more, and is protected less."
    ),
    "plan.cost.window": (
        "It is paid once for all time: a window of {window} {period}s lies in no single block, so there are no "
        "separate blocks."
    ),
    "release.weight.window": (
        "{name}: these bounds hold within one {period}; one window may hold {many} of them, and the "
        "noise hides all of them together."
    ),
    "release.cost.window": (
        "The price counts for all time: windows of {window} {period}s overlap, so the account has one "
        "cap for all of them."
    ),
    "release.open.persons_over_several_windows": (
        "A person is protected within {window} {period}s in a row: what a longer time shows is protected less."
    ),
}


# A series whose noise lies within one secret radius.


RADIUS: Final[dict[str, str]] = {
    "series.as.radius": "(every tick by itself; all noise lies within one secret radius)",
    "series.as.radius.group": "(published in groups of {group} ticks; all noise lies within one secret radius)",
    "series.as.radius.auto": (
        "(published in groups of ticks that the plan chose; all noise lies within one secret radius)"
    ),
    "study.about.group": (
        "about the mean of the ticks that are published together: noise only. No range shows how ticks differ "
        "inside a group"
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
        "{entry}: {confidence}% of the time the noise moves the mean of a group by at most ±{most}; a group has "
        "{group} ticks, the last may be shorter (uniform noise within one secret radius). How ticks differ inside "
        "a group is lost, and not in any range."
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
        "The radius is drawn once and never published, and no more numbers are drawn with it than were paid for. "
        "If a series ends early, nothing is given back."
    ),
    "plan.derive.radius.reach": (
        "in one group of {group} ticks {unit} moves the sums by at most {reach} grains; over all groups only the "
        "largest of these counts, not their sum."
    ),
    "plan.derive.radius.noise": (
        "a secret radius of scale {scale} for {draws} draws, ε = {epsilon}; every sum gets uniform noise within it."
    ),
    "release.exact.radius": (
        "{name}: {times} a tick is within ±{most} of the bounded answer. Ticks share one secret radius: "
        "their errors are large or small together."
    ),
    "release.exact.radius.groups": (
        "{name}: {times} the mean of a group is within ±{most} of the bounded answer; a group has {group} ticks. "
        "How ticks differ inside a group is not published."
    ),
    "release.weight.radius": (
        "{name}: one {one} moves the sum of {group} ticks by at most {reach}. Every sum got uniform noise within "
        "one secret radius that was drawn for that; the radius is not published."
    ),
    "release.picture.group": "shaded: range ({confidence}) of the mean of the ticks that are published together",
    "stream.fresh.groups": (
        "{name} is published in groups of {group} ticks: at the end of a group its mean, which is repeated until "
        "the next group ends."
    ),
}


# Series that repeat their last value between fresh ones.


REPEAT: Final[dict[str, str]] = {
    "series.as.repeat.sample": "(one fresh value for each window of ticks, repeated until the next)",
    "series.as.repeat.distribution": "(a fresh value where the numbers moved; each takes half of what is left)",
    "series.as.repeat.absorption": "(a fresh value where the numbers moved, repeated until the next)",
    "series.as.repeat.spells": (
        "(published in spells: one tick or the mean of a few, repeated until the next value)"
    ),
    "series.as.repeat.spells.moves": (
        "(published in spells, at first as if the numbers move by {moves} from tick to tick: one tick or the mean "
        "of a few, repeated until the next value)"
    ),
    "plan.error.repeat.spells": (
        "{entry}: a fresh value is one tick, or the mean of a few. It is off by at most ±{margin} with probability "
        "{confidence}% where a window of {width} ticks has one of them; where it has many, by at most ±{most}. The "
        "noisy numbers decide how many it has. In between the last one is repeated: how far the numbers have moved "
        "since is unknown, and no range shows it."
    ),
    "plan.derive.repeat.spells": (
        "each tick of a sum takes the same part of epsilon as the others of that sum, a tick that is skipped takes "
        "none; within any {width} ticks these parts are at most epsilon = {epsilon}."
    ),
    "plan.why.repeat.spells.season": (
        "{entry}: published in spells, because the request says so: ±{margin} at best. Every tick by itself would "
        "be within ±{every}. If the numbers repeat by the day, hour or month, it is better to publish every tick "
        "and smooth (as: per-step), which uses that; a spell repeats one value while the numbers change."
    ),
    "plan.why.repeat.spells.unknown": (
        "{entry}: published in spells, because the request says so: ±{margin} at best. Every tick by itself would "
        "be within ±{every}. Which is better depends on how far the numbers move, and the request does not say it "
        "(`moves`, or `expect`). Spells have to learn it. On real series that move, ticks one by one, smoothed "
        "(as: per-step), were the best."
    ),
    "plan.why.repeat.spells.said": (
        "{entry}: published in spells, because the request says so: ±{margin} at best. Every tick by itself would "
        "be within ±{every}."
    ),
    "release.exact.repeat.spells": (
        "{name}: a fresh value is one tick, or the mean of as many as `told_ticks` says; {times}, it is off from "
        "that mean by at most {margin} at its best and by at most {most} at its worst. Ticks that are not fresh "
        "repeat the last value; their range is about the ticks of that value, and how far the numbers have moved "
        "since is unknown. Before the first fresh value nothing is published, and the table has no number. "
        "`smoothed`, if it is there, is computed from the noisy numbers by a model of a level that moves at "
        "random: it costs nothing, and its band is model-based and holds only as far as the numbers move as the "
        "model says."
    ),
    "release.exact.repeat.spells.level": (
        "{name}: at the end of a spell the noisy mean of as many ticks as `told_ticks` says is published; {times}, "
        "that mean lies within `low` and `high`, which are off by at most {margin} at best and by at most {most} "
        "at worst. `value` is the level that a model of numbers that move at random computes from all means "
        "published until then, kept within that range: closer than the last mean where little was spent on it, and "
        "it costs nothing. Ticks that are not fresh repeat the last value; their range is about the ticks of that "
        "value, and how far the numbers have moved since is unknown. Before the first fresh value nothing is "
        "published, and the table has no number. `smoothed`, if it is there, is the same level without being kept "
        "in that range; it has no range, because nobody knows how far the numbers move as the model says."
    ),
    "plan.offer.smoothed": "ticks one by one, smoothed (as: per-step)",
    "plan.offer.single": "ticks one by one (as: per-step)",
    "plan.offer.said": "as the request says",
    "plan.offer.expect": "a fifth of `expect`, because nothing else is said",
    "plan.why.offer.best": (
        "{entry}: the best way by public facts. For a level that moves at random by {moves} a tick ({from}), "
        "{taken}: about ±{error}; the next best, {other}: about ±{its}. These are expected errors of one tick, not "
        "ranges."
    ),
    "plan.why.offer.worse": (
        "{entry}: another way is better by public facts. For a level that moves at random by {moves} a tick "
        "({from}), {other}: about ±{its}; this plan, {taken}: about ±{error}. These are expected errors of one "
        "tick, not ranges."
    ),
    "plan.why.offer.guess": (
        "{entry}: somebody who guesses one number for all ticks, without the data, is off by about ±{guess}: at "
        "this price no way to publish single ticks is expected to be closer."
    ),
    "plan.error.repeat.sample": (
        "{entry}: every {width} ticks a fresh value, off by at most ±{margin} with probability "
        "{confidence}%. In between it is repeated: how far the numbers have moved since is unknown, and "
        "no range shows it."
    ),
    "plan.error.repeat.distribution": (
        "{entry}: a fresh value, at its best, is off by at most ±{margin} with probability {confidence}%; the more "
        "of them lie within {width} ticks, the noisier they are. In between the last one is repeated: how far the "
        "numbers have moved since is unknown, and no range shows it."
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
        "within any {width} ticks, questions whether the numbers moved take at most half of epsilon = {epsilon}, "
        "and values at most the other half; each takes the shares of ticks that were skipped."
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
        "{name}: {times}, a fresh value is off by at most {margin}. Ticks that are not fresh repeat the last "
        "value; their range is about the tick of that value, and how far the numbers have moved since is unknown."
    ),
    "release.exact.repeat": (
        "{name}: {times}, a fresh value is off by at most {margin} at its best, by more where fresh ones follow "
        "each other closely. Ticks that are not fresh repeat the last value; their range is about the tick of that "
        "value, and how far the numbers have moved since is unknown. Before the first fresh value nothing is "
        "published, and the table has no number."
    ),
    "release.weight.repeat": (
        "{name}: one {one} moves no tick by more than {reach}, in at most {width} ticks in a row."
    ),
    "study.about.fresh": "about the last fresh tick: noise only. No range shows how far the numbers moved since",
    "release.picture.unsaid": "No value was fresh: nothing was published for any tick.",
    "release.picture.fresh": "range ({confidence}) of the last fresh value, repeated until the next",
}
