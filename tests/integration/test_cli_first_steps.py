"""Slips somebody makes who follows the README alone, and what the commands say to them."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from epsilog.cli.app import run
from epsilog.ledger import Ledger, State
from epsilog.words.wrapping import width_of

SPEC = """\
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, region: text, systolic: number}}
protect: {each: patient_id}
bound: {rows: 4}
publish:
  - {count: rows, by: {region: [North, South]}}
  - {mean: systolic, between: [80, 220]}
spend: {epsilon: 0.5, from: clinic/2026}
"""
HEADER = "patient_id,region,systolic\n"
ROWS = "".join(f"CANARY{at},{('North', 'South')[at % 2]},{100 + at}\n" for at in range(40))
OPEN = "ledger open clinic/2026 --each patient_id --epsilon 5 --by Ada"
VARIABLES = ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which the spec was published once."""
    folder = tmp_path_factory.mktemp("steps")
    before, kept = Path.cwd(), {name: os.environ.pop(f"EPSILOG_{name}", None) for name in VARIABLES}
    (folder / "visits.csv").write_text(HEADER + ROWS, encoding="utf-8")
    (folder / "visits.yaml").write_text(SPEC, encoding="utf-8")
    os.chdir(folder)
    try:
        assert run(OPEN.split()) == 0
        assert run(["publish", "visits.yaml", "--json"]) == 0
        yield folder
    finally:
        os.chdir(before)
        os.environ.update({f"EPSILOG_{name}": value for name, value in kept.items() if value is not None})


@pytest.fixture
def here(tmp_path: Path, world: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that world to do harm in."""
    copy = tmp_path / "copy"
    shutil.copytree(world, copy)
    monkeypatch.chdir(copy)
    monkeypatch.setenv("COLUMNS", "80")
    return copy


def spoken(command: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, Any]:
    """The one document a command prints for machines."""
    capsys.readouterr()
    assert run([*command.split(), "--json"]) == code
    out = capsys.readouterr()
    document: dict[str, Any] = json.loads(out.out or out.err)
    return document


def screen(command: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    """What a command shows, both streams, as running text."""
    capsys.readouterr()
    assert run(command.split()) == code
    out = capsys.readouterr()
    return " ".join((out.out + out.err).replace("│", " ").split())


def edition(folder: Path, number: str = "2", *changes: tuple[str, str]) -> None:
    """Another edition of the spec, changed further."""
    text = SPEC.replace('edition: "1"', f'edition: "{number}"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "visits.yaml").write_text(text, encoding="utf-8")


def entries() -> int:
    with Ledger.open("ledger.db") as books:
        return len(books.history())


def test_a_changed_spec_is_refused_before_its_folder_is(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edition(here, "1", ("rows: 4", "rows: 5"))
    before = entries()
    for place in ("", " --out elsewhere"):
        error = spoken(f"publish visits.yaml{place}", capsys, 2)["error"]
        assert "another request" in error["what"]
        assert error["where"] == "visits.yaml:2, edition"
        assert "new edition" in error["hint"]
    record = spoken("check visits.yaml", capsys, 2)
    assert [one["step"] for one in record["checks"] if one["state"] == "wrong"] == ["key"]
    assert record["ready"] is False
    plan = spoken("plan visits.yaml", capsys)
    assert plan["warnings"][0]["key"] == "plan.warn.edition"
    assert "will refuse this one" in screen("plan visits.yaml", capsys)
    assert entries() == before
    assert not (here / "elsewhere").exists()
    edition(here, "2", ("rows: 4", "rows: 5"))
    assert "plan.warn.edition" not in {one["key"] for one in spoken("plan visits.yaml", capsys)["warnings"]}
    assert spoken("publish visits.yaml", capsys)["repeated"] is False


def test_the_plan_of_a_published_spec_says_it_is(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert spoken("plan visits.yaml", capsys)["published"] is True
    assert "Published already" in screen("plan visits.yaml", capsys)
    assert "已经发布" in screen("plan visits.yaml --lang zh", capsys)
    edition(here, "2")
    assert spoken("plan visits.yaml", capsys)["published"] is False
    assert "Published already" not in screen("plan visits.yaml", capsys)


def test_a_published_spec_is_ready_without_its_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits.csv").unlink()
    record = spoken("check visits.yaml", capsys)
    assert record["ready"] is True
    assert [one["state"] for one in record["checks"]] == ["good", *["skipped"] * 4, "good"]
    assert "the stored release" in screen("check visits.yaml", capsys)
    edition(here)
    assert spoken("check visits.yaml", capsys, 5)["ready"] is False


def test_an_edited_table_is_the_folders_fault(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = sorted((here / "visits-1" / "tables").glob("*.csv"))[0]
    table.write_bytes(table.read_bytes().replace(b"North", b"Norht", 1))
    found = {one["check"]: one for one in spoken("verify visits-1 --ledger ledger.db", capsys, 6)["checks"]}
    failed = [key for key, one in found.items() if one["outcome"] == "fails"]
    assert failed == ["release.verify.files.changed", "release.verify.tables.failed"]
    assert found["release.verify.ledger.kept"]["outcome"] == "holds"
    assert table.name in found["release.verify.files.changed"]["words"]


@pytest.mark.parametrize("stored_as", ["BLOB", "TEXT"])
def test_books_that_hold_something_else_are_still_blamed(
    stored_as: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import sqlite3

    with sqlite3.connect("ledger.db") as books:
        books.execute(
            f'UPDATE results SET body = CAST(replace(body, \'"drawn_at":"2\', \'"drawn_at":"3\') AS {stored_as})'
        )
    books.close()
    found = {one["check"]: one for one in spoken("verify visits-1 --ledger ledger.db", capsys, 6)["checks"]}
    assert found["release.verify.ledger.failed"]["outcome"] == "fails"
    # Also where the folder was changed as well: its own fault does not excuse theirs.
    table = sorted((here / "visits-1" / "tables").glob("*.csv"))[0]
    table.write_bytes(table.read_bytes().replace(b"North", b"Norht", 1))
    found = {one["check"]: one for one in spoken("verify visits-1 --ledger ledger.db", capsys, 6)["checks"]}
    assert "release.verify.ledger.failed" in found
    assert "release.verify.ledger.kept" not in found


def test_a_verification_writes_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even that a stored release was delivered."""
    import sqlite3

    with sqlite3.connect("ledger.db") as books:
        books.execute("UPDATE releases SET state = 'COMMITTED'")
        books.execute("UPDATE results SET delivered = 0")
    books.close()
    before = entries()
    assert spoken("verify visits-1 --ledger ledger.db", capsys)["whole"] is True
    assert entries() == before
    with Ledger.open("ledger.db") as ledger:
        (receipt,) = ledger.named("clinic/2026", "visits@1")
        assert receipt.state is State.COMMITTED


def test_whole_is_said_with_the_key_nobody_pinned(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = spoken("verify visits-1", capsys)
    assert (record["whole"], record["pinned"]) == (True, False)
    shown = screen("verify visits-1", capsys)
    assert f"WHOLE, but signed by a key that you have not said you trust: {record['signer']}" in shown
    assert "the folder is what its certificate says" not in shown
    shown = screen(f"verify visits-1 --trust {record['signer']}", capsys)
    assert "WHOLE: the folder is what its certificate says." in shown
    assert spoken(f"verify visits-1 --trust {record['signer']}", capsys)["pinned"] is True
    assert spoken(f"verify visits-1 --trust {'A' * 43}", capsys, 6)["pinned"] is False


# (how the file is written, what is declared, what the hint says)
HEADERS = [
    ("utf-8", ";", "", 'delimiter: ";"'),
    ("utf-8", "\t", "", r'delimiter: "\t"'),
    ("gb18030", ",", "地区", "encoding: gb18030"),
    ("gb18030", "|", "地区", 'delimiter: "|" and encoding: gb18030'),
]


@pytest.mark.parametrize(("encoding", "mark", "name", "hint"), HEADERS)
def test_a_forgotten_delimiter_or_encoding_is_named(
    encoding: str, mark: str, name: str, hint: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (HEADER + ROWS).replace(",", mark)
    edition(here, "2", *([("region", name)] if name else []))
    (here / "visits.csv").write_bytes(text.replace("region", name or "region").encode(encoding))
    before = entries()
    error = spoken("publish visits.yaml", capsys, 2)["error"]
    assert re.search(r"the data has no column '.*'; its header has [13]$", error["what"])
    assert hint in error["hint"]
    assert "CANARY" not in json.dumps(error)
    assert entries() == before
    said = hint.replace(" and ", ", ")
    text = (here / "visits.yaml").read_text(encoding="utf-8")
    (here / "visits.yaml").write_text(text.replace("source: {", f"source: {{{said}, "), encoding="utf-8")
    assert spoken("check visits.yaml", capsys)["ready"] is True, "the hint is true"


def test_a_check_says_how_many_files_there_are_under_how_many_names(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edition(here, "2", ("file: visits.csv", 'file: "visits*.csv"'))
    Path("visits-again.csv").symlink_to("visits.csv")
    Path("visits-too.csv").hardlink_to("visits.csv")
    record = spoken("check visits.yaml", capsys)
    [source] = [one for one in record["checks"] if one["step"] == "source"]
    assert (source["files"], source["names"]) == (1, 3)
    assert "1 file, found under 3 names, and each is read once" in " ".join(
        screen("check visits.yaml", capsys).split()
    )
    assert "共 1 个文件，以 3 个名称找到" in screen("check visits.yaml --lang zh", capsys).replace("\n", "")


def test_nothing_of_the_first_line_of_a_csv_is_quoted(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may be somebody's row, however much it looks like a name; another declared name in it proves nothing."""
    for found in ("sistolic", "SYSTOLIC ", "systolic blood"):
        edition(here)
        (here / "visits.csv").write_text(HEADER.replace("systolic", found) + ROWS, encoding="utf-8")
        for command in ("publish", "check"):
            said = json.dumps(spoken(f"{command} visits.yaml", capsys, 2))
            assert found not in said
            assert "the data has no column 'systolic'; its header has 3" in said
            assert "compared as they are written, capitals and spaces too" in said
    shown = screen("check visits.yaml --lang zh", capsys, 2)
    assert "列名按原样比较" in shown


def test_a_near_name_is_suggested_where_names_are_certain(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for found, hint in (("sistolic", "did you mean 'sistolic'?"), ("SYSTOLIC ", "did you mean 'SYSTOLIC '?")):
        edition(here, "2", ("visits.csv", "visits.parquet"))
        text = HEADER.replace("systolic", found) + ROWS
        pl.read_csv(text.encode(), infer_schema_length=0).write_parquet(here / "visits.parquet")
        error = spoken("publish visits.yaml", capsys, 2)["error"]
        assert error["what"] == "the data has no column 'systolic'; its header has 3"
        assert hint in error["hint"]


def test_a_first_line_that_may_be_data_is_not_quoted(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edition(here)
    (here / "visits.csv").write_text("patient_ix,regiom,systolik\n" + ROWS, encoding="utf-8")
    error = spoken("publish visits.yaml", capsys, 2)["error"]
    for word in ("patient_ix", "regiom", "systolik", "CANARY"):
        assert word not in json.dumps(error)
    assert "is the first line a header" in error["hint"]


def test_refusals_are_said_in_chinese(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = [
        (("epsilon: 0.5", "epsilom: 0.5"), "未知的字段 'epsilom'", "您是否想写 epsilon？"),
        (("epsilon: 0.5", "epsilon: -1"), "必须大于 0，现为 '-1'", ""),
        (("epsilon: 0.5", 'epsilon: "0,5"'), "'0,5' 不是数字", "小数点用点号：0.5"),
        (("epsilon: 0.5", "epsilon: 0,5"), "未知的字段 '5'", "小数点用点号，不用逗号：0.5"),
        (("visits.csv", "absent.csv"), "没有这个文件：absent.csv", "相对路径以请求文件所在的文件夹为准"),
        (("clinic/2026", "clinic/2027"), "没有账户 'clinic/2027'", ""),
        (("region: text", "region: text, extra: text"), "数据中没有列 'extra'；表头共有 3 列", "没有花费"),
        (("edition: ", "edition: ____ # "), "草稿中还有问题没有回答", "尚未回答的行：2"),
    ]
    for change, what, hint in said:
        edition(here, "2", change)
        shown = screen("publish visits.yaml --lang zh", capsys, run(["publish", "visits.yaml", "--json"]))
        assert what.replace(" ", "") in shown.replace(" ", "")
        assert hint.replace(" ", "") in shown.replace(" ", "")
    edition(here, "1", ("rows: 4", "rows: 5"))
    assert "这一期属于另一份请求" in screen("check visits.yaml --lang zh", capsys, 2).replace(" ", "")


def test_the_language_may_stand_before_the_command(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("--lang zh check visits.yaml", "--lang=zh check visits.yaml", "check visits.yaml --lang zh"):
        assert "可以发布" in screen(command, capsys)
    assert "账本" in screen("--lang zh ledger show", capsys)
    assert "READY" in screen("--lang zh check visits.yaml --lang en", capsys)
    assert "草稿" in screen("--lang zh init --from visits.csv --out draft.yaml", capsys)
    assert "没有这个文件" in screen("--lang zh check absent.yaml", capsys, 2)
    assert "unknown language" in screen("--lang xx check visits.yaml", capsys, 2)
    assert "Usage" in screen("--lang zh --help", capsys)


@pytest.mark.parametrize("draft", [True, False])
def test_the_next_steps_are_in_their_order(draft: bool, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = "init --from visits.csv --out new.yaml" if draft else "init --out new.yaml"
    shown = screen(command, capsys).partition("Next:")[2]
    words = ["blanks" if draft else "Edit new.yaml", "epsilog ledger open", "epsilog check", "epsilog plan"]
    places = [shown.index(word) for word in [*words, "epsilog publish"]]
    assert places == sorted(places)
    if not draft:  # the command is one to copy
        found = re.search(r"epsilog (ledger open .*? --by) YOU", shown)
        assert found is not None
        assert run([*found[1].split(), "Ada", "--ledger", "fresh.db"]) == 0
        assert spoken("plan new.yaml --ledger fresh.db", capsys)["accounts"][0]["account"] == "clinic/2026"


def test_a_ledger_that_is_not_there_frightens_nobody(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "ledger.db").unlink()
    for command in ("publish visits.yaml", "ledger show"):
        shown = screen(command, capsys, 6)
        assert "There is no ledger here" in shown
        assert "cannot be trusted" not in shown
        assert "epsilog ledger open" in shown
        assert spoken(command, capsys, 6)["error"]["kind"] == "NoLedger"


def test_an_account_in_the_way_says_how(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is an account of this name" in screen(OPEN, capsys, 2)
    assert "inside the other" in screen(OPEN.replace("clinic/2026", "clinic"), capsys, 2)


@pytest.mark.parametrize("coin", ["", " --delta 1e-6"])
def test_the_largest_epsilon_is_published_and_warned_of(
    coin: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run([*OPEN.replace("clinic/2026", "huge").replace("epsilon 5", "epsilon 1000000").split(), *coin.split()])
        == 0
    )
    delta = ", delta: 1e-6" if coin else ""
    edition(here, "9", ("epsilon: 0.5, from: clinic/2026", f"epsilon: 1000000{delta}, from: huge"))
    assert "plan.warn.epsilon.release" in {one["key"] for one in spoken("plan visits.yaml", capsys)["warnings"]}
    record = spoken("publish visits.yaml", capsys)
    assert spoken(f"verify {record['folder']} --ledger ledger.db", capsys)["whole"] is True
    assert "this promise is weak" in screen("explain visits.yaml", capsys)


NAMES = "count-rows-by-region-and-a-very-long-name-of-its-own"


@pytest.mark.parametrize("command", ["plan visits.yaml", "check visits.yaml", "ledger history", "ledger show"])
def test_names_are_broken_at_their_joints(command: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edition(here, "a-rather-long-edition-of-2026", ("[North, South]}}", f"[North, South]}}, name: {NAMES}}}"))
    assert run(["publish", "visits.yaml", "--json"]) == 0
    capsys.readouterr()
    assert run(command.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(width_of(line.rstrip()) <= 80 for line in lines)
    table = "\n".join(lines).partition("Error:")[0]  # sentences below a table name the same things
    words = set(re.findall(r"[a-z]{2,}", table.lower()))
    if command.startswith("plan"):
        assert set(NAMES.split("-")) - {"a"} <= words
    if command.endswith("history"):
        assert {"visits", "rather", "long", "edition"} <= words
