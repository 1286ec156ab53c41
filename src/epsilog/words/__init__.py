"""What Epsilog says to people: one catalogue, English and 简体中文. Knows no numbers of its own."""

from epsilog.words.catalogue import CATALOGUE, placeholders, say
from epsilog.words.figure import hundredths, one_in, percent, plain, plus_or_minus
from epsilog.words.language import LANGUAGES, Language, language, listed
from epsilog.words.suggestion import did_you_mean

__all__ = [
    "CATALOGUE",
    "LANGUAGES",
    "Language",
    "did_you_mean",
    "hundredths",
    "language",
    "listed",
    "one_in",
    "percent",
    "placeholders",
    "plain",
    "plus_or_minus",
    "say",
]
