"""Coverage of standardised risks, from many simulated tables at once.

Each assertion raises a false alarm at most once in 1e6; an interval that forgets sampling fails it.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.infer.replay import fresh
from epsilog.postprocess.infer.standardised import standardised_risk

RISKS, PEOPLE, WEIGHTS = np.array([0.04, 0.1, 0.25]), np.array([400, 300, 200]), np.array([5.0, 3.0, 2.0])
TRUTH = float(RISKS @ WEIGHTS / WEIGHTS.sum())
LAWS = [DiscreteLaplace(1), DiscreteLaplace(Fraction(5)), DiscreteGaussian(Fraction(30))]


def tables(
    law: Law, rows: int, seed: int, *, sampled: bool = True, people: np.ndarray = PEOPLE, risks: np.ndarray = RISKS
) -> tuple[np.ndarray, np.ndarray]:
    """Noisy events and others of three strata; without sampling every stratum has its expected numbers."""
    rng = np.random.default_rng(seed)
    events = rng.binomial(people, risks, (rows, 3)) if sampled else np.tile(np.rint(people * risks), (rows, 1))
    events = events.astype(np.int64)
    noise = fresh(law, (2, rows, 3), rng)
    return events + noise[0], people - events + noise[1]


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_ranges_hold_the_standardised_risk_as_often_as_stated(law: Law) -> None:
    found = standardised_risk(*tables(law, 600, 7), WEIGHTS, law, simulations=499)
    held = int(((found.low <= TRUTH) & (found.high >= TRUTH)).sum())
    assert binom.cdf(held, 600, 0.93) > 1e-6, held
    assert held < 600, "a range that always holds says too little"


def test_ranges_of_the_noise_alone_would_fail() -> None:
    law = LAWS[0]
    spread = standardised_risk(*tables(law, 600, 7, sampled=False), WEIGHTS, law, simulations=499).value
    reach = np.quantile(np.abs(spread - np.median(spread)), 0.95)
    value = standardised_risk(*tables(law, 600, 7), WEIGHTS, law, simulations=499).value
    held = int((np.abs(value - TRUTH) <= reach).sum())
    assert binom.cdf(held, 600, 0.93) < 1e-6, held


@pytest.mark.parametrize(
    ("people", "risks", "scale"),
    [((5000, 5000, 5000), (0.001, 0.001, 0.001), 30), ((20, 20, 8), (0.02, 0.1, 0.3), 30)],
    ids=["a few events under the noise", "a few people under the noise"],
)
def test_ranges_hold_it_where_noise_outweighs_events_or_people(
    people: tuple[int, ...], risks: tuple[float, ...], scale: int
) -> None:
    """The middle of the simulations alone holds it 77 and 55 times in 100: lifted cells are never below 0."""
    law, risk = DiscreteLaplace(Fraction(scale)), np.array(risks)
    drawn = tables(law, 400, 11, people=np.array(people), risks=risk)
    found = standardised_risk(*drawn, WEIGHTS, law, simulations=299)
    truth = float(risk @ WEIGHTS / WEIGHTS.sum())
    held = int(((found.low <= truth) & (found.high >= truth)).sum())
    assert binom.cdf(held, 400, 0.93) > 1e-6, held
    assert (found.low >= 0).all()
    assert (found.high <= 1).all()
