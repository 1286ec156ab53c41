"""Rows, sum and squares of an entry as one Gaussian vector: no row is at its furthest in all of them.

A row at distance x from the middle of a clamp of reach R moves the number of rows by 1, the sum by x and the
squares by x² - C. Taken one by one each may be at its furthest. Together they never are, if C lies above the middle
of the squares: a row in the middle moves no sum, one at an end moves the squares little (docs/proofs/together.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from epsilog.core.charge import Gaussian
from epsilog.core.measure import Contribution, Measure, Squares, Total
from epsilog.core.pair import Paired, pair_charge, pair_shapes
from epsilog.errors import SpecError

# Variances of sum (times R²), squares (times R⁴) and rows against each other. With `Squares` centred at 5/7 of the
# largest square they make the bound of `formed_margin` least, and rows in the middle cost what rows at the ends do.
SPLIT: Final = (Fraction(7, 3), Fraction(1), Fraction(2))
KINDS: Final = ("variance", "deviation", "correlation")


def shapes_of(measures: Sequence[Measure], moved: Sequence[Contribution]) -> list[Fraction]:
    """Variances of the noise on vectors that are drawn together, up to a common factor."""
    if isinstance(measures[0], Paired):
        return pair_shapes(measures)
    reach = moved[0].reach
    return [share * scale for share, scale in zip(SPLIT, (reach**2, reach**4, 1), strict=True)]


def together_charge(
    measures: Sequence[Measure], moved: Sequence[Contribution], variances: Sequence[Fraction]
) -> Gaussian:
    """What sum, squares and rows cost together, with noise of these variances in grains.

    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog.core.grid import Grid
    >>> from epsilog.core.measure import Rows, contribution
    >>> from epsilog.core.unit import Unit
    >>> total = Total.between("age", 0, 14, grain=1, centred=True)                       # reach 7, squares from 35
    >>> three = total, Squares.of_values(total, together=True), Rows(of="age")
    >>> moved = [contribution(one, Grid(), Unit("who"), Bounds(rows=1)) for one in three]
    >>> charge = together_charge(three, moved, (Fraction(49 * 7, 3), Fraction(49**2), Fraction(2)))
    >>> charge.price().rho / 1e12, sum(Gaussian(v, one.sensitivity.l2_squared).price().rho
    ...                                for v, one in zip((49 * 7 / 3, 49**2, 2), moved)) / 1e12
    (0.505102040817, 0.719387755103)
    """
    if isinstance(measures[0], Paired):
        return pair_charge(measures, moved, variances)
    total, squares, _ = measures
    if not isinstance(total, Total) or not isinstance(squares, Squares) or squares.of != total:
        raise SpecError("only sum, squares and rows of one column are drawn together", where="plan")
    for_sum, for_squares, for_rows = (1 / Fraction(variance) for variance in variances)
    first = moved[0]
    full, rest = divmod(first.rows, first.rows_per_cell)
    units = full * first.rows_per_cell**2 + rest**2
    # Under replace, counts only add up, because none is below 0; the others may point in opposite directions.
    twice = 1 if first.sides == 1 else 2
    # Convex in the square, so it is largest where the square is least or largest.
    worst = max(
        for_rows + twice * (for_sum * square + for_squares * (square - squares.centre) ** 2)
        for square in (0, total.reach**2)
    )
    # An even norm: a charge of norm 1 would be taken for one number, whose own law is known better than its price.
    return Gaussian(2 / worst, 2 * twice * units)
