"""Series through the front door: planned, paid, drawn, stored, rendered, verified."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.bounds import Bounds
from epsilog.errors import LedgerError, SensitivityExceeded
from epsilog.kinds.alert.plan import AlertDraw
from epsilog.kinds.series.draw import in_steps
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.plan.planner import plan
from epsilog.publish.pipeline import find_stored, publish
from epsilog.roles.shape import Decay
from epsilog.roles.timed import as_series
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.result import Result, tables_of
from epsilog.testing import publish_seeded

ALL = ["running", {"window": "7d"}, {"decay": "0.9"}]


def wanted(shape: object, counts: np.ndarray) -> np.ndarray:
    """What the table would say without noise."""
    if shape == "running":
        return counts.cumsum(axis=1).astype(float)
    out = np.zeros(counts.shape)
    for tick in range(counts.shape[1]):
        for back in range(tick + 1):
            if shape == {"window": "7d"}:
                out[:, tick] += counts[:, tick - back] * (back < 7)
            else:
                out[:, tick] += counts[:, tick - back] * 0.9**back
    return out


@pytest.mark.parametrize(
    ("shape", "delta"),
    [
        (ALL[0], Fraction(0)),
        (ALL[1], Fraction(1, 10**6)),
        (ALL[2], Fraction(1, 10**6)),
        pytest.param(ALL[0], Fraction(1, 10**6), marks=pytest.mark.nightly),
        pytest.param(ALL[1], Fraction(0), marks=pytest.mark.nightly),
        pytest.param(ALL[2], Fraction(0), marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_a_series_is_published_with_ranges_that_hold(shape: object, delta: Fraction, tmp_path: Path) -> None:
    counts = scenes.visits(tmp_path)
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        spec = scenes.request(scenes.series(shape), scenes.series(shape, by=True), delta=delta)
        release = publish(spec, ledger, base=tmp_path)
        assert publish(spec, ledger, base=tmp_path).repeated
        again = find_stored(spec, ledger)
    for at, exact in enumerate((wanted(shape, counts.sum(axis=0, keepdims=True)), wanted(shape, counts))):
        table = tables_of(again.result)[at]
        low, high = (table.figures(name).floats() for name in ("low", "high"))
        # Ticks share noise, so many may lie outside at once. But sums of Laplace or Gaussian noise have log-concave
        # tails: 7 times the margin of 5 % is passed with a chance of at most 0.05^7, below 1e-9 for each number.
        far = 3 * (high - low)
        assert low.size < 1000
        assert ((low - far <= exact.reshape(-1)) & (exact.reshape(-1) <= high + far)).all()
        assert (high - low).max() < 400
    assert Result.from_bytes(release.result.to_bytes()).to_bytes() == release.result.to_bytes()
    assert [table.csv() for table in again.tables] == [table.csv() for table in release.tables]


def test_the_folder_of_a_series_verifies_and_is_told_in_both_languages(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    entries = [scenes.series(shape, name=f"entry {at}") for at, shape in enumerate(ALL)]
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        release = publish(scenes.request(*entries, scenes.series("running", "sum")), ledger, base=tmp_path)
        key = Ed25519PrivateKey.generate()
        write(release, tmp_path / "out", key=key)
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
    assert verdict.whole, verdict.findings
    for lang in ("en", "zh"):
        told = "\n".join(lines(release, lang))
        assert "{" not in told
    assert "added up from the first tick on" in "\n".join(lines(release, "en"))
    assert "自第一个时段起累计" in "\n".join(lines(release, "zh"))


def test_a_tampered_series_does_not_verify(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        release = publish(scenes.request(scenes.series("running")), ledger, base=tmp_path)
    write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
    table = next((tmp_path / "out" / "tables").glob("*.csv"))
    text = table.read_bytes()
    row = text.split(b"\r\n")[1]
    value = row.split(b",")[1]
    table.write_bytes(text.replace(row, row.replace(value, b"9999.9", 1)))
    assert not verify_folder(tmp_path / "out").whole


def test_stored_values_are_steps_of_the_noisy_answers(tmp_path: Path) -> None:
    """The same seed on two neighbouring files: what is stored differs by decoded answers and nothing else."""
    scenes.visits(tmp_path)
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        spec = scenes.request(scenes.series({"decay": "0.9"}))
        first = publish_seeded(7, spec, ledger, base=tmp_path)
        draw = first.plan.vector_of(0, SeriesDraw)
        assert isinstance(draw, SeriesDraw)
        assert draw.entry.shape == Decay(Fraction(9, 10))
        assert len(first.result.values[0]) == draw.ticks == len(draw.margins)


def test_alerts_are_published_stored_and_verified(tmp_path: Path) -> None:
    rows = [f"p{day}-{n},2026-01-{day:02d},a,1" for day in (5, 9) for n in range(2000)]
    (tmp_path / "visits.csv").write_text("\n".join(["id,at,ward,paid", *rows]) + "\n")
    spec = scenes.request(scenes.series({"alert": {"above": 1000, "at_most": 2}}), bound=Bounds(rows=1))
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        release = publish(spec, ledger, base=tmp_path)
        (table,) = release.tables
        said = list(table.column("alert").cells())
        # Noise of a scale of some tens beside a distance of a thousand: wrong with a chance far below 1e-6.
        assert [at for at, word in enumerate(said) if word == '"yes"'] == [4, 8]
        assert set(said[9:]) == {'"ended"'}
        over = table.figures("over").floats()
        assert abs(over[4] - 1000) < 600
        assert (over[:4] == 0).all()
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        assert verify_folder(tmp_path / "out", ledger=ledger).whole
    path = next((tmp_path / "out" / "tables").glob("*.csv"))
    path.write_bytes(path.read_bytes().replace(b'"no"', b'"yes"', 1))
    assert not verify_folder(tmp_path / "out").whole
    for lang in ("en", "zh"):
        assert "1,000" in "\n".join(lines(release, lang)) or "1000" in "\n".join(lines(release, lang))


def test_a_watch_that_says_what_it_could_not_is_refused(tmp_path: Path) -> None:
    spec = scenes.request(scenes.series({"alert": {"above": 10, "at_most": 2}}))
    draw = plan(spec).vector_of(0, AlertDraw)
    quiet = np.full(draw.ticks, -1, dtype=np.int64)
    draw.checked(quiet)
    for change in ({3: -2}, {0: 1, 1: 1}, {0: 1, 1: 1, 2: 1}, {0: -3}):
        bad = quiet.copy()
        for at, value in change.items():
            bad[at] = value
        with pytest.raises(LedgerError):
            draw.checked(bad)
    full = quiet.copy()
    full[[2, 5]], full[6:] = 7, -2
    draw.checked(full)


def test_a_table_that_moves_further_than_planned_is_refused() -> None:
    for shape in ("running", {"alert": {"above": 10, "at_most": 2}}):
        planned = plan(scenes.request(scenes.series(shape)))
        draw = planned.draws[0]
        assert isinstance(draw, SeriesDraw | AlertDraw)
        reach = draw.contribution.sensitivity

        def table(ticks: int = draw.ticks, grain: Fraction = draw.grain, moves: Sensitivity = reach) -> Bounded:
            return Bounded(tuple(range(ticks)), np.zeros(ticks, dtype=np.int64), grain, moves)

        as_series(draw, table())
        for bad in (table(moves=Sensitivity(99, 99)), table(draw.ticks - 1), table(grain=draw.grain / 2)):
            with pytest.raises(SensitivityExceeded):
                as_series(draw, bad)


def test_cells_and_ticks_keep_their_places() -> None:
    draw = plan(scenes.request(scenes.series("running", by=True))).vector_of(0, SeriesDraw)
    values = np.arange(draw.cells * draw.ticks, dtype=np.int64)
    table = Bounded(tuple(range(len(values))), values, draw.grain, draw.contribution.sensitivity)
    rows = as_series(draw, table).values
    assert rows.shape == (draw.ticks, draw.cells)
    assert (rows[:, 1] == values[draw.ticks : 2 * draw.ticks]).all()
    assert (in_steps(rows.astype(float), 1) == values).all()
