"""`epsilog check --look`: codes, keys and days that are compared, and a sentence for what is not all rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from epsilog.cli.app import run

HEAD = """release: visits
edition: "1"
source:
  file: visits.csv
  columns: {{who: text, region: text, seen: {seen}, days: integer, status: text}}
protect: {{each: {each}{zone}}}
bound: {{rows: 1}}
"""
TAIL = "spend: {epsilon: 0.25, from: clinic}\n"
ROWS = "".join(
    f"p{at},{'North' if at % 4 else 'South'},{at % 12 + 1}/{at + 1}/2026,{at},"
    f"{'readmitted' if at % 3 == 0 else 'home' if at % 3 == 1 else 'unknown'}\n"
    for at in range(24)
)
HEADER = "who,region,seen,days,status\n"
AMERICAN = '{kind: date, format: "%m/%d/%Y"}'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "240")
    (tmp_path / "visits.csv").write_text(HEADER + ROWS)
    assert run(["ledger", "open", "clinic", "--each", "who", "--epsilon", "2", "--by", "Ada"]) == 0
    return tmp_path


def write(here: Path, body: str, *, seen: str = AMERICAN, each: str = "who", zone: str = "") -> None:
    (here / "s.yaml").write_text(HEAD.format(seen=seen, each=each, zone=zone) + body + TAIL)


def looked(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[dict[tuple[str, str], str], str]:
    """The table of words, and all that is said on one line."""
    capsys.readouterr()
    assert run(["check", "s.yaml", "--look", *more]) == 0
    said = capsys.readouterr().out.split("PRIVATE" if not more else "私密内容")[1]
    words = {}
    for line in said.splitlines():
        cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        if len(cells) == 3:
            words[cells[0], cells[1]] = cells[2]
    return words, " ".join(said.split())


CURVE = (
    "publish:\n  - survival: {{time: days, event: {{column: status, causes: [{causes}]{rest}}}, horizon: 30d}}\n"
)
CAUSE, CODE = ("status", "code of an event (`causes`)"), ("status", "one of all codes of `event`")
LOST = ("status", "code of somebody lost (`censored`)")


@pytest.mark.parametrize(
    ("causes", "censored", "words", "sentence"),
    [
        ("Readmitted", "", {CAUSE: "NONE"}, "NO ROW has one of the codes of `causes` in status"),
        ("readmitted", "", {CAUSE: "some"}, ""),
        (
            "readmitted",
            "home",
            {CODE: "most", CAUSE: "some", LOST: "some"},
            "Most rows, but not all, have one of the codes of `event` in status",
        ),
        ("readmitted", "home, unknown", {CODE: "all", CAUSE: "some", LOST: "most"}, ""),
        (
            "readmitted",
            "Home",
            {CODE: "some", CAUSE: "some", LOST: "NONE"},
            "NO ROW has one of the codes of `censored`",
        ),
        ("Readmitted", "Home", {CODE: "NONE", CAUSE: "NONE", LOST: "NONE"}, "nobody would be in the curve"),
    ],
)
def test_codes_that_end_follow_up_are_compared(
    here: Path,
    capsys: pytest.CaptureFixture[str],
    causes: str,
    censored: str,
    words: dict[tuple[str, str], str],
    sentence: str,
) -> None:
    rest = f", censored: [{censored}]" if censored else ""
    write(here, CURVE.format(causes=causes, rest=rest))
    found, said = looked(capsys)
    assert {key: word for key, word in found.items() if key[0] == "status"} == words
    assert sentence in said
    if not sentence:
        assert "`causes`" not in said.split("rows that are")[1].split("(`causes`)", 1)[1]


@pytest.mark.parametrize(
    ("keys", "word", "sentence"),
    [
        ("north, SOUTH", "NONE", "NO ROW has one of the keys of `among` in region"),
        ("North, south", "most", "Most rows, but not all, have one of the keys of `among` in region"),
        ("South, north", "some", "Only some rows have one of the keys of `among` in region"),
        ("North, South", "all", ""),
    ],
)
def test_the_keys_of_among_are_compared(
    here: Path, capsys: pytest.CaptureFixture[str], keys: str, word: str, sentence: str
) -> None:
    write(here, f"publish:\n  - {{top: region, among: [{keys}], k: 1}}\n")
    found, said = looked(capsys)
    assert found["region", "one of the keys of `among`"] == word
    assert sentence in said
    assert ("Capital letters" in said) == bool(sentence)


def test_keys_and_among_of_one_column_have_a_word_each(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        here,
        "publish:\n  - {count: rows, by: {region: [North, South]}}\n"
        "  - {count: persons, by: {region: [South, north]}}\n  - {top: region, among: [north, East], k: 1}\n",
    )
    found, said = looked(capsys)
    assert found["region", "one of the keys of `among`"] == "NONE"
    assert "Only some rows have one of the declared keys in region" in said


@pytest.mark.parametrize(
    ("first", "last", "word", "sentence"),
    [
        ("2025-01-01", "2025-12-31", "NONE", "NO ROW lies within 2025-01-01 and 2025-12-31 by seen"),
        ("2026-01-01", "2026-12-31", "all", ""),
        ("2026-01-01", "2026-08-31", "most", "Most rows, but not all, lie within 2026-01-01 and 2026-08-31"),
        ("2026-01-01", "2026-02-28", "some", "Only some rows lie within"),
    ],
)
def test_days_of_a_release_are_compared(
    here: Path, capsys: pytest.CaptureFixture[str], first: str, last: str, word: str, sentence: str
) -> None:
    write(here, f"during: {{time: seen, from: {first}, to: {last}}}\npublish:\n  - {{count: rows}}\n")
    found, said = looked(capsys)
    assert found["seen", "within the days of `during`"] == word
    assert found["seen", "date"] == "all"
    assert sentence in said
    assert ("lie within" in said or "lies within" in said) == bool(sentence)


def test_days_are_those_of_the_zone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits.csv").write_text(HEADER + "a,North,2026-01-31T20:00:00Z,1,home\n")
    args = ["ledger", "open", "east", "--each", "who", "--zone", "Asia/Shanghai", "--epsilon", "2", "--by", "Ada"]
    assert run(args) == 0
    for zone, account, word in (("", "clinic", "NONE"), (", zone: Asia/Shanghai", "east", "all")):
        body = "during: {time: seen, from: 2026-02-01, to: 2026-02-28}\npublish:\n  - {count: rows}\n"
        write(here, body, seen="instant", zone=zone)
        spec = here / "s.yaml"
        spec.write_text(spec.read_text().replace("clinic", account))
        assert looked(capsys)[0]["seen", "within the days of `during`"] == word


def test_dates_that_parse_in_part_get_a_sentence_with_the_other_order(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        here,
        "during: {time: seen, from: 2026-01-01, to: 2026-12-31}\npublish:\n  - {count: rows}\n",
        seen='{kind: date, format: "%d/%m/%Y"}',
    )
    found, said = looked(capsys)
    assert found["seen", "date"] == "some"
    assert "Only some rows have a date that can be read in seen" in said
    assert 'write format: "%m/%d/%Y"' in said
    write(
        here, "during: {time: seen, from: 2026-01-01, to: 2026-12-31}\npublish:\n  - {count: rows}\n", seen="date"
    )
    found, said = looked(capsys)
    assert found["seen", "date"] == "NONE"
    assert "NO ROW has a date that can be read in seen" in said
    assert '"%m/%d/%Y" for month first' in said
    assert "NO ROW lies within" not in said, "what cannot be read lies nowhere, and once is enough"
    assert looked(capsys, "--lang", "zh")[0]["seen", "日期"] == "没有"


def test_ids_and_numbers_that_are_there_in_part_get_a_sentence(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "visits.csv").write_text(HEADER + ROWS + ",North,1/1/2026,3 d,home\n")
    write(here, "publish:\n  - {mean: days, between: [0, 30]}\n")
    found, said = looked(capsys)
    assert (found["who", "id"], found["days", "number"]) == ("most", "most")
    assert "Most rows, but not all, have an id that can be read in who" in said
    assert "Most rows, but not all, have a number that can be read in days" in said
    write(here, "publish:\n  - {count: rows}\n")
    _, said = looked(capsys)
    assert "have a number" not in said, "nothing depends on it"


LINES = {
    "none": ROWS,
    "some": ROWS + "p98,North\n",
    "most": "".join(line + ",more\n" for line in ROWS.splitlines()) + "p98,North,1/1/2026,1,home\n",
    "all": "".join(line.replace("/2026", "/2026,") + "\n" for line in ROWS.splitlines()),
}


@pytest.mark.parametrize("share", list(LINES))
def test_lines_with_other_cells_than_the_header_are_told_in_a_word(
    here: Path, capsys: pytest.CaptureFixture[str], share: str
) -> None:
    (here / "visits.csv").write_text(HEADER + "\n\r\n" + LINES[share])  # empty lines are none
    write(here, "publish:\n  - {count: rows}\n")
    said = looked(capsys)[1]
    expected = {
        "none": "Lines of the file that do not count (other cells than the header, or unreadable): none.",
        "some": "Some lines of the file do not count",
        "most": "MOST LINES of the file do not count",
        "all": "ALL LINES of the file do not count",
    }
    assert [word for word, sentence in expected.items() if sentence in said] == [share]


def test_plain_check_says_what_becomes_of_a_ragged_line_before_a_row_is_read(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(here, "publish:\n  - {count: rows}\n")
    for lang, words in (
        ("en", "more or fewer cells than the header does not count"),
        ("zh", "单元格数目与表头不同的行"),
    ):
        capsys.readouterr()
        assert run(["check", "s.yaml", "--lang", lang]) == 0
        assert words in " ".join(capsys.readouterr().out.split())


def test_an_id_that_never_comes_back_is_called_an_event(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here, "publish:\n  - {count: rows}\n")
    assert "EVENT LEVEL: every value of who occurs once" in looked(capsys)[1]
    (here / "visits.csv").write_text(HEADER + ROWS + "p0,North,1/1/2026,1,home\n")
    assert "EVENT LEVEL" not in looked(capsys)[1]
    (here / "visits.csv").write_text(HEADER + ROWS + ",North,1/1/2026,1,home\n" * 2)
    assert "EVENT LEVEL" in looked(capsys)[1], "rows without an id are nobody's"
    assert "事件级保护" in looked(capsys, "--lang", "zh")[1]


def test_ids_that_come_back_in_another_file_come_back(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "more").mkdir()
    (here / "more" / "a.csv").write_text(HEADER + ROWS)
    (here / "more" / "b.csv").write_text("status,who,region,seen,days\nhome,p0,North,1/1/2026,1\nhome,p99\n")
    write(here, "publish:\n  - {count: rows}\n")
    spec = here / "s.yaml"
    spec.write_text(spec.read_text().replace("file: visits.csv", "file: more/"))
    said = looked(capsys)[1]
    assert "EVENT LEVEL" not in said
    assert "Some lines of the file do not count" in said


def test_a_live_spec_is_looked_at_alike(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "visits.csv").write_text(HEADER + ROWS + "p98,North\n")
    write(
        here,
        "during: {time: seen, from: 2025-01-01, to: 2025-12-31}\nstream: {wait: 15m}\n"
        "publish:\n  - {count: rows, every: 1d, by: {region: [north]}}\n",
        seen='{kind: timestamp, format: "%m/%d/%Y"}',
    )
    found, said = looked(capsys)
    assert found["seen", "within the days of `during`"] == "NONE"
    assert found["region", "one of the declared keys"] == "NONE"
    assert "Some lines of the file do not count" in said
    assert "EVENT LEVEL" in said


def test_a_look_has_words_only(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No number and no value of a row: the table holds four words, and digits come from the request alone."""
    (here / "visits.csv").write_text(HEADER + ROWS + "p98,North\np97,Secretville,7/7/2026,17,odd\n")
    write(
        here,
        "during: {time: seen, from: 2026-02-02, to: 2026-03-03}\n"
        + CURVE.format(causes="readmitted", rest="")
        + "    by: {region: [North]}\n",
    )
    found, said = looked(capsys)
    assert set(found.values()) - {"rows that are"} <= {"NONE", "some", "most", "all"}
    assert "Secretville" not in said
    for public in ("2026-02-02", "2026-03-03", "%m/%d/%Y", "%d/%m/%Y"):
        said = said.replace(public, "")
    assert not any(letter.isdigit() for letter in said)
