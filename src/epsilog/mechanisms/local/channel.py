"""The law of one report, written out: for every value the exact probability of every report. For small domains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from epsilog.errors import SpecError


@dataclass(frozen=True)
class Channel:
    """One row for each value: which report, in the bytes that are sent, with which probability.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> Channel(({b"y": 2 * third, b"n": third}, {b"y": half, b"n": half})).odds()
    Fraction(3, 2)
    """

    rows: tuple[Mapping[bytes, Fraction], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if sum(row.values()) != 1 or min(row.values()) < 0:
                raise SpecError("the probabilities of a value's reports must add up to one", where="channel")

    def odds(self) -> Fraction | None:
        """The largest ratio of one report's probability under two values; None where it is infinite."""
        worst = Fraction(1)
        for report in {one for row in self.rows for one in row}:
            chances = [row.get(report, Fraction(0)) for row in self.rows]
            if max(chances) > 0:
                if min(chances) == 0:
                    return None
                worst = max(worst, max(chances) / min(chances))
        return worst

    def then(self, second: Mapping[bytes, Mapping[bytes, Fraction]]) -> Channel:
        """What comes out if every report is randomized again, by the row of `second` that bears its name."""
        rows = []
        for row in self.rows:
            made: dict[bytes, Fraction] = {}
            for first, chance in row.items():
                for report, next_chance in second[first].items():
                    made[report] = made.get(report, Fraction(0)) + chance * next_chance
            rows.append(made)
        return Channel(tuple(rows))


def bit_rows(chances: Sequence[Sequence[Fraction]]) -> tuple[Mapping[bytes, Fraction], ...]:
    """Rows of independent bits packed as they are sent: the first value in the highest bit of the first byte.

    >>> dict(bit_rows([[Fraction(1, 4)]])[0]) == {bytes([0]): Fraction(3, 4), bytes([128]): Fraction(1, 4)}
    True
    """
    rows = []
    for ones in chances:
        width = len(ones)
        row = {}
        for pattern in range(1 << width):
            chance = Fraction(1)
            for at, one in enumerate(ones):
                chance *= one if pattern >> (width - 1 - at) & 1 else 1 - one
            row[(pattern << -width % 8).to_bytes(-(-width // 8), "big")] = chance
        rows.append(row)
    return tuple(rows)
