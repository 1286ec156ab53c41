"""New words: any text has one report of one length, and common ones are put together again."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.local.new_words import NewWords, tag_of
from epsilog.mechanisms.local.prefixes import END
from epsilog.postprocess.local.join import join_fragments
from epsilog.postprocess.local.shares import find_above
from local_protocols import CountedWords

ASK = NewWords("abcdefghij", 6, 6)


def test_any_text_is_a_word_of_the_same_length() -> None:
    read, lengths = set(), set()
    for word in ("", "a", "jab", "無", "a" * 10_000, "\ud800", "A b", END):
        rng = CountedWords()
        report = np.frombuffer(ASK.report(word, rng), dtype=np.uint8)[None, :]
        lengths.add(report.shape)
        read.add(rng.read)
        assert ASK.fits(report).all()
    assert (len(lengths), len(read)) == (1, 1)
    assert not ASK.fits(np.full((1, ASK.length), 255, dtype=np.uint8)).any()


def test_common_words_are_put_together() -> None:
    """40,000 devices at epsilon 6; two words of a tenth each among chance. Each part has 10,000 reports."""
    rng = np.random.default_rng(5)
    chance = ["".join(rng.choice(list("abcdefghij"), 6)) for _ in range(32_000)]
    reports = ASK.reports(["badge"] * 4000 + ["abide"] * 4000 + chance)
    parts = ASK.support_of_fragments(reports)
    assert sum(count for _, count in parts) + ASK.support_of_words(reports, ["a" * 6])[1] == 40_000
    joined = join_fragments(ASK.symbols, parts, ASK.fragment, tag_of)
    assert {"badge" + END, "abide" + END} <= set(joined)
    assert len(joined) <= 4
    counts, number = ASK.support_of_words(reports, joined)
    sure = find_above(counts, number, ASK.word, len(joined))
    assert {word for word, one in zip(joined, sure, strict=True) if one} == {"badge" + END, "abide" + END}


def test_fragments_read_back() -> None:
    spelled = ASK.spell("bad?x")
    assert spelled == "bad??" + END
    size, symbols = len(ASK.symbols), ASK.symbols
    for place, number in enumerate(ASK.fragments(spelled)):
        tag, letters = divmod(number, size * size)
        assert tag == tag_of(spelled)
        assert symbols[letters // size] + symbols[letters % size] == spelled[2 * place : 2 * place + 2]


@pytest.mark.parametrize(
    ("alphabet", "letters"), [("", 2), ("aa", 2), ("a?", 2), ("a", 3), ("a", 0), ("a" * 61, 2)]
)
def test_what_cannot_be_spelled_is_refused(alphabet: str, letters: int) -> None:
    with pytest.raises(SpecError):
        NewWords(alphabet, letters, 1)
    with pytest.raises(SpecError):
        ASK.reports([b"a"])
