"""The asked-for mechanism: shown, measured, broken, and beaten."""

from __future__ import annotations

from typing import Final

REPRODUCE: Final[dict[str, str]] = {
    "reproduce.title": "Sampling and filtering, as published by Yu and Kang (2015)",
    "reproduce.lead": (
        "A reproduction of a published mechanism on {transactions} transactions. It is not private: most of its "
        "output is the data itself. No charge describes it, so no ledger can pay for it and no spec can ask for it."
    ),
    "reproduce.invented": "The log is invented: {transactions} transactions of one month, in {file}.",
    "reproduce.yours": (
        "The log is {file}. Nothing of it was published, but the pictures show it. Keep them to yourself."
    ),
    "reproduce.what.amounts": "amount of each transaction",
    "reproduce.what.counts": "transactions per period",
    "reproduce.figures": "Its figures, beside its printed numbers",
    "reproduce.figures.lead": "First {steps} steps ({what}), sampling interval {interval}.",
    "reproduce.column.what": "what",
    "reproduce.column.document": "the document",
    "reproduce.column.here": "here",
    "reproduce.row.variance": "R of the unsampled filter, T²/ε²",
    "reproduce.row.best": "R with the least relative error",
    "reproduce.row.sampled": "R at interval {interval}",
    "reproduce.row.mean": "mean information over all intervals, bits",
    "reproduce.row.chosen": "interval its rule chooses",
    "reproduce.row.at": "information at that interval, bits",
    "reproduce.row.growth": "growth of information at intervals 1 to 12",
    "reproduce.row.times": "milliseconds: filter on all, Laplace, sampled",
    "reproduce.row.error": "relative error at ε = {epsilon}: Laplace, sampled, sampled and filtered",
    "reproduce.document.most": "most of it",
    "reproduce.document.order": "falling",
    "reproduce.wobble": (
        "The rule is unstable: for the same series, five draws of the noise choose the intervals {chosen}. It also "
        "looks at the private series, so the interval it chooses is another leak; and Q is computed from the data."
    ),
    "reproduce.attack": "The attack",
    "reproduce.attack.lead": (
        "An attacker sees one output. Values in whole {grid} have no noise, so the attacker finds the interval and "
        "reads the other values exactly."
    ),
    "reproduce.grid.amounts": "cents",
    "reproduce.grid.counts": "numbers",
    "reproduce.attack.read": "Interval found without knowing it: {interval}. Values read exactly: {read}.",
    "reproduce.attack.none": (
        "The interval was not found from one output. Whoever knows the method reads {told} of the values."
    ),
    "reproduce.attack.sampled": (
        "At a sampled step the attacker distinguishes 0 from {largest} with an advantage of {advantage}; ε = "
        "{epsilon} allows {ceiling} at most. The noise was made for a sensitivity of 1."
    ),
    "reproduce.attack.audit": (
        "The auditor, given twelve steps and one value changed by 1, proves ε ≥ {epsilon} (confidence 0.999999)."
    ),
    "reproduce.attack.successor": (
        "Against the sound successor at the same ε: {read} of the values read, advantage {advantage} at every step."
    ),
    "reproduce.contest": "The sound successor, at equal privacy",
    "reproduce.contest.lead": (
        "The mechanism as published has no privacy to compare with. After a repair, it publishes only sampled "
        "values, with noise for the true sensitivity. The successor adds noise to every step and smooths; where a "
        "customer may be in every step it publishes sums of a few steps. The variance of the noise is known, "
        "everything else is learned from noisy values. All pay the same ε for the same neighbours. Mean absolute "
        "errors:"
    ),
    "reproduce.column.series": "series and unit",
    "reproduce.head.published": "raw",
    "reproduce.head.repaired": "repaired",
    "reproduce.head.online": "live",
    "reproduce.head.batch": "batch",
    "reproduce.heads": (
        "Live: the successor as values come. Batch: the successor afterwards. Raw: the mechanism as "
        "published, not private, and so not comparable."
    ),
    "reproduce.way.published": "as published (not private)",
    "reproduce.way.repaired": "repaired",
    "reproduce.way.online": "successor, as it comes",
    "reproduce.way.batch": "successor, afterwards",
    "reproduce.way.kalman": "filter on all",
    "reproduce.way.laplace": "Laplace on all",
    "reproduce.way.sample": "sampled, Laplace",
    "reproduce.way.sampled": "sampled, Laplace, filtered",
    "reproduce.round.amounts.transaction": "amounts,\none transaction",
    "reproduce.round.counts.transaction": "counts,\none transaction",
    "reproduce.round.counts.customer": "counts,\na customer in {times}",
    "reproduce.round.counts.every": "counts, a customer\nin every step",
    "reproduce.won": (
        "The successor wins {won} of {rounds} comparisons with the repaired mechanism (both use the past only)."
    ),
    "reproduce.every": (
        "A customer in every step, the document's own unit: sums of {group} steps with one secret radius, {ours} "
        "against {theirs} of the repaired mechanism; independent noise on every step would have {each}."
    ),
    "reproduce.lost": "The repaired mechanism is ahead as values come: {rounds}.",
    "reproduce.flat": (
        "A line at the true mean of the series ({flat}; nobody may draw it for nothing) is nearer than the "
        "successor as values come: {rounds}."
    ),
    "reproduce.carries": (
        "P of the document's filter is carried over from the last sampled step, though the values in between were "
        "published."
    ),
    "reproduce.beats": (
        "On the counts, one transaction protected, it is nearer to the truth ({ours}) than the mechanism "
        "that publishes {share} of the values raw ({theirs})."
    ),
    "reproduce.amounts.hopeless": (
        "Single amounts cannot be published usefully: one transaction may be as large as {most}. What remains is "
        "the level."
    ),
    "reproduce.amounts.undeclared": (
        "Amounts were left out of the contest: say what the largest amount is that counts (--most), from "
        "what you know."
    ),
    "reproduce.short": "Fewer than 24 periods of {every}: the counted series was left out of the contest.",
    "refusal.sampling_kalman": "sampling-kalman publishes the data between its samples: nothing can pay for it",
    "refusal.sampling_kalman_hint": "as: per-step; what it does: epsilog reproduce sampling-kalman",
    "reproduce.page": "page: {path}",
    "reproduce.footer": (
        "epsilog {version}. A reproduction, not a release: its noise is reproducible and protects nobody."
    ),
    "reproduce.picture.3": "Figure 3: the choice of R",
    "reproduce.picture.4": "Figure 4: information against the interval",
    "reproduce.picture.5": "Figure 5: running time",
    "reproduce.picture.6": "Figure 6: relative error",
    "reproduce.picture.r": "R = {value}",
    "reproduce.picture.r.document": "(the document's)",
    "reproduce.picture.r.right": "(the variance of the noise)",
    "reproduce.picture.points": "number of points",
    "reproduce.picture.error": "mean relative error",
    "reproduce.picture.interval": "sampling interval",
    "reproduce.picture.bits": "mutual information, bits",
    "reproduce.picture.ms": "milliseconds",
    "reproduce.picture.width": "fixed sampling, bins of equal width",
    "reproduce.picture.probability": "fixed sampling, bins of equal probability",
    "reproduce.picture.random": "random sampling, bins of equal width",
    "reproduce.picture.chosen": "nearest to the mean: {interval}",
    "reproduce.picture.document": "the document: 6",
    "reproduce.picture.step": "step",
    "reproduce.picture.truth": "the truth",
    "reproduce.picture.read": "published raw: read exactly",
    "reproduce.picture.noised": "with noise, filtered",
    "reproduce.picture.attack.left": "One output, as an attacker sees it",
    "reproduce.picture.attack.right": "What the attacker gets",
    "reproduce.picture.ceiling": "most that ε = {epsilon} allows",
    "reproduce.bar.read": "values read exactly,\nas published",
    "reproduce.bar.successor_read": "values read exactly,\nsuccessor",
    "reproduce.bar.sampled": "advantage at a sampled\nstep, as published",
    "reproduce.bar.successor": "advantage at any\nstep, successor",
    "reproduce.picture.stretch.transaction": "One transaction protected, ε = {epsilon}",
    "reproduce.picture.stretch.customer": "One customer protected, ε = {epsilon}",
    "reproduce.picture.mae": "mean absolute error",
    "reproduce.picture.contest": "Error at equal ε = {epsilon} (hatched: no privacy)",
    "reproduce.caption.contest": "Left: a stretch of the series. Right: mean absolute errors of the whole.",
    "reproduce.caption.attack": "Left: red points are the data. Right: shares and advantages, measured.",
    "reproduce.caption.figure": "The document's figure {number}, on this log.",
}
