"""How many coefficients to keep: what the choice is priced by, what it picks, what it refuses."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epsilog.accounting.dominating import atoms
from epsilog.audit import audit
from epsilog.core.charge import Gaussian
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.kept import Kept
from epsilog.mechanisms.tables.scored import Scored
from epsilog.noise import system
from epsilog.testing import seeded
from series_patterns import patterns, visit

ONE = Fraction(1)


def kept(
    horizon=8,
    basis="cosine",
    candidates=(1, 2, 4, 8),
    cells=1,
    covers=None,
    choice=ONE,
    rho=Fraction(1, 2),
    **other,
):
    return Kept(horizon, basis, candidates, cells, covers or visit(2), ONE, choice, rho, **other)


@pytest.mark.parametrize("basis", ["cosine", "fourier", "haar"])
@pytest.mark.parametrize("times", [1, 2, 8])
def test_no_unit_moves_what_is_dropped_further_than_priced(basis, times) -> None:
    """Every pattern on calm, wild and huge series; and at worst it comes close, so the price is not idle."""
    mechanism = kept(basis=basis, covers=visit(times))
    moved = mechanism.chooser.covers.spread // 2
    rng, worst = np.random.default_rng(1), 0
    for base in (np.zeros(8, int), rng.integers(0, 50, 8), rng.integers(0, 2**40, 8)):
        before = mechanism.dropped(base.astype(np.int64)[:, None])
        for steps in patterns(8, times, 1):
            other = base.astype(np.int64).copy()
            other[list(steps)] += 1
            after = mechanism.dropped(other[:, None])
            for k in mechanism.candidates:
                worst = max(worst, abs(after[k] - before[k]))
                assert abs(after[k] - before[k]) <= moved
    assert worst > moved / 3


@given(st.lists(st.integers(-(2**62), 2**62), min_size=8, max_size=8), st.integers(0, 7))
def test_huge_values_move_it_no_further(values, step) -> None:
    mechanism = kept(covers=visit(1))
    one = np.array(values, dtype=np.int64)[:, None]
    two = one.copy()
    two[step] += 1
    before, after = mechanism.dropped(one), mechanism.dropped(two)
    assert max(abs(before[k] - after[k]) for k in before) <= mechanism.chooser.covers.spread // 2


def test_a_smooth_series_keeps_few_and_a_rough_one_many() -> None:
    always = visit(64)
    mechanism = kept(64, candidates=(2, 8, 64), covers=always, choice=Fraction(20), rho=Fraction(1))
    smooth = np.full(64, 900, dtype=np.int64)
    rough = smooth + 600 * (-1) ** np.arange(64)
    picked = {}
    for name, values in (("smooth", smooth), ("rough", rough)):
        keep, noisy = mechanism(BoundedSeries(values[:, None], ONE, always), seeded(3))
        picked[name] = keep
        assert noisy.values.shape == (64, 1)
        assert np.abs(noisy.values[:, 0] - values).mean() < 30
    assert picked == {"smooth": 2, "rough": 64}


def test_prices_add_up_and_no_candidate_costs_more_than_was_paid() -> None:
    mechanism = kept(rho=Fraction(1, 2))
    assert mechanism.charge.price().rho == 125_000_000_000 + 500_000_000_000
    for k in mechanism.candidates:
        assert mechanism.release(k).charge.price().rho <= 500_000_000_000
    pure = kept(rho=None, epsilon=Fraction(1, 2))
    assert pure.charge.pure() == 1_500_000_000_000
    for k in pure.candidates:
        assert pure.release(k).charge.pure() <= 500_000_000_000
    assert [pure.cost(k) for k in (1, 8)] == sorted(pure.cost(k) for k in (1, 8))


def test_the_choice_stays_within_its_epsilon_and_one_with_heavier_utilities_is_caught() -> None:
    """False-alarm rate 1e-6. One unit in every step moves the best candidates against each other."""
    always = visit(8)
    mechanism = kept(candidates=(1, 8), covers=always, choice=ONE)
    before, after = np.full(8, 5, dtype=np.int64), np.array([5, 5, 5, 5, 6, 6, 6, 6])

    def picks(data, size, times=1):
        lost = mechanism.dropped(np.asarray(data)[:, None])
        flat = np.array([-lost[k] * times for k in mechanism.candidates], dtype=np.int64)
        scored = Scored(mechanism.candidates, flat, mechanism.chooser.covers)
        return np.array([mechanism.chooser(scored, system).label for _ in range(size)])

    assert audit(picks, before, after, 1.0, samples=1_500, confidence="0.999999").passed
    wrong = audit(
        lambda data, size: picks(data, size, 12), before, after, 1.0, samples=1_500, confidence="0.999999"
    )
    assert not wrong.passed


def test_refusals() -> None:
    for wrong in ((), (0,), (9,), (2, 2), ("x",)):
        with pytest.raises(SpecError):
            kept(candidates=wrong)
    for other in ({"rho": None}, {"rho": ONE, "epsilon": ONE}, {"choice": Fraction(0)}, {"rho": Fraction(-1)}):
        with pytest.raises(SpecError):
            kept(**other)
    with pytest.raises(SpecError):
        kept(horizon=2**12)
    mechanism = kept()
    with pytest.raises(SensitivityExceeded):
        mechanism(BoundedSeries(np.zeros((8, 1), dtype=np.int64), ONE, visit(3)), seeded(1))
    with pytest.raises(SpecError):
        mechanism(BoundedSeries(np.zeros((7, 1), dtype=np.int64), ONE, visit(2)), seeded(1))


def test_the_charge_is_not_that_of_one_number() -> None:
    """Many coefficients are drawn: the exact law of one number, which frozen prices use, is not theirs."""
    _, told = kept(rho=Fraction(1, 50)).charge.charges
    assert told.price().rho == 2 * 10**10
    assert atoms(told) is None
    assert atoms(Gaussian(25, 1)) is not None  # what a norm of 1 at the same price would be read as


@pytest.mark.parametrize("value", [0, 1, 10**6, 2**62, -(2**62)])
def test_a_cost_beyond_a_word_is_held(value) -> None:
    """The norm of the noise alone is above 2^63: every table has utilities all the same, and is drawn."""
    wide = kept(cells=2**20, covers=visit(1), rho=None, epsilon=Fraction(1, 2**33))
    assert wide.release(4).law.variance * 4 * 2**20 > 2**126
    assert [wide.cost(keep) for keep in wide.candidates] == [2**60] * 4
    series = BoundedSeries(np.full((8, 1), value), ONE, visit(1))
    assert wide(series, seeded(1))[0] in wide.candidates


def test_what_is_dropped_is_held() -> None:
    """Many cells at their ends: the norm of what is left out is above 2^60, and is counted as 2^60."""
    wide = kept(horizon=2, candidates=(1, 2), cells=64, covers=visit(1))
    values = np.tile(np.array([[2**62], [-(2**62)]]), (1, 64))
    assert wide.dropped(values) == {1: 2**60, 2: 0}


def test_noise_that_no_candidate_could_draw_is_refused_at_once() -> None:
    """Not when that candidate is picked: which one is picked depends on the data."""
    with pytest.raises(SpecError, match="wider or narrower"):
        kept(rho=None, epsilon=Fraction(1, 10**12))
    with pytest.raises(SpecError, match="wider or narrower"):
        kept(rho=Fraction(1, 10**30))
