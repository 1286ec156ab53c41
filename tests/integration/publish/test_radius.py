"""Series with one secret radius, by a request: planned, drawn, stored, told and verified; live; raw neighbours."""

from __future__ import annotations

import datetime as dt
import signal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.series_method import Radius
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError, PrivacyError, SpecError
from epsilog.kinds.series.draw import RadiusTable, one_radius
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.ledger.failpoint import VARIABLE
from epsilog.live.stream import parts_of
from epsilog.mechanisms.series import radius as mechanism
from epsilog.noise import saturating_add
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.registry.asks import Query
from epsilog.roles.planned import Draw
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spec, Spend
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.plan_picture import draw_plan
from epsilog.show.result import Result, tables_of
from epsilog.sources import open_source
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.testing import publish_seeded, seeded
from feed_scenes import TOWNS, line
from feed_scenes import write as put
from ledger_processes import alone
from stream_kinds import shaped
from stream_scenes import TOWN, at_place, books, held, running, series

ALWAYS = Bounds(rows=scenes.DAYS, rows_per_cell=1)
EVERYWHERE = Bounds(rows=3 * scenes.DAYS, rows_per_cell=1)  # in all three wards every day
SAID: tuple[Any, ...] = (
    None,
    "radius",
    {"radius": {"group": 7}},
    {"radius": {"group": "auto"}},
    {"radius": {"group": "auto", "moves": 3}},
)


def asked(said: Any = None, *, by: bool = False, **more: Any) -> Spec:
    shape = "per-step" if said is None else {"per-step": said}
    words = {"delta": Fraction(0), "bound": ALWAYS, "spend": Spend("pure", Fraction(4)), **more}
    return scenes.request(scenes.series(shape, by=by, name="visits"), **words)


def draw_of(spec: Spec) -> RadiusDraw:
    (draw,) = plan(spec).draws
    assert isinstance(draw, RadiusDraw)
    return draw


@pytest.mark.parametrize(
    ("said", "by"), [*((said, False) for said in SAID), (None, True), (SAID[2], True)], ids=str
)
def test_it_is_published_told_and_verified(said: Any, by: bool, tmp_path: Path) -> None:
    counts = scenes.visits(tmp_path, people=3_000)
    spec = asked(said, by=by, bound=EVERYWHERE if by else ALWAYS)
    assert spec_from_text(to_yaml(spec), "spec.yaml").digest == spec.digest
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        release = publish_seeded(3, spec, ledger, base=tmp_path)
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
        assert verdict.whole, verdict.findings
    draw = draw_of(spec)
    (table,) = tables_of(release.result)
    low, value, high = (table.figures(name).floats() for name in ("low", "value", "high"))
    exact = (counts if by else counts.sum(axis=0)[None, :]).astype(float)
    at = np.arange(0, scenes.DAYS, draw.group)
    size = np.diff([*at, scenes.DAYS])
    means = np.repeat(np.add.reduceat(exact, at, axis=1) / size, size, axis=1).reshape(-1)
    assert ((low <= means) & (means <= high)).mean() > 0.5  # at 95 % each; ticks share their radius
    assert (high - value <= draw.widest + 1e-9).all()
    first = np.arange(scenes.DAYS) // draw.group * draw.group
    assert (value.reshape(-1, scenes.DAYS) == value.reshape(-1, scenes.DAYS)[:, first]).all()
    assert ("smoothed" in table.names) == (draw.group == 1 and said in (None, "radius"))
    assert Result.from_bytes(release.result.to_bytes()).to_bytes() == release.result.to_bytes()
    assert read_plan(release.result.plan.to_dict()).draws == release.result.plan.draws
    for lang, words in (("en", "secret radius"), ("zh", "秘密半径")):
        assert words in "\n".join(lines(release, lang)).replace("\n", " ")  # type: ignore[arg-type]
        assert words in "\n".join(plan_lines(release.result.plan, lang)).replace("\n", " ")  # type: ignore[arg-type]


def test_the_plan_takes_it_where_it_is_better() -> None:
    """Pure epsilon and persons in most of the ticks; below 0.41 of them Laplace noise has the smaller deviation."""
    chosen = {rows: plan(asked(bound=Bounds(rows=rows, rows_per_cell=1))).draws[0] for rows in (10, 20, 40, 60)}
    assert [type(draw) for draw in chosen.values()] == [Draw, Draw, RadiusDraw, RadiusDraw]
    (few,) = plan(asked(bound=Bounds(rows=20, rows_per_cell=1))).draws
    named = draw_of(asked("radius", bound=Bounds(rows=20, rows_per_cell=1)))
    assert isinstance(few, Draw)
    assert few.noise.law.variance < named.sums.variance, "asked for by name it is taken, and the plan says so"
    for more in (
        {"spend": Spend("clinic", Fraction(1), Fraction(1, 10**6))},
        {"protect": Protect(Unit("row")), "bound": Bounds()},
        {"bound": Bounds(rows=60, rows_per_cell=60)},
    ):
        assert isinstance(plan(asked(**more)).draws[0], Draw)


def test_groups_follow_from_public_facts() -> None:
    groups = {moves: draw_of(asked({"radius": {"group": "auto", "moves": moves}})).group for moves in (0, 1, 5, 50)}
    assert groups[0] == scenes.DAYS
    assert sorted(groups.values(), reverse=True) == list(groups.values())
    assert groups[50] <= 4
    assert draw_of(asked({"radius": {"group": "auto"}})).group == 7, "a week of days"


def rows_of(seed: int) -> list[tuple[str, dt.date, str]]:
    """A crowd of which somebody comes every day, somebody thrice a day, others now and then."""
    rng, found = np.random.default_rng(seed), []
    for person in range(8):
        often = (1, 3)[person] if person < 2 else 0
        for day in range(scenes.DAYS):
            visits = often if person < 2 else int(rng.poisson(0.4))
            ward = scenes.WARDS[day % 3] if person == 1 else str(rng.choice(scenes.WARDS))
            found += [(f"p{person}", scenes.FIRST + dt.timedelta(days=day), ward)] * visits
    return found


@pytest.mark.parametrize("by", [False, True], ids=["one cell", "three cells"])
@pytest.mark.parametrize("said", ["radius", {"radius": {"group": 7}}], ids=str)
@pytest.mark.parametrize(
    "bound",
    [
        pytest.param(ALWAYS, marks=pytest.mark.nightly),
        Bounds(rows=120, rows_per_cell=2),
        pytest.param(Bounds(rows=5), marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_no_person_moves_a_group_further_than_was_paid_for(
    said: Any, by: bool, bound: Bounds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raw neighbours through the real source and the real mechanism: what is handed to the noise, with and without
    each person. The largest group counts; divided by the scale that is the loss, and at most epsilon."""
    spec = asked(said, by=by, bound=bound)
    draw, seen = draw_of(spec), []

    def noted(sums: np.ndarray, noise: np.ndarray) -> np.ndarray:
        seen.append(sums.copy())
        return saturating_add(sums, noise)

    monkeypatch.setattr(mechanism, "saturating_add", noted)

    def handed(rows: list[tuple[str, dt.date, str]]) -> np.ndarray:
        text = ["id,at,ward,paid", *(f"{who},{day},{ward},1" for who, day, ward in rows)]
        (tmp_path / "visits.csv").write_text("\n".join(text) + "\n", encoding="utf-8")
        with open_source(spec.source, base=tmp_path) as source:
            ((table,),) = source.bounded(spec.tallies(), spec.protect, spec.bound)
            RadiusTable(draw, one_radius(draw)).grains(table, seeded(5))
        return seen[-1]

    rows, worst = rows_of(1), 0
    whole = handed(rows)
    assert whole.shape == (draw.sums.draws, draw.cells)
    for person in ("p0", "p1", "p5"):
        moved = np.abs(handed([row for row in rows if row[0] != person]) - whole)
        worst = max(worst, int(moved.sum(axis=1).max()))
    assert worst <= draw.reach.l1
    assert worst / draw.parameter <= draw.epsilon
    # In one cell what is paid for is reached; in three nobody here fills all of them every day.
    assert by or bound.rows == 5 or worst == draw.reach.l1
    assert worst >= 1


@pytest.mark.parametrize("by", [False, True], ids=["one cell", "three cells"])
@pytest.mark.parametrize("group", [1, 7])
def test_replaced_persons_with_sums_of_both_signs_move_no_group_further(
    group: int, by: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One person goes, another comes, in other wards and with the other sign: twice the bound, and reached."""
    keys = (Keys("ward", scenes.WARDS),) if by else ()
    shape = {"per-step": {"radius": {"group": group}}}
    entry = Query("sum", "paid", between=(-50, 100), by=keys, every="1d", shape=shape, name="paid")  # type: ignore[arg-type]
    spec = scenes.request(
        entry,
        delta=Fraction(0),
        bound=ALWAYS,
        protect=Protect(Unit("id", neighbours="replace")),
        spend=Spend("pure", Fraction(4)),
    )
    draw, seen = draw_of(spec), []

    def noted(sums: np.ndarray, noise: np.ndarray) -> np.ndarray:
        seen.append(sums.copy())
        return saturating_add(sums, noise)

    monkeypatch.setattr(mechanism, "saturating_add", noted)
    days = [scenes.FIRST + dt.timedelta(days=day) for day in range(scenes.DAYS)]
    worlds = (
        [f"p0,{day},a,1000" for day in days],
        [f"p1,{day},b,-1000" for day in days],
        [f"p2,{day},a,3" for day in days],
    )
    for rows in worlds:
        (tmp_path / "visits.csv").write_text("\n".join(["id,at,ward,paid", *rows]) + "\n", encoding="utf-8")
        with open_source(spec.source, base=tmp_path) as source:
            ((table,),) = source.bounded(spec.tallies(), spec.protect, spec.bound)
            RadiusTable(draw, one_radius(draw)).grains(table, seeded(5))
    apart = [int(np.abs(a - b).sum(axis=1).max()) for a in seen for b in seen]
    assert max(apart) <= draw.reach.l1
    assert max(apart) >= draw.reach.l1 * 150 // (200 if not by else 600)


def live_entry(said: Any, *, by: bool = False, **more: Any) -> Spec:
    entry = shaped("per-step" if said is None else {"per-step": said}, by=TOWN if by else {}, name="entry")
    words = {"bound": Bounds(rows=24, rows_per_cell=1), "spend": Spend("clinic", Fraction(4)), **more}
    return series(entry, **words)


def crowd(folder: Path) -> Path:
    return put(folder, [line(f"p{n}", TOWNS[n % 2], hour) for hour in range(24) for n in range(6 + hour % 5)])


@pytest.mark.parametrize("said", [None, "radius", {"radius": {"group": 5}}], ids=str)
def test_live_it_is_told_tick_by_tick_for_the_same_price(said: Any, tmp_path: Path) -> None:
    crowd(tmp_path)
    spec = live_entry(said, by=said not in (None, "radius"))
    group = draw_of(spec).group
    with books(tmp_path / "b.db") as ledger:
        with held(spec, ledger, at_place(tmp_path)) as stream:
            paid = ledger.account("clinic").share
            stream.run()
            told = stream.published()
        assert paid == ledger.account("clinic").share, "paid once, when it was opened"
    assert len(told) == 24
    values = [[cell.value for cell in tick.cells] for tick in told]
    if group == 1:
        assert all(cell.fresh is None and cell.smoothed is not None for tick in told for cell in tick.cells)
        assert all(value is not None for row in values for value in row)
        return
    fresh = [tick.cells[0].fresh for tick in told]
    ends = [4, 9, 14, 19, 23]
    assert fresh == ["none yet"] * 4 + ["yes" if at in ends else "no" for at in range(4, 24)]
    assert [told[at].cells[1].told_ticks for at in ends] == [5, 5, 5, 5, 4]
    for at in range(5, 24):
        assert fresh[at] == "yes" or values[at] == values[at - 1]
    widths = [told[at].cells[0].high - told[at].cells[0].value for at in ends]  # type: ignore[operator]
    assert widths[-1] > widths[0], "the last group is shorter, and its mean has more noise"


@pytest.mark.parametrize(
    "point",
    ["stream saved", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("stream drawn", "stream entered"))],
)
def test_killed_it_goes_on_with_the_same_radius(point: str, tmp_path: Path) -> None:
    crowd(tmp_path)
    spec = live_entry({"radius": {"group": 5}}, by=True)
    books(tmp_path / "b.db").close()
    books(tmp_path / "other.db").close()
    assert alone(running(str(tmp_path / "b.db"), spec, tmp_path, ticks=7))[0] == 0
    status, _ = alone(running(str(tmp_path / "b.db"), spec, tmp_path, ticks=2), **{VARIABLE: point})
    assert status == -signal.SIGKILL
    assert alone(running(str(tmp_path / "b.db"), spec, tmp_path))[1][-1] == ("over", 24)
    killed = (tmp_path / "live" / "values.csv").read_bytes()
    with books(tmp_path / "third.db") as ledger, held(spec, ledger, at_place(tmp_path, "through")) as stream:
        stream.run()
    assert killed == (tmp_path / "through" / "values.csv").read_bytes()


def test_a_part_draws_its_radius_once_and_keeps_it() -> None:
    made = plan(live_entry({"radius": {"group": 5}}, by=True))
    (through,), (part,) = parts_of(made), parts_of(made)
    rng, again = seeded(2), seeded(2)
    with pytest.raises(PrivacyError, match="never begun"):
        part.step(np.zeros(2, dtype=np.int64), rng)
    through.start(rng)
    part.start(again)
    for row in np.random.default_rng(4).integers(30, 33, size=(24, 2)):
        raw = part.save()
        assert raw == through.save()
        (part,) = parts_of(made)
        part.resume(raw)
        assert part.step(row, again) == through.step(row, rng)
    with pytest.raises(PrivacyError, match="horizon"):
        through.step(row, rng)
    (other,) = parts_of(plan(live_entry({"radius": {"group": 5}}, by=False)))
    other.start(seeded(1))
    raw = through.save()
    for wrong in (raw[:-1], raw + b"0", b"", other.save()):
        with pytest.raises(PrivacyError):
            through.resume(wrong)


def test_what_may_be_said_and_what_may_not() -> None:
    assert PerStep("radius") == PerStep(Radius())  # type: ignore[arg-type]
    assert PerStep({"radius": {"group": 1}}) == PerStep(Radius())  # type: ignore[arg-type]
    for wrong in ({"radius": 6}, {"radius": {}}, {"radius": {"moves": 6}}, {"radius": None}, {"radius": "auto"}):
        with pytest.raises(SpecError, match="how many ticks"):
            asked(wrong)
    for group in (0, -1, "x", 2.5, None, True, 2**21):
        with pytest.raises(SpecError, match="group"):
            asked({"radius": {"group": group}})
    with pytest.raises(SpecError, match="no group of 61"):
        asked({"radius": {"group": 61}})
    with pytest.raises(SpecError, match="chooses"):
        asked({"radius": {"group": 3, "moves": 6}})
    with pytest.raises(SpecError, match="did you mean radius"):
        asked("radiu")
    with pytest.raises(SpecError, match="uniform"):
        plan(scenes.request(scenes.series({"per-step": "radius"}, mechanism="gaussian"), bound=ALWAYS))
    with pytest.raises(SpecError, match="too small or too large"):
        plan(asked("radius", spend=Spend("pure", Fraction(200))))


def test_a_stored_series_that_says_what_it_could_not_is_refused() -> None:
    made = plan(asked({"radius": {"group": 7}}))
    draw = made.draws[0]
    assert isinstance(draw, RadiusDraw)
    draw.checked(np.repeat(np.arange(9), 7)[: scenes.DAYS])
    with pytest.raises(LedgerError, match="could not"):
        draw.checked(np.arange(scenes.DAYS))
    record = made.to_dict()
    for field, wrong in (("group", 6), ("scale", "0"), ("finer", 0), ("group", 61)):
        bad = {
            **record,
            "draws": [{**record["draws"][0], "radius": {**record["draws"][0]["radius"], field: wrong}}],
        }
        with pytest.raises(LedgerError):
            read_plan(bad)
    other = {**record["draws"][0]["radius"]["participation"], "most": 2}
    stored = {**record["draws"][0]["radius"], "participation": other}
    with pytest.raises(LedgerError, match="about units"):
        read_plan({**record, "draws": [{**record["draws"][0], "radius": stored}]})


def test_a_plan_has_its_pictures(tmp_path: Path) -> None:
    for at, said in enumerate((None, {"radius": {"group": 7}})):
        assert draw_plan(plan(asked(said)), tmp_path / str(at))


def test_one_radius_pays_its_epsilon_in_an_account_with_a_delta() -> None:
    """Named, under a delta, it costs what epsilon·tanh(epsilon/2) of rho buys."""
    made = plan(asked("radius", spend=Spend("clinic", Fraction(1), Fraction(1, 10**6))))
    (draw,) = made.draws
    assert isinstance(draw, RadiusDraw)
    assert draw.charge.price().rho <= made.share.cap
    assert 0.2 < draw.epsilon < 0.25
