"""What a series can say at every tick, and what is refused."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.series_method import ChosenCoefficients, Coefficients, Fast, Radius, Spelled
from epsilog.errors import SpecError
from epsilog.registry.asks import Query
from epsilog.roles.document import parse_document
from epsilog.roles.shape import Alert, As, Decay, PerStep, Running, Window, shape_from
from epsilog.roles.stream_rules import check_live
from epsilog.spec.file import spec_from_node, to_yaml

YEAR = During("at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
SAID: dict[str, As] = {
    "per-step": PerStep(),
    "running": Running(),
    "{per-step: {fourier: 21}}": PerStep(Coefficients("fourier", 21)),
    "{per-step: {cosine: 20}}": PerStep(Coefficients("cosine", 20)),
    "{per-step: {haar: 32}}": PerStep(Coefficients("haar", 32)),
    "{per-step: {haar: {choose: [5, 20], share: 0.1}}}": PerStep(
        ChosenCoefficients("haar", (5, 20), Fraction(1, 10))
    ),
    "{per-step: {fast: {samples: 31}}}": PerStep(Fast(31)),
    "{per-step: spells}": PerStep(Spelled()),
    "{per-step: radius}": PerStep(Radius()),
    "{per-step: {radius: {group: 12}}}": PerStep(Radius(12)),
    "{per-step: {radius: {group: auto, moves: 0.5}}}": PerStep(Radius(None, Fraction(1, 2))),
    "{per-step: {spells: {moves: 0.5}}}": PerStep(Spelled(Fraction(1, 2))),
    "{running: tree}": Running("tree"),
    "{running: dense}": Running("dense"),
    "{running: square-root}": Running("square-root"),
    "{running: subtraction}": Running("subtraction"),
    "{window: 24h}": Window("24h"),
    "{window: 30}": Window(30),
    "{decay: 0.99}": Decay(Fraction(99, 100)),
    "{alert: {above: 120, at_most: 5}}": Alert(Fraction(120), 5),
    "{alert: {above: -1/3, at_most: 1}}": Alert(Fraction(-1, 3), 1),
}


def document(said: str, every: str = "1h") -> str:
    return (
        "epsilog: 1\nrelease: visits\nedition: a\n"
        "source: {file: visits.csv, columns: {id: text, at: timestamp}}\n"
        "protect: {each: id}\nbound: {rows: 3}\n"
        "during: {time: at, from: 2026-01-01, to: 2026-01-07}\n"
        f"publish:\n  - count: rows\n    every: {every}\n    as: {said}\n"
        "spend: {epsilon: 1, from: clinic}\n"
    )


@pytest.mark.parametrize("said", SAID)
def test_every_shape_is_read_written_and_stored(said: str) -> None:
    spec = spec_from_node(parse_document(document(said), "spec.yaml"))
    assert spec.publish[0].shape == SAID[said]
    assert spec_from_node(parse_document(to_yaml(spec), "again.yaml")) == spec
    assert shape_from(SAID[said].to_dict()) == SAID[said]


def test_shapes_are_part_of_the_request_and_of_the_name() -> None:
    specs = [spec_from_node(parse_document(document(said), "spec.yaml")) for said in SAID]
    assert len({spec.digest for spec in specs}) == len(SAID)
    assert len({spec.publish[0].name for spec in specs}) == len(SAID)
    plain = spec_from_node(parse_document(document("running").replace("    as: running\n", ""), "spec.yaml"))
    assert "as" not in plain.to_dict()["publish"][0]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("runing", "spec.yaml:11, publish[0].as: unknown value 'runing' (hint: did you mean running?)"),
        ("window", "did you mean {window: 24h}?"),
        ("cumulative", "did you mean running?"),
        ("{window: 24h, decay: 0.5}", "one thing at every tick"),
        ("{}", "one thing at every tick"),
        ("{windw: 24h}", "unknown field 'windw'"),
        ("{window: 0}", "publish[0].as.window"),
        ("{window: -3}", "is not a length of time"),
        ("{window: 1mo}", "not always the same number of ticks"),
        ("{window: 4000h}", "at most 2048"),
        ("{window: nan}", "not a finite number"),
        ("{window: [1]}", "expected text"),
        ("{decay: 1}", "publish[0].as.decay"),
        ("{decay: 0}", "publish[0].as.decay"),
        ("{decay: .inf}", "publish[0].as.decay"),
        ("{alert: {above: 120}}", "at_most"),
        ("{alert: {above: nan, at_most: 5}}", "publish[0].as.alert.above"),
        ("{alert: {above: 1, at_most: 0}}", "publish[0].as.alert.at_most"),
        ("{alert: {above: 1, at_most: 2, gap: 1}}", "unknown field 'gap'"),
        ("[running]", "expected text"),
        ("{window: 0}", "spec.yaml:11, publish[0].as.window: must be at least 1"),
        ("{per-step: cosine}", "spec.yaml:11, publish[0].as.per-step: unknown method 'cosine' (hint: did you mean"),
        ("{per-step: {cosin: 20}}", "unknown method 'cosin' (hint: did you mean cosine?)"),
        ("{per-step: {cosine: 20, haar: 3}}", "one method"),
        ("{per-step: {}}", "one method"),
        ("{per-step: [cosine]}", "one method"),
        ("{per-step: }", "one method"),
        ("{per-step: {cosine: 0}}", "spec.yaml:11, publish[0].as.per-step.cosine: must be at least 1"),
        ("{per-step: {cosine: 1025}}", "at most 1024"),
        ("{per-step: {cosine: 2.5}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {cosine: nan}}", "not a finite number"),
        ("{per-step: {cosine: -0.0}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {cosine: 9223372036854775808}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {cosine: true}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {cosine: [1]}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {fourier: 169}}", "a series of 168 ticks has as many coefficients, not 169"),
        ("{per-step: {cosine: {choose: [5], share: 0.1}}}", "among 2 to 16 different numbers"),
        ("{per-step: {cosine: {choose: [], share: 0.1}}}", "among 2 to 16 different numbers"),
        ("{per-step: {cosine: {choose: [5, 5], share: 0.1}}}", "publish[0].as.per-step.cosine.choose: a choice is"),
        ("{per-step: {cosine: {choose: [5, 169], share: 0.1}}}", "a series of 168 ticks has as many coefficients"),
        ("{per-step: {cosine: {choose: [0, 5], share: 0.1}}}", "must be at least 1"),
        ("{per-step: {cosine: {choose: [nan, 5], share: 0.1}}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {cosine: {choose: [5, 1e30], share: 0.1}}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {cosine: {choose: [5, [6]], share: 0.1}}}", "publish[0].as.per-step.cosine"),
        ("{per-step: {cosine: {choose: 5, share: 0.1}}}", "says among which numbers to choose"),
        ("{per-step: {cosine: {choose: [5, 20]}}}", "says among which numbers to choose"),
        ("{per-step: {cosine: {choose: [5, 20], share: 0}}}", "cosine.share: must be above 0"),
        ("{per-step: {cosine: {choose: [5, 20], share: 1}}}", "cosine.share: must be below 1"),
        ("{per-step: {cosine: {choose: [5, 20], share: nan}}}", "cosine.share: "),
        ("{per-step: fast}", "did you mean {fast: {samples: 31}}?"),
        ("{per-step: {fast: 31}}", "publish[0].as.per-step.fast: says how many ticks are sampled"),
        ("{per-step: {fast: {sample: 31}}}", "says how many ticks are sampled"),
        ("{per-step: {fast: {samples: 0}}}", "publish[0].as.per-step.fast.samples: must be at least 1"),
        ("{per-step: {fast: {samples: 169}}}", "a series of 168 ticks has as many samples, not 169"),
        ("{per-step: {fast: {samples: nan}}}", "not a finite number"),
        (
            "{running: tre}",
            "publish[0].as.running: unknown strategy 'tre' (hint: did you mean tree?)",
        ),
        ("{running: {tree: 2}}", "publish[0].as.running"),
        ("{running: tree, per-step: {haar: 3}}", "one thing at every tick"),
        ("true", "unknown value 'true'"),
    ],
)
def test_bad_shapes_are_refused_at_their_line(said: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec_from_node(parse_document(document(said), "spec.yaml"))
    assert words in str(caught.value)
    assert str(caught.value).startswith("spec.yaml:")


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "rows", "shape": Running()},
        {"kind": "mean", "column": "x", "between": (Fraction(0), Fraction(1)), "every": "1d", "shape": Running()},
        {"kind": "histogram", "column": "x", "edges": (0, 1, 2), "every": "1d", "shape": PerStep()},
        {"kind": "rows", "by": (Keys("ward", ("a", "b")),), "every": "1d", "shape": Alert(Fraction(3), 2)},
        {"kind": "rows", "every": "1d", "shape": Alert(Fraction(3), 2), "error": 3},
        {"kind": "rows", "every": "1d", "shape": Alert(Fraction(3), 2), "mechanism": "gaussian"},
        {"kind": "rows", "every": "1w", "shape": Window("1mo")},
        {"kind": "rows", "every": "1d", "shape": Window("24h")},
        {"kind": "rows", "every": "1d", "shape": "sideways"},
        {"kind": "rows", "every": "1d", "shape": {"window": "7d", "decay": "0.5"}},
        {"kind": "rows", "every": "1d", "shape": {"window": True}},
        {"kind": "rows", "every": "1d", "shape": {"window": 1.5}},
        {"kind": "rows", "every": "1d", "shape": 7},
    ],
)
def test_what_a_series_cannot_be_made_of(given: dict[str, Any]) -> None:
    with pytest.raises(SpecError):
        Query(during=YEAR, **given)


@pytest.mark.parametrize(
    ("length", "every", "ticks"),
    [("2d", "1h", 48), ("1w", "1h", 168), ("1y", "1mo", 12), ("2y", "1q", 8), ("3q", "1q", 3)],
)
def test_lengths_in_ticks(length: str, every: Any, ticks: int) -> None:
    assert Window(length).ticks(every) == ticks


def test_independent_said_aloud_is_what_it_was() -> None:
    said, plain = (
        spec_from_node(parse_document(document(one), "spec.yaml"))
        for one in ("{per-step: independent}", "per-step")
    )
    assert said == plain
    assert said.digest == plain.digest
    assert said.publish[0].to_dict()["as"] == "per-step"
    assert Query("rows", every="1d", during=YEAR, shape={"per-step": {"haar": 4}}).shape == PerStep({"haar": 4})


def test_a_method_has_no_error_to_keep_and_no_live_series_of_coefficients() -> None:
    with pytest.raises(SpecError, match="no choice could keep it"):
        Query("rows", every="1d", during=YEAR, shape={"per-step": {"haar": 4}}, error=3)
    with pytest.raises(SpecError, match="declared keys"):
        Query("rows", by={"ward": "unknown"}, every="1d", during=YEAR, shape={"per-step": {"haar": 4}})
    with pytest.raises(SpecError, match="no method"):
        PerStep(3)
    spec = spec_from_node(parse_document(document("{per-step: {cosine: 20}}"), "spec.yaml"))
    with pytest.raises(SpecError, match="needs the whole series") as caught:
        check_live(spec, "drop")
    assert caught.value.where == "publish[0], as"
    chosen = "{per-step: {cosine: {choose: [5, 20], share: 0.1}}}"
    fast = "{per-step: {fast: {samples: 3}}}"
    for said, words in (
        (fast, "over a fixed length"),
        ("{running: dense}", "needs the whole"),
        (chosen, "needs the whole"),
    ):
        with pytest.raises(SpecError, match=words):
            check_live(spec_from_node(parse_document(document(said), "spec.yaml")), "drop")
