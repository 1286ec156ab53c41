"""Neighbouring feeds: one unit comes or goes, in any order; the series moves as far as its room allows."""

from __future__ import annotations

import datetime as dt
import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.sources.feed_bounding import Room
from feed_scenes import HOURS, START, TOWNS, append, feed_of, line, write

LOOKS = 6
# Who, which town, which hour it happened, which look it arrived in.
rows = st.tuples(
    st.sampled_from("abc"), st.sampled_from(TOWNS), st.integers(0, HOURS - 1), st.integers(0, LOOKS - 1)
)
broken = st.sampled_from(['a,"North', "a,b", '"', "", "x" * 50, "\ufffd,,,"])
rooms = st.builds(Room, *(st.integers(1, 4) for _ in range(3)))


def series(arrivals, room, late, future, stop):
    """All ticks of a feed looked at LOOKS times, four ticks closed after each; killed before look `stop`."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        path = write(folder, [])
        feed, out = feed_of(folder, room=room, late=late, future=future), []
        for look in range(LOOKS):
            append(path, arrivals[look])
            if look == stop:
                again = feed_of(folder, room=room, late=late, future=future)
                again.restore(feed.fields())
                feed = again
            feed.look(START + dt.timedelta(hours=4 * (look + 1)))
            out += [feed.close()[0] for _ in range(4)]
        return np.array(out)


def arriving(found):
    return [[line(who, town, hour) for who, town, hour, look in found if look == now] for now in range(LOOKS)]


@settings(max_examples=120, deadline=None)
@given(
    found=st.lists(rows, max_size=40),
    room=rooms,
    late=st.sampled_from(["drop", "next"]),
    future=st.sampled_from(["hold", "drop"]),
    stop=st.integers(0, LOOKS),
    noise=st.lists(broken, max_size=3),
)
def test_a_unit_moves_the_series_within_its_room_and_nobody_else_moves(found, room, late, future, stop, noise):
    with_all = series(arriving(found), room, late, future, stop)
    without = arriving([row for row in found if row[0] != "a"])
    without[0] = [*noise, *without[0]]  # whatever else the file holds, and wherever the lines then stand
    gone = series(without, room, late, future, LOOKS)
    alone = series(arriving([row for row in found if row[0] == "a"]), room, late, future, LOOKS)
    moved = with_all - gone
    assert (moved == alone).all(), "a unit's contribution is a function of its own rows"
    assert moved.min(initial=0) >= 0
    assert moved.sum() <= room.rows
    assert moved.max(initial=0) <= room.rows_per_cell
    assert (moved > 0).sum() <= room.cells


def test_the_room_is_reached():
    """The same numbers, taken at their worst: what is stated is not more than what can happen."""
    found = [("a", town, hour, 0) for hour in range(6) for town in TOWNS for _ in range(3)]
    moved = series(arriving(found), Room(7, 5, 2), "drop", "hold", 0)
    assert (moved.sum(), moved.max(), (moved > 0).sum()) == (7, 2, 4)
    wide = [("a", "North", hour, 0) for hour in range(9)]
    spread = series(arriving(wide), Room(7, 5, 2), "drop", "hold", 0)
    assert (spread > 0).sum() == spread.sum() == 5
