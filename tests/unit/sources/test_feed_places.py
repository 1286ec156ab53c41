"""Which file is which: turned over while they are read, numbers used again, gone and back, two devices.

A feed of single rows: nothing but the reading of files keeps a row from counting twice.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SourceError
from epsilog.sources import feed_places
from feed_scenes import KINDS, START, append, asked, feed_of, line, write


def rows_of_a_folder(tmp_path):
    """A feed of single rows: nothing but the reading of files keeps one from counting twice."""
    source = Origin("visits/", KINDS)
    (tmp_path / "visits").mkdir()
    spec = asked(source=source, protect=Protect(Unit("row")), bound=Bounds())
    return (
        tmp_path / "visits",
        feed_of(tmp_path, room=None, spec=spec),
        lambda: feed_of(tmp_path, room=None, spec=spec),
    )


@pytest.mark.parametrize("again", [False, True], ids=["same process", "after a restart"])
def test_files_that_were_renamed_are_read_on_and_not_again(tmp_path, again):
    """As programs that turn logs over do: the newest keeps its name, older ones move along."""
    folder, feed, fresh = rows_of_a_folder(tmp_path)
    newest = write(folder, [line("a", "North", 0), line("b", "North", 0)])
    feed.look(START)
    for turn in range(3):
        if (folder / "visits-1.csv").exists():
            (folder / "visits-1.csv").rename(folder / "visits-2.csv")
        newest.rename(folder / "visits-1.csv")
        append(folder / "visits-1.csv", [line("late", "South", 0)])
        write(folder, [line(f"c{turn}", "North", 0)])
        if again:
            other = fresh()
            other.restore(feed.fields())
            feed = other
        feed.look(START)
        if turn == 1:
            (folder / "visits-2.csv").unlink()
    assert feed.close()[0].tolist() == [5, 3], "every row once"


def test_two_names_of_one_file_are_one_file(tmp_path):
    folder, feed, _ = rows_of_a_folder(tmp_path)
    path = write(folder, [line("a", "North", 0)])
    (folder / "alias.csv").symlink_to(path)
    feed.look(START)
    (folder / "zebra.csv").hardlink_to(path)
    feed.look(START)
    append(path, [line("b", "North", 0)])
    feed.look(START)
    assert feed.close()[0].tolist() == [2, 0]


def test_another_file_in_the_place_of_one_that_was_read_is_refused(tmp_path):
    folder, feed, _ = rows_of_a_folder(tmp_path)
    path = write(folder, [line("a", "North", 0)])
    good = path.read_bytes()
    feed.look(START)
    path.unlink()
    write(folder, [line("someone else", "South", 0)] * 9)
    with pytest.raises(SourceError, match="another file stands"):
        feed.look(START)
    path.unlink()
    path.write_bytes(good + f"{line('b', 'North', 0)}\n".encode())  # put back from a copy, and grown
    feed.look(START)
    assert feed.close()[0].tolist() == [2, 0]


@pytest.fixture
def held():
    """Files stay open, so that this file system gives other numbers to new ones."""
    with ExitStack() as stack:
        yield lambda path: stack.enter_context(path.open("rb"))


def many(name, count, town="North"):
    return [line(f"{name}{n}", town, 0) for n in range(count)]


@pytest.mark.parametrize("again", [False, True], ids=["same process", "after a restart"])
def test_a_file_turned_over_while_it_is_read_is_read_once(tmp_path, again):
    """The name is another file's before the last row was read; what is remembered is what was read."""
    folder, feed, fresh = rows_of_a_folder(tmp_path)
    newest = write(folder, many("a", 1000))
    rows = feed._lines.rows()
    feed._count(next(rows), 0)
    newest.rename(folder / "visits-1.csv")
    write(folder, many("b", 1200, "South"))
    for row in rows:
        feed._count(row, 0)
    for _ in range(2):
        if again:
            other = fresh()
            other.restore(feed.fields())
            feed = other
        feed.look(START)
    assert feed.close()[0].tolist() == [1000, 1200], "every row once"


def test_a_look_that_is_interrupted_reads_nothing_again(tmp_path, monkeypatch):
    """Ctrl-C in the middle of a row: at worst that row is lost, and the others count once."""
    folder, feed, _ = rows_of_a_folder(tmp_path)
    write(folder, many("a", 50))
    count, counted = feed._count, []

    def interrupted(row, current):
        counted.append(row)
        if len(counted) == 20:
            raise KeyboardInterrupt
        count(row, current)

    monkeypatch.setattr(feed, "_count", interrupted)
    with pytest.raises(KeyboardInterrupt) as kept:  # as a notebook does, which keeps the frames
        feed.look(START)
    feed.look(START)
    assert feed.close()[0].tolist() == [49, 0]
    assert kept.traceback


def test_a_file_turned_over_between_finding_and_reading_is_read_once(tmp_path):
    folder, feed, _ = rows_of_a_folder(tmp_path)
    write(folder, many("a", 3), "a.csv")
    newest = write(folder, many("b", 5), "b.csv")
    feed.look(START)
    append(folder / "a.csv", many("a", 1))
    append(newest, many("b", 1))
    rows = feed._lines.rows()
    feed._count(next(rows), 0)  # a.csv is being read, b.csv was found
    newest.rename(folder / "b-1.csv")
    write(folder, many("c", 70, "South"), "b.csv")
    for row in rows:
        feed._count(row, 0)
    feed.look(START)
    feed.look(START)
    assert feed.close()[0].tolist() == [4 + 6, 70]


@pytest.mark.parametrize("again", [False, True], ids=["same process", "after a restart"])
def test_a_number_that_is_used_again_makes_no_file_new(tmp_path, monkeypatch, held, again):
    """Retention deletes the oldest log, the next one gets its number, and is then turned over itself."""
    given = {}

    def as_ext4_does(file):
        status = os.fstat(file.fileno())
        return 1, given.get(status.st_ino, status.st_ino)

    if hasattr(feed_places, "number_of"):
        monkeypatch.setattr(feed_places, "number_of", as_ext4_does)
    else:
        monkeypatch.setattr(feed_places, "_inode", lambda p: given.get(p.stat().st_ino, p.stat().st_ino))
    folder, feed, fresh = rows_of_a_folder(tmp_path)
    wanted = 0
    for day in range(8):
        oldest = folder / f"of day {day - 2}.csv"
        number = None
        if oldest.exists():
            number = oldest.stat().st_ino
            oldest.unlink()
        if day:
            (folder / "newest.csv").rename(folder / f"of day {day - 1}.csv")
        newest = write(folder, many(f"day {day} ", 3 + day), "newest.csv")
        held(newest)
        wanted += 3 + day
        if number is not None:
            given[newest.stat().st_ino] = given.get(number, number)
        if again:
            other = fresh()
            other.restore(feed.fields())
            feed = other
        feed.look(START)
    assert feed.close()[0].tolist() == [wanted, 0], "every row once"


@pytest.mark.parametrize("how", ["moved", "copied", "copied and renamed"])
@pytest.mark.parametrize("again", [False, True], ids=["same process", "after a restart"])
def test_a_file_that_leaves_and_comes_back_is_read_on(tmp_path, how, again):
    """Another one had its name meanwhile."""
    folder, feed, fresh = rows_of_a_folder(tmp_path)
    write(folder, many("a", 300))
    away = tmp_path / "away.csv"
    feed.look(START)
    (folder / "visits.csv").rename(folder / "visits-1.csv")
    write(folder, many("b", 5))
    feed.look(START)
    (folder / "visits-1.csv").rename(away)
    (folder / "visits.csv").rename(folder / "visits-1.csv")
    feed.look(START)
    if again:
        other = fresh()
        other.restore(feed.fields())
        feed = other
    back = folder / ("visits.csv" if how == "copied" else "old.csv")
    if how == "moved":
        away.rename(back)
    else:
        back.write_bytes(away.read_bytes())
    feed.look(START)
    append(back, many("c", 7))
    feed.look(START)
    assert feed.close()[0].tolist() == [300 + 5 + 7, 0], "every row once"


def test_a_number_of_a_file_without_rows_does_not_hide_one_that_came_back(tmp_path, monkeypatch, held):
    """It has the number of a file of which the header alone was read."""
    given = {}
    monkeypatch.setattr(
        feed_places, "number_of", lambda file: (1, given.get(os.fstat(file.fileno()).st_ino, 5)), raising=False
    )
    folder, feed, _ = rows_of_a_folder(tmp_path)
    path = write(folder, many("a", 40), "read.csv")
    given[path.stat().st_ino] = 4
    empty = write(folder, [], "empty.csv")
    feed.look(START)
    content = path.read_bytes()
    held(path)
    held(empty)
    path.unlink()
    empty.unlink()
    (folder / "back.csv").write_bytes(content)  # has the number 5 now
    feed.look(START)
    assert feed.close()[0].tolist() == [40, 0]


def test_files_that_begin_alike_and_go_on_otherwise_are_two_files(tmp_path, monkeypatch):
    """Also where the second has the number of the first: what was read of it ends otherwise."""
    monkeypatch.setattr(feed_places, "number_of", lambda file: (1, 5))
    folder, feed, _ = rows_of_a_folder(tmp_path)
    first = write(folder, many("a", 300) + many("b", 60), "a.csv")
    feed.look(START)
    first.unlink()
    write(folder, many("a", 300) + many("c", 60, "South"), "b.csv")
    feed.look(START)
    assert feed.close()[0].tolist() == [300 + 60 + 300, 60]


def test_files_of_two_devices_are_two_files(tmp_path, monkeypatch):
    """Even where both have the same number there."""
    folder, feed, fresh = rows_of_a_folder(tmp_path)
    numbers = {"a": (1, 77), "b": (2, 77)}

    def number(file):
        file.seek(18)
        return numbers[file.read(1).decode()]

    def number_of_old(path):
        with path.open("rb") as file:
            return number(file)[1]

    if hasattr(feed_places, "number_of"):
        monkeypatch.setattr(feed_places, "number_of", number)
    else:
        monkeypatch.setattr(feed_places, "_inode", number_of_old)
    first, second = write(folder, many("a", 3), "a.csv"), write(folder, many("b", 4), "b.csv")
    feed.look(START)
    append(first, many("a", 1))
    append(second, many("b", 1))
    other = fresh()
    other.restore(feed.fields())
    other.look(START)
    assert other.close()[0].tolist() == [9, 0]


def test_links_into_the_memory_of_the_machine_are_read_once_each(tmp_path):
    """Two devices where there are two: a disk, and the memory that is mounted at /dev/shm."""
    folder, feed, _ = rows_of_a_folder(tmp_path)
    memory = Path("/dev/shm")
    there = memory if memory.is_dir() and os.access(memory, os.W_OK) else tmp_path
    far = there / f"epsilog-test-{os.getpid()}.csv"
    try:
        far.write_text("who,town,at,spent\n" + "".join(f"{one}\n" for one in many("a", 3)))
        (folder / "far.csv").symlink_to(far)
        (folder / "far again.csv").symlink_to(far)
        write(folder, many("b", 4), "near.csv")
        feed.look(START)
        append(far, many("a", 1))
        feed.look(START)
        assert feed.close()[0].tolist() == [8, 0]
    finally:
        far.unlink()


def test_hidden_entries_and_what_is_no_file_are_not_read(tmp_path):
    folder, feed, _ = rows_of_a_folder(tmp_path)
    write(folder, many("a", 3))
    write(folder, many("a", 3), ".visits.csv")
    (folder / ".ipynb_checkpoints.csv").mkdir()
    (folder / "folder.csv").mkdir()
    (folder / "nowhere.csv").symlink_to(tmp_path / "not there")
    (folder / "round.csv").symlink_to(folder / "round.csv")
    os.mkfifo(folder / "pipe.csv")  # opening it would wait for ever
    feed.check()
    feed.look(START)
    assert feed.close()[0].tolist() == [3, 0]
    glob = asked(source=Origin("visits/*.csv", KINDS), protect=Protect(Unit("row")), bound=Bounds())
    feed = feed_of(tmp_path, room=None, spec=glob)
    feed.look(START)
    assert feed.close()[0].tolist() == [3, 0]
    one = asked(source=Origin("visits/pipe.csv", KINDS), protect=Protect(Unit("row")), bound=Bounds())
    with pytest.raises(SourceError, match="no regular file"):
        feed_of(tmp_path, room=None, spec=one).check()


def test_places_that_an_earlier_release_wrote_are_taken_over(tmp_path):
    """One place for each name, with a number and a beginning; no device, and no end."""
    folder, feed, fresh = rows_of_a_folder(tmp_path)
    path, other = write(folder, many("a", 300), "a.csv"), write(folder, many("b", 3), "b.csv")

    def place(file):
        raw = file.read_bytes()
        digest = int.from_bytes(feed_places.hashlib.sha256(raw[:4096]).digest()[:7], "big")
        return [len(raw), 0, file.stat().st_ino, min(len(raw), 4096), digest]

    old = {name: value for name, value in feed.fields().items() if name not in ("which", "places", "names")}
    old |= {"files": "a.csv\nb.csv\nc.csv", "offsets": np.array([place(path), place(other), [0] * 5])}
    path.rename(folder / "z.csv")
    append(folder / "z.csv", many("c", 2))
    feed = fresh()
    feed.restore(old)
    feed.look(START)
    feed.look(START)
    assert feed.close()[0].tolist() == [2, 0]


def test_a_folder_that_is_turned_over_while_it_is_listed_is_listed_again(tmp_path, monkeypatch):
    folder, feed, _ = rows_of_a_folder(tmp_path)
    write(folder, many("a", 3))
    feed.look(START)
    (folder / "visits.csv").rename(folder / "visits-1.csv")
    write(folder, many("b", 40))
    listings = iter([["visits.csv"], ["visits.csv", "visits-1.csv"]])
    seen = feed._lines._files
    monkeypatch.setattr(feed._lines, "_files", lambda: [(n, folder / n) for n in next(listings, dict(seen()))])
    feed.look(START)
    assert feed.close()[0].tolist() == [43, 0]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_to_files_every_row_that_was_there_at_a_look_counts_once(tmp_path, monkeypatch, seed):
    """Made, grown, turned over, linked, deleted, moved out and back, numbers used again, processes that die."""
    rng = np.random.default_rng(seed)
    given, free, next_free = {}, [], iter(range(10**6))
    monkeypatch.setattr(feed_places, "number_of", lambda file: (1, given[os.fstat(file.fileno()).st_ino]))
    folder, feed, fresh = rows_of_a_folder(tmp_path)
    away = tmp_path / "away"
    away.mkdir()
    seen, written = set(), 0

    def lines(count):
        nonlocal written
        written += count
        return [line(f"row {n}", "North", 0) for n in range(written - count, written)]

    def numbered(path):  # as ext4 does: often the number of one that was deleted
        given[path.stat().st_ino] = free.pop() if free and rng.integers(2) else next(next_free)

    def deleted(path):
        free.append(given.pop(path.stat().st_ino))
        path.unlink()

    for _ in range(300):
        here, out = sorted(folder.iterdir()), sorted(away.iterdir())
        one = here[rng.integers(len(here))] if here else None
        match rng.integers(9):
            case 0:
                numbered(write(folder, lines(int(rng.integers(3))), f"{rng.integers(10**9)}.csv"))
            case 1 | 2 if one:
                append(one, lines(int(rng.integers(1, 60))))
            case 3 if one:
                one.rename(folder / f"{rng.integers(10**9)}.csv")
            case 4 if one and one.stat().st_nlink < 3:
                (folder / f"{rng.integers(10**9)}.csv").hardlink_to(one)
            case 5 if one and one.stat().st_nlink == 1:
                deleted(one)
            case 6 if one and one.stat().st_nlink == 1:
                one.rename(away / one.name)
            case 7 if out:
                back = folder / f"{rng.integers(10**9)}.csv"
                if rng.integers(2):
                    out[0].rename(back)
                else:  # by way of another device: a copy, with another number
                    back.write_bytes(out[0].read_bytes())
                    numbered(back)
                    deleted(out[0])
            case 8:
                feed.look(START)
                for path in folder.iterdir():
                    seen.update(path.read_text().splitlines()[1:])
                if rng.integers(2):
                    other = fresh()
                    other.restore(feed.fields())
                    feed = other
    feed.look(START)
    for path in folder.iterdir():
        seen.update(path.read_text().splitlines()[1:])
    assert feed.close()[0].tolist() == [len(seen), 0]
