"""One catalogue in two languages: same keys, same placeholders, and every key that is used exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from epsilog.errors import SpecError
from epsilog.words import CATALOGUE, LANGUAGES, did_you_mean, language, one_in, percent, placeholders, plain, say
from epsilog.words.sentences import SENTENCES
from epsilog.words.wrapping import width_of, wrap_text

SOURCE = Path(__file__).parents[3] / "src" / "epsilog"


def test_languages_have_the_same_keys_and_placeholders() -> None:
    english, chinese = CATALOGUE["en"], CATALOGUE["zh"]
    assert set(LANGUAGES) == set(CATALOGUE)
    assert list(english) == list(chinese)
    assert len(english) > 150
    different = {key for key in english if placeholders(english[key]) != placeholders(chinese[key])}
    assert different == set()


def test_no_key_is_written_twice() -> None:
    keys: list[str] = []
    for file in (SOURCE / "words" / "sentences").glob("*.py"):
        keys += re.findall(r'^    "([^"]+)":', file.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(keys) == len(set(keys)) == len(SENTENCES)
    assert set(keys) <= set(CATALOGUE["en"])  # a kind may add its own


def test_sentences_are_finished_and_in_their_language() -> None:
    for key, sentence in CATALOGUE["zh"].items():
        words = re.sub(
            r"\{\w+\}|[ε-ωα-δρσμ∞≤≥±√²=()：。；，、（）/×\d.\s%–-]|p|R|ln|zCDP|Epsilog|Rényi", "", sentence
        )
        assert not words or re.search(r"[\u4e00-\u9fff]", sentence), key
        assert not re.search(r"[\u4e00-\u9fff] ?[,;:!?](?!\S*=)", sentence), f"half-width punctuation in {key}"
    for key, sentence in CATALOGUE["en"].items():
        assert not re.search(r"[\u4e00-\u9fff]", sentence), key
        assert sentence == sentence.strip(), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_epsilon_is_never_called_a_probability(lang: str) -> None:
    # One sentence says outright what epsilon is not, in the words people use.
    denied = {"en": "Epsilon is not the probability of a leak.", "zh": "ε 不是泄露的概率。"}[lang]
    assert CATALOGUE[lang]["board.risk.epsilon"].startswith(denied)  # type: ignore[index]
    for key, sentence in CATALOGUE[lang].items():  # type: ignore[index]
        sentence = sentence.removeprefix(denied)
        assert not re.search(
            r"(probability|chance|risk) of (a |being )?(leak|identif|re-ident)", sentence.lower()
        ), key
        assert not re.search(r"(泄露|泄漏|识别)的?(概率|风险|几率)", sentence), key
    assert "not a probability" in CATALOGUE["en"]["meaning.not_a_probability"]


def test_every_key_that_is_used_exists_and_every_key_is_used() -> None:
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for file in SOURCE.rglob("*.py")
        if file.relative_to(SOURCE).parts[0] != "words"
    )
    quoted = set(re.findall(r'"([a-z]+(?:\.[A-Za-z_]+)+)"', code))
    prefixes = set(re.findall(r'f"([a-z]+(?:\.[a-z_]+)*\.)\{', code))
    used = {key for key in CATALOGUE["en"] if key in quoted or any(key.startswith(start) for start in prefixes)}
    # `_said` adds the kind of promise to a bare key.
    used |= {key for key in CATALOGUE["en"] if key.rpartition(".")[0] in quoted}
    assert set(CATALOGUE["en"]) - used == set()
    families = (
        "meaning.",
        "picture.",
        "price.",
        "convert.",
        "calibrate.",
        "noise.",
        "audit.",
        "ledger.",
        "demo.",
        "error.",
        "rule.",
    )
    for key in quoted:
        if key.startswith(families) and not key.endswith((".py", ".yaml", ".db")):
            assert key in CATALOGUE["en"] or any(k.startswith(f"{key}.") for k in CATALOGUE["en"]), key


def test_say_wants_exactly_its_placeholders() -> None:
    assert say("screen.picture", "zh", path=3) == "图片：3"
    with pytest.raises(KeyError, match="path"):
        say("screen.picture")
    with pytest.raises(KeyError, match="more"):
        say("screen.picture", path=3, more=1)
    with pytest.raises(KeyError):
        say("no.such.key")


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("cn", "zh"),
        ("zh-CN", "zh"),
        ("简体中文", "zh"),
        ("english", "en"),
        ("e", "en"),
        ("fr", "one of"),
        (3, ""),
        ("", ""),
    ],
)
def test_unknown_languages_are_refused(asked: object, hint: str) -> None:
    with pytest.raises(SpecError) as caught:
        language(asked)
    assert caught.value.where == "lang"
    assert hint in caught.value.hint


def test_nothing_said_is_english() -> None:
    assert language(None) == "en"
    assert say("word.total") == "total"


@pytest.mark.parametrize(
    ("value", "way", "text"),
    [
        (6.0, "near", "6"),
        (5.991, "near", "5.99"),
        (1440, "near", "1,440"),
        (123456.7, "near", "123,457"),
        (0.5, "up", "0.5"),
        (0.1 + 0.2, "up", "0.3"),
        (0.30001, "up", "0.301"),
        (0.30099, "down", "0.3"),
        (9.999, "near", "10"),
        (9.991, "up", "10"),
        (1e-6, "near", "1e-6"),
        (1.2341e-7, "up", "1.24e-7"),
        (0.0, "near", "0"),
        (-2.5, "near", "-2.5"),
        (float("inf"), "near", "∞"),
        (2e20, "near", "2e20"),
    ],
)
def test_plain(value: float, way: str, text: str) -> None:
    assert plain(value, way=way) == text  # type: ignore[arg-type]


def test_percent_is_honest_about_limits() -> None:
    assert percent(0.154828, way="up") == "15.5 %"
    assert percent(0.845172, way="down") == "84.5 %"
    assert percent(0.73106, way="up") == "73.2 %"
    assert percent(0.73106, "zh") == "73.1%"
    assert percent(1.0) == "100 %"
    assert percent(1e-5, way="up") == "0.001 %"
    assert percent(0.0) == "0 %"
    assert (one_in(1e-6), one_in(1 - 0.999999), one_in(3e-5), one_in(0)) == (
        "1,000,000",
        "1,000,000",
        "33,333",
        "∞",
    )


def test_did_you_mean() -> None:
    assert did_you_mean("gausian", ["laplace", "gaussian"]) == "did you mean gaussian?"
    assert did_you_mean("L2_Squared", ["l2_squared"]) == "did you mean l2_squared?"
    assert did_you_mean("qq", ["laplace", "gaussian"]) == "one of laplace, gaussian"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [24, 40, 76])
def test_wrapping_keeps_every_letter_and_the_width(lang: str, width: int) -> None:
    for sentence in CATALOGUE[lang].values():  # type: ignore[index]
        lines = wrap_text(sentence, width)
        # A label of a picture may hold a line break of its own.
        assert "".join("".join(lines).split()) == "".join(sentence.split())
        for line in lines:
            # Two closing marks may hang over, and a single long word keeps a line to itself.
            assert width_of(line) <= width + 4 or not re.search(r"[ \u2e80-\uffef]", line)
