"""One account, one column that says when: otherwise two blocks could pay for the same rows."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import PrivacyError
from epsilog.ledger import Ledger, Terms
from epsilog.plan.planned_question import fix_time_column
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend

UNIT = Unit("patient_id", per="1mo")
BLOCKS = ("2026-01", "2026-02")
COLUMNS = {"patient_id": "text", "visited": "timestamp", "billed": "timestamp"}


def spec(time="visited", columns=COLUMNS, unit=UNIT):
    during = During(time, dt.date(2026, 1, 1), dt.date(2026, 2, 28))
    query = Query("rows", during=during)
    spend = Spend("clinic/a", Fraction(1))
    return Spec("visits", "1", Origin("x.csv", columns), Protect(unit), Bounds(rows=1), (query,), spend, during)


@pytest.fixture(params=["pure", "zcdp"])
def ledger(tmp_path, request):
    allowance = Allowance.pure(2) if request.param == "pure" else Allowance.approximate(2, 1e-6)
    with Ledger.open(tmp_path / "books.db", create=True) as books:
        books.open_account("clinic", Terms(UNIT, allowance), by="Ada")
        books.allocate("clinic", {"a": "0.5", "b": "0.5"}, by="Ada")
        yield books


def test_the_first_release_fixes_the_column_and_nothing_is_spent(ledger):
    fix_time_column(spec(), ledger, BLOCKS)
    fix_time_column(spec(), ledger, BLOCKS)
    assert all(balance.spent.main == balance.held.main == 0 for balance in ledger.account("clinic").balances)
    assert ledger.verify().whole


def test_another_column_is_refused_in_the_whole_tree(ledger):
    fix_time_column(spec(), ledger, BLOCKS)
    other = spec("billed")
    with pytest.raises(PrivacyError, match="'visited', read as timestamp"):
        fix_time_column(other, ledger, BLOCKS)
    with pytest.raises(PrivacyError, match="'visited'"):
        fix_time_column(replace(other, spend=Spend("clinic/b", Fraction(1))), ledger, BLOCKS)


def test_another_reading_of_the_same_column_is_refused(ledger):
    fix_time_column(spec(), ledger, BLOCKS)
    with pytest.raises(PrivacyError, match="read as timestamp"):
        fix_time_column(spec(columns=COLUMNS | {"visited": "instant"}), ledger, BLOCKS)


def test_accounts_without_periods_need_no_column(ledger):
    fix_time_column(spec(unit=Unit("patient_id")), ledger, ())
    assert ledger.find("clinic", "time column") is None
