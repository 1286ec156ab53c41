"""Addresses in libpq's keywords are addresses, and no password is ever printed."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from epsilog.cli.app import run
from epsilog.core.address import as_url, is_server
from epsilog.core.origin import Origin
from epsilog.errors import SpecError
from ledger_places import Places

SECRET = "s3cr3t"
PLACES = [
    f"host=nowhere.invalid dbname=books user=ada password={SECRET}",
    f"password='{SECRET}' host=nowhere.invalid",
    f"  dbname = books  password = {SECRET}",
    f"password='{SECRET}",
    f"host=nowhere.invalid password='{SECRET}' port=x",
    f"HOST=nowhere.invalid PASSWORD={SECRET}",
]


@pytest.mark.parametrize("place", PLACES)
def test_no_command_prints_a_password(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "1")
    monkeypatch.setenv("PGHOST", str(tmp_path))  # no server there
    (tmp_path / "visits.yaml").write_text(
        'release: visits\nedition: "1"\nsource: {file: visits.csv, columns: {who: text}}\nprotect: {each: who}\n'
        "bound: {rows: 1}\npublish: [{count: rows}]\nspend: {epsilon: 1, from: clinic}\n"
    )
    (tmp_path / "visits.csv").write_text("who\nann\n")
    (tmp_path / "table.yaml").write_text(
        (tmp_path / "visits.yaml").read_text().replace("file: visits.csv", f'database: "{place}", table: visits')
    )
    for words in (
        ["ledger", "show", "--ledger", place],
        ["check", "visits.yaml", "--ledger", place],
        ["publish", "visits.yaml", "--ledger", place],
        ["ledger", "open", "clinic", "--each", "who", "--epsilon", "1", "--by", "Ada", "--ledger", place],
        ["plan", "table.yaml"],
        ["check", "table.yaml", "--ledger", "nowhere.db"],
    ):
        assert run(words) != 0
        told = capfd.readouterr()
        assert SECRET not in told.out + told.err, words
    assert not [path for path in tmp_path.iterdir() if "=" in path.name]


def test_a_spec_with_a_password_in_keywords_is_refused() -> None:
    for place in PLACES:
        with pytest.raises(SpecError) as refused:
            Origin(None, {"who": "text"}, database=place, table="visits")
        assert refused.value.where == "source.database"
        assert SECRET not in str(refused.value)


def test_books_and_rows_are_found_by_keywords(places: Places) -> None:
    url = places.server()
    parts = urlsplit(url)
    said = {"host": parts.hostname, "port": parts.port, "dbname": parts.path[1:], "user": parts.username}
    said |= {"password": parts.password}
    said |= dict(pair.split("=", 1) for pair in parts.query.split("&") if pair)
    place = " ".join(f"{name}='{unquote(str(value))}'" for name, value in said.items() if value)
    assert is_server(place)
    assert (
        run(["ledger", "open", "clinic", "--each", "who", "--epsilon", "1", "--by", "Ada", "--ledger", place]) == 0
    )
    assert run(["ledger", "show", "--ledger", url]) == 0


@pytest.mark.parametrize("name", ["ledger.db", "user=ann/visits.sqlite", "year=2026/rows.duckdb", "my books.db"])
def test_names_of_files_stay_names_of_files(name: str) -> None:
    assert not is_server(name)
    assert as_url(name) == name
