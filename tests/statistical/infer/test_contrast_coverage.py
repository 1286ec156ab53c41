"""Coverage of contrasts and standardised rates: 3,000 draws each, false alarms 1e-6, twins that must fail."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.core.law import DiscreteLaplace
from epsilog.postprocess.infer.contrast import Group, Kind, contrast
from epsilog.postprocess.infer.standardised import standardised_rate
from statistical.infer.simulated import misses, noise, within

DRAWS = 3000
# people and risk of both groups, scale of the noise, the least and most coverage we state there
SCENES = [
    (200, 0.3, 200, 0.2, 1, 0.93, 0.97),
    (200, 0.05, 200, 0.05, 2, 0.93, 0.98),
    (100, 0.5, 100, 0.3, 5, 0.93, 0.97),
    (1000, 0.02, 1000, 0.01, 5, 0.93, 0.99),
    (5000, 0.1, 5000, 0.12, 10, 0.93, 0.97),
]


def truth(kind: Kind, p: float, q: float) -> float:
    return {"difference": p - q, "relative risk": p / q, "odds ratio": p * (1 - q) / (q * (1 - p))}[kind]


def groups(n: int, p: float, m: int, q: float, scale: int) -> tuple[Group, Group]:
    rng, law = np.random.default_rng(n + m), DiscreteLaplace(scale)
    found = []
    for at, (people, risk) in enumerate(((n, p), (m, q))):
        having = rng.binomial(people, risk, DRAWS)
        cells = having + noise(law, DRAWS, 2 * at), people - having + noise(law, DRAWS, 2 * at + 1)
        found.append(Group(*cells))
    return found[0], found[1]


@pytest.mark.parametrize("kind", ["difference", "relative risk", "odds ratio"])
@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_contrasts_cover_as_stated(kind: Kind, scene: tuple[int, float, int, float, int, float, float]) -> None:
    n, p, m, q, scale, least, most = scene
    found = contrast(*groups(n, p, m, q, scale), DiscreteLaplace(scale), kind, simulations=399)
    assert within(misses(found, truth(kind, p, q)), DRAWS, least, most)


@pytest.mark.parametrize("kind", ["difference", "relative risk", "odds ratio"])
def test_contrasts_that_forget_the_noise_are_caught(kind: Kind) -> None:
    """The twin: the same noisy cells, told that their noise is five times smaller."""
    n, p, m, q, scale, least, most = SCENES[2]
    found = contrast(*groups(n, p, m, q, scale), DiscreteLaplace(1), kind, simulations=399)
    assert not within(misses(found, truth(kind, p, q)), DRAWS, least, most)


@pytest.mark.parametrize("scale", [1, 5])
def test_standardised_rates_cover_as_stated(scale: int) -> None:
    people = np.array([12_000, 9000, 7000, 4000, 1500])
    rates = np.array([2e-4, 1e-3, 4e-3, 1.2e-2, 4e-2])
    standard = np.array([30, 25, 20, 15, 10])
    law = DiscreteLaplace(scale)
    cells = np.random.default_rng(4).poisson(rates * people, (DRAWS, 5))
    noisy = cells + noise(law, cells.size, 5).reshape(cells.shape)
    true = float(standard / standard.sum() @ rates)
    found = standardised_rate(noisy, people, standard, law, simulations=499)
    assert within(misses(found, true), DRAWS, 0.93, 0.97)
    assert not within(misses(found, true, 0.3), DRAWS, 0.93, 0.97)
