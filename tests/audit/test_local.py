"""Local protocols face the auditor at their claim, as black boxes. False-alarm rate 1e-6 per audit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from epsilog.audit import audit
from epsilog.mechanisms.local.oracle import from_bytes
from epsilog.mechanisms.local.rappor import Rappor
from local_protocols import ALL, LASTING

SURE = "0.999999"
NAMES = ["generalized response", "unary", "subset selection", "Hadamard response", "Duchi", "piecewise", "hybrid"]


def reported(name: str, epsilon: int | str) -> Callable[[int, int], Any]:
    """So many reports for one value, as numbers."""
    ask = ALL[name](epsilon)
    return lambda value, size: from_bytes(ask.reports(np.full(size, value)))


@pytest.mark.parametrize("name", NAMES)
def test_a_protocol_passes_at_its_claim_and_is_measured_tightly(name: str) -> None:
    last = ALL[name](1).size - 1
    verdict = audit(reported(name, 1), 0, last, 1, samples=150_000, confidence=SURE)
    assert verdict.passed, str(verdict)
    assert verdict.epsilon > 0.85


@pytest.mark.parametrize("name", ["generalized response", "hybrid"])
def test_a_fifth_more_than_is_claimed_fails(name: str) -> None:
    """The power twin."""
    assert not audit(reported(name, "6/5"), 0, ALL[name](1).size - 1, 1, samples=150_000, confidence=SURE).passed


def test_three_reports_of_one_answer_pass_at_ever() -> None:
    """And fail at epsilon, the claim of one of them: three tell more."""
    ask = LASTING["lasting response"](1, 2)

    def reports(value: int, size: int) -> Any:
        choices = ask.choose(size)
        memos = ask.remember(choices, np.full(size, value))
        return np.stack([from_bytes(ask.reports(choices, memos)) for _ in range(3)], axis=1)

    assert audit(reports, 0, 2, 2, samples=150_000, confidence=SURE).passed
    assert not audit(reports, 0, 2, 1, samples=150_000, confidence=SURE).passed


def test_a_client_that_never_clears_a_bit_fails_at_any_claim() -> None:
    """The public client's bug, planted: bits of the filter stay set. It fails far above `ever`."""
    ask = Rappor(b"x", bits=8, hashes=1, cohorts=1)
    seeded = np.arange(20, dtype=np.uint64)
    filters = ask.filters(np.zeros(20, dtype=np.int64), seeded)
    other = int(np.flatnonzero((filters != filters[0]).any(axis=1))[0])

    def reports(key: int, size: int, *, broken: bool = False) -> Any:
        choices, keys = np.zeros((size, 1), dtype=np.uint8), np.full(size, key, dtype=np.uint64)
        memos = ask.remember(choices, keys)
        if broken:
            memos |= np.packbits(ask.filters(np.zeros(size, dtype=np.int64), keys), axis=1)
        return memos[:, 0].astype(np.int64)

    assert audit(reports, 0, other, ask.ever, samples=150_000, confidence=SURE).passed
    planted = audit(
        lambda key, size: reports(key, size, broken=True), 0, other, 5, samples=150_000, confidence=SURE
    )
    assert not planted.passed
