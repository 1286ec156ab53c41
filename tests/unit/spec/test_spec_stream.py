"""The rules of a live series in its spec: said there, beside it, or in both places alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.pay.stream_request import StreamRequest
from epsilog.roles.stream_rules import Replay, Rules, Said
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from stream_scenes import series

CLOCK = Replay.at("2026-01-05T00:00", 3600)
ALL = Said(900, "next", "drop", CLOCK)


def live(text: str, **changed):
    return spec_from_text(to_yaml(series(**changed)) + text + "\n", "spec.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stream: {}", Said()),
        ("stream: {wait: 15m}", Said(900)),
        ("stream: {wait: 45}", Said(45)),
        ("stream: {wait: 0}", Said(0)),
        ("stream: {late: next, future: drop}", Said(late="next", future="drop")),
        ("stream: {clock: {from: 2026-01-05}}", Said(clock=Replay.at("2026-01-05", 1))),
        ('stream: {wait: "15m", late: next, future: drop, clock: {from: 2026-01-05T00:00, speed: 3.6e3}}', ALL),
        ("stream: {clock: {from: 2026-01-05T00:00, speed: 1/3}}", Said(clock=Replay(CLOCK.start, Fraction(1, 3)))),
    ],
)
def test_said_and_written_again(text, said):
    spec = live(text)
    assert spec.stream == said
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec
    assert spec.digest != series().digest
    assert "stream" not in series().to_dict(), "specs that say nothing keep their digests"


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("stream: {wiat: 15m}", r"spec.yaml:\d+, stream.wiat: unknown field .*did you mean wait"),
        ("stream:\n  wait: soon", r"spec.yaml:\d+, stream.wait: is no length of time .*15m"),
        ("stream: {wait: 5 minutes}", "length of time"),
        ("stream: {wait: -1}", "length of time"),
        ("stream: {wait: 367d}", "at most"),
        ("stream: {wait: [1]}", "stream.wait"),
        ("stream: {late: drops}", r"stream.late: unknown value 'drops' .*did you mean drop\?"),
        ("stream: {late: true}", "expected text"),
        ("stream: {future: keep}", "stream.future: unknown value"),
        ("stream: {clock: 2026-01-05}", "stream.clock: expected fields"),
        ("stream: {clock: {speed: 2}}", "stream.clock: the field 'from' is missing"),
        ("stream: {clock: {form: 2026-01-05}}", "did you mean from"),
        ("stream: {clock: {from: noon}}", "stream.clock.from: is no moment"),
        ("stream: {clock: {from: 2026-01-05T00:00+08:00}}", "without an offset"),
        ("stream: {clock: {from: 2026-01-05, speed: nan}}", "stream.clock.speed"),
        ("stream: {clock: {from: 2026-01-05, speed: 0}}", r"spec.yaml:\d+, stream.clock.speed: must be above"),
        ("stream: {clock: {from: 2026-01-05, speed: .inf}}", "speed"),
        ("stream: {clock: {from: 2026-01-05, speed: 9223372036854775808}}", "at most"),
        ("stream: soon", "expected fields"),
        ("stream:", "expected fields"),
        ("strem: {wait: 5m}", "did you mean stream"),
    ],
)
def test_bad_rules_are_refused_where_they_stand(text, match):
    with pytest.raises(SpecError, match=match):
        live(text)


def test_what_cannot_be_live_is_refused_when_it_is_read():
    within = {"protect": Protect(Unit("who", per="1mo"))}
    assert live("stream: {late: drop}", **within).stream == Said(late="drop")
    with pytest.raises(SpecError, match=r"spec.yaml:\d+, stream.late: persons are protected within a period"):
        live("stream: {late: next}", **within)
    text = to_yaml(series()).replace("count: rows", "mean: spent\n    between: [0, 1]")
    with pytest.raises(SpecError, match=r"spec.yaml:\d+, publish.*declared keys"):
        spec_from_text(text + "stream: {}\n", "spec.yaml")


def test_the_same_rules_are_the_same_stream_wherever_they_were_said():
    bare, spec = series(), live("stream: {wait: 15m, late: next}")
    request = StreamRequest.of(spec)
    assert request.rules == Rules(900, "next")
    assert request == StreamRequest.of(bare, Said(900, "next")) == StreamRequest(bare, Rules(900, "next"))
    assert request.key == StreamRequest.of(live("stream: {late: next}"), Said(wait=900)).key
    keys = {StreamRequest.of(bare, said).key for said in (Said(), Said(900), Said(late="next"), Said(clock=CLOCK))}
    assert len(keys | {request.key}) == 5, "other rules are another stream"
    assert StreamRequest(bare, Rules()).key == StreamRequest.of(live("stream: {}")).key


@pytest.mark.parametrize(
    "beside", [Said(wait=60), Said(late="drop"), Said(future="hold"), Said(clock=Replay.at("2026-01-05", 2))]
)
def test_two_places_that_differ_are_refused(beside):
    spec = replace(series(), stream=ALL)
    with pytest.raises(SpecError, match="given twice"):
        StreamRequest.of(spec, beside)
    with pytest.raises(SpecError, match="other rules"):
        StreamRequest(spec, Rules())
    assert StreamRequest.of(spec, ALL).rules == ALL.completed()


@pytest.mark.parametrize(
    ("fields", "match"),
    [({"wait": "15m", "lat": "drop"}, "did you mean late"), ({"clock": {}}, "missing"), ("15m", "expected fields"),
     ({"wait": True}, "truth"), ({"wait": float("nan")}, "finite"), ({"late": "maybe"}, "dropped or counted"),
     ({"clock": {"from": None}}, "no moment"), ({1: 2}, "unknown field")],
)  # fmt: skip
def test_rules_of_a_notebook_are_read_as_strictly(fields, match):
    with pytest.raises(SpecError, match=match):
        Said.read(fields)
