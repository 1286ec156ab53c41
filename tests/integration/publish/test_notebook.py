"""What a notebook shows and refuses: short words for plans and accounts, and hints instead of tracebacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from epsilog import Dataset
from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.registry.asks import Query
from ledger_places import Places
from publish_scenes import PATIENT, books, rows_file


def data(folder: Path, ledger: Any, **changed: Any) -> Dataset:
    words: dict[str, Any] = {
        "columns": {"patient_id": "text", "region": "text", "systolic": "number"},
        "protect": PATIENT,
        "bound": Bounds(rows=2),
        "account": "clinic",
    }
    return Dataset(folder / "visits.csv", **{**words, **changed}, ledger=ledger)


@pytest.mark.parametrize("given", ["ledger.db", Path("ledger.db"), None, 3])
def test_a_ledger_is_opened_by_whoever_closes_it(tmp_path: Path, given: Any) -> None:
    with pytest.raises(SpecError, match="must be an open ledger") as caught:
        data(tmp_path, given)
    assert (caught.value.where, caught.value.hint) == ("ledger", 'ledger=Ledger.open("ledger.db")')
    assert not (tmp_path / "ledger.db").exists()


def test_plans_and_accounts_are_short_to_print(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        visits = data(tmp_path, ledger)
        by: Any = {"region": ["North", "South"]}
        both = [Query("rows", by=by), Query("mean", "systolic", between=(80, 220))]  # type: ignore[arg-type]
        plan = visits.plan(both, epsilon=1)
        lines = str(plan).splitlines()
        assert lines[0] == "Plan of visits, edition draft: epsilon = 1 from clinic. Nothing is spent yet."
        assert lines[1].startswith("  count-rows-by-region: cells 2, each off by at most ")
        assert lines[1].endswith(" in 95 % of cases")
        assert lines[2].startswith("  mean-systolic: cells 1,")
        assert all(line.startswith("  warning: ") for line in lines[3:])
        assert len(repr(plan)) < 120
        assert plan.spec.key in repr(plan)
        visits.publish(both[:1], epsilon=1, edition="1")
        assert str(visits.balance()) == (
            "clinic: 20 % used (releases: 1); promises epsilon = 5, without exception (delta = 0), "
            "when it is used up"
        )
        assert repr(visits.balance()) == "Account('clinic', 20 % used)"


def test_an_account_of_months_names_its_fullest(places: Places, tmp_path: Path) -> None:
    lines = [f"p{at},North,1,2026-0{1 + at % 2}-05" for at in range(30)]
    (tmp_path / "visits.csv").write_text("patient_id,region,systolic,day\n" + "\n".join(lines), encoding="utf-8")
    with Ledger.open(places.file(), create=True) as ledger:
        unit = Unit("patient_id", per="1mo")
        ledger.open_account("clinic", Terms(unit, Allowance.approximate(2, 1e-6)), by="Ada")
        columns = {"patient_id": "text", "region": "text", "day": "date"}
        visits = data(tmp_path, ledger, columns=columns, protect=unit)
        first: Any = "2026-02-01"
        last: Any = "2026-02-28"
        plan = visits.plan(Query("rows"), epsilon=1, delta="1e-6", during=During("day", first, last))
        assert str(plan).startswith("Plan of visits, edition draft: epsilon = 1 at delta = 1e-6 from clinic.")
        visits.publish(Query("rows"), epsilon=1, delta="1e-6", during=During("day", first, last), edition="1")
        assert "used in its fullest block 2026-02 (releases: 1); promises epsilon = 2, delta = 1e-6" in str(
            visits.balance()
        )
