"""The command line as its users meet it: numbers, tables at two widths, machines, refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from epsilog import __version__
from epsilog.cli.app import run
from epsilog.words.wrapping import width_of

PLAN = """\
version: 1
promise: {epsilon: 1, delta: 1e-6}
charges:
  - {name: 各区就诊量, kind: laplace, scale: 100, l1: 3, l2_squared: 9, times: 12}
  - {name: age by sex, kind: gaussian, sigma_squared: 100, l2_squared: 1}
"""

# One working call of every command that needs no file; all of them print within the width they are given.
CALLS = [
    "price laplace:scale=20,l1=20,l2_squared=20",
    "price pure:epsilon=0.01,times=487 gaussian:sigma_squared=400,l2_squared=1 --epsilon 3",
    "price geo-ind:epsilon_per_metre=0.01,times=2",
    "convert --epsilon 1 --delta 1e-6 --people 1000000",
    "convert --rho 0.0243 --delta 1e-6 --events 5e-7",
    "convert --rho 0.0243 --epsilon 1",
    "calibrate --epsilon 1 --delta 1e-6 --l1 20 --l2-squared 20",
    "calibrate --margin 10",
    "calibrate --mean-error 5 --l1 2",
    "calibrate --epsilon 1 --delta 1e-6 --each pure:epsilon=0.01",
    "meaning --epsilon 0.5",
    "meaning --epsilon 1 --delta 1e-6 --population 5000000",
    "meaning gaussian:sigma_squared=400,l2_squared=1 --delta 1e-6",
    "noise laplace --scale 2 --size 20000",
    "noise gaussian --sigma-squared 9 --size 20000",
    "noise laplace --scale 1e12 --size 5000",
    "price pure:epsilon=700",
]


def json_of(command: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run([*command.split(), "--json"]) == 0
    out = capsys.readouterr()
    assert out.err == ""
    document = json.loads(out.out, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert document["schema"] == f"epsilog.{command.split()[0]}/1"
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("command", CALLS)
def test_screens_fit_their_width(
    command: str, width: int, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert run([*command.split(), "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert all(width_of(line.rstrip()) <= width for line in out.splitlines())
    assert "…" not in out, "a cell was cut"
    assert any("\u4e00" <= letter <= "\u9fff" for letter in out) == (lang == "zh")


@pytest.mark.parametrize("command", CALLS)
def test_machines_get_one_document(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    json_of(command, capsys)


def test_price_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    record = json_of("price laplace:scale=20,l1=20,l2_squared=20", capsys)
    assert record["total"]["pure_epsilon"] == 1.0
    assert record["total"]["rho"] == pytest.approx(0.025, abs=1e-4)
    rules = {rule["rule"]: rule["epsilon"] for rule in record["rules"]}
    assert rules["basic"] == 1.0
    assert set(rules) == {"basic", "advanced", "renyi", "zcdp", "frozen"}


def test_convert_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    record = json_of("convert --epsilon 1 --delta 1e-6", capsys)
    assert record["rho"] == pytest.approx(0.024356, abs=1e-6)
    assert record["mu"] == pytest.approx(0.236704, abs=1e-6)
    assert record["sigma_ledger"] == pytest.approx(4.531, abs=1e-3)
    assert record["bounds"]["analytic"]["sigma"] == pytest.approx(4.2247, abs=1e-4)
    half = json_of("convert --epsilon 1 --delta 1e-6 --events 5e-7", capsys)
    assert half["rho"] == pytest.approx(0.022937, abs=1e-6)
    assert json_of("convert --rho 0.024355 --delta 1e-6", capsys)["epsilon"] == pytest.approx(1, abs=1e-4)
    assert json_of("convert --rho 0.024356 --epsilon 1", capsys)["delta"] == pytest.approx(1e-6, rel=1e-3)
    assert json_of("convert --epsilon 1 --delta 1e-6 --people 1000", capsys)["delta_is_small_enough"] is True
    assert json_of("convert --epsilon 1 --delta 1e-3 --people 1000", capsys)["delta_is_small_enough"] is False


def test_calibrate_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    record = json_of("calibrate --epsilon 1 --delta 1e-6 --each pure:epsilon=0.01", capsys)
    assert (record["releases"], record["by_plain_sum"]) == (487, 100)
    laplace = json_of("calibrate --epsilon 0.1", capsys)["noise"][0]
    assert laplace["margin_95"] == 30
    targets = json_of("calibrate --margin 6", capsys)["targets"]
    assert targets[0]["margin_95"] == 6
    assert targets[0]["pure_epsilon"] == pytest.approx(0.4569, abs=1e-4)


def test_a_charge_without_a_price_in_the_accounts_currency_is_drawn_as_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.yaml"
    noise = "{name: a, kind: gaussian, sigma_squared: 400, l2_squared: 1}"
    plan.write_text(f"version: 1\npromise: {{epsilon: 1}}\ncharges:\n  - {noise}\n")
    assert run(["price", str(plan), "--picture", str(tmp_path / "pictures")]) == 0
    assert (tmp_path / "pictures" / "budget.png").exists()
    assert "does not fit" in capsys.readouterr().out


def test_the_gaussian_calibrated_alone_is_the_continuous_one(capsys: pytest.CaptureFixture[str]) -> None:
    """The discrete law with that variance would exceed its delta threefold here, so the screen must not mean it."""
    from epsilog.accounting.loss import loss_of
    from epsilog.accounting.meaning import error_of_gaussian
    from epsilog.core.charge import Gaussian

    alone = json_of("calibrate --epsilon 8 --delta 1e-6", capsys)["noise"][2]
    variance = float(alone["parameter"].removeprefix("σ² = "))
    assert loss_of(Gaussian(variance, 1)).delta_of(8) > 2.9e-6
    assert alone["law"] == "frozen"
    assert alone["mean_absolute"] == pytest.approx(error_of_gaussian(variance).mean_absolute, rel=1e-3)
    assert run(["calibrate", "--epsilon", "8", "--delta", "1e-6"]) == 0
    assert "continuous" in capsys.readouterr().out


def test_meaning_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    record = json_of("meaning --epsilon 0.5", capsys)
    assert record["posterior"]["value"] == pytest.approx(0.154828, abs=1e-6)
    assert any("15.5 %" in sentence for sentence in record["sentences"])
    assert run(["meaning", "--epsilon", "0.5", "--lang", "zh"]) == 0
    assert "15.5%" in capsys.readouterr().out


def test_noise_says_it_is_no_release(capsys: pytest.CaptureFixture[str]) -> None:
    record = json_of("noise laplace --scale 2 --size 20000", capsys)
    # False alarm 1e-6: the command itself calls a sample wrong only below that p-value.
    assert record["follows_its_law"] is True
    assert record["release"] is False
    assert run(["noise", "laplace", "--scale", "2", "--size", "20000"]) == 0
    assert "not a release" in capsys.readouterr().out


def test_plan_files_and_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text(PLAN, encoding="utf-8")
    assert run(["price", str(file), "--picture", str(tmp_path / "pictures")]) == 0
    out = capsys.readouterr().out
    assert "各区就诊量" in out
    assert "fits into the allowance" in out
    assert {path.stem for path in (tmp_path / "pictures").iterdir()} == {"loss", "belief", "attack", "budget"}
    file.write_text(PLAN.replace("times: 12", "times: 1200"), encoding="utf-8")
    assert run(["price", str(file)]) == 0
    assert "does not fit" in capsys.readouterr().out
    file.write_text(PLAN.replace(", delta: 1e-6", ""), encoding="utf-8")
    assert run(["price", str(file), "--picture", str(tmp_path / "pure")]) == 0, "a pure account and Gaussian noise"
    for command in ("meaning --epsilon 1", "calibrate --epsilon 1", "noise laplace --scale 2"):
        assert run([*command.split(), "--picture", str(tmp_path / command[:4])]) == 0
        assert list((tmp_path / command[:4]).glob("*.png"))


REFUSED = [
    ("price lapalce:scale=1", 2, "kind", "laplace"),
    ("price laplace:scale=nan,l1=1,l2_squared=1", 2, "scale", ""),
    ("price absent.yaml", 2, "absent.yaml", "path"),
    ("price pure:epsilon=1 --delta 0", 2, "delta", ""),
    ("price pure:epsilon=1 --delta 2", 2, "delta", ""),
    ("price pure:epsilon=1 --lang fr", 2, "lang", "en"),
    ("price pure:epsilon=1 geo-ind:epsilon_per_metre=1", 3, "", "account for each"),
    ("price approx:epsilon=1,delta=0.1", 2, "delta", ""),
    ("convert --epsilon 1", 2, "convert", "--delta"),
    ("convert --epsilon 1 --delta 1e-6 --rho 1", 2, "convert", ""),
    ("convert --epsilon inf --delta 1e-6", 2, "epsilon", ""),
    ("convert --epsilon 1 --delta 1e-6 --events 1e-6", 2, "events", ""),
    ("convert --rho -1 --delta 1e-6", 2, "rho", ""),
    ("convert --epsilon 1 --delta 1e-6 --l2 0", 2, "l2", ""),
    ("calibrate", 2, "calibrate", "--epsilon"),
    ("calibrate --epsilon 1 --margin 3", 2, "calibrate", ""),
    ("calibrate --margin 0.5", 2, "margin", ""),
    ("calibrate --margin 5 --delta 1e-6", 2, "delta", ""),
    ("calibrate --epsilon 1 --l1 2 --l2-squared 9", 2, "l2_squared", ""),
    ("calibrate --epsilon 1 --each gaussian:sigma_squared=1,l2_squared=1", 3, "charge", ""),
    ("meaning", 2, "epsilon", "epsilog meaning"),
    ("meaning --epsilon 0", 2, "epsilon", ""),
    ("meaning --epsilon True", 2, "epsilon", ""),
    ("meaning pure:epsilon=1 --epsilon 1", 2, "epsilon", ""),
    ("meaning gaussian:sigma_squared=1,l2_squared=1", 2, "delta", "1e-6"),
    ("meaning --epsilon 1 --prior 1", 2, "prior", ""),
    ("noise laplace", 2, "scale", "--scale"),
    ("noise laplace --scale 0", 2, "scale", ""),
    ("noise laplace --scale 2 --sigma-squared 2", 2, "sigma_squared", "--scale"),
    ("noise gaussian --sigma-squared 2 --size 3", 2, "size", ""),
    ("noise laplace --scale 1e30", 2, "scale", ""),
    ("noise laplace --scale 1e-5 --size 1000", 2, "size", "wider"),
    ("noise gaussian --sigma-squared 2 --size 1e12", 2, "size", ""),
    ("audit absent.yaml", 2, "absent.yaml", ""),
    ("audit math:sqrt", 2, "before", "--before"),
    ("audit math:sqrt --before [1] --after [NaN] --epsilon 1", 2, "after:1, [0]", ""),
    ("audit math:nothing --before [1] --after [2] --epsilon 1", 2, "target", ""),
    ("audit nomodule:f --before [1] --after [2] --epsilon 1", 2, "target", ""),
    ("audit absent.yaml --epsilon 1", 2, "epsilon", ""),
]


@pytest.mark.parametrize(("command", "code", "where", "hint"), REFUSED)
def test_refusals(
    command: str,
    code: int,
    where: str,
    hint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*command.split(), "--json"]) == code
    out = capsys.readouterr()
    assert out.out == ""
    error = json.loads(out.err)["error"]
    assert error["code"] == code
    assert error["where"].endswith(where)
    assert hint in error["hint"]
    assert run(command.split()) == code
    shown = capsys.readouterr()
    assert shown.out.strip() == ""
    assert "Traceback" not in shown.err
    assert "╭" in shown.err


USAGE = ["nope", "price", "price --bogus 1", "noise poisson", "noise", "audit", "demo extra", "--bogus"]


@pytest.mark.parametrize("command", USAGE)
def test_usage_errors_are_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command.split()) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_refusals_speak_the_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["meaning", "--epsilon", "0", "--lang", "zh"]) == 2
    assert "无法读懂" in capsys.readouterr().err
    monkeypatch.setenv("EPSILOG_LANG", "zh")
    assert run(["meaning", "--epsilon", "0"]) == 2
    assert "无法读懂" in capsys.readouterr().err
    assert run(["meaning", "--epsilon", "1"]) == 0
    assert "承诺" in capsys.readouterr().out


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["meaning", "--epsilon", "1", "--picture", str(tmp_path / "file")]) == 2
    assert "cannot make the folder" in capsys.readouterr().err


def test_the_real_command(tmp_path: Path) -> None:
    environment = {**os.environ, "COLUMNS": "80"}

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "epsilog.cli", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)

    version = call("--version")
    assert (version.returncode, version.stdout.strip()) == (0, f"epsilog {__version__}")
    helped = call("--help")
    assert helped.returncode == 0
    assert all(
        name in helped.stdout for name in ("price", "convert", "calibrate", "meaning", "noise", "audit", "demo")
    )
    refused = call("meaning", "--epsilon", "nan")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert refused.stdout == ""


def test_completion_knows_the_commands() -> None:
    environment = {
        **os.environ,
        "_EPSILOG_COMPLETE": "complete_bash",
        "COMP_WORDS": "epsilog c",
        "COMP_CWORD": "1",
    }
    command = Path(sys.executable).with_name("epsilog")
    shown = subprocess.run([command], capture_output=True, text=True, env=environment, check=False)
    assert {"convert", "calibrate"} <= set(shown.stdout.split())
