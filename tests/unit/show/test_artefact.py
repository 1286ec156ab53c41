"""Folders: written whole or not at all, verified file by file, and every tampering is found."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.chain import canonical
from epsilog.ledger.signing import public_text, sign_text
from epsilog.registry.asks import Query
from epsilog.roles.table import stem
from epsilog.show.artefact import write
from epsilog.show.card import Card
from epsilog.show.certificate import _FIELDS, Head, files_in, read_certificate, verify_folder
from epsilog.show.conditions import Condition
from epsilog.show.release import Release
from release_scenes import COLUMNS, PRESSURE, REGIONS, SEX, TIDY, plan_of, result_of, spec_of, stored

KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
TRUST = (public_text(KEY),)
CERTIFIED = sorted(_FIELDS)
TABLES = (
    Query("rows", by=(REGIONS,)),
    Query("rows", by=(REGIONS,), name="again"),
    Query("mean", "systolic", between=PRESSURE, by=(SEX,)),
    Query("sum", "cost", between=(Fraction(0), Fraction(1000))),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Release]:
    """A folder, the ledger's file, and the release."""
    place = tmp_path_factory.mktemp("artefact")
    result = result_of(plan_of(spec_of(*TABLES, tidy=TIDY), ("gaussian", "laplace")))
    ledger, release = stored(result, place)
    last = ledger.history()[-1]
    ledger.close()
    write(release, place / "folder", key=KEY, head=Head(last.seq, last.hash))
    return place / "folder", place / "books.db", release


@pytest.fixture
def folder(made: tuple[Path, Path, Release], tmp_path: Path) -> Path:
    """A copy to tamper with."""
    return Path(shutil.copytree(made[0], tmp_path / "copy", symlinks=True))


def failed(folder: Path, **options: object) -> set[str]:
    verdict = verify_folder(folder, **{"trusted": TRUST, **options})
    found = {check.key.removeprefix("release.verify.") for check in verdict.checks if check.outcome == "fails"}
    assert verdict.whole == (not found)
    return found


def all_files(folder: Path) -> list[str]:
    return sorted(files_in(folder))


def test_a_folder_verifies_and_says_what_was_not_checked(made) -> None:
    folder, books, _ = made
    verdict = verify_folder(folder)
    assert verdict.whole
    assert {check.key for check in verdict.checks if check.outcome == "unchecked"} == {
        "release.verify.signature.unpinned",
        "release.verify.not.ledger",
        "release.verify.not.pictures",
        "release.verify.not.data",
    }
    with Ledger.open(books) as ledger:
        verdict = verify_folder(folder, trusted=TRUST, ledger=ledger, lang="zh")
    assert verdict.whole
    keys = [check.key for check in verdict.checks if check.outcome == "holds"]
    assert "release.verify.ledger" in keys
    assert "release.verify.ledger.head" in keys
    assert "release.verify.signature" in keys
    assert any("账本" in sentence for sentence in verdict.findings)


def test_the_folder_holds_everything_a_release_needs(made) -> None:
    folder, _, release = made
    assert all_files(folder) == sorted(
        ["card.json", "report.html", "spec.yaml"]
        + [f"pictures/{stem(at, query)}.{kind}" for at, query in enumerate(TABLES) for kind in ("png", "svg")]
        + [f"tables/{stem(at, query)}.{kind}" for at, query in enumerate(TABLES) for kind in ("csv", "parquet")]
    )
    assert Card.from_bytes((folder / "card.json").read_bytes()) == Card.of(release)


def test_every_changed_file_is_found(made, tmp_path) -> None:
    names = all_files(made[0])
    assert len(names) == 19
    for number, name in enumerate(names):
        copy = Path(shutil.copytree(made[0], tmp_path / str(number)))
        raw = bytearray((copy / name).read_bytes())
        raw[len(raw) // 2] ^= 1
        (copy / name).write_bytes(bytes(raw))
        assert "files.changed" in failed(copy), name
        (copy / name).unlink()
        assert "files.missing" in failed(copy), name


@pytest.mark.parametrize("name", ["extra.txt", "tables/extra.csv", ".hidden", "new/deep/file"])
def test_an_extra_file_is_found(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("more")
    assert failed(folder) == {"files.extra"}


def test_a_link_or_a_pipe_in_place_of_a_file_is_found(folder: Path, tmp_path: Path) -> None:
    name = all_files(folder)[-1]
    kept = tmp_path / "elsewhere"
    shutil.move(folder / name, kept)
    (folder / name).symlink_to(kept)
    assert "files.odd" in failed(folder)
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert "files.odd" in failed(folder)
    (folder / name).unlink()
    shutil.move(kept, folder / name)
    assert failed(folder) == set()
    (folder / "more").symlink_to(tmp_path)
    assert failed(folder) == {"files.extra"}


@pytest.mark.parametrize("name", ["certificate.json", "card.json"])
def test_a_link_in_place_of_certificate_or_card_is_not_followed(folder: Path, tmp_path: Path, name: str) -> None:
    shutil.move(folder / name, tmp_path / name)
    (folder / name).symlink_to(tmp_path / name)
    assert failed(folder)


def test_swapped_tables_are_found_even_if_they_are_signed_again(folder: Path) -> None:
    one, two = (folder / "tables" / f"{stem(at, TABLES[at])}.csv" for at in (0, 1))
    first, second = one.read_bytes(), two.read_bytes()
    one.write_bytes(second)
    two.write_bytes(first)
    assert "files.changed" in failed(folder)
    sign_again(folder, KEY)
    # Both have the same cells; in either case the numbers are not the stored ones.
    assert failed(folder) & {"fingerprint.failed", "tables.failed"}


def sign_again(folder: Path, key: Ed25519PrivateKey, **changes: object) -> None:
    """What a forger does who has a key: list the files as they are now, and sign."""
    record = {**read_certificate(folder).body, "files": files_in(folder), **changes}
    record["card"] = hashlib.sha256((folder / "card.json").read_bytes()).hexdigest()
    record["key"] = public_text(key)
    record["signature"] = sign_text(key, canonical(record))
    (folder / "certificate.json").write_text(json.dumps(record), encoding="utf-8")


def test_a_certificate_of_another_key_is_a_strangers(folder: Path) -> None:
    sign_again(folder, OTHER)
    assert failed(folder) == {"signature.stranger"}
    assert failed(folder, trusted=()) == set()  # nobody was pinned, and that is said
    assert any(public_text(OTHER) in line for line in verify_folder(folder).findings)


@pytest.mark.parametrize("field", [*CERTIFIED, "key", "signature"])
def test_every_field_of_the_certificate_is_signed(folder: Path, field: str) -> None:
    path = folder / "certificate.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    value = record[field]
    if isinstance(value, bool):
        record[field] = not value
    elif isinstance(value, str):
        record[field] = value[:-2] + ("AA" if not value.endswith("AA") else "BB")
    elif isinstance(value, list):
        record[field] = [*value, "x"]
    elif isinstance(value, int):
        record[field] = value + 1
    else:
        record[field] = dict(list(value.items())[1:])
    path.write_text(json.dumps(record), encoding="utf-8")
    assert failed(folder)


@pytest.mark.parametrize(
    "change",
    [
        ("value", "1"),
        ("low", "0"),
        ("high", "999999"),
        ("raw", "7"),
        ("region", "Nowhere"),
        ("confidence", "0.99"),
        ("about", "population"),
    ],
)
def test_a_cell_that_does_not_follow_is_found_by_rendering_it_again(folder: Path, change: tuple[str, str]) -> None:
    """Even by somebody who holds the trusted key: the card, the ranges and the fingerprint disagree."""
    path = folder / "tables" / f"{stem(0, TABLES[0])}.csv"
    lines = path.read_bytes().decode().split("\r\n")
    names = [name.strip('"') for name in lines[0].split(",")]
    cells = lines[1].split(",")
    place = names.index(change[0])
    cells[place] = f'"{change[1]}"' if cells[place].startswith('"') else change[1]
    lines[1] = ",".join(cells)
    path.write_bytes("\r\n".join(lines).encode())
    sign_again(folder, KEY)
    assert failed(folder) & {"tables.failed", "fingerprint.failed"}


def test_a_parquet_that_says_something_else_is_found(folder: Path) -> None:
    one, two = (folder / "tables" / f"{stem(at, TABLES[at])}.parquet" for at in (0, 1))
    shutil.copy(two, one)
    sign_again(folder, KEY)
    assert failed(folder) == {"tables.failed"}
    one.write_bytes(b"PAR1 nothing PAR1")
    sign_again(folder, KEY)
    assert failed(folder) == {"tables.failed"}


def test_a_card_signed_again_must_still_agree_with_the_ledger(made, folder: Path) -> None:
    card = Card.from_bytes((folder / "card.json").read_bytes())
    forged = replace(card, receipt="0" * 32)
    (folder / "card.json").write_bytes(forged.to_bytes())
    sign_again(folder, KEY, receipt="0" * 32)
    assert failed(folder) == set()  # a forger with the trusted key can say this …
    with Ledger.open(made[1]) as ledger:
        assert failed(folder, ledger=ledger) == {"ledger.missing"}  # … and the ledger can deny it


def test_another_ledger_and_another_request_are_noticed(made, folder: Path, tmp_path: Path) -> None:
    other, _ = stored(result_of(plan_of(spec_of(Query("rows")))), tmp_path, "other.db")
    with other:
        assert failed(folder, ledger=other) == {"ledger.other"}
    (folder / "spec.yaml").write_text("release: another\n")
    sign_again(folder, KEY)
    assert failed(folder) == {"request.failed"}


def test_a_replaced_ledger_lacks_the_head_that_was_signed(made, folder: Path) -> None:
    sign_again(folder, KEY, head={"seq": 2, "hash": "0" * 64})
    with Ledger.open(made[1]) as ledger:
        assert failed(folder, ledger=ledger) == {"ledger.head.failed"}


@pytest.mark.parametrize("path", ["../outside", "/etc/passwd", "tables/../card.json", "", "a//b", "."])
def test_certificates_list_no_paths_outside(folder: Path, path: str) -> None:
    files = {**read_certificate(folder).files, path: "0" * 64}
    record = {**read_certificate(folder).body, "files": files, "key": public_text(KEY)}
    record["signature"] = sign_text(KEY, canonical(record))
    (folder / "certificate.json").write_text(json.dumps(record))
    assert failed(folder) == {"certificate.failed"}


@pytest.mark.parametrize("raw", ["", "{}", "[]", "null", "[" * 50_000, '{"files": 3}'])
def test_what_is_no_certificate_fails(folder: Path, raw: str) -> None:
    (folder / "certificate.json").write_text(raw)
    assert failed(folder) == {"certificate.failed"}


def test_the_same_release_is_written_again_with_the_same_tables_and_card(made, folder: Path) -> None:
    before = {name: (folder / name).read_bytes() for name in all_files(folder)}
    (folder / "report.html").unlink()  # a damaged folder is mended
    write(made[2], folder, key=KEY, lang="zh")
    assert failed(folder) == set()
    for name in before:
        if name.startswith("tables/") or name in ("card.json", "spec.yaml"):
            assert (folder / name).read_bytes() == before[name], name
    assert "zh-Hans" in (folder / "report.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in folder.parent.iterdir()) == ["copy"]  # nothing is left beside it


def test_a_folder_with_anything_else_is_left_alone(made, folder: Path, tmp_path: Path) -> None:
    other, release = stored(result_of(plan_of(spec_of(Query("rows")))), tmp_path, "other.db")
    other.close()
    before = {name: (folder / name).read_bytes() for name in all_files(folder)}
    with pytest.raises(SpecError, match="another release"):
        write(release, folder, key=KEY)
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(SpecError, match=r"notes\.txt"):
        write(made[2], folder, key=KEY)
    (folder / "notes.txt").unlink()
    assert {name: (folder / name).read_bytes() for name in all_files(folder)} == before
    for name, fill in (
        ("file", lambda path: path.write_text("x")),
        ("full", lambda path: (path / "a").mkdir(parents=True)),
    ):
        fill(tmp_path / name)
        with pytest.raises(SpecError):
            write(made[2], tmp_path / name, key=KEY)
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(SpecError, match="not a folder"):
        write(made[2], tmp_path / "link", key=KEY)


def test_a_failure_half_way_leaves_nothing(made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import epsilog.show.report

    def broken(*_: object) -> str:
        raise OSError("disk full")

    monkeypatch.setattr(epsilog.show.report, "report_html", broken)
    with pytest.raises(SpecError, match="cannot be written"):
        write(made[2], tmp_path / "new", key=KEY)
    assert list(tmp_path.iterdir()) == []


class Seen(HTMLParser):
    """What a browser would do with a page: which elements it makes, which addresses it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.handlers: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src", "xlink:href", "action", "data", "srcset"):
                self.addresses.append(value or "")
            if name.startswith("on"):
                self.handlers.append(name)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


EVIL = "<script>alert(1)</script>"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_hostile_names_are_text_in_the_report(tmp_path: Path, lang: str) -> None:
    columns = {**COLUMNS, EVIL: "text", '"><img src=x onerror=y>': "number"}
    queries = (
        Query("rows", by=(Keys(EVIL, (EVIL, "=cmd", "--><b>", "]]>", "&amp;", "北京")),), name=f"../{EVIL}"),
        Query("sum", '"><img src=x onerror=y>', between=(Fraction(0), Fraction(9)), name="a\x00\u202eb"),
    )
    spec = spec_of(
        *queries, source=Origin("v.csv", columns), release=EVIL, edition="'\"><svg onload=x>", bound=Bounds(rows=2)
    )
    ledger, release = stored(result_of(plan_of(spec)), tmp_path)
    ledger.close()
    release = replace(
        release, conditions=(Condition(7, "2026-03-01", "refund", EVIL, (EVIL, "Ada"), f"word of {EVIL}"),)
    )
    write(release, tmp_path / "out", key=KEY, lang=lang)
    assert verify_folder(tmp_path / "out", trusted=TRUST).whole
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    seen = Seen()
    seen.feed(page)
    assert not seen.tags & {"script", "img", "iframe", "object", "embed", "link", "b", "base", "form"}
    assert seen.handlers == []
    assert all(address.startswith("#p") for address in seen.addresses)
    assert not re.search(r"url\((?!#)", page)
    assert "@import" not in page
    assert EVIL in "".join(seen.text)
    assert "Content-Security-Policy" in page


@pytest.mark.parametrize(("size", "shown"), [(24, 24), (40, 40), (41, 10)])
def test_a_short_table_is_shown_whole_and_of_a_long_one_the_beginning(
    tmp_path: Path, size: int, shown: int
) -> None:
    hours = Keys("region", tuple(f"hour-{at:02d}" for at in range(size)))
    ledger, release = stored(result_of(plan_of(spec_of(Query("rows", by=(hours,))))), tmp_path)
    ledger.close()
    write(release, tmp_path / "out", key=KEY)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    rows = [key for key in hours.keys if re.search(rf"<td[^>]*>{key}</td>", page)]
    assert rows == list(hours.keys[:shown])


def test_the_report_says_what_a_board_must_know(made) -> None:
    seen = Seen()
    seen.feed((made[0] / "report.html").read_text(encoding="utf-8"))
    text = re.sub(r"\s+", " ", "".join(seen.text).replace("\u00a0", " "))
    for words in (
        "to at most 17 % after seeing this release",
        "not a probability",
        "19 times in 20",
        "96.4 % left",
        "Once it is used up, everything published from it together keeps epsilon = 3, delta = 1e-6",
        "at most 4 in all",
        "What is not protected",
        "epsilog verify",
    ):
        assert words in text, words


def test_a_seeded_release_is_loud_everywhere(tmp_path: Path) -> None:
    ledger, release = stored(result_of(plan_of(spec_of(Query("rows"))), reproducible=True), tmp_path)
    ledger.close()
    write(release, tmp_path / "out", key=KEY)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert page.index('class="alarm"') < page.index("class=tile")
    assert "protects nobody" in page
    assert "PROTECTS NOBODY" in (tmp_path / "out" / "card.json").read_text(encoding="utf-8")
    assert any("protects nobody" in line for line in verify_folder(tmp_path / "out").findings)


def test_names_of_files_are_tame() -> None:
    for name in ("../../etc/passwd", "a/b\\c", "con.", "\x00", "…", "x" * 500, "-rf", "表 一"):
        found = stem(3, Query("rows", name=name or "x"))
        assert re.fullmatch(r"4(-[\w-]{1,60})?", found)
        assert not found.endswith("-")
