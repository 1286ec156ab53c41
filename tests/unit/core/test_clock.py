"""Ticks agree with the ledger's blocks, and constant offsets agree with the zone tables of Python."""

import datetime as dt
import random

import pytest

from epsilog.core.clock import PERIODS, fits_within, offsets, tick_label, tick_of, tick_start, zone_named
from epsilog.errors import SpecError
from epsilog.ledger.block import block_of

MOMENTS = [
    dt.datetime(1999, 12, 31, 23, 59, 59),
    dt.datetime(2024, 2, 29, 12),
    dt.datetime(2026, 1, 1),
    dt.datetime(2027, 1, 3, 23, 59, 59),
    dt.datetime(1969, 12, 31, 23),
    dt.datetime(1900, 1, 1),
    dt.datetime(2200, 12, 31, 23, 59, 59, 999_999),
]


@pytest.mark.parametrize("every", PERIODS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_tick_is_a_block(every, moment):
    tick = tick_of(moment, every)
    assert tick_label(tick, every) == block_of(moment, every)
    assert tick_start(tick, every) <= moment < tick_start(tick + 1, every)
    assert tick_of(tick_start(tick, every), every) == tick


@pytest.mark.parametrize("every", PERIODS)
def test_ticks_are_consecutive(every):
    start = tick_of(dt.datetime(2023, 12, 25), every)
    for tick in range(start, start + 60):
        last = tick_start(tick + 1, every) - dt.timedelta(microseconds=1)
        assert tick_of(last, every) == tick


@pytest.mark.parametrize("block", PERIODS)
@pytest.mark.parametrize("every", PERIODS)
def test_fits_within_means_one_block_per_tick(every, block):
    start = tick_of(dt.datetime(2023, 12, 25), every)
    single = all(
        tick_of(tick_start(tick, every), block)
        == tick_of(tick_start(tick + 1, every) - dt.timedelta(microseconds=1), block)
        for tick in range(start, start + 800 if every == "1h" else start + 60)
    )
    assert fits_within(every, block) == single


@pytest.mark.parametrize(
    "zone",
    ["Asia/Shanghai", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"],
)
def test_constant_offsets_are_the_zone(zone):
    first, last = dt.date(2024, 1, 1), dt.date(2027, 12, 31)
    table = offsets(zone, first, last)
    rng = random.Random(7)
    span = int((dt.datetime(2028, 1, 1) - dt.datetime(2024, 1, 1)).total_seconds())
    moments = [dt.datetime(2024, 1, 1) + dt.timedelta(seconds=rng.randrange(span)) for _ in range(2000)]
    moments += [start + dt.timedelta(seconds=shift) for start, _ in table for shift in (-1, 0, 1)]
    for moment in moments:
        ours = [seconds for at, (start, seconds) in enumerate(table) if at == 0 or moment >= start][-1]
        theirs = moment.replace(tzinfo=dt.UTC).astimezone(zone_named(zone)).utcoffset()
        if moment >= table[0][0]:
            assert dt.timedelta(seconds=ours) == theirs


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "\0", None, 5])
def test_unknown_zones_are_refused(name):
    with pytest.raises(SpecError, match="not a time zone"):
        zone_named(name)
