"""Lookups in a request: spelled, read back, stored, and refused where a line would belong to several units."""

from __future__ import annotations

import pytest

from epsilog.core.origin import Lookup
from epsilog.errors import SpecError
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict

SPEC = """
release: visits
edition: "1"
source:
  file: data/visits.csv
  columns: {{patient_id: text, postal_code: text, visited_at: timestamp}}
  join: {join}
protect: {protect}
bound: {bound}
during: {{time: visited_at, from: 2026-01-01, to: 2026-01-31}}
publish:
  - {{count: rows, by: {{{key}: [a, b]}}}}
spend: {{epsilon: 0.5, from: clinic}}
"""
PUBLIC = "{file: lists/regions.csv, on: postal_code, columns: {region: text}, public: true}"
PRIVATE = "{file: patients.csv, on: patient_id, columns: {sex: text}}"


def spelled(join: str, protect: str = "{each: patient_id}", key: str = "region", bound: str = "{rows: 2}") -> str:
    return SPEC.format(join=join, protect=protect, key=key, bound=bound)


@pytest.mark.parametrize(("join", "key"), [(PUBLIC, "region"), (f"[{PUBLIC}, {PRIVATE}]", "sex"), (PRIVATE, "sex")])
def test_what_is_spelled_is_read_back(join: str, key: str) -> None:
    spec = spec_from_text(spelled(join, key=key))
    assert spec_from_text(to_yaml(spec)) == spec
    stored = spec_from_dict(spec.to_dict())
    assert stored.digest == spec.digest
    assert [one.file and one.file.rpartition("/")[2] for one in spec.source.join] == [
        one.file for one in stored.source.join
    ]


def test_a_lookup_changes_the_request() -> None:
    one, other = (spec_from_text(spelled(PUBLIC.replace("regions", name))) for name in ("regions", "others"))
    assert one.digest != other.digest
    assert one.source.join == (Lookup("postal_code", {"region": "text"}, file="lists/regions.csv", public=True),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (spelled(PRIVATE, "{each: patient_id, per: 1mo}", "sex"), "joined on the persons protected"),
        (spelled(PRIVATE, "{each: row}", "sex", "{}"), "joined on the persons protected"),
        # A column may be called "row": its lines belong to several single rows all the same.
        (
            spelled(PRIVATE, "{each: row}", "sex", "{}").replace("patient_id", "row"),
            "joined on the persons protected",
        ),
        (spelled(PUBLIC.replace(", public: true", "")), "joined on the persons protected"),
        (spelled(PUBLIC.replace("true", "false")), "joined on the persons protected"),
        (spelled(PUBLIC, "{each: region}"), "not in a lookup"),
        (spelled(PUBLIC, key="regoin"), "is not declared"),
        (spelled("{file: p.csv, columns: {region: text}}"), "on"),
        (spelled("{file: p.csv, on: patient_id, columns: {region: date}}"), "cannot look up 'date'"),
    ],
)
def test_what_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(SpecError, match=complaint):
        spec_from_text(text, "spec.yaml")


def test_a_plan_repeats_that_a_lookup_is_public() -> None:
    for join, key, said in ((PUBLIC, "region", 1), (PRIVATE, "sex", 0)):
        lines = plan_lines(plan(spec_from_text(spelled(join, key=key))), "en", None)
        assert sum("anybody may know regions.csv" in line for line in lines) == said


def test_a_public_lookup_goes_with_every_unit() -> None:
    for protect, bound in (("{each: patient_id, per: 1mo}", "{rows: 2}"), ("{each: row}", "{}")):
        assert spec_from_text(spelled(PUBLIC, protect, bound=bound)).source.join[0].public
