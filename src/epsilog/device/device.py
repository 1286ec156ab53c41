"""A device: it agrees to campaigns within a budget of its own, reports once a period, and keeps what waits."""

from __future__ import annotations

import base64
import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from epsilog.core.number import Number, exact, spell_number
from epsilog.device import keep, wire
from epsilog.device.answer import Memory, answer
from epsilog.device.campaign import Campaign
from epsilog.errors import BudgetExceeded, PrivacyError, SpecError

_MOST_WAITING: Final = 400


@dataclass(frozen=True)
class Device:
    """One folder, one secret, one budget for everything it will ever tell.

    >>> import tempfile, datetime
    >>> text = b'''{"format": "epsilog campaign 1", "name": "browsers", "edition": "1",
    ...     "question": {"one_of": ["Chrome", "Safari", "Firefox", "other"]},
    ...     "protocol": {"kind": "lasting response"},
    ...     "promise": {"epsilon": 1, "ever": 2, "for_ever": 4, "memory": "held", "hold": 26},
    ...     "every": "1w", "first": "2026-01-05", "periods": 52}'''
    >>> device = Device.begin(Path(tempfile.mkdtemp()) / "mine", total=10)
    >>> device.enrol(text)
    >>> monday = datetime.datetime(2026, 1, 12, tzinfo=datetime.UTC)
    >>> frame = device.report(text, "Safari", monday)
    >>> len(frame), device.report(text, "Chrome", monday) == frame    # one report a period, whatever is said
    (26, True)
    >>> device.remaining
    Fraction(6, 1)
    """

    folder: Path

    @classmethod
    def begin(cls, folder: Path | str, total: Number) -> Device:
        """A new device; `total` is what all promises (`for_ever`) together may come to.

        It bounds what all campaigns learn, but for those by value: when a value changed is outside their promise.
        """
        most = exact(total, "total", above=0, at_most=10**6)
        made = cls(Path(folder))
        with keep.lock_folder(made.folder):
            keep.begin(made.folder, {"total": spell_number(most), "campaigns": {}, "waiting": []})
        return made

    @property
    def remaining(self) -> Fraction:
        """What further campaigns may be promised."""
        with keep.lock_folder(self.folder):
            return _remaining(keep.load(self.folder, keep.secret_of(self.folder)))

    def enrol(self, text: bytes, *, by_value: bool = False) -> None:
        """Agree to a campaign: its digest is pinned, and `for_ever`, all its promise counts, is set aside.

        A campaign by value shows when the value changed, without a bound; `by_value` says that the owner knows.
        """
        campaign = Campaign.read(text)
        with keep.lock_folder(self.folder):
            secret = keep.secret_of(self.folder)
            body = keep.load(self.folder, secret)
            if campaign.digest.hex() in body["campaigns"]:
                return
            _refuse_changed(campaign, body)
            if campaign.promise.memory == "by value" and by_value is not True:
                raise PrivacyError(
                    "this campaign shows when the value changed, and its promise does not count that",
                    where="promise.memory",
                    hint="one with `held`; or by_value=True, if the owner agrees to that",
                )
            if campaign.promise.for_ever > _remaining(body):
                raise BudgetExceeded(
                    f"this campaign may tell {spell_number(campaign.promise.for_ever)} in all, and "
                    f"{spell_number(_remaining(body))} is left",
                    where="promise.for_ever",
                    hint="a smaller promise; what was promised is never given back",
                )
            body["campaigns"][campaign.digest.hex()] = {
                "name": campaign.name,
                "edition": campaign.edition,
                "for_ever": spell_number(campaign.promise.for_ever),
                "last": -1,
                "frame": "",
                "hold": -1,
                "memo": "",
                "tags": [],
            }
            keep.save(self.folder, secret, body)

    def report(self, text: bytes, value: object, now: dt.datetime) -> bytes:
        """The report of this period; the same bytes again if it was made already.

        `None` is no answer, and so is what is no value of the question: it gives a report that does not depend on
        any value, because a refusal or silence would tell. `Question.index` says on this machine what is a value.
        Everything the answer follows from is on the disk before it is handed out.
        """
        campaign = Campaign.read(text)
        index = _index_or_none(campaign, value)
        if now.tzinfo is None:
            raise SpecError("a moment has a time zone", where="now", hint="datetime.now(timezone.utc)")
        with keep.lock_folder(self.folder):
            secret = keep.secret_of(self.folder)
            body = keep.load(self.folder, secret)
            kept = body["campaigns"].get(campaign.digest.hex())
            if kept is None:
                _refuse_changed(campaign, body)
                raise PrivacyError(
                    "this device did not agree to this campaign", where="campaign", hint="enrol first"
                )
            period = _period(campaign, kept, now)
            if period == kept["last"]:
                return base64.b64decode(kept["frame"])
            memory = Memory(kept["hold"], base64.b64decode(kept["memo"]), tuple(kept["tags"]))
            drawn, memory = answer(campaign, secret, period, index, memory)
            frame = wire.write_frame(campaign, wire.Message(period, drawn))
            spelled = base64.b64encode(frame).decode()
            kept |= {
                "last": period,
                "frame": spelled,
                "hold": memory.hold,
                "memo": base64.b64encode(memory.memo).decode(),
                "tags": list(memory.tags),
            }
            body["waiting"] = [*body["waiting"], spelled][-_MOST_WAITING:]
            keep.save(self.folder, secret, body)
            return frame

    def outbox(self) -> list[bytes]:
        """Reports that nobody has confirmed yet, oldest first; sending one again is no second report."""
        with keep.lock_folder(self.folder):
            body = keep.load(self.folder, keep.secret_of(self.folder))
            return [base64.b64decode(one) for one in body["waiting"]]

    def confirm(self, frame: bytes) -> None:
        """The collector has it."""
        with keep.lock_folder(self.folder):
            secret = keep.secret_of(self.folder)
            body = keep.load(self.folder, secret)
            spelled = base64.b64encode(frame).decode()
            if spelled in body["waiting"]:
                body["waiting"].remove(spelled)
                keep.save(self.folder, secret, body)

    def adopt(self) -> None:
        """The owner says: these files are the newest, and those they were copied from are gone for good.

        Nothing checks that. What older files do not remember is forgotten: what was told and promised since.
        """
        with keep.lock_folder(self.folder):
            secret = keep.secret_of(self.folder)
            body = keep.load(self.folder, secret, anywhere=True)
            keep.save(self.folder, secret, {**body, "place": keep.place_of(self.folder)})


def _index_or_none(campaign: Campaign, value: object) -> int | None:
    """The number of a value; whatever goes wrong with it is none, for a refusal would depend on the value."""
    try:
        return None if value is None else campaign.question.index(value)
    except Exception:
        return None


def _remaining(body: dict[str, Any]) -> Fraction:
    promised = sum((Fraction(one["for_ever"]) for one in body["campaigns"].values()), Fraction(0))
    return Fraction(body["total"]) - promised


def _refuse_changed(campaign: Campaign, body: dict[str, Any]) -> None:
    for kept in body["campaigns"].values():
        if (kept["name"], kept["edition"]) == (campaign.name, campaign.edition):
            raise PrivacyError(
                "this campaign was changed after this device agreed to it",
                where="campaign",
                hint="the file as it was, or a new edition",
            )


def _period(campaign: Campaign, kept: dict[str, Any], now: dt.datetime) -> int:
    period = campaign.period(now)
    if not 0 <= period < campaign.periods:
        raise PrivacyError("the campaign does not run at this time", where="campaign")
    if period < kept["last"]:
        raise PrivacyError(
            "it is earlier than the last report", where="now", hint="a clock that was set back; reports go on later"
        )
    return period
