"""The power twins of the leak canaries: wherever a bird sings, the cage hears it. See test_canary.py."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from canary_cage import PERSON, TEXT, TOTAL, Cage, birds_in
from canary_scenes import (
    asking,
    frames,
    ledger_in,
    with_values,
    write_csv,
)
from epsilog.core.bounded import Bounded
from epsilog.errors import SourceError
from epsilog.pay import door
from epsilog.publish.pipeline import publish
from publish_scenes import Answer, watch


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


def test_the_cage_hears_an_engine_without_a_door(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    write_csv(cage)
    watch(monkeypatch, with_values)
    monkeypatch.setattr(door, "_seal", lambda work, instead, passes=(): work())
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking("visits.csv"), ledger, base=cage.data))
    assert {"error", "traceback", "history of the error", "pickled error"} <= set(cage.evidence)
    assert str(TOTAL) in cage.evidence["error"]


def test_the_cage_hears_a_chained_cause(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    def chained(work: Callable[[], Any], instead: Callable[[str], Exception], passes: Any = ()) -> Any:
        try:
            return work()
        except Exception as error:
            raise instead(type(error).__name__) from None

    write_csv(cage)
    watch(monkeypatch, with_values)
    monkeypatch.setattr(door, "_seal", chained)
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking("visits.csv"), ledger, base=cage.data))
    assert isinstance(cage.error, SourceError)
    assert "history of the error" in cage.evidence
    assert "error" not in cage.evidence, "the words were fine, the history was not"


def test_the_cage_hears_a_command(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    from epsilog.cli.app import run
    from epsilog.spec.file import to_yaml

    def careless(answer: Answer) -> Answer:
        raise SourceError(f"cannot read {PERSON}")

    (cage.data / "spec.yaml").write_text(to_yaml(asking(write_csv(cage))), encoding="utf-8")
    ledger_in(cage).close()
    watch(monkeypatch, careless)
    monkeypatch.setattr(door, "_seal", lambda work, instead, passes=(): work())
    words = ["publish", str(cage.data / "spec.yaml"), "--ledger", str(cage.left / "ledger.db")]
    assert cage.run(lambda: run([*words, "--out", str(cage.left / "release")])) == 5
    assert set(cage.evidence) == {"output"}


def test_the_cage_hears_a_frame_in_a_variable(cage: Cage) -> None:
    scope: dict[str, Any] = {}
    exec(compile("def work(rows):\n    raise ValueError('no')", "/elsewhere/work.py", "exec"), scope)
    cage.run(lambda: scope["work"](frames()["polars"]()))
    assert cage.evidence.keys() == {"variable rows of work"}


SINGERS: dict[str, Callable[[Cage], Any]] = {
    "output": lambda cage: os.write(1, b"") or print(PERSON),  # noqa: T201
    "log": lambda cage: logging.getLogger("deep.down").debug("%s", {"who": PERSON}),
    "warning": lambda cage: __import__("warnings").warn(TEXT, stacklevel=1),
    "repr": lambda cage: [TEXT],
    "pickle": lambda cage: Bounded.__new__(Bounded) and _Quiet(),
    "file forgotten.tmp": lambda cage: (cage.left / "tmp" / "forgotten.tmp").write_text(PERSON),
    "file ledger.db": lambda cage: _into_the_ledger(cage),
}


class _Quiet:
    def __init__(self) -> None:
        self.exact = TOTAL

    def __repr__(self) -> str:
        return "quiet"


def _into_the_ledger(cage: Cage) -> None:
    from epsilog.core.charge import Pure

    with ledger_in(cage) as ledger:
        ledger.debit("clinic", Pure(Fraction(1)), "plan", key=f"{PERSON} was here")


@pytest.mark.parametrize("where", SINGERS)
def test_the_cage_hears_a_bird_anywhere(cage: Cage, where: str) -> None:
    cage.run(lambda: SINGERS[where](cage))
    assert where in cage.evidence


def test_the_cage_hears_every_spelling() -> None:
    for text in (
        PERSON.upper(),
        "金丝雀的秘密".encode("gb18030"),
        r"\u91d1\u4e1d\u96c0\u7684\u79d8\u5bc6",
        f"a{TOTAL}b",
    ):
        assert birds_in(text), text
    assert birds_in("North South 42 canary") == []
