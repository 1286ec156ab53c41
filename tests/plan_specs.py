"""Requests to plan: clinic visits that no file holds."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.number import exact
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.ledger.reading import Account, Balance
from epsilog.ledger.terms import Terms
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend

NOWHERE = "no/such/folder/visits.parquet"
COLUMNS = {
    "patient_id": "text",
    "region": "text",
    "visited_at": "timestamp",
    "systolic": "number",
    "income": "number",
}
REGIONS = Keys("region", ("North", "South", "East", "West"))
YEAR = During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
PATIENT = Unit("patient_id")
PRESSURE = (Fraction(80), Fraction(220))


def request(
    *queries: Query,
    unit: Unit = PATIENT,
    bound: Bounds | None = None,
    epsilon: object = "0.5",
    delta: object = 0,
    zone: str = "Asia/Shanghai",
    **more: Any,
) -> Spec:
    bounds = bound if bound is not None else (Bounds() if unit.each == "row" else Bounds(rows=1))
    spend = Spend("clinic/2026", None if epsilon is None else exact(epsilon, "epsilon"), exact(delta, "delta"))
    origin = Origin(NOWHERE, COLUMNS)  # type: ignore[arg-type]
    return Spec("visits", "2026-W46", origin, Protect(unit, zone), bounds, queries, spend, **more)


def account(
    terms: Terms, used: float = 0.0, *, name: str = "clinic/2026", block: str = "*", **more: Any
) -> Account:
    """An account as the ledger reads it, with so much of one block spent."""
    spent = Amount(int(used * terms.cap.main), 0)
    balances = (Balance(name, block, terms.cap, Amount(0, 0), spent),)
    values: dict[str, Any] = {
        "parent": None, "divided": False, "stopped": None, "failures": 0, "releases": 1,
        "simple_epsilon": None, "simple_delta": Fraction(0), "balances": balances,
    }  # fmt: skip
    return Account(name=name, terms=terms, cap=terms.cap, **(values | more))


def clinic(unit: Unit = PATIENT, epsilon: object = 1, delta: object = "1e-6", for_events: object = 0) -> Terms:
    allowance = (
        Allowance.approximate(epsilon, delta, for_events)  # type: ignore[arg-type]
        if delta
        else Allowance.pure(epsilon)  # type: ignore[arg-type]
    )
    return Terms(unit, allowance, zone="Asia/Shanghai")
