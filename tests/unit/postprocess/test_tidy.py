"""Tidy tables: whole numbers from 0, totals kept, and nothing nearer."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.postprocess.tidy import nearest_with_total, not_negative, tidy_counts, totals_over

small = st.lists(st.integers(-6, 6), min_size=1, max_size=5)


def tables(cells: int, total: int):
    return (np.array(table) for table in product(range(total + 1), repeat=cells) if sum(table) == total)


@settings(max_examples=150, deadline=None)
@given(small)
def test_no_table_with_the_same_total_is_nearer(values: list[int]) -> None:
    raw = np.array(values)
    found = nearest_with_total(raw)
    total = max(0, int(raw.sum()))
    assert found.min() >= 0
    assert found.sum() == total
    if raw.sum() > 0 and total <= 12:
        best = min(int(((table - raw) ** 2).sum()) for table in tables(len(raw), total))
        assert int(((found - raw) ** 2).sum()) == best


@given(st.lists(st.integers(-(2**61), 2**61), min_size=1, max_size=5))
def test_huge_numbers_keep_their_total(values: list[int]) -> None:
    found = nearest_with_total(np.array(values))
    wanted = max(0, sum(values))
    assert sum(int(value) for value in found) == wanted
    assert all(value >= 0 for value in found.tolist())


@given(st.integers(1, 3), st.integers(1, 4), st.integers(1, 3), st.data())
def test_each_slice_keeps_its_own_total(keys: int, ticks: int, bins: int, data: st.DataObject) -> None:
    size = keys * ticks * bins
    raw = np.array(data.draw(st.lists(st.integers(-20, 60), min_size=size, max_size=size)))
    shape = (keys, ticks, bins)
    found = tidy_counts(raw, shape, (0, 2), keep_totals=True).reshape(shape)
    wanted = np.maximum(raw.reshape(shape).sum(axis=(0, 2)), 0)
    assert (found >= 0).all()
    assert (found.sum(axis=(0, 2)) == wanted).all()
    assert (totals_over(found.reshape(-1), shape, (0, 2)) == wanted).all()


def test_without_totals_each_number_moves_by_itself() -> None:
    raw = np.array([3, -2, 0, 7])
    assert (
        tidy_counts(raw, (2, 2), (0, 1), keep_totals=False).tolist() == not_negative(raw).tolist() == [3, 0, 0, 7]
    )
    assert tidy_counts(raw, (4,), (), keep_totals=True).tolist() == [3, 0, 0, 7]


def test_what_is_tidy_stays_as_it_is() -> None:
    raw = np.array([3, 2, 0, 7])
    assert nearest_with_total(raw).tolist() == raw.tolist()
