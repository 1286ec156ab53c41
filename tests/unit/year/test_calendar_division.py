"""One budget over reports that come back: the handbook's figures, and the optimum against a search."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.accounting import gaussian, zcdp
from epsilog.errors import SpecError
from epsilog.year.division import Claim, Coin, divide_budget, root, worse_by

YEAR = ((365, 1, 50), (52, 4, 25), (12, 16, 10))  # times, weight, margin


def cost(claims: list[Claim], prices: tuple[Fraction, ...], coin: Coin) -> float:
    """What is made least: the sum of times · pull / price, or / price²."""
    power = 1 if coin == "zcdp" else 2
    return sum(
        claim.times * float(claim.pull) / float(price) ** power for claim, price in zip(claims, prices, strict=True)
    )


def continuous_rho(margin: int) -> float:
    """The handbook's rule for continuous Gaussian noise with a sensitivity of one, z²/(2 margin²)."""
    return (NormalDist().inv_cdf(0.975) / margin) ** 2 / 2


def test_the_handbooks_year_by_its_own_formulas() -> None:
    epsilon = sum(times * math.log(20) / margin for times, _, margin in YEAR)  # continuous Laplace noise
    assert round(epsilon, 2) == 31.69
    rho = sum(times * continuous_rho(margin) for times, _, margin in YEAR)
    assert round(rho, 5) == 0.67072
    assert round(zcdp.epsilon_of(rho, "1e-6"), 2) == 6.17
    mu = math.sqrt(2 * rho)
    assert round(mu, 4) == 1.1582
    assert gaussian.delta_of(mu, 5.79) <= 1e-6 < gaussian.delta_of(mu, 5.77)  # one frozen Gaussian plan: 5.78


@pytest.mark.parametrize(
    ("coin", "budget", "parts", "least"),
    [
        ("pure", 10, (0.02093001, 0.03322431, 0.05274031), 2181332.98 / 2),
        ("zcdp", 1, (0.00193424, 0.00386847, 0.00773694), 133644.5 * 2),
    ],
)
def test_the_handbooks_weights(coin: Coin, budget: int, parts: tuple[float, ...], least: float) -> None:
    claims = [Claim(times, Fraction(weight)) for times, weight, _ in YEAR]
    found = divide_budget(Fraction(budget), claims, coin)
    assert [round(float(part), 8) for part in found] == list(parts)
    # The handbook's objective counts the variance itself: 2/epsilon², or 1/(2 rho).
    assert cost(claims, found, coin) == pytest.approx(least, rel=1e-6)
    assert abs(sum(claim.times * part for claim, part in zip(claims, found, strict=True)) - budget) < Fraction(
        1, 10**30
    )


AMOUNTS = st.fractions(min_value=Fraction(1, 1000), max_value=10, max_denominator=1000)
CLAIMS = st.lists(
    st.builds(
        lambda times, pull, low, more: Claim(times, pull, low, None if more is None else low + more),
        st.integers(1, 400),
        AMOUNTS,
        st.one_of(st.just(Fraction(0)), AMOUNTS),
        st.one_of(st.none(), AMOUNTS),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=150, deadline=None)
@given(CLAIMS, AMOUNTS, st.sampled_from(["pure", "zcdp"]))
def test_no_exchange_between_two_reports_is_better(claims: list[Claim], extra: Fraction, coin: Coin) -> None:
    """Within floors and caps, within the budget, all of it unless every cap is reached, and at the optimum.

    The sum is convex, so a division that no small exchange between two reports improves is the best there is.
    """
    budget = sum(claim.times * claim.low for claim in claims) + extra
    found = divide_budget(budget, claims, coin)
    spent = sum(claim.times * part for claim, part in zip(claims, found, strict=True))
    assert spent <= budget
    assert all(claim.low <= part for claim, part in zip(claims, found, strict=True))
    capped = [claim.high is not None and part == claim.high for claim, part in zip(claims, found, strict=True)]
    assert all(claim.high is None or part <= claim.high for claim, part in zip(claims, found, strict=True))
    assert all(capped) or budget - spent < Fraction(1, 10**25)
    power = 1 if coin == "zcdp" else 2
    # What one more unit of budget would be worth to each: who could give must not gain less than who could take.
    worth = [float(claim.pull) / float(part) ** (power + 1) for claim, part in zip(claims, found, strict=True)]
    for giver, one in enumerate(claims):
        for taker in range(len(claims)):
            if found[giver] > one.low and not capped[taker]:
                assert worth[taker] <= worth[giver] * (1 + 1e-9)


def test_floors_that_cannot_be_paid() -> None:
    with pytest.raises(SpecError, match="floors"):
        divide_budget(Fraction(1), [Claim(365, Fraction(1), low=Fraction(1, 100))], "pure")


def test_a_floor_and_a_cap_take_and_leave() -> None:
    claims = [
        Claim(1, Fraction(1), low=Fraction(3)),
        Claim(1, Fraction(1), high=Fraction(1)),
        Claim(1, Fraction(1)),
    ]
    assert divide_budget(Fraction(9), claims, "zcdp") == (4, 1, 4)
    assert divide_budget(Fraction(5), claims, "zcdp") == (3, 1, 1)
    assert divide_budget(Fraction(4), claims, "zcdp") == (3, Fraction(1, 2), Fraction(1, 2))
    assert divide_budget(Fraction(5), claims[1:], "zcdp") == (1, 4)  # what the cap leaves goes to the other


def test_roots_and_factors() -> None:
    assert root(Fraction(2), 2) ** 2 <= 2
    assert abs(float(root(Fraction(2), 3)) - 2 ** (1 / 3)) < 1e-15
    assert root(Fraction(0), 3) == 0
    assert worse_by(10, 10, "pure") == 1
