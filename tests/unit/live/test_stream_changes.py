"""The log beside a state: cut anywhere, changed anywhere, begun anew; and a tick that costs what it brings."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import PrivacyError
from epsilog.live import changes as stream_changes
from epsilog.live.changes import ChangeLog
from epsilog.live.vault import Vault
from epsilog.registry.asks import Query
from epsilog.sources.feed_bounding import Room
from feed_scenes import KINDS, START, append, asked, feed_of, line, write

STREAM = "a receipt"


class Scene:
    """A feed of a folder of files and its log."""

    def __init__(self, folder, *, room=Room(5, 5, 2), spec=None):
        self.folder, self.visits = folder, folder / "visits"
        self.visits.mkdir(exist_ok=True)
        self._made = {"room": room, "spec": spec or asked(source=Origin("visits/", KINDS))}
        self.vault = Vault(folder / "live.private")
        self.vault.make()
        self.log, self.mark = ChangeLog(self.vault, STREAM), "[]"
        self.feed = self.fresh()
        self.head = self.feed.head()

    def fresh(self):
        return feed_of(self.folder, **self._made)

    def tick(self, number):
        self.feed.look(START)
        self.feed.close()
        self.mark, self.head = self.log.write_down(self.feed, number), self.feed.head()
        self.log.sweep()

    def taken_up(self, mark=None, vault=None, head=None):
        """Another process: what the head has, then what the log has."""
        feed, log = self.fresh(), ChangeLog(vault or self.vault, STREAM)
        feed.restore(head or self.head)
        log.take_up(feed, self.mark if mark is None else mark)
        return feed, log

    def log_files(self):
        return sorted(self.vault.folder.glob("changes.*"))


def same(one, other):
    """Whether two feeds stand at the same place, whatever the order in which they know it."""
    first, second = one.fields(), other.fields()
    return first.keys() == second.keys() and all(
        np.array_equal(value, second[name]) if isinstance(value, np.ndarray) else value == second[name]
        for name, value in first.items()
        if not name.endswith("before")
    )


def some_rows(rng, count, people):
    return [line(f"p{rng.integers(people)}", "North", rng.uniform(0, 24)) for _ in range(count)]


@pytest.mark.parametrize("per", [None, "1d"])
@pytest.mark.parametrize("dies", [False, True], ids=["one process", "a process for every tick"])
def test_the_log_gives_what_the_feed_had_after_every_tick(tmp_path, monkeypatch, per, dies):
    """Persons come and come again, files too; parts of the log are begun anew and go, units of old periods too."""
    monkeypatch.setattr(stream_changes, "_ROOM", 3000)
    monkeypatch.setattr(stream_changes, "_SLICE", 7)
    days = During("at", START.date(), START.date().replace(day=9))
    spec = asked(
        source=Origin("visits/", KINDS),
        protect=Protect(Unit("who", per=per)),
        publish=(Query("rows", every="1h", during=days), Query("rows", every="1h", during=days, name="twice")),
    )
    scene, rng, numbers, parts = Scene(tmp_path, spec=spec), np.random.default_rng(3), set(), set()
    for tick in range(1, 80):
        name = f"{tick // 3}.csv"
        path = scene.visits / name
        rows = [line(f"p{rng.integers(150)}", "North", rng.uniform(max(0, tick - 2), tick + 20)) for _ in range(12)]
        append(path, rows) if path.exists() else write(scene.visits, rows, name)
        scene.tick(tick)
        other, log = scene.taken_up()
        assert same(other, scene.feed)
        numbers |= {path.name for path in scene.log_files()}
        parts.add(len(scene.log_files()))
        if dies:
            scene.feed, scene.log = other, log
    assert len(numbers) > 3, "the log was begun anew"
    assert parts == {1, 2}


@pytest.mark.parametrize("step", [61, pytest.param(1, marks=pytest.mark.nightly)])
def test_killed_at_every_byte_of_the_log(tmp_path, monkeypatch, step):
    """What a killed tick left behind the end that the state names counts nowhere, and is written over."""
    monkeypatch.setattr(stream_changes, "_ROOM", 1500)
    monkeypatch.setattr(stream_changes, "_SLICE", 4)
    scene, rng, cuts = Scene(tmp_path), np.random.default_rng(4), 0
    path = write(scene.visits, some_rows(rng, 8, 40))
    for tick in range(1, 12):
        append(path, some_rows(rng, 4, 40))
        mark, head = scene.mark, scene.head
        before = {one.name: one.read_bytes() for one in scene.log_files()}
        was, _ = scene.taken_up()
        monkeypatch.setattr(ChangeLog, "sweep", lambda self: None)  # killed before
        scene.tick(tick)
        after = {one.name: one.read_bytes() for one in scene.log_files()}
        monkeypatch.undo()
        monkeypatch.setattr(stream_changes, "_ROOM", 1500)
        monkeypatch.setattr(stream_changes, "_SLICE", 4)
        (changed,) = [name for name in after if after[name] != before.get(name)]
        known = len(before.get(changed, b""))
        for cut in range(known + tick % step, len(after[changed]) + 1, step):
            copy = Vault(tmp_path / "copy")
            shutil.copytree(scene.vault.folder, copy.folder)
            for name in after:
                (copy.folder / name).unlink()
            for name, content in before.items():
                (copy.folder / name).write_bytes(content)
            (copy.folder / changed).write_bytes(after[changed][:cut])
            feed, log = scene.taken_up(mark, copy, head)
            assert same(feed, was)
            if cuts % 5 == 0:
                again = log.write_down(feed, tick)
                assert same(scene.taken_up(again, copy, head)[0], was)
            shutil.rmtree(copy.folder)
            cuts += 1
        scene.log.sweep()
        assert same(scene.taken_up()[0], scene.feed)
    assert cuts > 3000 / step


def test_a_log_that_was_cut_changed_or_put_back_is_refused(tmp_path):
    scene, rng = Scene(tmp_path), np.random.default_rng(5)
    path, logs, marks = write(scene.visits, []), [], []
    for tick in range(1, 4):
        append(path, some_rows(rng, 3, 9))
        scene.tick(tick)
        logs.append(scene.log_files()[0].read_bytes())
        marks.append(scene.mark)
    file, good = scene.log_files()[0], logs[-1]

    def refused(content, mark=marks[-1]):
        file.write_bytes(content)
        with pytest.raises(PrivacyError, match="not the one the state was written with"):
            scene.taken_up(mark)

    for cut in range(0, len(good), 11):
        refused(good[:cut])
    for at in range(0, len(good), 11):
        refused(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
    refused(logs[0] + good[len(logs[1]) :])  # a record left out
    refused(logs[1] + good[len(logs[0]) : len(logs[1])])  # one twice
    first, second = logs[0], logs[1][len(logs[0]) :]
    refused(second + first + good[len(logs[1]) :])  # two exchanged
    refused(good, marks[-1].replace("[[1", "[[2"))  # of another part
    refused(good, "[[1, 5]]")
    file.write_bytes(good)
    other = ChangeLog(scene.vault, "another receipt")
    with pytest.raises(PrivacyError, match="not the one"):
        other.take_up(scene.fresh(), marks[-1])
    file.write_bytes(good + b"what a killed tick left")
    assert same(scene.taken_up()[0], scene.feed)
    file.unlink()
    with pytest.raises(PrivacyError, match="not the one"):
        scene.taken_up()


def test_a_tick_writes_what_it_brought_and_not_who_came_before(tmp_path, monkeypatch):
    """By bytes, not by time: 20 persons cost the same after 3,000 others, also while the log is begun anew."""
    written = []
    put = stream_changes.put
    monkeypatch.setattr(
        stream_changes, "put", lambda path, size, content: (written.append(len(content)), put(path, size, content))
    )
    scene = Scene(tmp_path)
    path = write(scene.visits, [])
    people = iter(range(10**6))
    for tick in range(1, 11):
        append(path, [line(f"p{next(people)}", "North", tick) for _ in range(3000 if tick == 5 else 20)])
        scene.tick(tick)
    assert len(set(written[5:])) == 1
    assert written[9] == written[1]
    monkeypatch.setattr(stream_changes, "_ROOM", -(10**7))
    monkeypatch.setattr(stream_changes, "_SLICE", 50)
    del written[:]
    for tick in range(11, 17):
        append(path, [line(f"p{next(people)}", "North", tick) for _ in range(20)])
        scene.tick(tick)
    assert max(written) < 8000 < 3000 * 48


def test_a_state_of_an_earlier_release_begins_the_log_with_everything(tmp_path):
    scene, rng = Scene(tmp_path), np.random.default_rng(6)
    write(scene.visits, some_rows(rng, 50, 30))
    scene.feed.look(START)
    scene.feed.close()
    old = {name: value for name, value in scene.feed.fields().items() if not name.endswith("before")}
    feed, log = scene.fresh(), ChangeLog(scene.vault, STREAM)
    feed.restore(old)
    log.take_up(feed, None)
    scene.mark = log.write_down(feed, 1)
    assert same(scene.taken_up(head=feed.head())[0], scene.feed)
