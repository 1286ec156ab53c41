"""Pure epsilon or rho: the best analyst gains nothing by the "or", and much by every careless form of it.

The analyst chooses each question after the answers so far, turns the account whenever it may, and stops at will.
Found by trying every choice (dynamic programming over the tree of answers): no analyst in these menus does better.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

import numpy as np
import pytest
from scipy.special import logsumexp
from scipy.stats import norm

from epsilog.accounting import zcdp
from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Pure
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace

Rule = Literal["turning", "rho", "two purses", "forgets"]


@dataclass(frozen=True)
class Mechanism:
    """Answers under the two neighbours, and the prices it is booked at: epsilon (infinite if none) and rho."""

    p: tuple[float, ...]
    q: tuple[float, ...]
    epsilon: float
    rho: float


def response(epsilon: float) -> Mechanism:
    """Randomized response: the worst of all mechanisms with this epsilon."""
    truth = math.exp(epsilon) / (1 + math.exp(epsilon))
    return Mechanism((truth, 1 - truth), (1 - truth, truth), epsilon, epsilon * math.tanh(epsilon / 2))


def without_epsilon(mechanism: Mechanism) -> Mechanism:
    """The same booked as Gaussian noise is: at its rho, with no epsilon."""
    return Mechanism(mechanism.p, mechanism.q, math.inf, smallest_rho(mechanism.p, mechanism.q))


def smallest_rho(p: tuple[float, ...], q: tuple[float, ...]) -> float:
    """The least rho, over a grid of orders and a little more, that is true of two laws in both directions."""
    alphas = 1 + np.geomspace(1e-4, 300, 120)
    one, two = np.array(p), np.array(q)
    found = 0.0
    for above, below in ((one, two), (two, one)):
        logs = np.log(above)[:, None] * alphas + np.log(below)[:, None] * (1 - alphas)
        found = max(found, float((logsumexp(logs, axis=0) / (alphas - 1) / alphas).max()))
    return found * 1.01 + 1e-12


def best(menu: tuple[Mechanism, ...], epsilon: float, cap: float, rule: Rule, depth: int) -> float:
    """The largest H_epsilon(P‖Q) any analyst reaches."""
    slack = 1e-12

    def fits_pure(sum_epsilon: float) -> bool:
        return sum_epsilon <= epsilon + slack

    def fits_rho(sum_rho: float) -> bool:
        return sum_rho <= cap + slack

    @cache
    def value(sums: tuple[float, float], leg: str, loss: float, left: int) -> float:
        found = max(0.0, 1 - math.exp(epsilon - loss))  # to stop here
        if not left:
            return found
        for one in menu:
            for to in ("pure", "rho"):
                if rule == "rho" and to == "pure":
                    continue
                # Turned before it is paid for, if what was booked so far fits; then paid for, if the sum does.
                if rule in ("turning", "rho"):
                    after = (sums[0] + one.epsilon, sums[1] + one.rho)
                    now, then = (
                        (fits_pure(sums[0]), fits_pure(after[0]))
                        if to == "pure"
                        else (fits_rho(sums[1]), fits_rho(after[1]))
                    )
                    if (to != leg and not now) or not then:
                        continue
                elif rule == "two purses":
                    after = (sums[0] + one.epsilon, sums[1]) if to == "pure" else (sums[0], sums[1] + one.rho)
                    if not (fits_pure(after[0]) and fits_rho(after[1])):
                        continue
                else:  # what has no epsilon is not counted in pure epsilon at all
                    after = (sums[0] + (0.0 if one.epsilon == math.inf else one.epsilon), sums[1] + one.rho)
                    if to == "pure" and (one.epsilon == math.inf or not fits_pure(after[0])):
                        continue
                    if to == "rho" and not fits_rho(after[1]):
                        continue
                total = sum(
                    chance
                    * value(
                        (round(after[0], 9), round(after[1], 9)),
                        to,
                        round(loss + math.log(chance / other), 9),
                        left - 1,
                    )
                    for chance, other in zip(one.p, one.q, strict=True)
                )
                found = max(found, total)
        return found

    return value((0.0, 0.0), "rho", 0.0, depth)


def swapped(menu: tuple[Mechanism, ...]) -> tuple[Mechanism, ...]:
    return tuple(Mechanism(one.q, one.p, one.epsilon, one.rho) for one in menu)


MENUS = {
    "one table or many": (response(1.0), response(0.05), without_epsilon(response(0.3))),
    "halves": (response(0.5), response(0.25), without_epsilon(response(0.4))),
    "a leak beside it": (
        response(0.5),
        without_epsilon(Mechanism((0.99, 0.01), (0.9999, 0.0001), 0, 0)),
        response(0.2),
    ),
    "three answers": (
        Mechanism((0.5, 0.3, 0.2), (0.4, 0.3, 0.3), math.log(1.5), math.log(1.5) * math.tanh(math.log(1.5) / 2)),
        response(1.0),
        without_epsilon(Mechanism((0.6, 0.3, 0.1), (0.5, 0.3, 0.2), 0, 0)),
    ),
}


@pytest.mark.parametrize("name", MENUS)
def test_the_best_analyst_gains_nothing_by_turning(name: str) -> None:
    delta = 0.02
    cap = float(zcdp.rho_of(Fraction(1), Fraction(delta)))
    for menu in (MENUS[name], swapped(MENUS[name])):
        alone, turning = (best(menu, 1.0, cap, rule, 4) for rule in ("rho", "turning"))
        assert abs(turning - alone) < 1e-12
        assert turning <= delta


def test_careless_forms_are_found_out_by_the_same_analyst() -> None:
    """The power of the test above: two purses, and a pure account that forgets what has no epsilon."""
    delta = 0.02
    cap = float(zcdp.rho_of(Fraction(1), Fraction(delta)))
    worst = {
        rule: max(best(menu, 1.0, cap, rule, 4) for menu in MENUS.values()) for rule in ("two purses", "forgets")
    }
    assert worst["two purses"] > 2 * delta
    assert worst["forgets"] > 2 * delta


def _random_menu(random: np.random.Generator) -> tuple[Mechanism, ...]:
    menu = []
    for _ in range(3):
        size = int(random.integers(2, 4))
        p = random.dirichlet(np.ones(size)) * 0.98 + 0.02 / size
        q = p * np.exp(random.uniform(-0.7, 0.7, size))
        q /= q.sum()
        epsilon = float(np.abs(np.log(p / q)).max())
        one = Mechanism(tuple(p), tuple(q), epsilon, 0.0)
        rho = min(epsilon * math.tanh(epsilon / 2), smallest_rho(one.p, one.q))
        menu.append(Mechanism(one.p, one.q, epsilon if random.random() < 0.6 else math.inf, rho))
    return tuple(menu)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.nightly)])
def test_no_random_menu_breaks_the_promise(seed: int) -> None:
    """Sixty menus by day, a thousand at night; asymmetric, both orders, depth 3."""
    random = np.random.default_rng(seed)
    for _ in range(1000 if seed else 60):
        menu, delta = _random_menu(random), float(random.choice([0.001, 0.01, 0.05]))
        cap = float(zcdp.rho_of(Fraction(1), Fraction(delta)))
        for one in (menu, swapped(menu)):
            alone, turning = (best(one, 1.0, cap, rule, 3) for rule in ("rho", "turning"))
            assert abs(turning - alone) < 1e-12
            assert turning <= delta


# The numbers of docs/proofs/turning.md, section 4, for (1, 1e-6)

PROMISE = Allowance.approximate(1, "1e-6")
RHO = PROMISE.cap / 1e12


def gaussian(epsilon: float, rho: float) -> float:
    """H_epsilon of two normal laws with this rho."""
    mu = math.sqrt(2 * rho)
    return float(norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu))


def test_two_purses_break_the_promise_64_000_times() -> None:
    one = response(1.0)
    found = sum(p * gaussian(1 - math.log(p / q), RHO) for p, q in zip(one.p, one.q, strict=True))
    assert 0.064 < found < 0.065


def test_months_on_different_legs_break_the_promise_22_times_under_replace() -> None:
    """Half of the one month and half of the other, with the product's own noise: scale 2, and variance 1/rho."""
    at = np.arange(-400, 401)
    laplace = DiscreteLaplace(Fraction(2))
    p, q = laplace.pmf(at), laplace.pmf(at - 1)
    law = DiscreteGaussian(Fraction(10**12, PROMISE.cap))
    assert abs(float(law.sigma_squared) - 41.0577) < 1e-3
    here, there = law.pmf(at), law.pmf(at - 1)
    losses = np.round(np.log(p / q), 6)
    found = 0.0
    for loss in np.unique(losses):
        weight = p[losses == loss].sum()
        found += weight * np.maximum(here - math.exp(1 - loss) * there, 0).sum()
    assert 2.1e-5 < found < 2.4e-5


def test_a_turned_account_is_no_zcdp_of_its_cap() -> None:
    """Read below its epsilon, in twelve blocks, or for a group, it keeps less than rho would say."""
    said = float(zcdp.epsilon_of(Fraction(PROMISE.cap, 10**12), Fraction(1, 1000)))
    assert 0.59 < said < 0.6
    one = response(1.0)
    assert one.p[0] - math.exp(said) * one.q[0] > 0.24
    assert 3.8 < float(zcdp.epsilon_of(12 * Fraction(PROMISE.cap, 10**12), Fraction(1, 10**6))) < 3.9 < 12


def test_one_pure_release_would_starve_its_siblings() -> None:
    """Why a tree is turned as a whole: above this epsilon one release is more rho than the whole account has."""
    assert Pure("0.2211").price().rho < PROMISE.cap < Pure("0.2213").price().rho
    assert round(Pure("0.5").price().rho / PROMISE.cap, 2) == 5.03


def test_a_smaller_epsilon_may_have_the_larger_rho() -> None:
    assert Allowance.approximate("0.9", "1e-4").cap > PROMISE.cap
