"""Raw tables with and without one unit, read by the real source: the answers planned for stay in reach."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import series_scenes as scenes
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Protect, Unit
from epsilog.kinds.series.draw import mechanism_of
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.shapes import strategy_of
from epsilog.mechanisms.series.kept import Kept
from epsilog.mechanisms.series.sampling import Sampling
from epsilog.mechanisms.series.strategy import Strategy
from epsilog.plan.planner import plan
from epsilog.roles.spec import Spec
from epsilog.roles.timed import as_series
from epsilog.sources import open_source

BOUNDS = [
    Bounds(rows=3),
    Bounds(rows=5, rows_per_cell=1),
    Bounds(cells=4, rows_per_cell=2),
    Bounds(rows=4, cells=2),
]
ENTRIES = [
    scenes.series("running"),
    scenes.series({"window": "7d"}, by=True),
    scenes.series("running", "sum", by=True, mechanism="laplace"),
    scenes.series({"decay": "0.9"}, "persons", by=True),
    scenes.series({"per-step": {"cosine": 12}}),
    scenes.series({"per-step": {"fast": {"samples": 3}}}, by=True),
    scenes.series({"per-step": {"haar": 9}}, "sum", by=True, mechanism="laplace"),
]


def crowd(seed: int) -> list[tuple[str, str]]:
    """A few people, some of them everywhere at once, one with everything on one day."""
    rng, rows = np.random.default_rng(seed), []
    for person in range(5):
        for _ in range(int(rng.choice([1, 6, 40]))):
            day = 3 if person == 0 else int(rng.integers(scenes.DAYS))
            when = scenes.FIRST + dt.timedelta(days=day)
            paid = rng.choice(["100", "0", "55.5", "", "nan", "1e400", "-7"])
            rows.append((f"p{person}", f"p{person},{when},{rng.choice([*scenes.WARDS, 'elsewhere'])},{paid}"))
    return rows


_DRAWN: dict[str, tuple[tuple[SeriesDraw, Strategy | None], ...]] = {}


def drawn(spec: Spec) -> tuple[tuple[SeriesDraw, Strategy | None], ...]:
    """The draws of a plan and their strategies; plans are made once."""
    if spec.digest not in _DRAWN:
        found = [draw for draw in plan(spec).draws if isinstance(draw, SeriesDraw)]
        _DRAWN[spec.digest] = tuple((draw, strategy_of(draw)) for draw in found)
    return _DRAWN[spec.digest]


def moved(spec: Spec, rows: list[str], folder: Path) -> list[np.ndarray]:
    (folder / "visits.csv").write_text("\n".join(["id,at,ward,paid", *rows]) + "\n", encoding="utf-8")
    answers = []
    with open_source(spec.source, base=folder) as source:
        found = source.bounded(spec.tallies(), spec.protect, spec.bound)
        for (draw, strategy), tables in zip(drawn(spec), found, strict=True):
            series = as_series(draw, tables[0])
            asked = strategy is not None and not isinstance(strategy, Sampling)
            answers.append(strategy.answers(series.values) if asked else series.values)  # type: ignore[union-attr]
    return answers


@pytest.mark.parametrize(
    "bounds",
    [BOUNDS[1], *(pytest.param(one, marks=pytest.mark.nightly) for one in (BOUNDS[0], *BOUNDS[2:]))],
    ids=str,
)
def test_no_unit_moves_the_answers_beyond_what_the_plan_pays_for(bounds: Bounds, tmp_path: Path) -> None:
    spec = scenes.request(*ENTRIES, bound=bounds)
    draws = [draw for draw, _ in drawn(spec)]
    reached = np.zeros(len(draws))
    for rows in (crowd(0),):
        with_all = moved(spec, [line for _, line in rows], tmp_path)
        for person in {who for who, _ in rows}:
            without = moved(spec, [line for who, line in rows if who != person], tmp_path)
            for at, draw in enumerate(draws):
                gone = (with_all[at] - without[at]).astype(object)
                if draw.strategy == "fast":  # whichever ticks are sampled: those that moved most
                    worst = np.argsort(np.abs(gone).sum(axis=1).astype(float))[-3:]
                    gone = gone[worst]
                assert (gone**2).sum() <= draw.reach.l2_squared
                assert np.abs(gone).sum() <= draw.reach.l1
                reached[at] = max(reached[at], float((gone**2).sum()) / draw.reach.l2_squared)
    # Not idle either: somebody comes near what is paid for.
    assert reached.max() > 0.3


def test_events_and_months_are_units_too(tmp_path: Path) -> None:
    rows = [line for _, line in crowd(1)]
    spec = scenes.request(scenes.series("running"), bound=Bounds(), protect=Protect(Unit("row")))
    ((draw, _),) = drawn(spec)
    whole = moved(spec, rows, tmp_path)
    for at in range(0, len(rows), 31):
        less = moved(spec, rows[:at] + rows[at + 1 :], tmp_path)
        assert ((whole[0] - less[0]).astype(object) ** 2).sum() <= draw.reach.l2_squared
    monthly = scenes.request(scenes.series("running"), protect=Protect(Unit("id", per="1mo")), bound=Bounds(rows=2))
    ((draw, _),) = drawn(monthly)
    assert draw.participation.span == 31
    everything = moved(monthly, rows, tmp_path)
    for month in ("2026-01", "2026-02", "2026-03"):
        kept = [line for line in rows if not (line.startswith("p2,") and line.split(",")[1].startswith(month))]
        gone = (everything[0] - moved(monthly, kept, tmp_path)[0]).astype(object)
        assert (gone**2).sum() <= draw.reach.l2_squared


def test_a_choice_of_coefficients_and_what_it_leads_to_stay_within_their_prices(tmp_path: Path) -> None:
    """What reaches the mechanism with and without each person: scores of all candidates, answers of every one."""
    shape = {"per-step": {"haar": {"choose": [3, 9, 30], "share": "0.2"}}}
    rows, reached = crowd(2), np.zeros(2)
    for delta, bounds in ((Fraction(0), Bounds(rows=5, rows_per_cell=1)), (Fraction(1, 10**6), Bounds(rows=3))):
        spec = scenes.request(scenes.series(shape, "sum", by=True), bound=bounds, delta=delta)
        (draw,) = plan(spec).draws
        assert isinstance(draw, KeptDraw)
        mechanism = mechanism_of(draw)
        assert isinstance(mechanism, Kept)
        every = [mechanism.release(keep) for keep in mechanism.candidates]
        before = arrived(spec, draw, [line for _, line in rows], tmp_path)
        for person in ("p0", "p2", "p4"):
            after = arrived(spec, draw, [line for who, line in rows if who != person], tmp_path)
            one, two = mechanism.dropped(before), mechanism.dropped(after)
            moves = [one[keep] - two[keep] for keep in mechanism.candidates]
            spread = Fraction(max(moves) - min(moves), mechanism.chooser.covers.spread)
            assert spread <= 1
            assert max(map(abs, moves)) <= mechanism.chooser.covers.spread // 2
            reached[0] = max(reached[0], max(map(abs, moves)) / (mechanism.chooser.covers.spread // 2))
            for made, option in zip(every, draw.options, strict=True):
                gone = made.strategy.answers(before - after).astype(object)
                assert (gone**2).sum() <= option.reach.l2_squared
                assert np.abs(gone).sum() <= option.reach.l1
                paid = Fraction(int((gone**2).sum()), option.reach.l2_squared)
                reached[1] = max(reached[1], float(paid))
    assert reached.min() > 0.3  # not idle


def arrived(spec: Spec, draw: KeptDraw, rows: list[str], folder: Path) -> np.ndarray:
    """The bounded series as the mechanism is handed it."""
    (folder / "visits.csv").write_text("\n".join(["id,at,ward,paid", *rows]) + "\n", encoding="utf-8")
    with open_source(spec.source, base=folder) as source:
        ((table,),) = source.bounded(spec.tallies(), spec.protect, spec.bound)
        return as_series(draw, table).values


def test_half_the_promise_would_be_broken(tmp_path: Path) -> None:
    """The power twin: the same search finds somebody who moves the answers further than half the bound allows."""
    full = scenes.request(scenes.series("running"), bound=Bounds(rows=4))
    half = scenes.request(scenes.series("running"), bound=Bounds(rows=2))
    rows = [f"p0,{scenes.FIRST},a,1"] * 9
    gone = moved(full, rows, tmp_path)[0].astype(object)
    ((draw, _),) = drawn(half)
    assert (gone**2).sum() > draw.reach.l2_squared
    assert Fraction(int((gone**2).sum()), draw.reach.l2_squared) <= 4
