"""The picture of spending: entries are taken one by one, and however many there are, few points are kept."""

from __future__ import annotations

import datetime as dt
import tracemalloc
from typing import Any

import pytest

from epsilog.accounting.pictures import Course
from epsilog.cli.ledger.course import _MOST_POINTS, Courses, courses
from epsilog.ledger.reading import Line
from ledger_scenes import BOARD, opened, pure

BEGIN = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def _line(seq: int, kind: str, **body: Any) -> Line:
    return Line(seq, (BEGIN + dt.timedelta(minutes=seq)).isoformat(timespec="microseconds"), kind, body, "")


def _drawn(amounts: list[tuple[str, str, int]], cap: int) -> Course:
    found = Courses()
    found.take(_line(1, "open", account="clinic", cap=[cap, 0]))
    for seq, (block, side, main) in enumerate(amounts, 2):
        found.take(_line(seq, "debit", postings=[[1, block, side, main, 0]]))
    return found.drawn()[0]


def test_a_long_course_keeps_its_ends_its_order_and_its_peak() -> None:
    count = 20 * _MOST_POINTS
    amounts = [("*", "pay", 1)] * (count // 2) + [("*", "pay", count), ("*", "refund", count)]
    amounts += [("*", "pay", 1)] * (count // 2)
    course = _drawn(amounts, 2 * count)
    assert _MOST_POINTS // 2 <= len(course.points) <= _MOST_POINTS + 2
    assert course.points[0] == (BEGIN + dt.timedelta(minutes=1), 0.0)
    assert course.points[-1] == (BEGIN + dt.timedelta(minutes=count + 3), 0.5)
    assert [when for when, _ in course.points] == sorted(when for when, _ in course.points)
    assert max(share for _, share in course.points) == pytest.approx(0.75, abs=1e-5), "a short peak is still seen"
    for tenth in range(1, 10):
        when = BEGIN + dt.timedelta(minutes=count * tenth // 10)
        assert course.at(when) == pytest.approx(tenth / 20, abs=0.002)


def test_the_fullest_block_is_the_one_that_is_drawn() -> None:
    steps = [
        ("a", "pay", 10),
        ("b", "hold", 30),
        ("a", "pay", 5),
        ("b", "free", 30),
        ("b", "pay", 15),
        ("a", "refund", 5),
    ]
    course = _drawn(steps, 100)
    assert [share for _, share in course.points] == [0.0, 0.1, 0.3, 0.3, 0.15, 0.15, 0.15]


def test_entries_of_one_moment_end_where_the_last_one_ends() -> None:
    """A clock that slews repeats a time; the course may come back to a point where it was."""
    found = Courses()
    found.take(_line(1, "open", account="clinic", cap=[100, 0]))
    for side in ("pay", "pay", "refund"):
        found.take(_line(2, "debit", postings=[[1, "*", side, 10, 0]]))
    assert [share for _, share in found.drawn()[0].points] == [0.0, 0.1, 0.2, 0.1]


def test_a_new_cap_moves_the_share() -> None:
    found = Courses()
    found.take(_line(1, "open", account="clinic", cap=[100, 0]))
    found.take(_line(2, "debit", postings=[[1, "*", "pay", 50, 0]]))
    found.take(_line(3, "raise", account="clinic", cap=[200, 0]))
    assert [share for _, share in found.drawn()[0].points] == [0.0, 0.5, 0.25]


def test_memory_does_not_grow_with_the_journal() -> None:
    found = Courses()
    found.take(_line(1, "open", account="clinic", cap=[10**9, 0]))
    peaks = []
    for start in (0, 30_000):
        tracemalloc.start()
        for seq in range(start + 2, start + 30_002):
            found.take(_line(seq, "debit", postings=[[1, "*", "pay", 1, 0]]))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
    assert peaks[1] < 4 * 2**20


def test_walking_shows_what_history_shows(place: str) -> None:
    with opened(place) as ledger:
        ledger.allocate("clinic", {"ward": "0.5"}, by="Ada")
        lost = ledger.debit("clinic/ward", pure(7), "plan", key="k")
        ledger.forfeit(lost, why="failed")
        ledger.assert_refund(lost, approvers=BOARD, why="nothing left")
        ledger.stop("clinic", by="Ada", why="a doubt")
        seen: list[Line] = []
        ledger.walk(seen.append)
        assert seen == ledger.history()
        found = Courses()
        ledger.walk(found.take)
        assert found.drawn() == courses(ledger.history())
        assert found.drawn("clinic/ward") == courses(ledger.history(), "clinic/ward")
        assert [line.kind for line in ledger.history("clinic/ward")] == ["allocate", "debit", "forfeit", "refund"]
