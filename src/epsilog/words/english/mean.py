"""Covariances and correlations: two columns together."""

from __future__ import annotations

from typing import Final

PAIR: Final[dict[str, str]] = {
    "plan.entry.covariance": (
        "{entry}: the covariance of {column} (each value clamped to {low} … {high}) and {per} (clamped to "
        "{per_low} … {per_high}) over rows that have both, {cells}."
    ),
    "plan.entry.correlation": (
        "{entry}: the correlation of {column} (each value clamped to {low} … {high}) and {per} (clamped to "
        "{per_low} … {per_high}) over rows that have both, {cells}."
    ),
    "plan.part.other": "sum of the second column",
    "plan.part.product": "sum of products",
    "plan.part.other_squares": "sum of squares of the second column",
    "plan.part.pairs": "number of rows that have both",
    "plan.error.correlation.expected": (
        "{entry}: in a cell of {rows} rows or more, where both columns have a standard deviation of a quarter of "
        "their range or more, it is off by at most {margin} in {confidence} of 100 cases; mostly by much less "
        "({law}). Where values are spread less it is less exact, and its range says so."
    ),
    "plan.error.correlation.assumed": (
        "{entry}: how exact it is depends on how many rows a cell has and how far they are spread. Where both "
        "columns have a standard deviation of a quarter of their range, it is in {confidence} of 100 cases off by "
        "at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000; mostly by much less ({law}). "
        "Say `expect` to plan for your number."
    ),
    "plan.why.pair": (
        "A covariance is made of noisy sums of both columns, a noisy sum of their products and a noisy number of "
        "rows; a correlation also of two noisy sums of squares. Each part is measured by the most that one row can "
        "change it, and all count the same."
    ),
    "plan.why.together.pair": (
        "{entry}: sums, products, squares and rows are drawn together as one Gaussian vector. At the same price, "
        "its error in large cells is {part} % of what it would be if they were drawn one by one."
    ),
    "plan.together.pair": (
        "{entry}: no row changes sums, products, squares and rows by their most at once: in the middle it changes "
        "no sum, at the ends it changes the squares little. Together they cost rho = {rho}; one by one they would "
        "cost {alone}."
    ),
    "plan.person.product": (
        "{entry}: one row moves the sum of products of {column} and the second column, counted from their middles, "
        "by at most {reach}."
    ),
    "plan.derive.reach.product": (
        "one product of two distances from the middles is at most {most}: {reach} grains of {grain}."
    ),
    "plan.derive.reach.pairs": "one row that has both columns counts 1, any other nothing.",
    "release.what.covariance": "covariance of {column} and {per}",
    "release.what.correlation": "correlation of {column} and {per}",
    "release.exact.correlation": (
        "{name}: {times} the bounded one lies within its range, in every cell where both columns vary. Ranges are "
        "wide where there are few rows or values lie close together."
    ),
    "release.weight.product": (
        "{name}: products of the distances of {column} and of the second column from the middles of their ranges "
        "lie between {low} and {high}."
    ),
    "release.weight.noise.other": (
        "{name}, sum of the second column: one {one} moves it by at most {reach} in all. It got {law} noise, "
        "{deviation} on average in each cell."
    ),
    "release.weight.noise.product": (
        "{name}, products: one {one} moves them by at most {reach} in all. The noise is {law}, {deviation} per "
        "cell on average."
    ),
    "release.weight.noise.other_squares": (
        "{name}, squares of the second column: one {one} moves them by at most {reach} in all. The noise is {law}, "
        "{deviation} per cell on average."
    ),
    "release.weight.noise.pairs": (
        "{name}, rows that have both columns: one {one} moves their number by at most {reach} in all. It got {law} "
        "noise, {deviation} on average in each cell."
    ),
}


# How far clamping moved a mean.


CLIPPING: Final = {
    "plan.part.under": "rows below the clamp",
    "plan.part.over": "rows above the clamp",
    "plan.derive.reach.beyond": "one row beyond the clamp counts 1, any other 0.",
    "study.plan.tails": (
        "{entry}: the rows below {low} and above {high} are counted as well, each with noise of its own and for a "
        "part of the price. These counts say how far clamping moved the mean. Values are assumed to lie within "
        "{least} to {most}. With {rows} rows and none beyond the clamp: lowered by at most {lowered}, raised by at "
        "most {raised}."
    ),
    "release.exact.tails": (
        "{name}: values below {low} count as {low}, values above {high} as {high}. {times} that lowered or raised "
        "the mean by no more than its table “{file}” says, and the mean without the clamp lies within the range "
        "given there. Both assume that every value lies within {least} to {most}."
    ),
    "release.weight.noise.under": (
        "{name}, its rows below the clamp: one {one} moves their number by at most {reach} in all. It got "
        "{law} noise, {deviation} on average in each cell."
    ),
    "release.weight.noise.over": (
        "{name}, its rows above the clamp: one {one} moves their number by at most {reach} in all. It got "
        "{law} noise, {deviation} on average in each cell."
    ),
    "study.reads.clipping": "how far clamping moved the mean, and the range of the mean without it",
    "study.form.clipping": "What clamping did",
    "study.says.clipping": (
        "Values below {low} count as {low}, values above {high} as {high}. {times} this lowered the mean "
        "by at most {lowered} and raised it by at most {raised}."
    ),
    "study.says.clipping.each": (
        "Values below {low} count as {low}, values above {high} as {high}. In any one group this moved the "
        "mean, {times}, by at most what its row says; the largest bounds of all groups are {lowered} down "
        "and {raised} up."
    ),
    "study.says.clipping.assumed": (
        "This assumes that every value lies within {least} to {most}; a value further out counts as if it lay "
        "there. The range without the clamp includes the noise of the mean and of the counted rows together."
    ),
    "study.column.clamped": "mean, clamped",
    "study.column.lowered": "lowered by at most",
    "study.column.raised": "raised by at most",
    "study.column.unclamped": "mean without the clamp ({confidence})",
}


# Vectors that are scaled down to a norm.


NORM: Final[dict[str, str]] = {
    "plan.person.norm": (
        "{entry}: everything of {unit} counts (cells: {size}). If its numbers together are longer than {rows} full "
        "rows in one cell (the root of the sum of their squares), all of them are scaled down to that length."
    ),
    "plan.person.blocks.norm": (
        "{entry}: the norm holds within one {period}. Over all {blocks} blocks one {each} may contribute up to "
        "{blocks} times as much."
    ),
    "plan.derive.norm": (
        "{unit} keeps all its cells. A vector longer than {norm} grains (L2), the norm of the bound, is "
        "scaled to that length, every number towards zero."
    ),
    "plan.derive.reach.norm": "numbers are steps of {grain}; one row moves its cell by {reach} of them.",
    "plan.derive.sides.two.norm.same": (
        "neighbours replace one by another: no number is below zero, so the squares add up and L2² doubles."
    ),
    "plan.derive.sides.two.norm.both": (
        "neighbours replace one by another: the norms add up and L2² becomes four times as large."
    ),
    "plan.why.norm": "{entry}, {part}: Gaussian noise, the only one that a bound on the norm can be used with.",
    "plan.picture.person.norm": "cells: all {size}, scaled down to the length of {rows} full rows in one",
    "plan.picture.person.moves_norm": "moves the table by at most {norm} (root of the sum of squares)",
    "release.weight.norm": (
        "{name}: everything of one {one} counts. If its numbers together are longer than {rows} full rows in one "
        "cell (the root of the sum of their squares), all of them are scaled down to that length, in steps of "
        "{grain}."
    ),
    "release.weight.noise.norm": (
        "{name}: one {one} moves this by at most {reach} (the root of the sum of squares). It got {law} noise, "
        "{deviation} on average in each number."
    ),
    "release.rule.norm": (
        "If somebody has more than the norm allows, every number of theirs is scaled down in the same proportion. "
        "This depends on nobody else."
    ),
}
