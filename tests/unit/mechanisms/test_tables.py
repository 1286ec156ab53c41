"""The table mechanisms: what they refuse, what they carry, what they never say."""

from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.charge import charge_from_dict
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.mechanisms.tables.gaussian import Gaussian
from epsilog.mechanisms.tables.laplace import Laplace
from epsilog.noise import LIMIT, Randomness, discrete_gaussian, discrete_laplace
from epsilog.testing import seeded

SECRET = 987654321


def table(values, sensitivity=None, grain=Fraction(1)):
    sensitivity = sensitivity or Sensitivity.of_cells(1)
    return Bounded(tuple(range(len(values))), np.array(values, dtype=np.int64), grain, sensitivity)


def both(covers, grain=Fraction(1)):
    return [Laplace(Fraction(3), covers, grain), Gaussian(Fraction(9), covers, grain)]


@pytest.mark.parametrize("mechanism", both(Sensitivity.of_cells(2)), ids=["laplace", "gaussian"])
def test_refuses_a_table_that_may_move_further(mechanism):
    for too_much in (Sensitivity.of_cells(3), Sensitivity.of_rows(2)):
        with pytest.raises(SensitivityExceeded) as refusal:
            mechanism(table([SECRET], too_much), Randomness())
        assert str(SECRET) not in str(refusal.value)
    mechanism(table([SECRET], Sensitivity.of_cells(1)), Randomness())


@pytest.mark.parametrize("mechanism", both(Sensitivity.of_rows(2)), ids=["laplace", "gaussian"])
def test_neither_norm_alone_is_enough(mechanism):
    """Two rows move a table by 2 and 4 (squared), four cells by 4 and 4: the same Euclidean norm, a larger sum."""
    with pytest.raises(SensitivityExceeded):
        mechanism(table([SECRET], Sensitivity.of_cells(4)), Randomness())


def test_the_noise_is_one_draw_for_each_cell_of_the_law_that_is_charged():
    values = list(range(-500, 500))
    covers = Sensitivity.of_cells(1)
    scale, variance = Fraction(7, 2), Fraction(31, 2)
    for mechanism, draws in (
        (Laplace(scale, covers), discrete_laplace(scale, 1000, seeded(5))),
        (Gaussian(variance, covers), discrete_gaussian(variance, 1000, seeded(5))),
    ):
        noisy = mechanism(table(values), seeded(5))
        assert (noisy.values - values).tolist() == draws.tolist()
        assert len(set(draws.tolist())) > 10
    assert Laplace(scale, covers).charge.scale == Laplace(scale, covers).noise.law.scale == scale
    assert (
        Gaussian(variance, covers).charge.sigma_squared
        == Gaussian(variance, covers).noise.law.sigma_squared
        == variance
    )


@pytest.mark.parametrize("mechanism", both(Sensitivity.of_cells(1), Fraction(1, 4)), ids=["laplace", "gaussian"])
def test_refuses_another_grain_and_answers_on_its_own(mechanism):
    with pytest.raises(SpecError, match="grain"):
        mechanism(table([4], grain=Fraction(1, 2)), Randomness())
    noisy = mechanism(table([400] * 50, grain=Fraction(1, 4)), Randomness())
    assert np.all(noisy.values * 4 == np.round(noisy.values * 4))
    assert abs(np.median(noisy.values) - 100) < 5


@pytest.mark.parametrize("mechanism", both(Sensitivity.of_cells(1)), ids=["laplace", "gaussian"])
def test_the_answer_says_when_a_seed_was_used(mechanism):
    assert mechanism(table([1]), seeded(7)).reproducible
    assert not mechanism(table([1]), Randomness()).reproducible
    first, again = (mechanism(table(range(100)), seeded(7)).values for _ in range(2))
    assert np.array_equal(first, again)


@pytest.mark.parametrize("mechanism", both(Sensitivity.of_cells(1)), ids=["laplace", "gaussian"])
def test_extreme_values_saturate_and_empty_tables_stay_empty(mechanism):
    noisy = mechanism(table([2**63 - 1, -(2**63), 0]), Randomness())
    assert noisy.values[0] <= float(LIMIT)
    assert noisy.values[1] >= -float(LIMIT)
    assert mechanism(table([]), Randomness()).values.shape == (0,)


def test_the_charge_is_the_one_of_scale_and_norms():
    covers = Sensitivity.of_rows(3)
    assert charge_from_dict(Laplace(Fraction(6), covers).charge.to_dict()).pure() == 500_000_000_000
    assert Gaussian(Fraction(9), covers).charge.price().rho == 500_000_000_000


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf"), True, "0x1", "1e400"])
def test_bad_scales_are_refused_by_name(scale):
    with pytest.raises(SpecError, match="scale"):
        Laplace(scale, Sensitivity.of_cells(1))
    with pytest.raises(SpecError, match="sigma_squared"):
        Gaussian(scale, Sensitivity.of_cells(1))


@pytest.mark.parametrize("value", ["1e-13", "1e35", 10**40])
def test_noise_that_cannot_be_drawn_is_refused_before_anything_is_charged(value):
    with pytest.raises(SpecError, match="scale"):
        Laplace(value, Sensitivity.of_cells(1))
    with pytest.raises(SpecError, match="sigma_squared"):
        Gaussian(value, Sensitivity.of_cells(1))


@pytest.mark.parametrize("mechanism", both(Sensitivity.of_cells(1), Fraction(1, 4)), ids=["laplace", "gaussian"])
def test_grains_are_the_same_draw_without_loss(mechanism):
    """Beyond 2^53 a float cannot hold every integer; the stored answer must."""
    far = table([2**60 + 1, -(2**60) - 1, 12], grain=Fraction(1, 4))
    grains = mechanism.grains(far, seeded(9))
    assert grains.dtype == np.int64
    assert (grains.astype(float) / 4).tolist() == mechanism(far, seeded(9)).values.tolist()
    noise = mechanism.grains(table([0, 0, 0], grain=Fraction(1, 4)), seeded(9))
    assert [int(g) - int(x) for g, x in zip(grains, far.values, strict=True)] == noise.tolist()
    with pytest.raises(SensitivityExceeded):
        mechanism.grains(table([SECRET], Sensitivity.of_cells(2), Fraction(1, 4)), Randomness())
    with pytest.raises(SpecError, match="grain"):
        mechanism.grains(table([SECRET]), Randomness())
