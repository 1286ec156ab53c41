"""Checks of a kind of product: the ones that every folder of `kinds` must pass.

A kind is shown a few requests of its own and a few rows. Everything runs through the real engine and the real
draws, with seeds; nothing is paid, because nothing here is a release.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.unit import Unit
from epsilog.errors import EpsilogError, PrivacyError, SpecError
from epsilog.live.stream import parts_of
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.publish.drawing import draw_all, exact_tables, mechanisms_in, unpack_choices
from epsilog.publish.stages import bounded, find_first
from epsilog.registry.asks import ASKS
from epsilog.registry.plans import PLANS, planner_of
from epsilog.registry.shows import SHOWS, shown_of
from epsilog.roles.budget import Coin
from epsilog.roles.column import Figures
from epsilog.roles.drawn import Part, cells_of
from epsilog.roles.plan import Plan, kind_in
from epsilog.roles.planned import remark_text
from epsilog.roles.smooth_columns import SMOOTHED
from epsilog.roles.spec import Spec
from epsilog.roles.stream_rules import check_live
from epsilog.show.card import Card
from epsilog.show.explain import sections
from epsilog.show.result import Result, tables_of, vectors_of
from epsilog.sources import open_source
from epsilog.spec.entry import FIELDS
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.testing import FALSE_ALARM, Report, seeded
from epsilog.words import CATALOGUE, LANGUAGES, placeholders

if TYPE_CHECKING:
    from epsilog.roles.table import Table

KIND_CHECKS: Final = 24  # and those of live ticks: `_live` says how many fit the kind
DRAWS: Final = 160
TRIED: Final = 5  # units that are taken away or replaced, one at a time: the last one, and others
_USUAL: Final = ("row", "value", "raw", "low", "high", "confidence", "about", *SMOOTHED)
_LENGTHS: Final = {"1h": 13, "1d": 10, "1mo": 7, "1y": 4}
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Sample:
    """One request with one entry of the kind (in braces), and what its ranges must hold.

    truth   from the exact answers of the source to what its ranges speak of, cell by cell; None: `why` says why not
    """

    request: str
    truth: Callable[[Sequence[Bounded]], Any] | None = None
    why: str = ""


def check(
    name: str,
    samples: Sequence[Sample],
    rows: Sequence[Row],
    *,
    planted: Sequence[str],
    page: str,
    why_not_live: str = "",
    draws: int = DRAWS,
) -> Report:
    """See `epsilog.testing.check_kind`."""
    report = Report(f"kind {name}")
    report.hold("it plans and shows", name in PLANS and name in SHOWS, name)
    report.hold("there is something to check it with", bool(samples) and len(rows) > 1)
    specs = [spec_from_text(one.request) for one in samples]
    report.hold("at least two bugs are planted in it", len(set(planted)) >= 2, f"{len(set(planted))}")
    missing = [field for field in _fields(name, specs) if not _is_spelled(field, page)]
    report.hold("the page of the spec file spells every field", not missing, ", ".join(missing))
    scenes = [_Scene(one, rows) for one in specs]
    _spelled(report, name, specs, scenes, samples)
    _planned(report, scenes)
    _moved(report, scenes)
    _drawn(report, scenes)
    _shown(report, name, scenes)
    _said(report, scenes)
    live = _live(report, samples, scenes, why_not_live, draws)
    _covered(report, samples, scenes, draws)
    return report.complete(KIND_CHECKS + live)


class _Scene:
    """A request, planned, with its rows."""

    def __init__(self, spec: Spec, rows: Sequence[Row]) -> None:
        self.spec, self.rows = spec, list(rows)
        self.plan = plan(spec)

    def table(self, seed: int) -> Table:
        """Its first table, drawn with a seed."""
        return tables_of(self.result(seed, self.answers))[0]

    @cached_property
    def answers(self) -> list[tuple[Bounded, ...]]:
        """What the engine answers over its rows, once everything is found that is found first."""
        return self.exact(self.rows)

    def exact(self, rows: Sequence[Row]) -> list[tuple[Bounded, ...]]:
        """What the engine answers over other rows."""
        with self._source(rows) as source:
            return bounded(self.plan.spec, source, _silent)

    def _source(self, rows: Sequence[Row]) -> Any:
        import polars as pl

        kinds = self.spec.source.columns
        frame = pl.DataFrame(
            [[row.get(one) for one in kinds] for row in rows], schema=dict.fromkeys(kinds, pl.String), orient="row"
        )
        return open_source(replace(self.spec.source, file=None), frame=frame)

    def vectors(self, answers: Sequence[Sequence[Bounded]]) -> list[Bounded]:
        """What each mechanism draws from."""
        return exact_tables(self.plan, answers)

    def result(self, seed: int, answers: Sequence[tuple[Bounded, ...]]) -> Result:
        """A result drawn with a seed."""
        rng = seeded(seed)
        mechanisms = mechanisms_in(self.plan)
        known, grains = unpack_choices(self.plan, draw_all(mechanisms, self.plan, answers, rng))
        return Result(known, grains, "2026-01-01T00:00:00+00:00", (), True)

    def find(self) -> None:
        """Find what is found first, with a seed."""
        if self.plan.stages:
            with self._source(self.rows) as source:
                self.plan = find_first(self.plan, source, seeded(0), _silent)


def _silent(*_: object) -> None:
    return None


def _spelled(
    report: Report, name: str, specs: Sequence[Spec], scenes: Sequence[_Scene], samples: Sequence[Sample]
) -> None:
    own = [kind_in(one.plan, 0) for one in scenes]
    report.hold("every sample is one of its entries", all(one == name for one in own), ", ".join(own))
    report.hold("what is spelled reads back", all(spec_from_text(to_yaml(one)) == one for one in specs))
    stored = [spec_from_dict(one.to_dict()) for one in specs]
    same = all(one == two and one.digest == two.digest for one, two in zip(stored, specs, strict=True))
    report.hold("what is stored reads back", same)
    again = [to_yaml(one) == to_yaml(two) for one, two in zip(stored, specs, strict=True)]
    report.hold("what was stored is spelled as before", all(again))
    refused = [_refuses(lambda text=one.request: spec_from_text(_misspelled(text))) for one in samples]  # type: ignore[misc]
    report.hold("a field nobody knows is refused", all(refused))


def _misspelled(text: str) -> str:
    before, _, entry = text.partition("publish:\n  - {")
    return f"{before}publish:\n  - {{nobody_knows_it: 1, {entry}"


def _refuses(work: Callable[[], object], error: type[EpsilogError] = SpecError) -> bool:
    try:
        work()
    except error:
        return True
    return False


def _planned(report: Report, scenes: Sequence[_Scene]) -> None:
    back = [read_plan(one.plan.to_dict()) for one in scenes]
    same = all(
        two.draws == one.plan.draws and two.charge == one.plan.charge for one, two in zip(scenes, back, strict=True)
    )
    report.hold("a stored plan reads back, its noise and its price", same)
    within = [
        one.plan.price.main <= one.plan.share.cap and one.plan.price.delta <= one.plan.share.cap_delta
        for one in scenes
    ]
    report.hold("a plan costs no more than its share", all(within))
    for one in scenes:
        one.find()
    priced = [
        made.charge == draw.charge
        for one in scenes
        for made, draw in zip(mechanisms_in(one.plan), one.plan.draws, strict=True)
    ]
    report.hold("every mechanism costs what its plan says", bool(priced) and all(priced))
    report.hold("four times the price is no less exact", all(_is_better(one.plan) for one in scenes))


def _is_better(made: Plan) -> bool:
    coin: Coin = "pure" if made.share.coin == "pure" else "zcdp"
    now, then = (planner_of(made, 0).margin_at(made, 0, Fraction(times), coin) for times in (1, 4))
    stated = margin(made, 0)
    return bool(np.isnan(then) or np.isnan(now) or then <= now) and stated >= 0


def _moved(report: Report, scenes: Sequence[_Scene]) -> None:
    """One unit away, or another in its place: the engine's answers move no further than the plan says."""
    moves, over = 0, []
    for scene in scenes:
        here = scene.vectors(scene.answers)
        away = list(_neighbours(scene.spec.protect.unit, scene.rows))
        for rest in away[:: -max(1, len(away) // TRIED)][:TRIED]:
            there = scene.vectors(scene.exact(rest))
            for draw, one, two in zip(scene.plan.draws, here, there, strict=True):
                step = (one.values - two.values).astype(object)
                moved = Sensitivity(max(1, int(abs(step).sum())), max(1, int((step**2).sum())))
                moves += int(step.any())
                if not draw.contribution.sensitivity.covers(moved):
                    over.append(f"{draw.kind}: {moved} beyond {draw.contribution.sensitivity}")
    report.hold("no unit moves it further than its plan says", not over, "; ".join(over[:1]))
    report.hold("some unit moves it", moves > 0)


def _neighbours(unit: Unit, rows: Sequence[Row]) -> Iterator[list[Row]]:
    """All rows but those of one unit; where neighbours replace one, the last unit's rows stand in its place."""
    without = list(_without_one(unit, rows))
    if unit.neighbours == "add-remove":
        yield from without
        return
    kept = {id(row) for row in without[-1]}
    last = [row for row in rows if id(row) not in kept]
    for rest in without[:-1]:
        kept = {id(row) for row in rest}
        gone = next(row for row in rows if id(row) not in kept)
        same = {} if unit.each == "row" else {unit.each: gone[unit.each]}
        yield [*rest, *({**row, **same} for row in last)]


def _without_one(unit: Unit, rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows without one unit, for every unit: a row, a person, or a person within a period or a window."""
    if unit.each == "row":
        yield from ([*rows[:at], *rows[at + 1 :]] for at in range(len(rows)))
        return
    length = 0 if unit.per is None else _LENGTHS[unit.per]
    periods = sorted({str(row["when"])[:length] for row in rows}) if length else [""]
    window = unit.window or 1
    for who in dict.fromkeys(row[unit.each] for row in rows):
        for first in range(max(1, len(periods) - window + 1)):
            gone = set(periods[first : first + window])
            yield [
                row for row in rows if row[unit.each] != who or (length and str(row["when"])[:length] not in gone)
            ]


def _drawn(report: Report, scenes: Sequence[_Scene]) -> None:
    refused = []
    for scene in scenes:
        for mechanism, exact in zip(mechanisms_in(scene.plan), scene.vectors(scene.answers), strict=True):
            wide = Sensitivity(
                exact.sensitivity.l1 * 2 + 1, exact.sensitivity.l2_squared * 4 + 4 * exact.sensitivity.l1 + 1
            )
            further = Bounded(exact.keys, exact.values, exact.grain, wide)
            refused.append(_refuses(lambda m=mechanism, b=further: m.grains(b, seeded(1)), PrivacyError))  # type: ignore[misc]
    report.hold("a mechanism refuses what moves further than its plan says", all(refused))
    same = []
    for scene in scenes:
        answers = scene.answers
        one, two, other = (scene.result(seed, answers) for seed in (1, 1, 2))
        same.append(one.to_bytes() == two.to_bytes() == Result.from_bytes(one.to_bytes()).to_bytes())
        sizes = (
            [vector.size for vector in one.values] == [vector.size for vector in other.values] == scene.plan.sizes
        )
        same.append(sizes)
    report.hold("one seed, one result, as long as the plan says; it reads back", all(same))


def _shown(report: Report, name: str, scenes: Sequence[_Scene]) -> None:
    foreign = {one for kind, shown in SHOWS.items() if kind != name for one in shown.own}
    ours = {*_USUAL, *SHOWS[name].own}
    bad, read = [], []
    for scene in scenes:
        result = scene.result(3, scene.answers)
        table, shown = tables_of(result)[0], shown_of(result.plan, 0)
        keys = {axis.column for axis in table.axes} | set(result.plan.spec.publish[0].level_names())
        own = [one for one in table.names if one not in keys]
        bad += [one for one in own if one in foreign - ours]
        if not {"confidence", "about"} <= set(own) or ("low" in own) != ("high" in own):
            bad.append("confidence, about, low and high")
        if not ({"value", "low", "high"} <= set(own) or set(own) & {*shown.own, *shown.distances}):
            bad.append("value, low, high")
        cells = list(csv.reader(io.StringIO(table.csv().decode("utf-8-sig"))))
        again = shown.read(result.plan.vectors_of(0), cells, table)
        read += [np.array_equal(one, two) for one, two in zip(again, vectors_of(result)[0], strict=True)]
    report.hold("its columns are the usual ones and its own", not bad, ", ".join(bad))
    report.hold("the drawn numbers can be read off its CSV", all(read))


def _said(report: Report, scenes: Sequence[_Scene]) -> None:
    apart, silent = [], []
    for scene in scenes:
        remarks = [*scene.plan.reasons, *scene.plan.warnings]
        for remark in remarks:
            said = [CATALOGUE[lang].get(remark.key) for lang in LANGUAGES]
            if None in said or len({placeholders(one or "") for one in said}) != 1:
                apart.append(remark.key)
            else:
                silent += [remark.key for lang in LANGUAGES if not remark_text(remark, lang).strip()]
        lines = {lang: plan_lines(scene.plan, lang) for lang in LANGUAGES}
        if len({len(one) for one in lines.values()}) != 1 or lines["en"] == lines["zh"]:
            silent.append("the sentences of a plan")
    report.hold("every remark has both languages, with the same values", not apart, ", ".join(apart))
    report.hold("a plan is told in both languages, line by line", not silent, ", ".join(silent))
    odd = [one for one in map(_card, scenes) if not _is_told(one)]
    report.hold("a release is told in both languages, line by line", not odd)


def _card(scene: _Scene) -> Card:
    """The card of a release, as if it had been paid for."""
    result = scene.result(4, scene.answers)
    made, drawn = result.plan, result.drawn_at
    return Card(made, "receipt", made.spec.spend.account, made.share, "ledger", "0" * 64, drawn, (), True)


def _is_told(card: Card) -> bool:
    told = {lang: sections(card, lang) for lang in LANGUAGES}
    lengths = {tuple((one.name, len(one.lines)) for one in parts) for parts in told.values()}
    return len(lengths) == 1 and all(one != two for one, two in zip(told["en"], told["zh"], strict=True))


def _live(report: Report, samples: Sequence[Sample], scenes: Sequence[_Scene], why_not: str, draws: int) -> int:
    """How many checks there are to make: without live ticks one, without ranges of their own two.

    A release draws all ticks from one stream of words, a live series each tick from its own, so one seed cannot
    make them equal: their ranges are compared, and counted against the truth on both sides.
    """
    live = [(sample, one) for sample, one in zip(samples, scenes, strict=True) if _may_be_live(one)]
    report.hold(
        "it is live, or says why not", bool(live) != bool(why_not), "say why no tick can be told as it comes"
    )
    if not live:
        return 1
    report.hold("a killed tick resumes", all(_resumes(one) for _, one in live))
    ranged = [(sample, one) for sample, one in live if "low" in one.table(5).names]
    if not ranged:
        return 2
    report.hold("a live tick has the ranges of a release", all(_as_wide(one) for _, one in ranged))
    missed = [text for sample, one in ranged if sample.truth for text in _missed(sample, one, draws, _live_ends)]
    report.hold("the ranges of live ticks hold what they say", not missed, "; ".join(missed))
    return 4


def _live_ends(scene: _Scene, seed: int) -> tuple[Any, Any]:
    """The ends of all live ranges, cell by cell, in the order of a table."""
    told = _stepped(scene, _rows_of(scene), None, 100 * (seed + 1))
    low, high = (
        np.array([[getattr(one, end) for one in cells] for cells in told], float) for end in ("low", "high")
    )
    return low.T.reshape(-1), high.T.reshape(-1)


def _may_be_live(scene: _Scene) -> bool:
    source = replace(scene.spec.source, file="rows.csv")
    return not _refuses(lambda: check_live(replace(scene.spec, source=source), "drop"))


def _rows_of(scene: _Scene) -> np.ndarray[Any, Any]:
    """The exact numbers, a row for each tick."""
    width = len(cells_of(scene.spec.publish[0]))
    return np.asarray(scene.answers[0][0].values).reshape(width, -1).T.copy()


def _as_wide(scene: _Scene) -> bool:
    """Stepped with a seed, every tick has a range as wide as one that a release gives it.

    Where values are repeated, how wide depends on what was drawn: releases with other seeds show the widths.
    """
    ticks = _rows_of(scene)
    grain = float(scene.table(5).figures("low").step)
    wide = [high - low for low, high in (_table_ends(scene, seed) for seed in range(48))]
    known = np.array([one[: ticks.size].reshape(ticks.shape[1], -1).T for one in wide])
    for at, cells in enumerate(_stepped(scene, ticks, None)):
        for cell, seen in zip(cells, known[:, at].T, strict=True):
            seen = seen[~np.isnan(seen)]
            if cell.low is None or cell.high is None or not seen.size:
                continue
            if (abs((cell.high - cell.low) - seen) > 2 * grain + 1e-9 * seen).all():
                return False
    return True


def _stepped(scene: _Scene, ticks: np.ndarray[Any, Any], killed: int | None, seed: int = 0) -> list[list[Any]]:
    """All ticks; at one of them the part is put away, thrown away, and another stands where it stood."""
    (part,) = parts_of(scene.plan)
    part.start(seeded(seed + 11))
    told = []
    for at, row in enumerate(ticks):
        if at == killed:
            raw = part.saved()
            lost: Part = part
            lost.step(row, seeded(99))  # drawn, and never told
            (part,) = parts_of(scene.plan)
            part.resume(raw)
        told.append(part.step(row, seeded(seed + 12 + at)))
    return told


def _resumes(scene: _Scene) -> bool:
    ticks = _rows_of(scene)
    whole = _stepped(scene, ticks, None)
    return all(_stepped(scene, ticks, killed) == whole for killed in (0, len(ticks) // 2, len(ticks) - 1))


def _covered(report: Report, samples: Sequence[Sample], scenes: Sequence[_Scene], draws: int) -> None:
    """Each number over many draws: no more misses than its confidence allows (false alarms: 1e-6)."""
    said = all(one.truth is not None or one.why for one in samples)
    told = [one for one in zip(samples, scenes, strict=True) if one[0].truth is not None]
    missed = [text for sample, scene in told for text in _missed(sample, scene, draws, _table_ends)]
    report.hold(
        "its ranges hold what they say, or the sample says why there are none",
        said and not missed,
        "; ".join(missed),
    )
    blunt = [
        scene.spec.publish[0].name for sample, scene in told if not _missed(sample, scene, draws, _table_ends, 10)
    ]
    report.hold("a range of a tenth would have been noticed", not blunt, ", ".join(blunt))


def _missed(
    sample: Sample,
    scene: _Scene,
    draws: int,
    ends: Callable[[_Scene, int], tuple[Any, Any]],
    narrower: int = 1,
) -> list[str]:
    """What is said if some number lies outside its range more often than its confidence allows.

    Each number is tried by itself, at a false alarm of 1e-6 over a hundred numbers. Ranges may be taken narrower.
    """
    from scipy.stats import binom

    assert sample.truth is not None
    truth = np.asarray(sample.truth(scene.answers[0]), dtype=np.float64)
    misses = np.zeros(len(truth))
    for seed in range(draws):
        low, high = (one[: len(truth)] for one in ends(scene, seed))
        misses += ~(np.abs(2 * truth - low - high) * narrower <= (high - low) * (1 + 1e-12))
    allowed = binom.isf(FALSE_ALARM / 100, draws, float(1 - scene.spec.confidence))
    name = scene.spec.publish[0].name
    return [f"{name}: {int(misses.max())} of {draws} missed"] if (misses > allowed).any() else []


def _table_ends(scene: _Scene, seed: int) -> tuple[Any, Any]:
    """The ends of all ranges of its table."""
    table = scene.table(seed)
    low, high = (np.array(_numbers(table, one)) for one in ("low", "high"))
    return low, high


def _numbers(table: Table, name: str) -> list[float]:
    column = table.column(name)
    assert isinstance(column, Figures)
    return [float(one) for one in column.floats()]


def _fields(name: str, specs: Sequence[Spec]) -> list[str]:
    """The fields that belong to it: those of its ask, and those that its samples say under `as`."""
    asked = ASKS.get(name)
    if asked is not None:
        return [*asked.words, *asked.details]
    shapes = [one.publish[0].shape for one in specs]
    said = {word for shape in shapes if shape is not None for word in _keys(shape.to_dict())}
    return sorted(said - set(FIELDS))


def _keys(record: object) -> set[str]:
    if isinstance(record, Mapping):
        return {str(key) for key in record if key != "kind"} | {
            word for one in record.values() for word in _keys(one)
        }
    return set()


def _is_spelled(field: str, page: str) -> bool:
    return re.search(rf"(`|\b){re.escape(field)}(`|:)", page) is not None
