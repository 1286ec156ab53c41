"""Feeds: which tick a row counts in, what one unit may do, and what outlives the process."""

from __future__ import annotations

import datetime as dt
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import PrivacyError, SourceError, SpecError
from epsilog.registry.asks import Query
from epsilog.sources.feed_bounding import Counters, Room
from epsilog.sources.feed_lines import LONGEST
from feed_scenes import DAY, HOURS, KINDS, START, TOWNS, all_ticks, append, asked, feed_of, line, write

ROW = Protect(Unit("row"))


def at(hour):
    return START + dt.timedelta(hours=hour)


def test_rows_fall_into_their_ticks_and_keys(tmp_path):
    write(
        tmp_path, [line("a", "North", 0), line("b", "South", 0.5), line("c", "North", 23.9), line("d", "East", 1)]
    )
    table = all_ticks(feed_of(tmp_path))
    assert table.shape == (HOURS, 2)
    assert table[0].tolist() == [1, 1]
    assert table[23].tolist() == [1, 0]
    assert table.sum() == 3


def test_rows_in_all_are_bounded_in_the_order_of_arrival(tmp_path):
    path = write(tmp_path, [line("a", "North", hour) for hour in (5, 1, 7, 2)])
    append(path, [line("b", "South", 2)])
    table = all_ticks(feed_of(tmp_path))
    assert [int(table[hour, 0]) for hour in (1, 2, 5, 7)] == [1, 0, 1, 1]
    assert table[2, 1] == 1, "another unit's room is its own"


@pytest.mark.parametrize(
    ("room", "kept"),
    [
        (Room(9, 1, 9), 4),  # one cell
        (Room(9, 2, 9), 5),  # two cells
        (Room(9, 9, 2), 5),  # two rows a cell
        (Room(2, 9, 9), 2),
        (None, 9),
    ],
)
def test_each_bound_by_itself(tmp_path, room, kept):
    rows = ["North 1", "North 1", "South 1", "North 1", "North 1", "South 3", "South 3", "South 3", "South 3"]
    write(tmp_path, [line("a", town, int(hour)) for town, hour in map(str.split, rows)])
    spec = asked() if room else asked(protect=ROW, bound=type(asked().bound)())
    assert all_ticks(feed_of(tmp_path, room=room, spec=spec)).sum() == kept


def test_persons_count_once_in_a_cell(tmp_path):
    write(tmp_path, [line("a", "North", 1), line("a", "North", 1.5), line("a", "North", 2), line("b", "North", 1)])
    spec = asked(publish=(Query("persons", by=(Keys("town", TOWNS),), every="1h", during=DAY),))
    table = all_ticks(feed_of(tmp_path, spec=spec, room=Room(3, 3, 1)))
    assert table[1, 0] == 2
    assert table[2, 0] == 1
    with pytest.raises(PrivacyError, match="once"):
        feed_of(tmp_path, spec=spec)


def test_sums_are_clamped_row_by_row(tmp_path):
    write(tmp_path, [line("a", "North", 1, v) for v in ("5", "1e400", "", "999", "-3")])
    entry = Query("sum", "spent", between=(Fraction(0), Fraction(10)), grain=Fraction(1, 2), every="1h", during=DAY)
    table = all_ticks(feed_of(tmp_path, spec=asked(publish=(entry,)), room=Room(3, 3, 3)))
    assert table[1].tolist() == [2 * (5 + 10 + 0)]
    assert table.sum() == 30


def test_units_of_a_period_have_room_in_each(tmp_path):
    write(tmp_path, [line("a", "North", hour) for hour in (1, 2, 3, 25, 26)])
    days = type(DAY)("at", DAY.first, DAY.last + dt.timedelta(days=1))
    spec = asked(protect=Protect(Unit("who", per="1d")), publish=(Query("rows", every="1h", during=days),))
    table = all_ticks(feed_of(tmp_path, spec=spec, room=Room(2, 2, 2)), ticks=48)
    assert np.flatnonzero(table[:, 0]).tolist() == [1, 2, 25, 26]


@pytest.mark.parametrize(("every", "per", "days"), [("1h", "1d", 3), ("1d", "1w", 30), ("1w", "1mo", 100)])
def test_units_of_periods_that_are_over_are_let_go_and_all_counts_as_before(
    tmp_path, monkeypatch, every, per, days
):
    """Rows come early, in time and late, some weeks lie in two months, and a process dies on the way."""
    rng = np.random.default_rng(days)
    stretch = During("at", DAY.first, DAY.first + dt.timedelta(days=days - 1))
    entry = Query("rows", every=every, during=stretch)
    spec = asked(protect=Protect(Unit("who", per=per)), publish=(entry,))
    ticks = stretch.ticks(every).size
    arriving = [
        [line(f"p{rng.integers(3)}", "North", rng.uniform(0, 24 * days)) for _ in range(12)] for _ in range(ticks)
    ]

    def told(folder):
        folder.mkdir()
        path, known, rows = write(folder, []), [], []
        feed = feed_of(folder, spec=spec, room=Room(2, 2, 2))
        for tick, lines in enumerate(arriving):
            append(path, lines)
            feed.look(START + dt.timedelta(days=days) * (tick + 1) / ticks)
            rows.append(feed.close()[0])
            known.append(len(feed.fields()["0 units"]))
            if tick == ticks // 2:
                again = feed_of(folder, spec=spec, room=Room(2, 2, 2))
                again.restore(feed.fields())
                feed = again
        return np.array(rows), known

    rows, known = told(tmp_path / "forgets")
    monkeypatch.setattr(Counters, "forget", lambda self, tick: None)
    kept, all_known = told(tmp_path / "keeps")
    assert (rows == kept).all()
    assert rows.sum() > 3
    assert known[-1] < all_known[-1] / 2, "what nobody can be of any more is not carried along"


def test_late_rows_by_the_declared_rule(tmp_path):
    for late, expected in (("drop", 1), ("next", 2)):
        path = write(tmp_path, [line("a", "North", 1)])
        feed = feed_of(tmp_path, late=late)
        feed.look(at(2))
        rows = [feed.close()[0], feed.close()[0]]
        append(path, [line("b", "North", 0)])
        feed.look(at(3))
        rows += [feed.close()[0] for _ in range(HOURS - 2)]
        table = np.array(rows)
        assert table.sum() == expected, late
        assert table[2, 0] == expected - 1, "in the tick that is open"


def test_after_the_last_tick_nothing_is_next(tmp_path):
    path = write(tmp_path, [])
    feed = feed_of(tmp_path, late="next")
    all_ticks(feed)
    append(path, [line("b", "North", 0)])
    feed.look(at(30))
    assert feed.fields()["0 totals"] == ""


def test_rows_of_the_future_by_the_declared_rule(tmp_path):
    for future, expected in (("hold", 1), ("drop", 0)):
        write(tmp_path, [line("a", "North", 9)])
        feed = feed_of(tmp_path, future=future)
        feed.look(at(1))
        assert np.array([feed.close()[0] for _ in range(HOURS)]).sum() == expected, future


def test_a_row_from_next_year_makes_nobody_late(tmp_path):
    write(tmp_path, ["x,North,2027-01-05 00:00,1", line("y", "North", 23), line("a", "North", 0)])
    assert all_ticks(feed_of(tmp_path))[0, 0] == 1


@pytest.mark.parametrize(
    "broken",
    [
        'a,"North',
        "a,North",
        "a,North,2026-01-05 01:00,1,more",
        "",
        '"',
        "\x00\x00,\x00",
        "a," + "x" * (2 * LONGEST) + ",2026-01-05 01:00,1",
        "a," + "x" * 200_000 + ",2026-01-05 01:00,1",
        "\ud800",
        ",North,2026-01-05 01:00,1",
        "a,North,2026-13-45 01:00,1",
        'a,"Nor"th,2026-01-05 01:00,1',
    ],
)
def test_a_broken_line_counts_nowhere_and_takes_nobody_with_it(tmp_path, broken):
    path = write(tmp_path, [line("a", "North", 1)])
    with path.open("ab") as file:
        file.write(broken.encode("utf-8", "surrogatepass") + b"\n" + line("b", "South", 1).encode() + b"\n")
    table = all_ticks(feed_of(tmp_path))
    assert table.sum() == 2
    assert table[1].tolist() == [1, 1]


def test_a_line_waits_for_its_end(tmp_path):
    path = write(tmp_path, [])
    with path.open("a") as file:
        file.write(line("a", "North", 1)[:-3])
    feed = feed_of(tmp_path)
    feed.look(at(1))
    assert feed.fields()["0 totals"] == ""
    with path.open("a") as file:
        file.write(line("a", "North", 1)[-3:] + "\n")
    feed.look(at(1))
    assert feed.fields()["0 totals"] == "1"


def test_a_line_too_long_is_skipped_however_it_arrives(tmp_path):
    """Its end looks like a row of its own, and is none."""
    path = write(tmp_path, [])
    feed = feed_of(tmp_path)
    feed.look(at(1))
    for part in ("a" * (LONGEST + LONGEST // 4), line("c", "North", 1) + "\n" + line("b", "South", 1) + "\n"):
        with path.open("a") as file:
            file.write(part)
        feed.look(at(1))
        other = feed_of(tmp_path)
        other.restore(feed.fields())
        feed = other
    assert np.array([feed.close()[0] for _ in range(HOURS)]).sum() == 1


def test_json_lines(tmp_path):
    rows = [
        {"who": "a", "town": "North", "at": "2026-01-05 01:00"},
        {"who": 7, "town": "North", "at": "2026-01-05T01:30", "spent": 1e3},
        {"who": None, "town": "North", "at": "2026-01-05 01:00"},
        {"who": ["a"], "town": "North", "at": "2026-01-05 01:00"},
        {"who": "\ud800", "town": "South", "at": "2026-01-05 01:00"},
        ["a", "North"],
        7,
    ]
    broken = ["{", "[" * 100_000, '{"who": NaN, "town": "North", "at": "2026-01-05 01:00"}', "9" * 5000, '{"who"']
    text = "\n".join([*map(json.dumps, rows), *broken]) + "\n"
    (tmp_path / "visits.jsonl").write_text(text)
    spec = asked(source=Origin("visits.jsonl", KINDS))
    table = all_ticks(feed_of(tmp_path, spec=spec))
    assert table[1].tolist() == [2, 1]
    assert table.sum() == 3


def test_a_folder_is_read_in_the_order_of_its_names_and_grows(tmp_path):
    folder = tmp_path / "visits"
    folder.mkdir()
    spec = asked(source=Origin("visits/", KINDS))
    feed = feed_of(tmp_path, spec=spec)
    feed.check()
    write(folder, [line("a", "North", 1)] * 2, "b.csv")
    write(folder, [line("a", "South", 1)] * 2, "a.csv")
    (folder / "notes.txt").write_text("not rows")
    feed.look(at(5))
    write(folder, [line("b", "North", 2)], "c.csv")
    feed.look(at(5))
    table = np.array([feed.close()[0] for _ in range(HOURS)])
    assert table[1].tolist() == [1, 2], "a.csv came first, and three rows were granted"
    assert table[2].tolist() == [1, 0]


def test_a_header_without_a_column_is_refused_before_any_row(tmp_path):
    (tmp_path / "visits.csv").write_text("who,town,when,spent\na,North,2026-01-05,1\n")
    with pytest.raises(SourceError, match="no column 'at'"):
        feed_of(tmp_path).check()


def test_a_file_that_shrank_is_refused(tmp_path):
    path = write(tmp_path, [line("a", "North", 1)])
    feed = feed_of(tmp_path)
    feed.look(at(1))
    path.write_text("who,town,at,spent\n")
    with pytest.raises(SourceError, match="shorter"):
        feed.look(at(1))


def test_inputs_that_do_not_grow_line_by_line_are_refused(tmp_path):
    for name in ("visits.parquet", "visits.csv.gz", "visits"):
        with pytest.raises(SpecError, match="CSV or JSON lines"):
            feed_of(tmp_path, spec=asked(source=Origin(name, KINDS)))
    with pytest.raises(SpecError, match="standard input"):
        feed_of(tmp_path, spec=asked(source=Origin(None, KINDS)))


def test_twins_in_unicode_are_one_person(tmp_path):
    write(
        tmp_path, [line("é", "North", 1), line("e\u0301", "North", 1), line("é", "North", 1), line("é", "South", 1)]
    )
    assert all_ticks(feed_of(tmp_path)).sum() == 3


def test_gb18030_and_marks(tmp_path):
    text = "\n".join(["who,town,at,spent", line("甲", "北京", 1), line("乙", "北京", 2)]) + "\n"
    (tmp_path / "visits.csv").write_bytes(text.encode("gb18030"))
    entry = Query("rows", by=(Keys("town", ("北京",)),), every="1h", during=DAY)
    spec = asked(source=Origin("visits.csv", KINDS, encoding="gb18030"), publish=(entry,))
    assert all_ticks(feed_of(tmp_path, spec=spec)).sum() == 2
    (tmp_path / "visits.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert all_ticks(feed_of(tmp_path, spec=asked(publish=(entry,)))).sum() == 2


def test_what_was_counted_outlives_the_process(tmp_path):
    """Retired units stay retired, held rows stay held, nothing is read twice."""
    rows = [line(f"p{n % 5}", TOWNS[n % 2], (7 * n) % 24) for n in range(60)]
    path = write(tmp_path, rows[:40])
    through = feed_of(tmp_path, late="next")
    stopping = feed_of(tmp_path, late="next")
    tables = ([], [])
    for hour in range(HOURS):
        if hour == 6:
            append(path, rows[40:])
        for feed, table in zip((through, stopping), tables, strict=True):
            feed.look(at(hour + 1))
            table.append(feed.close()[0])
        other = feed_of(tmp_path, late="next")
        other.restore(stopping.fields())
        stopping = other
    assert np.array_equal(*tables)
    assert np.array(tables[0]).sum() == 15, "five persons, three rows each"


def test_nothing_private_is_shown_or_pickled(tmp_path):
    write(tmp_path, [line("secret-name", "North", 1)])
    feed = feed_of(tmp_path)
    feed.look(at(1))
    shown = " ".join(map(repr, (feed, feed._series[0].counters, feed._series[0].sums, feed._lines)))
    assert "secret" not in shown
    assert b"secret-name" not in repr(feed.fields()).encode()
    for private in (feed, feed._series[0].counters, feed._series[0].sums):
        with pytest.raises(PrivacyError):
            pickle.dumps(private)


def test_equal_numbers_of_json_are_one_person(tmp_path):
    """A program that writes 7.0 where it wrote 7 makes no second person; a text is what it is."""
    spec = asked(source=Origin("visits.jsonl", KINDS))
    row = '{"who": %s, "town": "North", "at": "2026-01-05 01:00"}\n'
    spelled = ["7", "7.0", "7e0", "70e-1", "7.00", '"7"']
    (tmp_path / "visits.jsonl").write_text("".join(row % one for one in spelled))
    assert all_ticks(feed_of(tmp_path, spec=spec, room=Room(1, 1, 1))).sum() == 1
    others = ["8", "7.5", "-7", '"7.0"', "1e600", "1" + "0" * 599, "1e9999999999999999999999"]
    (tmp_path / "visits.jsonl").write_text("".join(row % one for one in spelled + others))
    assert all_ticks(feed_of(tmp_path, spec=spec, room=Room(1, 1, 1))).sum() == 7
    early = feed_of(tmp_path, spec=spec, room=Room(1, 1, 1), early=True)
    assert all_ticks(early).sum() == 5 + 6, "a stream of an earlier release keeps the names its counters have"
