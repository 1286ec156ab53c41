"""While rows are open no image of the process is written; afterwards everything is as it was."""

from __future__ import annotations

import ctypes
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from epsilog.core.origin import Origin
from epsilog.sources import draft, open_source
from epsilog.sources.no_core_dumps import no_core_dumps
from stream_scenes import at_place, books, held, series, visits

ORIGIN = Origin(None, {"who": "text"})
FRAME = pl.DataFrame({"who": ["a"]})


def state() -> tuple[int, int]:
    """The limit for core files, and whether the process is dumpable."""
    return resource.getrlimit(resource.RLIMIT_CORE)[0], ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)


@pytest.fixture(autouse=True)
def dumpable() -> Iterator[tuple[int, int]]:
    """A process that would be dumped."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    resource.setrlimit(resource.RLIMIT_CORE, (wanted, hard))
    before = state()
    assert before == (wanted, 1)
    yield before
    assert state() == before
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


def test_no_core_is_written_while_rows_are_open(dumpable: tuple[int, int]) -> None:
    with open_source(ORIGIN, frame=FRAME) as source:
        assert state() == (0, 0)
        assert source.columns() == ("who",)
        shown = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE)[0])"
        ran = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == "0"  # children too
    assert state() == dumpable


def test_the_last_one_leaves_everything_as_it_was(dumpable: tuple[int, int]) -> None:
    one, two = open_source(ORIGIN, frame=FRAME), open_source(ORIGIN, frame=FRAME)
    one.__enter__()
    thread = threading.Thread(target=two.__enter__)
    thread.start()
    thread.join()
    one.close()
    one.close()
    assert state() == (0, 0)
    two.close()
    assert state() == dumpable


def test_what_was_shut_before_stays_shut(dumpable: tuple[int, int]) -> None:
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    try:
        with no_core_dumps():
            assert state() == (0, 0)
        assert state() == (dumpable[0], 0)
    finally:
        ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)


def test_an_error_opens_the_doors_again(dumpable: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="mine"), open_source(ORIGIN, frame=FRAME):
        raise ValueError("mine")
    assert state() == dumpable


def test_a_draft_looks_at_rows_and_is_not_dumped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rows.csv").write_text("who\na\n", encoding="utf-8")
    seen = []
    monkeypatch.setattr(draft, "_csv", lambda *_: seen.append(state()))
    draft.sample_file(tmp_path / "rows.csv")
    assert seen == [(0, 0)]


def test_a_live_series_is_not_dumped(tmp_path: Path, dumpable: tuple[int, int]) -> None:
    visits(tmp_path)
    with books(tmp_path / "ledger.db") as ledger, held(series(), ledger, at_place(tmp_path)) as stream:
        assert state() == (0, 0)
        stream.run(ticks=1)
    assert state() == dumpable
