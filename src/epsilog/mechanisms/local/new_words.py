"""New words: two letters and a tag of the word from one device, the whole word from another (as Apple does)."""

from __future__ import annotations

import hashlib
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
from epsilog.mechanisms.local.hadamard import HadamardResponse
from epsilog.mechanisms.local.hashes import key_of_word
from epsilog.mechanisms.local.local_hashing import LocalHashing
from epsilog.mechanisms.local.oracle import Reports, claim_of, shaped_reports
from epsilog.mechanisms.local.prefixes import END
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system

TAGS: Final = 256


@dataclass(frozen=True)
class NewWords:
    """The device draws what it tells: the two letters at one place with a tag of its word, or the word itself.

    >>> ask = NewWords("abcdefghijklmnopqrstuvwxyz", letters=8, epsilon=4)
    >>> ask.places, ask.fragment.size, ask.length
    (4, 200704, 26)

    Pieces of one word have one tag, 8 bits of its hash, so that they can be joined; who tells whole words confirms.
    Apple's devices tell both with half of the budget each; here devices are divided, and each tells with all of it.

    Neighbours: any two words of one device.
    Sensitivity/Channel: given what is told, Hadamard response of a fragment, or local hashing of the word.
    Proof: what is told is drawn without looking at the word; given it, one report of a protocol with epsilon. What
        is not told is drawn as well and forgotten. The tag is a function of the word and part of the fragment.
    Charge: `charge`, pure epsilon for each report.
    Numerics: one pick, then both protocols. Reports are filled up with zeros to one length.
    Checked by: tests/unit/mechanisms/local/test_new_words.py.
    References: Apple Differential Privacy Team 2017 (sequence fragment puzzle).
    """

    alphabet: str
    letters: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", claim_of(self.epsilon))
        object.__setattr__(self, "letters", whole(self.letters, "letters", at_least=2, at_most=100))
        if self.letters % 2:
            raise SpecError("fragments have two letters", where="letters", hint="an even number")
        if not 1 <= len(self.alphabet) <= 60 or len(set(self.alphabet)) != len(self.alphabet):
            raise SpecError("an alphabet has 1 to 60 letters, each once", where="alphabet")
        if {END, "?"} & set(self.alphabet):
            raise SpecError("a question mark stands for all other letters", where="alphabet")

    @property
    def symbols(self) -> str:
        """All that a word is made of."""
        return self.alphabet + "?" + END

    @property
    def places(self) -> int:
        """How many fragments a word has."""
        return self.letters // 2

    @property
    def fragment(self) -> HadamardResponse:
        """What a tag and two letters are told by."""
        return HadamardResponse(TAGS * len(self.symbols) ** 2, self.epsilon)

    @property
    def word(self) -> LocalHashing:
        """What a whole word is told by."""
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
    def length(self) -> int:
        """What is told, in a byte, and the longer of the two reports."""
        return 1 + max(self.fragment.length, self.word.length)

    def spell(self, word: str) -> str:
        """A word in these letters, cut or filled up; every text has one."""
        letters = unicodedata.normalize("NFC", word)[: self.letters]
        return "".join(one if one in self.alphabet else "?" for one in letters).ljust(self.letters, END)

    def fragments(self, spelled: str) -> list[int]:
        """For each place the number of tag and letters."""
        places = {letter: at for at, letter in enumerate(self.symbols)}
        numbers = [places[letter] for letter in spelled]
        size, tag = len(self.symbols), tag_of(spelled)
        return [(tag * size + numbers[at]) * size + numbers[at + 1] for at in range(0, self.letters, 2)]

    def report(self, word: str, rng: RandomWords = system) -> bytes:
        """One report."""
        return bytes(self.reports([word], rng)[0])

    def reports(self, words: Sequence[str], rng: RandomWords = system) -> Reports:
        """One report for each word."""
        if not all(isinstance(word, str) for word in words):
            raise SpecError("a word is a text", where="value")
        number, spelled = len(words), [self.spell(word) for word in words]
        told = pick_below(self.places + 1, number, rng)
        pieces = np.array([self.fragments(word) for word in spelled], dtype=np.int64).reshape(number, self.places)
        piece = pieces[np.arange(number), np.minimum(told, self.places - 1)]
        made = np.zeros((number, self.length), dtype=np.uint8)
        whole_words = self.word.reports_of(self.keys(spelled), rng)
        in_part = self.fragment.reports(piece, rng)
        made[:, 0] = told
        is_whole = told == self.places
        made[is_whole, 1 : 1 + self.word.length] = whole_words[is_whole]
        made[~is_whole, 1 : 1 + self.fragment.length] = in_part[~is_whole]
        return made

    def keys(self, spelled: Sequence[str]) -> NDArray[np.uint64]:
        """Words as the keys that are hashed."""
        return np.array([key_of_word(word) for word in spelled], dtype=np.uint64)

    def _of(self, reports: Reports, told: int) -> Reports:
        reports = shaped_reports(reports, self.length)
        end = 1 + (self.word.length if told == self.places else self.fragment.length)
        mine = reports[reports[:, 0] == told]
        return np.ascontiguousarray(mine[~mine[:, end:].any(axis=1)][:, 1:end])

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """What a device can tell, filled up with zeros."""
        reports = shaped_reports(reports, self.length)
        part, entire = 1 + self.fragment.length, 1 + self.word.length
        is_whole = reports[:, 0] == self.places
        pieces = self.fragment.fits(np.ascontiguousarray(reports[:, 1:part])) & ~reports[:, part:].any(axis=1)
        words = self.word.fits(np.ascontiguousarray(reports[:, 1:entire])) & ~reports[:, entire:].any(axis=1)
        fine: NDArray[np.bool_] = np.where(is_whole, words, pieces & (reports[:, 0] < self.places))
        return fine

    def support_of_fragments(self, reports: Reports) -> list[tuple[NDArray[np.int64], int]]:
        """For each place how many reports support each tag and two letters, and how many reports there are."""
        parts = [self._of(reports, place) for place in range(self.places)]
        return [(self.fragment.support(part), len(part)) for part in parts]

    def support_of_words(self, reports: Reports, spelled: Sequence[str]) -> tuple[NDArray[np.int64], int]:
        """How many of those who told whole words support each of these, and how many there are."""
        mine = self._of(reports, self.places)
        return self.word.support_of(mine, self.keys(spelled)), len(mine)


def tag_of(spelled: str) -> int:
    """Eight bits of a word's hash, of other bytes than its key."""
    return hashlib.sha256(spelled.encode("utf-8", "surrogatepass")).digest()[16]
