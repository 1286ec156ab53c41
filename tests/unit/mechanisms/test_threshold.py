"""Unknown keys: the certified tail, what is refused, what must not show, ranges near the threshold."""

from __future__ import annotations

import math
import pickle
import unicodedata
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.accounting.rare import at_least
from epsilog.core.charge import Approx, Gaussian, Laplace, charge_from_dict
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.unknown import Seen
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.tables.threshold import Threshold
from epsilog.noise import LIMIT, Randomness, discrete_gaussian, discrete_laplace
from epsilog.testing import check_charge, seeded

SECRET = 987654321
LAPLACE, GAUSSIAN = DiscreteLaplace(Fraction(2)), DiscreteGaussian(Fraction(9))
LAWS = [LAPLACE, GAUSSIAN, DiscreteLaplace(Fraction(1, 3)), DiscreteGaussian(Fraction(1, 4))]
laws = pytest.mark.parametrize("law", LAWS, ids=str)


def seen(table: dict[str, int], cells: int = 1) -> Seen:
    return Seen(tuple(table), np.array(list(table.values()), dtype=np.int64), cells)


def tail(law, t: int) -> mpmath.mpf:
    """P(Z >= t) to 60 digits, by plain summation."""
    with mpmath.workdps(60):
        if isinstance(law, DiscreteLaplace):
            q = mpmath.exp(-mpmath.mpf(law.scale.denominator) / law.scale.numerator)
            return q**t / (1 + q) if t >= 1 else 1 - q ** (1 - t) / (1 + q)
        double = 2 * mpmath.mpf(law.sigma_squared.numerator) / law.sigma_squared.denominator
        far = math.ceil(25 * math.sqrt(float(law.sigma_squared))) + abs(t) + 5
        weights = {k: mpmath.exp(-mpmath.mpf(k * k) / double) for k in range(-far, far + 1)}
        return mpmath.fsum(w for k, w in weights.items() if k >= t) / mpmath.fsum(weights.values())


@pytest.mark.parametrize(
    "law",
    [
        *LAWS,
        DiscreteLaplace(Fraction(100)),
        *(DiscreteGaussian(Fraction(v)) for v in ("0.01", "1", "100", "40000")),
    ],
    ids=str,
)
def test_the_tail_is_an_upper_bound_right_to_six_digits(law):
    for t in (1, 2, 3, 7, 20, 100):
        bound, true = at_least(law, t), tail(law, t)
        if true > mpmath.mpf(10) ** -60:
            with mpmath.workdps(60):
                ratio = mpmath.mpf(bound.numerator) / bound.denominator / true - 1
                assert -(mpmath.mpf(10) ** -50) <= ratio <= mpmath.mpf(10) ** -5


@pytest.mark.parametrize("variance", ["1e6", "1e8", "1e20", "1e34"])
def test_the_tail_of_wide_noise_is_an_upper_bound_to_one_part_in_fifty(variance):
    law = DiscreteGaussian(Fraction(variance))
    sigma = math.isqrt(int(law.sigma_squared))
    for many in (1, 3, 5, 8):
        t = many * sigma
        with mpmath.workdps(60):
            # Between the integrals from t and from t - 1: a falling sum.
            low, high = (mpmath.erfc(mpmath.mpf(x) / sigma / mpmath.sqrt(2)) / 2 for x in (t, t - 1))
            bound = mpmath.mpf(at_least(law, t).numerator) / at_least(law, t).denominator
            assert low < bound <= high * (1 + mpmath.mpf(1) / 50)


@laws
@pytest.mark.parametrize("delta", ["1e-2", "1e-6", "1e-12", "1e-18"])
@pytest.mark.parametrize("cells", [1, 7])
def test_the_threshold_is_the_lowest_that_keeps_delta(law, delta, cells):
    mechanism = Threshold.for_delta(law, cells, delta)
    assert mechanism.delta <= Fraction(delta)
    assert cells * tail(law, mechanism.threshold - 1) <= mpmath.mpf(mechanism.delta.numerator) / (
        mechanism.delta.denominator
    )
    if mechanism.threshold > 2:
        assert cells * at_least(law, mechanism.threshold - 2) > Fraction(delta)


def test_worked_thresholds():
    """Laplace: 1 + b·ln(c/(δ(1 + q))), rounded up."""
    for scale, cells, delta in ((1, 1, 1e-6), (2, 2, 1e-6), (10, 4, 1e-9)):
        q = math.exp(-1 / scale)
        expected = 1 + math.ceil(scale * math.log(cells / (delta * (1 + q))))
        law = DiscreteLaplace(Fraction(scale))
        assert Threshold.for_delta(law, cells, str(delta)).threshold == expected


def test_the_charge_is_that_of_the_noise_and_of_the_event():
    laplace, gaussian = Threshold(LAPLACE, 3, 30), Threshold(GAUSSIAN, 3, 30)
    assert laplace.charge.charges == (Laplace(Fraction(2), 3, 3), Approx(Fraction(0), laplace.delta))
    assert gaussian.charge.charges == (Gaussian(Fraction(9), 3), Approx(Fraction(0), gaussian.delta))
    for mechanism in (laplace, gaussian):
        assert charge_from_dict(mechanism.charge.to_dict()) == mechanism.charge
        assert check_charge(mechanism.charge).count == 7
        assert mechanism.charge.price().delta == mechanism.delta * 10**18 > 0
        assert mechanism.charge.pure() is None


@laws
def test_the_noise_is_one_draw_for_each_present_key_of_the_law_that_is_charged(law):
    counts = {f"key {at:03}": 1000 + at for at in range(200)}
    found = Threshold(law, 1, 30)(seen(counts), seeded(5))
    draw = discrete_laplace if isinstance(law, DiscreteLaplace) else discrete_gaussian
    width = law.scale if isinstance(law, DiscreteLaplace) else law.sigma_squared
    expected = np.arange(1000, 1200) + draw(width, 200, seeded(5))
    assert found.keys == tuple(counts)
    assert found.counts.tolist() == expected.tolist()
    assert (found.law, found.threshold, found.reproducible) == (law, 30, True)


def test_every_shown_count_reaches_the_threshold_and_the_rest_is_silent():
    mechanism = Threshold(LAPLACE, 1, 12)
    table = {f"{at:04}": 12 for at in range(2000)}
    found = mechanism(seen(table), Randomness())
    assert found.counts.min() == 12
    assert 0 < len(found.keys) < 2000
    assert len(found.keys) == len(found.counts)
    assert mechanism(seen({}), Randomness()).keys == ()
    assert not mechanism(seen({}), Randomness()).reproducible


def test_the_order_of_the_source_does_not_show():
    table = dict.fromkeys(("b", "a", "é", "Z", "中", "10", "9", ""), 500)
    turned = dict(reversed(table.items()))
    first, second = (Threshold(LAPLACE, 1, 12)(seen(t), seeded(3)) for t in (table, turned))
    assert first.keys == second.keys == tuple(sorted(table))
    assert first.counts.tolist() == second.counts.tolist()


def test_keys_nobody_has_are_no_keys_and_twins_are_one():
    wide = unicodedata.normalize("NFD", "é")
    table = {"é": 700, wide: 300, "none": 0, "less": -5, "x": 1}
    assert list(seen(table).present()) == [("x", 1), ("é", 700)]
    shown = Threshold(DiscreteLaplace(Fraction(1, 10)), 1, 2)
    for _ in range(50):
        assert set(shown(seen({"none": 0, "less": -(2**63)}), Randomness()).keys) == set()


def test_extreme_counts_saturate():
    found = Threshold(LAPLACE, 1, 12)(seen({"a": 2**63 - 1, "b": -(2**63)}), Randomness())
    assert found.keys == ("a",)
    assert abs(int(found.counts[0])) <= LIMIT


def test_refuses_units_in_more_keys_and_says_nothing_private():
    mechanism = Threshold(LAPLACE, 2, 30)
    private = seen({"plague of Mr Smith": SECRET, "b": 1, "c": 2}, cells=3)
    with pytest.raises(SensitivityExceeded) as refusal:
        mechanism(private, Randomness())
    shown = str(refusal.value) + repr(private) + str(private) + repr(mechanism)
    for secret in ("Smith", str(SECRET)):
        assert secret not in shown
    assert repr(private) == repr(seen({}, cells=3))  # not even how many keys
    with pytest.raises(PrivacyError):
        pickle.dumps(private)
    mechanism(seen({"a": 5}, cells=2), Randomness())


@pytest.mark.parametrize(
    ("keys", "counts"),
    [
        (("a",), [1]),
        (("a",), np.array([1.0])),
        (("a", "b"), np.array([1])),
        ((1,), np.array([1])),
        ((None,), np.array([1])),
        ((b"a",), np.array([1])),
        ("ab", np.array([1, 2])),
    ],
    ids=str,
)
def test_malformed_keys_are_refused(keys, counts):
    with pytest.raises(SpecError):
        Seen(keys, counts, 1)


@pytest.mark.parametrize("cells", [0, -1, 1.5, float("nan"), True, 2**63, "1e400"])
def test_bad_numbers_of_keys_are_refused(cells):
    with pytest.raises(SpecError, match="cells"):
        Seen((), np.array([], dtype=np.int64), cells)
    with pytest.raises(SpecError, match="cells"):
        Threshold(LAPLACE, cells, 30)
    with pytest.raises(SpecError, match="cells"):
        Threshold.for_delta(LAPLACE, cells, "1e-6")


@pytest.mark.parametrize("delta", [0, 1, -1, 2, float("nan"), "1e-19", True, "0x1", None, 5e-324])
def test_bad_deltas_are_refused(delta):
    with pytest.raises(SpecError, match="delta"):
        Threshold.for_delta(LAPLACE, 1, delta)


@pytest.mark.parametrize("threshold", [0, 1, -5, 2.5, float("inf"), True, 2**61])
def test_bad_thresholds_are_refused(threshold):
    with pytest.raises(SpecError, match="threshold"):
        Threshold(LAPLACE, 1, threshold)


def test_a_threshold_that_hides_nothing_is_refused():
    with pytest.raises(SpecError, match="threshold"):
        Threshold(DiscreteLaplace(Fraction(100)), 3, 2)


@pytest.mark.parametrize("law", [None, "laplace", 2.0, DiscreteLaplace(Fraction(1, 10**13))], ids=str)
def test_other_laws_are_refused(law):
    for call in (
        lambda: Threshold(law, 1, 30),
        lambda: Threshold.for_delta(law, 1, "1e-6"),
    ):
        with pytest.raises(SpecError):
            call()
