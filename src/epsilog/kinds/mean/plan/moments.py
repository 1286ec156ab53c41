"""Numbers made of several noisy vectors: variances, covariances, ratios, before any data and afterwards.

Means have files of their own (`mean_margin`, `postprocess`): their ranges are tighter than these boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from epsilog.core.law import Law
from epsilog.core.measure import Squares, Total
from epsilog.core.number import Number, exact
from epsilog.core.pair import PAIRED
from epsilog.errors import SpecError
from epsilog.kinds.mean.ask import mean_of
from epsilog.postprocess.moments import FINER, deviation_range, largest_variance, variance_range
from epsilog.postprocess.pairs import (
    STEPS,
    correlation_off,
    correlation_range,
    covariance_off,
    covariance_range,
    largest_covariance,
)
from epsilog.postprocess.ranges import Integers, Ranged, margin_of
from epsilog.postprocess.ratios import ratio_range, ratio_step, slopes_of
from epsilog.roles.column import Figures
from epsilog.roles.entry import Entry
from epsilog.roles.error import ASSUMED_ROWS
from epsilog.roles.range_rules import FIRST, Rules

_BOXED: Final = 2  # up to this version of `moments`, correlations had boxes
FORMED: Final = ("variance", "deviation", "ratio", "expectation", *PAIRED)
# The column of a table that holds each raw vector.
NOISY: Final = {
    "sum": "noisy_sum_from_middle",
    "squares": "noisy_squares_from_middle",
    "rows": "noisy_count",
    "other": "noisy_other_from_middle",
    "product": "noisy_products_from_middle",
    "other_squares": "noisy_other_squares_from_middle",
    "pairs": "noisy_pairs",
    "above": "noisy_sum",
    "below": "noisy_per",
    "under": "noisy_below_clamp",
    "over": "noisy_above_clamp",
}


def part_margins(laws: Sequence[Law], confidence: Fraction) -> tuple[int, ...]:
    """The margins of the vectors, in grains: each may miss with an equal part of what all may miss with."""
    each = 1 - (1 - exact(confidence, "confidence", above=0, below=1)) / len(laws)
    return tuple(margin_of(law, each) for law in laws)


def step_of(query: Entry) -> Fraction:
    """The step in which an entry's values are told."""
    if query.kind == "correlation":
        return Fraction(1, STEPS)
    if query.kind == "covariance":
        one, two = mean_of(query).pair
        return one.grain * two.grain
    first = _total(query)
    if query.kind == "variance":
        return first.grain**2
    return first.grain / FINER if query.kind in ("deviation", "expectation") else ratio_step(*_sums(query))


def formed_range(
    query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction, rules: Rules
) -> Ranged:
    """Values and ranges, in `step_of` the entry, by the rules of the plan's own day."""
    margins = part_margins(laws, confidence)
    if query.kind == "ratio":
        return ratio_range(vectors, *_sums(query), slopes_of(laws[0], laws[1], confidence))
    if query.kind == "expectation":
        from epsilog.roles.population_mean import population_mean

        return population_mean(query, laws, vectors, confidence, rules("mean"))
    by_law = rules("moments") != FIRST
    if by_law:  # only where it is needed: it stands on special functions, which take their time to import
        from epsilog.postprocess.moment_laws import covariance_by_law, variance_by_law
    if query.kind == "covariance" and by_law:
        return covariance_by_law(vectors, *mean_of(query).pair, laws, confidence)
    if query.kind == "correlation" and rules("moments") > _BOXED:
        from epsilog.postprocess.correlation_law import correlation_by_law

        return correlation_by_law(vectors, *mean_of(query).pair, _both_squares(query), laws, confidence)
    if query.kind in PAIRED:
        return _pair_range(query, vectors, margins)
    if by_law:
        found = variance_by_law(vectors, _total(query), _squares(query).centre, laws, confidence)
    else:
        found = variance_range(vectors, _total(query), _squares(query), margins)
    return deviation_range(found) if query.kind == "deviation" else found


def _pair_range(query: Entry, vectors: Sequence[Integers], margins: Sequence[int]) -> Ranged:
    if query.kind == "covariance":
        return covariance_range(vectors, *mean_of(query).pair, margins)
    return correlation_range(vectors, *mean_of(query).pair, _both_squares(query), margins)


def _both_squares(query: Entry) -> list[Total]:
    return [one for one in query.measures()[3:5] if isinstance(one, Total)]


def formed_columns(
    query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction, rules: Rules
) -> list[Figures]:
    """The columns of its table: the value, its range, and the noisy numbers it is made of."""
    found, step = formed_range(query, laws, vectors, confidence, rules), step_of(query)
    columns = [Figures("value", found.value, step), Figures("low", found.low, step)]
    columns.append(Figures("high", found.high, step))
    for name, measure, vector in zip(query.parts, query.measures(), vectors, strict=True):
        grain = measure.grain if isinstance(measure, Total) else Fraction(1)
        columns.append(Figures(NOISY[name], vector, grain))
    return columns


def formed_margin(query: Entry, laws: Sequence[Law], confidence: Fraction, rows: Number | None = None) -> float:
    """How far off a value may be at most, as often as stated, in the data's own units; known before any data.

    For a variance or deviation in every cell of at least `rows` rows (`expect`, else ASSUMED_ROWS), wherever in the
    range its values lie; for a covariance likewise, for a correlation where both columns have a deviation of a
    quarter of their width or more (`postprocess.pairs`). For a ratio where the sum below is at least `rows`
    (`expect`, else so many rows at their largest) and the ratio at most that of the two largest values.

    >>> from epsilog import Query
    >>> from epsilog.core.law import DiscreteGaussian
    >>> query = Query("variance", "systolic", between=(Fraction(80), Fraction(220)))
    >>> laws = [DiscreteGaussian(Fraction(number) ** 2) for number in (70_000, 245_000_000, 10)]
    >>> round(formed_margin(query, laws, Fraction(95, 100), 100_000), 2)
    2.58

    Proof, in grains, with R the reach of values and c the centre of the squares. By `moment_laws`
    V' - V = (Zq - 2m Zs + (c + m² - V) Zc)/C - (m' - m)², where |m| <= R and c + m² - V lies within c ± R². The law
    of that sum takes nine tenths of what may be missed; the rest is for C >= n - Mc and m' - m, then at most
    (Ms + R Mc)/(n - Mc). Roots: |√a - √b| <= √|a - b|. Ratios: A'/B' - A/B = (Za - r Zb)/(B + Zb), and the law
    of Za - r Zb takes nine tenths likewise. Covariances, with means m, n within R and T:
    K' - K = (Zp - n Zs - m Zt + (mn - K) Zc)/C - (m' - m)(n' - n), and |mn - K| <= RT by Cauchy and Schwarz, as
    |K| <= √(R² - m²)√(T² - n²). Correlations: `correlation_off`, a box, wider than what is told afterwards.
    """
    from epsilog.postprocess.moment_laws import noise_margin

    margins = part_margins(laws, confidence)
    if query.kind == "expectation":
        from epsilog.kinds.mean.plan.noise import noise_of_mean

        return noise_of_mean(query, laws, confidence, rows)
    many = rows if rows is not None else query.expect
    if query.kind in PAIRED:
        one, two = mean_of(query).pair
        held = float(exact(ASSUMED_ROWS if many is None else many, "expect"))
        if query.kind == "correlation":
            return correlation_off(one, two, _both_squares(query), margins, held)
        return _covariance_margin((one, two), laws, confidence, held) * float(one.grain * two.grain)
    if query.kind == "ratio":
        above, below = _sums(query)
        least = ASSUMED_ROWS * below.reach if many is None else exact(many, "expect") / below.grain
        steep = Fraction(above.reach, below.reach)
        miss = 1 - confidence
        strays = Fraction(noise_margin(laws, (1.0, float(steep)), float(miss * 9 / 10)))
        off = strays / max(Fraction(1), least - margin_of(laws[1], 1 - miss / 10))
        return float(off * above.grain / below.grain)
    total, squares = _total(query), _squares(query)
    left = exact(ASSUMED_ROWS if many is None else many, "expect") - margins[2]
    most = largest_variance(total)
    off = Fraction(most)
    if left > 0:
        # By the identity of `moment_laws`: V' - V is the law's noise over C, less the squared error of the mean.
        miss = 1 - confidence
        for_sum, _, for_count = part_margins(laws, 1 - miss / 10)
        rest = max(left + margins[2] - for_count, Fraction(1))
        apart = (for_sum + total.reach * for_count) / rest
        most_count = max(squares.centre + total.reach**2, abs(squares.centre - total.reach**2))
        weights = (1.0, 2.0 * total.reach, float(most_count))
        stray = noise_margin((laws[1], laws[0], laws[2]), weights, float(miss * 9 / 10))
        off = min(off, Fraction(stray) / rest + apart**2)
    variance = float(off * total.grain**2)
    return variance**0.5 if query.kind == "deviation" else variance


def _covariance_margin(both: tuple[Total, Total], laws: Sequence[Law], confidence: Fraction, held: float) -> float:
    """In products of grains; the proof is that of `formed_margin`."""
    from epsilog.postprocess.moment_laws import noise_margin

    (one, two), miss = both, 1 - confidence
    for_sum, for_other, _, for_count = part_margins(laws, 1 - miss / 10)
    left = held - for_count
    if left <= 0:
        return covariance_off(one, two, part_margins(laws, confidence), held)
    weights = (1.0, float(two.reach), float(one.reach), float(one.reach * two.reach))
    stray = noise_margin((laws[2], laws[0], laws[1], laws[3]), weights, float(miss * 9 / 10))
    apart = (for_sum + one.reach * for_count) / left * (for_other + two.reach * for_count) / left
    return min(stray / left + apart, 2.0 * largest_covariance(one, two))


def refuse_error(query: Entry) -> None:
    """Refuse an error that cannot be met for every table the request allows."""
    if query.kind == "deviation":
        raise SpecError(
            "the error of a deviation depends on the deviation itself",
            where="error",
            hint="ask for the error of its variance, or say an epsilon and no error",
        )
    if query.kind in PAIRED:
        raise SpecError(
            "the error of a covariance or correlation depends on the rows and how they are spread",
            where="error",
            hint="say an epsilon and no error; the plan says what to expect",
        )
    if query.kind == "expectation":
        raise SpecError(
            "how far a mean is from that of the population depends on the people, not on the noise alone",
            where="error",
            hint="say an epsilon and no error, or ask for a mean about the data",
        )
    if query.kind == "ratio":
        raise SpecError(
            "the error of a ratio depends on the ratio itself",
            where="error",
            hint="publish the two sums with an error each, or say an epsilon and no error",
        )


def _total(query: Entry) -> Total:
    found = query.measures()[0]
    assert isinstance(found, Total)
    return found


def _squares(query: Entry) -> Squares:
    found = query.measures()[1]
    assert isinstance(found, Squares)
    return found


def _sums(query: Entry) -> tuple[Total, Total]:
    above, below = query.measures()
    assert isinstance(above, Total)
    assert isinstance(below, Total)
    return above, below
