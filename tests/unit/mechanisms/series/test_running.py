"""Running totals: norms against every participation pattern, stream against batch, figures against the papers'."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.charge import charge_from_dict
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import multiplier_error
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.testing import seeded
from series_patterns import matrix_of, streamed, visit, worst, worst_replacement

SECRET = 987654321
MADE = {
    "tree": BinaryTree,
    "root": lambda n: SquareRoot(n, normalised=False),
    "normalised": lambda n: SquareRoot(n, normalised=True),
}
every = pytest.mark.parametrize("make", MADE.values(), ids=MADE)


@every
@pytest.mark.parametrize("n", [1, 2, 5, 8, 12])
def test_no_pattern_moves_the_answers_further_than_stated(make, n):
    strategy = make(n)
    matrix = matrix_of(strategy, n)
    for times, apart in [(1, 1), (2, 1), (3, 1), (2, 4), (3, 4), (4, 3), (12, 5)]:
        reach = strategy.reach(visit(times, apart))
        l1, l2 = worst(matrix, min(times, 4), apart)  # at least 3 apart no more than 4 fit into 12
        assert l1 <= reach.l1
        assert l2 <= reach.l2_squared
        if times == 1 or (isinstance(strategy, SquareRoot) and not strategy.normalised):
            assert l2 == reach.l2_squared  # exact, not only a bound


@every
def test_a_person_in_every_step(make):
    n = 9
    matrix = matrix_of(make(n), n)
    moved = matrix.sum(axis=1)
    reach = make(n).reach(visit(n, 1))
    assert int(moved @ moved) <= reach.l2_squared
    assert int(moved.sum()) <= reach.l1


@every
def test_replacing_one_unit_by_another(make):
    matrix = matrix_of(make(8), 8)
    for times, apart in [(1, 1), (2, 3)]:
        l1, l2 = worst_replacement(matrix, times, apart)
        reach = make(8).reach(visit(times, apart, neighbours="replace"))
        assert l1 <= reach.l1
        assert l2 <= reach.l2_squared
        signed = make(8).reach(visit(times, apart, signed=True, neighbours="replace"))
        assert 4 * worst(matrix, times, apart)[1] <= signed.l2_squared


@every
def test_norms_scale_with_the_grains_of_one_contribution(make):
    one, five = (make(12).reach(visit(2, 3, most=most)) for most in (1, 5))
    assert (five.l1, five.l2_squared) == (5 * one.l1, 25 * one.l2_squared)


@every
def test_a_step_spread_over_cells_moves_no_further_than_in_one(make):
    """`most` bounds a row's sum: three cells by 2, 2 and 1, twice, against five grains in one cell."""
    strategy, row = make(10), np.array([2, 2, 1])
    values = np.zeros((10, 3), dtype=np.int64)
    values[0] = values[4] = row
    moved = strategy.answers(values)
    assert int((moved**2).sum()) <= strategy.reach(visit(2, 4, most=5)).l2_squared


@every
@pytest.mark.parametrize("n", [1, 2, 7, 33])
def test_stream_and_batch_are_the_same(make, n):
    rng = np.random.default_rng(n)
    strategy = make(n)
    values = rng.integers(0, 1000, (n, 3))
    batch = strategy.answers(values)
    noise = rng.integers(-(10**6), 10**6, batch.shape)
    answers, decoded = streamed(strategy, values, noise)
    assert np.array_equal(answers, batch)
    np.testing.assert_allclose(decoded, strategy.decode_all(batch + noise, n), rtol=0, atol=1e-6)


@every
def test_without_noise_the_totals_are_exact(make):
    values = np.random.default_rng(5).integers(-(10**6), 10**6, (100, 2))
    strategy = make(100)
    np.testing.assert_allclose(
        strategy.decode_all(strategy.answers(values), 100), np.cumsum(values, axis=0), rtol=0, atol=1e-3
    )


@every
def test_gains_are_the_variances_of_the_decoder(make):
    n = 21
    strategy = make(n)
    rows = len(strategy.answers(np.zeros((n, 1), dtype=np.int64)))
    decoder = strategy.decode_all(np.eye(rows, dtype=np.int64) * 2**20, n) / 2**20
    np.testing.assert_allclose((decoder**2).sum(axis=1), strategy.gains(n), rtol=1e-9)


@pytest.mark.parametrize(("n", "most", "mean"), [(256, 2.645, 2.557), (1024, 3.081, 2.991), (4096, 3.518, 3.428)])
def test_the_normalised_root_reaches_its_figures_within_a_thousandth(n, most, mean):
    largest, typical = multiplier_error(SquareRoot(n, normalised=True), visit(), n)
    assert largest == pytest.approx(most, rel=1e-3)
    assert typical == pytest.approx(mean, rel=1e-3)


@pytest.mark.parametrize(
    ("n", "most", "mean"),
    [(2, 1.25, 1.18585412), (4, 1.48828125, 1.38141730), (8, 1.71837926, 1.58585750), (16, 1.94387885, 1.79681444),
     (1024, 3.27255415, 3.10978991)],
)  # fmt: skip
def test_the_plain_root_reaches_its_figures(n, most, mean):
    largest, typical = multiplier_error(SquareRoot(n, normalised=False), visit(), n)
    assert largest == pytest.approx(most, rel=2e-4)
    assert typical == pytest.approx(mean, rel=2e-4)


@pytest.mark.parametrize(("n", "most", "mean"), [(16, 3.723, 2.663), (1024, 7.990, 5.650), (65536, 12.233, 8.650)])
def test_the_tree_reaches_its_figures(n, most, mean):
    largest, typical = multiplier_error(BinaryTree(n), visit(), n)
    assert largest == pytest.approx(most, abs=6e-4)
    assert typical == pytest.approx(mean, abs=6e-4)


def test_several_contributions_reach_the_handbook_figures():
    """(apart, times) and the plain root at n = 1024: 25.15 / 23.90 and 7.938 / 7.543."""
    root = SquareRoot(1024, normalised=False)
    for apart, times, most, mean in ((64, 16, 25.15, 23.90), (256, 4, 7.938, 7.543), (1, 1024, 1478, 1405)):
        largest, typical = multiplier_error(root, visit(times, apart), 1024)
        assert largest == pytest.approx(most, rel=1e-3)
        assert typical == pytest.approx(mean, rel=1e-3)


def released(values, participation=None, grain=Fraction(1)):
    return BoundedSeries(np.array(values, dtype=np.int64).reshape(-1, 1), grain, participation or visit())


@every
def test_a_release_costs_what_was_asked_and_streams_the_same_law(make):
    mechanism = Factorised.at_rho(make(12), visit(), Fraction(1), "0.5")
    assert mechanism.charge.price().rho <= 5 * 10**11 < mechanism.charge.price().rho + 10**6
    assert charge_from_dict(mechanism.charge.to_dict()) == mechanism.charge
    noisy = mechanism(released(range(12)), seeded(1))
    assert noisy.reproducible
    assert noisy.values.shape == (12, 1)
    state = mechanism.start(1)
    for value in range(12):
        out, state = mechanism.step(released([value]), state, seeded(value))
    assert out.shape == (1,)
    with pytest.raises(PrivacyError, match="horizon"):
        mechanism.step(released([1]), state, seeded(3))


@every
def test_pure_epsilon(make):
    mechanism = Factorised.at_epsilon(make(12), visit(2, 3), Fraction(1), "0.5")
    assert mechanism.charge.pure() == 5 * 10**11
    assert isinstance(mechanism.law, DiscreteLaplace)


def test_refusals_say_no_value():
    mechanism = Factorised(BinaryTree(4), visit(2, 3), Fraction(1), DiscreteGaussian(Fraction(100)))
    for other in (
        visit(3, 3),
        visit(2, 2),
        visit(2, 3, most=2),
        visit(2, 3, neighbours="replace"),
        visit(1, signed=True),
    ):
        with pytest.raises(SensitivityExceeded) as refusal:
            mechanism(released([SECRET] * 4, other), seeded(1))
        assert str(SECRET) not in str(refusal.value)
    mechanism(released([SECRET] * 4, visit(1, 7)), seeded(1))
    with pytest.raises(PrivacyError, match="horizon"):
        mechanism(released([SECRET] * 5, visit(1, 3)), seeded(1))
    with pytest.raises(SpecError, match="grain"):
        mechanism(released([SECRET], visit(1, 3), Fraction(1, 2)), seeded(1))
    assert str(SECRET) not in repr(released([SECRET]))


def test_a_narrow_span_is_not_covered_by_a_promise_without_one():
    assert visit(3).covers(visit(3, span=5))
    assert visit(3, span=5).covers(visit(3, span=4))
    assert not visit(3, span=5).covers(visit(3))
    assert not visit(3, span=5).covers(visit(1, span=6))


def test_a_state_draws_once():
    mechanism = Factorised(BinaryTree(4), visit(), Fraction(1), DiscreteGaussian(Fraction(100)))
    state = mechanism.start(1)
    mechanism.step(released([1]), state, seeded(1))
    with pytest.raises(PrivacyError, match="already"):
        mechanism.step(released([1]), state, seeded(1))


@every
def test_values_beyond_all_bounds_are_held_and_nothing_wraps(make):
    strategy = make(12)
    huge = np.full((12, 1), 2**63 - 1, dtype=np.int64)
    mechanism = Factorised.at_rho(strategy, visit(), Fraction(1), 1)
    held = mechanism.drawn(BoundedSeries(huge, Fraction(1), visit()), seeded(2))
    assert held.min() > 0
    assert held.max() <= 2**61
    wide = strategy.answers(np.full((12, 1), strategy.largest, dtype=np.int64)).astype(object)
    assert np.array_equal(wide[:, 0], matrix_of(strategy, 12).astype(object).sum(axis=1) * strategy.largest)


@pytest.mark.parametrize("bad", [0, -1, 2.5, True, "many", None, float("nan")])
def test_participation_is_read_exactly(bad):
    for field in ("times", "apart", "most"):
        with pytest.raises(SpecError):
            visit(**{field: bad})
    if bad is not None:
        with pytest.raises(SpecError):
            visit(span=bad)
    with pytest.raises(SpecError):
        visit(signed=None)
    with pytest.raises(SpecError):
        visit(neighbours="event")
    with pytest.raises(SpecError):
        BinaryTree(bad)
    with pytest.raises(SpecError):
        SquareRoot(bad, normalised=True)
