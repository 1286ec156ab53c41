"""Audits from files: what works, and every refusal with file, line and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from epsilog.audit import run_file
from epsilog.audit.claim import Level
from epsilog.errors import SpecError

MINE = """
import math

def noisy_count(data, size, rng):
    p = 1 - math.exp(-0.5)
    return sum(data) + rng.geometric(p, size) - rng.geometric(p, size)
"""
GOOD = """mechanism: mine.py:noisy_count
before: [1, 1, 0]
after: [1, 0, 0]
claim: {epsilon: 0.5, delta: 0}
samples: 20000
confidence: 0.9999
families: [half-lines, likelihood]
seed: 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


def test_a_good_spec_runs(folder: Path) -> None:
    spec = folder / "audit.yaml"
    spec.write_text(GOOD)
    verdict = run_file(spec)
    assert verdict.passed
    assert verdict.samples == 20_000
    spec.write_text(GOOD.replace("epsilon: 0.5", "epsilon: 0.1"))
    assert not run_file(spec).passed


def test_a_bare_number_is_an_epsilon(folder: Path) -> None:
    spec = folder / "audit.yaml"
    spec.write_text(GOOD.replace("{epsilon: 0.5, delta: 0}", "0.5"))
    bare = run_file(spec)
    spec.write_text(GOOD)
    assert bare.to_dict() == run_file(spec).to_dict()
    assert bare.claim.levels == (Level(0.5, 0.0),)
    spec.write_text(GOOD.replace("{epsilon: 0.5, delta: 0}", "0.1"))
    assert not run_file(spec).passed


def test_a_report_names_the_file(folder: Path) -> None:
    (folder / "audit.yaml").write_text(GOOD)
    assert run_file(folder / "audit.yaml").mechanism == "mine.py:noisy_count"


def test_a_file_with_dataclasses_loads(folder: Path) -> None:
    lines = [
        "from __future__ import annotations",
        "from dataclasses import dataclass",
        "from typing import ClassVar",
    ]
    lines += ["@dataclass", "class Noise:", "    scale: int = 3", "    unit: ClassVar[int] = 1"]
    (folder / "mine.py").write_text("\n".join(lines) + "\n" + MINE)
    (folder / "audit.yaml").write_text(GOOD)
    assert run_file(folder / "audit.yaml").passed


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("claim:", "clame:", ":4", "claim"),
        ("seed: 7", "seed: 7\nseed: 8", ":9", "twice"),
        ("before: [1, 1, 0]", "before: !!python/name:os.system [1]", ":2", "tag"),
        ("before: [1, 1, 0]", "before: &a [1]", ":2", "anchor"),
        ("epsilon: 0.5", "epsilon: -1", ":4, claim.epsilon", "at least 0"),
        ("epsilon: 0.5", "epsilon: .nan", ":4", "nan"),
        ("epsilon: 0.5", "epsilon: 0x1", ":4, claim.epsilon", "not a number"),
        ("epsilon: 0.5", "eps: 0.5", ":4, claim.eps", "unknown field"),
        ("{epsilon: 0.5, delta: 0}", "-1", ":4, claim", "at least 0"),
        ("{epsilon: 0.5, delta: 0}", "much", ":4, claim", "not a number"),
        ("{epsilon: 0.5, delta: 0}", "true", ":4, claim", ""),
        ("{epsilon: 0.5, delta: 0}", "[1, 0]", ":4, claim", ""),
        ("samples: 20000", "samples: 2000.5", ":5, samples", "whole"),
        ("samples: 20000", "samples: true", ":5, samples", "truth value"),
        ("samples: 20000", "samples: 10", ":5, samples", "at least 1000"),
        ("confidence: 0.9999", "confidence: 1", ":6, confidence", "below"),
        ("[half-lines, likelihood]", "[guessing]", ":7, families", "guessing"),
        ("[half-lines, likelihood]", "half-lines", ":7, families", "list"),
        ("mine.py:noisy_count", "mine.py:nosy_count", ":1, mechanism", "did you mean noisy_count"),
        ("mine.py:noisy_count", "other.py:noisy_count", ":1, mechanism", "no file"),
        ("mine.py:noisy_count", "no_such_module:f", ":1, mechanism", "cannot be imported"),
        ("mine.py:noisy_count", "mine.py", ":1, mechanism", "module:function"),
        ("after: [1, 0, 0]\n", "", "audit.yaml", "'after' is missing"),
        ("seed: 7", "seed: 7\nversion: 2", ":9, version", "version"),
        ("before: [1, 1, 0]", "before: " + "[" * 60 + "]" * 60, ":2", "deep"),
        ("before: [1, 1, 0]", "before: [1, 1", ":", ""),
    ],
)
def test_every_refusal_says_where(folder: Path, old: str, new: str, where: str, what: str) -> None:
    spec = folder / "audit.yaml"
    assert old in GOOD
    spec.write_text(GOOD.replace(old, new))
    with pytest.raises(SpecError) as caught:
        run_file(spec)
    assert where in caught.value.where
    assert what in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"- 1", b"\xff\xfe", b"a: " + b"x" * 3_000_000])
def test_what_is_no_spec_is_refused(folder: Path, content: bytes) -> None:
    spec = folder / "audit.yaml"
    spec.write_bytes(content)
    with pytest.raises(SpecError):
        run_file(spec)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot read"):
        run_file(tmp_path / "none.yaml")
