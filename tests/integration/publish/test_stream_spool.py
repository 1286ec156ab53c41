"""Standard input of a stream: in a private file before it counts, and nobody's where it was torn."""

from __future__ import annotations

import io
import stat
import threading
import time
from fractions import Fraction

import pytest

from epsilog.core.bounds import Bounds
from epsilog.errors import PrivacyError
from epsilog.live import stream as streams
from epsilog.pay.opening import Opening
from epsilog.roles.spec import Spend
from feed_scenes import line
from stream_scenes import at_place, books, held, series, visits


@pytest.fixture
def ledger(tmp_path):
    with books(tmp_path / "books.db") as opened:
        yield opened


def test_standard_input_is_spooled_before_it_counts(tmp_path, ledger):
    rows = "\n".join(["who,town,at,spent", *(line(f"p{n}", "North", 0) for n in range(300))]) + "\n"
    spec = series(spend=Spend("clinic", Fraction(4)), bound=Bounds(rows=1))
    with held(spec, ledger, at_place(tmp_path), stdin=io.BytesIO(rows.encode())) as stream:
        while not stream._spool.over:
            time.sleep(0.01)
        assert stream.step().cells[0].value > 250
        spool = tmp_path / "live.private" / "spool.csv"
        assert stat.S_IMODE(spool.stat().st_mode) == 0o600
        assert spool.read_text() == rows
    spool.write_bytes(spool.read_bytes() + b"half a li")
    more = "\n".join(line(f"q{n}", "North", 1) for n in range(300)) + "\n"
    with held(spec, ledger, at_place(tmp_path), stdin=io.BytesIO(more.encode())) as stream:
        while not stream._spool.over:
            time.sleep(0.01)
        assert stream.step().cells[0].value > 250, "the half line took no whole one with it"
        stream.close()
    assert not spool.exists()


def test_half_a_line_of_standard_input_is_nobody_s(tmp_path, ledger):
    """Cut within its last number or within an id it would read like a row, perhaps of another person."""
    spec = series(spend=Spend("clinic", Fraction(4)), bound=Bounds(rows=1))
    rows = "who,town,at,spent\n" + line("p1", "North", 0, 125)
    for more in (rows[:-2], "\n" + line("p2", "North", 0) + "\n"):
        with held(spec, ledger, at_place(tmp_path), stdin=io.BytesIO(more.encode())) as stream:
            while not stream._spool.over:
                time.sleep(0.01)
            stream._read()
            counted = {
                key: rows for _, own in stream._feed._series[0].sums._sums.items() for key, rows in own.items()
            }
    assert counted == {0: 1}, "the whole line alone"


def test_nothing_is_spooled_after_the_stream_was_let_go(tmp_path, ledger):
    """The next process may hold the spool by then."""
    came, asked_again = threading.Event(), threading.Event()
    blocks = iter([b"who,town,at,spent\n", b"p1,North,2026-01-05 00:10,1\n", b""])

    class Slow:
        def read(self, size):
            block = next(blocks)
            if block.startswith(b"p1"):
                asked_again.set()
                came.wait(30)
            return block

    with held(series(), ledger, at_place(tmp_path), stdin=Slow()) as stream:
        assert asked_again.wait(30)
        spool, thread = stream._spool.path, stream._spool._thread
    was = spool.read_bytes()
    came.set()
    thread.join(30)
    assert not thread.is_alive()
    assert spool.read_bytes() == was == b"who,town,at,spent\n"


@pytest.mark.parametrize("earlier", [False, True], ids=["on the record", "of an earlier release"])
@pytest.mark.parametrize("piped", [True, False])
def test_a_stream_is_taken_up_as_it_was_opened(tmp_path, ledger, monkeypatch, piped, earlier):
    """Otherwise rows that came on standard input would be read again from the file they are copied to, and back."""
    visits(tmp_path)

    def pipe(wanted):
        return {"stdin": io.BytesIO(b"who,town,at,spent\n")} if wanted else {}

    if earlier:
        monkeypatch.setattr(streams, "Opening", lambda *fields, **_: Opening(*fields, version=2))
    with held(series(), ledger, at_place(tmp_path), **pipe(piped)) as stream:
        stream.step()
        assert stream.opening.stdin is (None if earlier else piped)
    monkeypatch.undo()
    was = (tmp_path / "live" / "values.csv").read_bytes()
    refused = pytest.raises(PrivacyError, match="standard input" if piped else "the file of its spec")
    with refused, held(series(), ledger, at_place(tmp_path), **pipe(not piped)):
        pytest.fail("it went on")
    assert (tmp_path / "live" / "values.csv").read_bytes() == was
    with held(series(), ledger, at_place(tmp_path), **pipe(piped)) as stream:
        stream.step()
