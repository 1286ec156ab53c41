"""Thresholds on every pair of small tables: the exact law of what is shown against its (epsilon, delta)."""

from __future__ import annotations

import functools
import itertools
import unicodedata
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import choosing_laws as laws
from epsilog.accounting import zcdp
from epsilog.core.charge import DELTA_UNITS, RHO_UNITS
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.price import exp_minus
from epsilog.core.unknown import Seen
from epsilog.mechanisms.tables.threshold import Threshold

KEYS = ("a", "b", "c")
FAR = 400  # the tail beyond it is below 2^-200 for the laws here
REACH = 4


def pmf(law) -> dict[int, laws.Bracket]:
    """Certified probabilities of the integers within FAR of zero."""

    def exponent(k: int) -> Fraction:
        return abs(k) / law.scale if isinstance(law, DiscreteLaplace) else Fraction(k * k) / (2 * law.sigma_squared)

    ends = {k: exp_minus(exponent(k), laws.BITS) for k in range(-FAR, FAR + 1)}
    low, high = (sum(end[i] for end in ends.values()) for i in (0, 1))
    return {k: (Fraction(end[0], high + 2**20), Fraction(end[1], low)) for k, end in ends.items()}


def one_key(count: int, threshold: int, noise: dict[int, laws.Bracket]) -> dict[object, laws.Bracket]:
    """What is shown of one key: nothing, a value, or a value far above."""
    if count < 1:
        return {"hidden": (Fraction(1), Fraction(1))}
    shown: dict[object, laws.Bracket] = {}
    for k, (low, high) in noise.items():
        value = count + k
        place = "hidden" if value < threshold else min(value, threshold + REACH)
        had = shown.get(place, (Fraction(0), Fraction(0)))
        shown[place] = (had[0] + low, had[1] + high)
    return shown


def hockey_stick(p, q, grow: laws.Bracket) -> Fraction:
    """An upper bound of the sum of (P - e^epsilon Q)+, right to 2^-180."""
    nothing = (Fraction(0), Fraction(0))
    return sum(
        (max(Fraction(0), high - grow[0] * q.get(at, nothing)[0]) for at, (_, high) in p.items()), Fraction(0)
    )


def joint(table, known):
    law = {(): (Fraction(1), Fraction(1))}
    for count in table:
        law = {
            (*so_far, place): (low * share[0], high * share[1])
            for so_far, (low, high) in law.items()
            for place, share in known[count].items()
        }
    return law


@functools.cache
def laws_of_pairs(mechanism: Threshold, replace: bool):
    """The laws on both sides of every pair of tables with counts up to 2 (3 with the newcomer)."""
    noise = pmf(mechanism.law)
    known = {count: one_key(count, mechanism.threshold, noise) for count in range(4)}
    each = mechanism.cells // 2 if replace else mechanism.cells
    units = [unit for unit in itertools.product((0, 1), repeat=3) if 0 < sum(unit) <= each]
    both = [
        (tuple(map(sum, zip(rest, left, strict=True))), tuple(map(sum, zip(rest, right, strict=True))))
        for rest in laws.tables(3, 1 if replace else 2)
        for left in (units if replace else [(0, 0, 0)])
        for right in units
        if left != right
    ]
    law_of = {table: joint(table, known) for table in {t for pair in both for t in pair}}
    return [(law_of[before], law_of[after]) for before, after in both]


def worst_delta(mechanism: Threshold, epsilon: float, replace: bool = False) -> Fraction:
    """The largest delta over all pairs, both directions."""
    low, high = exp_minus(Fraction(epsilon), laws.BITS)
    grow = (Fraction(1 << laws.BITS, high), Fraction(1 << laws.BITS, low))
    return max(
        hockey_stick(one, other, grow)
        for before, after in laws_of_pairs(mechanism, replace)
        for one, other in ((before, after), (after, before))
    )


@pytest.mark.parametrize("cells", [1, 2])
def test_laplace_keeps_its_epsilon_and_delta_on_every_pair(cells):
    mechanism = Threshold(DiscreteLaplace(Fraction(2)), cells, 6)
    worst = worst_delta(mechanism, float(Fraction(cells, 2)))
    assert worst <= mechanism.delta + Fraction(1, 10**15)
    assert worst >= mechanism.delta * Fraction(9, 10)  # a tenth less would be a lie


def test_laplace_under_replace():
    mechanism = Threshold(DiscreteLaplace(Fraction(2)), 2, 6)
    worst = worst_delta(mechanism, 1.0, replace=True)
    assert worst <= mechanism.delta + Fraction(1, 10**15)
    assert worst >= mechanism.delta * Fraction(2, 5)  # only half of the keys can be new on one side


@pytest.mark.parametrize("cells", [1, 2])
def test_gaussian_keeps_its_price_on_every_pair(cells):
    mechanism = Threshold(DiscreteGaussian(Fraction(4)), cells, 7)
    price = mechanism.charge.price()
    rho, slack = Fraction(price.rho, RHO_UNITS), Fraction(price.delta, DELTA_UNITS)
    for conversion in (Fraction(1, 10**3),):
        epsilon = zcdp.epsilon_of(rho, conversion)
        assert worst_delta(mechanism, epsilon) <= slack + conversion
    # Far out only the new keys are left: the delta of the events is nearly met.
    assert worst_delta(mechanism, 20.0) >= slack * Fraction(9, 10)


# Two spellings of one text, and a few others: a unit may well have both.
TWINS = st.sampled_from(["\u00e9", "e\u0301", "\u00e9x", "e\u0301x", "a", ""])


@given(
    st.dictionaries(TWINS, st.integers(-2, 9), max_size=6),
    st.lists(TWINS, min_size=1, max_size=3, unique=True),
)
def test_one_unit_moves_present_keys_by_one_in_at_most_its_cells(table, unit):
    """Whatever twins and empty keys a source lists: at most `cells` keys move once merged, each by one."""
    more = dict(table)
    for key in unit:
        more[key] = max(0, more.get(key, 0)) + 1
    before, after = (
        dict(Seen(tuple(t), np.array(list(t.values()), dtype=np.int64), 3).present()) for t in (table, more)
    )
    moved = {key: after.get(key, 0) - before.get(key, 0) for key in before.keys() | after.keys()}
    assert all(step in (0, 1) for step in moved.values())
    assert sum(moved.values()) <= len(unit)
    assert list(after) == sorted(after)
    assert all(unicodedata.normalize("NFC", key) == key for key in after)
