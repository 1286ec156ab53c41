"""`epsilog check --look`: whether dates, numbers, keys and ids can be read, told to one screen alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog import Ledger
from epsilog.cli.app import run

SPEC = """release: visits
edition: "{edition}"
source:
  file: visits.csv
  columns: {{who: text, region: text, seen: {seen}, paid: number}}
protect: {{each: who}}
bound: {{rows: 1}}
during: {{time: seen, from: 2026-01-01, to: 2026-12-31}}
publish:
  - {{count: rows, by: {{region: [North, South]}}}}
  - {{mean: paid, between: [0, 100]}}
spend: {{epsilon: 0.25, from: clinic}}
"""
AMERICAN = '{kind: timestamp, format: "%m/%d/%Y"}'
ROWS = (
    "who,region,seen,paid\nann,North,1/31/2026,7\nbob,South,2/1/2026,8.5\n,North,2/2/2026,x\ncyd,East,13/1/2026,9\n"
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "visits.csv").write_text(ROWS)
    (tmp_path / "iso.yaml").write_text(SPEC.format(edition="1", seen="timestamp"))
    (tmp_path / "us.yaml").write_text(SPEC.format(edition="2", seen=AMERICAN))
    assert run(["ledger", "open", "clinic", "--each", "who", "--epsilon", "2", "--by", "Ada"]) == 0
    return tmp_path


def kinds(here: Path) -> list[str]:
    with Ledger.open(here / "ledger.db") as books:
        return [line.kind for line in books.history()]


def table_of(text: str) -> dict[str, str]:
    """The word of the first line of each column: what it is read as."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.replace("│", " ").split("  ") if cell.strip()]
        if len(cells) == 3 and cells[0] in ("who", "region", "seen", "paid"):
            found.setdefault(cells[0], cells[2])
    return found


def test_a_look_says_in_words_what_can_be_read(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["check", "iso.yaml", "--look"]) == 0
    said = capsys.readouterr().out
    assert "PRIVATE" in said
    assert table_of(said) == {"who": "most", "region": "most", "seen": "NONE", "paid": "most"}
    assert "Say it with `format`" in said
    assert run(["check", "us.yaml", "--look"]) == 0
    assert table_of(capsys.readouterr().out)["seen"] == "most"
    assert run(["check", "us.yaml", "--look", "--lang", "zh"]) == 0
    assert "私密内容" in capsys.readouterr().out


def test_plain_check_reads_no_row_and_says_what_it_takes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = kinds(here)
    (here / "visits.csv").write_text("who,region,seen,paid\n")
    capsys.readouterr()
    assert run(["check", "us.yaml"]) == 0
    said = capsys.readouterr().out
    assert "seen is read as a date written %m/%d/%Y" in said
    assert "Read as numbers: paid" in said
    assert "PROTECTED: one value of who. If one person can have several" in said
    assert "--look" in said
    assert "PRIVATE" not in said
    assert kinds(here) == before
    assert run(["check", "us.yaml", "--lang", "zh"]) == 0


def test_every_look_is_written_down_before_a_row_is_read_and_spends_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from epsilog.pay.door import Door

    before = len(kinds(here))
    for _ in range(2):
        assert run(["check", "us.yaml", "--look"]) == 0

    def broken(*_: object) -> None:
        raise RuntimeError("a private value")

    monkeypatch.setattr(Door, "look", broken)
    with pytest.raises(RuntimeError):
        run(["check", "us.yaml", "--look"])
    assert kinds(here)[before:] == ["reserve", "release"] * 3
    with Ledger.open(here / "ledger.db") as books:
        assert books.account("clinic").share == 0
        assert books.verify().damage is None


def test_a_look_is_for_a_screen_and_needs_books(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "us.yaml", "--look", "--json"]) == 2
    assert run(["check", "us.yaml", "--look", "--ledger", "nowhere.db"]) == 6
    assert "PRIVATE" not in capsys.readouterr().out
    assert len(kinds(here)) == 2


def test_the_card_of_a_later_release_says_that_there_was_a_look(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["publish", "iso.yaml", "--out", "before"]) == 0
    assert run(["check", "us.yaml", "--look"]) == 0
    assert run(["publish", "us.yaml", "--out", "after"]) == 0
    assert run(["publish", "iso.yaml", "--out", "again"]) == 0  # the stored one, from before the look
    cards = {name: json.loads((here / name / "card.json").read_text()) for name in ("before", "after", "again")}
    assert [name for name, card in cards.items() if "looked" in card] == ["after"]
    capsys.readouterr()
    for name in cards:
        assert run(["verify", name, "--ledger", "ledger.db"]) == 0
    capsys.readouterr()
    assert run(["explain", "after"]) == 0
    assert "looked at the data before this release" in " ".join(capsys.readouterr().out.split())
    assert run(["explain", "before"]) == 0
    assert "looked at the data before this release" not in " ".join(capsys.readouterr().out.split())


def test_an_encoding_under_which_no_id_can_be_read_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits.csv").write_bytes(
        "who,region,seen,paid\n张三,North,1/31/2026,7\n李四,South,1/31/2026,7\n".encode("gb18030")
    )
    (here / "wrong.yaml").write_text(SPEC.format(edition="3", seen=AMERICAN))
    (here / "right.yaml").write_text(
        SPEC.format(edition="3", seen=AMERICAN).replace("  columns", "  encoding: gb18030\n  columns")
    )
    capsys.readouterr()
    assert run(["check", "wrong.yaml", "--look"]) == 0
    said = capsys.readouterr().out
    assert table_of(said)["who"] == "NONE"
    assert "Is `encoding` right" in " ".join(said.split())
    assert run(["check", "right.yaml", "--look"]) == 0
    assert table_of(capsys.readouterr().out)["who"] == "all"


def test_check_is_ready_only_where_publish_would_go_through(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder is in the way, nothing can be written, a key is none, the spec is of a live series."""
    (here / "visits-2").mkdir()
    (here / "visits-2" / "mine.txt").write_text("something else")
    (here / "no.key").write_text("no key")
    (here / "no.key").chmod(0o600)
    live = (here / "us.yaml").read_text().replace("publish:", "stream: {}\npublish:")
    (here / "live.yaml").write_text(
        live.replace("  - {mean: paid, between: [0, 100]}\n", "").replace("}}\n", "}, every: 1d}\n", 1)
    )
    tried = {
        "us.yaml": "folder",
        "us.yaml --out visits.csv": "folder",
        "us.yaml --out fine --signing-key no.key": "sign",
        "us.yaml --out fine --signing-key absent.key": "sign",
        "live.yaml --out fine": "spec",
        "us.yaml --out fine": None,
    }
    before = kinds(here)
    for words, wrong in tried.items():
        capsys.readouterr()
        status = run(["check", *words.split(), "--json"])
        found = json.loads(capsys.readouterr().out)
        assert [one["step"] for one in found["checks"] if one["state"] == "wrong"] == (
            [] if wrong is None else [wrong]
        ), words
        assert (status == 0) == (wrong is None)
        if wrong is not None:
            assert run(["publish", *words.split()]) == status, words
    assert kinds(here) == before
    assert not (here / "ledger.certificate.key").exists()  # check makes no key


def test_an_error_points_at_the_field_that_is_in_the_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Days may be said in an entry: a complaint about them points there, not at a field that is not in the file."""
    from epsilog.roles.document import parse_document
    from epsilog.roles.place import place_of

    root = parse_document(
        "release: a\npublish:\n  - count: rows\n    during: {time: seen}\n    by: {region: [a]}\n", "a.yaml"
    )
    assert place_of("during.time", root) == "a.yaml:4, publish[0].during.time"
    assert place_of("by.region", root) == "a.yaml:5, publish[0].by.region"
    assert place_of("spend.from", root) == "spend.from"


def test_rows_of_a_live_series_can_be_looked_at(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Dates that nobody can read would be paid for and published as noise, tick by tick."""
    live = SPEC.format(edition="3", seen="timestamp").split("publish:")[0]
    live += "publish:\n  - {count: rows, every: 1d}\nstream: {wait: 15m}\nspend: {epsilon: 0.25, from: clinic}\n"
    (here / "live.yaml").write_text(live)
    before = kinds(here)
    capsys.readouterr()
    assert run(["check", "live.yaml", "--look"]) == 0
    said = capsys.readouterr().out
    assert table_of(said)["seen"].lower() == table_of(_looked("iso.yaml", capsys))["seen"].lower()
    assert "stream run" in said
    assert len(kinds(here)) > len(before), "a look is written down"


def test_where_something_is_wrong_nothing_is_looked_at(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "wrong.yaml").write_text(SPEC.format(edition="4", seen="timestamp").replace("visits.csv", "none.csv"))
    before = kinds(here)
    capsys.readouterr()
    assert run(["check", "wrong.yaml", "--look"]) != 0
    assert "Nothing was looked at" in capsys.readouterr().out
    assert kinds(here) == before


def _looked(spec: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert run(["check", spec, "--look"]) == 0
    return str(capsys.readouterr().out)
