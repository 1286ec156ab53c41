"""A stream reads every hostile text as the slow reference does, and so as the engines do."""

from __future__ import annotations

import datetime as dt

import pytest

from bounding_reference import read_key, read_number, read_wall, weight_of
from bounding_scenes import BERLIN, FLAGS, MOMENTS, NAMES, NUMBERS, TOWNS, WHOLE
from epsilog.core.measure import Total
from epsilog.sources.feed_reading import Moments, grains_of, key_of, number_of

FIRST, LAST = dt.date(2026, 3, 1), dt.date(2026, 10, 31)


@pytest.mark.parametrize("kind", ["text", "integer", "boolean"])
def test_keys_and_names(kind):
    for text in [*NAMES, *TOWNS, *WHOLE, *FLAGS, *NUMBERS]:
        assert key_of(text, kind) == read_key(text, kind), repr(text)


def test_numbers():
    for text in [*NUMBERS, *WHOLE]:
        assert number_of(text) == read_number(text), repr(text)


@pytest.mark.parametrize("kind", ["number", "integer"])
@pytest.mark.parametrize(
    "total", [Total.between("n", 0, 100), Total.between("n", -50, 220, grain="1/7", missing=3)]
)
def test_what_a_row_weighs(kind, total):
    for text in [*NUMBERS, *WHOLE]:
        assert grains_of(text, kind, total) == weight_of({"n": text}, total, {"n": kind}), repr(text)


@pytest.mark.parametrize("kind", ["timestamp", "instant", "date"])
@pytest.mark.parametrize("zone", [BERLIN, "UTC", "Asia/Shanghai", "America/St_Johns"])
def test_moments(kind, zone):
    moments = Moments(kind, zone, FIRST, LAST)
    for text in MOMENTS:
        wall = read_wall(text, kind, zone)
        inside = wall if wall is not None and FIRST <= wall.date() <= LAST else None
        assert moments.read(text) == inside, repr(text)
