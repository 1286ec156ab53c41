"""Small releases ready for a test: rows in a file, an account that can pay, a request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import epsilog.sources
from epsilog.accounting.allowance import Allowance
from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.ledger import Ledger, Terms
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.show.release import Release
from ledger_processes import Send

PATIENT = Unit("patient_id")
REGIONS = ("North", "South", "East")
COST = 10**12 // 2  # epsilon 0.5 on a pure account, in smallest units


def rows_file(folder: Path, *, rows: int = 60) -> str:
    """A file of visits; its name alone, because requests name files below a folder."""
    lines = [f"p{n % 23},{REGIONS[n % 3]},{100 + n % 40}" for n in range(rows)]
    (folder / "visits.csv").write_text("\n".join(["patient_id,region,systolic", *lines]) + "\n", encoding="utf-8")
    return "visits.csv"


def request(edition: str = "2026-W46", **changed: Any) -> Spec:
    """Visits by region, and the mean pressure, for epsilon 0.5."""
    words: dict[str, Any] = {
        "release": "visits",
        "edition": edition,
        "source": Origin("visits.csv", {"patient_id": "text", "region": "text", "systolic": "number"}),
        "protect": Protect(PATIENT),
        "bound": Bounds(rows=4),
        "publish": (
            Query("rows", by=(Keys("region", REGIONS),)),
            Query("mean", "systolic", between=(Fraction(80), Fraction(220))),
        ),
        "spend": Spend("clinic", Fraction(1, 2)),
    }
    return Spec(**{**words, **changed})


def books(place: str, *, epsilon: object = 5, failures: int = 1000, unit: Unit = PATIENT) -> Ledger:
    """A new ledger with one pure account."""
    ledger = Ledger.open(place, create=True)
    ledger.open_account("clinic", Terms(unit, Allowance.pure(epsilon), failures=failures), by="Ada")  # type: ignore[arg-type]
    return ledger


def publishing(place: str, spec: Spec, folder: Path) -> Callable[[Send], None]:
    """What a child does: publish, and send home what it got."""

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger:
            release = publish(spec, ledger, base=folder)
            send(("published", release.repeated, release.result.to_bytes()))

    return work


def shown(release: Release) -> tuple[bytes, str, str]:
    """What must be the same whenever the release is handed out."""
    return release.result.to_bytes(), release.fingerprint, release.receipt.id


Answer = list[tuple[Bounded, ...]]


class Watched:
    """The real source with somebody looking on, who writes a diary and may spoil the answer."""

    def __init__(self, source: Any, diary: list[str], spoil: Callable[[Answer], Answer]) -> None:
        self._source, self._diary, self._spoil = source, diary, spoil

    def __enter__(self) -> Watched:
        self._source.__enter__()
        return self

    def __exit__(self, *how: object) -> None:
        self._diary.append("closed")
        self._source.__exit__(*how)

    def columns(self) -> tuple[str, ...]:
        self._diary.append("looked at the header")
        found: tuple[str, ...] = self._source.columns()
        return found

    @property
    def has_certain_names(self) -> bool:
        return bool(self._source.has_certain_names)

    def check_lookups(self) -> None:
        self._source.check_lookups()

    def check(self, tallies: Sequence[Tally], protect: Protect, bounds: Bounds) -> None:
        self._source.check(tallies, protect, bounds)

    def bounded(
        self, tallies: Sequence[Tally], protect: Protect, bounds: Bounds, *, progress: Any = None
    ) -> Answer:
        self._diary.append(f"read for {len(tallies)}")
        return self._spoil(self._source.bounded(tallies, protect, bounds, progress=progress))


def watch(monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Answer], Answer] = lambda answer: answer) -> list[str]:
    """Look over the shoulder of every source opened from now on; the diary of what was done with them."""
    diary: list[str] = []
    real = epsilog.sources.open_source

    def opened(origin: Origin, *, frame: object | None = None, base: Path | None = None) -> Watched:
        diary.append("opened")
        return Watched(real(origin, frame=frame, base=base), diary, spoil)

    monkeypatch.setattr(epsilog.sources, "open_source", opened)
    return diary


def untouched(ledger: Ledger, entries: int) -> None:
    """Nothing was written since the journal had this many entries, and nothing is held or spent."""
    assert len(ledger.history()) == entries
    for balance in ledger.account("clinic").balances:
        assert balance.held.main == balance.spent.main == 0
