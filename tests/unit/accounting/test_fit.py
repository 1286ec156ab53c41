"""The chi-square of a sample: false alarms at most 1e-6 each, and 5 % wrong scales must be seen."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from epsilog.accounting.fit import fit_of, masses
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.errors import SpecError

# Seeded: each p-value below 1e-6 would be a false alarm, and with fixed seeds the outcome never changes.
LAWS: list[Law] = [DiscreteLaplace(Fraction(1)), DiscreteLaplace(Fraction(50)), DiscreteGaussian(Fraction(30))]
LAWS += [DiscreteGaussian(Fraction(1, 4)), DiscreteLaplace(Fraction(30_000))]


def drawn(law: Law, size: int, seed: int) -> NDArray[np.int64]:
    """Inverse transform in plain floats; exact enough for a test of the test."""
    reach = 1
    while law.beyond(reach) > 1e-12:
        reach *= 2
    support = np.arange(-reach, reach + 1)
    weights = law.pmf(support)
    return np.random.default_rng(seed).choice(support, size, p=weights / weights.sum()).astype(np.int64)


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_a_right_sample_passes(law: Law) -> None:
    fit = fit_of(drawn(law, 100_000, 7), law)
    assert fit.p_value > 1e-6
    assert fit.freedom >= 2


@pytest.mark.parametrize(
    ("true", "claimed"),
    [
        (DiscreteLaplace(Fraction(105, 100)), DiscreteLaplace(Fraction(1))),
        (DiscreteLaplace(Fraction(21, 2)), DiscreteLaplace(Fraction(10))),
        (DiscreteGaussian(Fraction(110, 100)), DiscreteGaussian(Fraction(1))),
        (DiscreteLaplace(Fraction(3150)), DiscreteLaplace(Fraction(3000))),
    ],
    ids=repr,
)
def test_five_percent_wrong_is_seen(true: Law, claimed: Law) -> None:
    assert fit_of(drawn(true, 400_000, 8), claimed).p_value < 1e-6


@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(20)), DiscreteGaussian(Fraction(50))], ids=repr)
def test_tails_and_lists_agree(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    edges = np.array([-300, -7, -1, 0, 1, 2, 40, 301])
    listed = masses(law, edges)
    monkeypatch.setattr("epsilog.accounting.fit._LISTED", 0)
    np.testing.assert_allclose(masses(law, edges), listed, rtol=1e-9, atol=1e-14)


def test_a_shift_is_seen() -> None:
    law = DiscreteLaplace(Fraction(2))
    assert fit_of(drawn(law, 50_000, 9) + 1, law).p_value < 1e-6


def test_too_few_draws_are_refused() -> None:
    with pytest.raises(SpecError, match="few"):
        fit_of(np.zeros(3, dtype=np.int64), DiscreteLaplace(Fraction(1)))
