"""Python's own way of asking: what is no query, or half of one, is refused with a hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from epsilog import Allowance, Bounds, Dataset, Ledger, Query, Terms, Unit
from epsilog.errors import SpecError


@pytest.mark.parametrize("asked", [{"count": "rows"}, "rows", 7, [{"count": "rows"}]])
def test_what_is_no_query_is_refused_with_a_hint(tmp_path: Path, asked: object) -> None:
    with Ledger.open(tmp_path / "books.db", create=True) as books:
        books.open_account("clinic", Terms(Unit("who"), Allowance.pure(2)), by="Ada")
        data = Dataset(
            "rows.csv",
            columns={"who": "text"},
            protect=Unit("who"),
            bound=Bounds(rows=1),
            ledger=books,
            account="clinic",
        )
        with pytest.raises(SpecError, match="Query") as refused:
            data.plan(asked, epsilon=1)  # type: ignore[arg-type]
        assert "by=" in refused.value.hint


def test_the_best_have_most_rows_unless_said_otherwise() -> None:
    assert Query("top", "clinic", among=("a", "b"), k=1) == Query(
        "top", "clinic", among=("a", "b"), k=1, best="rows"
    )
    with pytest.raises(SpecError, match="`k` is missing"):
        Query("top", "clinic", among=("a", "b"))
    with pytest.raises(SpecError, match="`among` is missing"):
        Query("top", "clinic", k=1)
    with pytest.raises(SpecError, match="`k` does not belong"):
        Query("rows", k=1)
