"""Series for measuring smoothed values on: those the rule was chosen on, and others not looked at meanwhile."""

from __future__ import annotations

import csv
import datetime as dt
from pathlib import Path

import numpy as np

from series_data import cdnow, flu

HOUR, DAY, MONTH, QUARTER = (24,), (7,), (12,), (4,)
MONDAY = {"taxi, hours": 4, "retail, hours": 48}  # how many hours after the beginning of a Monday a series begins


def poisson(rng, mean):
    return rng.poisson(np.maximum(mean, 0)).astype(float)


def walk(rng, ticks=800, step=10.0, start=500.0):
    return np.round(np.abs(start + np.cumsum(rng.normal(0, step, ticks))))


def commuters(rng, days=140):
    hour, day = np.arange(days * 24) % 24, np.arange(days * 24) // 24
    work = np.exp(-((hour - 8) ** 2) / 3) + 0.9 * np.exp(-((hour - 17.5) ** 2) / 4) + 0.005
    work = work + 0.12 * np.exp(-((hour - 13) ** 2) / 20)
    rest = 0.3 * np.exp(-((hour - 14) ** 2) / 18) + 0.003
    weather = np.repeat(np.exp(rng.normal(0, 0.25, days)), 24)
    return poisson(rng, 800 * np.where(day % 7 >= 5, rest, work) * weather)


def births(rng, days=1400):
    day = np.arange(days)
    mean = 10500 * np.array([1, 1.07, 1.08, 1.07, 1.06, 0.82, 0.75])[day % 7] * (1 + 0.04 * np.sin(day / 58))
    return poisson(rng, np.where(rng.random(days) < 0.03, 0.78 * mean, mean))


def waves(rng, weeks=600):
    week, mean, peak = np.arange(weeks), np.full(weeks, 150.0), 20
    while peak < weeks:
        mean += rng.lognormal(7, 0.7) * np.exp(-(((week - peak) / rng.uniform(4, 9)) ** 2))
        peak += int(rng.normal(52, 6))
    return poisson(rng, mean)


def spikes(rng, ticks=1000):
    mean = np.full(ticks, 50.0)
    mean[rng.choice(ticks, 25, replace=False)] += rng.uniform(200, 1500, 25)
    return poisson(rng, mean)


def drawn_to_mean(rng, ticks=700):
    off = np.zeros(ticks)
    for at in range(1, ticks):
        off[at] = 0.8 * off[at - 1] + rng.normal(0, 40)
    return np.round(np.maximum(400 + off, 0))


def levels(rng, ticks=600):
    return 100.0 * (1 + np.cumsum(rng.random(ticks) < 0.02) % 7)


def weekly(rng, days=60):
    return poisson(rng, 200 + 120 * np.sin(2 * np.pi * np.arange(days) / 7))


def growth(rng, ticks=400):
    return poisson(rng, 20 * np.exp(np.arange(ticks) / 100))


def sparse(rng, ticks=1200):
    return (rng.random(ticks) < 0.05) * poisson(rng, np.full(ticks, 8.0))


def bursts(rng, ticks=1200):
    starts = (rng.random(ticks) < 0.004).astype(float)
    return poisson(rng, 20 + 400 * np.convolve(starts, np.exp(-np.arange(60) / 20))[:ticks])


def shop(rng, weeks=12):
    hour, day = np.arange(weeks * 168) % 24, np.arange(weeks * 168) // 24 % 7
    is_open = (hour >= 8) & (hour < 20) & (day != 6)
    return poisson(rng, 60.0 * is_open * np.exp(rng.normal(0, 0.3, weeks * 168)))


def regimes(rng, ticks=800):
    step = np.where((np.arange(ticks) // 200) % 2 == 0, 2.0, 60.0)
    return np.round(np.abs(1000 + np.cumsum(rng.normal(0, 1, ticks) * step)))


def years(rng, months=36):
    month = np.arange(months)
    return poisson(rng, 900 + 300 * np.cos(2 * np.pi * month / 12) + 8 * month)


def quarters(rng, count=20):
    return poisson(rng, 400 * np.array([1, 1.3, 0.7, 1.6])[np.arange(count) % 4])


CHOSEN_ON = {
    "commuters": (commuters, HOUR),
    "births": (births, DAY),
    "waves": (waves, ()),
    "spikes": (spikes, ()),
    "walk": (walk, ()),
    "flat": (lambda rng: np.full(500, 200.0), ()),
    "drawn to a mean": (drawn_to_mean, ()),
    "levels": (levels, ()),
    "sixty days": (weekly, DAY),
    "walk of 24": (lambda rng: walk(rng, 24), MONTH),
    "walk of 8": (lambda rng: walk(rng, 8, 30, 300), QUARTER),
}
REPORTED_ON = {
    "growth": (growth, ()),
    "alternating": (lambda rng: np.where(np.arange(500) % 2 == 0, 300.0, 500.0), ()),
    "counts about 2": (lambda rng: poisson(rng, np.full(800, 2.0)), ()),
    "sparse": (sparse, ()),
    "bursts": (bursts, ()),
    "season of 52": (lambda rng: poisson(rng, 300 + 200 * np.sin(2 * np.pi * np.arange(900) / 52)), ()),
    "shop hours": (shop, HOUR),
    "sawtooth": (lambda rng: 100 + (np.arange(700) % 50) * 12.0, ()),
    "regimes": (regimes, ()),
    "heavy tails": (lambda rng: np.round(rng.pareto(1.5, 900) * 30), ()),
    "months": (years, MONTH),
    "quarters": (quarters, QUARTER),
    "fast walk": (lambda rng: walk(rng, 800, 300, 3000), ()),
    "nothing": (lambda rng: np.zeros(300), ()),
}


# Written after the rule was fixed, and measured once.
AFTERWARDS = {
    "lognormal": (lambda rng: np.round(rng.lognormal(4, 1, 700)), ()),
    "two waves and a trend": (
        lambda rng: poisson(
            rng, 200 + np.arange(600) / 2 + 80 * np.sin(np.arange(600) / 9) + 40 * np.sin(np.arange(600) / 31)
        ),
        (),
    ),
    "closed on holidays": (
        lambda rng: poisson(rng, 150 * (rng.random(500) > 0.08) * np.where(np.arange(500) % 7 < 5, 1.0, 0.3)),
        DAY,
    ),
    "an outbreak": (lambda rng: poisson(rng, 5 + 900 / (1 + np.exp((60 - np.arange(200)) / 6))), ()),
    "thirty days": (lambda rng: poisson(rng, np.full(30, rng.uniform(20, 400))), DAY),
}


def real(folder: Path):
    """Series that are no part of the project: parts that the rule was chosen on are left out."""
    with (folder / "nab_nyc_taxi.csv").open(encoding="utf-8") as file:
        halves = np.array([float(row["value"]) for row in csv.DictReader(file)])
    taxi = halves.reshape(-1, 2).sum(axis=1)
    with (folder / "ili_outpatient_regions.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    def region(number):
        return np.array([float(row["AGE 5-24"] or 0) for row in rows if row["REGION"] == f"Region {number}"])

    with (folder / "online_retail_invoices.csv").open(encoding="utf-8") as file:
        times = [dt.datetime.fromisoformat(row["t"]) - dt.datetime(2010, 12, 1) for row in csv.DictReader(file)]
    found = {
        "taxi, hours": (taxi[2500:], HOUR),
        "taxi, days": (taxi[: len(taxi) // 24 * 24].reshape(-1, 24).sum(axis=1), DAY),
        "flu, region 4": (region(4)[300:1300], ()),
        "flu, region 5": (region(5)[300:1300], ()),
        "flu, region 10": (region(10)[700:1000], ()),
        "flu, region 3": (region(3)[300:1300], ()),
        "flu, region 8": (region(8)[300:1300], ()),
        "taxi, half-hours": (halves[:2400], (48,)),
        "flu, FAST's weeks": (flu(folder), ()),
        "cdnow, days": (cdnow(folder)[270:], DAY),
        "retail, hours": (np.bincount([int(one / dt.timedelta(hours=1)) for one in times])[:3000] + 0.0, HOUR),
        "retail, days": (np.bincount([one.days for one in times]) + 0.0, DAY),
    }
    return {name: ((lambda rng, series=series: series), seasons) for name, (series, seasons) in found.items()}
