"""exp(-x) between two integers: fixed hard cases; random ones are in tests/property."""

from fractions import Fraction

import mpmath
import pytest

from epsilog.core.price import exp_minus

HARD = [
    Fraction(0),
    Fraction(1),
    Fraction(1, 2),
    Fraction(1, 10**100),
    Fraction(10**100 + 1, 10**100),
    Fraction(2**20, 3),
    Fraction(63),
    Fraction(64),
    Fraction(64 * 10**9 - 1, 10**9),
    Fraction(65),
    Fraction(10**100),
    Fraction(7, 8),
]


@pytest.mark.parametrize("bits", [1, 2, 8, 64, 256, 2000])
@pytest.mark.parametrize("x", HARD, ids=str)
def test_the_bracket_holds_and_is_narrow(x: Fraction, bits: int) -> None:
    low, high = exp_minus(x, bits)
    with mpmath.workprec(bits + 400):
        true = mpmath.exp(-mpmath.mpf(x.numerator) / x.denominator) * mpmath.mpf(2) ** bits
        assert low <= true <= high
    assert 0 <= high - low <= 2


@pytest.mark.parametrize(("x", "bits"), [(Fraction(-1), 8), (Fraction(1), 0)])
def test_outside_its_domain(x: Fraction, bits: int) -> None:
    with pytest.raises(ValueError, match="exp_minus"):
        exp_minus(x, bits)
