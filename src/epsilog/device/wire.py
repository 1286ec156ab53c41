"""The bytes of a report on its way: which version, which campaign, which period, and what the protocol drew.

=========  =======================================================
4 bytes    ``EPSL``
1 byte     version, 1
16 bytes   the first half of the campaign's digest
4 bytes    the period, highest byte first
the rest   the report, as many bytes as the campaign's protocol has
=========  =======================================================

Nothing names the device but what a two-round protocol keeps (its permanent answer, hash function, cohort, by which
reports of one device can be linked). Every report of a campaign has the same length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.device.campaign import Campaign
from epsilog.errors import SpecError

MAGIC: Final = b"EPSL\x01"
_HEAD: Final = len(MAGIC) + 16 + 4


@dataclass(frozen=True)
class Message:
    """A report and the period it is for."""

    period: int
    report: bytes


def write_frame(campaign: Campaign, message: Message) -> bytes:
    """The bytes to send."""
    return MAGIC + campaign.digest[:16] + message.period.to_bytes(4, "big") + message.report


def read_frame(campaign: Campaign, frame: bytes) -> Message:
    """A message, or a refusal: another version, campaign or length, or what no device sends."""
    if not isinstance(frame, bytes) or frame[: len(MAGIC)] != MAGIC:
        raise SpecError("this is no report of this version", where="report")
    if frame[len(MAGIC) : len(MAGIC) + 16] != campaign.digest[:16]:
        raise SpecError("it is a report for another campaign", where="report")
    protocol, body = campaign.protocol(), frame[_HEAD:]
    period = int.from_bytes(frame[_HEAD - 4 : _HEAD], "big")
    if len(frame) != _HEAD + protocol.length or period >= campaign.periods:
        raise SpecError("it has another length, or a period that there is not", where="report")
    if not protocol.fits(np.frombuffer(body, dtype=np.uint8).reshape(1, -1))[0]:
        raise SpecError("no device that follows the protocol sends this", where="report")
    return Message(period, body)


def report_rows(messages: list[Message]) -> NDArray[np.uint8]:
    """The reports of a period as the rows that protocols count."""
    joined = np.frombuffer(b"".join(message.report for message in messages), dtype=np.uint8)
    return joined.reshape(len(messages), -1)
