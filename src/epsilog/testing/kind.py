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
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.mechanism import RandomWords, WordBits
from epsilog.core.unit import Unit
from epsilog.errors import EpsilogError, PrivacyError, SpecError
from epsilog.live.stream import parts_of
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.publish.drawing import draw_all, exact_tables, mechanisms_in, unpack_choices
from epsilog.publish.stages import find_first, read_bounded
from epsilog.registry.asks import ASKS
from epsilog.registry.plans import PLANS, planner_of
from epsilog.registry.shows import SHOWS, shown_of
from epsilog.roles.budget import Coin
from epsilog.roles.column import Words
from epsilog.roles.drawn import cells_of
from epsilog.roles.plan import Plan, kind_in
from epsilog.roles.planned import remark_text
from epsilog.roles.smooth_columns import SMOOTHED
from epsilog.roles.spec import Spec
from epsilog.roles.stream_rules import check_live
from epsilog.roles.tick import Cell
from epsilog.show.card import Card
from epsilog.show.explain import sections
from epsilog.show.result import Result, tables_of, vectors_of
from epsilog.sources import open_source
from epsilog.spec.entry import FIELDS
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.testing import FALSE_ALARM, Report, seeded
from epsilog.words import CATALOGUE, LANGUAGES, Language, placeholders

if TYPE_CHECKING:
    from epsilog.roles.table import Table

KIND_CHECKS: Final = 25  # and one where no tick is live, three where some are
DRAWS: Final = 160
# Ranges are tried on every row at the confidence of the request, and on every second row at this one.
GRID: Final = ((1, None), (2, Fraction(4, 5)))
NARROWER: Final = 2  # ranges so many times too narrow must be noticed
TRIED: Final = 5  # units that are taken away or replaced, one at a time: the last one, and others
_USUAL: Final = ("row", "value", "raw", "low", "high", "confidence", "about", *SMOOTHED)
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_FIGURE: Final = re.compile(r"\d+(?:[.,]\d+)*")
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
    _check_spelling(report, name, specs, scenes, samples)
    _check_plans(report, scenes)
    _check_neighbours(report, scenes)
    _check_draws(report, scenes)
    _check_shown(report, name, scenes)
    _check_sentences(report, scenes)
    live = [one for one in scenes if _may_be_live(one)]
    _live(report, live, why_not_live)
    _check_coverage(report, samples, scenes, draws)
    return report.complete(KIND_CHECKS + (3 if live else 1))


class _Scene:
    """A request, planned, with its rows."""

    def __init__(self, spec: Spec, rows: Sequence[Row]) -> None:
        self.spec, self.rows = spec, list(rows)
        self.plan = plan(spec)

    def table(self, rng: RandomWords) -> Table:
        """Its first table, drawn."""
        return tables_of(self.result(rng))[0]

    def at(self, step: int, confidence: Fraction | None) -> _Scene:
        """The same of every so many rows, at another confidence."""
        sure = self.spec.confidence if confidence is None else confidence
        other = _Scene(replace(self.spec, confidence=sure), self.rows[::step])
        other.find()
        return other

    @cached_property
    def answers(self) -> list[tuple[Bounded, ...]]:
        """What the engine answers over its rows, once everything is found that is found first."""
        return self.exact(self.rows)

    def exact(self, rows: Sequence[Row]) -> list[tuple[Bounded, ...]]:
        """What the engine answers over other rows."""
        with self._source(rows) as source:
            return read_bounded(self.plan.spec, source, _silent)

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

    @cached_property
    def ticks(self) -> NDArray[np.int64]:
        """The exact numbers of a series, a row for each tick."""
        width = len(cells_of(self.spec.publish[0]))
        return np.asarray(self.answers[0][0].values).reshape(width, -1).T.copy()

    def result(self, rng: RandomWords) -> Result:
        """A result, drawn."""
        mechanisms = mechanisms_in(self.plan)
        known, grains = unpack_choices(self.plan, draw_all(mechanisms, self.plan, self.answers, rng))
        return Result(known, grains, "2026-01-01T00:00:00+00:00", (), True)

    def find(self) -> None:
        """Find what is found first, with a seed."""
        if self.plan.stages:
            with self._source(self.rows) as source:
                self.plan = find_first(self.plan, source, seeded(0), _silent)


def _silent(*_: object) -> None:
    return None


def _check_spelling(
    report: Report, name: str, specs: Sequence[Spec], scenes: Sequence[_Scene], samples: Sequence[Sample]
) -> None:
    own = [kind_in(one.plan, 0) for one in scenes]
    report.hold("every sample is one of its entries", all(one == name for one in own), ", ".join(own))
    report.hold("what is spelled reads back", all(spec_from_text(to_yaml(one)) == one for one in specs))
    stored = [spec_from_dict(one.to_dict()) for one in specs]
    same = stored == list(specs) and [one.digest for one in stored] == [one.digest for one in specs]
    report.hold("what is stored reads back", same)
    report.hold("what was stored is spelled as before", list(map(to_yaml, stored)) == list(map(to_yaml, specs)))
    wrong = [one.request.replace("publish:\n  - {", "publish:\n  - {nobody_knows_it: 1, ") for one in samples]
    report.hold("a field nobody knows is refused", all(_refuses(partial(spec_from_text, one)) for one in wrong))
    details = ASKS[name].details if name in ASKS else ()
    ignored = [field for field in details if _is_ignored(field, [one.request for one in samples])]
    report.hold("a field of its own is refused in an entry of another kind", not ignored, ", ".join(ignored))


def _is_ignored(field: str, requests: Sequence[str]) -> bool:
    """Whether a count may say it, as a sample does, and means the same as without it."""
    said = re.search(rf"\b{field}: (\[[^]]*\]|\{{[^}}]*\}}|[^,}}]+)", "\n".join(requests))
    more = f", {field}: {said[1] if said else 1}"
    head, publish, entry = requests[0].partition("publish:\n  - ")
    rest = entry[entry.index("\n") :]
    plain, with_it = (f"{head}{publish}{{count: rows{end}}}{rest}" for end in ("", more))
    known = spec_from_text(plain)
    try:
        return spec_from_text(with_it) == known
    except SpecError:
        return False


def _refuses(work: Callable[[], object], error: type[EpsilogError] = SpecError) -> bool:
    try:
        work()
    except error:
        return True
    return False


def _check_plans(report: Report, scenes: Sequence[_Scene]) -> None:
    back = [read_plan(one.plan.to_dict()) for one in scenes]
    same = [(one.draws, one.charge) for one in back] == [(one.plan.draws, one.plan.charge) for one in scenes]
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


def _check_neighbours(report: Report, scenes: Sequence[_Scene]) -> None:
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


def _check_draws(report: Report, scenes: Sequence[_Scene]) -> None:
    refused = []
    for scene in scenes:
        for mechanism, exact in zip(mechanisms_in(scene.plan), scene.vectors(scene.answers), strict=True):
            wide = Sensitivity(
                exact.sensitivity.l1 * 2 + 1, exact.sensitivity.l2_squared * 4 + 4 * exact.sensitivity.l1 + 1
            )
            further = Bounded(exact.keys, exact.values, exact.grain, wide)
            refused.append(_refuses(partial(mechanism.grains, further, seeded(1)), PrivacyError))
    report.hold("a mechanism refuses what moves further than its plan says", all(refused))
    same = []
    for scene in scenes:
        one, two, other = (scene.result(seeded(seed)) for seed in (1, 1, 2))
        same.append(one.to_bytes() == two.to_bytes() == Result.from_bytes(one.to_bytes()).to_bytes())
        sizes = (
            [vector.size for vector in one.values] == [vector.size for vector in other.values] == scene.plan.sizes
        )
        same.append(sizes)
    report.hold("one seed, one result, as long as the plan says; it reads back", all(same))


def _check_shown(report: Report, name: str, scenes: Sequence[_Scene]) -> None:
    foreign = {one for kind, shown in SHOWS.items() if kind != name for one in shown.own}
    ours = {*_USUAL, *SHOWS[name].own}
    bad, read = [], []
    for scene in scenes:
        result = scene.result(seeded(3))
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


def _check_sentences(report: Report, scenes: Sequence[_Scene]) -> None:
    apart = []
    for scene in scenes:
        for remark in (*scene.plan.reasons, *scene.plan.warnings):
            said = [CATALOGUE[lang].get(remark.key) for lang in LANGUAGES]
            if None in said or len({placeholders(one or "") for one in said}) != 1:
                apart.append(remark.key)
    report.hold("every remark has both languages, with the same values", not apart, ", ".join(apart))
    for what, told in (("plan", _of_plan), ("release", _of_release)):
        odd = [line for scene in scenes for line in _unlike(*(told(scene, lang) for lang in LANGUAGES))]
        report.hold(f"a {what} is told in both languages, line by line, with the same figures", not odd, *odd[:1])


def _of_plan(scene: _Scene, lang: Language) -> list[str]:
    return [*plan_lines(scene.plan, lang), *(remark_text(one, lang) for one in scene.plan.reasons)]


def _of_release(scene: _Scene, lang: Language) -> list[str]:
    return [line for part in sections(_card(scene), lang) for line in part.lines]


def _unlike(english: Sequence[str], chinese: Sequence[str]) -> list[str]:
    """Lines without a counterpart in the other language, or with other figures than it."""
    if len(english) != len(chinese):
        return [f"{len(english)} lines, and {len(chinese)}"]
    return [
        one
        for one, two in zip(english, chinese, strict=True)
        if _HAN.search(one) or not _HAN.search(two) or sorted(_FIGURE.findall(one)) != sorted(_FIGURE.findall(two))
    ]


def _card(scene: _Scene) -> Card:
    """The card of a release, as if it had been paid for."""
    result = scene.result(seeded(4))
    made, drawn = result.plan, result.drawn_at
    return Card(made, "receipt", made.spec.spend.account, made.share, "ledger", "0" * 64, drawn, (), True)


def _live(report: Report, scenes: Sequence[_Scene], why_not: str) -> None:
    said = bool(scenes) != bool(why_not)
    report.hold("it is live, or says why not", said, "say why no tick can be told as it comes")
    if scenes:
        report.hold("a killed tick resumes", all(_resumes(one) for one in scenes))
        report.hold(
            "live ticks say what a release says that is drawn with the same words", all(map(_agree, scenes))
        )


class _Alike:
    """Words that are all the same, but for the second half of those that are asked for at once.

    A release draws a table in another order than live ticks, so from words that follow each other both get other
    noise. From these every number gets the same noise, wherever it stands. Nothing can be made of some of them.
    """

    reproducible = True

    def __init__(self, seed: int) -> None:
        self._two, self._left = seeded(seed).words(2, 64), 10_000

    def words(self, count: int, bits: WordBits) -> NDArray[np.unsignedinteger]:
        """That many: one of them, then the other where they can be halved."""
        self._left -= 1
        if not self._left:
            raise TimeoutError
        one, two = (self._two >> np.uint64(64 - bits)).astype(f"uint{bits}")
        half = count if count % 2 else count // 2
        return np.repeat(np.array([one, two]), [half, count - half])


def _agree(scene: _Scene) -> bool:
    """Live and at once, from words in a row or words alike: the same numbers and ranges, and not always one."""
    return any(_agree_from(scene, words) for words in (seeded, _Alike))


def _always(rng: RandomWords, at: int) -> RandomWords:
    return rng


def _agree_from(scene: _Scene, words: Callable[[int], RandomWords]) -> bool:
    found = set()
    for seed in range(8):
        rng = words(seed)
        try:
            told, table = _step_all(scene, partial(_always, rng)), scene.table(words(seed))
        except TimeoutError:
            continue
        if not _is_told_in(table, [cell for cells in zip(*told, strict=True) for cell in cells]):
            return False
        found.add(table.csv())
    return len(found) > 1


def _is_told_in(table: Table, cells: Sequence[Cell]) -> bool:
    """Every live cell, in the order of a table; ranges of a table are rounded outwards by less than two steps."""
    if "alert" in table.names:
        column = table.column("alert")
        assert isinstance(column, Words)
        return [one.said for one in cells] == [column.labels[code] for code in column.codes]
    for name, steps in (("value", 0.5), ("low", 2), ("high", 2)):
        live = np.array([getattr(one, name) for one in cells], float)
        kept, off = table.figures(name).floats()[: len(live)], steps * float(table.figures(name).step)
        if not np.allclose(live, kept, rtol=1e-9, atol=off, equal_nan=True):
            return False
    return True


def _live_ends(scene: _Scene, seed: int) -> tuple[Any, Any]:
    """The ends of all live ranges, cell by cell, in the order of a table."""
    told = _step_all(scene, _apart(100 * (seed + 1)))
    low, high = (np.array([[getattr(one, end) for one in row] for row in told], float) for end in ("low", "high"))
    return low.T.reshape(-1), high.T.reshape(-1)


def _apart(seed: int) -> Callable[[int], RandomWords]:
    """Words of its own for each tick, as a stream has them."""
    return lambda at: seeded(seed + 12 + at)


def _may_be_live(scene: _Scene) -> bool:
    spec = replace(scene.spec, source=replace(scene.spec.source, file="rows.csv"))
    return not _refuses(partial(check_live, spec, "drop"))


def _step_all(scene: _Scene, words: Callable[[int], RandomWords], killed: int | None = None) -> list[list[Cell]]:
    """All ticks; at one of them the part is put away, thrown away, and another stands where it stood."""
    (part,), told = parts_of(scene.plan), []
    part.start(words(-1))
    for at, row in enumerate(scene.ticks):
        if at == killed:
            raw, lost = part.save(), part
            lost.step(row, seeded(99))  # drawn, and never told
            (part,) = parts_of(scene.plan)
            part.resume(raw)
        told.append(part.step(row, words(at)))
    return told


def _resumes(scene: _Scene) -> bool:
    whole, last = _step_all(scene, _apart(0)), len(scene.ticks) - 1
    return all(_step_all(scene, _apart(0), killed) == whole for killed in (0, last // 2, last))


def _check_coverage(report: Report, samples: Sequence[Sample], scenes: Sequence[_Scene], draws: int) -> None:
    """Every number of a small grid, at once and live, over many draws: no more misses than its confidence allows.

    False alarms: 1e-6 for all numbers of a kind together. Its twin: half the width is noticed in every sample.
    """
    points = []
    for sample, scene in zip(samples, scenes, strict=True):
        for point in () if sample.truth is None else (scene.at(*where) for where in GRID):
            truth = np.asarray(sample.truth(point.answers[0]), dtype=np.float64)  # type: ignore[misc]
            points.append((point, truth, _table_ends))
            if _may_be_live(point):
                points.append((point, truth, _live_ends))
    alarm = FALSE_ALARM / max(1, sum(len(truth) for _, truth, _ in points))
    missed, blunt = [], []
    for point, truth, ends in points:
        from scipy.stats import binom

        misses, narrow = (np.zeros(len(truth)) for _ in range(2))
        for seed in range(draws):
            low, high = (one[: len(truth)] for one in ends(point, seed))
            off, width = np.abs(2 * truth - low - high), (high - low) * (1 + 1e-12)
            misses += ~(off <= width)
            narrow += ~(off * NARROWER <= width)
        name, allowed = point.spec.publish[0].name, binom.isf(alarm, draws, float(1 - point.spec.confidence))
        missed += [f"{name}: {int(misses.max())} of {draws} missed"] if (misses > allowed).any() else []
        blunt += [] if (narrow > allowed).any() else [name]
    said = all(one.truth is not None or one.why for one in samples)
    report.hold(
        "its ranges hold what they say, or the sample says why there are none", said and not missed, *missed[:1]
    )
    report.hold("ranges of half the width would have been noticed", not blunt, *blunt[:1])


def _table_ends(scene: _Scene, seed: int) -> tuple[Any, Any]:
    """The ends of all ranges of its table."""
    table = scene.table(seeded(seed))
    return np.array(table.figures("low").floats()), np.array(table.figures("high").floats())


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
