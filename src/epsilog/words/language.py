"""The languages a reader may ask for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")


def language(name: object) -> Language:
    """Read a language's name; nothing said means English, an unknown one is refused.

    >>> language(None), language("zh")
    ('en', 'zh')
    >>> language("cn")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: lang: unknown language 'cn' (hint: did you mean zh?)
    """
    if name is None:
        return "en"
    if not isinstance(name, str) or name not in LANGUAGES:
        raise SpecError(f"unknown language {str(name)[:20]!r}", where="lang", hint=_hint(str(name)))
    return name


def join_names(names: Iterable[str], lang: Language) -> str:
    """Names one after another, with the comma that a language has for lists.

    >>> join_names(["sex", "age"], "en"), join_names(["sex", "age"], "zh")
    ('sex, age', 'sex、age')
    """
    return ("、" if lang == "zh" else ", ").join(names)


def _hint(name: str) -> str:
    spelled = {
        "english": "en",
        "chinese": "zh",
        "cn": "zh",
        "zh-cn": "zh",
        "zh_cn": "zh",
        "中文": "zh",
        "简体中文": "zh",
    }
    known = spelled.get(name.strip().lower())
    return f"did you mean {known}?" if known else did_you_mean(name, LANGUAGES)
