"""The front door as its users meet it: plan, check, publish, explain, verify, at two widths, in two languages."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from epsilog.cli.app import run
from epsilog.ledger import Ledger
from epsilog.words.wrapping import width_of

VARIABLES = ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG")
SPEC = """\
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, region: text, visited_at: timestamp, systolic: number}}
protect: {each: patient_id, zone: Asia/Shanghai}
bound: {rows: 4}
during: {time: visited_at, from: 2026-01-01, to: 2026-01-31}
publish:
  - {count: rows, by: {region: [North, South]}, every: 1w}
  - {mean: systolic, between: [80, 220]}
spend: {epsilon: 0.5, delta: 1e-6, from: clinic/2026}
"""
ROWS = "".join(
    f"CANARY{at % 70:03d},{('North', 'South', 'Atlantis')[at % 3]},"
    f"2026-01-{1 + at % 31:02d} 09:00:00,{100 + at % 60}.5\n"
    for at in range(400)
)
OPEN = "ledger open clinic/2026 --each patient_id --zone Asia/Shanghai --epsilon 2 --delta 1e-6 --by Ada"


def prepare(folder: Path) -> None:
    """Data, a spec and an open account."""
    (folder / "visits.csv").write_text("patient_id,region,visited_at,systolic\n" + ROWS, encoding="utf-8")
    (folder / "visits.yaml").write_text(SPEC, encoding="utf-8")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which the spec was published once."""
    folder = tmp_path_factory.mktemp("front")
    before, kept = Path.cwd(), {name: os.environ.pop(f"EPSILOG_{name}", None) for name in VARIABLES}
    prepare(folder)
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
    return copy


def spoken(command: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, Any]:
    """The one document a command prints for machines."""
    capsys.readouterr()
    assert run([*command.split(), "--json"]) == code
    out = capsys.readouterr()
    if code == 0:
        assert out.err == ""
    document = json.loads(out.out or out.err, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert isinstance(document, dict)
    return document


def refused(command: str, code: int, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    document = spoken(command, capsys, code)
    assert document["schema"] == "epsilog.error/1"
    error = document["error"]
    assert error["code"] == code
    return dict(error)


def entries() -> int:
    """How many entries the ledger has."""
    with Ledger.open("ledger.db") as books:
        return len(books.history())


SCREENS = [
    "plan visits.yaml",
    "plan visits.yaml --all",
    "check visits.yaml",
    "publish visits.yaml",
    "explain visits-1",
    "explain visits.yaml",
    "verify visits-1",
    "verify visits-1 --ledger ledger.db",
]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("command", SCREENS)
def test_screens_fit_and_speak_one_language(
    command: str,
    width: int,
    lang: str,
    here: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert run([*command.split(), "--lang", lang]) == 0
    out = capsys.readouterr().out
    wide = [line for line in out.splitlines() if width_of(line.rstrip()) > width]
    assert [line for line in wide if not line.startswith("  epsilog ")] == [], "commands to copy are never broken"
    assert any("\u4e00" <= letter <= "\u9fff" for letter in out) == (lang == "zh")
    assert "CANARY" not in out


@pytest.mark.parametrize("command", SCREENS)
def test_machines_get_one_document(command: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert spoken(command, capsys)["schema"] == f"epsilog.{command.split()[0]}/1"


def test_a_plan_touches_no_data_and_no_ledger(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = entries()
    (here / "visits.csv").unlink()
    record = spoken("plan visits.yaml", capsys)
    assert [entry["name"] for entry in record["entries"]] == ["count-rows-by-region-every-1w", "mean-systolic"]
    assert record["accounts"][0]["account"] == "clinic/2026"
    assert record["accounts"][0]["fits"]
    assert entries() == before
    (here / "ledger.db").rename(here / "other.db")
    record = spoken("plan visits.yaml", capsys)
    assert record["accounts"] == []
    assert not (here / "ledger.db").exists()
    assert run(["plan", "visits.yaml"]) == 0
    assert "There is no ledger here" in " ".join(capsys.readouterr().out.split())
    assert spoken("plan visits.yaml --ledger other.db", capsys)["accounts"] != []
    refused("plan visits.yaml --ledger absent.db", 6, capsys)


def test_a_plan_draws_pictures(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = spoken("plan visits.yaml --picture drawn", capsys)
    assert record["pictures"]
    assert all(Path(path).stat().st_size > 1000 for path in record["pictures"])


def test_the_first_publication_made_a_key_and_a_folder(world: Path) -> None:
    key = world / "ledger.certificate.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    names = {path.relative_to(world / "visits-1").as_posix() for path in (world / "visits-1").rglob("*.*")}
    assert {"card.json", "certificate.json", "report.html", "spec.yaml"} <= names
    assert any(name.endswith(".csv") for name in names)
    assert any(name.endswith(".parquet") for name in names)
    assert any(name.endswith(".svg") for name in names)
    for path in (world / "visits-1").rglob("*"):
        assert not path.is_file() or b"CANARY" not in path.read_bytes()


def test_the_same_edition_is_the_same_release(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = {path.name: path.read_bytes() for path in (here / "visits-1").rglob("*.csv")}
    before = entries()
    (here / "visits.csv").unlink()
    record = spoken("publish visits.yaml", capsys)
    assert record["repeated"] is True
    assert record["new_signing_key"] is None
    assert {path.name: path.read_bytes() for path in (here / "visits-1").rglob("*.csv")} == first
    assert entries() == before
    assert run(["publish", "visits.yaml"]) == 0
    assert "nothing was spent" in " ".join(capsys.readouterr().out.split())
    record = spoken("publish visits.yaml --out elsewhere/again", capsys)
    assert {path.name: path.read_bytes() for path in (here / "elsewhere/again").rglob("*.csv")} == first


def test_a_new_edition_is_new_noise_at_a_new_price(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    used = spoken("publish visits.yaml", capsys)["share_used"]
    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', "edition: 2026-W46"), encoding="utf-8")
    record = spoken("publish visits.yaml --signing-key ledger.certificate.key", capsys)
    assert record["repeated"] is False
    assert record["folder"] == "visits-2026-W46"
    assert record["share_used"] == pytest.approx(2 * used)
    one, two = (sorted(Path(name).rglob("*.csv"))[0].read_text() for name in ("visits-1", "visits-2026-W46"))
    assert one != two


def test_a_check_names_everything_that_is_wrong(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def states(text: str, code: int) -> dict[str, str]:
        (here / "visits.yaml").write_text(text, encoding="utf-8")
        before = entries()
        record = spoken("check visits.yaml", capsys, code)
        assert entries() == before
        assert record["ready"] == (code == 0)
        return {one["step"]: one["state"] for one in record["checks"]}

    record = spoken("check visits.yaml", capsys)
    assert record["checks"][-1]["remark"] == "published"
    fresh = SPEC.replace('edition: "1"', 'edition: "2"')
    assert set(states(fresh, 0).values()) == {"good"}
    assert states(fresh.replace("visits.csv", "absent.csv"), 5)["source"] == "wrong"
    assert states(fresh.replace("systolic", "diastolic"), 2)["source"] == "wrong"
    found = states(fresh.replace("zone: Asia/Shanghai", "zone: UTC"), 3)
    assert (found["source"], found["account"]) == ("good", "wrong")
    assert states(fresh.replace("clinic/2026", "clinic/2027"), 2)["account"] == "wrong"
    assert states(fresh.replace("epsilon: 0.5", "epsilon: 2"), 3)["budget"] == "wrong"
    assert run(["ledger", "stop", "clinic/2026", "--by", "Ada", "--why", "test"]) == 0
    assert states(fresh, 4)["budget"] == "wrong"
    assert spoken("check visits.yaml --ledger nowhere.db", capsys, 6)["ready"] is False


REFUSALS = [
    (("epsilon: 0.5", "epsilon: 9"), 3, "visits.yaml:10, spend"),
    (("zone: Asia/Shanghai", "zone: UTC"), 3, "visits.yaml:4, protect"),
    (("each: patient_id", "each: region"), 3, "visits.yaml:4, protect"),
    (("clinic/2026", "clinic/2027"), 2, "visits.yaml:10, spend.from"),
    (("visits.csv", "absent.csv"), 5, "visits.yaml:3, source.file"),
    (("systolic: number", "systolic: number, extra: text"), 2, "visits.yaml:3, source.columns.extra"),
    (("file: visits.csv, ", ""), 2, "visits.yaml:3, source"),
    (("between: [80, 220]", "between: [220, 80]"), 2, "visits.yaml:9, publish[1].between"),
]


@pytest.mark.parametrize(("change", "code", "where"), REFUSALS)
def test_refusals_cost_nothing_and_point(
    change: tuple[str, str], code: int, where: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert change[0] in SPEC
    text = SPEC.replace('edition: "1"', 'edition: "2"').replace(*change)
    (here / "visits.yaml").write_text(text, encoding="utf-8")
    before = entries()
    error = refused("publish visits.yaml", code, capsys)
    assert error["where"].startswith(where)
    assert entries() == before
    assert not (here / "visits-2").exists()
    assert run(["publish", "visits.yaml"]) == code
    shown = capsys.readouterr().err
    assert "Traceback" not in shown
    assert "╭" in shown


def test_a_folder_in_the_way_costs_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    before = entries()
    (here / "full").mkdir()
    (here / "full" / "thesis.txt").write_text("mine")
    (here / "link").symlink_to(here / "full")
    for place in ("full", "visits.csv", "link", "visits-1"):
        assert refused(f"publish visits.yaml --out {place}", 2, capsys)["where"] == place
    assert entries() == before
    assert (here / "full" / "thesis.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_written_loses_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits-1" / "note.txt").write_text("mine")
    error = refused("publish visits.yaml", 2, capsys)
    assert "paid and stored" in error["what"]
    assert (here / "visits-1" / "note.txt").read_text() == "mine"
    assert spoken("publish visits.yaml --out second", capsys)["repeated"] is True


def test_a_key_that_is_none_costs_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    before = entries()
    (here / "bad.key").write_text("no key")
    (here / "bad.key").chmod(0o600)
    refused("publish visits.yaml --signing-key bad.key", 2, capsys)
    refused("publish visits.yaml --signing-key absent.key", 2, capsys)
    assert entries() == before


def test_verify_sees_what_was_changed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    public = spoken("publish visits.yaml", capsys)["public_key"]
    assert spoken(f"verify visits-1 --trust {public}", capsys)["whole"] is True
    assert spoken(f"verify visits-1 --trust {'A' * 43}", capsys, 6)["whole"] is False
    assert spoken("verify visits-1 --ledger ledger.db", capsys)["whole"] is True
    table = sorted((here / "visits-1").rglob("*.csv"))[0]
    table.write_bytes(table.read_bytes().replace(b"North", b"Norht", 1))
    assert spoken("verify visits-1", capsys, 6)["whole"] is False
    assert run(["verify", "visits-1"]) == 6
    assert "BROKEN" in capsys.readouterr().out
    refused("verify absent", 2, capsys)
    (here / "empty").mkdir()
    assert run(["verify", "empty"]) == 6


def test_verify_with_other_books(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*OPEN.split(), "--ledger", "other.db"]) == 0
    assert spoken("verify visits-1 --ledger other.db", capsys, 6)["whole"] is False


def test_explain_from_folder_books_and_plan(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert spoken("explain visits-1", capsys)["from"] == "folder"
    assert spoken("explain visits.yaml", capsys)["from"] == "ledger"
    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    assert spoken("explain visits.yaml", capsys)["from"] == "plan"
    (here / "empty").mkdir()
    refused("explain empty", 2, capsys)
    refused("explain absent.yaml", 2, capsys)
    (here / "visits-1" / "card.json").write_text("{}")
    refused("explain visits-1", 6, capsys)


def test_variables_name_ledger_and_key(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "ledger.db").rename(here / "books.db")
    monkeypatch.setenv("EPSILOG_LEDGER", "books.db")
    monkeypatch.setenv("EPSILOG_SIGNING_KEY", "ledger.certificate.key")
    assert spoken("publish visits.yaml", capsys)["repeated"] is True
    assert spoken("verify visits-1", capsys)["whole"] is True
    assert spoken("check visits.yaml", capsys)["ready"] is True


def test_anchors_are_signed_by_the_same_key(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    shared = "--anchors anchors.jsonl --signing-key ledger.certificate.key"
    assert spoken(f"publish visits.yaml {shared}", capsys)["repeated"] is False
    assert (here / "anchors.jsonl").stat().st_size > 0
    assert spoken(f"ledger verify {shared}", capsys)["whole"] is True


def test_completion_knows_the_commands_and_their_options() -> None:
    for words, expected in (("epsilog p", {"plan", "publish", "price"}), ("epsilog plan --al", {"--all"})):
        environment = {
            **os.environ,
            "_EPSILOG_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }
        command = Path(sys.executable).with_name("epsilog")
        shown = subprocess.run([command], capture_output=True, text=True, env=environment, check=False)
        assert expected <= set(shown.stdout.split()), shown.stderr


def test_the_commands_start_light() -> None:
    code = (
        "import sys; from epsilog.cli.app import run; run(['plan', '--help']); "
        "heavy = {'duckdb', 'ibis', 'polars', 'pyarrow', 'matplotlib', 'numpy'}; "
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr.strip().splitlines()[-1] == "[]"


def test_a_plan_needs_no_engine(here: Path) -> None:
    code = (
        "import sys; from epsilog.cli.app import run; assert run(['plan', 'visits.yaml']) == 0; "
        "print(sorted({'duckdb', 'ibis', 'polars', 'pyarrow', 'matplotlib'} & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=here)
    assert ran.stderr.strip().splitlines()[-1] == "[]"


def test_help_of_every_front_command(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("init", "plan", "check", "publish", "explain", "verify"):
        assert run([name, "--help"]) == 0
        shown = capsys.readouterr().out
        assert re.search(r"epsilog\s+" + name, shown)
        assert "--json" in shown
        assert "--lang" in shown


# (where Ctrl-C arrives, what is said, whether the price is spent, what the same command gives afterwards)
STOPS = [
    ("publish reserved", "nothing was spent", False, 3),
    ("publish read", "the price is spent", True, 3),
    ("publish committed", "costs nothing", True, 0),
]


@pytest.mark.parametrize(("point", "said", "spent", "after"), STOPS)
def test_after_ctrl_c_the_screen_says_what_became_of_the_price(
    point: str,
    said: str,
    spent: bool,
    after: int,
    here: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import signal

    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    with Ledger.open("ledger.db") as books:
        before = books.account("clinic/2026").share

    def interrupt(reached: str) -> None:
        if reached == point:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        for module in ("pay.key", "publish.pipeline"):
            patched.setattr(f"epsilog.{module}.reach", interrupt)
        assert run(["publish", "visits.yaml"]) == 130
    assert said in " ".join(capsys.readouterr().out.split())
    assert not (here / "visits-2").exists()
    with Ledger.open("ledger.db") as books:
        assert (books.account("clinic/2026").share > before) == spent
    if after:
        assert refused("publish visits.yaml", after, capsys)["where"] == "visits.yaml:2, edition"
    else:
        assert spoken("publish visits.yaml", capsys)["repeated"] is True


@pytest.mark.parametrize(("point", "after"), [("publish started", 3), ("publish committed", 0)])
def test_a_killed_command_is_never_drawn_twice(
    point: str, after: int, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    killed = subprocess.run(
        [sys.executable, "-m", "epsilog.cli", "publish", "visits.yaml"],
        env={**os.environ, "EPSILOG_TESTING_DIE_AT": point},
        capture_output=True,
        check=False,
    )
    assert killed.returncode == -9
    if after:
        said = refused("publish visits.yaml", after, capsys)
        assert said["where"] == "visits.yaml:2, edition"
        assert "Its price is spent" in said["what"]
        assert "give the request a new edition, at a new price" in said["hint"]
        with Ledger.open("ledger.db") as books:
            (lost,) = [line.body["receipt"] for line in books.history() if line.kind == "forfeit"]
        assert said["hint"].endswith(f"nothing left the machine: epsilog ledger refund {lost}")
    else:
        assert spoken("publish visits.yaml", capsys)["repeated"] is True


def test_a_terminated_command_says_what_became_of_the_price(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`kill` without -9: the price is spent, who may give it back, and how near the account is to its stop."""
    import signal

    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")

    def terminate(reached: str) -> None:
        if reached == "publish read":
            signal.raise_signal(signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    with monkeypatch.context() as patched:
        patched.setattr("epsilog.publish.pipeline.reach", terminate)
        assert run(["publish", "visits.yaml"]) == 143
    said = " ".join(capsys.readouterr().out.split())
    for words in (
        "the price is spent",
        "new edition",
        "two people who did not ask for the release",
        "1 of 3 failures",
    ):
        assert words in said
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_failed_command_says_the_same(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")

    def fails(reached: str) -> None:
        if reached == "publish read":
            raise OverflowError

    with monkeypatch.context() as patched:
        patched.setattr("epsilog.publish.pipeline.reach", fails)
        assert run(["publish", "visits.yaml"]) == 5
    said = " ".join(capsys.readouterr().out.split())
    for words in ("the price is spent", "epsilog ledger refund", "1 of 3 failures"):
        assert words in said


def test_a_plan_says_beforehand_how_many_failures_stop_an_account(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", "visits.yaml", "--all"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "there were 0, and 3 stop it until two people resume it" in said


def test_publishing_reads_one_line_of_the_journal(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificate names the newest entry: it is in the head, and no other entry is read for it."""
    from epsilog.ledger import reading

    (here / "visits.yaml").write_text(SPEC.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")

    def walked(*given: object) -> None:
        raise AssertionError("the whole journal is read")

    monkeypatch.setattr(reading, "walk", walked)
    said = spoken("publish visits.yaml", capsys)
    certificate = json.loads((Path(said["folder"]) / "certificate.json").read_text(encoding="utf-8"))
    monkeypatch.undo()
    with Ledger.open(here / "ledger.db") as books:
        newest = books.history(last=1)[-1]
        assert books.head == (newest.seq, newest.hash)
    assert str(newest.hash) in json.dumps(certificate)
