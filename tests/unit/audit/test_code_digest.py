"""A resumed audit goes on with the same function or not at all."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from epsilog.audit import audit
from epsilog.audit.code_digest import code_digest
from epsilog.audit.specfile import load
from epsilog.errors import SpecError

MINE = """\
def scale():
    return 3

def noisy(data, size, rng):
    return data + rng.geometric(1 / scale(), size) - rng.geometric(1 / scale(), size)

class Noisy:
    def __call__(self, data, size, rng):
        return data + rng.geometric(1 / scale(), size) - rng.geometric(1 / scale(), size)

made = Noisy()
"""


class Stop(KeyboardInterrupt):
    pass


def interrupt(stage: str, done: int, total: int) -> None:
    if stage == "bounding":
        raise Stop


@pytest.mark.parametrize("name", ["noisy", "made"])
def test_an_edited_function_is_refused(tmp_path: Path, name: str) -> None:
    file, kept = tmp_path / "mine.py", tmp_path / "kept.json"
    file.write_text(MINE)

    def again(**more: Any) -> Any:
        mechanism = load(f"mine.py:{name}", tmp_path, "target")
        return audit(mechanism, 0, 1, 1, samples=20_000, seed=1, checkpoint=kept, **more)

    with pytest.raises(Stop):
        again(progress=interrupt)
    counts = kept.read_text()
    file.write_text(MINE.replace("return 3", "return 30"))  # only a neighbour that the function calls
    with pytest.raises(SpecError, match="edited since"):
        again()
    assert kept.read_text() == counts
    file.write_text(MINE)
    assert again().passed


def typed(text: str) -> Any:
    names: dict[str, Any] = {"__name__": "typed"}
    exec(compile(text, "<prompt>", "exec"), names)  # as at a prompt: no file behind it
    return names["f"]


def test_code_without_a_file_is_told_apart() -> None:
    one, same = typed("def f(x): return x + 1"), typed("def f(x): return x + 1")
    assert code_digest(one) == code_digest(same)
    others = [
        "def f(x): return x + 2",
        "def f(x): return x - 1",
        "def f(x): return abs(x)",
        "def f(x, s=1): return x",
    ]
    inner = ["def f(x): return (lambda y: y + 1)(x)", "def f(x): return (lambda y: y + 2)(x)"]
    assert len({code_digest(typed(text)) for text in [*others, *inner]} | {code_digest(one)}) == 7


def test_what_a_function_was_made_with_counts() -> None:
    def made(scale: object) -> Any:
        return lambda data: (data, scale)

    assert code_digest(made(1)) != code_digest(made(2))
    assert code_digest(made(made(1))) != code_digest(made(made(2)))
    assert code_digest(partial(made, 1)) != code_digest(partial(made, 2))
    assert code_digest(made([1])) == code_digest(made([2])), "state that moves on is no other function"
    assert len(code_digest(len)) == 64


def test_it_is_the_same_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE + "\ndef odd(x):\n    return x in {'a', 'b', 'c', 'd', 'e'}\n")
    code = "from epsilog.audit.code_digest import code_digest as d; import mine; print(d(mine.odd), d(mine.made))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={"PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
