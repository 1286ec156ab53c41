"""Nothing in the data makes a source fail, nothing it says quotes the data, and nothing is left behind."""

from __future__ import annotations

import datetime as dt
import os
import pickle
import tempfile
import traceback
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bounding_scenes import counted
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows, Total
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import EpsilogError, PrivacyError, SourceError, SpecError
from epsilog.sources import DuckSource, open_source
from epsilog.sources.failure import withheld

CANARY = "canary-4711"
KINDS: dict[str, ColumnKind] = {"who": "text", "town": "text", "x": "number"}
TALLY = Tally(Grid((Keys("town", ("N", "S")),)), (Rows(), Persons(), Total.between("x", 0, 10, 1)))
PERSON, LOOSE = Protect(Unit("who")), Bounds(cells=2, rows_per_cell=100)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder of our own, to see what is put there."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def csv_answers(tmp_path: Path, raw: bytes, tally: Tally = TALLY, **options: Any) -> list[list[int]]:
    (tmp_path / "rows.csv").write_bytes(raw)
    return counted(tmp_path / "rows.csv", [tally], PERSON, LOOSE, KINDS, **options)[0]


@pytest.mark.parametrize(
    ("raw", "rows"),
    [
        (b"", None),
        (b"who,town,x\n", [0, 0]),
        (b"who,town,x", [0, 0]),
        (b"\xef\xbb\xbfwho,town,x\r\na,N,1\r\n", [1, 0]),
        (b"x,town,extra,who\n1,N,,a\n", [1, 0]),
        (b"who,town,x\na,N\nb,S,1,2,3\n\nc\nd,N,1", [1, 0]),  # a line of another width counts nowhere
        (b'who,town,x\na,"N",1\n"b\nb",S,1\n"c""c",S,"2"\n', [1, 2]),  # two lines, of which the second can be read
        (b'who,town,x\na,N,1\nb,"S,1\nc,S,1\n', [1, 1]),  # an open quote ends with its line
        (b'who,town,x\na"a,N,1\nb,"S"x,1\nc,S,1\n', [1, 1]),  # nor is a cell that goes on behind its quote
        (b"who,town,x\n\xff\xfe,N,1\nb,S,1\n", [0, 1]),  # an id that is no UTF-8 names nobody
        (b"who,town,x\na\x00,N,1\nb,S,1\n", [1, 1]),
        (b"who,town,x\ra,N,1\rb,S,1\r", [1, 1]),
        (b"who,town,x\n" + b"y" * 3_000_000 + b",N,1\nb,S,1\n", [0, 1]),  # as is one without end
        (b"who,town,x\n=cmd|' /C calc'!A0,N,1\n", [1, 0]),
        (b"who,town,x\n#a,N,1\n", [1, 0]),
        (b'who,"town",x\n,N,1\n"",N,1\n', [0, 0]),  # without an id a row belongs to nobody
    ],
)
def test_any_csv_is_a_table(tmp_path: Path, raw: bytes, rows: list[int] | None) -> None:
    if rows is None:
        with pytest.raises(SpecError, match="no column"):
            csv_answers(tmp_path, raw)
    else:
        assert csv_answers(tmp_path, raw)[0] == rows


def test_ragged_lines_and_quoted_new_lines_together(tmp_path: Path) -> None:
    """An engine's parallel reader refuses this mixture, once the file is long enough to be read in pieces."""
    block = b'a,N\n"b\nb",S,1\nc,N,1,9\n' * 2_000
    for threads in (1, 4):
        assert csv_answers(tmp_path, b"who,town,x\n" + block, threads=threads)[0] == [0, 100]


def test_other_delimiters_and_chinese_names(tmp_path: Path) -> None:
    (tmp_path / "就诊.csv").write_bytes("患者;地区;收缩压\n张三;北京;120\n李四;上海;8\n".encode("gb18030"))
    kinds: dict[str, ColumnKind] = {"患者": "text", "地区": "text", "收缩压": "number"}
    tally = Tally(Grid((Keys("地区", ("北京", "上海")),)), (Rows(), Total.between("收缩压", 0, 100, 1)))
    with DuckSource(Origin(str(tmp_path / "就诊.csv"), kinds, "gb18030", ";")) as source:
        assert source.columns() == ("患者", "地区", "收缩压")
        [[rows, total]] = source.bounded([tally], Protect(Unit("患者")), Bounds(rows=1))
    assert (rows.values.tolist(), total.values.tolist()) == ([1, 1], [100, 8])


def test_broken_gb18030_is_mended_and_names_nobody(tmp_path: Path) -> None:
    raw = "who,town,x\n张,N,1\n".encode("gb18030") + b"\x81,S,1\nb,S,\xff1\n"
    assert csv_answers(tmp_path, raw, encoding="gb18030")[0] == [1, 1]


@pytest.mark.parametrize("name", ["a*.csv", "[ab].csv", 'it\'s "quoted".csv', "空 格.csv", "rows.CSV"])
def test_names_of_files_are_only_names(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"who,town,x\na,N,1\n")
    (tmp_path / "ab.csv").write_bytes(b"who,town,x\na,N,1\nb,N,1\nc,N,1\n")
    assert counted(tmp_path / name, [TALLY], PERSON, LOOSE, KINDS)[0][0] == [1, 0]


def test_folders_and_links(tmp_path: Path) -> None:
    inner = tmp_path / "data" / "2026"
    inner.mkdir(parents=True)
    (inner / "one.csv").write_bytes(b"who,town,x\na,N,1\n")
    (tmp_path / "data" / "two.csv").symlink_to(inner / "one.csv")
    assert counted(tmp_path / "data", [TALLY], PERSON, LOOSE, KINDS)[0][0] == [1, 0]  # one file, two names
    with DuckSource(Origin("data/*.csv", KINDS), base=tmp_path) as source:
        assert source.columns() == ("who", "town", "x")


def test_objects_of_every_kind() -> None:
    class Strange:
        def __str__(self) -> str:
            raise RuntimeError(CANARY)

    odd = [
        1,
        "1",
        1.0,
        True,
        None,
        float("nan"),
        b"\xff",
        "\ud800",
        Strange(),
        10**5000,
        pd.NaT,
        dt.date(2026, 1, 1),
        {},
        pd.NA,
    ]
    frame = pd.DataFrame({"who": odd, "town": "N", "x": odd}, dtype=object)
    assert counted(frame, [TALLY], PERSON, LOOSE, KINDS)[0][0][0] == 6  # half a character names nobody


def test_texts_that_are_no_utf8_in_arrow() -> None:
    broken = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0\2\0\0\0"), pa.py_buffer(b"\xffb")]
    )
    frame = pa.table({"who": broken, "town": ["N", "N"], "x": ["1", "2"]})
    assert counted(frame, [TALLY], PERSON, LOOSE, KINDS)[0][0] == [2, 0]  # named by their bytes


def failures(tmp_path: Path) -> list[Any]:
    """Calls that must fail, each with a canary in what it reads."""
    bad = tmp_path / "rows.parquet"
    bad.write_bytes(b"PAR1" + CANARY.encode() * 30 + b"PAR1")
    gone = tmp_path / "gone.csv"
    gone.write_bytes(b"who,town,x\n" + CANARY.encode() + b",N,1\n")
    whole = tmp_path / "whole.parquet"
    pl.DataFrame({"who": [CANARY] * 1_000, "town": ["N"] * 1_000, "x": [1.0] * 1_000}).write_parquet(whole)
    cut = whole.read_bytes()
    whole.write_bytes(cut[:60] + bytes(200) + cut[260:])

    def vanished() -> None:
        with DuckSource(Origin(str(gone), KINDS)) as source:
            assert source.columns()
            gone.unlink()
            source.bounded([TALLY], PERSON, LOOSE)

    def starved() -> None:
        wide = pl.DataFrame({"who": [f"{CANARY}{i}" * 50 for i in range(30_000)], "town": "N", "x": 1.0})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("epsilog.sources.duck.AMPLE", "1MB")  # all the machine has
            counted(wide, [TALLY], PERSON, LOOSE, KINDS, memory="1MB")

    return [
        lambda: counted(bad, [TALLY], PERSON, LOOSE, KINDS),
        lambda: counted(whole, [TALLY], PERSON, LOOSE, KINDS),
        vanished,
        starved,
    ]


def test_failures_have_constant_words_and_leave_nothing(tmp_path: Path, temporary: Path) -> None:
    said = set()
    for work in failures(tmp_path):
        with pytest.raises(SourceError) as caught:
            work()
        error: BaseException | None = caught.value
        assert error is not None
        text = "".join(traceback.format_exception(error)) + repr(error)
        assert CANARY not in text
        assert error.__context__ is None
        assert error.__cause__ is None
        said.add(str(error))
        assert list(temporary.iterdir()) == []
    assert all("its own words are withheld" in words for words in said)
    assert len(said) <= 3


def test_what_an_engine_raises_is_not_attached() -> None:
    def fails() -> None:
        raise RuntimeError(CANARY) from ValueError(CANARY)

    for work in (fails, lambda: withheld("bound", fails)):
        with pytest.raises(SourceError) as caught:
            withheld("read", work)
        assert ("[S2]" if work is fails else "[S3]") in str(caught.value)
        assert caught.value.__context__ is None
        assert CANARY not in "".join(traceback.format_exception(caught.value))


def test_temporary_files_are_private_and_gone(tmp_path: Path, temporary: Path) -> None:
    seen: list[tuple[str, int]] = []

    def look(done: int, total: int) -> None:
        for folder, _, files in os.walk(temporary):
            seen.append((folder, os.stat(folder).st_mode & 0o777))
            seen.extend((file, os.stat(Path(folder) / file).st_mode & 0o777) for file in files)

    (tmp_path / "rows.csv").write_bytes("who,town,x\n张,N,1\n".encode("gb18030"))
    source = open_source(Origin(str(tmp_path / "rows.csv"), KINDS, "gb18030"))
    with source:
        source.bounded([TALLY], PERSON, LOOSE, progress=look)
    inner = {mode for path, mode in seen if path != str(temporary)}
    assert not any(path.endswith(".csv") for path, _ in seen), "no row is written, transcoded ones neither"
    assert inner <= {0o700, 0o600}
    assert list(temporary.iterdir()) == []


def test_the_engine_is_locked_in(tmp_path: Path) -> None:
    from epsilog.sources.engine import Engine
    from epsilog.sources.private_folder import PrivateFolder

    (tmp_path / "other.csv").write_text("a\n1\n")
    folder = PrivateFolder()
    engine = Engine(folder, ())
    try:
        for forbidden in (
            f"SELECT * FROM read_csv('{tmp_path}/other.csv')",
            f"COPY (SELECT 1) TO '{tmp_path}/out.csv'",
            "INSTALL httpfs",
            "LOAD httpfs",
            "SET enable_external_access = true",
            f"ATTACH '{tmp_path}/x.db'",
            "SELECT * FROM tmp_path",  # no variable of Python's is a table
        ):
            with pytest.raises(Exception, match=r"(?i)disabled|locked|does not exist|permission|cannot"):
                engine.run(forbidden)
    finally:
        engine.close()
        folder.close()


def test_a_source_shows_nothing() -> None:
    frame = pl.DataFrame({"who": [CANARY], "town": ["N"], "x": [1.0]})
    source = open_source(Origin(None, KINDS), frame=frame)
    assert CANARY not in repr(source) + str(vars(source)["_parts"])
    with pytest.raises(PrivacyError):
        pickle.dumps(source)


@pytest.mark.parametrize(
    ("kinds", "tally", "protect", "bounds", "says"),
    [
        ({"who": "number"}, TALLY, PERSON, LOOSE, "text or an integer"),
        ({"town": "integer"}, TALLY, PERSON, LOOSE, "no integer"),
        (
            {"town": "boolean"},
            Tally(Grid((Keys("town", ("1", "true")),)), (Rows(),)),
            PERSON,
            LOOSE,
            "written twice",
        ),
        ({}, TALLY, Protect(Unit("who", per="1mo")), LOOSE, "say which days"),
        ({}, TALLY, PERSON, Bounds(), "say how many"),
        ({}, Tally(Grid((Keys("town", ("",)),)), (Rows(),)), PERSON, LOOSE, "no text"),
        ({}, TALLY, Protect(Unit("row")), Bounds(), "does not know persons"),
        (
            {},
            Tally(Grid(), (Total("x", 0, 1, __import__("fractions").Fraction(1, 10**400)),)),
            PERSON,
            LOOSE,
            "grain",
        ),
    ],
)
def test_malformed_requests_are_refused_before_a_row_is_read(
    kinds: Any, tally: Tally, protect: Protect, bounds: Bounds, says: str
) -> None:
    frame = pl.DataFrame({"who": [CANARY], "town": ["N"], "x": [1.0]})
    with open_source(Origin(None, KINDS | kinds), frame=frame) as source:
        for refuse in (source.check, source.bounded):
            with pytest.raises(SpecError, match=says):
                refuse([tally], protect, bounds)


@pytest.mark.parametrize("frame", [None, 3, "rows", [1], {"who": [1]}, pl.Series([1])])
def test_what_is_no_frame_is_refused(frame: Any) -> None:
    with pytest.raises(EpsilogError):
        open_source(Origin(None, KINDS), frame=frame)


def test_files_that_are_not_there_or_not_ours(tmp_path: Path) -> None:
    (tmp_path / "a.csv").touch()
    (tmp_path / "b.parquet").touch()
    for file in ("none.csv", "none-*.csv", "rows.xlsx", str(tmp_path / "*"), str(tmp_path)):
        with pytest.raises(EpsilogError) as caught:
            open_source(Origin(file, KINDS), base=tmp_path)
        assert caught.value.where == "source.file"


def test_a_column_that_one_file_lacks(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"who,town,x\na,N,1\n")
    (tmp_path / "b.csv").write_bytes(b"who,x\nb,1\n")
    with DuckSource(Origin(str(tmp_path / "*.csv"), KINDS)) as source:
        assert source.columns() == ("who", "x")
        with pytest.raises(SpecError, match="no column 'town'"):
            source.check([TALLY], PERSON, LOOSE)
    (tmp_path / "b.csv").write_bytes(b"who,town,x,town\nb,N,1,S\n")
    with (
        DuckSource(Origin(str(tmp_path / "*.csv"), KINDS)) as source,
        pytest.raises(SpecError, match="more than once"),
    ):
        source.columns()


def test_every_step_is_told_and_how_many_there_are_is_no_secret() -> None:
    told: list[tuple[int, int]] = []
    other = Tally(Grid(), (Rows(),))
    frame = pl.DataFrame({"who": ["a"], "town": ["N"], "x": [1.0]})
    with open_source(Origin(None, KINDS), frame=frame) as source:
        source.bounded([TALLY, other, TALLY], PERSON, LOOSE, progress=lambda *step: told.append(step))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]  # the same table twice is one step


def test_days_of_the_wall_clock_in_both_hours_of_a_long_night() -> None:
    """02:30 comes twice in Berlin on 25 October 2026 and not at all on 29 March; both are one tick."""
    kinds: dict[str, ColumnKind] = {"who": "text", "sent": "instant"}
    days = During("sent", dt.date(2026, 10, 25), dt.date(2026, 10, 25))
    frame = pl.DataFrame(
        {"who": ["a", "a", "a"], "sent": ["2026-10-25T00:30Z", "2026-10-25T01:30Z", "2026-10-24T22:00Z"]}
    )
    protect = Protect(Unit("who", per="1h"), "Europe/Berlin")
    [[rows, persons]] = counted(
        frame, [Tally(Grid((days.ticks("1h"),)), (Rows(), Persons()), days)], protect, Bounds(rows=5), kinds
    )
    assert rows[:4] == [1, 0, 2, 0]
    assert persons[:4] == [1, 0, 1, 0]


def test_what_a_killed_process_left_is_cleared_away_and_what_a_living_one_uses_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import signal

    from epsilog.sources.private_folder import PrivateFolder
    from ledger_processes import Child, Send

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def work(send: Send) -> None:
        folder = PrivateFolder()
        (folder.path / "rows.csv").write_text("private")
        send(("made", str(folder.path)))
        signal.pause()

    dead, alive = Child(work), Child(work)
    left, used = (Path(child.next()[1]) for child in (dead, alive))
    dead.kill()
    assert (left / "rows.csv").exists()
    mine = PrivateFolder()
    assert not left.exists()
    assert (used / "rows.csv").exists()
    alive.kill()
    PrivateFolder().close()
    assert not used.exists()
    assert mine.path.exists()
    mine.close()
    assert list(tmp_path.iterdir()) == []
