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
        "rows; a correlation of two noisy sums of squares besides. Each is weighed alike in rows at their furthest."
    ),
    "plan.why.together.pair": (
        "{entry}: sums, products, squares and rows are drawn together as one Gaussian vector. For the same price "
        "its error in large cells is {part} % of what it would be if they were drawn one by one."
    ),
    "plan.together.pair": (
        "{entry}: a row is never at its furthest in sums, products, squares and rows at once: in the middle it "
        "moves no sum, at the ends the squares move little. Together they cost rho = {rho}; their norms one by one "
        "would cost {alone}."
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
