"""The real size of the log-rank test over a net of nuisances: hazards, losses, sizes of arms, noise.

Its size is proved for many people only (docs/proofs/infer.md, section 5): elsewhere it is what is measured here, on
seeds that were written down before they were looked at. No choice was made on them.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from epsilog.core.law import DiscreteLaplace
from epsilog.postprocess.life.logrank import logrank, logrank_statistic
from statistical.life.scenes import BINS, FALLING, STEADY, cohorts

Rows = list[dict[str, Any]]
SEED = 2611400


class Scene(NamedTuple):
    """Two arms with one hazard."""

    hazard: str
    people: tuple[int, int]
    lost: tuple[float, float]
    epsilon: str


HAZARDS: dict[str, NDArray[np.float64]] = {
    "steady, 5.5 % a day": STEADY,
    "falling": FALLING,
    "rising, 1 to 8 %": np.linspace(0.01, 0.08, BINS),
    "rare, 0.3 % a day": np.full(BINS, 0.003),
    "one bad week": np.where((np.arange(BINS) >= 7) & (np.arange(BINS) < 14), 0.05, 0.004),
}
NET = (
    Scene("steady, 5.5 % a day", (200, 200), (0.01, 0.01), "1"),
    Scene("steady, 5.5 % a day", (200, 200), (0.01, 0.01), "0.3"),
    Scene("steady, 5.5 % a day", (100, 400), (0.01, 0.01), "0.5"),
    Scene("steady, 5.5 % a day", (50, 50), (0.01, 0.01), "2"),
    Scene("falling", (500, 500), (0.01, 0.01), "0.3"),
    Scene("falling", (300, 300), (0.03, 0.03), "1"),
    Scene("falling", (400, 400), (0.005, 0.03), "0.5"),
    Scene("falling", (1000, 1000), (0.0, 0.0), "0.2"),
    Scene("falling", (3000, 3000), (0.01, 0.01), "0.1"),
    Scene("rising, 1 to 8 %", (200, 200), (0.01, 0.01), "0.5"),
    Scene("rare, 0.3 % a day", (1000, 1000), (0.005, 0.005), "1"),
    Scene("one bad week", (500, 250), (0.01, 0.01), "0.5"),
)


def measured_net(pairs: int, simulations: int = 199) -> Rows:
    """How often a true null is rejected at 0.05: by ours, by each half of it, and by the classical test."""
    rows: Rows = []
    for at, scene in enumerate(NET):
        law = DiscreteLaplace(1 / Fraction(scene.epsilon))
        arms = [
            cohorts(scene.people[arm], HAZARDS[scene.hazard], law, pairs, SEED + 10 * at + arm, scene.lost[arm])
            for arm in range(2)
        ]
        ours = naive = chi = 0
        for pair in zip(*arms, strict=True):
            found = logrank(pair, simulations=simulations)
            ours += bool(found.p_value[0] <= 0.05)
            chi += bool(found.statistic[0] > stats.chi2.isf(0.05, 1))
            naive += bool(logrank_statistic([arm.tidy for arm in pair]) > stats.chi2.isf(0.05, 1))
        sizes = {"naive": naive / pairs, "chi": chi / pairs, "ours": ours / pairs}
        rows.append({**scene._asdict(), "pairs": pairs, **sizes})
        sys.stdout.write(f"  {scene.hazard} {scene.people} {scene.lost} {scene.epsilon}: {sizes}\n")
        sys.stdout.flush()
    return rows
