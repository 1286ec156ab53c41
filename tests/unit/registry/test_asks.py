"""Every field of an entry is read by some kind, or refused where it stands."""

from __future__ import annotations

import pytest

from epsilog.errors import SpecError
from epsilog.registry import asks
from epsilog.roles.ask import Written
from epsilog.roles.document import parse_document
from epsilog.spec.file import spec_from_text

REQUEST = (
    "release: ages\nedition: one\nsource: {columns: {who: text, age: number}}\nprotect: {each: who}\n"
    "bound: {rows: 1}\npublish:\n  - {median: age, between: [0, 100]%s}\nspend: {epsilon: 1, from: clinic}\n"
)


@pytest.mark.parametrize("more", [", among: [N]", ", k: 1", ", best: persons"])
def test_a_field_that_no_kind_reads_is_refused(more: str) -> None:
    assert spec_from_text(REQUEST % "").publish[0].kind == "quantiles"
    with pytest.raises(SpecError, match=r"<text>:7, publish\[0\]\.\w+: the top of a list says"):
        spec_from_text(REQUEST % more)


def test_a_field_that_a_kind_names_and_never_reads_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    node = parse_document("{count: rows, half: 3}")
    said = Written(node, node.mapping(), "count")
    assert asks.read_asked(said, {}) == {"kind": "rows"}, "fields of the entry itself are read elsewhere"
    monkeypatch.setattr(asks, "_OWNED", asks._OWNED | {"half"})
    with pytest.raises(SpecError, match="<text>:1, half: does not belong here"):
        asks.read_asked(said, {})
