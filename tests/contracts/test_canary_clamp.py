"""Leak canaries among values whose clamp and bins are found: candidates are public, values never become ends."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from canary_cage import NUMBER, Cage
from canary_scenes import asking, ledger_in, silent, write_csv
from epsilog.errors import SourceError
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.sought import Clamp, EvenBins
from epsilog.show import explain
from epsilog.show.artefact import write
from epsilog.sources.engine import Engine

PRESSURE = Clamp((0, 100, 10**9, 10**12))  # type: ignore[arg-type]
ENDS = (
    Query("mean", "systolic", sought=PRESSURE),
    Query("ratio", "amount", sought=Clamp((0, 10**14)), per=Sum.unknown("systolic", PRESSURE)),  # type: ignore[arg-type]
    Query("histogram", "systolic", sought=EvenBins((0, 120, 10**9, 10**12), 3)),  # type: ignore[arg-type]
)


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


def made(cage: Cage) -> None:
    with ledger_in(cage) as ledger:
        release = cage.run(lambda: publish(asking(write_csv(cage), publish=ENDS), ledger, base=cage.data))
        assert cage.error is None
        cage.run(lambda: write(release, cage.left / "release", key=Ed25519PrivateKey.generate()))
        assert cage.error is None
        cage.hear("explanation", "\n".join([*explain.lines(release, "zh"), repr(release)]))


def test_values_are_ranked_and_leave_nothing_behind(cage: Cage) -> None:
    made(cage)
    silent(cage)


def test_the_cage_hears_an_end_that_is_a_value(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Peeking: a clamp that takes its end from the largest value."""
    monkeypatch.setattr(Clamp, "ends", lambda self, centred: (Fraction(0), Fraction(NUMBER)))
    made(cage)
    assert NUMBER in {bird for found in cage.evidence.values() for bird in found}


def test_a_failure_while_ends_are_looked_for_says_nothing(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    def quoting(engine: Engine, expression: Any) -> Any:
        raise ValueError(f"cannot rank {engine.connection.execute('SELECT * FROM rows LIMIT 3').fetchall()}")

    monkeypatch.setattr(Engine, "integers", quoting)
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking(write_csv(cage), publish=ENDS), ledger, base=cage.data))
    assert isinstance(cage.error, SourceError)
    silent(cage)
