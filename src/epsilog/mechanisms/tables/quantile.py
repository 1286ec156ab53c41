"""One quantile from a private histogram, by the exponential mechanism on ranks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from epsilog.accounting.within import exponential_within
from epsilog.core import charge
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, whole
from epsilog.errors import SpecError
from epsilog.mechanisms.tables.choose import read_epsilon
from epsilog.mechanisms.tables.cover import refuse_unless_covered
from epsilog.mechanisms.tables.ranks import bin_distances, held, read_edges, read_share, weight_of_a_row
from epsilog.noise import exponential_choice


@dataclass(frozen=True)
class Between:
    """The bin that was drawn: the quantile is said to lie between these edges. Public."""

    low: Fraction
    high: Fraction
    reproducible: bool


@dataclass(frozen=True)
class Quantile:
    """The answer is one bin of a public grid: "half of all rows lie below 120 to 122".

    >>> import numpy as np
    >>> from epsilog.testing import seeded
    >>> pressure = Bounded((0, 1, 2), np.array([900, 4200, 1900]), Fraction(1), Sensitivity.of_rows(1))
    >>> median = Quantile(share="1/2", edges=(80, 120, 140, 220), epsilon="1/10", rows=1)
    >>> answer = median(pressure, seeded(1))
    >>> int(answer.low), int(answer.high)
    (120, 140)
    >>> int(median.rows_off(miss="0.05"))       # 95 times in 100 some rank so near to the wanted one is in the bin
    36

    Values beyond the ends belong to the outer bins, as in `core.grid.Bins`. If the data are empty every bin is as
    good as any other, and one of them is drawn.

    Neighbours: whatever relation the table's sensitivity was proved for. Only its L1 norm is used, so the same
        proof holds for add/remove (L1 = rows of one unit) and replace (L1 = twice that).
    Sensitivity: `rows`, the L1 norm by which one unit may move the histogram; `covers` follows from it. For the
        share a/b a distance moves by at most rows · max(a, b - a) b-ths of a row, two against each other by twice.
    Proof: docs/proofs/quantile.md.
    Charge: `charge`, a bounded range of epsilon: epsilon-private, and epsilon²/8 in zCDP.
    Numerics: integers throughout; the number of rows is private and never enters as such; exact draws.
    Checked by: tests/property/test_choosing_quantiles.py (every pair of small histograms),
        tests/statistical/test_tables_quantile.py (coverage of `rows_off`), tests/audit/test_choosing.py,
        tests/mutants_tables.py.
    References: Smith 2011 (exponential mechanism on ranks).
    """

    share: Fraction
    edges: tuple[Fraction, ...]
    epsilon: Fraction
    rows: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "share", read_share(self.share, "share"))
        object.__setattr__(self, "edges", read_edges(self.edges))
        object.__setattr__(self, "epsilon", read_epsilon(self.epsilon))
        object.__setattr__(self, "rows", whole(self.rows, "rows", at_least=1, at_most=2**40))

    @property
    def covers(self) -> Sensitivity:
        """Every integer move of this L1 norm, wherever its rows fall."""
        return Sensitivity.of_rows(self.rows)

    @property
    def grain(self) -> Fraction:
        """Rows are counted one by one."""
        return Fraction(1)

    @property
    def rate(self) -> Fraction:
        """What a distance, in b-ths of a row, is multiplied by in the exponent."""
        return self.epsilon / (2 * self.rows * weight_of_a_row(self.share))

    @property
    def charge(self) -> charge.BoundedRange:
        """What one call costs."""
        return charge.BoundedRange(self.epsilon)

    def rows_off(self, miss: Number) -> Fraction:
        """With probability at least 1 - miss the bin holds a rank at most so many rows from share · n.

        The rank interval of the answer. It speaks of the bounded histogram and needs no noise law.
        """
        return Fraction(exponential_within(self.rate, len(self.edges) - 1, miss), self.share.denominator)

    def __call__(self, exact: Bounded, rng: RandomWords) -> Between:
        """Draw once."""
        refuse_unless_covered(self, exact)
        if len(exact.keys) != len(self.edges) - 1:
            raise SpecError(
                f"{len(self.edges)} edges make {len(self.edges) - 1} bins, the table has {len(exact.keys)}",
                where="edges",
            )
        at = exponential_choice(-bin_distances(held(exact.values), self.share), self.rate, rng=rng)
        return Between(self.edges[at], self.edges[at + 1], rng.reproducible)
