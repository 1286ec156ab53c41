"""One catalogue: every sentence a reader sees, under one key, in every language."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Final

from epsilog.words.language import Language, language
from epsilog.words.plural import agree_in_number
from epsilog.words.sentences import SENTENCES

_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {key: pair[0] for key, pair in SENTENCES.items()},
    "zh": {key: pair[1] for key, pair in SENTENCES.items()},
}
CATALOGUE: Final[Mapping[Language, Mapping[str, str]]] = _SENTENCES


def add_sentences(pairs: Mapping[str, tuple[str, str]]) -> None:
    """The sentences of one kind, English and 简体中文 side by side; a key that is taken is refused."""
    for key, (in_english, in_chinese) in pairs.items():
        if key in CATALOGUE["en"]:
            raise KeyError(f"{key} is taken: all kinds share their keys")
        if apart := placeholders(in_english) ^ placeholders(in_chinese):
            raise KeyError(f"{key}: only one of its two sentences has {', '.join(sorted(apart))}")
        _SENTENCES["en"][key], _SENTENCES["zh"][key] = in_english, in_chinese


def say(key: str, lang: str | None = None, **values: object) -> str:
    """The sentence under this key with its numbers filled in; every placeholder must be given, and no other.

    >>> say("word.total"), say("word.total", "zh")
    ('total', '合计')
    >>> say("screen.picture", path="loss.png")
    'picture: loss.png'
    >>> say("picture.spending.many", count=1), say("picture.spending.many", count=2)
    ('1 account over time', '2 accounts over time')
    """
    tongue = language(lang)
    template = CATALOGUE[tongue][key]
    wanted = placeholders(template)
    if wanted != values.keys():
        raise KeyError(f"{key} takes {sorted(wanted)}, got {sorted(values)}")
    return (agree_in_number(template, values) if tongue == "en" else template).format(**values)


def placeholders(template: str) -> frozenset[str]:
    """The names a template wants filled in."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)
