"""Everything of ours passes its own audit, black box and white box. False-alarm rate 1e-6 per audit.

The samplers draw from the operating system here, as a release does: no seed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.audit import audit, exact
from epsilog.core.charge import Gaussian, Laplace
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.noise import (
    bernoulli,
    discrete_gaussian,
    discrete_laplace,
    exponential_choice,
    permute_and_flip,
)

SURE = "0.999999"


@pytest.mark.parametrize("scale", ["1", "3", "10"])
def test_discrete_laplace(scale: str) -> None:
    def count(data: int, size: int) -> Any:
        return data + discrete_laplace(Fraction(scale), size)

    verdict = audit(count, 0, 1, Laplace(Fraction(scale), 1, 1), samples=1_000_000, confidence=SURE)
    assert verdict.passed, str(verdict)


def test_discrete_laplace_is_measured_tightly() -> None:
    def count(data: int, size: int) -> Any:
        return data + discrete_laplace(10, size)

    verdict = audit(count, 0, 1, 0.1, samples=12_000_000, confidence="0.9999", families=["half-lines"])
    assert verdict.passed
    assert verdict.epsilon >= 0.095


def test_too_little_discrete_laplace_fails() -> None:
    """The power twin: one tenth too little noise is caught."""

    def count(data: int, size: int) -> Any:
        return data + discrete_laplace("0.9", size)

    assert not audit(count, 0, 1, Laplace(1, 1, 1), samples=1_000_000, confidence=SURE).passed


@pytest.mark.parametrize("sigma_squared", [1, 4, 100])
def test_discrete_gaussian_keeps_its_zcdp_promise(sigma_squared: int) -> None:
    def count(data: int, size: int) -> Any:
        return data + discrete_gaussian(sigma_squared, size)

    claim = Gaussian(sigma_squared, 1)
    verdict = audit(count, 0, 1, claim, samples=500_000, confidence=SURE)
    assert verdict.passed, str(verdict)
    assert [level.delta for level in verdict.claim.levels] == [0.1, 0.01, 0.001, 1e-05]


def test_a_gaussian_with_its_variance_mistaken_for_its_deviation_fails() -> None:
    """The power twin: sigma² = 10 drawn where sigma = 10 was charged."""

    def count(data: int, size: int) -> Any:
        return data + discrete_gaussian(10, size)

    assert not audit(count, 0, 4, Gaussian(100, 16), samples=500_000, confidence=SURE).passed


@pytest.mark.parametrize("choose", [exponential_choice, permute_and_flip])
def test_private_choices(choose: Any) -> None:
    """Scores differ by one in every cell; weights epsilon·score/2 with epsilon = 1."""

    def pick(data: list[int]) -> int:
        return int(choose([Fraction(score, 2) for score in data]))

    verdict = audit(pick, [1, 0, 0], [0, 1, 1], 1.0, samples=10_000, confidence=SURE)
    assert verdict.passed, str(verdict)
    assert verdict.epsilon > 0.2  # it does look


@pytest.mark.parametrize("choose", [exponential_choice, permute_and_flip])
def test_a_private_choice_without_the_half_fails(choose: Any) -> None:
    """The power twin: weights epsilon·score, the factor 1/2 forgotten."""

    def pick(data: list[int]) -> int:
        return int(choose([Fraction(score) for score in data]))

    assert not audit(pick, [1, 0, 0], [0, 1, 1], 1.0, samples=15_000, confidence=SURE).passed


def test_randomized_response() -> None:
    """Tell the truth with probability 3/4: epsilon = ln 3."""

    def respond(data: int, size: int) -> Any:
        return data ^ bernoulli(Fraction(1, 4), size).astype(np.int8)

    verdict = audit(respond, 0, 1, "1.0986122887", samples=1_000_000, confidence=SURE)
    assert verdict.passed, str(verdict)
    assert verdict.epsilon > 1.06


@pytest.mark.parametrize(("scale", "shift"), [("1", 1), ("3", 2), ("10", 1), ("1/3", 1)])
def test_the_price_of_laplace_covers_its_exact_curve(scale: str, shift: int) -> None:
    law = DiscreteLaplace(Fraction(scale))
    p, q = exact.shifted_laws(law, shift, 400)
    charge = Laplace(Fraction(scale), shift, shift * shift)
    assert exact.epsilon_of(p, q) == pytest.approx(charge.pure() / 1e12, abs=1e-9)
    _curve_is_covered(p, q, charge)


@pytest.mark.parametrize(("sigma_squared", "shift"), [("1/4", 1), ("1", 1), ("4", 3), ("100", 7)])
def test_the_price_of_a_gaussian_covers_its_exact_curve(sigma_squared: str, shift: int) -> None:
    law = DiscreteGaussian(Fraction(sigma_squared))
    p, q = exact.shifted_laws(law, shift, 400)
    _curve_is_covered(p, q, Gaussian(Fraction(sigma_squared), shift * shift))


def _curve_is_covered(p: Any, q: Any, charge: Any) -> None:
    from epsilog.accounting import zcdp

    rho = Fraction(charge.price().rho, 10**12)
    for delta in (1e-1, 1e-2, 1e-4, 1e-6, 1e-9):
        assert exact.epsilon_of(p, q, delta) <= zcdp.epsilon_of(rho, delta) + 1e-9
