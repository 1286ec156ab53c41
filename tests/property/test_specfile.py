"""Every request survives being written down; no damage to a file ends in anything but a refusal with a place."""

from __future__ import annotations

import json
import re

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from epsilog.errors import SpecError
from epsilog.roles.document import parse_document
from epsilog.roles.spec import Spec
from epsilog.spec.file import spec_from_node, spec_from_text, to_yaml
from spec_samples import EVERYTHING, specs

PLACE = re.compile(r"spec\.(yaml|json)(:[0-9]+(, .+)?)?", re.DOTALL)
SLOW = settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@SLOW
@given(specs())
def test_a_request_reads_back_exactly(spec: Spec) -> None:
    assume("___" not in str(spec.to_dict()))  # a blank is a question nobody has answered
    again = spec_from_text(to_yaml(spec), "spec.yaml")
    assert again == spec
    assert again.key == spec.key
    assert list(again.source.columns) == list(spec.source.columns)


SCRAPS = [
    "",
    " ",
    "\n",
    "  ",
    "- ",
    ": ",
    ",",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "#",
    "&a ",
    "*a",
    "!!int ",
    "<<: ",
    "---\n",
    "%YAML 1.1\n",
    "\t",
    "\x00",
    "\x1b[2J",
    "\ud800",
]
SCRAPS += [
    "null",
    "~",
    "true",
    "NaN",
    ".inf",
    "-0.0",
    "1e400",
    "0x1",
    "1e-320",
    "-1",
    "0",
    "99999999999999999999",
    "1/0",
    "1/3",
    "2026-02-30",
    "0001-01-01",
    "____",
    "\u202e",
    "区",
    "😀",
]
TOKENS = sorted(set(re.findall(r"[\w./%-]+", EVERYTHING)))


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The complete request with up to five scraps put in, cut out, or exchanged for other words of it."""
    text = EVERYTHING
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 0, 1, 2, 7, 40]))
        text = text[:start] + draw(st.sampled_from([*SCRAPS, *TOKENS])) + text[start + length :]
    return text


def refusal(text: str, name: str) -> SpecError | None:
    """What the reader says to a file, if it says no; any other kind of end fails the test."""
    try:
        spec_from_node(parse_document(text, name, as_json=name.endswith(".json")))
    except SpecError as error:
        return error
    return None


@settings(max_examples=600, deadline=None)
@given(damaged())
@example(EVERYTHING.replace("between: [80, 220], grain: 0.5", "between: [80, 1e100], grain: 1e-100"))
@example(EVERYTHING.replace("bins: 12", "bins: 1000").replace("[0, 120]", "[0, 1e-119]"))
@example("{" * 5000)
@example("a: &a [*a]")
def test_damage_is_refused_with_a_place_or_is_none(text: str) -> None:
    if (error := refusal(text, "spec.yaml")) is not None:
        assert PLACE.fullmatch(error.where), error.where
        assert len(error.what) + len(error.hint) < 700


def _leaves(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    if isinstance(value, dict):
        return [path, *(leaf for name, inner in value.items() for leaf in _leaves(inner, (*path, name)))]
    if isinstance(value, list):
        return [path, *(leaf for at, inner in enumerate(value) for leaf in _leaves(inner, (*path, at)))]
    return [path]


PLAIN = parse_document(EVERYTHING, "spec.yaml").plain()
ODD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=5),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(_leaves(PLAIN)[1:]), ODD)
def test_any_value_in_any_place_of_a_json_file(path: tuple[object, ...], value: object) -> None:
    document = json.loads(json.dumps(PLAIN))
    inside = document
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    if (error := refusal(json.dumps(document, ensure_ascii=False), "spec.json")) is not None:
        assert PLACE.fullmatch(error.where), error.where


def test_the_fuzzers_begin_with_a_request_that_is_read() -> None:
    assert refusal(EVERYTHING, "spec.yaml") is None
    error = refusal(json.dumps(PLAIN), "spec.json")
    assert error is not None, "null in JSON is no key; in YAML it is the word that was written"
    assert "by.region[4]" in error.where
