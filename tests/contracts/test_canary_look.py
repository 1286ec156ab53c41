"""Leak canaries among rows whose bound is found: how many rows somebody has is counted, and no row is told."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from canary_cage import TOTAL, Cage
from canary_scenes import QUERIES, asking, ledger_in, silent, write_csv
from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds, BoundSearch
from epsilog.errors import SourceError
from epsilog.publish.pipeline import publish
from epsilog.roles.spec import Spec
from epsilog.show import explain
from epsilog.show.artefact import write
from epsilog.sources import crowding
from epsilog.sources.engine import Engine


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


def looking(cage: Cage) -> Spec:
    return asking(write_csv(cage), publish=QUERIES, bound=Bounds(choose=BoundSearch(4)))


def made(cage: Cage) -> None:
    with ledger_in(cage) as ledger:
        release = cage.run(lambda: publish(looking(cage), ledger, base=cage.data))
        assert cage.error is None
        cage.run(lambda: write(release, cage.left / "release", key=Ed25519PrivateKey.generate()))
        assert cage.error is None
        cage.hear(
            "explanation", "\n".join([*explain.lines(release, "zh"), repr(release), repr(release.plan.options)])
        )


def test_rows_are_counted_and_leave_nothing_behind(cage: Cage) -> None:
    made(cage)
    silent(cage)


def test_the_cage_hears_a_look_that_tells_what_rows_hold(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A careless source that adds up amounts where it should count units; and no noise on top."""

    def careless(engine: Any, layout: Any, at: int, rows: Any, crowd: Any) -> Bounded:
        values = np.full(crowd.size, int(TOTAL), dtype=np.int64)
        return Bounded(tuple(range(crowd.size)), values, Fraction(1), crowding.moved_by_one(layout.protect.unit))

    monkeypatch.setattr(crowding, "crowd_counts", careless)
    monkeypatch.setattr("epsilog.mechanisms.tables.laplace.Laplace.grains", lambda self, exact, rng: exact.values)
    made(cage)
    assert str(TOTAL) in {bird for found in cage.evidence.values() for bird in found}


def test_a_failure_during_the_look_says_nothing(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    def quoting(engine: Engine, expression: Any) -> Any:
        raise ValueError(f"cannot count {engine.connection.execute('SELECT * FROM rows LIMIT 3').fetchall()}")

    monkeypatch.setattr(Engine, "integers", quoting)
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(looking(cage), ledger, base=cage.data))
    assert isinstance(cage.error, SourceError)
    silent(cage)
