"""From what a device's owner or program says to the whole number that a protocol takes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from epsilog.core.number import exact, same_text, whole
from epsilog.errors import SpecError

_LONGEST: Final = 1 << 16
_MOST_CHOICES: Final = 1 << 16


@dataclass(frozen=True)
class Question:
    """What is asked: one of some choices, yes or no, a number within limits, or a word.

    >>> Question.read({"one_of": ["Chrome", "Safari"]}).index("Safari")
    1
    >>> Question.read({"number": "minutes", "between": [0, 60], "steps": 60}).index(61.7)
    60
    """

    kind: str
    name: str
    choices: tuple[str, ...] = ()
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    steps: int = 0

    @classmethod
    def read(cls, record: object) -> Question:
        """A question of a campaign file; a field too many is refused."""
        said = _fields(record)
        kinds = [kind for kind in ("one_of", "yes_no", "number", "word") if kind in said]
        if len(kinds) != 1:
            raise SpecError("one question: one_of, yes_no, number or word", where="question")
        kind = kinds[0]
        extra = set(said) - {kind} - ({"between", "steps"} if kind == "number" else set())
        if extra:
            raise SpecError(f"unknown field {min(extra)!r}", where="question")
        if kind == "one_of":
            return cls(kind, "", _choices(said[kind]))
        name = said[kind]
        if not isinstance(name, str) or not name:
            raise SpecError("a question has a name", where=f"question.{kind}")
        if kind != "number":
            return cls(kind, name)
        ends = said.get("between")
        if not isinstance(ends, list) or len(ends) != 2:
            raise SpecError("two ends, such as [0, 1440]", where="question.between")
        low, high = exact(ends[0], "question.between[0]"), exact(ends[1], "question.between[1]", above=ends[0])
        return cls(kind, name, (), low, high, whole(said.get("steps", 1000), "question.steps", at_least=1))

    @property
    def size(self) -> int:
        """How many values there are; 0 for words."""
        return {"one_of": len(self.choices), "yes_no": 2, "number": self.steps + 1, "word": 0}[self.kind]

    def index(self, value: object) -> int:
        """The number of a value; it is private and never quoted.

        A number beyond an end counts as that end, and is rounded to the nearer step.
        """
        if self.kind == "one_of" and isinstance(value, str) and len(value) <= _LONGEST:
            found = {same_text(choice): at for at, choice in enumerate(self.choices)}.get(same_text(value.strip()))
            if found is not None:
                return found
            raise SpecError("it is not one of the choices", where="value", hint="as the campaign spells them")
        if self.kind == "yes_no":
            if value is True or value is False:
                return int(value)
            if isinstance(value, str) and value.strip().lower() in ("yes", "no"):
                return int(value.strip().lower() == "yes")
            raise SpecError("the answer is yes or no", where="value")
        if self.kind == "number":
            return self._step(_number(value))
        if self.kind == "word" and isinstance(value, str) and 0 < len(value.strip()) <= _LONGEST:
            from epsilog.mechanisms.local.hashes import key_of_word

            return key_of_word(value.strip())
        raise SpecError("it is no value of this question", where="value", hint="a text that is not empty")

    def _step(self, number: Fraction) -> int:
        share = (min(max(number, self.low), self.high) - self.low) / (self.high - self.low)
        return round(share * self.steps)


def _number(value: object) -> Fraction:
    refusal = SpecError("it is not a number", where="value", hint="a plain number such as 12.5")
    if isinstance(value, bool):
        raise refusal
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float) and math.isfinite(value):
        return Fraction(value)
    if isinstance(value, str | Decimal):  # within 120 digits: 1e999999999 would be worked out for hours
        try:
            return exact(value, "value")
        except SpecError:
            raise refusal from None  # its own message would quote the value
    raise refusal


def _choices(said: object) -> tuple[str, ...]:
    if not isinstance(said, list) or not all(isinstance(one, str) and one == one.strip() != "" for one in said):
        raise SpecError("choices are a list of texts that are not empty", where="question.one_of")
    if not 2 <= len(said) <= _MOST_CHOICES or len({same_text(one) for one in said}) != len(said):
        raise SpecError(f"from 2 to {_MOST_CHOICES} different choices", where="question.one_of")
    return tuple(said)


def _fields(record: object) -> Mapping[str, Any]:
    if not isinstance(record, dict) or not all(isinstance(name, str) for name in record):
        raise SpecError("a question is a list of named fields", where="question")
    return record
