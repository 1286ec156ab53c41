"""The plug is pulled at every step of a stream. Then somebody runs the same command again: the same values."""

from __future__ import annotations

import hashlib
import random
import shutil
import signal
import time
from dataclasses import replace

import numpy as np
import pytest

from epsilog.errors import LedgerError, PrivacyError
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import VARIABLE
from epsilog.live import changes as stream_changes
from epsilog.live.state import put_away
from feed_scenes import append, line
from ledger_processes import Child, alone
from ledger_scenes import whole
from stream_kinds import KINDS_OF_SERIES
from stream_scenes import at_place, books, held, running, seeds, visits

OPENED = {
    "publish reserved": False,
    "committed start": False,
    "stream ready": False,
    "written commit": False,
    "committed commit": True,
    "stream opened": True,
}
STEPS = (
    "stream read",
    "stream drawn",
    "stream changed",
    "stream written",
    "stream saved",
    "before tick",
    "committed tick",
    "stream entered",
    "stream published",
)
kinds = pytest.mark.parametrize(
    "kind",
    [
        one if one in ("everything", "blocks", "repeated") else pytest.param(one, marks=pytest.mark.nightly)
        for one in KINDS_OF_SERIES
    ],
)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The values of a stream that nobody disturbed, by its kind."""
    known = {}

    def values(kind):
        if kind not in known:
            known[kind] = uninterrupted(tmp_path_factory.mktemp("through"), kind)
        return known[kind]

    return values


def uninterrupted(place, kind):
    visits(place)
    spec, zcdp = KINDS_OF_SERIES[kind]()
    ledger = books(place / "books.db", unit=spec.protect.unit, zcdp=zcdp, epsilon=60)
    with ledger, held(spec, ledger, at_place(place)) as stream:
        stream.run()
        list(stream.published())
    return (place / "live" / "values.csv").read_bytes()


def scene(folder, kind):
    visits(folder)
    spec, zcdp = KINDS_OF_SERIES[kind]()
    books(folder / "books.db", unit=spec.protect.unit, zcdp=zcdp, epsilon=60).close()
    return str(folder / "books.db"), spec


@pytest.mark.parametrize("point", STEPS)
def test_killed_at_a_step_of_a_tick(tmp_path, undisturbed, point):
    """Killed there again and again; every life goes on where the last one was."""
    place, spec = scene(tmp_path, "everything")
    status, sent = alone(running(place, spec, tmp_path, ticks=0))
    assert status == 0, sent
    for _ in range(3):
        status, sent = alone(running(place, spec, tmp_path, ticks=2), **{VARIABLE: point})
        assert status == -signal.SIGKILL, f"{point} was never reached: {sent}"
        assert sent == [], "a tick was handed out before its last step"
    status, sent = alone(running(place, spec, tmp_path, ticks=2))
    assert status == 0, sent
    values = (tmp_path / "live" / "values.csv").read_bytes()
    assert values.count(b"\n") > 16
    assert undisturbed("everything").startswith(values), "another value for a tick, or a tick lost"
    with Ledger.open(place) as ledger:
        whole(ledger)


@pytest.mark.parametrize(
    ("point", "carried"), [("stream changed", 1000), ("stream changed", 3), ("stream saved", 1000)]
)
def test_killed_while_the_log_is_begun_anew(tmp_path, undisturbed, monkeypatch, point, carried):
    """A part of the log goes only when a state is on disk that does without it."""
    monkeypatch.setattr(stream_changes, "_ROOM", -(10**9))  # begun anew as soon as it can be
    monkeypatch.setattr(stream_changes, "_SLICE", carried)
    place, spec = scene(tmp_path, "everything")
    alone(running(place, spec, tmp_path, ticks=3))
    parts = set()
    for _ in range(4):
        assert alone(running(place, spec, tmp_path, ticks=2), **{VARIABLE: point})[0] == -signal.SIGKILL
        assert alone(running(place, spec, tmp_path, ticks=2))[0] == 0
        parts |= {path.name for path in (tmp_path / "live.private").glob("changes.*")}
    assert len(parts) > 1
    values = (tmp_path / "live" / "values.csv").read_bytes()
    assert undisturbed("everything").startswith(values), "another value for a tick, or a tick lost"
    assert values.count(b"\n") > 16


def test_a_log_that_was_put_back_is_refused_and_so_is_a_state_without_its_log(tmp_path):
    place, spec = scene(tmp_path, "everything")
    alone(running(place, spec, tmp_path, ticks=2))
    private = tmp_path / "live.private"
    (older,) = private.glob("changes.*")
    content = older.read_bytes()
    append(tmp_path / "visits.csv", [line("somebody new", "North", 20)])
    alone(running(place, spec, tmp_path, ticks=1))
    last = older.read_bytes()
    assert len(last) > len(content)
    for put_back in (content, b"", None):
        older.unlink() if put_back is None else older.write_bytes(put_back)
        refused = pytest.raises(PrivacyError, match="not the one the state was written with")
        with Ledger.open(place) as ledger, refused, held(spec, ledger, at_place(tmp_path)):
            pytest.fail("it went on")
    older.write_bytes(last)
    assert alone(running(place, spec, tmp_path, ticks=1))[0] == 0


def test_a_state_of_an_earlier_release_goes_on_with_the_same_values(tmp_path, undisturbed):
    """It had everything in it: counters of all units, one place for each name, no log."""
    place, spec = scene(tmp_path, "everything")
    alone(running(place, spec, tmp_path, ticks=5))
    visits_csv, vault = tmp_path / "visits.csv", at_place(tmp_path).vault
    with Ledger.open(place) as ledger, held(spec, ledger, at_place(tmp_path)) as stream:
        now, receipt = stream._held, stream.receipt.id
        feed = {
            name: value
            for name, value in stream._feed.fields().items()
            if name not in ("which", "places", "names") and not name.endswith("before")
        }
    raw = visits_csv.read_bytes()
    digest = int.from_bytes(hashlib.sha256(raw[:4096]).digest()[:7], "big")
    places = [[len(raw), 0, visits_csv.stat().st_ino, min(len(raw), 4096), digest]]
    feed |= {"files": "visits.csv", "offsets": np.array(places)}
    put_away(vault, receipt, replace(now, feed=feed, log=None))
    for path in vault.folder.glob("changes.*"):
        path.unlink()
    assert alone(running(place, spec, tmp_path))[1][-1] == ("over", 24)
    assert (tmp_path / "live" / "values.csv").read_bytes() == undisturbed("everything")


@pytest.mark.parametrize("point", OPENED)
def test_killed_while_opening(tmp_path, point):
    place, spec = scene(tmp_path, "per-step")
    status, sent = alone(running(place, spec, tmp_path, ticks=3), **{VARIABLE: point})
    assert (status, sent) == (-signal.SIGKILL, []), f"{point} was never reached"
    if OPENED[point]:
        assert alone(running(place, spec, tmp_path))[1][-1] == ("over", 24)
        return
    status, sent = alone(running(place, spec, tmp_path))
    assert sent[0][:2] == ("failed", "PrivacyError")
    assert "new edition" in sent[0][2]
    spec, _ = KINDS_OF_SERIES["per-step"](edition="two")
    assert alone(running(place, spec, tmp_path))[1][-1] == ("over", 24), "its folder was free again"


@kinds
def test_killed_at_random_moments(tmp_path, undisturbed, kind):
    place, spec = scene(tmp_path, kind)
    alone(running(place, spec, tmp_path, ticks=1))
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    rng = random.Random(seed)
    for _ in range(3):
        child = Child(running(place, spec, tmp_path))
        # Not a wait for anything: the moment is meant to be arbitrary.
        time.sleep(rng.uniform(0, 0.3))
        sent = child.kill()
        assert all(message[0] in ("tick", "over") for message in sent), sent
    status, sent = alone(running(place, spec, tmp_path))
    assert (status, sent[-1]) == (0, ("over", 24))
    assert (tmp_path / "live" / "values.csv").read_bytes() == undisturbed(kind)


def test_a_state_that_was_put_back_is_refused(tmp_path):
    place, spec = scene(tmp_path, "everything")
    alone(running(place, spec, tmp_path, ticks=5))
    private = tmp_path / "live.private"
    shutil.copytree(private, tmp_path / "older")
    alone(running(place, spec, tmp_path, ticks=1))
    published = (tmp_path / "live" / "values.csv").read_bytes()
    shutil.rmtree(private)
    shutil.copytree(tmp_path / "older", private)
    refused = pytest.raises(PrivacyError, match="not the last one")
    with Ledger.open(place) as ledger, refused, held(spec, ledger, at_place(tmp_path)):
        pytest.fail("it went on")
    assert (tmp_path / "live" / "values.csv").read_bytes() == published


def test_a_copy_that_runs_elsewhere_publishes_nothing(tmp_path):
    """Two folders, one state: the books take one of them, the other stops and never publishes its draw."""
    place, spec = scene(tmp_path, "everything")
    alone(running(place, spec, tmp_path, ticks=5))
    for name in ("live", "live.private"):
        shutil.copytree(tmp_path / name, tmp_path / name.replace("live", "copy"))
    with Ledger.open(place) as ledger:
        copy = at_place(tmp_path, "copy")
        there = held(spec, ledger, copy, words=seeds(8), seed=None)
        with held(spec, ledger, at_place(tmp_path)) as stream, there as other:
            stream.run(ticks=1)
            was = (tmp_path / "copy" / "values.csv").read_bytes()
            with pytest.raises(LedgerError, match="another value"):
                other.run(ticks=1)
            assert (tmp_path / "copy" / "values.csv").read_bytes() == was
            with pytest.raises(PrivacyError, match="stopped in the middle"):
                other.run(ticks=1)
        with pytest.raises(PrivacyError, match="not the last one"), held(spec, ledger, copy):
            pytest.fail("it went on")


def test_one_process_at_a_time(tmp_path):
    place, spec = scene(tmp_path, "per-step")
    with Ledger.open(place) as ledger, held(spec, ledger, at_place(tmp_path)):
        _, sent = alone(running(place, spec, tmp_path))
        assert sent[0][:2] == ("failed", "PrivacyError")
        assert "another process" in sent[0][2]


def test_books_that_were_put_back_are_refused(tmp_path):
    place, spec = scene(tmp_path, "per-step")
    alone(running(place, spec, tmp_path, ticks=2))
    shutil.copy(place, tmp_path / "older.db")
    alone(running(place, spec, tmp_path, ticks=3))
    shutil.copy(tmp_path / "older.db", place)
    refused = pytest.raises(LedgerError, match="fewer ticks")
    with Ledger.open(place) as ledger, refused, held(spec, ledger, at_place(tmp_path)):
        pytest.fail("it went on")


def test_books_and_state_put_back_together_are_given_away_by_what_was_published(tmp_path):
    """Neither of the two knows of the later ticks, but readers have seen them: a second draw is refused."""
    place, spec = scene(tmp_path, "per-step")
    alone(running(place, spec, tmp_path, ticks=2))
    private = tmp_path / "live.private"
    shutil.copy(place, tmp_path / "older.db")
    shutil.copytree(private, tmp_path / "older")
    alone(running(place, spec, tmp_path, ticks=3))
    published = (tmp_path / "live" / "values.csv").read_bytes()
    shutil.copy(tmp_path / "older.db", place)
    shutil.rmtree(private)
    shutil.copytree(tmp_path / "older", private)
    refused = pytest.raises(LedgerError, match="put back")
    with Ledger.open(place) as ledger, refused, held(spec, ledger, at_place(tmp_path)):
        pytest.fail("it went on")
    assert (tmp_path / "live" / "values.csv").read_bytes() == published
