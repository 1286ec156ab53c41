"""Releases made by hand: a plan, made-up noisy integers, and a real ledger that stores them."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path

import numpy as np

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.measure import contribution
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.ledger import Ledger, Terms
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, grain_of
from epsilog.roles.spec import Spec, Spend, Tidy
from epsilog.show.release import Release
from epsilog.show.result import Result

SOFTWARE = (("duckdb", "2.0.0"), ("epsilog", "0.1.0"), ("numpy", "2.4.6"), ("python", "3.11.7"))
REGIONS = Keys("region", ("North", "South", "East", "West"))
SEX = Keys("sex", ("f", "m"))
YEAR = During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
EDGES = tuple(map(Fraction, (80, 100, 110, 120, 130, 140, 160, 180, 220)))
PRESSURE = (Fraction(80), Fraction(220))
COLUMNS = {
    "patient_id": "text",
    "region": "text",
    "sex": "text",
    "visited_at": "timestamp",
    "systolic": "number",
    "cost": "number",
}


def spec_of(*queries: Query, account: str = "clinic/2026", **changes: object) -> Spec:
    given: dict = {
        "release": "flu-by-region",
        "edition": "2026-W46",
        "source": Origin("visits.parquet", COLUMNS),
        "protect": Protect(Unit("patient_id"), "Asia/Shanghai"),
        "bound": Bounds(rows=4, cells=4),
        "publish": queries,
        "spend": Spend(account, Fraction(1, 2), Fraction(1, 10**6)),
    }
    return Spec(**{**given, **changes})


def plan_of(spec: Spec, laws: tuple[str, ...] = ("gaussian",), share: Allowance | None = None) -> Plan:
    """Every vector gets the same part of what `spend` allows; laws are dealt out in turn."""
    pairs = [(at, part) for at, query in enumerate(spec.publish) for part in range(len(query.measures()))]
    if share is None:
        assert spec.spend.epsilon is not None
        delta = spec.spend.delta
        share = Allowance.approximate(spec.spend.epsilon, delta) if delta else Allowance.pure(spec.spend.epsilon)
    draws = []
    for number, (at, part) in enumerate(pairs):
        query = spec.publish[at]
        measure = query.measures()[part]
        moved = contribution(measure, query.grid(), spec.protect.unit, spec.bound)
        law = laws[number % len(laws)]
        part_of = Fraction(share.cap, 10**12 * len(pairs))
        if law == "gaussian":
            parameter = Fraction(moved.sensitivity.l2_squared) / (2 * part_of)
        elif share.coin == "pure":
            parameter = Fraction(moved.sensitivity.l1) / part_of
        else:  # l2²/(2b²) is a valid zCDP price of Laplace noise
            parameter = Fraction(int((moved.sensitivity.l2_squared / (2 * float(part_of))) ** 0.5) + 1)
        # A short decimal on the safe side, as a planner would choose.
        parameter = Fraction(-(-parameter * 1000 // 1), 1000)
        draws.append(Draw(at, part, law, parameter, grain_of(measure), moved))
    blocks = ()
    if spec.protect.unit.per == "1mo":
        blocks = tuple(f"2026-{month:02d}" for month in range(1, 13))
    return Plan(spec, share, tuple(draws), blocks)


def result_of(plan: Plan, seed: int = 1, *, reproducible: bool = False, values=None) -> Result:
    """Made-up numbers that look like visits: a season, regions of different size, noise as planned."""
    rng = np.random.default_rng(seed)
    vectors = []
    for draw in plan.draws:
        query = plan.spec.publish[draw.query]
        shape = [axis.size for axis in query.grid().axes]
        vectors.append(_story(rng, query, draw, shape))
    if values is not None:
        vectors = [np.array(vector, dtype=np.int64) for vector in values]
    return Result(plan, tuple(vectors), "2026-11-15T08:00:00+00:00", SOFTWARE, reproducible)


def _story(rng: np.random.Generator, query: Query, draw: Draw, shape: list[int]) -> np.ndarray:
    level = np.ones(shape or [1])
    for at, axis in enumerate(query.grid().axes):
        place = np.arange(axis.size).reshape([-1 if own == at else 1 for own in range(len(shape))])
        if type(axis).__name__ == "Ticks":
            level = level * (1 + 0.7 * np.cos(2 * np.pi * place / 365))
        elif type(axis).__name__ == "Bins":
            level = level * np.exp(-(((place - axis.size / 2.6) / (axis.size / 4)) ** 2))
        else:
            level = level * (1 + place) / axis.size
    level = level.reshape(-1) * (400 if query.every else 9000)
    if query.kind == "sum":
        level = level * 85 / float(draw.grain)
    if query.kind == "mean" and draw.part == 0:
        level = level * (-18 + 3 * np.sin(np.arange(level.size))) / float(draw.grain)
    noise = rng.normal(0, draw.noise.deviation / float(draw.grain), level.size)
    return np.round(level + noise).astype(np.int64)


def stored(result: Result, folder: Path, name: str = "books.db") -> tuple[Ledger, Release]:
    """Open a ledger, pay for the plan, store the result: a release like any other."""
    plan = result.plan
    unit, zone = plan.spec.protect.unit, plan.spec.protect.zone
    allowance = Allowance.pure(4) if plan.share.coin == "pure" else Allowance.approximate(3, "1e-6")
    ledger = Ledger.open(folder / name, create=True)
    account = plan.spec.spend.account
    ledger.open_account(account, Terms(unit, allowance, zone=zone), by="Ada")
    receipt = ledger.debit(account, plan.charge, plan.spec.digest, key=plan.spec.key, blocks=plan.blocks)
    fingerprint = ledger.commit(receipt, result.to_bytes())
    ledger.deliver(receipt)
    found = ledger.find(account, plan.spec.key)
    assert found is not None
    return ledger, Release(result, found, False, ledger.account(account), ledger.identity, fingerprint)


def everything(**changes: object) -> Spec:
    """One entry of every kind."""
    return spec_of(
        Query("rows", by=(REGIONS,), every="1d", during=YEAR),
        Query("mean", "systolic", between=PRESSURE, by=(REGIONS,)),
        Query("persons", by=(REGIONS, SEX)),
        Query("histogram", "systolic", edges=EDGES),
        Query("sum", "cost", between=(Fraction(0), Fraction(1000)), by=(REGIONS,)),
        Query("rows"),
        **changes,
    )


TIDY = Tidy(whole=True, totals=True)
