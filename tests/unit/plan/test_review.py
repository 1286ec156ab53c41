"""What a reviewer found on the way to a release, each kept as a test."""

import datetime as dt
from fractions import Fraction

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import PrivacyError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.plan.planned_question import fix_time_column
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend

UNIT = Unit("patient_id", per="1mo")
COLUMNS = {"patient_id": "text", "visited": "date", "billed": "date"}


def days(column, month):
    return During(column, dt.date(2026, month, 1), dt.date(2026, month, 28))


def request(*stretches, during=None, unit=UNIT):
    entries = tuple(Query("rows", during=stretch, name=str(at)) for at, stretch in enumerate(stretches))
    spend = Spend("clinic", Fraction(1))
    return Spec("visits", "1", Origin("x.csv", COLUMNS), Protect(unit), Bounds(rows=1), entries, spend, during)


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "books.db", create=True) as books:
        books.open_account("clinic", Terms(UNIT, Allowance.pure(2)), by="Ada")
        fix_time_column(request(days("visited", 1)), books, ("2026-01",))
        yield books


def test_entries_with_days_of_their_own_cannot_tell_periods_by_another_column(ledger):
    several = request(days("billed", 2), days("billed", 3))
    assert several.during is None  # two stretches, so the release has none of its own
    with pytest.raises(PrivacyError, match="'visited', read as date"):
        fix_time_column(several, ledger, ("2026-02", "2026-03"))
    fix_time_column(request(days("visited", 2), days("visited", 3)), ledger, ("2026-02", "2026-03"))


def test_days_of_the_release_cannot_hide_the_column_of_its_entries(ledger):
    with pytest.raises(SpecError, match="one column says when"):
        request(days("billed", 2), during=days("visited", 1))


def test_the_release_s_own_days_name_a_declared_column():
    with pytest.raises(SpecError, match="'nowhere' is not declared"):
        request(days("visited", 1), during=days("nowhere", 1), unit=Unit("patient_id"))


@pytest.mark.parametrize(
    "change", [{"release": "x\ud800"}, {"edition": "\udfff"}, {"columns": {"x\ud800": "text"}}]
)
def test_half_a_character_is_refused_before_anything_is_asked(change):
    columns = COLUMNS | change.pop("columns", {})
    given = {"release": "visits", "edition": "1"} | change
    with pytest.raises(SpecError, match="half a character"):
        Spec(
            **given,
            source=Origin("x.csv", columns),
            protect=Protect(Unit("patient_id")),
            bound=Bounds(rows=1),
            publish=(Query("rows"),),
            spend=Spend("clinic", Fraction(1)),
        )
