"""How far clamping moved a mean."""

from __future__ import annotations

from typing import Final

CLIPPING: Final = {
    "plan.part.under": "rows below the clamp",
    "plan.part.over": "rows above the clamp",
    "plan.derive.reach.beyond": "one row beyond the clamp counts 1, any other 0.",
    "study.plan.tails": (
        "{entry}: the rows below {low} and above {high} are counted as well, each with noise of its own "
        "and for a part of the price. From them follows how far clamping moved the mean. Values are taken "
        "to lie within {least} to {most}. With {rows} rows and none beyond the clamp: lowered by at most "
        "{lowered}, raised by at most {raised}."
    ),
    "release.exact.tails": (
        "{name}: values below {low} count as {low}, values above {high} as {high}. {times} that lowered or "
        "raised the mean by no more than its table “{file}” says, and the mean without the clamp lies "
        "within the range given there. Both take every value to lie within {least} to {most}."
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
        "This takes every value to lie within {least} to {most}; a value further out counts as if it lay "
        "there. The range without the clamp holds the noise of the mean and of the counted rows together."
    ),
    "study.column.clamped": "mean, clamped",
    "study.column.lowered": "lowered by at most",
    "study.column.raised": "raised by at most",
    "study.column.unclamped": "mean without the clamp ({confidence})",
}
