"""Any change within w steps: our plans beside the published rules, on generated and on real streams.

    python benchmarks/series_windows.py FOLDER [generated | real] [width]

FOLDER holds ili_outpatient_regions.csv, cdnow.txt and online_retail_invoices.csv. Writes series-windows.json,
which `series_real_page.py` reads. All noise is exact and drawn by the mechanisms themselves. Every repetition of a
generated stream draws a new one. The plan of spells was settled on generated streams with other seeds (0 to 411);
its constants of trust are those of the bank and of the groups before it. The flu stream (another column of it) was
run three times to see that it works, which changed nothing; nothing else of this page was looked at before.
"""

from __future__ import annotations

import itertools
import json
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

from epsilog.classic.transactions import read_log
from epsilog.core.participation import Participation
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.events import Events
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.grouped import Grouped
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.spells import Spells
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system
from epsilog.postprocess.smooth_online import Bank
from epsilog.postprocess.timely import FLICKERS, PACES, TimelyPacer, spell_errors
from group_pacing import GroupPacer
from series_data import cdnow, outpatient

OUT = Path(__file__).parents[1] / "docs" / "benchmarks" / "series-windows.json"
SEED, STEPS, MANY, ONE = 20261117, 1250, 12, Fraction(1)
WIDTHS = (40, 120)


def generated(rng):
    """One stream of every kind, with what a publisher could declare of it: level, and movement per step."""
    t = np.arange(STEPS)
    decay = np.exp(-np.arange(60) / 20)
    return {
        "flat at 200": (np.full(STEPS, 200), (200.0, 0.0)),
        "sparse": ((rng.random(STEPS) < 0.05) * rng.poisson(8, STEPS), (0.0, 0.5)),
        "counts about 200": (rng.poisson(200, STEPS), (200.0, 20.0)),
        "slow walk": (200 + np.cumsum(rng.normal(0, 1, STEPS)), (200.0, 1.0)),
        "walk": (500 + np.abs(np.cumsum(rng.normal(0, 10, STEPS))), (500.0, 10.0)),
        "steps": (100 * (1 + np.cumsum(rng.random(STEPS) < 0.004) % 7), (100.0, 1.0)),
        "bursts": (rng.poisson(20 + 400 * np.convolve(rng.random(STEPS) < 0.004, decay)[:STEPS]), (20.0, 5.0)),
        "season of 52": (rng.poisson(300 + 200 * np.sin(2 * np.pi * t / 52)), (300.0, 30.0)),
        "fast walk": (3000 + np.abs(np.cumsum(rng.normal(0, 300, STEPS))), (3000.0, 300.0)),
    }


def window(width):
    return Participation(width, 1, 1, signed=False, neighbours="add-remove", span=width)


def rows(truth, unit):
    for values in truth.astype(np.int64):
        yield BoundedSeries(values.reshape(1, -1), ONE, unit)


def uniform(truth, width):
    """Noise on every step; columns are repetitions of their own, with noise of their own."""
    plain = Participation(width, 1, 1, signed=False, neighbours="add-remove")
    mechanism = Factorised.at_epsilon(Independent(Window(1)), plain, ONE, 1)
    series = BoundedSeries(truth.astype(np.int64), ONE, plain)
    return mechanism.drawn(series, system).astype(np.float64), float(mechanism.law.variance)


def banked(truth, width):
    values, variance = uniform(truth, width)
    bank = Bank(truth.shape[1])
    return np.array([bank.step(row, variance) for row in values])


def ruled(truth, width, rule):
    stream = Events(rule, width, window(width), ONE, ONE)
    state, out = stream.start(truth.shape[1]), []
    for row in rows(truth, stream.covers):
        told, state = stream.step(row, state, system)
        out.append(told)
    return np.array(out)


def stepped(truth, mechanism, state, pacer):
    out = []
    for row in rows(truth, mechanism.covers):
        _, state = mechanism.step(row, state, system)
        out.append(pacer.value.copy())
    return np.array(out)


def grouped(truth, width, facts=None):
    mechanism = Grouped.at_epsilon(window(width), ONE, 1, width, horizon=len(truth))
    pacer = GroupPacer(truth.shape[1], mechanism.variance, width)
    if facts is not None:
        pacer = GroupPacer.expecting(truth.shape[1], mechanism.variance, width, *facts)
    return stepped(truth, mechanism, mechanism.start(truth.shape[1], pacer.first, pacer), pacer)


def spelled(truth, width, facts=()):
    mechanism = Spells(width, window(width), ONE, ONE)
    pacer = TimelyPacer(truth.shape[1], mechanism.variance, width, *facts)
    return stepped(truth, mechanism, mechanism.start(truth.shape[1], pacer.first, pacer), pacer)


class Always:
    """The same spell again and again, its values smoothed as ours are: decides nothing, so columns stay apart."""

    def __init__(self, cells, spell, reference):
        self.spell, self.value = spell, np.zeros(cells)
        self.bank = Bank(cells, paces=PACES, reference=reference, flickers=FLICKERS)

    def told(self, noisy, variance, steps, added):
        self.value = self.bank.step(noisy / added, variance / added**2, steps, added)
        return self.spell


def hindsight(truth, width):
    """The best of the fixed spells for this kind of stream, known only afterwards."""
    mechanism, best = Spells(width, window(width), ONE, ONE), None
    for spell in spell_errors(width)[0]:
        if spell.add in (1, spell.size) and width / spell.parts in (1, 5, 10, 20, 40, 60, 120):
            pacer = Always(truth.shape[1], spell, mechanism.variance)
            out = stepped(truth, mechanism, mechanism.start(truth.shape[1], spell, pacer), pacer)
            if best is None or np.abs(out - truth).mean() < np.abs(best - truth).mean():
                best = out
    return best


def streams(folder, kind):
    """Tables of one repetition a column: generated ones differ, real ones are repeated."""
    if kind == "generated":
        rng = np.random.default_rng(SEED)
        drawn = [generated(rng) for _ in range(MANY)]
        for name, (_, facts) in drawn[0].items():
            yield name, np.round(np.column_stack([one[name][0] for one in drawn])).astype(float), facts
        return
    hours = read_log(folder / "online_retail_invoices.csv", "t", "amt", "cust").per_period("1h")[:STEPS]
    for name, real, count in (
        ("flu outpatient, weekly", outpatient(folder), 100),
        ("cdnow, daily", cdnow(folder), MANY),
        ("online retail, hourly", np.asarray(hours, dtype=float), MANY),
    ):
        yield name, np.repeat(real[:, None], count, axis=1), None


def one_by_one(way, truth, *more):
    """A plan that decides by what it told runs once for every column."""
    return np.column_stack([way(column[:, None], *more)[:, 0] for column in truth.T])


def stored():
    return json.loads(OUT.read_text(encoding="utf-8")) if OUT.exists() else {}


def measured(folder, kind, width):
    """Keeps mean absolute error, its standard error, repetitions, and the errors window by window."""
    for name, truth, facts in streams(folder, kind):
        label, few = f"{name}, w = {width}", truth[:, :5]
        ways = {
            "uniform": lambda truth: uniform(truth, width)[0],
            "uniform and bank": lambda truth: banked(truth, width),
            "sample": lambda truth: ruled(truth, width, "sample"),
            "spells": lambda truth: one_by_one(spelled, truth, width),
            "best spell in hindsight": lambda truth: hindsight(truth, width),
            "groups": lambda truth: one_by_one(grouped, truth, width),
        }
        if facts is not None:
            ways["spells, public facts"] = lambda truth, facts=facts: one_by_one(spelled, truth, width, facts)
        else:
            ways["distribution"] = lambda truth: one_by_one(ruled, truth, width, "distribution")
            ways["absorption"] = lambda truth: one_by_one(ruled, truth, width, "absorption")
        for way, make in ways.items():
            if way in stored().get(label, {}):
                continue  # measured by an earlier run that was stopped; remove the file to begin anew
            columns = (
                few if way in ("distribution", "absorption") else truth[:, :MANY] if way == "groups" else truth
            )
            wrong = np.abs(np.maximum(np.round(make(columns)), 0) - columns)
            errors, parts = wrong.mean(axis=0), np.array_split(wrong, range(width, len(wrong), width))
            spread = float(errors.std(ddof=1) / np.sqrt(len(errors)))
            course = [round(float(part.mean()), 3) for part in parts]
            found = stored()
            found.setdefault(label, {})[way] = [float(errors.mean()), spread, len(errors), course]
            OUT.write_text(json.dumps(found) + "\n", encoding="utf-8")
            print(f"{label:34s} {way:24s} {errors.mean():9.2f} ± {spread:.2f}", flush=True)


def main():
    folder = Path(sys.argv[1])
    kinds = sys.argv[2:3] or ["generated", "real"]
    for kind, width in itertools.product(kinds, [int(width) for width in sys.argv[3:]] or WIDTHS):
        measured(folder, kind, width)


if __name__ == "__main__":
    main()
