"""An extension goes on from the stream before: totals and fading sums continued from published numbers alone."""

from __future__ import annotations

import datetime as dt
import signal
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import VARIABLE
from epsilog.live import stream as streams
from epsilog.live.go_on import further
from epsilog.live.look import LiveView
from epsilog.live.page import page_of, words_of
from epsilog.live.values import as_read
from epsilog.live.words import continued_lines
from epsilog.pay.opening import Opening
from epsilog.pay.stream_request import StreamRequest
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spend
from feed_scenes import TOWNS, line, write
from ledger_processes import alone
from ledger_scenes import whole
from stream_kinds import everything
from stream_scenes import DAYS, at_place, books, held, series

KEEP = 0.9
SPENT = Spend("clinic", Fraction(1), Fraction(1, 10**6))


def rows(folder):
    """Three days of visits, a person at most three times a day."""
    write(folder, [line(f"p{n // 3}", TOWNS[n % 2], n % 72) for n in range(3600)])


def chain(spec, days=3):
    found = [spec]
    while len(found) < days:
        found.append(further(found[-1], found[-1].publish[0].during.last + dt.timedelta(days=1)))
    return found


def opened(spec, ledger, folder, at, before=None, **more):
    place = at_place(folder, f"live{at}", before=None if before is None else folder / f"live{at - 1}")
    return held(spec, ledger, place, continues=before, **more)


def run_all(specs, ledger, folder, **more):
    """Every horizon to its end; their ticks and openings."""
    told, openings, before = [], [], None
    for at, spec in enumerate(specs):
        with opened(spec, ledger, folder, at, before, **more) as stream:
            stream.run()
            told.append(stream.published())
            openings.append(stream.opening)
            before = stream.receipt.key
    return told, openings


def of(ticks, entry, key=()):
    return [next(cell for cell in tick.cells if (cell.entry, cell.keys) == (entry, key)) for tick in ticks]


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Three days of every kind of entry, each day a stream of its own that continues the one before."""
    folder = tmp_path_factory.mktemp("three")
    rows(folder)
    specs = chain(everything()[0])
    with books(folder / "b.db", zcdp=True, epsilon=9) as ledger:
        told, openings = run_all(specs, ledger, folder)
        whole(ledger)
    return folder, specs, told, openings


def test_what_goes_on_is_the_last_value_before_and_its_own(three):
    _, specs, told, openings = three
    names = [query.name for query in specs[0].publish]
    per_step, running, spent, window, fading, watch = names
    goes_on = (running, spent, window, fading)
    assert [opening.carries for opening in openings] == [(), goes_on, goes_on]
    for at in (1, 2):
        for entry, key in ((running, ()), (spent, ("South",)), (fading, ("North",))):
            last = of(told[at - 1], entry, key)[-1]
            last = last.value if at == 1 else last.continued.value
            for n, cell in enumerate(of(told[at], entry, key), start=1):
                kept = KEEP**n if entry == fading else 1
                assert cell.continued.value == pytest.approx(kept * last + cell.value, rel=1e-9)
        for n, cell in enumerate(of(told[at], window), start=1):
            assert (cell.continued is None) == (n < 4), "a window of four knows three ticks too few until then"
            assert n < 4 or cell.continued.value == cell.value
        for entry, key in ((per_step, ("North",)), (watch, ())):
            assert all(cell.continued is None for cell in of(told[at], entry, key))
    assert all(cell.continued is None for cell in of(told[0], running))


def test_the_range_holds_all_noises_and_is_no_wider_than_their_sum(three):
    _, specs, told, _ = three
    _, running, spent, _, fading, _ = (query.name for query in specs[0].publish)
    for entry, key in ((running, ()), (spent, ("North",))):
        ends = [of(ticks, entry, key)[-1] for ticks in told]
        own = [cell.high - cell.value for cell in ends]
        two, three_ = (cell.continued.high - cell.continued.value for cell in ends[1:])
        assert 0.99 * np.hypot(*own[:2]) <= two <= 1.1 * np.hypot(*own[:2])
        assert 0.99 * np.sqrt(sum(np.square(own))) <= three_ <= 1.1 * np.sqrt(sum(np.square(own)))
    first = of(told[1], fading, ("North",))
    wide = [cell.continued.high - cell.continued.value for cell in first]
    assert wide[-1] < 1.1 * (first[-1].high - first[-1].value), "what fades takes its noise along"


def test_what_goes_on_is_near_the_truth(three):
    """With the seeds of this scene: within twice the range at every tick; what begins at zero is far from it."""
    _, specs, told, _ = three
    running = specs[0].publish[1].name
    exact = 1200 + np.cumsum(np.bincount(np.arange(3600) % 72, minlength=72)[24:48])
    cells = of(told[1], running)
    margin = cells[0].continued.high - cells[0].continued.value
    assert max(abs(cell.continued.value - truth) for cell, truth in zip(cells, exact, strict=True)) < 2 * margin
    assert abs(cells[-1].value - exact[-1]) > 2 * margin


def test_the_file_the_page_and_the_card_say_so(three):
    folder, specs, told, _ = three
    header = (folder / "live1" / "values.csv").read_text().splitlines()[0]
    assert header.endswith("value,low,high,alert,continued,continued_low,continued_high")
    assert "continued" not in (folder / "live0" / "values.csv").read_text()
    with Ledger.open(folder / "b.db") as ledger:
        look = LiveView.of(StreamRequest.of(specs[1]), ledger, at_place(folder, "live1"))
        assert look.published() == told[1]
        page, card = page_of(look, told[1], "en", "0" * 64), words_of(look, "en")
        assert "continued adds to the last value of the stream before" in card
        assert "first 3 ticks reach back" in card
        assert f"{specs[0].publish[1].name}, continued" in page
        assert len(continued_lines(look, "zh")) == 3
        assert (
            continued_lines(LiveView.of(StreamRequest.of(specs[0]), ledger, at_place(folder, "live0")), "en") == []
        )


def test_alerts_say_what_a_release_says(three):
    folder, specs, told, _ = three
    watch = specs[0].publish[-1].name
    said = [cell.said for cell in of(told[0], watch)]
    assert said.count("yes") == 3
    assert said[-1] == "ended"
    written = [row.split(",") for row in (folder / "live0" / "values.csv").read_text().splitlines()]
    assert [row[-1] for row in written if row[2] == watch] == said
    assert {row[-1] for row in written[1:] if row[2] != watch} == {""}


def total(edition="one"):
    entry = Query("rows", every="1h", during=DAYS, shape="running")
    return series(entry, edition=edition, bound=Bounds(rows=9), spend=SPENT)


def test_nothing_is_continued_until_all_before_is_out_and_never_after_an_early_end(tmp_path):
    rows(tmp_path)
    first, second = chain(total(), 2)
    with books(tmp_path / "b.db", zcdp=True) as ledger:
        with opened(first, ledger, tmp_path, 0) as stream:
            stream.run(ticks=23)
            before = stream.receipt.key
        with opened(second, ledger, tmp_path, 1, before) as stream:
            assert stream.step().cells[0].continued is None
            look = LiveView.of(StreamRequest.of(second), ledger, at_place(tmp_path, "live1"))
            assert "23 of its 24" in continued_lines(look, "en")[-1]
        with opened(first, ledger, tmp_path, 0) as stream:
            stream.run()
            last = stream.published()[-1].cells[0].value
        values = tmp_path / "live0" / "values.csv"
        good = values.read_bytes()
        values.write_bytes(good.replace(b"T05", b"T06", 1))
        with opened(second, ledger, tmp_path, 1) as stream:
            assert stream.step().cells[0].continued is None, "nothing is made of what the books do not vouch for"
            values.write_bytes(good)
            cell = stream.step().cells[0]
            assert cell.continued.value == as_read(last + cell.value)
        values.unlink()  # once known it is kept
        with opened(second, ledger, tmp_path, 1) as stream:
            cell = stream.step().cells[0]
            assert cell.continued.value == as_read(last + cell.value)
            assert [tick.cells[0].continued is None for tick in stream.published()] == [True, True, False, False]
        one, two = chain(total("early"), 2)
        with opened(one, ledger, tmp_path, 7) as stream:
            stream.run(ticks=3)
            before = stream.receipt.key
            stream.close()
        with opened(two, ledger, tmp_path, 8, before) as stream:
            stream.run()
            assert all(tick.cells[0].continued is None for tick in stream.published())
        look = LiveView.of(StreamRequest.of(two), ledger, at_place(tmp_path, "live8"))
        assert "was closed after 3" in continued_lines(look, "en")[-1]


def test_a_tick_that_both_have_a_part_of(tmp_path):
    """A week cut in two: a fading sum keeps all of it, and a window of two weeks is whole one week later."""
    rows(tmp_path)
    days = During("at", "2026-01-01", "2026-01-07")  # the second ends in the week the first ends in
    shapes = ({"decay": "1/2"}, {"window": 2})
    spec = series(*(Query("rows", every="1w", during=days, shape=shape) for shape in shapes), spend=SPENT)
    with books(tmp_path / "b.db", zcdp=True) as ledger:
        told, openings = run_all([spec, further(spec, "2026-02-07")], ledger, tmp_path)
    assert openings[0].ticks.last == openings[1].ticks.first
    (fading, window) = (query.name for query in spec.publish)
    last, cells = of(told[0], fading)[-1].value, of(told[1], fading)
    assert cells[0].continued.value == pytest.approx(last + cells[0].value, rel=1e-9)
    assert cells[1].continued.value == pytest.approx(last / 2 + cells[1].value, rel=1e-9)
    assert [cell.continued is None for cell in of(told[1], window)] == [True, True, False, False, False]


@pytest.mark.parametrize(
    "point",
    [pytest.param(one, marks=pytest.mark.nightly) for one in ("stream drawn", "stream entered")]
    + ["stream saved", "committed tick"],
)
def test_killed_in_the_middle_it_goes_on_with_the_same_numbers(tmp_path, three, point):
    folder, specs, _, _ = three
    rows(tmp_path)
    before = []
    with books(tmp_path / "b.db", zcdp=True, epsilon=9) as ledger, opened(specs[0], ledger, tmp_path, 0) as stream:
        stream.run()
        before.append(stream.receipt.key)
    with Ledger.open(tmp_path / "b.db") as ledger, opened(specs[1], ledger, tmp_path, 1, before[0]):
        pass

    def work(send):
        with Ledger.open(tmp_path / "b.db") as ledger, opened(specs[1], ledger, tmp_path, 1) as stream:
            stream.run(ticks=2)
            send("over")

    for _ in range(2):
        assert alone(work, **{VARIABLE: point})[0] == -signal.SIGKILL
    assert alone(work) == (0, ["over"])
    values = (tmp_path / "live1" / "values.csv").read_bytes()
    assert values.count(b"\n") > 15
    assert (folder / "live1" / "values.csv").read_bytes().startswith(values)


def test_what_does_not_fit_is_refused_before_anything_is_paid(tmp_path):
    rows(tmp_path)
    first, second = chain(total(), 2)
    gap = replace(second, publish=(replace(second.publish[0], during=During("at", "2026-01-07", "2026-01-07")),))
    gap = replace(gap, during=gap.publish[0].during)
    other = replace(second, publish=(replace(second.publish[0], shape="per-step"),))
    with books(tmp_path / "b.db", zcdp=True) as ledger:
        with opened(first, ledger, tmp_path, 0) as stream:
            key = stream.receipt.key
        spent = ledger.account("clinic").share
        for spec, before, match in (
            (gap, key, "day after"),
            (other, key, "something else"),
            (replace(second, bound=Bounds(rows=2)), key, "something else"),
            (second, "visits@none#0", "no stream of this key"),
        ):
            with pytest.raises(SpecError, match=match), opened(spec, ledger, tmp_path, 1, before):
                pytest.fail("it was opened")
        assert ledger.account("clinic").share == spent


def test_a_stream_of_an_earlier_release_goes_on_as_it_began(tmp_path, monkeypatch):
    """Version 1 of the opening record: alerts as 1 and 0, and nothing continued."""
    rows(tmp_path)
    spec = everything()[0]

    def first_version(*fields, **_):
        return Opening(*fields[:7], version=1)

    monkeypatch.setattr(streams, "Opening", first_version)
    with books(tmp_path / "b.db", zcdp=True, epsilon=9) as ledger:
        with opened(spec, ledger, tmp_path, 0) as stream:
            stream.run(ticks=2)
            assert b'"version":1' in stream.opening.to_bytes()
            assert b"carries" not in stream.opening.to_bytes()
            before = stream.receipt.key
        monkeypatch.undo()
        with opened(spec, ledger, tmp_path, 0) as stream:
            stream.run()
            told = of(stream.published(), spec.publish[-1].name)
        assert [cell.said for cell in told].count("yes") == 3
        last = [row.rsplit(",", 1)[1] for row in (tmp_path / "live0" / "values.csv").read_text().splitlines()]
        assert set(last) == {"alert", "", "0", "1"}
        with opened(chain(spec, 2)[1], ledger, tmp_path, 1, before) as stream:
            assert stream.step().cells[2].continued is not None, "its last values are as good as any"
