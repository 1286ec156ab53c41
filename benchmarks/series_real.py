"""Private series on real data that lies outside the project: users and events, each beside its target.

    python benchmarks/series_real.py FOLDER [part …]        parts: user, event; all if none is named

FOLDER holds fast_flu.csv, cdnow.txt, online_retail_invoices.csv. Windows are in `series_windows.py`. All noise is
exact and drawn by the mechanisms themselves. Nothing is tuned on the data: smoothers learn from noisy values, sizes
of groups and intervals of samples follow from noisy values, seasons (a week of days, a day of hours) are public.
Writes docs/benchmarks/series-real.json, which benchmarks/series_real_page.py turns into tables and pictures.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

from epsilog.accounting import gaussian
from epsilog.accounting.zcdp import rho_of
from epsilog.classic.transactions import read_log
from epsilog.core.law import DiscreteGaussian
from epsilog.core.participation import Participation
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.grouped import Grouped
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system
from epsilog.postprocess.pacing import Controller
from epsilog.postprocess.smooth import Structure, smooth
from epsilog.postprocess.smooth_online import Bank
from group_pacing import GroupPacer
from series_data import cdnow, flu
from smooth_relative import smooth_relative

OUT = Path(__file__).parents[1] / "docs" / "benchmarks" / "series-real.json"
ONE, DELTA = Fraction(1), "1e-6"


def visit(times, span=None):
    return Participation(times, 1, 1, signed=False, neighbours="add-remove", span=span)


def noised(truth, mechanism):
    series = BoundedSeries(truth.astype(np.int64)[:, None], ONE, mechanism.covers)
    return mechanism.drawn(series, system)[:, 0].astype(np.float64), float(mechanism.law.variance)


def everywhere(times, epsilon, price):
    """Independent noise on every step: pure epsilon, the ledger's rho, or one frozen Gaussian plan."""
    each, unit = Independent(Window(1)), visit(times)
    if price == "pure":
        return Factorised.at_epsilon(each, unit, ONE, epsilon)
    if price == "ledger":
        return Factorised.at_rho(each, unit, ONE, rho_of(epsilon, DELTA))
    sigma = Fraction(gaussian.sigma_of(epsilon, DELTA)).limit_denominator(10**9)
    return Factorised(each, unit, ONE, DiscreteGaussian(sigma**2 * times))


def stepped(truth, mechanism, state, pacer):
    """What is published when every step is taken in and the pacer's value is told after it."""
    out = np.empty(len(truth))
    for at, value in enumerate(truth.astype(np.int64).tolist()):
        row = BoundedSeries(np.array([[value]]), ONE, mechanism.covers)
        _, state = mechanism.step(row, state, system)
        out[at] = pacer.value[0]
    return out


def fast(truth, samples, epsilon, price, by_hand=False):
    unit, steps = visit(len(truth)), len(truth)
    if price == "pure":
        mechanism = Adaptive.at_epsilon(steps, samples, unit, ONE, epsilon)
    else:
        mechanism = Adaptive.at_rho(steps, samples, unit, ONE, rho_of(epsilon, DELTA))
    paces = (1e5 / mechanism.variance,) if by_hand else None  # FAST's own Q
    pacer = Controller(1, mechanism.variance, paces=paces)
    return stepped(truth, mechanism, mechanism.start(1, pacer), pacer)


def grouped(truth, unit, longest, epsilon, facts=None):
    mechanism = Grouped.at_epsilon(unit, ONE, epsilon, longest, horizon=len(truth))
    pacer = GroupPacer(1, mechanism.variance, longest)
    if facts is not None:
        pacer = GroupPacer.expecting(1, mechanism.variance, longest, *facts)
    return stepped(truth, mechanism, mechanism.start(1, pacer.first, pacer), pacer)


def online(values, variance):
    bank = Bank(1)
    return np.array([bank.step(np.array([value]), variance)[0] for value in values])


def measured(found, table, series, way, truth, make, repetitions):
    errors = []
    for _ in range(repetitions):
        values = make()
        errors.append(float(np.abs(values - truth).mean()))
    spread = float(np.std(errors, ddof=1) / np.sqrt(repetitions)) if repetitions > 1 else 0.0
    found.setdefault(table, []).append([series, way, float(np.mean(errors)), spread, repetitions])
    print(f"{table:7s} {series:40s} {way:48s} {np.mean(errors):9.2f} ± {spread:.2f}", flush=True)


def smoothed(truth, mechanism, structure):
    values, variance = noised(truth, mechanism)
    return smooth(values, variance, structure).values


def in_proportion(truth, mechanism):
    return smooth_relative(*noised(truth, mechanism)).values


def user_level(folder, found):
    for name, truth, seasons in (("flu, weekly", flu(folder), ()), ("cdnow, daily", cdnow(folder), (7,))):
        for epsilon in ("1", "0.1") if name.startswith("flu") else ("1",):
            label, steps = f"{name}, epsilon {epsilon}", len(truth)

            def take(way, make, many, truth=truth, label=label):
                measured(found, "user", label, way, truth, make, many)

            for price in ("frozen", "ledger"):
                mechanism = everywhere(steps, epsilon, price)
                take(f"every step, {price}", lambda m=mechanism, t=truth: noised(t, m)[0], 60)
                take(f"every step, {price}, level", lambda m=mechanism, t=truth: smoothed(t, m, Structure()), 60)
                way = f"every step, {price}, level in proportion"
                take(way, lambda m=mechanism, t=truth: in_proportion(t, m), 30)
                for season in seasons:
                    structure, way = Structure(season=season), f"every step, {price}, level and season of {season}"
                    take(way, lambda m=mechanism, s=structure, t=truth: smoothed(t, m, s), 6)
            for samples in (round(0.15 * steps), steps):
                for price in ("pure", "ledger"):
                    way = f"FAST, {samples} samples, {price}"
                    take(way, lambda n=samples, p=price, e=epsilon, t=truth: fast(t, n, e, p), 30)
            few = round(0.15 * steps)
            way = f"FAST, {few} samples, pure, Q by hand"
            take(way, lambda n=few, e=epsilon, t=truth: fast(t, n, e, "pure", True), 30)


def event_level(folder, found):
    hours = read_log(folder / "online_retail_invoices.csv", "t", "amt", "cust").per_period("1h")[:3000]
    for name, truth, season, many in (
        ("cdnow, daily", cdnow(folder), 7, 10),
        ("online retail, hourly", hours, 24, 4),
    ):
        mechanism = everywhere(1, "0.1", "pure")

        def take(way, make, many, truth=truth, label=f"{name}, epsilon 0.1"):
            measured(found, "event", label, way, truth, make, many)

        take("every step", lambda m=mechanism, t=truth: noised(t, m)[0], 20)
        take("every step, bank (live)", lambda m=mechanism, t=truth: online(*noised(t, m)), 10)
        take("groups (live)", lambda t=truth: grouped(t, visit(1), 64, "0.1"), 10)
        take("every step, level", lambda m=mechanism, t=truth: smoothed(t, m, Structure()), many)
        take("every step, level in proportion", lambda m=mechanism, t=truth: in_proportion(t, m), many)
        structure, way = Structure(season=season), f"every step, level and season of {season}"
        take(way, lambda m=mechanism, t=truth, s=structure: smoothed(t, m, s), 6 if season == 7 else 2)


def main():
    folder, parts = Path(sys.argv[1]), sys.argv[2:] or ["user", "event"]
    found = json.loads(OUT.read_text(encoding="utf-8")) if OUT.exists() else {}
    for part in parts:
        found.pop(part, None)
        {"user": user_level, "event": event_level}[part](folder, found)
        OUT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
