"""Series told in spells, by a request: planned, drawn, stored, told and verified; raw neighbours; refusals."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.core.bounds import Bounds
from epsilog.core.series_method import Spell, Spelled
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError, SpecError
from epsilog.kinds.repeat import draw as spell_drawing
from epsilog.kinds.repeat.draw import SpellTable, spells_of
from epsilog.kinds.repeat.plan import FINE, SpellDraw
from epsilog.kinds.repeat.show import spell_columns
from epsilog.mechanisms.series import spells as mechanism
from epsilog.noise import saturating_add
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.roles.column import Words
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spec, Spend
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.result import Result, tables_of
from epsilog.sources import open_source
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.testing import publish_seeded, seeded

WEEK = Unit("id", per="1d", window=7)
SAID: tuple[Any, ...] = ("spells", {"spells": {"moves": 6}})


def asked(said: Any = "spells", unit: Unit = WEEK, *, by: bool = False, **more: Any) -> Spec:
    entry = scenes.series({"per-step": said}, by=by, name="visits")
    words = {"protect": Protect(unit), "delta": Fraction(0), "bound": Bounds(rows=1), **more}
    return scenes.request(entry, **words)


def draw_of(spec: Spec) -> SpellDraw:
    (draw,) = plan(spec).draws
    assert isinstance(draw, SpellDraw)
    return draw


@pytest.mark.parametrize("said", SAID, ids=["by itself", "moves"])
def test_it_is_published_told_and_verified(said: Any, tmp_path: Path) -> None:
    counts = scenes.visits(tmp_path, people=6_000)
    by = said != "spells"
    spec = asked(said, by=by)
    assert spec_from_text(to_yaml(spec), "spec.yaml").digest == spec.digest
    with scenes.books(str(tmp_path / "books.db"), WEEK) as ledger:
        release = publish_seeded(3, spec, ledger, base=tmp_path)
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
        assert verdict.whole, verdict.findings
    (table,) = tables_of(release.result)
    said_fresh = table.column("fresh")
    assert isinstance(said_fresh, Words)
    fresh = np.array(list(said_fresh.texts()))
    low, value, high = (table.figures(name).floats() for name in ("low", "value", "high"))
    exact = (counts if by else counts.sum(axis=0)[None, :]).astype(float)
    many, total = table.figures("told_ticks").steps, table.figures("told_sum").steps
    inside = []
    for at in range(len(value)):
        cell, tick = divmod(at, scenes.DAYS)
        if fresh[at] == "yes":
            mean = exact[cell, tick - many[at] + 1 : tick + 1].mean()
            inside.append(low[at] <= mean <= high[at])
            assert low[at] <= value[at] <= high[at]
            assert low[at] <= total[at] / many[at] <= high[at]
        elif tick:
            assert value[at] == value[at - 1]
    assert len(inside) >= 8
    assert np.mean(inside) > 0.5  # at 95 % each; half of them outside has a chance below 1e-6
    assert "smoothed" in table.names
    assert "smoothed_low" not in table.names, "a model's band would be read as a range that holds"
    assert Result.from_bytes(release.result.to_bytes()).to_bytes() == release.result.to_bytes()
    for lang, words in (("en", "since is unknown"), ("zh", "无从得知")):
        assert words in "\n".join(lines(release, lang)).replace("\n", " ")  # type: ignore[arg-type]
        assert words in "\n".join(plan_lines(release.result.plan, lang)).replace("\n", " ")  # type: ignore[arg-type]


def rows_of(seed: int) -> list[tuple[str, dt.date, str]]:
    """A crowd of which somebody comes every day, somebody thrice a day, others now and then."""
    rng, found = np.random.default_rng(seed), []
    for person in range(12):
        often = (1.0, 3.0)[person] if person < 2 else float(rng.choice([0.05, 0.5, 2.0]))
        for day in range(scenes.DAYS):
            visits = int(often) if person < 2 else int(rng.poisson(often))
            ward = scenes.WARDS[0] if person == 1 else str(rng.choice(scenes.WARDS))
            found += [(f"p{person}", scenes.FIRST + dt.timedelta(days=day), ward)] * visits
    return found


def told(draw: SpellDraw, spec: Spec, rows: list[tuple[str, dt.date, str]], folder: Path) -> np.ndarray:
    """Through the real source and the real mechanism."""
    text = ["id,at,ward,paid", *(f"{who},{day},{ward},1" for who, day, ward in rows)]
    (folder / "visits.csv").write_text("\n".join(text) + "\n", encoding="utf-8")
    with open_source(spec.source, base=folder) as source:
        ((table,),) = source.bounded(spec.tallies(), spec.protect, spec.bound)
        return SpellTable(draw, spells_of(draw)).grains(table, seeded(5))


class Adding:
    """A pacer that adds up ticks more often than ours would on a short series; hears noisy numbers too."""

    first = Spell(4, 4, 2)

    def __init__(self, *_: object, moves: float | None) -> None:
        assert moves == 1

    def told(self, noisy: np.ndarray, variance: float, steps: int, added: int) -> Spell:
        return (Spell(4, 4, 2), Spell(3, 2, 2), Spell(7, 3, 1))[int(abs(noisy[0])) % 3]


@pytest.mark.parametrize(
    ("said", "by", "bound"),
    [
        ("spells", False, Bounds(rows=1)),
        ({"spells": {"moves": 1}}, True, Bounds(rows=3, cells=2, rows_per_cell=2)),
    ],
    ids=["its own pacer", "sums, three rows in two wards"],
)
def test_whoever_leaves_one_window_out_loses_at_most_epsilon(
    said: Any, by: bool, bound: Bounds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exact loss, on raw neighbours, along a real run: in the other world the mechanism is made to say the same
    sums. Then it must go the same way to the last tick, and what the noise has to make up for is at most epsilon.
    """
    if by:
        monkeypatch.setattr(spell_drawing, "TimelyPacer", Adding)
    spec = asked(said, by=by, bound=bound)
    draw = draw_of(spec)
    scales: list[Fraction] = []
    heard: list[tuple[np.ndarray, np.ndarray]] = []
    sampler = mechanism.discrete_laplace
    worst = Fraction(0)

    def drawn(scale: Fraction, size: int, rng: Any) -> np.ndarray:
        scales.append(scale)
        return sampler(scale, size, rng)

    def first(total: np.ndarray, noise: np.ndarray) -> np.ndarray:
        heard.append((total.copy(), saturating_add(total, noise)))
        return heard[-1][1]

    monkeypatch.setattr(mechanism, "discrete_laplace", drawn)
    monkeypatch.setattr(mechanism, "saturating_add", first)
    rows = rows_of(1)
    stored = told(draw, spec, rows, tmp_path)
    draw.checked(stored)
    paid, long = list(scales), int(draw.parts(stored)[0].max())
    for person, start in (("p0", 0), ("p1", 23), ("p1", 30), ("p5", 44)):
        away = {scenes.FIRST + dt.timedelta(days=start + day) for day in range(7)}
        at, loss = 0, Fraction(0)

        def again(total: np.ndarray, noise: np.ndarray) -> np.ndarray:
            nonlocal at, loss
            before, said_there = heard[at]
            loss += Fraction(int(np.abs(total - before).sum())) / paid[at]
            at += 1
            return said_there

        monkeypatch.setattr(mechanism, "saturating_add", again)
        scales.clear()
        kept = [row for row in rows if not (row[0] == person and row[1] in away)]
        assert (told(draw, spec, kept, tmp_path) == stored).all()
        assert scales == paid
        assert at == len(heard)
        assert loss <= draw.epsilon
        worst = max(worst, loss)
    assert worst > draw.epsilon / 4, "somebody comes near what is paid for"
    assert long >= (4 if by else 1), "sums of several ticks are among them"


def test_what_no_run_could_say_is_refused() -> None:
    draw = draw_of(asked())
    good = np.zeros((3, draw.ticks), dtype=np.int64)
    good[:, 0], good[:, 7] = (1, FINE // 2, 50), (3, FINE // 6, 150)
    draw.checked(good.reshape(-1))
    for row, tick, wrong in (
        (1, 7, FINE // 3 + 1),  # three ticks of a window that took more than all of it
        (1, 0, FINE + 1),
        (1, 7, 1),  # less than any tick takes
        (0, 7, 8),  # more ticks than there are since the last
        (0, 7, 0),
        (2, 4, 3),  # a sum where nothing ended
        (2, 7, 2**61 + 1),
        (0, 0, 2),
        (0, 0, -1),
    ):
        bad = good.copy()
        bad[row, tick] = wrong
        with pytest.raises(LedgerError, match="could not"):
            draw.checked(bad.reshape(-1))
    close = good.copy()
    close[:, 5] = (1, FINE // 2 + 1, 9)  # alone it is fine; with tick 0 it is more than a window has
    with pytest.raises(LedgerError, match="could not"):
        draw.checked(close.reshape(-1))


def test_the_range_of_a_mean_is_that_of_its_sum() -> None:
    draw = draw_of(asked())
    table = np.zeros((3, draw.ticks), dtype=np.int64)
    table[:, 6] = (7, FINE // 7, 701)
    figures = {one.name: one for one in spell_columns(draw, table.reshape(-1), Fraction(95, 100), 2)}
    margin = draw.margin(draw.taken(FINE // 7), Fraction(95, 100))
    low, high = (figures[name].steps[6] for name in ("low", "high"))  # type: ignore[union-attr]
    assert figures["value"].steps[6] == 1001  # type: ignore[union-attr]  # 100.14, in tenths
    assert 7 * low <= 10 * (701 - margin) < 7 * (low + 1)
    assert 7 * (high - 1) < 10 * (701 + margin) <= 7 * high


def test_what_may_be_said_and_what_may_not() -> None:
    assert PerStep("spells") == PerStep(Spelled())  # type: ignore[arg-type]
    assert PerStep({"spells": {"moves": "6"}}) == PerStep(Spelled(Fraction(6)))  # type: ignore[arg-type]
    for wrong in ({"spells": 6}, {"spells": {}}, {"spells": {"moves": 6, "level": 1}}, {"spells": None}):
        with pytest.raises(SpecError, match="may say how far"):
            asked(wrong)
    for moves in ("nan", "inf", -1, 2**63, "x", None, True):
        with pytest.raises(SpecError, match="moves"):
            asked({"spells": {"moves": moves}})
    with pytest.raises(SpecError, match="did you mean spells"):
        asked("spell")


@pytest.mark.parametrize(
    ("unit", "more", "words"),
    [
        (Unit("row"), {"bound": Bounds()}, "persons come or go"),
        (Unit("id", neighbours="replace"), {}, "persons come or go"),
        (Unit("id", per="1d"), {}, "in one tick"),
        (WEEK, {"spend": Spend("pure", Fraction(1, 10**7))}, "too small"),
    ],
)
def test_what_is_not_proved_is_refused(unit: Unit, more: dict[str, object], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        plan(asked("spells", unit, **more))
