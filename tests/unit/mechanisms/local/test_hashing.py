"""Hash functions of reports: tables given a function, counting by transforms, collisions as often as said."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.mechanisms.local.hashes import (
    cells_of,
    key_of_word,
    public_seeds,
    seed_bytes,
    seeds_from,
)
from epsilog.mechanisms.local.linear_hashing import LinearHashing, inner_product
from epsilog.mechanisms.local.local_hashing import LocalHashing
from epsilog.noise import system


def seeds(number: int) -> np.ndarray:
    return system.words(3 * number, 64).astype(np.uint64).reshape(-1, 3)


@pytest.mark.parametrize("epsilon", ["1/2", 1, 3])
def test_whatever_the_function_the_odds_are_the_same(epsilon: int | str) -> None:
    """Also for functions that put all values into one cell (ratio 1), and never more than the claim."""
    ask = LocalHashing(6, epsilon)
    found = {ask.channel_given(seed).odds() for seed in seeds(50)}
    assert max(found) == ask.odds
    assert ask.channel_given(np.zeros(3, dtype=np.uint64)).odds() == 1


@pytest.mark.parametrize("cells", [2, 3, 4, 7, 256, 1000])
def test_counting_is_the_definition(cells: int) -> None:
    """Fast counting over consecutive keys and over any keys, against the hash of every key for every report."""
    ask = LocalHashing(40, 1, cells)
    reports = ask.reports(np.arange(40).repeat(5))
    functions, said = seeds_from(reports[:, :24]), reports[:, 24:]
    said = said[:, 0].astype(int) if cells <= 256 else said[:, 0].astype(int) * 256 + said[:, 1]
    every = cells_of(functions[:, None, :], np.arange(40, dtype=np.uint64)[None, :], cells)
    assert ask.support(reports).tolist() == (every == said[:, None]).sum(axis=0).tolist()
    wide = np.array([key_of_word(word) for word in ("a", "b", "ä")], dtype=np.uint64)
    every = cells_of(functions[:, None, :], wide[None, :], cells)
    assert ask.support_of(reports, wide).tolist() == (every == said[:, None]).sum(axis=0).tolist()
    shuffled = np.array([5, 3, 9], dtype=np.uint64)
    assert ask.support_of(reports, shuffled).tolist() == ask.support(reports)[[5, 3, 9]].tolist()


def test_two_keys_share_a_cell_as_often_as_said() -> None:
    """200,000 functions; 6.5 standard deviations: a false alarm once in 1e10. The twin is a key that is a copy."""
    functions = seeds(200_000)
    for one, two in ((0, 1), (1, 2**32 + 1), (7, 7 + 2**63)):
        for cells in (4, 7):
            same = np.mean(cells_of(functions, np.uint64(one), cells) == cells_of(functions, np.uint64(two), cells))
            assert abs(same - 1 / cells) < 6.5 * (1 / cells * (1 - 1 / cells) / 200_000) ** 0.5
    assert np.mean(cells_of(functions, np.uint64(9), 4) == cells_of(functions, np.uint64(9), 4)) == 1


@pytest.mark.parametrize(("size", "epsilon"), [(5, 1), (10, 2), (28, "1/2"), (60, 3)])
def test_the_transform_counts_what_the_definition_counts(size: int, epsilon: int | str) -> None:
    ask = LinearHashing(size, epsilon)
    values = np.arange(size).repeat(3)
    reports = ask.reports(values)
    numbers = np.array([int.from_bytes(row.tobytes(), "big") for row in reports])
    function, said = numbers // ask.cells, numbers % ask.cells
    every = inner_product(function[:, None], np.arange(size)[None, :], ask.cells, ask.digits)
    assert ask.support(reports).tolist() == (every == said[:, None]).sum(axis=0).tolist()


def test_linear_functions_are_pairwise_independent_exactly() -> None:
    """Every pair of values, every pair of cells: over all functions each comes equally often."""
    ask = LinearHashing(7, 1)
    g, functions = ask.cells, np.arange(ask.functions)
    for one in range(7):
        for two in range(one):
            a = inner_product(functions, np.array(one), g, ask.digits)
            b = inner_product(functions, np.array(two), g, ask.digits)
            if (
                two == 0
            ):  # the value 0 has no digits: its cell is 0 under every function, and still meets others once in g
                assert np.bincount(a, minlength=g).tolist() == [ask.functions // g] * g
            else:
                together = np.bincount(a * g + b, minlength=g * g)
                independent = np.bincount((a - b) % g, minlength=g)
                assert independent.tolist() == [ask.functions // g] * g
                assert together.sum() == ask.functions


def test_the_bytes_of_a_function_read_back() -> None:
    some = seeds(10)
    assert (seeds_from(seed_bytes(some)) == some).all()
    assert (public_seeds(b"a", 3) == public_seeds(b"a", 5)[:3]).all()
    assert (public_seeds(b"a", 3) != public_seeds(b"b", 3)).any()


def test_letters_that_are_the_same_have_the_same_key() -> None:
    assert key_of_word("é") == key_of_word("e\u0301")
    assert len({key_of_word(word) for word in ("", "a", "A", "a ", "ａ", "а")}) == 6
    assert Fraction(key_of_word("x"), 2**64) < 1


@pytest.mark.parametrize("cells", [3, 4, 7, 1000])
def test_counting_cuts_cells_where_the_definition_does(cells: int) -> None:
    """At the two numbers on either side of every edge, which no random function would ever meet."""
    ask = LocalHashing(4, 1, cells)
    width = ask.length - 24
    for edge in {-(-(cell << 32) // cells) for cell in range(1, min(cells, 40))}:
        for mixed in (edge - 1, edge):
            function = np.array([[0, 0, mixed << 32]], dtype=np.uint64)
            own = int(cells_of(function, np.uint64(1), cells)[0])
            for said in (own - 1, own, own + 1):
                if 0 <= said < cells:
                    tail = np.frombuffer(said.to_bytes(width, "big"), dtype=np.uint8)[None, :]
                    report = np.hstack((seed_bytes(function), tail))
                    assert ask.support(report).tolist() == [int(said == own)] * 4
