"""Clamps and bins that are found in the data; vectors that are drawn together."""

from __future__ import annotations

from typing import Final

CUT: Final[dict[str, str]] = {
    "plan.cut.clamp": (
        "{entry}: the ends that {column} is clamped to are found first, among {candidates} public candidates from "
        "{low} to {high}; about {keep} % of the rows should lie inside. In {confidence} of 100 cases at most "
        "{beyond} % of the rows, and {off} rows more, lie beyond an end that is found."
    ),
    "plan.cut.bins": (
        "{entry}: the edges of {column} are found first, among {candidates} public candidates from {low} to "
        "{high}, so that about as many rows lie in each of {bins} bins. In {confidence} of 100 cases every edge "
        "closes a stretch of candidates that contains a rank at most {off} rows from the one asked for; where two "
        "edges are the same, the next candidate is used."
    ),
    "plan.cut.margin": (
        "{entry}: the error below is that of the widest clamp. It becomes smaller with the clamp that is found: "
        "half as wide, half the error."
    ),
    "plan.cut.margin.variance": (
        "{entry}: the error below is that of the widest clamp. It becomes smaller with the clamp that is found: "
        "half as wide, a quarter of the error."
    ),
    "plan.cut.bias": (
        "Values beyond a found end count as that end. The number is that of the clamped values, and no range "
        "shows what was cut off: where the rows beyond are few but large, it may be much."
    ),
    "front.plan.clamp": "Where a clamp is found first, the error is that of the widest one there may be.",
    "plan.cut.head": "{entry}, what is found for {column}:",
    "plan.cut.rows": (
        "{unit} moves the numbers of rows between the candidates by at most {rows} in all; where neighbours "
        "replace one by another, both are counted in that."
    ),
    "plan.cut.draw": (
        "ranks: {rounds}, each drawn by the exponential mechanism with epsilon {epsilon}, and paid with everything "
        "else before any data is opened."
    ),
    "plan.cut.grains": (
        "a found clamp always reaches {grains} grains, from its middle or from 0. Only the length of a grain "
        "depends on what is found; norms, noise in grains and price do not."
    ),
    "plan.why.together": (
        "{entry}: sum, squares and rows are drawn together as one Gaussian vector. At the same price the entry "
        "stays within {margin}; drawn one by one it would stay within {other}."
    ),
    "plan.together": (
        "{entry}: no row changes sum, squares and rows by their most at once: in the middle it changes no sum, at "
        "an end it changes the squares little. Together they cost rho = {rho}; one by one they would cost {alone}."
    ),
    "release.cut.words.clamp": "clamped to {low} … {high} (found)",
    "release.cut.words.clamp.of": "with {column} clamped to {low} … {high} (found)",
    "release.cut.words.bins": "in {bins} bins (found)",
    "release.cut.clamp": (
        "{name}: {column} was clamped to {low} … {high}. The ends were found in the data by paid quantiles, among "
        "{candidates} public candidates; about {keep} % of the rows should lie inside. {times} at most {beyond} % "
        "of the rows, and {off} rows more, lie beyond an end that was found."
    ),
    "release.cut.bins": (
        "{name}: the {bins} bins of {column} were found in the data by paid quantiles, among {candidates} public "
        "candidates, so that each has about as many rows; {times} to within {off} rows and what lies between two "
        "candidates. The counts have noise of their own, so their ranges hold."
    ),
    "release.cut.bias": (
        "Where a clamp was found, ranges are about the clamped values. Values beyond an end count as that end; "
        "what was cut off biases the number and is not in any range."
    ),
}


# Hierarchies: levels above the cells of a table.


LEVELS: Final[dict[str, str]] = {
    "plan.derive.level": (
        "groups: {size}. A level adds up cells that are bounded already: what one unit has in one group is at most "
        "{rows} rows"
    ),
    "release.levels.drawn": (
        "{name} has levels ({levels}). Each got noise of its own, so the numbers as drawn (`raw`, with the range "
        "`low` to `high`) do not add up exactly."
    ),
    "release.levels.fit": (
        "{name}: `fit` is made from all levels together by least squares. It adds up, is closer to the truth on "
        "average, and has a range of its own, `fit_low` to `fit_high`."
    ),
    "release.levels.all": "all of {name}",
    "release.levels.value": "{name}: `value` is the fit.",
    "release.levels.whole": (
        "{name}: `value` is the nearest table of whole numbers from 0 that adds up. Setting negative numbers to 0 "
        "makes small cells a little too large and large ones too small, so the range beside it is that of the raw "
        "number."
    ),
    "release.levels.public": "{name}: fit and value add up to the public total, {total}.",
    "release.tidy.public": (
        "{name}: `value` is the nearest table of whole numbers from 0 that adds up to the public total, {total}. "
        "`raw` is what was drawn, and the ranges belong to it."
    ),
}


# Maps: what colours and hatching mean.


MAP: Final[dict[str, str]] = {
    "map.rate": "{unit} per {per}",
    "map.ratio": "{unit}, as a rate",
    "map.roots": "{what} (colours in steps of square roots)",
    "map.hatched": (
        "Darker means more. Hatched: not distinguishable from zero; the range ({confidence}) of its count reaches "
        "0."
    ),
    "map.nothing": "Hatched: not distinguishable from zero ({confidence}). That is so for every place here.",
    "map.chance": (
        "This holds for each place by itself. If all {places} places were empty, chance would still colour some: "
        "{chance} places or fewer, on average."
    ),
    "map.unknown": "Dotted outline: no rate, because what it is divided by is not above zero.",
    "map.title": "{what}: map",
    "map.number": "number",
    "map.count": "Distinguishable from zero: {seen} of {places} places.",
    "map.written": (
        "Drawn from the published table alone: {files}. Nothing was read from data and nothing was spent."
    ),
}
