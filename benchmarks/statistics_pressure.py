"""Coverage of means on real pressures: the blood pressures of the 442 patients in scikit-learn's diabetes data.

(Efron, Hastie, Johnstone and Tibshirani, Least angle regression, 2004.) They are asked for in an environment of
their own and are no part of the project.
"""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.core.law import DiscreteLaplace
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.mean import Clamp, Laws, mean
from peer import environment
from statistical.infer.simulated import misses, noise

ASK = """
import json
from sklearn.datasets import load_diabetes
found = load_diabetes(scaled=False)
print(json.dumps(found.data[:, found.feature_names.index("bp")].tolist()))
"""
CLAMP = Clamp(60, 140)  # mmHg, from what a cuff shows of the living, not from these patients
SEED = 2611300


def pressure_coverage(draws: int) -> list[dict[str, Any]]:
    """Samples from the patients as a population; the mean of the clamped population must be held."""
    python = environment("scikit-learn-1", ["scikit-learn"])
    answer = subprocess.run([str(python), "-c", ASK], capture_output=True, text=True, check=True).stdout
    values = np.clip(np.rint(json.loads(answer)), 60, 140).astype(np.int64) - 100
    kinds, counts = np.unique(values, return_counts=True)
    shares, truth = counts / counts.sum(), 100 + float(values.mean())
    rows = []
    for at, (n, epsilon, public) in enumerate(
        ((100, "1", True), (500, "0.2", True), (100, "1", False), (500, "0.5", False), (4000, "0.1", False))
    ):
        people = np.random.default_rng(SEED + at).multinomial(n, shares, draws)
        laws = _laws(Fraction(epsilon), public)
        sums = people @ kinds + noise(laws.sums, draws, SEED + 10 * at)
        squares = people @ kinds**2 + noise(laws.squares, draws, SEED + 10 * at + 1)
        total = (
            PublicTotal(n, "replace") if laws.counts is None else n + noise(laws.counts, draws, SEED + 10 * at + 2)
        )
        found = mean(sums, squares, total, CLAMP, laws)
        case = f"real pressures, {'public' if public else 'unknown'} n = {n}, epsilon {epsilon}"
        rows.append({"case": case, "coverage": 1 - misses(found, truth) / draws})
    return rows


def _laws(epsilon: Fraction, public: bool) -> Laws:
    """Sums move by 80 (or 40 from the middle), squares by 1600, the count by 1."""
    part = Fraction(1, 5) * epsilon
    if public:
        return Laws(DiscreteLaplace(80 / (4 * part)), DiscreteLaplace(1600 / part), None)
    return Laws(DiscreteLaplace(40 / (3 * part)), DiscreteLaplace(1600 / part), DiscreteLaplace(1 / part))
