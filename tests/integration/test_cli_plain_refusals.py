"""Refusals that name what is wrong, not what stands beside it: keys, streams, other ledgers, stopped accounts."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from epsilog.cli.app import run
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.signing import new_key
from epsilog.pay.edition import refuse_a_second_meaning
from epsilog.roles.stream_rules import Said
from epsilog.spec.file import spec_from_text, to_yaml
from stream_scenes import books, series, visits

SPEC = """
release: visits
edition: "1"
source: {file: rows.csv, columns: {patient_id: text}}
protect: {each: patient_id}
bound: {rows: 1}
publish: [{name: rows, count: rows}]
spend: {from: clinic, epsilon: 0.5}
"""


@pytest.fixture(autouse=True)
def _desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    monkeypatch.chdir(tmp_path)
    Path("rows.csv").write_text("patient_id\na\nb\n")
    Path("spec.yaml").write_text(SPEC)


def said(capsys: pytest.CaptureFixture[str], command: str, code: int = 0) -> str:
    """What a person sees, in one line."""
    assert run(shlex.split(command)) == code
    out = capsys.readouterr()
    return " ".join((out.out + out.err).replace("│", " ").split())


def refused(capsys: pytest.CaptureFixture[str], command: str, code: int) -> dict[str, Any]:
    assert run([*shlex.split(command), "--json"]) == code
    error: dict[str, Any] = json.loads(capsys.readouterr().err)["error"]
    return error


def checks(capsys: pytest.CaptureFixture[str], command: str, code: int) -> dict[str, Any]:
    assert run([*shlex.split(command), "--json"]) == code
    return {one["step"]: one for one in json.loads(capsys.readouterr().out)["checks"]}


@pytest.mark.parametrize(
    ("case", "what", "chinese"),
    [
        ("missing", "there is no signing key 'my.key'", "没有签名密钥 'my.key'"),
        ("empty", "the file of the signing key 'my.key' is empty", "签名密钥文件 'my.key' 是空的"),
        ("open", "other people than its owner may use the signing key 'my.key'", "他人也可使用签名密钥 'my.key'"),
        ("words", "'my.key' holds no readable signing key", "'my.key' 中没有可读的签名密钥"),
    ],
)
def test_a_key_that_cannot_be_used_is_a_matter_of_the_key(
    case: str, what: str, chinese: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same sentence in check and publish; neither the spec nor the books are to blame."""
    said(capsys, "ledger open clinic --each patient_id --epsilon 2 --by Ada")
    path = Path("my.key")
    if case == "open":
        new_key(path)
        path.chmod(0o644)
    elif case != "missing":
        path.write_text("" if case == "empty" else "words")
        path.chmod(0o600)
    for more in ("", " --anchors anchors.jsonl"):
        error = refused(capsys, f"publish spec.yaml --signing-key my.key{more}", 2)
        assert (error["kind"], error["what"], error["where"]) == ("UnusableKey", what, "signing_key")
        assert ("chmod 600 my.key" if case == "open" else "epsilog ledger anchor --new-key FILE") in error["hint"]
        found = checks(capsys, f"check spec.yaml --signing-key my.key{more}", 2)["sign"]["error"]
        assert found == error
    words = said(capsys, "publish spec.yaml --signing-key my.key", 2)
    assert "The signing key cannot be used" in words
    assert "trusted" not in words
    assert "edition" not in words
    words = said(capsys, "publish spec.yaml --signing-key my.key --lang zh", 2)
    assert chinese in words
    assert "签名密钥无法使用" in words


def test_the_spec_of_a_running_series_is_not_called_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    visits(tmp_path)
    books(tmp_path / "ledger.db").close()
    live, plain = series(stream=Said.read({"wait": "5m"})), series()
    Path("live.yaml").write_text(to_yaml(live), encoding="utf-8")
    Path("plain.yaml").write_text(to_yaml(plain), encoding="utf-8")
    assert run(["stream", "run", "live.yaml", "--ticks", "2"]) == 0
    capsys.readouterr()
    words = said(capsys, "check live.yaml", 2)
    assert "the live series of this spec is open: 2 of 24 ticks are published" in words
    assert "epsilog stream status SPEC" in words
    assert "changed" not in words
    assert "holds something else" not in words
    found = checks(capsys, "check live.yaml", 2)["key"]
    assert (found["state"], found["remark"], found["published"]) == ("good", "stream.open", "2")
    assert "已发布 2 个" in said(capsys, "check live.yaml --lang zh", 2)
    assert "belong to" not in said(capsys, "plan live.yaml")
    for command in ("check plain.yaml", "publish plain.yaml"):
        words = said(capsys, command, 2)
        assert "a live series of this spec is open: 2 of 24 ticks are published" in words
        assert "an edition of its own" in words
        assert "changed" not in words
    assert "已经开启" in said(capsys, "publish plain.yaml --lang zh", 2)
    with Ledger.open("ledger.db") as ledger, pytest.raises(SpecError, match="is open: 2 of 24"):
        refuse_a_second_meaning(plain, ledger)
    assert run(["stream", "close", "live.yaml"]) == 0
    capsys.readouterr()
    assert "was closed: 2 of 24 ticks were published" in said(capsys, "check live.yaml", 2)
    assert "was closed: 2 of 24 ticks were published" in said(capsys, "check plain.yaml", 2)
    changed = to_yaml(plain).replace("epsilon: ", "epsilon: 0.")
    Path("changed.yaml").write_text(changed, encoding="utf-8")
    assert spec_from_text(changed).digest != plain.digest
    assert "which was changed since" in said(capsys, "check changed.yaml", 2)  # as it was


@pytest.mark.parametrize("ticks", [0, 2])
def test_a_stream_opened_in_other_books_is_left_as_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ticks: int
) -> None:
    """A refusal must not cost a stream its state: it is paid for, and could never go on."""
    visits(tmp_path)
    for place in ("ledger.db", "other.db"):
        books(tmp_path / place).close()
    Path("live.yaml").write_text(to_yaml(series()), encoding="utf-8")
    said(capsys, f"stream run live.yaml --ticks {max(ticks, 1)}")
    [private] = tmp_path.glob("*.private")
    if ticks == 0:  # opened and stopped before the first value left
        (tmp_path / private.name.removesuffix(".private") / "values.csv").unlink()
    before = {path.name: path.read_bytes() for path in private.iterdir() if path.is_file()}
    error = refused(capsys, "stream run live.yaml --ticks 1 --ledger other.db", 2)
    assert "in another ledger" in error["what"]
    assert error["hint"].startswith("--ledger PLACE where it was opened")
    assert {path.name: path.read_bytes() for path in private.iterdir() if path.is_file()} == before
    assert "另一账本" in said(capsys, "stream run live.yaml --ticks 1 --ledger other.db --lang zh", 2)
    with Ledger.open(tmp_path / "other.db") as ledger:
        assert [line.kind for line in ledger.history()].count("reserve") == 0
    if ticks:
        said(capsys, "stream run live.yaml --ticks 1")


def test_a_stream_that_is_not_here_is_looked_for_elsewhere_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """To open an account here would be a second budget on the same people: that comes last."""
    visits(tmp_path)
    books(tmp_path / "ledger.db").close()
    Path("live.yaml").write_text(to_yaml(series()), encoding="utf-8")
    said(capsys, "ledger open other --each row --epsilon 1 --by Ada --ledger other.db")
    books(tmp_path / "third.db").close()
    for verb in ("status", "history", "close"):
        for place, code, what in (
            ("none.db", 6, "no stream of this spec was found: there is no ledger at none.db"),
            ("other.db", 2, "no stream of this spec was found in the ledger other.db"),
            ("third.db", 2, "no stream of this spec was found in the ledger third.db"),
        ):
            error = refused(capsys, f"stream {verb} live.yaml --ledger {place}", code)
            assert error["what"] == what
            assert error["hint"].startswith("if it was opened under another ledger: --ledger PLACE")
            last = error["hint"].partition("only if it is new: ")[2]
            assert last.startswith("epsilog stream run SPEC" if place == "third.db" else "epsilog ledger open ")
    assert "若它在另一账本下开启" in said(capsys, "stream status live.yaml --ledger none.db --lang zh", 6)
    # Whoever runs it wants to open it.
    assert refused(capsys, "stream run live.yaml --ledger none.db", 6)["hint"].startswith("open the first account")


def test_a_stopped_account_says_where(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "ledger open clinic --each patient_id --epsilon 2 --by Ada")
    said(capsys, "ledger stop clinic --why looking --by Ada")
    error = refused(capsys, "publish spec.yaml", 4)
    assert error["what"] == "clinic is stopped: looking"
    assert (
        error["where"]
        == checks(capsys, "check spec.yaml", 4)["budget"]["error"]["where"]
        == "spec.yaml:8, spend.from"
    )
    assert error["hint"] == "two people may resume it: epsilog ledger resume"
    assert "clinic 已停用" in said(capsys, "publish spec.yaml --lang zh", 4)
    said(capsys, "ledger stop --why everything --by Ada")
    assert refused(capsys, "publish spec.yaml", 4)["where"] == "ledger"
    assert checks(capsys, "check spec.yaml", 4)["budget"]["error"]["where"] == "ledger"


def test_a_file_that_is_no_ledger_gets_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    Path("words.db").write_text("these are words " * 500)
    for command in ("ledger show --ledger words.db", "publish spec.yaml --ledger words.db"):
        error = refused(capsys, command, 6)
        assert error["where"] == "ledger"
        assert error["hint"].startswith("see whether it is the file of a ledger")
    assert "请查看这是不是账本文件" in said(capsys, "ledger show --ledger words.db --lang zh", 6)
