"""Stored results are read back exactly or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epsilog.errors import LedgerError
from epsilog.plan.planner import plan
from epsilog.show.conditions import software
from epsilog.show.result import Result
from publish_scenes import request

GOLDEN = Path(__file__).parents[2] / "golden" / "result-v1.json"


def made() -> Result:
    values = (np.array([2**61, -(2**61), 0]), np.array([2**53 + 1]), np.array([-7]))
    return Result(plan(request()), values, "2026-11-15T12:00:00+00:00", software(), False)


def test_whole_numbers_survive_whatever_their_size() -> None:
    raw = made().to_bytes()
    again = Result.from_bytes(raw)
    assert [vector.tolist() for vector in again.values] == [vector.tolist() for vector in made().values]
    assert [vector.dtype for vector in again.values] == [np.int64] * 3
    assert again.plan.spec == request()
    assert again.plan.draws == made().plan.draws
    assert again.plan.charge == made().plan.charge
    assert again.to_bytes() == raw


def test_a_result_of_version_1_is_read_for_ever() -> None:
    """Committed with the first release that wrote results; never to be regenerated."""
    raw = GOLDEN.read_bytes()
    read = Result.from_bytes(raw)
    assert read.to_bytes() == raw
    assert read.plan.spec.key == "visits@2026-W46#0729c54930705f35"
    assert [vector.tolist() for vector in read.values] == [[2**61, -(2**61), 0], [2**53 + 1], [-7]]
    assert read.plan.charge.pure() == 500_000_000_000


def test_a_result_of_version_1_with_choices_is_read_for_ever() -> None:
    """Committed with the first release that wrote choices; never to be regenerated."""
    raw = GOLDEN.with_name("result-v1-queries.json").read_bytes()
    read = Result.from_bytes(raw)
    assert read.to_bytes() == raw
    assert read.plan.spec.key == "new@1#3699fab695e8a3b4"
    assert read.plan.charge.price().rho == 13_789_450_112_077
    assert [query.kind for query in read.plan.spec.publish] == [
        "variance", "deviation", "ratio", "quantiles", "quantiles", "top", "top", "top",
    ]  # fmt: skip


CHANGES: dict[str, Any] = {
    "another version": {"version": 2},
    "a version that is only equal": {"version": True},
    "a flag that is a number": {"reproducible": 0},
    "a flag that is a word": {"reproducible": "false"},
    "no time": {"drawn_at": None},
    "versions that are numbers": {"software": {"numpy": 2}},
    "a field too many": {"note": "hello"},
    "a vector too few": {"values": [[1, 2, 3], [4]]},
    "a cell too many": {"values": [[1, 2, 3, 4], [5], [6]]},
    "a fraction": {"values": [[1.5, 2, 3], [4], [5]]},
    "a whole number as a fraction": {"values": [[1.0, 2, 3], [4], [5]]},
    "a truth": {"values": [[True, 2, 3], [4], [5]]},
    "a text": {"values": [["1", 2, 3], [4], [5]]},
    "nothing": {"values": [[None, 2, 3], [4], [5]]},
    "beyond 64 bits": {"values": [[2**63, 2, 3], [4], [5]]},
    "not a number": {"values": [[float("nan"), 2, 3], [4], [5]]},
    "no plan": {"plan": None},
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_result_is_refused(what: str) -> None:
    record = {**json.loads(made().to_bytes()), **CHANGES[what]}
    raw = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    with pytest.raises(LedgerError):
        Result.from_bytes(raw)


def test_the_same_record_in_another_spelling_is_refused() -> None:
    raw = made().to_bytes()
    spaced = raw.replace(b'"reproducible":false', b'"reproducible": false')
    for other in (raw + b"\n", json.dumps(json.loads(raw)).encode(), spaced, b"", b"\xff", b"[]", b"null"):
        with pytest.raises(LedgerError):
            Result.from_bytes(other)


def test_a_plan_whose_noise_was_lowered_is_another_plan() -> None:
    """Sensitivities are not stored but derived, so a stored plan cannot claim other ones than its spec's."""
    raw = made().to_bytes()
    record = json.loads(raw)
    assert "sensitivity" not in raw.decode()
    record["plan"]["draws"][0]["parameter"] = "1"
    changed = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    assert Result.from_bytes(changed).plan.charge != made().plan.charge
