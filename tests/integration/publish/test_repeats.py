"""Series that repeat their last value: planned, drawn, stored, told, verified, and live."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.cli.plan import show_plan
from epsilog.cli.screen import Screen
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.series_method import RULES, amounts
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError, SpecError
from epsilog.kinds.repeat.plan import RepeatDraw
from epsilog.mechanisms.series.windowed import WindowBudget
from epsilog.plan.decide import Decision
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.column import Words
from epsilog.roles.spec import Spec, Spend
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.result import Result, tables_of
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.testing import publish_seeded

WEEK = Unit("id", per="1d", window=7)


def asked(rule: str, unit: Unit = WEEK, *, by: bool = False, **more: object) -> Spec:
    entry = scenes.series({"per-step": rule}, by=by, name=rule)
    words = {"protect": Protect(unit), "delta": Fraction(0), "bound": Bounds(rows=1), **more}
    return scenes.request(entry, **words)  # type: ignore[arg-type]


def draw_of(spec: Spec) -> RepeatDraw:
    (draw,) = plan(spec).draws
    assert isinstance(draw, RepeatDraw)
    return draw


@pytest.mark.parametrize("rule", RULES)
def test_it_is_published_told_and_verified(rule: str, tmp_path: Path) -> None:
    counts = scenes.visits(tmp_path, people=20_000)
    spec = asked(rule, by=rule == "absorption")
    assert spec_from_text(to_yaml(spec), "spec.yaml").digest == spec.digest
    with scenes.books(str(tmp_path / "books.db"), WEEK) as ledger:
        release = publish_seeded(3, spec, ledger, base=tmp_path)
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
        assert verdict.whole, verdict.findings
    (table,) = tables_of(release.result)
    said, about = (table.columns[table.names.index(name)] for name in ("fresh", "about"))
    assert isinstance(said, Words)
    assert isinstance(about, Words)
    fresh = [said.labels[code] for code in said.codes]
    low, value, high = (table.figures(name).floats() for name in ("low", "value", "high"))
    assert about.labels == ("fresh",)
    exact = (counts if rule == "absorption" else counts.sum(axis=0)).reshape(-1)
    told = np.array([one == "yes" for one in fresh])
    assert told.any()
    inside = (low <= exact) & (exact <= high)
    assert inside[told].mean() > 0.5  # at 95 % each; half of them outside has a chance below 1e-6
    for at in np.flatnonzero(~told):
        assert fresh[at] in ("no", "none yet")
        if fresh[at] == "none yet":
            assert np.isnan([low[at], value[at], high[at]]).all()
        else:
            assert value[at] == value[at - 1]
    assert Result.from_bytes(release.result.to_bytes()).to_bytes() == release.result.to_bytes()
    for lang, words in (("en", "since is unknown"), ("zh", "无从得知")):
        assert words in "\n".join(lines(release, lang)).replace("\n", " ")  # type: ignore[arg-type]
        assert words in "\n".join(plan_lines(release.result.plan, lang)).replace("\n", " ")  # type: ignore[arg-type]


def test_what_no_run_could_say_is_refused(tmp_path: Path) -> None:
    draw = draw_of(asked("sample"))
    good = np.zeros(draw.ticks, dtype=np.int64)
    good[:] = 2 * 50
    good[::7] += 1
    draw.checked(good)
    early, silent, moved = good.copy(), good.copy(), good.copy()
    early[3] += 1
    silent[7] -= 1
    moved[3] += 2
    for wrong in (early, silent, moved):
        with pytest.raises(LedgerError):
            draw.checked(wrong)


@pytest.mark.parametrize("rule", RULES)
def test_no_window_is_overspent_whatever_is_fresh(rule: str) -> None:
    """Every pattern of fresh ticks that a reader accepts keeps the caps; all patterns of nine ticks are tried."""
    taken = 0
    for number in range(2**9):
        fresh = [bool(number >> at & 1) for at in range(9)]
        try:
            paid = amounts(rule, 3, Fraction(1), fresh)  # type: ignore[arg-type]
        except SpecError:
            continue
        taken += 1
        budget = WindowBudget(3, 1 if rule == "sample" else Fraction(1, 2))
        for is_fresh, amount in zip(fresh, paid, strict=True):
            budget.spend(amount if is_fresh else 0)
    assert taken == 8 if rule == "sample" else taken > 50


def test_the_window_of_the_unit_is_the_window_of_the_method() -> None:
    assert draw_of(asked("sample")).width == 7
    assert draw_of(asked("sample", Unit("id"))).width == scenes.DAYS
    hourly = Query("rows", every="1h", shape={"per-step": "absorption"})  # type: ignore[arg-type]
    days = During("at", dt.date(2026, 1, 1), dt.date(2026, 1, 20))
    kinds = replace(asked("sample").source, columns={**scenes.COLUMNS, "at": "timestamp"})
    spec = scenes.request(hourly, protect=Protect(WEEK), during=days, source=kinds, delta=Fraction(0))
    assert draw_of(spec).width == 7 * 24
    wards = draw_of(asked("absorption", by=True, bound=Bounds(rows=3, cells=2, rows_per_cell=2)))
    assert wards.reach == 3, "all that one day may hold may be in one tick"


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
        plan(asked("absorption", unit, **more))


def test_the_short_plan_says_that_its_error_is_the_best(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence speaks of every number; the error of repeated values is that of the best fresh one."""
    made = plan(asked("absorption"))
    assert not any("cannot be distinguished from 0" in line for line in plan_lines(made))
    show_plan(Screen("plan", "en", False), made, [], Decision(made, [], None))
    said = " ".join(capsys.readouterr().out.split())
    assert "≥ ±" in said
    assert "the best of the fresh values" in said
