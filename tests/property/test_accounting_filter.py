"""The filter as a state machine against plain addition; conversions keep their order."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.accounting import zcdp
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount, Filter
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, Laplace, Pure
from epsilog.errors import BudgetExceeded

small = st.fractions(Fraction(1, 1000), Fraction(1, 5), max_denominator=1000)
charges: st.SearchStrategy[Charge] = st.one_of(
    small.map(Pure),
    small.map(BoundedRange),
    st.builds(Laplace, st.integers(5, 500), st.integers(1, 5), st.integers(1, 25)),
    st.builds(Gaussian, st.integers(20, 5000), st.integers(1, 9)),
    st.builds(Approx, small, st.sampled_from(["1e-9", "1e-8", "3e-8"])),
)


@settings(max_examples=100, deadline=None)
@given(asked=st.lists(charges, max_size=40), events=st.sampled_from(["0", "1e-7", "5e-7"]))
def test_admitted_charges_never_exceed_the_caps_and_refusals_change_nothing(
    asked: list[Charge], events: str
) -> None:
    allowance = Allowance.approximate(1, "1e-6", events)
    account, rho, delta = Filter(allowance), 0, 0
    for charge in asked:
        price = charge.price()
        fits = rho + price.rho <= allowance.cap and delta + price.delta <= allowance.cap_delta
        assert account.admits(charge) is fits
        if fits:
            account.spend(charge)
            rho, delta = rho + price.rho, delta + price.delta
        else:
            try:
                account.spend(charge)
            except BudgetExceeded:
                refused = True
            else:
                refused = False
            assert refused
        assert account.spent == Amount(rho, delta)
        assert account.remaining == Amount(allowance.cap - rho, allowance.cap_delta - delta)
        account = Filter.from_dict(account.to_dict())
    # What the account promises when used up covers what was really spent.
    left = allowance.delta - allowance.for_events
    assert zcdp.epsilon_of(Fraction(rho, 10**12), left) <= 1


@settings(max_examples=100, deadline=None)
@given(
    epsilon=st.fractions(Fraction(1, 1000), 20, max_denominator=1000),
    exponent=st.integers(1, 30),
)
def test_conversions_round_against_each_other(epsilon: Fraction, exponent: int) -> None:
    delta = Fraction(1, 10**exponent)
    rho = zcdp.rho_of(epsilon, delta)
    assert Fraction(zcdp.epsilon_of(rho, delta)) <= epsilon
    assert Fraction(zcdp.delta_of(rho, epsilon)) <= delta
    more = rho * (1 + Fraction(1, 10**6)) + Fraction(1, 10**11)
    assert Fraction(zcdp.epsilon_of(more, delta)) > epsilon or rho == 0
