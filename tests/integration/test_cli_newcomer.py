"""What somebody meets who installed the product today: missing extras, odd terminals, slips of the pen."""

from __future__ import annotations

import json
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
