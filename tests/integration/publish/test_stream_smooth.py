"""The smoothed values of a live series: made of values.csv and the plan, whatever happened to the process."""

from __future__ import annotations

import json
import signal
from dataclasses import replace

import pytest

from epsilog.errors import LedgerError
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import VARIABLE
from epsilog.live.look import VALUES, LiveView
from epsilog.live.page import card_of, page_of, words_of
from epsilog.live.smooth import Smoother
from epsilog.live.values import Values
from epsilog.pay.opening import Opening
from epsilog.pay.stream_request import StreamRequest
from epsilog.roles.stream_rules import Rules
from ledger_processes import alone
from stream_kinds import everything, per_step
from stream_scenes import at_place, books, held, running, visits


def from_the_file_alone(path, spec, opening):
    """What somebody makes of it who has the file and the card, and nothing else."""
    smoother = Smoother(Opening.from_bytes(opening).plan)
    return [smoother.told(cells) for _, _, cells, _ in Values(path, spec).read()]


def looked(place, spec, folder):
    with Ledger.open(place) as ledger:
        look = LiveView.of(StreamRequest(spec, Rules()), ledger, at_place(folder))
        return look, look.published()


def test_they_are_a_function_of_the_file_and_the_same_after_a_kill(tmp_path):
    """One life and several: the same bytes in values.csv, so the same smoothed values, to the last digit."""
    through, killed = tmp_path / "through", tmp_path / "killed"
    spec, zcdp = per_step()
    for folder in (through, killed):
        folder.mkdir()
        visits(folder)
        books(folder / "books.db", zcdp=zcdp).close()
    place = str(through / "books.db")
    with Ledger.open(place) as ledger, held(spec, ledger, at_place(through)) as stream:
        told = []
        smoother = Smoother(stream.opening.plan)
        stream.run(ticks=9, told=lambda _, tick: told.append(smoother.told(tick.cells)) if tick else None)
        ticks = stream.published()
    again = str(killed / "books.db")
    assert alone(running(again, spec, killed, ticks=2))[0] == 0
    for point in ("stream saved", "stream published"):
        assert alone(running(again, spec, killed, ticks=2), **{VARIABLE: point})[0] == -signal.SIGKILL
    with Ledger.open(again) as ledger, held(spec, ledger, at_place(killed)) as stream:
        stream.run(ticks=9 - stream.done)
        restarted = stream.published()
    assert (through / "live" / VALUES).read_bytes() == (killed / "live" / VALUES).read_bytes()
    assert restarted == ticks

    look, seen = looked(place, spec, through)
    alone_made = from_the_file_alone(through / "live" / VALUES, spec, look.opening.to_bytes())
    assert [tick.cells for tick in seen] == alone_made == [tick.cells for tick in ticks]
    smoothed = [[cell.smoothed for cell in cells] for cells in told]
    assert smoothed == [[cell.smoothed for cell in tick.cells] for tick in ticks], "live, as it came"


def test_no_state_is_needed_and_none_is_looked_at(tmp_path):
    visits(tmp_path)
    spec, _ = per_step()
    place = str(tmp_path / "books.db")
    with books(place) as ledger, held(spec, ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=5)
        ticks = stream.published()
        stream.close()
    assert not (tmp_path / "live.private").exists()
    assert looked(place, spec, tmp_path)[1] == ticks
    assert all(cell.smoothed is not None for tick in ticks for cell in tick.cells)


def test_values_and_digests_do_not_know_of_them(tmp_path):
    """A file that was changed is refused before anything is smoothed; the file has no column for it."""
    visits(tmp_path)
    spec, _ = per_step()
    place = str(tmp_path / "books.db")
    with books(place) as ledger, held(spec, ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=3)
        cells = stream.published()[0].cells
        bare = [replace(cell, smoothed=None) for cell in cells]
        assert stream.values.lines(1, "x", cells) == stream.values.lines(1, "x", bare)
        assert b"smooth" not in stream.values.header
    path = tmp_path / "live" / VALUES
    path.write_bytes(path.read_bytes().replace(b",North,", b",North,1", 1))
    with pytest.raises(LedgerError, match="ledger confirms"):
        looked(place, spec, tmp_path)


SAID = {
    "en": ("of the ticks, on average)", "holds on average over the series", "it costs nothing"),
    "zh": ("区间（平均覆盖 95", "就整个序列平均而言成立", "不另收费"),
}


@pytest.mark.parametrize("lang", SAID)
def test_the_page_shows_them_and_says_what_the_band_is(tmp_path, lang):
    visits(tmp_path)
    spec, zcdp = everything()
    place = str(tmp_path / "books.db")
    with books(place, zcdp=zcdp) as ledger, held(spec, ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=6)
        identity = ledger.identity
    look, ticks = looked(place, spec, tmp_path)
    page = page_of(look, ticks, lang, identity)
    assert [text for text in SAID[lang] if text not in page] == []
    assert page.count("stroke-dasharray") == 2 * 2, "two ends for each of the two cells of the per-step entry"
    assert SAID[lang][-1] in words_of(look, lang)
    assert "smoothed" not in json.dumps(card_of(look, identity)), "the card is the same after every tick"
