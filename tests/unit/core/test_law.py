"""The laws of one cell against sums taken term by term with 50 digits."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law, Noise
from epsilog.errors import SpecError

LAWS: list[Law] = [
    *(DiscreteLaplace(Fraction(b)) for b in ("1/10", "1/2", "1", "3/2", "10", "100")),
    *(DiscreteGaussian(Fraction(s)) for s in ("1/100", "1/4", "1", "4", "30", "2500")),
]


def table(law: Law) -> dict[int, mpmath.mpf]:
    with mpmath.workdps(50):
        if isinstance(law, DiscreteLaplace):
            rate = mpmath.mpf(law.scale.denominator) / law.scale.numerator
            reach = int(80 / rate) + 5
            weight = {k: mpmath.exp(-abs(k) * rate) for k in range(-reach, reach + 1)}
        else:
            assert isinstance(law, DiscreteGaussian)
            s = mpmath.mpf(law.sigma_squared.numerator) / law.sigma_squared.denominator
            reach = int(14 * mpmath.sqrt(s)) + 5
            weight = {k: mpmath.exp(-(k * k) / (2 * s)) for k in range(-reach, reach + 1)}
        total = mpmath.fsum(weight.values())
        return {k: w / total for k, w in weight.items()}


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_every_figure_against_brute_force(law: Law) -> None:
    exactly = table(law)
    ks = np.array([-7, -1, 0, 1, 2, 5], dtype=np.int64)
    for k, p in zip(ks, law.pmf(ks), strict=True):
        assert p == pytest.approx(float(exactly.get(int(k), mpmath.mpf(0))), rel=1e-11, abs=1e-300)
    assert law.variance == pytest.approx(float(mpmath.fsum(k * k * p for k, p in exactly.items())), rel=1e-10)
    assert law.mean_absolute == pytest.approx(float(mpmath.fsum(abs(k) * p for k, p in exactly.items())), rel=1e-10)
    for t in (-2, -1, 0, 1, 3, 10):
        beyond = float(mpmath.fsum(p for k, p in exactly.items() if abs(k) > t))
        assert law.beyond(t) == pytest.approx(beyond, rel=1e-9, abs=1e-30)


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_margins_are_the_smallest_that_hold(law: Law, confidence: float) -> None:
    exactly = table(law)
    miss = 1 - Fraction(str(confidence))

    def beyond(t: int) -> mpmath.mpf:
        return mpmath.fsum(p for k, p in exactly.items() if abs(k) > t)

    margin = int(Noise(law, Fraction(1)).margin(confidence))
    assert beyond(margin) <= miss.numerator / mpmath.mpf(miss.denominator) + mpmath.mpf("1e-14")
    assert margin == 0 or beyond(margin - 1) > miss.numerator / mpmath.mpf(miss.denominator)


def test_worked_margins_and_variances() -> None:
    margins = [Noise(DiscreteLaplace(Fraction(b)), Fraction(1)).margin(0.95) for b in (10, 2, 1)]
    assert margins == [30.0, 6.0, 3.0]
    assert DiscreteLaplace(Fraction(1)).variance == pytest.approx(1.8413, abs=5e-5)
    assert Noise(DiscreteLaplace(Fraction(2)), Fraction(1, 4)).margin(0.95) == 1.5


@pytest.mark.parametrize("sigma", [10**4, 99_999, 100_001, 10**6])
def test_the_large_sigma_branch_meets_the_sums(sigma: int) -> None:
    law = DiscreteGaussian(Fraction(sigma**2))
    assert law.variance == pytest.approx(sigma**2, rel=1e-9)
    assert law.mean_absolute == pytest.approx(sigma * np.sqrt(2 / np.pi), rel=1e-8)
    assert Noise(law, Fraction(1)).margin(0.95) == pytest.approx(1.959964 * sigma, rel=2e-5)


def test_extreme_parameters_stay_finite() -> None:
    for law in (DiscreteLaplace(Fraction(1, 10**100)), DiscreteGaussian(Fraction(1, 10**100))):
        assert law.variance == 0.0
        assert Noise(law, Fraction(1)).margin(0.95) == 0.0
    assert DiscreteLaplace(Fraction(10**100)).variance == pytest.approx(2e200)
    assert Noise(DiscreteLaplace(Fraction(10**30)), Fraction(1)).margin(0.95) == pytest.approx(2.9957e30, rel=1e-4)


@pytest.mark.parametrize("bad", [0, -1, float("nan"), True, "x"])
def test_bad_parameters(bad: object) -> None:
    for law in (DiscreteLaplace, DiscreteGaussian):
        with pytest.raises(SpecError):
            law(bad)  # type: ignore[arg-type]
    with pytest.raises(SpecError):
        Noise(DiscreteLaplace(Fraction(1)), bad)  # type: ignore[arg-type]
    with pytest.raises(SpecError):
        Noise(DiscreteLaplace(Fraction(1)), Fraction(1)).margin(bad)  # type: ignore[arg-type]
