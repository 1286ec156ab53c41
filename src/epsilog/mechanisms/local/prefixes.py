"""Words that nobody listed: each device reports a prefix of one length; devices are divided, never epsilon."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.mechanisms.local.hashes import key_of_word
from epsilog.mechanisms.local.local_hashing import LocalHashing
from epsilog.mechanisms.local.oracle import Reports, claim_of, shaped_reports
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system

END: Final = "\0"  # fills up a word that is shorter than the longest
_MOST_LEVELS: Final = 100


@dataclass(frozen=True)
class Prefixes:
    """The device draws a length and sends its word's prefix of that length by local hashing, with all of epsilon.

    >>> ask = Prefixes("abcdefghijklmnopqrstuvwxyz", levels=(2, 4, 6, 8), epsilon=2)
    >>> ask.length, [prefix.replace(END, ".") for prefix in ask.prefixes("naïve")]
    (26, ['na', 'na?v', 'na?ve.', 'na?ve...'])

    Any text is a word: letters outside the alphabet become "?", what is longer than the longest prefix is cut. So a
    device never has to refuse, which would tell.

    Neighbours: any two words of one device.
    Sensitivity/Channel: given the length, local hashing of a key that the prefix determines.
    Proof: the length is drawn without looking at the word; given it, `local_hashing` with epsilon.
    Charge: `charge`, pure epsilon for each report.
    Numerics: one pick for the length, then local hashing. Keys are 64 bits of SHA-256 of length and prefix.
    Checked by: tests/unit/mechanisms/local/test_prefixes.py.
    References: Bassily, Nissim, Stemmer, Thakurta 2017; Wang, Li, Jha 2019 (PEM).
    """

    alphabet: str
    levels: Sequence[int]
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", claim_of(self.epsilon))
        levels = tuple(whole(level, "levels", at_least=1, at_most=1000) for level in self.levels)
        if not 1 <= len(levels) <= _MOST_LEVELS or list(levels) != sorted(set(levels)):
            raise SpecError("lengths of prefixes grow", where="levels", hint="such as [2, 4, 6, 8]")
        object.__setattr__(self, "levels", levels)
        if not self.alphabet or len(set(self.alphabet)) != len(self.alphabet) or {END, "?"} & set(self.alphabet):
            raise SpecError("an alphabet has every letter once, and no question mark", where="alphabet")

    @property
    def oracle(self) -> LocalHashing:
        """What a prefix is sent by."""
        return LocalHashing(2, self.epsilon)

    @property
    def linkable(self) -> bool:
        """Whether reports tell which are from one device. Here each is drawn afresh."""
        return False

    @property
    def two_answers(self) -> bool:
        """Whether a report is uniform, or else true, out of two answers."""
        return False

    @property
    def charge(self) -> Any:
        """What one report costs its device."""
        from epsilog.core.charge import Pure

        return Pure(self.epsilon)

    @property
    def symbols(self) -> str:
        """All that a prefix is made of."""
        return self.alphabet + "?" + END

    @property
    def length(self) -> int:
        """The number of the level in a byte, and a hashed report."""
        return 1 + self.oracle.length

    def prefixes(self, word: str) -> list[str]:
        """The prefix of a word at every level."""
        longest = self.levels[-1]
        letters = unicodedata.normalize("NFC", word)[:longest]
        spelled = "".join(letter if letter in self.alphabet else "?" for letter in letters).ljust(longest, END)
        return [spelled[:level] for level in self.levels]

    def report(self, word: str, rng: RandomWords = system) -> bytes:
        """One report."""
        return bytes(self.reports([word], rng)[0])

    def reports(self, words: Sequence[str], rng: RandomWords = system) -> Reports:
        """One report for each word; all prefixes of a word are hashed, whichever is sent."""
        if not all(isinstance(word, str) for word in words):
            raise SpecError("a word is a text", where="value")
        drawn = pick_below(len(self.levels), len(words), rng)
        keys = self.keys([prefix for word in words for prefix in self.prefixes(word)]).reshape(len(words), -1)
        said = self.oracle.reports_of(keys[np.arange(len(words)), drawn], rng)
        return np.hstack((drawn.astype(np.uint8)[:, None], said))

    def keys(self, prefixes: Sequence[str]) -> NDArray[np.uint64]:
        """Prefixes as the keys that are hashed."""
        return np.array([key_of_word(f"{len(prefix)} {prefix}") for prefix in prefixes], dtype=np.uint64)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A level and a cell that there are."""
        reports = shaped_reports(reports, self.length)
        fine: NDArray[np.bool_] = reports[:, 0] < len(self.levels)
        return fine & self.oracle.fits(np.ascontiguousarray(reports[:, 1:]))

    def support_of(self, reports: Reports, prefixes: Sequence[str]) -> tuple[NDArray[np.int64], int]:
        """How many reports of the level of these prefixes support each of them, and how many there are."""
        lengths = {len(prefix) for prefix in prefixes}
        if len(lengths) != 1 or not lengths <= set(self.levels):
            raise SpecError("prefixes of one level", where="prefixes")
        level = list(self.levels).index(lengths.pop())
        mine = np.ascontiguousarray(shaped_reports(reports, self.length)[reports[:, 0] == level][:, 1:])
        return self.oracle.support_of(mine, self.keys(prefixes)), len(mine)
