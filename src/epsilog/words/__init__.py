"""What Epsilog says to people: one catalogue, English and 简体中文. Knows no numbers of its own."""

from epsilog.words.advice import did_you_mean
from epsilog.words.catalogue import CATALOGUE, add_sentences, placeholders, say
from epsilog.words.figure import hundredths, one_in, percent, plain, plus_or_minus
from epsilog.words.language import LANGUAGES, Language, join_names, language

__all__ = [
    "CATALOGUE",
    "LANGUAGES",
    "Language",
    "add_sentences",
    "did_you_mean",
    "hundredths",
    "join_names",
    "language",
    "one_in",
    "percent",
    "placeholders",
    "plain",
    "plus_or_minus",
    "say",
]
