"""The law of a noisy count: Binomial or Poisson numbers of people, plus noise on the integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import numpy as np

from epsilog.accounting.special import betainc, gammainc, gammaincc, gammaln
from epsilog.core.law import Law
from epsilog.postprocess.infer.estimate import Floats, Integers
from epsilog.postprocess.means import Tail

_AT_ONCE: Final = 2**19  # numbers held in memory by one chunk
NEGLIGIBLE: Final = 1e-9  # of the tail that is solved for


class Family(Protocol):
    """Laws of a count with one parameter, larger in probability as the parameter grows."""

    def constant(self, x: Floats) -> Floats:
        """What the log of the probability of x has that does not depend on the parameter; -inf outside."""
        ...

    def varying(self, x: Floats, theta: Floats) -> Floats:
        """The rest of the log of the probability."""
        ...

    def above(self, x: Floats, theta: Floats) -> Floats:
        """P(X > x)."""
        ...

    def below(self, x: Floats, theta: Floats) -> Floats:
        """P(X < x)."""
        ...

    def kept(self, which: Integers) -> Family:
        """The same for some of the cells."""
        ...

    def most(self) -> Floats:
        """The largest possible count of each cell."""
        ...


class Binomial:
    """X of n, each with probability theta."""

    def __init__(self, n: Integers) -> None:
        self._n = n.astype(np.float64)

    def constant(self, x: Floats) -> Floats:
        """log C(n, x)."""
        n = self._n[:, None]
        inside = (x >= 0) & (x <= n)
        at = np.clip(x, 0, n)
        ways: Floats = gammaln(n + 1) - gammaln(at + 1) - gammaln(n - at + 1)
        return np.where(inside, ways, -np.inf)

    def varying(self, x: Floats, theta: Floats) -> Floats:
        """x log theta + (n - x) log(1 - theta)."""
        high = np.log1p(-theta)
        return np.asarray(x * (np.log(theta) - high)[:, None] + (self._n * high)[:, None])

    def above(self, x: Floats, theta: Floats) -> Floats:
        """The incomplete beta function, with its ends."""
        at = np.clip(x, 0, np.maximum(self._n - 1, 0))
        inside = betainc(at + 1, np.maximum(self._n - at, 1), theta)
        return np.where(x < 0, 1.0, np.where(x >= self._n, 0.0, inside))

    def below(self, x: Floats, theta: Floats) -> Floats:
        """By symmetry, so that no small number is a difference of large ones."""
        return self.above(self._n - x, 1 - theta)

    def kept(self, which: Integers) -> Binomial:
        """Some of the cells."""
        return Binomial(self._n[which].astype(np.int64))

    def most(self) -> Floats:
        """n."""
        return self._n


class Poisson:
    """X with expectation theta."""

    def __init__(self, cells: int) -> None:
        self._cells = cells

    def constant(self, x: Floats) -> Floats:
        """-log x!."""
        return np.where(x >= 0, -gammaln(np.maximum(x, 0) + 1), -np.inf)

    def varying(self, x: Floats, theta: Floats) -> Floats:
        """x log theta - theta."""
        return x * np.log(theta)[:, None] - theta[:, None]

    def above(self, x: Floats, theta: Floats) -> Floats:
        """The incomplete gamma function."""
        return np.where(x < 0, 1.0, gammainc(np.maximum(x, 0) + 1, theta))

    def below(self, x: Floats, theta: Floats) -> Floats:
        """Its complement."""
        return np.where(x <= 0, 0.0, gammaincc(np.maximum(x, 1), theta))

    def kept(self, which: Integers) -> Poisson:
        """Some of the cells."""
        return Poisson(len(which))

    def most(self) -> Floats:
        """No end."""
        return np.full(self._cells, np.inf)


def furthest(law: Law, most: float) -> int:
    """The least whole number that the noise exceeds at most so often."""
    reach = 1
    while law.beyond(reach) > most:
        reach *= 2
    low = reach // 2
    while reach - low > 1:
        middle = (low + reach) // 2
        low, reach = (middle, reach) if law.beyond(middle) > most else (low, middle)
    return reach


class NoisyCount:
    """Tails of X + N for many cells at once.

    Only x within `reach` of z meets noise whose tail is neither 0 nor 1; beyond it the law of X alone is left. What
    is dropped is below 1e-9 of the tail that is solved for, and whoever solves makes the tail smaller by as much.
    """

    def __init__(self, family: Family, z: Integers, law: Law, tail: float) -> None:
        self._family, self._z, self._noise, self._law = family, z.astype(np.float64), Tail(law), law
        self._reach = furthest(law, tail * NEGLIGIBLE)

    def chunks(self) -> list[Integers]:
        """Cells that are worked on together."""
        cells = np.arange(len(self._z))
        width = min(2 * self._reach + 1, int(min(self._family.most().max(initial=0), 2**40)) + 1)
        return list(np.array_split(cells, max(1, -(-len(cells) * width // _AT_ONCE)))) if len(cells) else []

    def part(self, which: Integers, upper: bool) -> Callable[[Floats, Integers], Floats]:
        """The tail P(X + N >= z), or P(X + N <= z), of some cells, as a function of their parameters."""
        z, reach = self._z[which], self._reach
        family = self._family.kept(which)
        first = np.clip(z - reach, 0, None)
        last = np.minimum(z + reach, family.most())
        width = int(max(0, (last - first).max(initial=-1) + 1))
        x = first[:, None] + np.arange(width)
        x = np.where(x <= last[:, None], x, -1.0)
        fixed = family.constant(x)
        step = z[:, None] - x
        weight = self._noise(step - 1) if upper else self._noise(-step - 1)

        def value(theta: Floats, some: Integers) -> Floats:
            mine = family.kept(some)
            inside = np.exp(fixed[some] + mine.varying(x[some], theta))
            sum_ = np.asarray((inside * weight[some]).sum(axis=1))
            if upper:
                return sum_ + mine.above(z[some] + reach, theta)
            return sum_ + mine.below(z[some] - reach, theta)

        return value

    def noise_tail(self, upper: bool, shift: Floats) -> Floats:
        """P(N >= z - shift), or P(N <= z - shift)."""
        step = self._z - shift
        return self._noise(step - 1) if upper else self._noise(-step - 1)
