"""`epsilog init`: drafts that say they have looked, take nothing from the data, and are refused until answered."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from pathlib import Path

import duckdb
import pytest

from epsilog.cli.app import run
from epsilog.spec.file import read_spec
from epsilog.spec.file import spec_from_text as read_text
from epsilog.words.wrapping import width_of

HEADER = "patient_id,region,visited_at,systolic,zip,note\n"
ROWS = "".join(
    f"CANARY{at % 40:04d},{('Nordkap', 'Suedsee')[at % 2]},2026-03-{1 + at % 28:02d} 08:30:00,{91 + at % 97}.25,"
    f"0{1067 + at % 7},remark number {at}\n"
    for at in range(200)
)
ANSWERS = {
    "edition: ____": "edition: 2026-W46",
    "each: ____": "each: patient_id",
    "zone: ____": "zone: Asia/Shanghai",
    "rows: ____": "rows: 4",
    "from: ____": "from: 2026-01-01",
    "to: ____": "to: 2026-12-31",
    "[____]": "[North, South]",
    "[____, ____]": "[80, 220]",
    "epsilon: ____": "epsilon: 0.5",
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)


def answered(text: str) -> str:
    text = text.replace("  from: ____\n  to: ____", "  from: 2026-01-01\n  to: 2026-12-31")
    text = re.sub(r"(?m)^  from: ____$", "  from: clinic/2026", text)
    for blank, answer in ANSWERS.items():
        text = text.replace(blank, answer)
    return text


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [80, 120])
def test_a_draft_is_loud_and_its_screen_fits(
    lang: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    Path("visits.csv").write_text(HEADER + ROWS, encoding="utf-8")
    assert run(["init", "--from", "visits.csv", "--lang", lang]) == 0
    out = capsys.readouterr().out
    draft = Path("visits.yaml").read_text(encoding="utf-8")
    loud = "LOOKING AT PRIVATE DATA" if lang == "en" else "已经查看过私有数据"
    assert loud in out
    assert loud in draft.splitlines()[1]
    assert all(width_of(line.rstrip()) <= width for line in out.splitlines())
    assert all(width_of(line) <= 100 for line in draft.splitlines())
    assert any("\u4e00" <= letter <= "\u9fff" for letter in out) == (lang == "zh")


def test_a_draft_takes_nothing_from_the_rows(capsys: pytest.CaptureFixture[str]) -> None:
    Path("visits.csv").write_text(HEADER + ROWS, encoding="utf-8")
    assert run(["init", "--from", "visits.csv"]) == 0
    told = capsys.readouterr().out + Path("visits.yaml").read_text(encoding="utf-8")
    for value in ("CANARY", "Nordkap", "Suedsee", "2026-03", "91.25", "187.25", "01067", "remark"):
        if value != "01067":  # the page's own example of a code
            assert value not in told
    assert told.count("01067") == 1
    for blank in ("each: ____", "rows: ____", "region: [____]", "between: [____, ____]", "from: ____", "to: ____"):
        assert blank in told


DIRT = ("n/a", "-", "1,234", "CANARY")


def dirty(every: int) -> str:
    """The same rows, with a pressure and a time of no use in every so many."""
    lines = ROWS.splitlines()
    for at in range(0, len(lines), every):
        cells = lines[at].split(",")
        cells[2], cells[3] = "soon", f'"{DIRT[at // every % 4]}"'
        lines[at] = ",".join(cells)
    return HEADER + "\n".join(lines) + "\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("every", "word"), [(100, "few"), (25, "some")])
def test_values_of_no_use_do_not_hide_what_a_column_is(
    every: int, word: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("visits.csv").write_text(dirty(every), encoding="utf-8")
    assert run(["init", "--from", "visits.csv", "--lang", lang]) == 0
    told = capsys.readouterr().out + Path("visits.yaml").read_text(encoding="utf-8")
    draft = Path("visits.yaml").read_text(encoding="utf-8")
    assert "    systolic: number" in draft
    assert "    visited_at: timestamp" in draft
    words = {"few": ("two in a hundred", "百分之二"), "some": ("one in ten", "十分之一")}
    asked = words[word][lang == "zh"]
    assert draft.replace("\n    # ", " " if lang == "en" else "").count(asked) == 2
    for blank in ("between: [____, ____]", "  from: ____", "  to: ____", "zone: ____"):
        assert blank in draft
    for value in ("n/a", '"-"', "1,234", "CANARY", "soon", "Nordkap", "91.25"):
        assert value not in told


def test_codes_stay_text_however_many_look_like_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    codes = ["01067", *(str(10_000 + at) for at in range(99))]
    Path("zips.csv").write_text(
        "zip,half\n" + "".join(f"{code},{'x' if at % 5 == 0 else at}\n" for at, code in enumerate(codes)),
        encoding="utf-8",
    )
    assert run(["init", "--from", "zips.csv", "--json"]) == 0
    kinds = {column["name"]: column["kind"] for column in json.loads(capsys.readouterr().out)["columns"]}
    assert kinds == {"zip": "text", "half": "text"}


def test_ids_are_text_unless_all_are_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"{'A12' if at == 7 else at},{at},{at}\n" for at in range(100))
    Path("ids.csv").write_text("patient_id,user_id,size\n" + rows, encoding="utf-8")
    assert run(["init", "--from", "ids.csv", "--json"]) == 0
    kinds = {column["name"]: column["kind"] for column in json.loads(capsys.readouterr().out)["columns"]}
    assert kinds == {"patient_id": "text", "user_id": "integer", "size": "integer"}


@pytest.mark.parametrize("command", ["plan", "check", "publish", "explain"])
def test_a_draft_is_refused_until_it_is_answered(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("visits.csv").write_text(HEADER + ROWS, encoding="utf-8")
    assert run(["init", "--from", "visits.csv"]) == 0
    capsys.readouterr()
    assert run([command, "visits.yaml", "--json"]) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert re.fullmatch(r"visits\.yaml:\d+, edition", error["where"])
    text = Path("visits.yaml").read_text(encoding="utf-8")
    lines = [
        at for at, line in enumerate(text.splitlines(), 1) if "____" in line and not line.lstrip().startswith("#")
    ]
    assert error["hint"].endswith(", ".join(map(str, lines)))
    assert not Path("ledger.db").exists()
    Path("visits.yaml").write_text(answered(text), encoding="utf-8")
    spec = read_spec("visits.yaml")
    assert spec.source.columns["zip"] == "text", "a code with a leading zero is no number"
    assert spec.source.columns["systolic"] == "number"
    assert spec.source.columns["visited_at"] == "timestamp"
    assert run(["plan", "visits.yaml"]) == 0


CHINESE = "患者编号,地区,就诊日期,收缩压,邮编\n" + "".join(
    f"{at % 30:06d},{'东西'[at % 2]}区,2026-01-{1 + at % 28:02d},{100 + at % 50},0{1067 + at % 5}\n"
    for at in range(90)
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_encodings_and_delimiters(encoding: str, delimiter: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("就诊.csv").write_text(CHINESE.replace(",", delimiter), encoding=encoding)
    assert run(["init", "--from", "就诊.csv", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    kinds = {column["name"]: column["kind"] for column in record["columns"]}
    assert kinds == {"患者编号": "text", "地区": "text", "就诊日期": "date", "收缩压": "integer", "邮编": "text"}
    assert record["rows_looked_at"] == 90
    text = answered(Path("就诊.yaml").read_text(encoding="utf-8")).replace("each: patient_id", "each: 患者编号")
    Path("就诊.yaml").write_text(text, encoding="utf-8")
    spec = read_spec("就诊.yaml")
    assert spec.source.encoding == ("gb18030" if encoding == "gb18030" else "utf-8")
    assert spec.source.delimiter == delimiter
    assert spec.source.file == "就诊.csv"
    assert spec.protect.unit.each == "患者编号"


def test_the_encoding_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.csv").write_text(CHINESE, encoding="gb18030")
    assert run(["init", "--from", "a.csv", "--encoding", "gb18030"]) == 0
    assert run(["init", "--from", "a.csv", "--encoding", "utf-8", "--out", "b.yaml", "--json"]) == 2
    assert "not utf-8" in json.loads(capsys.readouterr().err)["error"]["what"]
    assert run(["init", "--from", "a.csv", "--encoding", "latin-1", "--out", "b.yaml"]) == 2
    assert run(["init", "--encoding", "utf-8"]) == 2


def test_parquet_is_drafted_from_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    import datetime as dt

    import polars

    rows = {
        "用户": [f"u{at % 9}" for at in range(60)],
        "when": [dt.datetime(2026, 1, 1 + at % 9, tzinfo=dt.UTC) for at in range(60)],
        "day": [dt.date(2026, 1, 1)] * 60,
        "ok": [True, False] * 30,
        "size": [1.5] * 60,
        "code": [f"0{at % 3}" for at in range(60)],
        "n": list(range(60)),
        "nothing": [None] * 60,
        "nested": [[1]] * 60,
    }
    polars.DataFrame(rows).write_parquet("part-1.parquet")
    assert run(["init", "--from", "part-*.parquet", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    kinds = {column["name"]: column["kind"] for column in record["columns"]}
    assert kinds["when"] == "instant"
    assert kinds["day"] == "date"
    assert kinds["ok"] == "boolean"
    assert (kinds["size"], kinds["n"], kinds["code"], kinds["nested"]) == ("number", "integer", "text", "text")
    assert 'file: "part-*.parquet"' in Path(record["spec"]).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.csv", b"", 2),
        ("blank.csv", b"\n\n", 2),
        ("utf16.csv", "a,b\n1,2\n".encode("utf-16"), 2),
        ("binary.csv", bytes(range(256)) * 20, 2),
        ("not.parquet", b"PAR1 but no parquet", 5),
        ("empty.parquet", b"", 5),
    ],
)
def test_files_that_are_none(name: str, content: bytes, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    Path(name).write_bytes(content)
    assert run(["init", "--from", name, "--json"]) == code
    error = json.loads(capsys.readouterr().err)["error"]
    assert error["where"] == name
    assert not list(Path().glob("*.yaml"))


@pytest.mark.parametrize(
    "content",
    [
        b"who\n",
        b"who,when\n1\n2,3,4\n",
        b'a,b\n"1\n2",3\n"unclosed,4\n',
        b"a,a,b\n1,2,3\n",
        b"=cmd|x,+1,@sum\n1,2,3\n",
        b"a\x00b,c\n1\x00,2\n",
        ("é,e\u0301,\u202eturned\n" + "1,2,3\n").encode(),
        b"a\n" + b"x" * 300_000 + b"\n",
        b",,x\n1,2,3\n",
        b'"two\nlines",b\n1,2\n',
        b"# not a comment: x,- y\n1,2\n",
    ],
)
def test_odd_headers_and_rows_still_give_a_draft_or_a_refusal(
    content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("odd.csv").write_bytes(content)
    code = run(["init", "--from", "odd.csv"])
    assert code in (0, 2, 5)
    assert "Traceback" not in capsys.readouterr().err
    if code == 0:
        from epsilog.errors import SpecError

        with pytest.raises(SpecError) as caught:  # the blanks, or a name no spec may hold; never a broken document
            read_spec("odd.yaml")
        assert caught.value.where.startswith("odd.yaml:")


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("visits.csv").write_text(HEADER + ROWS, encoding="utf-8")
    Path("visits.yaml").write_text("mine", encoding="utf-8")
    assert run(["init", "--from", "visits.csv"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert Path("visits.yaml").read_text(encoding="utf-8") == "mine"
    assert run(["init", "--from", "visits.csv", "--out", "no/such/folder/x.yaml"]) == 2
    assert run(["init", "--from", "visits.csv", "--out", "-"]) == 0
    assert "each: ____" in capsys.readouterr().out
    assert run(["init", "--out", "-"]) == 0
    assert read_text(capsys.readouterr().out).release == "flu-by-region"
    assert run(["init", "--out", "-", "--json"]) == 2
    assert run(["init", "--from", "absent.csv"]) == 2
    assert run(["init", "--from", "absent-*.csv"]) == 2


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_example_plans_as_it_is(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "--lang", lang]) == 0
    assert "example.yaml" in capsys.readouterr().out
    assert run(["plan", "example.yaml", "--lang", lang]) == 0
    assert run(["init", "--lang", lang]) == 2


def test_a_draft_names_a_file_elsewhere_in_full(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "specs").mkdir()
    (tmp_path / "data" / "v.csv").write_text(HEADER + ROWS, encoding="utf-8")
    assert run(["init", "--from", "data/v.csv", "--out", "specs/v.yaml"]) == 0
    assert run(["init", "--from", "data/v.csv", "--out", "v.yaml"]) == 0
    assert str((tmp_path / "data" / "v.csv").resolve()) in Path("specs/v.yaml").read_text(encoding="utf-8")
    assert "file: data/v.csv" in Path("v.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("lang", "words"), [("en", "decimal comma"), ("zh", "逗号作小数点")])
def test_decimal_commas_are_asked_about(lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"p{at};{140 + at % 30},{at % 10};{at},5 kg;{at % 9}.5;A,{at % 3}\n" for at in range(100))
    Path("heights.csv").write_text("patient_id;height;note;weight;code\n" + rows + "p;171;;;\n", encoding="utf-8")
    assert run(["init", "--from", "heights.csv", "--lang", lang]) == 0
    shown = "".join(capsys.readouterr().out.split())
    assert shown.count(words.replace(" ", "")) == 1
    draft = Path("heights.yaml").read_text(encoding="utf-8")
    comments = draft[: draft.index("    height: text")].splitlines()
    assert words in " ".join(line.strip(" #") for line in comments[-4:])
    assert " ".join(line.strip(" #") for line in draft.splitlines()).count(words) == 1
    assert "    weight: number" in draft


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_a_database_is_not_drafted_from_and_says_what_to_write(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if kind == "sqlite":
        with contextlib.closing(sqlite3.connect("visits.sqlite")) as lite:
            lite.execute("CREATE TABLE visits (patient_id TEXT)")
    else:
        with duckdb.connect("visits.duckdb") as duck:
            duck.execute("CREATE TABLE visits (patient_id TEXT)")
    assert run(["init", "--from", f"visits.{kind}", "--json"]) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert "this is a database" in error["what"]
    assert f"source: {{database: visits.{kind}, table: " in error["hint"]
    assert not Path("visits.yaml").exists()


@pytest.mark.parametrize("name", ["postal_code", "zip", "ICD10", "plz", "邮政编码", "行政区划"])
def test_nobody_wants_the_mean_of_a_code(name: str, tmp_path: Path) -> None:
    rows = "".join(f"p{at % 50},{10_000 + 7 * (at % 90)},{60 + at % 40}\n" for at in range(200))
    (tmp_path / "visits.csv").write_text(f"patient_id,{name},weight\n{rows}", encoding="utf-8")
    assert run(["init", "--from", "visits.csv", "--out", "draft.yaml"]) == 0
    text = (tmp_path / "draft.yaml").read_text(encoding="utf-8")
    assert f"mean: {name}" not in text
    assert "mean: weight" in text
