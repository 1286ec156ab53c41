"""Ranges where events and losses happen inside bins: tables for docs/benchmarks/statistics.md.

Cohorts, and what they are called, are those of tests/statistical/life/spread_scenes.py, which says what was chosen
on which; the seeds were written down here before they were looked at.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.core.law import DiscreteLaplace
from epsilog.kinds.study.plan import fitting
from epsilog.postprocess.life.band import band_within, simultaneous
from epsilog.postprocess.life.causes import cumulative_incidence, incidence_within
from epsilog.postprocess.life.inside import mean_within, survival_within
from epsilog.postprocess.life.logrank import logrank
from statistical.life.spread_scenes import HORIZON, SCENES, Scene, leaving, mean_time, releases, survives, weibull
from statistical.life.test_inside_coverage import FIGURES, PAIRS, missed

Rows = list[dict[str, Any]]
SEED = 2612000
NET = [
    (people, epsilon, bins) for people, epsilon in ((150, "1"), (600, "0.3"), (3000, "1")) for bins in (5, 10, 40)
]
COUNTS = (5, 10, 20, 40, 80)  # numbers of bins that the chosen one is compared with


def measured_inside(draws: int) -> Rows:
    """Least coverage over the net for every cohort; causes, bands and true nulls; how well bins are chosen."""
    rows: Rows = []
    for place, (name, scene) in enumerate(SCENES.items()):
        row: dict[str, Any] = {"cohort": name, "draws": draws}
        for rule in ("before", "now"):
            row[rule] = dict.fromkeys(FIGURES, 1.0)
        for at, (people, epsilon, bins) in enumerate(NET):
            law = DiscreteLaplace(1 / Fraction(epsilon))
            made = releases(scene, people, bins, law, draws, SEED + 100 * place + at)
            for rule in ("before", "now"):
                for figure, number in missed(scene, made, old=rule == "before").items():
                    row[rule][figure] = min(row[rule][figure], 1 - number / draws)
        row |= _causes(scene, draws // 2, SEED + 100 * place + 50) | _bands(
            scene, draws // 10, SEED + 100 * place + 60
        )
        _say(row)
        rows.append(row)
    rows += [_nulls(name, bins, draws // 4) for name in PAIRS for bins in (5, 20)]
    rows += [_power(bins, draws // 4) for bins in (5, 20)]
    rows += [_chosen(name, people, epsilon, draws // 10) for name in list(SCENES)[:3] for people, epsilon in _SIZES]
    return rows


_SIZES = ((200, "1"), (700, "1"), (700, "0.3"), (3000, "1"))


def _say(row: dict[str, Any]) -> None:
    sys.stdout.write(f"  {row}\n")
    sys.stdout.flush()


def _causes(scene: Scene, draws: int, seed: int) -> dict[str, Any]:
    found = {"before": 1.0, "now": 1.0}
    for bins in (5, 20):
        ends = np.linspace(0, HORIZON, bins + 1)[1:]
        true = [share * (1 - survives(scene, ends)) for share in (scene.share, 1 - scene.share)]
        held = {rule: np.zeros((2, bins)) for rule in found}
        for exits in releases(scene, 1000, bins, DiscreteLaplace(1), draws, seed + bins, causes=2):
            for cause in (0, 1):
                both = {"before": cumulative_incidence(exits, cause), "now": incidence_within(exits, cause)}
                for rule, curve in both.items():
                    held[rule][cause] += (curve.low <= true[cause]) & (true[cause] <= curve.high)
        found = {rule: min(found[rule], float(held[rule].min() / draws)) for rule in found}
    return {"causes": found}


def _bands(scene: Scene, draws: int, seed: int) -> dict[str, Any]:
    found = {"before": 1.0, "now": 1.0}
    for bins in (5, 20):
        ends = np.linspace(0, HORIZON, bins + 1)[1:]
        true, held = survives(scene, ends), {"before": 0, "now": 0}
        for exits in releases(scene, 1000, bins, DiscreteLaplace(1), draws, seed + bins):
            both = {"before": simultaneous(exits, simulations=199), "now": band_within(exits, simulations=199)}
            for rule, band in both.items():
                held[rule] += bool(((band.low <= true) & (true <= band.high)).all())
        found = {rule: min(found[rule], held[rule] / draws) for rule in found}
    return {"bands": found, "bands drawn": draws}


def _rejected(pair: tuple[Scene, Scene], bins: int, draws: int, seed: int) -> dict[str, float]:
    arms = [releases(scene, 500, bins, DiscreteLaplace(1), draws, seed + at) for at, scene in enumerate(pair)]
    found = {}
    for rule, word in (("before", "at the end"), ("evenly", "evenly"), ("now", "unknown")):
        p_values = [logrank(two, word, simulations=199).p_value[0] for two in zip(*arms, strict=True)]  # type: ignore[arg-type]
        found[rule] = float(np.mean(np.array(p_values) <= 0.05))
    return found


def _nulls(name: str, bins: int, draws: int) -> dict[str, Any]:
    row = {"nulls": name, "bins": bins, "pairs": draws, **_rejected(PAIRS[name], bins, draws, SEED + 900 + bins)}
    _say(row)
    return row


def _power(bins: int, draws: int) -> dict[str, Any]:
    pair = (Scene(*weibull(5.0, 1.2), leaving(0.2)), Scene(*weibull(5.0 * 1.6 ** (1 / 1.2), 1.2), leaving(0.2)))
    row = {"nulls": "hazards 1.6 to 1, to be found", "bins": bins, "pairs": draws}
    row |= _rejected(pair, bins, draws, SEED + 950 + bins)
    _say(row)
    return row


def _chosen(name: str, people: int, epsilon: str, draws: int) -> dict[str, Any]:
    """Mean widths of the restricted mean's range, and of the curve's at three times, for numbers of bins."""
    scene, law = SCENES[name], DiscreteLaplace(1 / Fraction(epsilon))
    chosen = fitting(people, float(law.scale))
    wide: dict[int, tuple[float, float]] = {}
    for bins in sorted({*COUNTS, chosen}):
        mean, curve = [], []
        for exits in releases(scene, people, bins, law, draws, SEED + 980):
            found, points = mean_within(exits), survival_within(exits)
            mean.append(float(found.high[0] - found.low[0]))
            told = [points.at(time) for time in (0.3 * HORIZON, 0.55 * HORIZON, 0.85 * HORIZON)]
            curve.append(float(np.mean([one.high[0] - one.low[0] for one in told])))
        wide[bins] = float(np.mean(mean)), float(np.mean(curve))
    best = [min(wide[bins][part] for bins in COUNTS) for part in (0, 1)]
    row = {"chosen": chosen, "cohort": name, "people": people, "epsilon": epsilon, "draws": draws}
    row |= {"mean": wide[chosen][0] / best[0], "curve": wide[chosen][1] / best[1], "true": mean_time(scene)}
    _say(row)
    return row
