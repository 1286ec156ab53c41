"""The exact core under random input: brackets hold, numbers read back, records return."""

import json
from fractions import Fraction

import mpmath
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.charge import (
    Approx,
    BoundedRange,
    Charge,
    Composed,
    Gaussian,
    Laplace,
    Pure,
    Repeated,
    charge_from_dict,
)
from epsilog.core.number import exact, spell_number
from epsilog.core.price import exp_minus, rho_of_pure
from epsilog.errors import SpecError

fractions = st.fractions(min_value=Fraction(1, 10**6), max_value=50, max_denominator=10**6)


@settings(max_examples=300, deadline=None)
@given(x=st.fractions(min_value=0, max_value=400, max_denominator=10**30), bits=st.integers(1, 600))
def test_exp_minus_brackets_the_true_value(x: Fraction, bits: int) -> None:
    low, high = exp_minus(x, bits)
    with mpmath.workprec(bits + 700):
        true = mpmath.exp(-mpmath.mpf(x.numerator) / x.denominator) * mpmath.mpf(2) ** bits
        assert low <= true <= high
    assert high - low <= 2


@settings(deadline=None)
@given(number=st.fractions(max_denominator=10**100).filter(lambda f: abs(f.numerator) < 10**120))
def test_what_is_written_is_read(number: Fraction) -> None:
    assert exact(spell_number(number), "x") == number


@settings(max_examples=300, deadline=None)
@given(
    value=st.one_of(
        st.text(max_size=20), st.floats(), st.integers(), st.booleans(), st.decimals(), st.none(), st.binary()
    )
)
def test_exact_reads_or_says_why_not(value: object) -> None:
    try:
        number = exact(value, "field")
    except SpecError as error:
        where = error.where
    else:
        where = "field"
        assert exact(spell_number(number), "field") == number
        if isinstance(value, float):
            assert float(number) == value
    assert where == "field"


@settings(max_examples=200, deadline=None)
@given(epsilon=fractions, times=st.integers(1, 10**9))
def test_prices_are_rounded_up_and_tight(epsilon: Fraction, times: int) -> None:
    with mpmath.workdps(80):
        e = mpmath.mpf(epsilon.numerator) / epsilon.denominator
        gap = rho_of_pure(epsilon, times) - times * e * mpmath.tanh(e / 2) * 10**12
        assert 0 <= gap <= 1 + mpmath.mpf("1e-9")


leaves = st.one_of(
    fractions.map(Pure),
    st.builds(Laplace, fractions, st.integers(1, 50), st.integers(1, 2500)),
    st.builds(Gaussian, fractions, st.integers(1, 2500), st.sampled_from(["discrete", "continuous"])),
    st.builds(
        Approx,
        fractions,
        st.fractions(min_value=Fraction(1, 10**12), max_value=Fraction(1, 2), max_denominator=10**12),
    ),
    fractions.map(BoundedRange),
)
charges: st.SearchStrategy[Charge] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map(lambda parts: Composed(tuple(parts))),
        st.builds(Repeated, inner, st.integers(1, 1000)),
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(charge=charges)
def test_records_return_and_prices_are_sums_over_leaves(charge: Charge) -> None:
    assert charge_from_dict(json.loads(json.dumps(charge.to_dict()))) == charge
    rho = sum(leaf.price().rho * times for leaf, times in charge.parts())
    delta = sum(leaf.price().delta * times for leaf, times in charge.parts())
    assert (charge.price().rho, charge.price().delta) == (rho, delta)


@settings(max_examples=100, deadline=None)
@given(charge=charges, n=st.integers(1, 50))
def test_n_charges_cost_n_times_one(charge: Charge, n: int) -> None:
    assert (charge * n).price() == Composed((charge,) * n).price() == charge.price() * n
