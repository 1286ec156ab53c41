"""Quantiles of one group are drawn one by one and may cross: shown in order, kept as drawn, and said so."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.accounting.allowance import Allowance
from epsilog.core.unit import Unit
from epsilog.ledger import Ledger, Terms
from epsilog.plan.planner import plan
from epsilog.show.artefact import write
from epsilog.show.card import Card
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.release import Release
from epsilog.show.result import tables_of
from epsilog.spec.file import spec_from_text
from epsilog.testing import publish_seeded
from epsilog.words import say

SPEC = """\
release: pressure
edition: "1"
source: {file: rows.csv, columns: {who: text, region: text, systolic: number}}
protect: {each: who}
bound: {rows: 1}
publish:
  - quantiles: systolic
    between: [80, 220]
    at: [0.1, 0.25, 0.5, 0.75, 0.9]
    by: {region: [North, South, East]}
  - {median: systolic, between: [80, 220], expect: 40}
  - {top: region, among: [North, South, East], k: 2}
spend: {epsilon: 0.2, delta: 1e-6, from: clinic}
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    tmp_path = tmp_path_factory.mktemp("release")
    rows = [f"p{at},{('North', 'South', 'East')[at % 3]},{100 + at % 70}" for at in range(120)]
    (tmp_path / "rows.csv").write_text("\n".join(["who,region,systolic", *rows, ""]))
    with Ledger.open(tmp_path / "books.db", create=True) as books:
        books.open_account("clinic", Terms(Unit("who"), Allowance.approximate(5, "1e-6")), by="Ada")
        yield publish_seeded(7, spec_from_text(SPEC), books, base=tmp_path)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    """The same of nine people, with a name given to the median."""
    tmp_path = tmp_path_factory.mktemp("named")
    text = SPEC.replace("expect: 40", "expect: 40, name: pressure-middle")
    (tmp_path / "rows.csv").write_text("who,region,systolic\n" + "".join(f"p{at},North,120\n" for at in range(9)))
    with Ledger.open(tmp_path / "books.db", create=True) as books:
        books.open_account("clinic", Terms(Unit("who"), Allowance.approximate(5, "1e-6")), by="Ada")
        yield publish_seeded(7, spec_from_text(text), books, base=tmp_path)


def test_values_grow_and_the_drawn_ones_stay(release: Release) -> None:
    table = tables_of(release.result)[0]
    value, raw = (table.figures(name).steps.reshape(3, 5) for name in ("value", "raw"))
    assert (np.diff(raw, axis=1) < 0).any(), "at such an epsilon some cross, or this tests nothing"
    assert (np.diff(value, axis=1) >= 0).all()
    assert (np.sort(raw, axis=1) == value).all(), "each group for itself, the same numbers"
    assert (raw.reshape(-1) - raw.min() == release.result.values[0] - release.result.values[0].min()).all()
    for other in tables_of(release.result)[1:]:
        assert "raw" not in other.names, "a single value has no order"


def test_a_folder_with_crossed_values_verifies_and_a_changed_one_does_not(release: Release, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write(release, folder, key=Ed25519PrivateKey.generate())
    assert verify_folder(folder).whole
    path = next((folder / "tables").glob("1-*.csv"))
    with path.open(newline="") as file:
        header, *rows = csv.reader(file)
    first = next(row for row in rows if row[2] != row[3])
    assert header[2:5] == ["value", "raw", "rows_off"]
    text = path.read_bytes()
    path.write_bytes(text.replace(f",{first[2]},{first[3]},".encode(), f",{first[3]},{first[3]},".encode(), 1))
    assert path.read_bytes() != text
    assert "release.verify.tables.failed" in {one.key for one in verify_folder(folder).checks}


def test_card_and_explanation_say_so(release: Release) -> None:
    first, median, top = Card.of(release).record()["tables"]
    assert "raw" in first["tidied"]["ordered"]
    assert "ordered" not in median["tidied"] | top["tidied"]
    for lang in ("en", "zh"):
        said = say("release.tidy.ordered", lang, name=release.plan.spec.publish[0].name)
        assert [line.strip() for line in lines(release, lang)].count(said) == 1


def test_the_plan_warns_in_rows_of_rank() -> None:
    warned = {one.key: dict(one.values) for one in plan(spec_from_text(SPEC)).warnings}
    assert float(warned["plan.warn.pick.quantiles.open"]["margin"].replace(",", "")) > 100
    assert warned["plan.warn.pick.quantiles"]["expect"] == "40"
    assert "plan.warn.pick.top.open" in warned
    said = say("plan.warn.pick.quantiles.open", "en", **warned["plan.warn.pick.quantiles.open"])
    assert "rows" in said
    assert "not on the scale of the values" in said
    calm = {one.key for one in plan(spec_from_text(SPEC.replace("expect: 40", "expect: 1000000"))).warnings}
    assert "plan.warn.pick.quantiles" not in calm


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("rows of rank", "behind the best", "pressure-middle: median of systolic")),
        ("zh", ("名次偏差 ≤", "落后 ≤", "pressure-middle：systolic 的中位数")),
    ],
)
def test_the_report_names_units_medians_and_given_names(
    named: Release, tmp_path: Path, lang: str, words: tuple[str, ...]
) -> None:
    write(named, tmp_path / "out", lang=lang, key=Ed25519PrivateKey.generate())
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for word in words:
        assert word in page
    assert page.count(f"<h2>{words[-1]}") == 1
    assert "<h2>quantiles-" not in page, "a usual name is not repeated"
