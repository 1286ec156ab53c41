"""Vectors for clients in other languages: campaigns, values and the bytes that follow, for all of version 1.

python tests/unit/device/test_vectors.py writes the file anew; only a new version of the protocol is a reason to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parents[2] / "golden" / "local-reports-v1.json"
SECRET = bytes(range(32))


def vectors() -> dict[str, Any]:
    """For every protocol and memory: seven periods, three values and none, early enough to pay by value."""
    from device_scenes import CASES, KINDS, campaign
    from epsilog.device.answer import Memory, answer
    from epsilog.device.campaign import Campaign
    from epsilog.device.wire import Message, write_frame

    found = []
    for kind, memory in CASES:
        text = campaign(kind, memory)
        read, remembered, rounds = Campaign.read(text), Memory(), []
        values: list[Any] = KINDS[kind][1]
        for period in (0, 1, 2, 3, 25, 26, 27):
            value = None if period in (1, 27) else values[period % 3]
            index = None if value is None else read.question.index(value)
            drawn, remembered = answer(read, SECRET, period, index, remembered)
            frame = write_frame(read, Message(period, drawn)).hex()
            rounds.append({"period": period, "value": value, "index": index, "frame": frame})
        found.append({"campaign": text.decode(), "digest": read.digest.hex(), "reports": rounds})
    return {"version": 1, "secret": SECRET.hex(), "campaigns": found}


def test_the_vectors_are_what_they_were() -> None:
    kept = json.loads(GOLDEN.read_text("utf-8"))
    made = vectors()
    assert len(kept["campaigns"]) == len(made["campaigns"]) >= 22
    for old, new in zip(kept["campaigns"], made["campaigns"], strict=True):
        assert old == new


def test_a_frame_that_differs_is_noticed() -> None:
    kept = json.loads(GOLDEN.read_text("utf-8"))
    kept["campaigns"][0]["reports"][0]["frame"] += "00"
    with pytest.raises(AssertionError):
        assert kept == vectors()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    GOLDEN.write_text(json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
