"""A choice by a utility of one's own: paid once, drawn once, stored, and silent about what went wrong inside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import BoundedRange, Pure
from epsilog.core.ledger import State
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, PolicyError, PrivacyError, SourceError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.publish.choosing import Reach, choose, choose_with
from epsilog.testing import CheckFailed, check_reach, seeded

MODELS = ("knn", "tree", "line")
ONE = Reach.each(1, monotone=True)


@pytest.fixture
def books(tmp_path: Path) -> Ledger:
    ledger = Ledger.open(tmp_path / "books.db", create=True)
    ledger.open_account("pure", Terms(Unit("row"), Allowance.pure(2)), by="Ada")
    ledger.open_account("rho", Terms(Unit("row"), Allowance.approximate(2, "1e-6")), by="Ada")
    ledger.open_account("months", Terms(Unit("who", per="1mo"), Allowance.pure(2)), by="Ada")
    return ledger


def asking(books: Ledger, account: str = "pure", **changed: Any) -> Any:
    words: dict[str, Any] = {
        "reach": ONE,
        "epsilon": 1,
        "ledger": books,
        "account": account,
        "edition": "1",
        "utility": lambda: np.array([10, 500, 20]),
        "labels": MODELS,
        **changed,
    }
    return choose("best", words.pop("labels"), words.pop("utility"), **words)


def test_a_name_that_is_planned_for_tables_is_not_chosen_under(books: Ledger) -> None:
    """The books would pay: name, tick and price are planned. What was agreed to is a table."""
    one = {"release": "best", "every": "1d", "price": [10**12, 0]}
    record = {"version": 1, "name": "year", "from": "2026-01-01", "to": "2026-01-02", "coin": "pure", "request": {}}
    two: dict[str, Any] = {"approvers": ("Ada", "Grace"), "why": "the plan"}
    books.approve("pure", {**record, "releases": [{**one, "question": "0" * 64}]}, **two)
    with pytest.raises(PolicyError, match="planned for tables"):
        asking(books, edition="2026-01-01")
    assert books.account("pure").share == 0
    books.approve("pure", {**record, "releases": [one]}, **two)  # an older calendar, which pins no question
    assert asking(books, edition="2026-01-01").label == "tree"


def test_the_best_is_chosen_paid_for_and_stored(books: Ledger) -> None:
    first = asking(books)
    assert (first.label, first.repeated, first.reproducible) == ("tree", False, False)
    assert first.receipt.charge == Pure(1)
    assert books.account("pure").share == 0.5

    def never() -> Any:
        raise AssertionError("a known key computes nothing")

    again = asking(books, utility=never)
    assert (again.label, again.repeated) == ("tree", True)
    assert books.account("pure").share == 0.5, "and spends nothing"


def test_an_account_with_a_delta_pays_an_eighth_of_the_square(books: Ledger) -> None:
    answer = asking(books, "rho", epsilon="1/2")
    assert answer.receipt.charge == BoundedRange("1/2")
    assert answer.within() > asking(books, epsilon="1/2", edition="2").within(), "permute-and-flip is sharper"


def test_another_question_is_another_key(books: Ledger) -> None:
    one = asking(books, epsilon="1/2")
    other = asking(books, epsilon="1/2", labels=("line", "tree", "knn"), utility=lambda: [500, 10, 20])
    assert not other.repeated
    assert (one.label, other.label) == ("tree", "line")


@pytest.mark.parametrize(
    "utility",
    [
        lambda: [1, 2],
        lambda: [1, 2, 3, 4],
        lambda: [1.5, 2.0, 3.0],
        lambda: [float("nan"), 1, 2],
        lambda: {}["private: 4711"],
        lambda: None,
    ],
)
def test_what_goes_wrong_inside_has_one_wording_and_stays_paid(books: Ledger, utility: Any) -> None:
    with pytest.raises(SourceError) as failed:
        asking(books, utility=utility)
    said = str(failed.value)
    assert "after data was opened" in said
    assert "4711" not in said
    assert failed.value.__cause__ is None
    assert failed.value.__context__ is None
    assert books.account("pure").share == 0.5
    with pytest.raises(PrivacyError, match="forfeited"):
        asking(books)


def test_utilities_beyond_every_number_are_answered(books: Ledger) -> None:
    assert asking(books, utility=lambda: [10**40, -(10**40), 0]).label == "knn"


def test_refusals_cost_nothing(books: Ledger) -> None:
    refused: list[tuple[dict[str, Any], Any]] = [
        ({"labels": ()}, SpecError),
        ({"labels": ("knn", "knn", "e\u0301")}, SpecError),
        ({"labels": ("é", "e\u0301", "x")}, SpecError),
        ({"epsilon": 0}, SpecError),
        ({"epsilon": "nan"}, SpecError),
        ({"epsilon": 3}, BudgetExceeded),
        ({"edition": " "}, SpecError),
        ({"account": "months"}, SpecError),
        ({"account": "nobody"}, SpecError),
    ]
    for changed, kind in refused:
        with pytest.raises(kind):
            asking(books, **changed)
    assert books.account("pure").share == 0
    assert [line.kind for line in books.history("pure")] == ["open"]


def test_one_way_is_not_promised_where_units_are_replaced(books: Ledger) -> None:
    """A ballot that changes hands lowers one count and raises another: they move apart by two, not by one."""
    terms = Terms(Unit("row", neighbours="replace"), Allowance.pure(2))
    books.open_account("replaced", terms, by="Ada")
    with pytest.raises(SpecError, match="replaced"):
        asking(books, "replaced")
    assert books.account("replaced").share == 0
    assert asking(books, "replaced", reach=Reach.each(1), epsilon="1/2").mechanism.rate == 0.25
    assert asking(books, "replaced", reach=Reach(1), epsilon="1/2").mechanism.rate == 0.5, "said to be proved"


def test_a_seed_is_told(books: Ledger) -> None:
    words: dict[str, Any] = {"reach": ONE, "epsilon": 1, "ledger": books, "account": "pure", "edition": "1"}
    answer = choose_with(seeded(1), "best", MODELS, lambda: [1, 2, 3], **words)
    assert answer.reproducible
    assert answer.receipt.state in (State.RESERVED, State.STARTED, State.COMMITTED, State.DELIVERED)


def test_a_broken_promise_is_found() -> None:
    def squares(rows: list[int]) -> list[int]:
        return [sum(rows) ** 2, 0]

    check_reach(lambda rows: [sum(min(row, 5) for row in rows), 0], [1, 2, 9], Reach(5), others=[100])
    with pytest.raises(CheckFailed, match="as far apart as declared"):
        check_reach(squares, [1, 2, 3], Reach(5), others=[4])
    with pytest.raises(CheckFailed, match="same candidates"):
        check_reach(lambda rows: list(range(len(rows))), [1, 2, 3], Reach(5))
    with pytest.raises(CheckFailed, match="same candidates"):
        check_reach(squares, [], Reach(5))
