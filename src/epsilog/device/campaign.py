"""A campaign file: what is asked, by which protocol, how often, and what that tells of a device at most."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, Final

from epsilog.core.clock import PERIODS, Period, tick_of
from epsilog.core.number import exact, whole
from epsilog.device.question import Question
from epsilog.errors import SpecError

FORMAT: Final = "epsilog campaign 1"
_LARGEST: Final = 1 << 23
_TEXT: Final = 200
_MOST_PERIODS: Final = 100_000

# Which protocols there are, where they live, and what a campaign may choose about each. Closed: a file names a row.
_PROTOCOLS: Final[Mapping[str, tuple[str, str, frozenset[str]]]] = {
    "randomized response": ("randomized_response", "RandomizedResponse", frozenset()),
    "generalized response": ("generalized_response", "GeneralizedResponse", frozenset()),
    "unary": ("unary", "Unary", frozenset({"symmetric"})),
    "subset selection": ("subset_selection", "SubsetSelection", frozenset({"chosen"})),
    "linear hashing": ("linear_hashing", "LinearHashing", frozenset()),
    "local hashing": ("local_hashing", "LocalHashing", frozenset({"cells"})),
    "hadamard response": ("hadamard", "HadamardResponse", frozenset()),
    "one-bit hadamard": ("one_bit_hadamard", "OneBitHadamard", frozenset()),
    "duchi": ("duchi", "Duchi", frozenset()),
    "piecewise": ("piecewise", "Piecewise", frozenset()),
    "hybrid": ("hybrid", "Hybrid", frozenset()),
    "square wave": ("square_wave", "SquareWave", frozenset()),
    "lasting response": ("lasting_response", "LastingResponse", frozenset()),
    "lasting unary": ("lasting_unary", "LastingUnary", frozenset({"symmetric"})),
    "lasting hashing": ("lasting_hashing", "LastingHashing", frozenset({"cells"})),
    "lasting bits": ("lasting_bits", "LastingBits", frozenset({"own"})),
    "rappor": ("rappor", "Rappor", frozenset({"bits", "hashes", "cohorts", "f", "p", "q"})),
}
_NUMBERS: Final = frozenset({"duchi", "piecewise", "hybrid", "square wave"})
_TWO_ROUNDS: Final = frozenset({"lasting response", "lasting unary", "lasting hashing", "lasting bits", "rappor"})
MEMORIES: Final = ("fresh", "held", "by value")


@dataclass(frozen=True)
class Promise:
    """What reports tell at most.

    `epsilon` one report alone; `ever` all reports from one permanent answer; `for_ever` all reports of the
    campaign, in the sense that `memory` allows:

    - fresh: every report is drawn anew from the value of its period;
    - held: the value is looked at once in `hold` periods, and all their reports are made from one permanent answer;
    - by value: one permanent answer for each different value. `for_ever` then bounds *which* values, and not *when*
      the value changed: that shows.
    """

    epsilon: Fraction
    ever: Fraction
    for_ever: Fraction
    memory: str
    hold: int

    @property
    def answers(self) -> int:
        """How many permanent answers `for_ever` pays for."""
        return int(self.for_ever / self.ever)


@dataclass(frozen=True)
class Campaign:
    """A campaign file that was read. Its digest is that of its bytes: any change makes another campaign."""

    digest: bytes
    name: str
    edition: str
    question: Question
    kind: str
    options: tuple[tuple[str, Any], ...]
    promise: Promise
    every: Period
    first: dt.date
    periods: int

    @classmethod
    def read(cls, text: bytes) -> Campaign:
        """Read a campaign strictly, and refuse one whose promise its own numbers would break.

        What a report tells follows from the protocol as *this* program calibrates it, never from what the file
        claims about probabilities.
        """
        record = _document(text)
        wanted = {"format", "name", "edition", "question", "protocol", "promise", "every", "first", "periods"}
        _only(record, wanted, "campaign")
        if record["format"] != FORMAT:
            raise SpecError("this device reads campaigns of another version", where="format", hint=FORMAT)
        question = Question.read(record["question"])
        protocol = record["protocol"]
        if not isinstance(protocol, dict) or str(protocol.get("kind")) not in _PROTOCOLS:
            raise SpecError("no such protocol", where="protocol.kind", hint=", ".join(_PROTOCOLS))
        kind = str(protocol["kind"])
        _only(protocol, {"kind", *_PROTOCOLS[kind][2]}, "protocol", all_of_them=False)
        every = record["every"]
        if every not in PERIODS:
            raise SpecError("no such period", where="every", hint=", ".join(PERIODS))
        made = cls(
            hashlib.sha256(text).digest(),
            _text(record["name"], "name"),
            _text(record["edition"], "edition"),
            question,
            kind,
            tuple(sorted((name, value) for name, value in protocol.items() if name != "kind")),
            _promise(record["promise"], kind),
            every,
            _date(record["first"]),
            whole(record["periods"], "periods", at_least=1, at_most=_MOST_PERIODS),
        )
        made._check()
        return made

    def _check(self) -> None:
        promise, protocol = self.promise, self.protocol()
        if (self.question.kind == "number") != (self.kind in _NUMBERS) or (
            (self.question.kind == "word") != (self.kind in ("rappor", "local hashing"))
            and not (self.kind == "local hashing" and self.question.kind == "one_of")
        ):
            raise SpecError("this protocol cannot ask that", where="protocol.kind")
        if self.kind == "randomized response" and self.question.size != 2:
            raise SpecError("randomized response asks for one of two", where="protocol.kind")
        if protocol.epsilon > promise.epsilon or (self.is_lasting and protocol.ever > promise.ever):
            raise SpecError("these bits tell more than is promised", where="promise", hint=f"{protocol.epsilon}")
        if self.cost > promise.for_ever:
            what = "more is asked than `for_ever` allows"
            raise SpecError(what, where="promise.for_ever", hint=f"{self.cost}, fewer periods, or a longer hold")

    @property
    def is_lasting(self) -> bool:
        """Whether reports are made from permanent answers."""
        return self.kind in _TWO_ROUNDS

    @property
    def cost(self) -> Fraction:
        """What the calendar of the campaign can tell of a device at most; by value, what one value can."""
        if self.promise.memory == "fresh":
            return self.promise.epsilon * self.periods
        if self.promise.memory == "held":
            return self.promise.ever * -(-self.periods // self.promise.hold)
        return self.promise.ever

    def protocol(self) -> Any:
        """The calibrated protocol."""
        module, name, _ = _PROTOCOLS[self.kind]
        make = getattr(import_module(f"epsilog.mechanisms.local.{module}"), name)
        given, size, promise = dict(self.options), self.question.size, self.promise
        if self.kind == "rappor":
            return make(self.digest, **given)
        if self.kind == "randomized response":
            return make(promise.epsilon)
        if self.kind in _NUMBERS:
            return make(self.question.steps, promise.epsilon)
        if self.kind == "lasting bits":
            return make(size, promise.ever, **given)
        if self.is_lasting:
            return make(size, promise.epsilon, promise.ever, **given)
        return make(max(size, 2), promise.epsilon, **given)

    def period(self, now: dt.datetime) -> int:
        """Which period of the campaign a moment falls in; below 0 before the first, `periods` or more at the end.

        Periods are counted in UTC, for all devices alike.
        """
        moment = now.astimezone(dt.UTC).replace(tzinfo=None)
        begin = dt.datetime.combine(self.first, dt.time())
        return tick_of(moment, self.every) - tick_of(begin, self.every)


def _promise(record: object, kind: str) -> Promise:
    if not isinstance(record, dict):
        raise SpecError("a promise is a list of named fields", where="promise")
    _only(record, {"epsilon", "ever", "for_ever", "memory", "hold"}, "promise", all_of_them=False)
    memory = record.get("memory")
    if memory not in MEMORIES or (memory == "fresh") == (kind in _TWO_ROUNDS):
        hint = "held or by value" if kind in _TWO_ROUNDS else "fresh"
        raise SpecError("this protocol has another memory", where="promise.memory", hint=hint)
    for field, here in (("ever", memory != "fresh"), ("hold", memory == "held")):
        if (field in record) != here:
            raise SpecError("it goes with permanent answers, `hold` with held ones", where=f"promise.{field}")
    epsilon = exact(record.get("epsilon"), "promise.epsilon", above=0, at_most=32)
    ever = exact(record.get("ever", epsilon), "promise.ever", at_least=epsilon, at_most=32)
    for_ever = exact(record.get("for_ever"), "promise.for_ever", at_least=ever, at_most=10**6)
    hold = whole(record.get("hold", 1), "promise.hold", at_least=1, at_most=_MOST_PERIODS)
    return Promise(epsilon, ever, for_ever, str(memory), hold)


def _document(text: bytes) -> dict[str, Any]:
    if not isinstance(text, bytes) or len(text) > _LARGEST:
        raise SpecError("a campaign file has 8 MiB at most", where="campaign")
    try:
        record = json.loads(text.decode("utf-8"), object_pairs_hook=_once, parse_float=str)
    except (ValueError, RecursionError):
        raise SpecError("this is not a campaign file", where="campaign", hint="JSON, each field once") from None
    if not isinstance(record, dict):
        raise SpecError("a campaign is a list of named fields", where="campaign")
    return record


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field twice")
    return found


def _only(record: Mapping[str, Any], wanted: set[str], where: str, *, all_of_them: bool = True) -> None:
    extra, missing = set(record) - wanted, wanted - set(record)
    if extra or (missing and all_of_them):
        what = f"unknown field {min(extra)[:40]!r}" if extra else f"{min(missing)!r} is missing"
        raise SpecError(what, where=where)


def _text(said: object, where: str) -> str:
    if not isinstance(said, str) or not 0 < len(said) <= _TEXT or not said.isprintable():
        raise SpecError(f"a text of 1 to {_TEXT} letters", where=where)
    return said


def _date(said: object) -> dt.date:
    try:
        return dt.date.fromisoformat(str(said))
    except ValueError:
        raise SpecError("a day such as 2026-11-16", where="first") from None
