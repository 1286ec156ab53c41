"""`epsilog audit`: a planted bug is caught, its sound twin passes, and every way of asking works.

Confidence 0.9999999: a sound function is called wrong at most once in ten million runs.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from epsilog.cli.app import run

MODULE = """\
from epsilog.noise import discrete_laplace

def wrong(rows, size):
    return len(rows) + discrete_laplace(1, size)

def right(rows, size):
    return len(rows) + discrete_laplace(3, size)

def broken(rows):
    raise RuntimeError("no")
"""
SURE = ["--samples", "40000", "--confidence", "0.9999999"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def asked(name: str, *more: str) -> list[str]:
    return ["audit", f"mine.py:{name}", "--before", "[]", "--after", "[1, 1, 1]", "--epsilon", "1", *SURE, *more]


def test_the_bug_is_caught_and_the_twin_passes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(asked("wrong", "--json", "--picture", "pictures")) == 3
    verdict = json.loads(capsys.readouterr().out)["verdict"]
    assert verdict["passed"] is False
    assert 2 < verdict["epsilon"] <= 3
    assert (folder / "pictures" / "audit.png").stat().st_size > 1000
    assert run(asked("right", "--json")) == 0
    verdict = json.loads(capsys.readouterr().out)["verdict"]
    assert verdict["passed"] is True
    assert 0.5 < verdict["epsilon"] <= 1


@pytest.mark.parametrize(("lang", "failed", "passed"), [("en", "FAILED", "PASSED"), ("zh", "未通过", "通过")])
def test_screens(folder: Path, lang: str, failed: str, passed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(asked("wrong", "--lang", lang)) == 3
    assert failed in capsys.readouterr().out
    assert run(asked("right", "--lang", lang)) == 0
    assert passed in capsys.readouterr().out


def test_a_function_that_fails_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*asked("broken"), "--samples", "2000"]) == 3
    out = capsys.readouterr()
    assert "FAILED" in out.out
    assert "Traceback" not in out.err


@pytest.mark.parametrize(("lang", "said"), [("en", "the same data"), ("zh", "相同的数据")])
def test_the_same_data_twice_is_warned_of(
    folder: Path, lang: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*asked("right", "--lang", lang), "--after", "[]"]) == 0
    assert said in capsys.readouterr().out
    assert run([*asked("right", "--json"), "--after", "[]"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"]["warnings"]
    assert run(asked("right", "--lang", lang)) == 0
    out = capsys.readouterr().out
    assert said not in out
    assert "mine.py:right" in out


def test_a_file_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = asked("right", "--json")
    command[1] = "nofile.py:foo"
    assert run(command) == 2
    assert json.loads(capsys.readouterr().err)["error"]["what"] == "no file 'nofile.py' in this folder"


def test_a_spec_file_and_a_checkpoint(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = "mechanism: mine.py:{}\nbefore: []\nafter: [1, 1, 1]\nclaim: {{epsilon: 1}}\nsamples: 40000\n"
    (folder / "wrong.yaml").write_text(spec.format("wrong"), encoding="utf-8")
    (folder / "right.yaml").write_text(spec.format("right") + "confidence: 0.9999999\n", encoding="utf-8")
    assert run(["audit", "wrong.yaml", "--resume", "kept.json"]) == 3
    assert run(["audit", "right.yaml"]) == 0
    capsys.readouterr()
    (folder / "bad.yaml").write_text(spec.format("wrong").replace("samples", "smaples"), encoding="utf-8")
    assert run(["audit", "bad.yaml"]) == 2
    shown = capsys.readouterr().err
    assert "bad.yaml:5" in shown
    assert "samples" in shown


WAITS = """\
import os, time
from epsilog.noise import discrete_laplace

POOL = []

def patient(rows):
    while os.path.exists("kept.json") and not os.path.exists("go"):
        time.sleep(0.05)
    if not POOL:
        POOL.extend(discrete_laplace(1, 4096).tolist())
    return len(rows) + POOL.pop()
"""


def interruptible(command: list[str]) -> subprocess.Popen[str]:
    """A process that hears Ctrl-C even if this one ignores it, as in the background of a shell."""
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_interrupt_and_resume(folder: Path) -> None:
    """The function waits as soon as progress was kept, so the interrupt always comes in the middle."""
    (folder / "waits.py").write_text(WAITS, encoding="utf-8")
    command = [sys.executable, "-m", "epsilog.cli", "audit", "waits.py:patient", "--before", "[]", "--after", "[1]"]
    command += ["--epsilon", "1", "--samples", "30000", "--confidence", "0.9999999", "--resume", "kept.json"]
    with interruptible(command) as running:
        while not (folder / "kept.json").exists():
            assert running.poll() is None, running.communicate()
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert running.returncode == 130
    assert "kept.json" in out.replace("\n", "")
    assert "Traceback" not in err
    (folder / "go").write_text("")
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert "PASSED" in again.stdout


CHOOSING = """\
import os, time

def slow(rows):
    open("begun", "w").close()
    while True:
        time.sleep(0.05)
"""


@pytest.mark.parametrize(
    ("more", "said"), [(["--resume", "kept.json"], "Nothing could be kept yet"), ([], "Stopped.")]
)
def test_an_early_interrupt_claims_nothing(folder: Path, more: list[str], said: str) -> None:
    (folder / "slow.py").write_text(CHOOSING, encoding="utf-8")
    command = [sys.executable, "-m", "epsilog.cli", "audit", "slow.py:slow", "--before", "[]", "--after", "[1]"]
    command += ["--epsilon", "1", *more]
    with interruptible(command) as running:
        while not (folder / "begun").exists():
            assert running.poll() is None, running.communicate()
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert running.returncode == 130
    assert said in " ".join(out.split())
    assert "kept.json" not in out
    assert "Traceback" not in err
