"""Terminals that lack a letter: show the nearest thing they have, never a traceback."""

from __future__ import annotations

import codecs
import re
import sys
from io import TextIOWrapper
from typing import Final

_HANDLER: Final = "epsilog.nearest"
# What the screens use beyond plain letters, and how a typewriter would put it.
_NEAREST: Final = {
    **dict.fromkeys("–—−─━", "-"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("‘’", "'"),
    "█": "#",
    "←": "<-",
    "…": "...",
    "•": "*",
    "·": "*",
    "×": "x",
    "²": "^2",
    "±": "+/-",
    "≤": "<=",
    "≥": ">=",
    "√": "sqrt",
    "∞": "infinite",
    "é": "e",
    "ε": "epsilon",
    "δ": "delta",
    "ρ": "rho",
    "σ": "sigma",
    "μ": "mu",
}

# What moves a cursor, sets a title or turns the order of letters round. A line break is a line break.
_MOVING: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """Text that a terminal shows and does not obey: names in a card may be a stranger's.

    >>> harmless("visits\\x1b[2J by\\u202e day")
    'visits�[2J by� day'
    """
    return _MOVING.sub("�", text)


def nearest(error: UnicodeError) -> tuple[str | bytes, int]:
    """For the codecs: a stand-in for what an encoding lacks.

    >>> codecs.register_error("epsilog.example", nearest)
    >>> "ε ≤ 1 – 简".encode("ascii", "epsilog.example")
    b'epsilon <= 1 - ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letter = error.object[error.start]
    if "\udc80" <= letter <= "\udcff":  # a byte of a file name that was no text: give it back as it came
        return bytes([ord(letter) - 0xDC00]), error.start + 1
    return _NEAREST.get(letter, "?"), error.start + 1


def accept_any_terminal() -> None:
    """Keep the encoding of standard output and error, and let no letter stop a command."""
    codecs.register_error(_HANDLER, nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def shows_all_letters() -> bool:
    """Whether standard output can carry any text unchanged; a document for machines is escaped otherwise."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")
