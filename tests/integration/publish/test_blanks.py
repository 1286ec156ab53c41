"""Ticks before the first fresh value say nothing: empty cells, a dash, a gap, and no part in any figure."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.core.bounds import Bounds
from epsilog.core.series_method import Spell
from epsilog.core.unit import Protect, Unit
from epsilog.kinds.repeat import draw as spell_drawing
from epsilog.kinds.repeat.plan import FINE, RepeatDraw, SpellDraw
from epsilog.plan.planner import plan
from epsilog.roles.spec import Spec
from epsilog.roles.table import Table
from epsilog.show.artefact import write
from epsilog.show.card import Card
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import Telling, lines
from epsilog.show.plot import draw
from epsilog.show.report import usual_errors
from epsilog.show.result import Result, tables_of
from epsilog.testing import publish_seeded

WEEK = Unit("id", per="1d", window=7)
FIGURES = (
    "value",
    "low",
    "high",
    "told_sum",
    "told_ticks",
    "told_share",
    "smoothed",
)


class Adding:
    """A pacer whose every spell is the mean of four ticks."""

    first = Spell(4, 4, 2)

    def __init__(self, *_: object, moves: float | None) -> None:
        pass

    def told(self, noisy: np.ndarray, variance: float, steps: int, added: int) -> Spell:
        return self.first


def asked(said: Any, *, by: bool = True) -> Spec:
    entry = scenes.series({"per-step": said}, by=by, name="visits")
    return scenes.request(entry, protect=Protect(WEEK), delta=Fraction(0), bound=Bounds(rows=1))


def values_of(spec: Spec, first: int | None) -> np.ndarray:
    """What a run might have said whose only fresh tick is `first`: 50 in every cell."""
    (found,) = plan(spec).draws
    if isinstance(found, SpellDraw):
        said = np.zeros((found.cells + 2, found.ticks), dtype=np.int64)
        if first is not None:
            said[:, first] = [1, FINE // 7, *[50] * found.cells]
        return said.reshape(-1)
    assert isinstance(found, RepeatDraw)
    told = np.zeros((found.cells, found.ticks), dtype=np.int64)
    if first is not None:
        told[:, first:] = 2 * 50
        told[:, first] += 1
    return told.reshape(-1)


def table_of(spec: Spec, first: int | None) -> Table:
    vectors = (values_of(spec, first),)
    (table,) = tables_of(Result(plan(spec), vectors, "2026-03-01T00:00:00+00:00", (), True))
    return table


def cells_of(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.csv().decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("said", ["distribution", "absorption", "spells"])
def test_no_number_stands_before_the_first_fresh_value(said: str) -> None:
    table, first = table_of(asked(said), 9), 9
    frame = table.frame()
    for name in (name for name in FIGURES if name in table.names):
        found = table.figures(name).floats().reshape(len(scenes.WARDS), -1)
        assert np.isnan(found[:, :first]).all(), name
        assert not np.isnan(found[:, first:]).any(), name
        assert frame[name].null_count() == len(scenes.WARDS) * first
        assert frame[name].is_nan().sum() == 0 if frame[name].dtype == polars.Float64 else True
    for row in cells_of(table):
        empty = [row[name] == "" for name in FIGURES if name in row]
        assert all(empty) if row["fresh"] == "none yet" else not any(empty)
    assert [row["fresh"] for row in cells_of(table)].count("none yet") == len(scenes.WARDS) * first


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("said", ["absorption", "spells"])
def test_a_picture_has_a_gap_and_never_the_nought_of_a_blank(said: str, lang: str) -> None:
    (ax,) = draw(table_of(asked(said), 9), "visits", "rows", lang).axes
    for line in ax.lines:
        assert np.isnan(np.asarray(line.get_ydata(), dtype=float)[:9]).all()
    for band in ax.collections:
        corners = np.concatenate([path.vertices for path in band.get_paths()])
        assert corners[:, 0].max() - corners[:, 0].min() == scenes.DAYS - 1 - 9  # days; blanks have no band
    drawn = draw(table_of(asked(said), None), "visits", "rows", lang)  # nothing ever moved
    (words,) = drawn.axes[0].texts
    # Without a font for Chinese a picture speaks English.
    known = ["No value was fresh: nothing was published for any tick.", "没有任何新值：各时段均未给出数值。"]
    assert words.get_text() in known[: 1 if lang == "en" else 2]


@pytest.mark.parametrize("said", ["distribution", "spells"])
def test_it_is_reported_with_dashes_and_verified(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spell_drawing, "TimelyPacer", Adding)  # the first mean is told at the fourth tick
    scenes.visits(tmp_path, people=60)
    spec = replace(asked(said, by=False), edition=said)
    with scenes.books(str(tmp_path / "books.db"), WEEK) as ledger:
        release = publish_seeded(4, spec, ledger, base=tmp_path)
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
        assert verdict.whole, verdict.findings
        (table,) = release.tables
        blank = int(np.isnan(table.figures("value").floats()).sum())
        assert 0 < blank < scenes.DAYS, "a seed with ticks before the first fresh value"
        page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
        shown = min(blank, 10)
        assert len(re.findall(r">none yet</td><td[^>]*>–</td><td[^>]*>–</td>", page)) == shown
        assert "the table has no number" in " ".join(" ".join(lines(release)).split())
        # The usual error is that of numbers that were said: no nought of a blank pulls it down.
        told = Telling(Card.of(release), "en")
        low, high = (table.figures(name).floats() for name in ("low", "high"))
        wide = float(np.median((high - low)[blank:])) / 2
        error, _ = usual_errors(told, [table])
        assert float(error.strip("±").replace(",", "")) >= wide
        assert usual_errors(told, [table_of(spec, None)])[0] == "–"
        # A nought where nothing was said is not what was published.
        file = tmp_path / "out" / "tables" / "1-visits.csv"
        raw = file.read_bytes()
        file.write_bytes(re.sub(rb'(\r\n"[^"]+"),,', rb"\1,0,", raw, count=1))
        assert file.read_bytes() != raw
        found = {one.key for one in verify_folder(tmp_path / "out", ledger=ledger).checks}
        assert "release.verify.tables.failed" in found
