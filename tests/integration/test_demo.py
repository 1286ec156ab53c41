"""`epsilog demo` as a newcomer runs it: it ends well, and its page stands on its own."""

from __future__ import annotations

import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from epsilog.cli.app import run
from epsilog.cli.showcase import ledger as books
from epsilog.cli.showcase import stories as story
from epsilog.cli.showcase.press import Press
from epsilog.cli.showcase.stories import spend

PICTURES = {"attack", "audit", "belief", "budget", "event", "loss", "noise-gaussian", "noise-laplace"}
PICTURES |= {"spending", "tradeoff"}
RELEASED = {
    "1-count-rows-by-diagnosis-every-1w",
    "2-count-persons-by-region-every-1mo",
    "3-mean-systolic-by-region",
    "4-histogram-systolic",
}
FEW = ["--rows", "20000"]


class Reader(HTMLParser):
    """Checks nesting and collects what the page would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "iframe", "object", "embed"):
            self.fetched.append(tag)
        for name, value in attrs:
            if (name in ("src", "href", "xlink:href") and not (value or "").startswith(("#", "clinic/"))) or (
                name.startswith("on")
            ):
                self.fetched.append(f"{tag} {name}={value}")
        if tag not in ("meta", "br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ("meta", "br", "img"):
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)


# Its Chinese is read by tests of words every day; here it differs in nothing but them.
@pytest.mark.parametrize("lang", ["en", pytest.param("zh", marks=pytest.mark.nightly)])
def test_the_demonstration(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # False alarms: two chi-squares at 1e-6 each and one sound function audited at confidence 0.999999.
    assert run(["demo", "--out", str(tmp_path / "out"), "--lang", lang, "--json", *FEW]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["as_expected"] is True
    assert {Path(path).stem for path in record["pictures"]} == PICTURES | RELEASED
    assert all(Path(path).stat().st_size > 1000 for path in record["pictures"])
    assert [release["paid"] for release in record["budget"]["releases"]].count(False) == 1
    assert [one["verdict"]["passed"] for one in record["audit"]["functions"]] == [False, False, True]
    year = record["ledger"]
    assert [refusal["kind"] for refusal in year["refusals"]] == ["stopped", "stopped", "cap"]
    assert year["releases"] == 34
    assert all(account["share_used"] <= 1 for account in year["accounts"])
    assert year["edited_copy"]["named_entry"] == year["edited_copy"]["edited_entry"]
    assert "older copy" in year["older_copy_refused"]
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert reader.fetched == []
    assert page.count("<svg") == len(PICTURES | RELEASED)
    assert "url(http" not in page
    assert ("这" in "".join(reader.words)) == (lang == "zh")
    assert str(tmp_path) not in page


def test_the_refusal_is_the_accounts_own() -> None:
    year = spend("en")
    assert len(year.refusals) == 1
    assert "111.1 %" in year.refusals[0]
    assert year.payments[-1].after < 1
    assert year.paid.price().rho <= year.allowance.cap


def test_a_demonstration_that_goes_wrong_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: were the sound twin unsound, the demonstration must not end well. Its screen is read here too."""
    cases = (("rows", story.noise_for_one, True), ("sound", story.noise_for_one, False))
    monkeypatch.setattr(story, "CASES", cases)
    assert run(["demo", "--out", str(tmp_path), *FEW]) == 3
    out = capsys.readouterr().out
    assert "not as it should be" in out
    assert "index.html" in out.replace("\n", "")
    assert "refused" in out
    assert "caught" in out
    assert "epsilog meaning --epsilon 1 --delta 1e-6" in out


def test_books_that_are_not_found_out_are_a_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: were an edit not made, or a fresh copy put back, the story must say that it went wrong."""
    assert books.keep_books("en").as_expected
    monkeypatch.setattr(books, "_edit", lambda place, entry: None)
    year = books.keep_books("en")
    assert year.edited is not None
    assert year.edited.whole
    assert not year.as_expected
    monkeypatch.undo()
    put_back = books._put_back
    monkeypatch.setattr(books, "_put_back", lambda older, *rest: put_back(older.with_name("edited.db"), *rest))
    assert not books.keep_books("en").as_expected


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["demo", "--out", str(tmp_path / "file" / "x")]) == 2
    assert "cannot make the folder" in capsys.readouterr().err


def test_a_release_that_was_drawn_afresh_or_does_not_verify_is_a_surprise(tmp_path: Path) -> None:
    """Power: the first story ends well only if the same request gave the stored release and the folder is whole."""
    good = {"publish again": {"repeated": True}, "verify": {"whole": True}}
    assert Press(tmp_path, 1, codes=[0], answers=good).as_expected
    assert not Press(tmp_path, 1, codes=[0, 2], answers=good).as_expected
    assert not Press(tmp_path, 1, codes=[0], answers=good | {"publish again": {"repeated": False}}).as_expected
    assert not Press(tmp_path, 1, codes=[0], answers=good | {"verify": {"whole": False}}).as_expected


def test_the_demonstration_clears_away_only_what_it_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "clinic").mkdir()
    (tmp_path / "clinic" / "thesis.txt").write_text("mine")
    assert run(["demo", "--out", str(tmp_path), *FEW]) == 2
    assert "holds something else" in capsys.readouterr().err
    assert (tmp_path / "clinic" / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize("story", ["clinic", "shop", "city"])
def test_a_table_to_begin_with_is_the_documented_one(
    story: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.csv"
    command = ["demo", "--data", str(file), "--story", story]
    assert run([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    rows = [line.split(",") for line in lines]
    columns = header.split(",")
    assert told["columns"] == columns
    assert told["rows"] == len(rows)
    people = {row[0] for row in rows}
    assert told["people"] == len(people)
    page = (Path(__file__).parents[2] / "docs/reference.md").read_text(encoding="utf-8")
    listed = (
        f"| `{story}` | {{}} | {told['people']:,} and {told['rows']:,} | {', '.join(f'`{c}`' for c in columns)} |"
    )
    assert listed.partition("{}")[2] in page
    moment = next(at for at, name in enumerate(columns) if name.endswith("_at"))
    assert [row[moment] for row in rows] == sorted(row[moment] for row in rows)
    first = file.read_bytes()
    assert run(command) == 2
    assert "exists already" in capsys.readouterr().err
    assert file.read_bytes() == first
    assert run(["demo", "--data", str(tmp_path / "again.csv"), "--story", story]) == 0
    assert (tmp_path / "again.csv").read_bytes() == first
    assert f"epsilog new {tmp_path}/again.csv" in capsys.readouterr().out.replace("\n", "")
    assert run(["demo", "--story", "shop"]) == 2
    assert "belongs to --data" in capsys.readouterr().err


@pytest.mark.nightly
def test_the_last_word_of_the_demonstration_is_its_own(tmp_path: Path) -> None:
    """In a process of its own: at its end no library complains of what it was left."""
    command = [
        sys.executable,
        "-c",
        "from epsilog.cli import main; main()",
        "demo",
        "--out",
        str(tmp_path / "out"),
        *FEW,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    assert done.stderr == ""
    assert "index.html to read it all" in done.stdout.replace("\n", " ")
