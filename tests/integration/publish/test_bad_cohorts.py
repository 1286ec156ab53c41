"""Cohorts as they come: a clear refusal or an honest range, never a crash, and the same sentences for all of them.

Each scene goes through the front door: rows, bounds, plan, payment, noise, tables, what is read off, the folder.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.ledger import Ledger, Terms
from epsilog.roles.spec import Spec
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.release import Release
from epsilog.spec.file import spec_from_text
from epsilog.testing import publish_seeded

SPEC = """release: cohort
edition: "1"
source:
  file: cohort.csv
  columns: {who: text, arm: text, sick: text, days: number, status: text, systolic: number}
protect: {each: who}
bound: {rows: 1}
publish:
  - {survival: {time: days, event: {column: status, causes: [back, died], censored: [left]}, horizon: 9d, bins: 3,
     by: {arm: [A, B]}}, name: followed}
  - {table: {sick: [yes, no], arm: [A, B]}, show: [proportion, difference, relative_risk], name: sick}
  - {mean: systolic, between: [80, 220], tails: [40, 300], by: {arm: [A, B]}, about: population, name: pressure}
  - {median: systolic, between: [80, 220], grain: 20, about: population, name: middle}
  - test: {independence: sick}
  - test: {two_means: pressure}
spend: {epsilon: 9, from: study}
"""
Row = tuple[str, str | None, str | None, float | None, str | None, float | None]


def people(many: int, **said: object) -> list[Row]:
    rng = np.random.default_rng(3)
    found = []
    for at in range(many):
        row = {
            "who": f"p{at}",
            "arm": "AB"[at % 2],
            "sick": "yes" if rng.random() < 0.2 else "no",
            "days": float(rng.integers(0, 15)),
            "status": ("back", "died", "left")[int(rng.integers(0, 3))],
            "systolic": float(rng.normal(140, 20)),
        }
        found.append(tuple((row | said).values()))
    return found  # type: ignore[return-value]


SCENES: dict[str, list[Row]] = {
    "nobody": [],
    "one person": people(1),
    "somebody without a name": [(None, *row[1:]) for row in people(200)],  # type: ignore[misc]
    "events before the start": people(200, days=-3.0),
    "times that are none": people(100, days=math.nan) + people(100, days=math.inf) + people(100, days=None),
    "everybody beyond the horizon": people(200, days=1e300),
    "all censored": people(200, status="left"),
    "codes nobody declared": people(200, status="moved", sick="maybe"),
    "an empty arm": people(200, arm="A"),
    "an arm nobody declared": people(200, arm="C"),
    "everybody in two arms": [row for one in people(200) for row in (one, (one[0], "B", *one[2:]))],
    "a clamp that covers nobody": people(200, systolic=1e6),
    "values that are none": people(100, systolic=-math.inf) + people(100, systolic=math.nan),
}


def released(folder: Path, rows: list[Row]) -> tuple[Spec, Ledger, Release]:
    spec = spec_from_text(SPEC, "cohort.yaml")
    spec = replace(spec, source=replace(spec.source, file=None))
    names = list(spec.source.columns)
    kinds = {name: pl.Float64 if name in ("days", "systolic") else pl.String for name in names}
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    folder.mkdir(exist_ok=True)
    ledger = Ledger.open(folder / "books.db", create=True)
    ledger.open_account("study", Terms(spec.protect.unit, Allowance.pure(9)), by="Ada")
    return spec, ledger, publish_seeded(5, spec, ledger, frame=frame)


@pytest.fixture(scope="module")
def release_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Release]:
    """The release of a scene, made once for all tests that read it."""
    made: dict[str, Release] = {}

    def release_of(scene: str) -> Release:
        if scene not in made:
            _, ledger, made[scene] = released(tmp_path_factory.mktemp("cohort"), SCENES[scene])
            ledger.close()
        return made[scene]

    return release_of


# How many of them have a place in the histogram of exits.
PLACED = {
    "nobody": 0,
    "one person": 1,
    "somebody without a name": 0,
    "events before the start": 0,
    "times that are none": 0,
    "codes nobody declared": 0,
    "an arm nobody declared": 0,
    "values that are none": 100,  # the same hundred twice
}
READ = ("nobody", "events before the start", "all censored", "an empty arm", "a clamp that covers nobody")


@pytest.mark.parametrize("scene", SCENES)
def test_everybody_has_one_place_or_none(release_of: Callable[[str], Release], scene: str) -> None:
    """Noise of 20 cells, each of a deviation below 3: sixty are never reached. In two arms a person counts once."""
    release = release_of(scene)
    found = {table.name: table.figures("value").floats() for table in release.tables}
    assert abs(found["followed"].sum() - PLACED.get(scene, 200)) < 60
    if scene in ("somebody without a name", "an arm nobody declared"):
        empty = release_of("nobody")
        for one in empty.tables[: 3 if "arm" in scene else 4]:  # the median asks nobody for an arm
            assert (one.figures("value").floats() == found[one.name]).all(), "the same noise, and nothing else"


@pytest.mark.parametrize("scene", READ)
def test_every_cohort_gets_possible_numbers_with_ranges(release_of: Callable[[str], Release], scene: str) -> None:
    forms = {(table.name, table.form): table for table in release_of(scene).derived}
    for (name, form), table in forms.items():
        if form == "tests":
            assert ((table.reals("p_value") > 0) & (table.reals("p_value") <= 1)).all()
            continue
        low, high = table.reals("low"), table.reals("high")
        assert not np.isnan(low).any(), (name, form)
        assert (low <= high).all(), (name, form)
        if form in ("curve", "incidence", "proportion"):
            assert ((low >= 0) & (high <= 1)).all(), (name, form)
    curve, clipping = forms["followed", "curve"], forms["pressure", "clipping"]
    assert (np.diff(curve.reals("value").reshape(2, -1), axis=1) <= 0).all()
    if scene == "nobody":
        assert (curve.reals("high") - curve.reals("low") > 0.3).all(), "what a few people of noise leave open"
        assert (clipping.reals("lowered_at_most") == 80).all()
        assert (clipping.reals("raised_at_most") == 40).all()
    if scene == "all censored":
        assert (curve.reals("high") > 0.95).all()
    if scene == "a clamp that covers nobody":
        assert (clipping.reals("lowered_at_most") > 75).all(), "all of them were moved"
        assert (clipping.reals("high") > 295).all()


def test_the_worst_of_them_is_written_and_verified(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    _, ledger, release = released(tmp_path, SCENES["nobody"])
    with ledger:
        write(release, tmp_path / "out", lang="zh", key=Ed25519PrivateKey.generate())
        assert verify_folder(tmp_path / "out", ledger=ledger).whole
