"""What somebody meets who installed the product today: missing extras, odd terminals, slips of the pen."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from epsilog.cli.app import run


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_rule_without_its_extra_says_what_to_install(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run(["price", "pure:epsilon=1", "--lang", lang]) == 0
    assert "epsilog[accounting]" not in capsys.readouterr().out
    for module in ("dp_accounting", "dp_accounting.pld"):
        monkeypatch.setitem(sys.modules, module, None)  # as if it had never been installed
    assert run(["price", "pure:epsilon=1", "--lang", lang]) == 0
    assert "pip install 'epsilog[accounting]'" in capsys.readouterr().out
    assert run(["price", "pure:epsilon=1", "--json"]) == 0
    rules = {rule["rule"]: rule for rule in json.loads(capsys.readouterr().out)["rules"]}
    assert rules["frozen"]["epsilon"] is None
    assert "epsilog[accounting]" in rules["frozen"]["reason"]
    assert rules["basic"]["reason"] is None
    assert rules["basic"]["epsilon"] == 1


def test_a_rule_that_refuses_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["price", "pure:epsilon=1e-9,times=100000000", "--delta", "1e-6"]
    assert run(command) == 0
    assert "10000000 releases" in " ".join(capsys.readouterr().out.split())


def in_a_terminal_of(encoding: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "COLUMNS": "100"}
    command = [sys.executable, "-m", "epsilog.cli", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, check=False)


@pytest.mark.parametrize("encoding", ["gbk", "cp1252", "latin-1", "ascii"])
@pytest.mark.parametrize(
    "command", ["--help", "price pure:epsilon=1", "meaning --epsilon 1 --delta 1e-6 --lang zh", "convert --help"]
)
def test_a_terminal_that_lacks_letters_is_no_reason_to_stop(encoding: str, command: str) -> None:
    done = in_a_terminal_of(encoding, *command.split())
    assert done.returncode == 0, done.stderr.decode(encoding, "replace")
    assert done.stderr == b""
    shown = done.stdout.decode(encoding)
    assert len(shown) > 300
    if command.startswith("price"):
        assert "ε" in shown if encoding == "gbk" else "epsilon" in shown
    if encoding == "gbk" and "zh" in command:
        assert "承诺" in shown


def test_a_refusal_and_a_document_survive_such_a_terminal() -> None:
    refused = in_a_terminal_of("ascii", "price", "各区.yaml")
    assert refused.returncode == 2
    assert b"Traceback" not in refused.stderr
    written = in_a_terminal_of("cp1252", "meaning", "--epsilon", "1", "--lang", "zh", "--json")
    assert "承诺" in json.loads(written.stdout.decode("cp1252"))["sentences"][0]


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, str]:
    assert run([*arguments, "--json"]) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert isinstance(error, dict)
    return error


def test_meaning_of_nothing_and_of_a_bare_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, "meaning")["hint"] == "epsilog meaning --epsilon 0.5"
    assert refusal(capsys, "meaning", "0.25")["hint"] == "epsilog meaning --epsilon 0.25"
    assert refusal(capsys, "meaning", "nowhere.yaml")["hint"] == "check the path"
    assert run(["meaning"]) == 2
    assert capsys.readouterr().err.count("try") == 1


def test_single_quotes_in_data_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    common = ["audit", "math:floor", "--after", "[1]", "--epsilon", "1", "--before"]
    assert "double quotes" in refusal(capsys, *common, "['a']")["hint"]
    assert "double quotes" in refusal(capsys, *common, "{'a': 1}")["hint"]
    assert refusal(capsys, *common, "[1")["hint"].startswith("check commas")


def test_convert_shows_the_four_rules_it_promises(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert run(["convert", "--help"]) == 0
    assert "four rules" in " ".join(capsys.readouterr().out.split())
    for lang, names in (("en", ["zCDP", "analytic", "classic", "variance"]), ("zh", ["经典"])):
        assert run(["convert", "--epsilon", "1", "--delta", "1e-6", "--lang", lang]) == 0
        out = capsys.readouterr().out
        assert all(name in out for name in names)
        assert "√(2 ln(1.25/δ))/ε" in out
