"""The clock of a stream: when ticks close, also where the wall clock jumps."""

from __future__ import annotations

import datetime as dt

import pytest

from epsilog.core.during import During
from epsilog.live.chart import Point, chart, nice
from epsilog.live.clock import StreamClock
from epsilog.roles.stream_rules import Replay, Rules

BERLIN = "Europe/Berlin"


def clock(day, zone=BERLIN, every="1h", **rules):
    days = During("at", day, day)
    return StreamClock(days.ticks(every), zone, Rules(**rules), opened=1000.0, seconds=lambda: 1000.0)


def test_an_hour_that_comes_twice_closes_when_it_is_over_for_good():
    """25 October 2026: 02:00 to 03:00 happens twice, from 00:00 and from 01:00 UTC."""
    night = clock("2026-10-25")
    assert night.closes(2) == dt.datetime(2026, 10, 25, 2), "02:00-03:00 is over at the second 03:00"
    assert night.closes(1) == dt.datetime(2026, 10, 25, 1), "02:00 counts when it comes the second time"
    assert night.closes(3) == dt.datetime(2026, 10, 25, 3)


def test_an_hour_that_never_comes_closes_when_it_would_be_over():
    """29 March 2026: from 02:00 to 03:00 at 01:00 UTC."""
    night = clock("2026-03-29")
    assert night.closes(1) == dt.datetime(2026, 3, 29, 1)
    assert night.closes(2) >= dt.datetime(2026, 3, 29, 1)
    closes = [night.closes(number) for number in range(24)]
    assert closes == sorted(closes)


@pytest.mark.parametrize("every", ["1h", "1d", "1w", "1mo", "1q", "1y"])
def test_no_tick_closes_before_its_end(every):
    one = clock("2026-05-05", "UTC", every, wait=60)
    ticks = During("at", "2026-05-05", "2026-05-05").ticks(every)
    from epsilog.core.clock import tick_start

    assert one.closes(0) == tick_start(ticks.first + 1, every) + dt.timedelta(seconds=60)


def test_a_replayed_clock_counts_from_the_opening():
    rules = Rules(clock=Replay.at("2026-01-05T00:00", 60))
    now = [1000.0]
    ticks = During("at", "2026-01-05", "2026-01-05").ticks("1h")
    one = StreamClock(ticks, "UTC", rules, opened=1000.0, seconds=lambda: now[0])
    assert one.now() == dt.datetime(2026, 1, 5)
    now[0] = 1030.0
    assert one.now() == dt.datetime(2026, 1, 5, 0, 30)
    assert one.until(0) == pytest.approx(30)
    now[0] = 900.0
    assert one.now() == dt.datetime(2026, 1, 5), "it does not run backwards before its beginning"
    now[0] = 1e15
    assert one.now().year == 9000, "nor beyond the years there are"


def test_pictures_of_nothing_little_and_much():
    def point(n, value=None, alert=None):
        ends = (None, None) if value is None else (value - 1, value + 1)
        return Point(f"<{n}>", value, *ends, alert)

    rising = [point(n, 10.0**n - 5) for n in range(12)]
    for points in ([], [point(0)], [point(0, 1.5)], rising, [point(1, 0.0)] * 999):
        drawn = chart(points, 24, 'a "caption" <b>')
        assert drawn.startswith("<svg")
        assert "<b>" not in drawn
        assert "nan" not in drawn
        assert "inf" not in drawn
    assert chart([point(n, alert=n % 2 == 0) for n in range(9)], 9, "x").count("<rect") == 9


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1e-12, 1e-12), (-5, 1e9), (3, 3.0001), (-1e15, 0)])
def test_ticks_of_a_picture_span_the_range(low, high):
    ticks = nice(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 7
