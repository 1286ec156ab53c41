"""A file is read once, however many names it has, and what is hidden is no data."""

from __future__ import annotations

import os
import random
import resource
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Rows
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SourceError, SpecError
from epsilog.sources import count_files, open_source
from epsilog.sources.open_files import OpenFiles, check_room
from epsilog.sources.parts import FileParts
from epsilog.sources.place import files_of

KINDS: dict[str, ColumnKind] = {"who": "text", "town": "text"}
TALLY = Tally(Grid((Keys("town", ("N", "S")),)), (Rows(),))
ROW, ANY = Protect(Unit("row")), Bounds()
FORMATS = ("csv", "parquet")


def write(path: Path, rows: int = 3, town: str = "N") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    frame = pl.DataFrame({"who": [f"p{at}" for at in range(rows)], "town": [town] * rows})
    if path.suffix == ".csv":
        frame.write_csv(path)
    else:
        frame.write_parquet(path)
    return path


def counted(file: str, base: Path) -> list[int]:
    with open_source(Origin(file, KINDS), base=base) as source:
        [[answer]] = source.bounded([TALLY], ROW, ANY)
    return [int(value) for value in answer.values]


def linked(folder: Path, file: Path) -> None:
    (folder / f"other{file.suffix}").symlink_to(file)


def hard_linked(folder: Path, file: Path) -> None:
    (folder / f"other{file.suffix}").hardlink_to(file)


def under_a_linked_folder(folder: Path, file: Path) -> None:
    (folder / "inner").mkdir()
    file.rename(folder / "inner" / file.name)
    (folder / "again").symlink_to(folder / "inner")


def around_a_loop(folder: Path, file: Path) -> None:
    (folder / "up").symlink_to(folder)
    (folder / "up too").symlink_to(folder)


def hidden(folder: Path, file: Path) -> None:
    for place in (folder / ".ipynb_checkpoints", folder / "inner" / ".trash" / "deep"):
        write(place / f"rows-checkpoint{file.suffix}")
    write(folder / f".rows{file.suffix}")


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("way", [linked, hard_linked, under_a_linked_folder, around_a_loop, hidden])
def test_one_file_is_read_once(tmp_path: Path, ending: str, way: Callable[[Path, Path], None]) -> None:
    file = write(tmp_path / "data" / f"rows.{ending}")
    way(file.parent, file)
    for named in ("data", "data/**/*.{}"):
        assert counted(named.format(ending), tmp_path) == [3, 0]
    for named in ("data/**", "*/**/*.{}", "data/**/**/*.{}", "data/../d*/**/*.{}", str(tmp_path / "**/*.{}")):
        assert len(files_of(named.format(ending), tmp_path).files) == 1


@pytest.mark.parametrize("ending", FORMATS)
def test_names_side_by_side_and_a_folder_that_is_a_link(tmp_path: Path, ending: str) -> None:
    file = write(tmp_path / "one" / f"rows.{ending}")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    (tmp_path / "three").mkdir()
    (tmp_path / "three" / file.name).hardlink_to(file)
    write(tmp_path / "four" / f"rows.{ending}", 2, "S")
    for named in (f"*/rows.{ending}", f"[ot]*/*.{ending}", f"**/rows.{ending}"):
        assert counted(named, tmp_path) == [3, 0 if named.startswith("[") else 2]
    assert count_files(Origin(f"*/rows.{ending}", KINDS), tmp_path) == (2, 4)
    # `two` is the name of a folder that is known under another one.
    assert count_files(Origin(f"**/rows.{ending}", KINDS), tmp_path) == (2, 4)
    assert count_files(Origin(f"one/rows.{ending}", KINDS), tmp_path) == (1, 1)
    assert count_files(Origin(None, KINDS)) is None


def test_a_loop_below_is_not_walked_round(tmp_path: Path) -> None:
    write(tmp_path / "inner" / "rows.csv")
    (tmp_path / "inner" / "up").symlink_to(tmp_path / "inner")
    for named in (".", "**/*.csv", "**"):
        assert (len(files_of(named, tmp_path).files), files_of(named, tmp_path).names) == (1, 2)


def test_what_is_asked_for_by_a_dot_is_found(tmp_path: Path) -> None:
    write(tmp_path / ".kept" / "rows.csv")
    write(tmp_path / ".rows.csv", 1, "S")
    assert counted(".kept/rows.csv", tmp_path) == [3, 0]
    assert counted(".kept", tmp_path) == [3, 0]
    assert counted(".k*/*.csv", tmp_path) == [3, 0]
    assert counted(".*.csv", tmp_path) == [0, 1]
    with pytest.raises(SourceError, match="no such file"):
        counted("*.csv", tmp_path)


def test_a_base_is_no_pattern_and_links_to_nowhere_are_no_files(tmp_path: Path) -> None:
    base = tmp_path / "a [1]*"
    write(base / "rows.csv")
    (base / "gone.csv").symlink_to(base / "nowhere")
    (base / "self.csv").symlink_to(base / "self.csv")
    os.mkfifo(base / "pipe.csv")
    assert counted("*.csv", base) == [3, 0]
    assert files_of("*.csv", base).names == 1


def test_a_link_is_read_as_what_its_name_says(tmp_path: Path) -> None:
    write(tmp_path / "rows.csv").rename(tmp_path / "blob")
    (tmp_path / "rows.csv").symlink_to(tmp_path / "blob")
    assert counted("rows.csv", tmp_path) == [3, 0]
    (tmp_path / "rows.parquet").symlink_to(tmp_path / "blob")
    with pytest.raises(SpecError, match=r"a \.csv or a \.parquet file"):
        files_of("rows.*", tmp_path)


@pytest.mark.parametrize("ending", FORMATS)
def test_names_that_come_to_mean_one_file_are_read_once(tmp_path: Path, ending: str) -> None:
    one, two = write(tmp_path / f"one.{ending}"), write(tmp_path / f"two.{ending}", 5, "S")
    with open_source(Origin(f"*.{ending}", KINDS), base=tmp_path) as source:
        source.check([TALLY], ROW, ANY)
        two.unlink()
        two.hardlink_to(one)  # after the check, before the reading
        [[answer]] = source.bounded([TALLY], ROW, ANY)
    assert answer.values.tolist() == [3, 0]


@pytest.mark.parametrize("ending", FORMATS)
def test_what_was_told_apart_is_what_is_read(tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is turned over in the very moment: the old one is read, or nothing; never the same one twice."""
    one, two = write(tmp_path / f"one.{ending}"), write(tmp_path / f"two.{ending}", 5, "S")
    views = FileParts.views

    def turned(self: FileParts, engine: object, wanted: object) -> object:
        os.replace(one, tmp_path / "away")
        (tmp_path / f"one.{ending}").hardlink_to(two)
        return views(self, engine, wanted)  # type: ignore[arg-type]

    monkeypatch.setattr(FileParts, "views", turned)
    try:
        found = counted(f"*.{ending}", tmp_path)
    except SourceError:
        found = [3, 5]
    assert found == [3, 5]


def test_something_else_in_the_place_of_a_file_does_not_make_it_wait(tmp_path: Path) -> None:
    file = write(tmp_path / "rows.csv")
    with open_source(Origin("rows.csv", KINDS), base=tmp_path) as source:
        file.unlink()
        os.mkfifo(file)
        with pytest.raises(SourceError, match="not a file"):
            source.columns()


def test_more_files_than_may_be_open_are_refused_before_anything_is_paid(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
        check_room(100)  # makes room where there may be some
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 456
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with pytest.raises(SourceError, match="more than a process may hold open"):
        check_room(hard)


def test_nothing_stays_open(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{at}.csv") for at in range(5)]
    before = set(os.listdir("/proc/self/fd"))
    for _ in range(3):
        assert counted("*.csv", tmp_path) == [15, 0]
    with pytest.raises(FileNotFoundError):
        OpenFiles([*paths, tmp_path / "gone.csv"])
    assert set(os.listdir("/proc/self/fd")) == before


def test_random_trees_of_links_give_each_file_once(tmp_path: Path) -> None:
    """Whatever leads where: the rows are those of the different files that can be reached without a dot."""
    dice = random.Random(3)
    for turn in range(20):
        root = tmp_path / str(turn)
        folders, files = [root], []
        root.mkdir()
        for at in range(12):
            place = dice.choice(folders)
            kind = dice.choice(["folder", "file", "file", "link", "hard", "hidden"])
            if kind == "folder":
                folders.append(place / f"d{at}")
                folders[-1].mkdir()
            elif kind == "file":
                files.append(write(place / f"f{at}.csv", dice.randrange(1, 4)))
            elif kind == "link":
                target = dice.choice([*folders, *files])
                (place / f"l{at}{target.suffix}").symlink_to(target)
            elif kind == "hard" and files:
                (place / f"h{at}.csv").hardlink_to(dice.choice(files))
            elif kind == "hidden":
                write(place / f".h{at}.csv", 9)
        for named in (".", "**/*.csv", "**") if files else ():
            found = files_of(named, root).files
            assert sorted(file.stat().st_ino for file in found) == sorted(file.stat().st_ino for file in files)
        if turn < 3 and files:
            rows = sum(len(file.read_text().splitlines()) - 1 for file in files)
            assert counted("**", root) == [rows, 0]
