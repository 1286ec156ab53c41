"""Fourier, cosine and Haar: norms against every move, least squares, and the mistakes others made."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.transform import SCALE, Transform, orthonormal
from epsilog.testing import seeded
from series_patterns import visit

BASES = ["fourier", "cosine", "haar"]


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize(("n", "keep"), [(1, 1), (6, 6), (7, 5), (8, 3), (12, 12), (12, 7)])
def test_rows_are_orthonormal(basis, n, keep):
    rows = orthonormal(basis, n, keep)
    assert rows.shape == (keep, n)
    gram = rows @ rows.T
    np.testing.assert_allclose(gram, np.eye(keep), atol=1e-12)  # also where halves are uneven


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize(("n", "keep"), [(7, 3), (8, 8), (6, 5)])
def test_no_move_of_a_short_series_goes_further_than_stated(basis, n, keep):
    """Every vector of -1, 0 and 1: all participation patterns of at most `times` steps and all signs."""
    strategy = Transform(n, basis, keep, cells=1)
    moves = np.array(list(itertools.product((-1, 0, 1), repeat=n)), dtype=np.int64)
    moved = moves @ strategy.matrix.T
    touched = np.abs(moves).sum(axis=1)
    for times in range(1, n + 1):
        reach = strategy.reach(visit(times))
        inside = touched <= times
        assert np.abs(moved[inside]).sum(axis=1).max() <= reach.l1
        assert (moved[inside] ** 2).sum(axis=1).max() <= reach.l2_squared


@pytest.mark.parametrize("basis", BASES)
def test_a_unit_spread_over_cells_is_covered_in_both_norms(basis):
    """Each contribution in a cell of its own: the L1 norm grows with the cells, and is charged."""
    strategy = Transform(8, basis, 8, cells=8)
    moved = strategy.answers(np.eye(8, dtype=np.int64))
    reach = strategy.reach(visit(8))
    assert int(np.abs(moved).sum()) <= reach.l1
    assert int((moved**2).sum()) <= reach.l2_squared
    assert reach.l1 > Transform(8, basis, 8, cells=1).reach(visit(8)).l1
    with pytest.raises(SpecError):
        Transform(8, basis, 8, cells=7).answers(np.eye(8, dtype=np.int64))


@pytest.mark.parametrize("basis", BASES)
def test_contributions_counted_apiece_may_lie_anywhere(basis):
    """Every placing of three entries in a table of four steps and three cells, with all signs."""
    strategy = Transform(4, basis, 3, cells=3)
    way = Participation(3, 1, 1, True, "add-remove", apiece=True)
    reach, worst = strategy.reach(way), 0
    for places in itertools.combinations(range(12), 3):
        for signs in itertools.product((1, -1), repeat=3):
            move = np.zeros(12, dtype=np.int64)
            move[list(places)] = signs
            moved = strategy.answers(move.reshape(4, 3)).astype(object)
            assert int(np.abs(moved).sum()) <= reach.l1
            assert int((moved**2).sum()) <= reach.l2_squared
            worst = max(worst, int((moved**2).sum()))
    assert worst > 0.8 * reach.l2_squared
    assert reach.l2_squared < strategy.reach(way.together).l2_squared / 2  # what counting apiece is good for


def test_the_norm_is_that_of_a_person_on_every_day():
    """The mistakes seen in the wild: sensitivity 1 whatever the unit, and k instead of 2k - 1 real numbers."""
    year, k = visit(365), 10
    strategy = Transform(365, "fourier", 2 * k - 1, cells=1)
    reach = strategy.reach(year)
    assert reach.l2_squared / SCALE**2 == pytest.approx(365, rel=1e-3)
    assert reach.l1 / SCALE == pytest.approx(np.sqrt((2 * k - 1) * 365), rel=1e-3)
    present = np.ones((365, 1), dtype=np.int64)
    assert int((strategy.answers(present) ** 2).sum()) >= 0.9999 * reach.l2_squared  # attained: nothing is wasted
    # numpy's transform is not normalised: its first number moves by 365, which scale sqrt(k·365) does not cover.
    assert np.abs(np.fft.rfft(present[:, 0])[:k]).sum() > np.sqrt(k * 365) * 4


@pytest.mark.parametrize("basis", BASES)
def test_all_coefficients_give_the_series_back_and_gains_are_variances(basis):
    values = np.random.default_rng(1).integers(-100, 1000, (16, 2))
    strategy = Transform(16, basis, 16, cells=2)
    np.testing.assert_allclose(strategy.decode_all(strategy.answers(values), 16), values, atol=1e-6)
    np.testing.assert_allclose(strategy.gains(16) * SCALE**2, 1, rtol=1e-4)
    few = Transform(16, basis, 5, cells=2)
    assert few.gains(16).mean() * SCALE**2 == pytest.approx(5 / 16, rel=1e-4)


def test_a_release_in_a_batch_and_no_stream():
    mechanism = Factorised.at_rho(Transform(16, "cosine", 5, cells=1), visit(16), Fraction(1), "0.5")
    smooth = (100 + 50 * np.cos(np.pi * (np.arange(16) + 0.5) / 16)).astype(np.int64)[:, None]
    noisy = mechanism(BoundedSeries(smooth, Fraction(1), visit(16)), seeded(1))
    assert np.abs(noisy.values - smooth).mean() < 12
    with pytest.raises(SpecError, match="streams"):
        mechanism.start(1)
    with pytest.raises(SpecError, match="at once"):
        mechanism(BoundedSeries(smooth[:5], Fraction(1), visit(16)), seeded(1))


@pytest.mark.parametrize("bad", [("fourrier", 3), ("cosine", 0), ("haar", 17), ("cosine", True)])
def test_bad_transforms(bad):
    with pytest.raises(SpecError):
        Transform(16, *bad, cells=1)
