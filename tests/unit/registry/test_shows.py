"""The table of what kinds show: one line for every kind, every form of a derived table in one of them."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import epsilog.kinds
from epsilog.registry.asks import Query
from epsilog.registry.shows import FORMS, SHOWS, asked_as
from epsilog.registry.stage_words import STAGE_WORDS
from epsilog.roles.derived import Form
from epsilog.show.result import OURS

# A key column of one of these names is written with a mark, in old folders too: a name may be added here only
# together with a version of a rule, so that what was published before still verifies.
MARKED = [
    "about",
    "alert",
    "behind",
    "confidence",
    "fit",
    "fit_high",
    "fit_low",
    "fresh",
    "high",
    "kept",
    "level",
    "low",
    "noisy_above_clamp",
    "noisy_below_clamp",
    "noisy_count",
    "noisy_other_from_middle",
    "noisy_other_squares_from_middle",
    "noisy_pairs",
    "noisy_per",
    "noisy_products_from_middle",
    "noisy_squares_from_middle",
    "noisy_sum",
    "noisy_sum_from_middle",
    "over",
    "raw",
    "row",
    "rows_off",
    "sample",
    "sampled",
    "smoothed",
    "smoothed_high",
    "smoothed_low",
    "told_share",
    "told_sum",
    "told_ticks",
    "unsure",
    "value",
]


def test_every_kind_has_its_line() -> None:
    folders = {one.name for one in Path(epsilog.kinds.__file__).parent.iterdir() if (one / "__init__.py").exists()}
    assert set(SHOWS) == folders
    assert len(folders) >= 7


def test_every_form_is_told_by_one_kind() -> None:
    assert set(FORMS) == set(get_args(Form))
    assert sum(len(shown.forms) for shown in SHOWS.values()) == len(FORMS)


def test_the_names_that_mark_a_key_are_those_of_old_folders() -> None:
    assert sorted(OURS) == MARKED
    owned = [name for shown in SHOWS.values() for name in shown.own]
    assert len(owned) == len(set(owned)), "a column belongs to one kind"


def test_an_entry_is_shown_by_its_kind() -> None:
    assert asked_as(Query("rows")) is SHOWS["cells"]
    assert asked_as(Query("top", "what", among=("flu", "cold"), k=1)) is SHOWS["choice"]


def test_what_is_found_first_is_told_in_the_order_it_is_found() -> None:
    assert list(STAGE_WORDS) == ["bound", "keys", "ends"]
