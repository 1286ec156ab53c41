"""Live series that repeat their last value: the values of a release, within its price, whatever dies."""

from __future__ import annotations

import csv
import datetime as dt
import itertools
import signal
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.series_method import RULES, Spell
from epsilog.core.unit import Protect, Unit
from epsilog.errors import PrivacyError, SpecError
from epsilog.kinds.repeat import draw as spell_drawing
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import VARIABLE
from epsilog.live.go_on import further
from epsilog.live.look import LiveView
from epsilog.live.page import page_of, value_text, words_of
from epsilog.live.stream import parts_of
from epsilog.live.words import freshest
from epsilog.mechanisms.series import events, spells
from epsilog.noise import discrete_laplace, saturating_add
from epsilog.pay.stream_request import StreamRequest
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.column import Words
from epsilog.roles.spec import Spend
from epsilog.roles.stream_rules import Rules
from epsilog.show.result import tables_of
from epsilog.testing import publish_seeded, seeded
from feed_scenes import TOWNS, line, write
from ledger_processes import alone
from stream_kinds import repeated, shaped
from stream_scenes import DAYS, TOWN, at_place, books, held, running, series

HOURS = Unit("who", per="1h", window=4)
PAID = Spend("clinic", Fraction(20))


def one_entry(rule, unit=HOURS, **more):
    words = {"protect": Protect(unit), "bound": Bounds(rows=1), "spend": PAID, **more}
    return series(shaped({"per-step": rule}, by=TOWN, name="entry"), **words)


def crowd(folder):
    """Nobody more than once an hour, so that release and stream count the same rows; busy from nine to five."""
    shown = [(n, hour) for n in range(60) for hour in range(24) if n < (40 if 9 <= hour < 17 else 4)]
    return write(folder, [line(f"p{n}", TOWNS[n % 3 == 0], hour) for n, hour in shown])


@pytest.mark.parametrize(
    ("rule", "unit"), [*((rule, HOURS) for rule in (*RULES, "spells")), ("absorption", Unit("who"))], ids=str
)
def test_live_and_at_once_are_the_same_from_the_same_words_for_the_same_price(tmp_path, rule, unit):
    crowd(tmp_path)
    spec = one_entry(rule, unit, bound=Bounds(rows=1 if unit.per else 24))
    with books(tmp_path / "batch.db", unit=unit, epsilon=20) as ledger:
        release = publish_seeded(5, spec, ledger, base=tmp_path)
        price = ledger.account("clinic").share
    rng = seeded(5)
    with books(tmp_path / "live.db", unit=unit, epsilon=20) as ledger:
        with held(spec, ledger, at_place(tmp_path), words=lambda _: rng, seed=None) as stream:
            paid = ledger.account("clinic").share
            stream.run()
            told = stream.published()
        assert paid == price == ledger.account("clinic").share, "paid once, when it was opened"
        assert stream.opening.plan.charge == plan(spec).charge
    (table,) = tables_of(release.result)
    fresh = table.column("fresh")
    assert isinstance(fresh, Words)
    batch = list(fresh.texts())
    numbers = [table.figures(name).floats() for name in ("value", "low", "high")]
    live = [tick.cells[cell] for cell in range(2) for tick in told]
    assert [cell.fresh for cell in live] == batch
    assert batch.count("yes") >= 2
    for at, cell in enumerate(live):
        ends = (cell.value, cell.low, cell.high)
        assert ends == ((None,) * 3 if cell.fresh == "none yet" else tuple(one[at] for one in numbers))
    if rule == "spells":
        assert [cell.told_ticks or 0 for cell in live] == table.figures("told_ticks").steps.tolist()


LIVES = [tuple(life) for life in itertools.product((False, True), repeat=4)]
TICKS = 6


def small(**more):
    """Two hours in a row of a person are hidden; two rows in two towns an hour at most."""
    said = [*RULES, {"spells": {"moves": 1}}]
    entries = [shaped({"per-step": rule}, by=TOWN, name=f"entry {at}") for at, rule in enumerate(said)]
    words = {"bound": Bounds(rows=2, cells=2), "spend": Spend("clinic", Fraction(6)), **more}
    return series(*entries, protect=Protect(Unit("who", per="1h", window=2)), **words)


PLAN = plan(small())


class Adding:
    """A pacer that adds up ticks more often than ours would; hears noisy numbers too."""

    first = Spell(2, 2, 1)

    def __init__(self, cells, *_, moves):
        assert moves == 1
        self.value = np.zeros(cells)

    def told(self, noisy, variance, steps, added):
        self.value = noisy / added
        return (Spell(2, 2, 1), Spell(1, 1, 2), Spell(2, 1, 1))[int(abs(noisy[0])) % 3]


class Recorded:
    """What noise was added to, at which scale, and what came out, in the order of the calls."""

    def __init__(self, monkeypatch):
        self.exact, self.scales, self.noisy, self.forced = [], [], [], None
        add, draw = saturating_add, discrete_laplace

        def drawn(scale, size, rng):
            self.scales.append(Fraction(scale))
            return draw(scale, size, rng) if self.forced is None else np.zeros(size, dtype=np.int64)

        def added(values, noise):
            self.exact.append(values.copy())
            self.noisy.append(add(values, noise) if self.forced is None else self.forced[len(self.noisy)])
            return self.noisy[-1]

        for mechanism in (events, spells):
            monkeypatch.setattr(mechanism, "discrete_laplace", drawn)
            monkeypatch.setattr(mechanism, "saturating_add", added)
        monkeypatch.setattr(spell_drawing, "TimelyPacer", Adding)

    def take(self, forced=None):
        taken = (self.exact, self.scales, self.noisy)
        self.exact, self.scales, self.noisy, self.forced = [], [], [], forced
        return taken


def lived(folder, life, recorded):
    """The rows of every tick as the live engine hands them to each entry, and what was drawn and told."""
    folder.mkdir()
    own = [line("ann", town, hour) for hour, there in enumerate(life) if there for town in (*TOWNS, *TOWNS)]
    write(folder, [*own, *(line(f"p{n}", TOWNS[0], n % TICKS) for n in range(15))])
    rows = []
    ledger = books(folder / "b.db", unit=Unit("who", per="1h", window=2), epsilon=9)
    with ledger, held(small(), ledger, at_place(folder)) as stream:
        close = stream._feed.close
        stream._feed.close = lambda: rows.append(close()) or rows[-1]
        recorded.take()
        stream.run(ticks=TICKS)
        told = stream.published()
    return rows, recorded.take(), told


def loss(of, other, recorded):
    """By how much more likely, at most, what was told in one world is there than in the other: its logarithm.

    The mechanisms of the stream are stepped through the rows of the other world and made to say the same. They must
    go the same way; a question counts as if its noisy distance were told.
    """
    _, (exact, scales, noisy), told = of
    recorded.take(forced=noisy)
    parts = parts_of(PLAN)
    for number, row in enumerate(other[0]):
        cells = [cell for part, one in zip(parts, row, strict=True) for cell in part.step(one, seeded(1))]
        assert cells == list(told[number].cells), "the other world goes another way"
    there, scales_there, _ = recorded.take()
    assert scales_there == scales
    apart = [Fraction(int(np.abs(a - b).sum())) / scale for a, b, scale in zip(exact, there, scales, strict=True)]
    return sum(apart, Fraction(0))


def test_whoever_leaves_hours_of_one_window_out_loses_at_most_what_was_paid(tmp_path, monkeypatch):
    """All lives of one person over four hours, through feed, bounds, state and mechanisms of a real stream."""
    recorded = Recorded(monkeypatch)
    found = {life: lived(tmp_path / str(at), life, recorded) for at, life in enumerate(LIVES)}
    worst = {2: Fraction(0), 3: Fraction(0)}
    for left, right in itertools.permutations(LIVES, 2):
        where = [at for at in range(4) if left[at] != right[at]]
        wide = max(2, where[-1] - where[0] + 1)
        if wide <= 3:
            worst[wide] = max(worst[wide], loss(found[left], found[right], recorded))
    assert Fraction(1, 2) * 6 < worst[2] <= 6, "the price of all entries together"
    assert any(cell.told_ticks == 2 for _, _, told in found.values() for tick in told for cell in tick.cells)
    assert worst[3] > 6, "the twin: three hours are more than one window, and the test sees it"


@pytest.mark.parametrize("point", ["stream drawn", "stream saved", "stream entered"])
def test_killed_the_same_value_is_published(tmp_path, point):
    crowd(tmp_path)
    spec, _ = repeated()
    books(tmp_path / "b.db", unit=spec.protect.unit, epsilon=60).close()
    books(tmp_path / "other.db", unit=spec.protect.unit, epsilon=60).close()
    assert alone(running(str(tmp_path / "b.db"), spec, tmp_path, ticks=9))[0] == 0
    for _ in range(2):
        status, _ = alone(running(str(tmp_path / "b.db"), spec, tmp_path, ticks=2), **{VARIABLE: point})
        assert status == -signal.SIGKILL
    assert alone(running(str(tmp_path / "b.db"), spec, tmp_path))[1][-1] == ("over", 24)
    killed = (tmp_path / "live" / "values.csv").read_bytes()
    with Ledger.open(tmp_path / "other.db") as ledger, held(spec, ledger, at_place(tmp_path, "through")) as stream:
        stream.run()
    assert killed == (tmp_path / "through" / "values.csv").read_bytes()


def test_empty_ticks_are_published_and_nothing_is_told_before_the_first_fresh_value(tmp_path):
    """Nobody comes before ten: a question says so, again and again, and the file has no number, least of all 0."""
    write(tmp_path, [line(f"p{n}", TOWNS[0], hour) for hour in (10, 11) for n in range(200)])
    spec = one_entry("absorption")
    with books(tmp_path / "b.db", unit=HOURS, epsilon=20) as ledger:
        with held(spec, ledger, at_place(tmp_path), seed=3) as stream:
            stream.run()
            told = stream.published()
        look = LiveView.of(StreamRequest(spec, Rules()), ledger, at_place(tmp_path))
        assert look.published() == told
        for lang, words in (("en", "Before the first fresh value"), ("zh", "第一个新值之前")):
            for text in (page_of(look, told, lang, "0" * 64), words_of(look, lang)):
                assert words in text.replace("\n", "")
    assert len(told) == 24
    first = next(at for at, tick in enumerate(told) if tick.cells[0].fresh == "yes")
    assert 1 <= first <= 10
    for tick in told[:first]:
        assert {(cell.value, cell.low, cell.high, cell.fresh, cell.said) for cell in tick.cells} == {
            (None, None, None, "none yet", None)
        }
    assert value_text(told[0].cells[0], "en") == "–"
    for before, tick in itertools.pairwise(told[first:]):
        for was, cell in zip(before.cells, tick.cells, strict=True):
            assert cell.fresh == "yes" or replace(was, fresh="no") == cell
    newest = [tick.label for tick in told if tick.cells[0].fresh == "yes"]
    assert freshest(look.opening.plan, told) == {"entry": newest[-1]}
    assert freshest(look.opening.plan, told[:1]) == {"entry": None}
    with (tmp_path / "live" / "values.csv").open(encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    assert list(read[0]) == ["number", "tick", "entry", "town", "value", "low", "high", "alert", "fresh"]
    assert [read[0][name] for name in ("value", "low", "high", "alert", "fresh")] == ["", "", "", "", "none yet"]


def test_beside_other_entries_the_column_is_empty(tmp_path):
    crowd(tmp_path)
    queries = (
        shaped({"per-step": "sample"}, name="seldom"),
        Query("rows", every="1h", during=DAYS, name="often"),
        shaped({"alert": {"above": 8, "at_most": 1}}, name="watch"),
    )
    spec = series(*queries, protect=Protect(HOURS), bound=Bounds(rows=1), spend=PAID)
    ledger = books(tmp_path / "b.db", unit=HOURS, epsilon=20)
    with ledger, held(spec, ledger, at_place(tmp_path)) as stream:
        stream.run()
        told = stream.published()
    for at, tick in enumerate(told):
        seldom, often, watch = tick.cells
        assert (seldom.fresh, seldom.said) == ("yes" if at % 4 == 0 else "no", None)
        assert often.fresh is watch.fresh is None
        assert often.smoothed is not None
        assert seldom.smoothed is None
        assert watch.said in ("yes", "no", "ended")
    assert told[-1].cells[2].said == "ended"


def test_an_extension_begins_anew(tmp_path):
    """Another release with its own price: what was fresh in the stream before is not taken over."""
    crowd(tmp_path)
    first = one_entry("sample")
    second = further(first, DAYS.last + dt.timedelta(days=1))
    with books(tmp_path / "b.db", unit=HOURS, epsilon=40) as ledger:
        with held(first, ledger, at_place(tmp_path, "before")) as stream:
            key = stream.receipt.key
        place = at_place(tmp_path, before=tmp_path / "before")
        with held(second, ledger, place, continues=key) as stream:
            stream.run(ticks=2)
            assert stream.opening.carries == ()
            assert [tick.cells[0].fresh for tick in stream.published()] == ["yes", "no"]
        assert ledger.account("clinic").share == 1


def test_a_state_of_other_cells_or_a_longer_life_is_refused(tmp_path):
    (part,) = parts_of(plan(one_entry("sample")))
    (other,) = parts_of(plan(series(shaped({"per-step": "sample"}), protect=Protect(HOURS), spend=PAID)))
    with pytest.raises(PrivacyError, match="another number"):
        part.resume(other.save())
    for _ in range(24):
        part.step(np.zeros(2, dtype=np.int64), seeded(1))
    with pytest.raises(PrivacyError, match="paid for"):
        part.step(np.zeros(2, dtype=np.int64), seeded(1))


def in_spells(width, days, **more):
    shape = {"per-step": {"spells": {"moves": 1}} if width == 4 else "spells"}
    last = DAYS.first + dt.timedelta(days=days - 1)
    entry = Query("rows", every="1h", during=During("at", DAYS.first, last), shape=shape, **more)
    protect = Protect(Unit("who", per="1h", window=width))
    return plan(series(entry, protect=protect, bound=Bounds(rows=1), spend=Spend("clinic", Fraction(2))))


@pytest.mark.parametrize(
    ("pacer", "width", "days", "often"),
    [(spell_drawing.TimelyPacer, 24, 4, 7), (Adding, 4, 1, 1)],
    ids=["its own pacer", "sums, before every tick"],
)
def test_spells_that_are_taken_up_go_on_exactly(monkeypatch, pacer, width, days, often):
    """An open sum, a rest, a wait and what was learned of a calm series: nothing is lost, nor paid for twice."""
    monkeypatch.setattr(spell_drawing, "TimelyPacer", pacer)
    made = in_spells(width, days, by=TOWN)
    (through,), (part,), rng, again = parts_of(made), parts_of(made), seeded(2), seeded(2)
    rows = np.random.default_rng(4).integers(30, 33, size=(24 * days, 2))
    told = []
    for at, row in enumerate(rows):
        if at % often == 0:
            raw = part.save()
            assert raw == through.save()
            (part,) = parts_of(made)
            part.resume(raw)
        cells = part.step(row, again)
        assert cells == through.step(row, rng)
        told += [cell.told_ticks for cell in cells if cell.fresh == "yes"]
    assert len(told) >= 8
    assert pacer is not Adding or 2 in told
    (other,), raw = parts_of(in_spells(width, days)), through.save()
    for wrong in (raw[:-1], raw + b"0", b"", other.save()):
        with pytest.raises(PrivacyError):
            through.resume(wrong)
    with pytest.raises(PrivacyError, match="paid for"):
        through.step(rows[0], rng)


@pytest.mark.parametrize(
    ("method", "words"),
    [({"fast": {"samples": 5}}, "FAST is for releases"), ({"cosine": 5}, "whole series")],
)
def test_what_needs_a_whole_series_is_for_releases(method, words):
    with pytest.raises(SpecError, match=words):
        StreamRequest(one_entry(method), Rules())
