"""Streams: paid once, closed by the clock, bounded, published tick by tick, never twice."""

from __future__ import annotations

import pytest

from ledger_scenes import whole
from stream_scenes import at_place, books, held, series, visits


def spent(ledger):
    return ledger.account("clinic").share


def test_a_stream_is_paid_once_and_publishes_every_tick(tmp_path):
    visits(tmp_path)
    with books(tmp_path / "books.db") as ledger:
        with held(series(), ledger, at_place(tmp_path)) as stream:
            assert spent(ledger) == pytest.approx(0.2)
            assert stream.run() == 24
            ticks = list(stream.published())
        assert [tick.number for tick in ticks] == list(range(1, 25))
        assert ticks[0].label == "2026-01-05T00"
        assert [cell.keys for cell in ticks[3].cells] == [("North",), ("South",)]
        assert spent(ledger) == pytest.approx(0.2)
        whole(ledger)
        kinds = [line.kind for line in ledger.history("clinic")]
        assert kinds.count("tick") == 24
        assert kinds.count("reserve") == kinds.count("commit") == 1
