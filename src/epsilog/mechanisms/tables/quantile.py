"""One quantile from a private histogram, by the exponential mechanism on ranks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from epsilog.accounting.within import exponential_within
from epsilog.core import charge
from epsilog.core.bounded import Bounded
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number
from epsilog.mechanisms.tables.ranks import Ranked, bin_distances, limit_counts, read_share, weight_of_a_row
from epsilog.noise import exponential_choice


@dataclass(frozen=True)
class Between:
    """The bin that was drawn: the quantile is said to lie between these edges. Public."""

    low: Fraction
    high: Fraction
    reproducible: bool


@dataclass(frozen=True)
class Quantile(Ranked):
    """The answer is one bin of a public grid: "half of all rows lie below 120 to 122".

    >>> import numpy as np
    >>> from epsilog.core.bounded import Sensitivity
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
        super().__post_init__()

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
        self.refuse_unless_binned(exact)
        at = exponential_choice(-bin_distances(limit_counts(exact.values), self.share), self.rate, rng=rng)
        return Between(self.edges[at], self.edges[at + 1], rng.reproducible)
