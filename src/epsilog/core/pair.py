"""Two columns together: the sums that a covariance or a correlation is made of.

A row counts where both columns have a value (or one that stands for it). With x and y the distances from the
middles of their clamps, in grains, the vectors are the sums of x, y, xy, for a correlation of x² and y² too, and
the number of such rows. All are sums over the same rows, so a unit that is cut keeps the same share of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Final

from epsilog.core.charge import Gaussian
from epsilog.core.measure import LARGEST_SQUARE, Contribution, Measure, Total
from epsilog.errors import SpecError

PAIRED: Final = ("covariance", "correlation")
PAIR_PARTS: Final[dict[str, tuple[str, ...]]] = {
    "covariance": ("sum", "other", "product", "pairs"),
    "correlation": ("sum", "other", "product", "squares", "other_squares", "pairs"),
}
_POWERS: Final = {
    "sum": (1, 0),
    "other": (0, 1),
    "product": (1, 1),
    "squares": (2, 0),
    "other_squares": (0, 2),
    "pairs": (0, 0),
}
# Variances of the vectors of a correlation against each other, in largest values squared (docs/proofs/pairs.md).
PAIR_SPLIT: Final = (Fraction(5), Fraction(5), Fraction(8), Fraction(8, 5), Fraction(8, 5), Fraction(5, 2))


@dataclass(frozen=True)
class Paired(Total):
    """The sum of x^a y^b over rows that have both, counted from `centre`; a, b are the `powers`.

    Everything said of a Total holds of it: a row's number lies between `low` and `high`, whole, and counts as its
    distance from `centre`. For x and y themselves these are the ends and the middle of their own clamps.

    >>> age, stay = Total.between("age", 0, 10, 1, centred=True), Total.between("stay", 0, 4, 1, centred=True)
    >>> [Paired.of(age, stay, part).reach for part in ("sum", "product", "squares", "pairs")]
    [5, 10, 13, 1]
    """

    one: Total | None = field(default=None, kw_only=True)
    two: Total | None = field(default=None, kw_only=True)
    powers: tuple[int, int] = field(default=(0, 0), kw_only=True)

    @classmethod
    def of(cls, one: Total, two: Total, part: str, *, together: bool = False) -> Paired:
        """From the clamped sums of both columns."""
        first, second = powers = _POWERS[part]
        both = {"over": one.over, "one": one, "two": two, "powers": powers}
        if powers == (0, 0):
            return cls(one.column, 0, 1, Fraction(1), **both)  # type: ignore[arg-type]
        own = one if first else two
        if first + second == 1:
            return cls(own.column, own.low, own.high, own.grain, own.centre, **both)  # type: ignore[arg-type]
        most = one.reach**first * two.reach**second
        if most > LARGEST_SQUARE:
            raise SpecError("products must lie within 2^36 grains", where="between", hint="use a coarser grain")
        grain = one.grain**first * two.grain**second
        if powers == (1, 1):
            return cls(one.column, -most, most, grain, **both)  # type: ignore[arg-type]
        # As for a variance: drawn together, a centre above the middle costs less.
        centre = most * 5 // 7 if together else most // 2
        return cls(own.column, 0, most, grain, centre, **both)  # type: ignore[arg-type]

    @property
    def columns(self) -> tuple[str, str]:
        """Both columns a row's number is made of."""
        assert self.one is not None
        assert self.two is not None
        return self.one.column, self.two.column


def pair_shapes(measures: Sequence[Measure]) -> list[Fraction]:
    """Variances of the noise on the vectors of a correlation, up to a common factor."""
    one, two = _clamps(measures)
    sizes = (one.reach, two.reach, one.reach * two.reach, one.reach**2, two.reach**2, 1)
    return [share * size**2 for share, size in zip(PAIR_SPLIT, sizes, strict=True)]


def pair_charge(
    measures: Sequence[Measure], moved: Sequence[Contribution], variances: Sequence[Fraction]
) -> Gaussian:
    """What the vectors of a correlation cost together, with noise of these variances in grains.

    A row costs w_x x² + w_y y² + w_p x²y² + w_q (x² - C)² + w_r (y² - D)² + w_n, which is convex in x² for any y²
    and in y² for any x²: it is largest where both are least or largest (docs/proofs/pairs.md).
    """
    one, two = _clamps(measures)
    squares, others = measures[3], measures[4]
    assert isinstance(squares, Paired)
    assert isinstance(others, Paired)
    w = [1 / Fraction(variance) for variance in variances]
    first = moved[0]
    full, rest = divmod(first.rows, first.rows_per_cell)
    units = full * first.rows_per_cell**2 + rest**2
    # Under replace, counts only add up, because none is below 0; the others may point in opposite directions.
    twice = 1 if first.sides == 1 else 2
    worst = max(
        w[5]
        + twice
        * (w[0] * u + w[1] * v + w[2] * u * v + w[3] * (u - squares.centre) ** 2 + w[4] * (v - others.centre) ** 2)
        for u, v in product((0, one.reach**2), (0, two.reach**2))
    )
    # An even norm, as in roles/moments.py: a charge of norm 1 would be taken for one number.
    return Gaussian(2 / worst, 2 * twice * units)


def _clamps(measures: Sequence[Measure]) -> tuple[Total, Total]:
    parts = [one for one in measures if isinstance(one, Paired)]
    wanted = [_POWERS[part] for part in PAIR_PARTS["correlation"]]
    if [one.powers for one in parts] != wanted or len({(one.one, one.two) for one in parts}) != 1:
        raise SpecError("only the sums of one pair of columns are drawn together", where="plan")
    one, two = parts[0].one, parts[0].two
    assert one is not None
    assert two is not None
    return one, two
