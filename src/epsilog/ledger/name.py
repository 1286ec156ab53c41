"""Names of accounts and people in the books: readable, and never two that look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean

_SEGMENT: Final = re.compile(r"[\w][\w.\-]{0,63}")
_LONGEST: Final = 200
_DEEPEST: Final = 8


def account_name(name: object) -> str:
    """A path such as ``clinic/2026/oncology``; refused when it could be mistaken for another.

    >>> account_name("clinic/2026")
    'clinic/2026'
    >>> account_name("clinic//2026")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: account: 'clinic//2026' is not a name (hint: letters, digits, . - _ in parts, /)
    """
    text = _plain(name, "account")
    parts = text.split("/")
    if len(parts) > _DEEPEST or not all(_SEGMENT.fullmatch(part) for part in parts):
        raise SpecError(f"{text[:60]!r} is not a name", where="account", hint="letters, digits, . - _ in parts, /")
    return text


def no_account(name: str, known: Iterable[str]) -> SpecError:
    """The refusal of an account that is not in the books; the nearest name, where one is near.

    >>> no_account("clinc/2026", ["clinic/2026", "school"]).hint
    'did you mean clinic/2026?'
    """
    near = did_you_mean(name, known)
    hint = near if near.startswith("did you mean") else "epsilog ledger show"
    return SpecError(f"no account {name!r}", where="account", hint=hint)


def person_name(name: object, field: str) -> str:
    """Who did or approved something."""
    text = _plain(name, field).strip()
    if not text:
        raise SpecError("say who", where=field, hint="a name, such as Ada")
    return text


def label(text: object, field: str) -> str:
    """A key, a reason: one line of text."""
    return _plain(text, field)


def skeleton(name: str) -> str:
    """Equal for names a reader could confuse by case or width."""
    return unicodedata.normalize("NFKC", name).casefold()


def _plain(name: object, field: str) -> str:
    if not isinstance(name, str) or not name:
        raise SpecError("must be text", where=field)
    if len(name) > _LONGEST:
        raise SpecError(f"is longer than {_LONGEST} characters", where=field)
    if name.isascii() and name.isprintable():
        return name  # most names: one script, nothing invisible, one spelling
    if unicodedata.normalize("NFC", name) != name:
        raise SpecError("is not in Unicode normal form C", where=field, hint="two spellings would look the same")
    if any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for character in name):
        raise SpecError("contains an invisible or unassigned character", where=field)
    scripts = {_script(character) for character in name} - {""}
    if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
        raise SpecError("mixes letters of scripts that look alike", where=field, hint="write it in one script")
    return name


def _script(character: str) -> str:
    return unicodedata.name(character, "").split(" ")[0] if character.isalpha() else ""
