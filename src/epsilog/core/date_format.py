"""How a column writes its dates, where it is not the usual way: a few codes, as in `strptime`, and what is between.

    %Y year, four digits    %y year, two digits (69 to 99 are 1969 to 1999)
    %m month    %b Jan    %B January    %d day
    %H hour    %I hour of twelve, with %p AM or PM    %M minute    %S second    %f digits of a second
    %z +08:00, +0800, +08 or Z    %% a percent sign

Every engine reads a text by the same pattern and writes it as the usual date, 2026-01-31 14:05:00+08:00, which is
read as any other. A text that does not match is a missing value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from epsilog.errors import SpecError

MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG: Final = (*("uary", "ruary", "ch", "il", "", "e", "y", "ust", "tember", "ober", "ember", "ember"),)
_LONGEST: Final = 60
_HALVES: Final = ("a", "A", "tt", "TT")  # as other programs spell the half of a day
_NUMBERS: Final = frozenset("YymdHIMSf")
_PARTS: Final[Mapping[str, str]] = {
    **{"Y": "year", "y": "year", "m": "month", "b": "month", "B": "month", "d": "day", "H": "hour", "I": "hour"},
    **{"p": "half", "M": "minute", "S": "second", "f": "fraction", "z": "offset"},
}


def _any_case(word: str) -> str:
    return "".join(f"[{letter.upper()}{letter.lower()}]" for letter in word)


_PATTERNS: Final[Mapping[str, str]] = {
    "Y": "[0-9]{4}",
    "y": "[0-9]{2}",
    "b": "|".join(_any_case(name) for name in MONTHS),
    "B": "|".join(_any_case(name + rest) for name, rest in zip(MONTHS, _LONG, strict=True)),
    "I": "0?[1-9]|1[0-2]",
    "p": "[AaPp][.]?[Mm][.]?",
    "f": "[0-9]{1,9}",
    "z": "Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?",
}


_CENTURIES: Final = {f"{year:02}": "20" if year < 69 else "19" for year in range(100)}
_NAMES: Final = {
    **{name: str(month) for month, name in enumerate(MONTHS, 1)},
    **{name + rest: str(month) for month, (name, rest) in enumerate(zip(MONTHS, _LONG, strict=True), 1)},
}
_HOURS: Final = {
    f"{spelled}{half}": str(hour % 12 + (12 if half == "pm" else 0))
    for hour in range(1, 13)
    for spelled in (str(hour), f"{hour:02}")
    for half in ("am", "pm")
}


@dataclass(frozen=True)
class Piece:
    """What stands at one place of the usual spelling: a group, or what groups, in small letters, mean."""

    groups: tuple[int, ...]
    means: Mapping[str, str] | None = None


@dataclass(frozen=True)
class DateFormat:
    """A format as a pattern with groups, and the usual spelling as texts and pieces.

    >>> us = date_format("%m/%d/%Y %I:%M %p")
    >>> us.usual("1/31/2026 2:05 PM"), us.usual("12/1/2026 12:00 a.m."), us.usual("31/1/2026 14:05")
    ('2026-1-31 14:05', '2026-12-1 0:00', None)
    >>> date_format("%d.%m.%y").usual("31.01.26"), date_format("%Y年%m月%d日").usual("2026年1月31日")
    ('2026-01-31', '2026-1-31')
    """

    pattern: str
    pieces: tuple[str | Piece, ...]

    def usual(self, text: str) -> str | None:
        """A text in the usual spelling, or None where it is none; whether there is such a day is not asked."""
        found = re.fullmatch(self.pattern, text)
        if found is None:
            return None
        told = []
        for piece in self.pieces:
            if isinstance(piece, str):
                told.append(piece)
            else:
                held = "".join(found[group] for group in piece.groups)
                told.append(held if piece.means is None else piece.means[held.lower().replace(".", "")])
        return "".join(told)


@lru_cache(maxsize=256)
def date_format(text: str, where: str = "format") -> DateFormat:
    """Read a format; one that says no whole date is refused.

    >>> date_format("%d/%m")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: format: a date needs its year (hint: %m/%d/%Y or %d.%m.%Y %H:%M)
    """
    hint = "%m/%d/%Y or %d.%m.%Y %H:%M"
    if not isinstance(text, str) or not text.isprintable() or len(text) > _LONGEST:
        raise SpecError(f"say a format of at most {_LONGEST} letters", where=where, hint=hint)
    if "%" not in text and (meant := _guess_meant(text)) is not None:
        raise SpecError("letters stand for themselves here; codes begin with %", where=where, hint=f'"{meant}"')
    tokens = re.findall(r"%.?|[^%]", text)
    pattern, groups = "", dict[str, tuple[int, str]]()
    for at, token in enumerate(tokens):
        code = token[1:] if token.startswith("%") else ""
        if code in _PARTS:
            if _PARTS[code] in groups:
                raise SpecError(f"says the {_PARTS[code]} twice", where=where, hint=hint)
            groups[_PARTS[code]] = (len(groups) + 1, code)
            near = [tokens[one][1:] for one in (at - 1, at + 1) if 0 <= one < len(tokens) and len(tokens[one]) == 2]
            two = "[0-9]{2}" if any(one in _NUMBERS for one in near) else "[0-9]{1,2}"
            pattern += f"({_PATTERNS.get(code, two)})"
        elif token.startswith("%") and code != "%":
            raise SpecError("has an unknown code after %", where=where, hint="%Y %m %d %H %M %S; also %b %y %I %p")
        elif code.isdigit() or token.isdigit():
            raise SpecError("has a digit between its codes", where=where, hint=hint)
        else:
            letter = code or token
            pattern += (
                letter if letter.isalnum() or letter == " " else f"\\{letter}" if letter.isascii() else letter
            )
    _check(groups, where, hint)
    return DateFormat(pattern, tuple(_pieces(groups)))


def _guess_meant(text: str) -> str | None:
    """A spelling of other programs (MM/DD/YYYY hh:mm) in our codes; None where it is none.

    >>> [_guess_meant(text) for text in ("MM/DD/YYYY", "dd.mm.yyyy hh:mm:ss", "M/d/yy h:mm tt", "day")]
    ['%m/%d/%Y', '%d.%m.%Y %H:%M:%S', '%m/%d/%y %I:%M %p', None]
    """
    runs = [found[0] for found in re.finditer(r"([A-Za-z])\1*|[^A-Za-z]", text)]
    halves = any(run in _HALVES for run in runs)
    told, timed = "", False
    for run in runs:
        letter = run[0].lower()
        timed = timed or letter == "h"
        codes = {"y": "%Y" if len(run) > 2 else "%y", "d": "%d", "h": "%I" if halves else "%H", "s": "%S"}
        months = {3: "%b", 4: "%B"}
        if run in _HALVES:
            told += "%p"
        elif letter == "m":
            told += "%M" if timed else months.get(len(run), "%m")
        elif run.isascii() and run.isalpha() and run != "T":
            if letter not in codes:
                return None
            told += codes[letter]
        else:
            told += run
    try:
        if "%" in told:
            date_format(told)
            return told
    except SpecError:
        pass
    return None


def _check(groups: Mapping[str, tuple[int, str]], where: str, hint: str) -> None:
    for part in ("year", "month", "day"):
        if part not in groups:
            raise SpecError(f"a date needs its {part}", where=where, hint=hint)
    for part, needs in (("minute", "hour"), ("second", "minute"), ("fraction", "second"), ("offset", "hour")):
        if part in groups and needs not in groups:
            raise SpecError(f"says the {part} without the {needs}", where=where, hint=hint)
    if ("half" in groups) != ("hour" in groups and groups["hour"][1] == "I"):
        raise SpecError("%I and %p belong together", where=where, hint="%m/%d/%Y %I:%M %p")


def _pieces(groups: Mapping[str, tuple[int, str]]) -> Iterator[str | Piece]:
    year, code = groups["year"]
    if code == "y":
        yield Piece((year,), _CENTURIES)
    yield Piece((year,))
    month, code = groups["month"]
    yield from ("-", Piece((month,), None if code == "m" else _NAMES), "-", Piece((groups["day"][0],)))
    if "hour" not in groups:
        return
    hour, code = groups["hour"]
    yield from (" ", Piece((hour,)) if code == "H" else Piece((hour, groups["half"][0]), _HOURS))
    yield ":"
    yield Piece((groups["minute"][0],)) if "minute" in groups else "00"
    for part, before in (("second", ":"), ("fraction", "."), ("offset", "")):
        if part in groups:
            yield from (before, Piece((groups[part][0],)))
