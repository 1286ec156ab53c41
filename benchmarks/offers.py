"""Which way to publish a series the plan expects to be the best, beside what each of them erred on real streams.

    python benchmarks/offers.py FOLDER

FOLDER holds fast_flu.csv, cdnow.txt, ili_outpatient_regions.csv, nab_nyc_taxi.csv. The plan hears how many ticks,
the price, the window and `expect` (the mean, rounded to one digit: a guess somebody could make). That a number is
taken to move by a fifth of `expect` a tick, and the rhythm of FAST, were chosen on flu and cdnow and on walks; the
regions and taxis are for reporting. All noise is exact; ratios are of one run. Writes docs/benchmarks/offers.md.
"""

from __future__ import annotations

import csv
import datetime as dt
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

from epsilog.accounting.radius_law import SecretRadius
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.radius import draws_of
from epsilog.core.unit import Protect, Unit
from epsilog.kinds.series.plan.offers import offers_of
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.spells import Spells
from epsilog.noise import system
from epsilog.noise.radius import secret_radius
from epsilog.noise.uniform import uniform_below
from epsilog.plan.planner import plan
from epsilog.postprocess.pacing import Controller
from epsilog.postprocess.sampled import fill_between
from epsilog.postprocess.smooth_band import smooth_bands
from epsilog.postprocess.timely import TimelyPacer
from epsilog.registry.asks import Query
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spec, Spend
from series_data import cdnow, flu
from series_real import visit
from series_windows import ONE, rows, ruled, spelled, uniform, window

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks" / "offers.md"
MANY = 3
LONGEST = 720  # ticks of a series: the first so many
NORMAL = np.sqrt(2 / np.pi)  # a mean absolute error beside a root mean square


def region(folder, number):
    rows = csv.DictReader((folder / "ili_outpatient_regions.csv").open())
    return np.array([float(row["AGE 5-24"] or 0) for row in rows if row["REGION"] == f"Region {number}"])


def taxi(folder):
    rows = list(csv.DictReader((folder / "nab_nyc_taxi.csv").open()))
    return np.array([float(row["value"]) for row in rows])


def streams(folder):
    """Name, numbers, season, whether anything was chosen on it."""
    yield "flu, weekly", flu(folder), (), True
    yield "cdnow, daily", cdnow(folder), (7,), True
    for number in (1, 4, 9):
        yield f"outpatients of region {number}, weekly", region(folder, number), (), False
    yield "taxis, half-hourly, hundreds", np.round(taxi(folder) / 100), (48,), False
    days = taxi(folder)[: 48 * 215].reshape(-1, 48).sum(axis=1)
    yield "taxis, daily, thousands", np.round(days / 1000), (7,), False


def guessed(truth):
    """A mean as somebody would say it: one digit."""
    mean = float(truth.mean())
    ten = 10 ** int(np.floor(np.log10(mean)))
    return Fraction(round(mean / ten) * ten)


def expected(truth, width):
    """What the plan expects of every way, at pure epsilon 1."""
    first = dt.date(2020, 1, 1)
    days = During("at", first, first + dt.timedelta(days=len(truth) - 1))
    query = Query("rows", every="1d", during=days, shape=PerStep(), expect=guessed(truth))
    unit = Unit("id") if width is None else Unit("id", per="1d", window=width)
    bound = Bounds(rows=len(truth), rows_per_cell=1) if width is None else Bounds(rows=1)
    origin = Origin("x.csv", {"id": "text", "at": "timestamp"})
    made = plan(Spec("x", "1", origin, Protect(unit), bound, (query,), Spend("x", Fraction(1))))
    return offers_of(made, 0)


def fast(truth, samples):
    steps = len(truth)
    mechanism = Adaptive.at_epsilon(steps, samples, visit(steps), ONE, 1)
    state, places, noisy = mechanism.start(1, Controller(1, mechanism.variance)), [], []
    for at, value in enumerate(truth.astype(np.int64).tolist()):
        row = BoundedSeries(np.array([[value]]), ONE, mechanism.covers)
        told, state = mechanism.step(row, state, system)
        if told is not None:
            places.append(at)
            noisy.append(told[0])
    return fill_between(np.array(noisy), np.array(places), steps, mechanism.variance)[0]


def radius(truth, group):
    """One radius, and the mean of a group for each of its ticks; drawn as integers, in the law of the plan."""
    draws = draws_of(len(truth), group)
    law = SecretRadius(draws, 1, Fraction(group))
    edge = secret_radius(draws, 1, Fraction(group), system)
    noise = (uniform_below(2 * edge + 1, draws, system) - edge).astype(float)
    told = np.array([truth[at : at + group].sum() for at in range(0, len(truth), group)]) + noise
    sizes = np.array([len(truth[at : at + group]) for at in range(0, len(truth), group)])
    return np.repeat(told / sizes, sizes), float(law.variance)


def last_means(truth, width):
    """What spells published before: the last noisy mean; and what they publish now, the level read off all."""
    mechanism = Spells(width, window(width), ONE, ONE)
    pacer = TimelyPacer(1, mechanism.variance, width)
    state, before, now = mechanism.start(1, pacer.first, pacer), [], []
    for row in rows(truth[:, None], mechanism.covers):
        _, state = mechanism.step(row, state, system)
        last = 0.0 if state.last is None else float(state.last.grains[0]) / state.last.added
        before.append(last)
        now.append(float(pacer.value[0]))
    return np.abs(np.array(before) - truth).mean(), np.abs(np.array(now) - truth).mean()


def measured(truth, width, seasons, ways):
    """Mean absolute error of each way the plan compares, and of the mean of the series, known exactly."""
    column, found = truth[:, None], {}
    for name in ways:
        errors = []
        for _ in range(MANY):
            if name in ("plan.offer.smoothed", "plan.offer.single"):
                if width is None:
                    values, variance = radius(truth, 1)
                    values, shape = values[:, None], "gaussian"
                else:
                    (values, variance), shape = uniform(column, width), "laplace"
                told = values[:, 0]
                if name.endswith("smoothed"):
                    told = smooth_bands(values.T.copy(), variance, shape, 0.95, seasons, None).values[0]
            elif "fast" in name:
                told = fast(truth, int(name.split("samples: ")[1].split("}")[0]))
            elif "radius" in name:
                told = radius(truth, int(name.split("group: ")[1].split("}")[0]))[0]
            elif "spells" in name:
                told = spelled(column, width or len(truth))[:, 0]
            else:
                told = ruled(column, width or len(truth), name.split("per-step: ")[1].rstrip("}"))[:, 0]
            errors.append(float(np.abs(told - truth).mean()))
        found[name] = float(np.mean(errors))
    return found, float(np.abs(truth - truth.mean()).mean())


def shown(name):
    known = {"plan.offer.smoothed": "per-step, smoothed", "plan.offer.single": "per-step"}
    return known.get(name, name.removeprefix("as: {per-step: ").removesuffix("}"))


def main():
    folder, lines, right, close, worst, spoken = Path(sys.argv[1]), [], [], [], [], []
    for name, whole, seasons, chosen in streams(folder):
        truth = whole[:LONGEST]
        for width in (40, None):
            offers = expected(truth, width)
            ways = [one.way for one in offers.found if width is None or "fast" not in one.way]
            found, mean = measured(truth, width, seasons, ways)
            best = min(found, key=lambda way: found[way])
            first = next(one.way for one in offers.found if one.way in found)
            unit = "a person for ever" if width is None else f"windows of {width}"
            title = f"{name}, {unit}"
            print(
                title,
                "favourite",
                shown(first),
                "best",
                shown(best),
                f"{found[first] / found[best]:.2f}",
                flush=True,
            )
            lines.append(f"\n### {title}{' (chosen on)' if chosen else ''}\n")
            lines.append(
                f"{len(truth)} ticks, `expect: {guessed(truth)}`. Saying its mean for every tick, known to nobody, "
                f"errs {mean:,.1f}.\n\n| way | expected | measured | measured / expected |\n|---|--:|--:|--:|"
            )
            for one in offers.found:
                if one.way in found:
                    there = NORMAL * one.error
                    mark = " **favourite**" if one.way == first else ""
                    mark += " (best)" if one.way == best else ""
                    refused = (
                        " refused"
                        if one.error > offers.guess and not one.way.startswith("plan.") and "radius" not in one.way
                        else ""
                    )
                    line = f"| `{shown(one.way)}`{mark}{refused} | {there:,.1f} | {found[one.way]:,.1f} |"
                    lines.append(f"{line} {found[one.way] / there:.2f} |")
                    if not one.way.startswith("plan.") and "radius" not in one.way:
                        worst.append((title, shown(one.way), found[one.way], mean, bool(refused)))
            pairs = np.array([last_means(truth, width or len(truth)) for _ in range(MANY)]).mean(axis=0)
            lines.append(
                f"\nSpells: the last noisy mean errs {pairs[0]:,.1f}, the level that is published {pairs[1]:,.1f}."
            )
            spoken.append(pairs[0] / pairs[1])
            if not chosen:
                right.append(found[first] / found[best])
                close += [found[one.way] / (NORMAL * one.error) for one in offers.found if one.way in found]
    _page(lines, right, close, worst, spoken)


def _named(found):
    return (
        "; ".join(f"`{way}` on {title} ({there:,.0f} beside {mean:,.0f})" for title, way, there, mean, _ in found)
        or "none"
    )


def _page(lines, right, close, worst, spoken):
    over = sum(one > 1.25 for one in right)
    wrong = _named(one for one in worst if one[4] and one[2] < one[3])
    missed = _named(one for one in worst if not one[4] and one[2] > one[3])
    many, beaten = sum(one[4] for one in worst), sum(one[4] and one[2] >= one[3] for one in worst)
    told = f"""# Which way to publish a series: what the plan expects, and what came out

Measured {dt.date.today()} by `python benchmarks/offers.py FOLDER` (the data is not part of the project), {MANY}
repetitions, pure ε = 1, at most {LONGEST} ticks. Mean absolute errors; expected ones are √(2/π) of the root mean
square that the plan states. The plan hears ticks, price, window and `expect` (the mean, rounded to one digit) and
nothing else. That numbers move by a fifth of `expect`, the rhythm of FAST, and what learning costs were
chosen on flu, cdnow and generated walks.

On the {len(right)} cases that nothing was chosen on, the favourite erred {np.median(right):.2f} times what
the best did (median), {max(right):.2f} times at worst; by more than a quarter in {over}. What was measured was
{np.quantile(close, 0.1):.2f} to {np.quantile(close, 0.9):.2f} times what was expected in four of five cases,
{min(close):.2f} to {max(close):.2f} times in all.

The last noisy mean of spells, which was their `value` before, errs {min(spoken):.2f} to {max(spoken):.2f} times as
much as the level that is published now (median {np.median(spoken):.2f}).

Of {many} methods that the plan refuses, because a guess from `expect` is closer, {beaten} err more than the mean
of the series, which nobody knows, does; these err less: {wrong}. (`sample` for a person for ever
is one number for all ticks.) Not refused, and err more than that mean: {missed}.
"""
    PAGE.write_text("\n".join([told, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
