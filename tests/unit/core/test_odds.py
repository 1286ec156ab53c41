"""Odds never exceed exp(epsilon), epsilons never fall below ln(odds), and both are as near as they say."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epsilog.core.odds import epsilon_of, odds_within
from epsilog.errors import SpecError


@given(st.fractions(Fraction(1, 1000), 32, max_denominator=10**9))
def test_odds_are_below_and_near(epsilon: Fraction) -> None:
    with mpmath.workdps(60):
        true = mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)
        odds = odds_within(epsilon)
        found = mpmath.mpf(odds.numerator) / odds.denominator
        assert found <= true < found + mpmath.mpf(2) ** -39


@given(st.fractions(1, 10**12, max_denominator=10**6))
def test_epsilons_are_above_and_near(odds: Fraction) -> None:
    with mpmath.workdps(60):
        true = mpmath.log(mpmath.mpf(odds.numerator) / odds.denominator)
        epsilon = epsilon_of(odds)
        found = mpmath.mpf(epsilon.numerator) / epsilon.denominator
        assert true <= found < true + mpmath.mpf("2e-12") + true * mpmath.mpf(2) ** -40


@pytest.mark.parametrize("epsilon", [0, "1/1001", -1, 33, float("nan"), float("inf"), "one", None, True])
def test_no_odds_for_what_is_no_claim(epsilon: object) -> None:
    with pytest.raises(SpecError):
        odds_within(epsilon)
