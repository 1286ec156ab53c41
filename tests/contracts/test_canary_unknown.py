"""Leak canaries in keys that nobody declared: a name that only one person has is seen by the threshold alone.

A key of one person shows with probability below 1e-10 here, so a false alarm is rarer than 1e-7 for all of them.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from canary_cage import PERSON, Cage
from canary_scenes import asking, silent, write_csv
from epsilog import Allowance, Ledger, Terms
from epsilog.core.unknown import Seen, Unknown
from epsilog.errors import SourceError
from epsilog.mechanisms.tables.threshold import Found, Threshold
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.show import explain
from epsilog.show.artefact import write
from epsilog.sources.engine import Engine
from publish_scenes import PATIENT

NAMES = (Query("persons", by=(Unknown("patient_id"),)), Query("rows", by=(Unknown("amount"),)))


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


def by_name(cage: Cage) -> Spec:
    return asking(write_csv(cage), publish=NAMES, spend=Spend("clinic", Fraction(1), events=Fraction(1, 10**10)))


def paying(cage: Cage) -> Ledger:
    ledger = Ledger.open(cage.left / "ledger.db", create=True)
    ledger.open_account("clinic", Terms(PATIENT, Allowance.approximate(9, 1e-6, for_events=1e-7)), by="Ada")
    return ledger


def made(cage: Cage) -> None:
    with paying(cage) as ledger:
        release = cage.run(lambda: publish(by_name(cage), ledger, base=cage.data))
        assert cage.error is None
        cage.run(lambda: write(release, cage.left / "release", key=Ed25519PrivateKey.generate()))
        assert cage.error is None
        cage.hear("explanation", "\n".join([*explain.lines(release, "zh"), repr(release)]))
        assert cage.error is None


def test_names_of_single_persons_are_looked_for_and_leave_nothing_behind(cage: Cage) -> None:
    made(cage)
    silent(cage)


def test_the_cage_hears_keys_without_a_threshold(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Threshold, seen: Seen, rng: Any) -> Found:
        return Found(seen.keys, seen.counts, self.law, self.threshold, rng.reproducible)

    monkeypatch.setattr(Threshold, "__call__", careless)
    made(cage)
    assert PERSON in {bird for found in cage.evidence.values() for bird in found}


def test_an_engine_that_quotes_the_keys_it_saw(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    def quoting(engine: Engine, expression: Any) -> Any:
        raise ValueError(f"cannot hold {engine.connection.execute('SELECT * FROM rows LIMIT 3').fetchall()}")

    monkeypatch.setattr(Engine, "texts", quoting)
    with paying(cage) as ledger:
        cage.run(lambda: publish(by_name(cage), ledger, base=cage.data))
    assert isinstance(cage.error, SourceError)
    silent(cage)
