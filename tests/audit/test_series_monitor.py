"""Monitors face the auditor, black box; exact transcripts are in the unit tests. False alarms 1e-6 per audit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.audit import audit
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.monitor import Monitor, watch_all
from epsilog.noise import discrete_laplace, system
from series_patterns import visit

SURE = "0.999999"


def test_transcripts_with_gaps_stay_within_epsilon() -> None:
    monitor = Monitor.split(0, 1, visit(3, signed=True), Fraction(1), alerts=2, answers=0)

    def said(data: list[int]) -> list[float]:
        series = BoundedSeries(np.array(data, dtype=np.int64).reshape(-1, 1), Fraction(1), monitor.covers)
        alerts = watch_all(monitor, series, system)
        gap = alerts[-1].gap
        return [float(len(alerts)), -1.0 if gap is None else gap]

    verdict = audit(said, [0, 0, 1], [1, 1, 0], monitor.charge, samples=3_000, confidence=SURE)
    assert verdict.passed, str(verdict)


def test_a_threshold_without_fresh_noise_is_caught() -> None:
    """The power twin: the values themselves are compared with one noisy threshold."""

    def bare(data: list[int], size: int) -> Any:
        line = discrete_laplace(2, (size, 1), system)
        return (np.repeat(np.array([data]), size, axis=0) >= line).astype(np.int64)

    assert not audit(bare, [0, 0, 1], [1, 1, 0], 1.0, samples=20_000, confidence=SURE).passed
