"""What is stored stays as it was, byte for byte, whatever becomes of the code.

Records and plans of every frozen request; what is published of a few of them, and of two live series. All of them
are compared by `python tests/same_bytes.py`.
"""

from __future__ import annotations

import json

import pytest

from same_bytes import FINGERPRINTS, fingerprints, live_fingerprints, names

KEPT = json.loads(FINGERPRINTS.read_text(encoding="utf-8"))
PUBLISHED = {"folder-moments", "folder-series-pure", "folder-spells", "folder-survival", "page-09", "page-22"}
LIVE = ("everything", "repeated")


def test_every_frozen_request_has_its_fingerprints() -> None:
    """A request without fingerprints would be compared with nothing."""
    assert {name for name in KEPT if not name.startswith("live ")} == set(names())
    assert set(names()) >= PUBLISHED
    assert all(len(KEPT[name]) >= 5 for name in names())


@pytest.mark.parametrize("name", names())
def test_a_request_gives_the_bytes_it_gave(name: str) -> None:
    """Its record, key, spelling and plan; for a few of them also result, card and tables, in both languages."""
    found = fingerprints(name, published=name in PUBLISHED)
    assert found
    assert {what: KEPT[name][what] for what in found} == found


@pytest.mark.parametrize("name", LIVE)
def test_a_live_series_gives_the_bytes_it_gave(name: str) -> None:
    """The folder of a stream after six ticks."""
    assert live_fingerprints(name) == KEPT[f"live {name}"]
