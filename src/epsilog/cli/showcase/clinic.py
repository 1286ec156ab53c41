"""A year of visits in four regions, invented: nobody in it exists. A few come very often, some rows are dirty."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars

YEAR: Final = 2026
ROWS: Final = 1_000_000
PATIENTS: Final = 120_000
REGIONS: Final = ("North", "South", "East", "West")
REGION_SHARES: Final = (0.34, 0.29, 0.22, 0.15)
DIAGNOSES: Final = ("flu", "hypertension", "diabetes", "injury", "check-up")
_SECONDS_IN_DAY: Final = 86_400


def invented_year(rows: int = ROWS, seed: int = 1846) -> polars.DataFrame:
    """The visits as a frame: patient_id, region, visited_at (wall clock), diagnosis, age, systolic.

    >>> frame = invented_year(1000)
    >>> frame.height, frame.columns[:3]
    (1000, ['patient_id', 'region', 'visited_at'])
    """
    import polars

    # A plain generator with a seed: this makes the people up; the noise that protects them never has a seed.
    rng = np.random.default_rng(seed)
    patients = max(10, PATIENTS * rows // ROWS)
    # Few come very often: the weights fall like a power of the rank, shifted so that nobody comes every hour.
    weights = 1 / (np.arange(patients) + 2500.0) ** 1.1
    who = rng.choice(patients, rows, p=weights / weights.sum())
    home = rng.choice(len(REGIONS), patients, p=REGION_SHARES)
    age = np.clip(rng.normal(52, 19, patients), 0, 99).astype(np.int64)
    day = _days(rng, rows)
    diagnosis = _diagnoses(rng, day, age[who])
    frame = polars.DataFrame(
        {
            "patient_id": np.char.add("P", np.char.zfill((who * 7919 % 9_999_991).astype(str), 7)),
            "region": np.array(REGIONS)[home[who]],
            "visited_at": _moments(rng, day),
            "diagnosis": np.array(DIAGNOSES)[diagnosis],
            "age": age[who],
            "systolic": _pressure(rng, age[who], diagnosis),
        }
    )
    return _add_faults(rng, frame)


def write_year(path: Path, rows: int = ROWS) -> int:
    """Write the year as Parquet; returns its size in bytes."""
    invented_year(rows).write_parquet(path)
    return path.stat().st_size


def _days(rng: np.random.Generator, rows: int) -> NDArray[np.int64]:
    """Days of the year: fewer visits at weekends, more in winter, almost none on holidays."""
    days = np.arange(365)
    weekday = np.array([dt.date(YEAR, 1, 1).weekday() + int(day) for day in days]) % 7
    weight = np.where(weekday < 5, 1.0, 0.45) * (1 + 0.35 * np.cos(2 * np.pi * (days - 15) / 365))
    weight[[0, 47, 48, 49, 273, 274, 275]] *= 0.3
    return rng.choice(365, rows, p=weight / weight.sum())


def _moments(rng: np.random.Generator, day: NDArray[np.int64]) -> NDArray[np.datetime64]:
    """Opening hours, with a peak in the morning and one after lunch."""
    morning = rng.random(len(day)) < 0.6
    hour = np.where(morning, rng.normal(10, 1.3, len(day)), rng.normal(15.5, 1.4, len(day)))
    second = (np.clip(hour, 7, 19.99) * 3600).astype(np.int64)
    return np.datetime64(f"{YEAR}-01-01T00:00:00", "us") + (day * _SECONDS_IN_DAY + second).astype("m8[s]")


def _diagnoses(rng: np.random.Generator, day: NDArray[np.int64], age: NDArray[np.int64]) -> NDArray[np.int64]:
    """Flu comes in two waves; pressure and sugar come with age."""
    wave = np.exp(-(((day - 22) / 16) ** 2)) + 0.9 * np.exp(-(((day - 350) / 18) ** 2))
    scores = np.column_stack(
        [0.06 + 0.9 * wave, 0.08 + age / 160, 0.04 + age / 300, np.full(len(day), 0.16), np.full(len(day), 0.24)]
    )
    edges = np.cumsum(scores / scores.sum(axis=1, keepdims=True), axis=1)
    return np.asarray((rng.random(len(day))[:, None] > edges).sum(axis=1).clip(0, 4), dtype=np.int64)


def _pressure(
    rng: np.random.Generator, age: NDArray[np.int64], diagnosis: NDArray[np.int64]
) -> NDArray[np.float64]:
    mean = 108 + 0.33 * age + np.where(diagnosis == 1, 18, 0)
    return np.asarray(np.round(rng.normal(mean, 13)), dtype=np.float64)


def _add_faults(rng: np.random.Generator, frame: polars.DataFrame) -> polars.DataFrame:
    """What real tables have: missing ids, unknown regions, pressures nobody measured, slips of the pen."""
    import polars

    dirt = {name: rng.random(frame.height) for name in ("patient_id", "region", "systolic", "slip")}
    marks = frame.with_columns(**{f"_{name}": polars.Series(values) for name, values in dirt.items()})

    def where(name: str, below: float, instead: Any, otherwise: polars.Expr) -> polars.Expr:
        return polars.when(polars.col(f"_{name}") < below).then(polars.lit(instead)).otherwise(otherwise)

    measured = where("systolic", 0.03, None, polars.col("systolic"))
    soiled = marks.with_columns(
        patient_id=where("patient_id", 0.002, None, polars.col("patient_id")),
        region=where("region", 0.004, "Unknown", polars.col("region")),
        systolic=where("slip", 0.0005, 9999.0, measured),
    )
    return soiled.select(frame.columns)
