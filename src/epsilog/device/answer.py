"""One period's answer: a function of secret, campaign, period, value and what is remembered, and of nothing else.

Every coin is derived from the device's secret (`noise.DerivedRandomness`). So the same value in the same period
gives the same bytes, however often it is asked, also after a crash, a retry, or a state that was put back: nothing
can be averaged. Which label a coin has:

=================================  ==============================================================================
public, campaign                   what the device chooses once: hash function, cohort, buckets
memo, campaign, slot               a permanent answer; the slot is the value (none is one more), or value and hold
report, campaign, period, answer   a report from a permanent answer
fresh, campaign, period, value     a report drawn anew
nobody, campaign, slot             the value that stands in for none, and for all values when answers are used up
=================================  ==============================================================================
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from epsilog.device.campaign import Campaign
from epsilog.noise.derived import DerivedRandomness
from epsilog.noise.pick import pick_below

_TAG: Final = 16


@dataclass(frozen=True)
class Memory:
    """What a campaign remembers besides the calendar: no value, only permanent answers and keyed tags.

    `hold` and `memo`: the answer of which hold is kept. `tags`: which different values had an answer of their own;
    none is one of them.
    """

    hold: int = -1
    memo: bytes = b""
    tags: tuple[str, ...] = ()


def answer(
    campaign: Campaign, secret: bytes, period: int, value: int | None, memory: Memory
) -> tuple[bytes, Memory]:
    """The bytes of the report of this period, and what to remember. No value gives a report like any other.

    Proof. Fresh: given period and value the coins are uniform and independent of those of all other labels, so the
    report has the protocol's law. Without a value it has the law of a value drawn evenly, a mixture of rows of the
    same table. Held: the value is looked at only when the hold is new; all reports are drawn from the kept answer.
    By value: docs/proofs/local.md, section 5; none is a value there and pays like one, else which reports share an
    answer would tell it from the others. How much is derived and drawn does not depend on the value.
    """
    protocol = campaign.protocol()
    if not campaign.is_lasting:
        return _fresh(campaign, protocol, secret, period, value), memory
    choice = protocol.choose(1, DerivedRandomness(secret, b"public", campaign.digest))
    if campaign.promise.memory == "held":
        hold = period // campaign.promise.hold
        memo = _memo(campaign, protocol, secret, choice, b"hold %d" % hold, value)
        if memory.hold != hold:
            memory = Memory(hold, memo)
        return _copy(campaign, protocol, secret, choice, period, memory.memo), memory
    nobody = _memo(campaign, protocol, secret, choice, b"nobody", None)
    memo = _memo(campaign, protocol, secret, choice, b"none" if value is None else b"value", value)
    tag = _tag(campaign, secret, value)
    known = tag in memory.tags
    paid = known or len(memory.tags) < campaign.promise.answers
    if paid and not known:
        memory = Memory(tags=(*memory.tags, tag))
    return _copy(campaign, protocol, secret, choice, period, memo if paid else nobody), memory


def _fresh(campaign: Campaign, protocol: Any, secret: bytes, period: int, value: int | None) -> bytes:
    when = period.to_bytes(4, "big")
    given = _value_or_stand_in(campaign, secret, when, value)
    rng = DerivedRandomness(secret, b"fresh", campaign.digest, when, given.to_bytes(8, "big"))
    draw = protocol.reports_of if campaign.kind == "local hashing" else protocol.reports
    return bytes(draw(_array(campaign, given), rng)[0])


def _memo(campaign: Campaign, protocol: Any, secret: bytes, choice: Any, slot: bytes, value: int | None) -> bytes:
    """A permanent answer. Each value has one of its own, also where two share a cell: else that would show."""
    given = _value_or_stand_in(campaign, secret, slot, value)
    rng = DerivedRandomness(secret, b"memo", campaign.digest, slot, given.to_bytes(8, "big"))
    return bytes(protocol.remember(choice, _array(campaign, given), rng)[0])


def _copy(campaign: Campaign, protocol: Any, secret: bytes, choice: Any, period: int, memo: bytes) -> bytes:
    rng = DerivedRandomness(secret, b"report", campaign.digest, period.to_bytes(4, "big"), memo)
    memos = np.frombuffer(memo, dtype=np.uint8).reshape(1, -1)
    return bytes(protocol.reports(choice, memos, rng)[0])


def _value_or_stand_in(campaign: Campaign, secret: bytes, slot: bytes, value: int | None) -> int:
    """The value, or one that was drawn evenly in its stead; the draw is made either way."""
    rng = DerivedRandomness(secret, b"nobody", campaign.digest, slot)
    if campaign.question.kind == "word":
        stand_in = int(rng.words(1, 64)[0])
    else:
        stand_in = int(pick_below(campaign.question.size, 1, rng)[0])
    return stand_in if value is None else value


def _array(campaign: Campaign, value: int) -> Any:
    wide = campaign.question.kind == "word" or campaign.kind == "local hashing"
    return np.array([value], dtype=np.uint64 if wide else np.int64)


def _tag(campaign: Campaign, secret: bytes, value: int | None) -> str:
    text = b"epsilog slot 1" + campaign.digest + (b"none" if value is None else value.to_bytes(8, "big"))
    return hmac.new(secret, text, hashlib.sha256).hexdigest()[: 2 * _TAG]
