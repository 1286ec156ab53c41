"""Bad input through the command line: a clear refusal that costs nothing, or a normal publication.

Data is published at an epsilon so large that noise is 0 but for a chance below exp(-100), so that what each odd row
counts as can be read off exactly. Nobody should do this with real rows.
"""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from epsilog.cli.app import run
from epsilog.ledger import Ledger

SPEC = """\
release: odd
edition: "1"
source:
  file: rows.csv
  columns: {who: text, key: text, at: timestamp, x: number}
protect: {each: who, zone: Europe/Berlin}
bound: {rows: 3}
during: {time: at, from: 2026-03-28, to: 2026-03-30}
publish:
  - {count: rows, by: {key: [a, b, é, "01"]}}
  - {count: persons, every: 1d}
  - {sum: x, between: [0, 10], grain: 1}
spend: {epsilon: 9000, from: house}
"""
OPEN = "ledger open house --each who --zone Europe/Berlin --epsilon 900000 --by Ada"
GOOD = [("ann", "a", "2026-03-28 10:00:00", "4"), ("bob", "b", "2026-03-30 23:59:59", "7")]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with one rich account, made once and copied for each test."""
    place = tmp_path_factory.mktemp("books") / "ledger.db"
    assert run([*OPEN.split(), "--ledger", str(place), "--json"]) == 0
    return place


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, books: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    for part in books.parent.glob("ledger.db*"):
        shutil.copy(part, part.name)
    Path("spec.yaml").write_text(SPEC, encoding="utf-8")
    write(GOOD)
    capsys.readouterr()


def write(rows: list[tuple[str, ...]], header: str = "who,key,at,x") -> None:
    with Path("rows.csv").open("w", encoding="utf-8", newline="") as file:
        file.write(header + "\n")
        csv.writer(file).writerows(rows)


def entries() -> int:
    with Ledger.open("ledger.db") as books:
        return len(books.history())


def published(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, list[float]]:
    """Publish, and read the numbers of every table."""
    assert run(["publish", "spec.yaml", "--json", *options]) == 0, capsys.readouterr().err
    record = json.loads(capsys.readouterr().out)
    found = {}
    for name in record["files"]:
        if name.endswith(".csv"):
            with Path(record["folder"], name).open(encoding="utf-8-sig", newline="") as file:
                found[name.partition("/")[2]] = [float(row["value"]) for row in csv.DictReader(file)]
    return found


def counted(capsys: pytest.CaptureFixture[str]) -> tuple[list[float], list[float], float]:
    """Rows by key, persons by day, sum."""
    found = published(capsys)
    by_key, persons, total = (found[name] for name in sorted(found))
    return by_key, persons, total[0]


def refusal(command: str, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """A refusal with a kind, said for machines and for people, without a traceback; nothing was spent."""
    before = entries()
    capsys.readouterr()
    code = run([*command.split(), "--json"])
    out = capsys.readouterr()
    error = json.loads(out.err)["error"]
    assert code == error["code"] != 0
    assert run(command.split()) == code
    shown = capsys.readouterr()
    assert "Traceback" not in shown.err
    assert entries() == before
    return dict(error)


def test_the_good_rows_count_as_they_should(capsys: pytest.CaptureFixture[str]) -> None:
    assert counted(capsys) == ([1, 1, 0, 0], [1, 0, 1], 11)


NUMBERS = "NaN .nan nan inf -inf .inf -.inf -0.0 -0 4.9e-324 1e-320 1e308 1e400 0x1 0b1 1_000 true null ~ 1/0 {} []"
HUGE = ["''", "½", "١", "9" * 5000, "1" + "0" * 200, "1e-200", "0." + "1" * 200]
FIELDS = {
    "epsilon": ("epsilon: 9000", "epsilon: {}"),
    "rows": ("rows: 3", "rows: {}"),
    "low": ("between: [0,", "between: [{},"),
    "grain": ("grain: 1", "grain: {}"),
}


@pytest.mark.parametrize("field", FIELDS)
def test_numbers_that_are_none(field: str, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = FIELDS[field]
    before = entries()
    for number in [*NUMBERS.split(), *HUGE]:
        Path("spec.yaml").write_text(SPEC.replace(old, new.format(number)), encoding="utf-8")
        assert run(["publish", "spec.yaml", "--json"]) == 2, number
        error = json.loads(capsys.readouterr().err)["error"]
        assert error["where"].startswith("spec.yaml:"), number
        assert len(error["what"]) < 200, number
    assert entries() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("epsilon: 9000", "epsilon: 0"),
        ("epsilon: 9000", "epsilon: -1"),
        ("epsilon: 9000", "epsilon: 9000, delta: 1"),
        ("epsilon: 9000", "epsilon: 9000, delta: 1.5"),
        ("epsilon: 9000", "epsilon: 9000, delta: -1e-9"),
        ("rows: 3", "rows: 0"),
        ("rows: 3", "rows: -3"),
        ("rows: 3", "rows: 9223372036854775807"),
        ("rows: 3", "rows: 3, cells: 0"),
        ("between: [0, 10]", "between: [10, 0]"),
        ("between: [0, 10]", "between: [10, 10]"),
        ("between: [0, 10]", "between: [0, 9223372036854775807]"),
        ("between: [0, 10]", "between: [-9223372036854775808, 0]"),
        ("between: [0, 10]", "between: [0, 10, 20]"),
        ("grain: 1", "grain: 0"),
        ("grain: 1", "grain: 1e-17"),
        ("from: 2026-03-28", "from: 0001-01-01"),
        ("to: 2026-03-30", "to: 9999-12-31"),
        ("from: 2026-03-28", "from: 2026-03-31"),
        ("from: 2026-03-28", "from: 2026-02-29"),
        ("[a, b,", "[a, a,"),
        ("[a, b,", '["e\\u0301",'),
        ("key: [a", "key: [[a]"),
        ("by: {key:", "by: {nokey:"),
        ("who: text", "who: text, who: text"),
        ("zone: Europe/Berlin", "zone: ../../etc/passwd"),
        ("zone: Europe/Berlin", "zone: Europe/Atlantis"),
        ("release: odd", "release: !!python/object/apply:os.system [id]"),
        ("release: odd", "release: &x odd"),
        ("release: odd", "<<: {release: odd}"),
        ("release: odd", "release: od\x00d"),
        ("release: odd", 'release: "od\\u202ed"'),
        ("release: odd", "release: " + "o" * 5000),
    ],
)
def test_a_malformed_spec_spends_nothing(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert old in SPEC
    Path("spec.yaml").write_text(SPEC.replace(old, new), encoding="utf-8")
    assert run(["plan", "spec.yaml"]) == 2
    error = refusal("publish spec.yaml", capsys)
    assert error["code"] == 2
    assert error["where"].startswith("spec.yaml")


@pytest.mark.parametrize("ends", ["[0, 9007199254740992]", "[-9007199254740992, 9007199254740992]", "[0, 1/3]"])
def test_numbers_at_the_edge_are_planned(ends: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("spec.yaml").write_text(SPEC.replace("[0, 10], grain: 1", ends), encoding="utf-8")
    assert run(["plan", "spec.yaml"]) == 0
    Path("spec.yaml").write_text(SPEC.replace("[0, 10]", "[0, 9007199254740993]"), encoding="utf-8")
    assert "2^53" in refusal("publish spec.yaml", capsys)["what"]


def test_a_million_keys_and_a_deep_file(capsys: pytest.CaptureFixture[str]) -> None:
    many = ", ".join(f"k{at}" for at in range(100_000))
    Path("spec.yaml").write_text(SPEC.replace("[a, b,", f"[{many},"), encoding="utf-8")
    assert "more than" in refusal("publish spec.yaml", capsys)["what"]
    many = ", ".join(f"k{at}" for at in range(1_000_000))
    Path("spec.yaml").write_text(SPEC.replace("[a, b,", f"[{many},"), encoding="utf-8")
    assert "larger than" in refusal("publish spec.yaml", capsys)["what"]
    Path("spec.json").write_text('{"a":' * 100_000, encoding="utf-8")
    assert "deeper" in refusal("publish spec.json", capsys)["what"]


def test_what_is_no_spec_at_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name, content in (
        ("empty.yaml", b""),
        ("binary.yaml", bytes(range(256))),
        ("utf16.yaml", SPEC.encode("utf-16")),
        ("list.json", b"[]"),
        ("nan.json", b'{"release": NaN}'),
        ("half.json", b'{"release": "\\ud800"}'),
    ):
        Path(name).write_bytes(content)
        assert refusal(f"publish {name}", capsys)["code"] == 2
    assert refusal(f"publish {tmp_path}", capsys)["code"] == 2
    assert refusal("publish nowhere.yaml", capsys)["code"] == 2
    assert refusal("publish /dev/zero", capsys)["code"] == 2


# Odd rows beside the two good ones, and what they add: rows by key, persons by day, sum. Each kind of oddity has
# a person of its own, so that what a group of them adds is the sum of what each adds.
MORE = "2026-03-29 12:00:00"
Added = tuple[tuple[int, int, int, int], tuple[int, int, int], int]
NOTHING: Added = ((0, 0, 0, 0), (0, 0, 0), 0)
OUTSIDE_KEYS: Added = ((0, 0, 0, 0), (0, 1, 0), 1)
NO_VALUE: Added = ((1, 0, 0, 0), (0, 1, 0), 0)
ROWS: dict[str, list[tuple[list[tuple[str, str, str, str]], Added]]] = {
    "persons": [
        # three rows are granted; its sum, 3,000, is clamped to three times the upper end
        ([("cy", "a", MORE, "1")] * 3000, ((3, 0, 0, 0), (0, 1, 0), 30)),
        ([GOOD[0]], ((1, 0, 0, 0), (0, 0, 0), 4)),  # the same row twice
        ([("", "a", MORE, "1"), ("", "b", MORE, "2")], NOTHING),
        ([("é", "a", MORE, "1"), ("e\u0301", "a", MORE, "1")], ((2, 0, 0, 0), (0, 1, 0), 2)),
        ([("=cmd|' /C calc'!A0", "a", MORE, "1")], ((1, 0, 0, 0), (0, 1, 0), 1)),
        ([("x" * (1 << 19), "a", MORE, "1")], ((1, 0, 0, 0), (0, 1, 0), 1)),
        ([("x" * (1 << 20), "a", MORE, "1")], NOTHING),  # its line is longer than a mebibyte
        ([("c\ny", "a", MORE, "1")], ((1, 0, 0, 0), (0, 1, 0), 1)),  # two lines: the second has its four cells
        ([("CY", "a", MORE, "1"), ("cy ", "a", MORE, "1")], ((2, 0, 0, 0), (0, 2, 0), 2)),
    ],
    "keys": [
        ([("k1", "zz", MORE, "1")], OUTSIDE_KEYS),
        ([("k2", "", MORE, "1")], OUTSIDE_KEYS),
        ([("k3", "A", MORE, "1")], OUTSIDE_KEYS),
        ([("k4", "a ", MORE, "1")], OUTSIDE_KEYS),
        ([("k5", "a\u200b", MORE, "1")], OUTSIDE_KEYS),
        ([("k6", "\u202ea", MORE, "1")], OUTSIDE_KEYS),
        ([("k7", "1", MORE, "1")], OUTSIDE_KEYS),
        ([("k8", "01", MORE, "1")], ((0, 0, 0, 1), (0, 1, 0), 1)),
        ([("k9", "e\u0301", MORE, "1")], ((0, 0, 1, 0), (0, 1, 0), 1)),
    ],
    "numbers": [
        *(
            ([(f"n{word}", "a", MORE, word)], NO_VALUE)
            for word in ("NaN", "inf", "-inf", "1e400", "-0.0", "4.9e-324", "true", "0x10", "=1+1", "", "½")
        ),
        ([("n1", "a", MORE, "1e308")], ((1, 0, 0, 0), (0, 1, 0), 10)),  # clamped
        ([("n2", "a", MORE, "9223372036854775807")], ((1, 0, 0, 0), (0, 1, 0), 10)),
        ([("n3", "a", MORE, "-9223372036854775808")], NO_VALUE),
        ([("n4", "a", MORE, "9007199254740993")], ((1, 0, 0, 0), (0, 1, 0), 10)),
    ],
    "times": [
        *(
            ([(f"t{word}", "a", word, "1")], NOTHING)
            for word in ("", "soon", "0001-01-01 00:00:00", "9999-12-31 23:59:59", "2026-03-27 23:59:59")
        ),
        ([("t1", "a", "2026-03-31 00:00:00", "1")], NOTHING),
        ([("t2", "a", "2026-03-29 02:30:00", "1")], ((1, 0, 0, 0), (0, 1, 0), 1)),  # an hour that does not exist
        ([("t3", "a", "2026-03-28 00:00:00", "1")], ((1, 0, 0, 0), (1, 0, 0), 1)),
    ],
}


@pytest.mark.parametrize("group", ROWS)
def test_odd_rows_have_a_meaning(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    odd = ROWS[group]
    write([*GOOD, *(row for rows, _ in odd for row in rows)])
    by_key, persons, total = counted(capsys)
    assert by_key == [sum(added[0][at] for _, added in odd) + start for at, start in enumerate((1, 1, 0, 0))]
    assert persons == [sum(added[1][at] for _, added in odd) + start for at, start in enumerate((1, 0, 1))]
    assert total == 11 + sum(added[2] for _, added in odd)


def test_no_rows_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    write([])
    assert counted(capsys) == ([0, 0, 0, 0], [0, 0, 0], 0)


# Lines that a CSV writer would never write; what counts is that a release comes of it, with every declared cell.
LINES = {
    "ragged": "cy,a\ndi,a,2026-03-29 12:00:00,1,surplus,surplus\n",
    "unclosed quote": 'cy,a,2026-03-29 12:00:00,"1\n',
    "quote inside": 'c"y,a,2026-03-29 12:00:00,1\n',
    "NUL": "c\x00y,a,2026-03-29 12:00:00,1\n",
    "line ends": "\n\n   \ncy,a,2026-03-29 12:00:00,1\r\ndi,b,2026-03-29 12:00:00,1\r",
    "times": "cy,a,2026-03-29 23:59:60,1\ndi,a,2026-03-29T12:00:00+08:00,1\neve,a,2026-03-29T12:00:00Z,1",
    "half a character": "c\udcffy,a,2026-03-29 12:00:00,1\n",
}


@pytest.mark.parametrize("name", LINES)
def test_broken_lines_never_stop_a_release(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Path("rows.csv").open("a", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(LINES[name])
    by_key, persons, _ = counted(capsys)
    assert len(by_key) == 4
    assert len(persons) == 3
    assert min(by_key[:2]) >= 1, "the good rows before it still count"
    assert 2 <= sum(persons) <= 5


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030"])
def test_encodings_of_data(encoding: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = SPEC.replace("who:", "患者:").replace("each: who", "each: 患者").replace("house}", "clinic}")
    text = text.replace("[a, b,", "[a, 东区,")
    if encoding == "gb18030":
        text = text.replace("  file: rows.csv", "  file: rows.csv\n  encoding: gb18030")
    Path("spec.yaml").write_text(text, encoding="utf-8")
    assert (
        run(
            [
                "ledger",
                "open",
                "clinic",
                "--each",
                "患者",
                "--zone",
                "Europe/Berlin",
                "--epsilon",
                "90000",
                "--by",
                "Ada",
            ]
        )
        == 0
    )
    rows = "患者,key,at,x\n张三,东区,2026-03-28 10:00:00,4\n李四,a,2026-03-30 10:00:00,7\n"
    Path("rows.csv").write_text(rows, encoding=encoding)
    capsys.readouterr()
    assert counted(capsys) == ([1, 1, 0, 0], [1, 0, 1], 11)


def test_integer_ids_are_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    text = SPEC.replace("who: text", "who: integer")
    Path("spec.yaml").write_text(text, encoding="utf-8")
    write([(who, "a", MORE, "1") for who in ("1", "1", " 1", "+1", "1", "x", "")])
    _, persons, _ = counted(capsys)
    assert persons == [0, 1, 0]


def test_parquet_with_other_types_than_declared(capsys: pytest.CaptureFixture[str]) -> None:
    import polars

    Path("spec.yaml").write_text(SPEC.replace("rows.csv", "rows.parquet"), encoding="utf-8")
    rows = {
        "who": [1, 2, None],
        "key": ["a", "b", "a"],
        "at": [row[2] for row in (*GOOD, GOOD[0])],
        "x": [4.0, 7.0, 1.0],
    }
    polars.DataFrame(rows).write_parquet("rows.parquet")
    assert counted(capsys) == ([1, 1, 0, 0], [1, 0, 1], 11), "numbers are text where text is declared"


def test_sources_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    Path("rows.csv").unlink()
    assert refusal("publish spec.yaml", capsys)["code"] == 5
    Path("rows.csv").mkdir()
    assert refusal("publish spec.yaml", capsys)["code"] in (2, 5)
    Path("rows.csv").rmdir()
    Path("rows.csv").write_bytes(b"")
    assert refusal("publish spec.yaml", capsys)["code"] in (2, 5)
    Path("rows.csv").write_text("who,key,at\nSECRET,SECRET,SECRET\n", encoding="utf-8")
    error = refusal("publish spec.yaml", capsys)
    assert error["where"] == "spec.yaml:5, source.columns.x"
    assert "SECRET" not in json.dumps(error)
    Path("spec.yaml").write_text(SPEC.replace("rows.csv", "rows.parquet"), encoding="utf-8")
    Path("rows.parquet").write_bytes(b"PAR1SECRETPAR1")
    error = refusal("publish spec.yaml", capsys)
    assert error["code"] == 5
    assert "SECRET" not in json.dumps(error)


def test_a_linked_file_and_a_folder_above(capsys: pytest.CaptureFixture[str]) -> None:
    Path("inner").mkdir()
    shutil.move("rows.csv", "real.csv")
    Path("rows.csv").symlink_to("real.csv")
    assert counted(capsys)[1] == [1, 0, 1]
    moved = SPEC.replace("rows.csv", "../real.csv").replace('edition: "1"', 'edition: "2"')
    Path("inner/spec.yaml").write_text(moved, encoding="utf-8")
    assert run(["check", "inner/spec.yaml"]) == 0


def test_the_same_key_for_another_request(capsys: pytest.CaptureFixture[str]) -> None:
    first = counted(capsys)
    before = entries()
    write([*GOOD, ("cy", "a", MORE, "1")])
    assert counted(capsys) == first, "the stored release, not the new rows"
    assert entries() == before


def test_shuffled_rows_are_the_same_release(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [(f"p{at % 7}", "ab"[at % 2], f"2026-03-{28 + at % 3} 08:00:00", str(at % 12)) for at in range(100)]
    write(rows)
    one = counted(capsys)
    write(rows[::-1])
    Path("spec.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    assert counted(capsys) == one
