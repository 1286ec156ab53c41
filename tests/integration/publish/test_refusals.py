"""What is refused before a row is read: nothing is written, nothing is spent, the key stays free."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.charge import Pure
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import BudgetExceeded, EpsilogError, PolicyError, PrivacyError, SourceError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spend
from ledger_places import Places
from ledger_processes import together
from ledger_scenes import used, whole
from publish_scenes import PATIENT, books, publishing, request, rows_file, untouched, watch


def test_a_budget_that_is_too_small_opens_no_data(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    diary = watch(monkeypatch)
    with books(place, epsilon="0.4") as ledger:
        entries = len(ledger.history())
        with pytest.raises(BudgetExceeded):
            publish(request(), ledger, base=tmp_path)
        assert not [line for line in diary if line.startswith("read")]
        untouched(ledger, entries)
        # The watcher does see a reading where one is paid for.
        publish(request(spend=Spend("clinic", Fraction(2, 5))), ledger, base=tmp_path)
        assert "read for 2" in diary
        whole(ledger)


OTHERS = {
    "a row instead of a person": {"protect": Protect(Unit("row")), "bound": Bounds()},
    "a month of a person": {
        "protect": Protect(Unit("patient_id", per="1mo")),
        "during": During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 1, 31)),
        "source": Origin(
            "visits.csv",
            {"patient_id": "text", "region": "text", "systolic": "number", "visited_at": "date"},
        ),
    },
    "another column": {"protect": Protect(Unit("region"))},
    "another relation": {"protect": Protect(Unit("patient_id", neighbours="replace"))},
    "another zone": {"protect": Protect(PATIENT, "Asia/Shanghai")},
}


@pytest.mark.parametrize("other", OTHERS)
def test_another_unit_than_the_accounts_is_refused(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    """Whoever may choose the unit opens fresh budget on the same people."""
    rows_file(tmp_path)
    diary = watch(monkeypatch)
    with books(places.file()) as ledger:
        entries = len(ledger.history())
        with pytest.raises(PrivacyError, match="the account protects"):
            publish(request(**OTHERS[other]), ledger, base=tmp_path)
        assert diary == []
        untouched(ledger, entries)


COLUMNS: dict[str, Any] = {"patient_id": "text", "region": "text", "systolic": "number"}
MANY = tuple(f"r{n}" for n in range(10_500))
BAD: dict[str, tuple[dict[str, Any], type[EpsilogError]]] = {
    "no such account": ({"spend": Spend("clinic/none", Fraction(1, 2))}, SpecError),
    "an account name that is none": ({"spend": Spend("../x", Fraction(1, 2))}, SpecError),
    "a key with an invisible letter": ({"release": "vis\u200bits"}, SpecError),
    "a key of two scripts": ({"release": "vіsits"}, SpecError),
    "delta on a pure account": ({"spend": Spend("clinic", Fraction(1, 2), Fraction(1, 10**6))}, SpecError),
    "Gaussian noise on a pure account": ({"publish": (Query("rows", mechanism="gaussian"),)}, EpsilogError),
    "a share that rounds to nothing": ({"spend": Spend("clinic", Fraction(1, 10**13))}, EpsilogError),
    "an epsilon nobody said": ({"spend": Spend("clinic")}, SpecError),
    "a column that is not there": (
        {"source": Origin("visits.csv", {**COLUMNS, "age": "number"})},
        SpecError,
    ),
    "a file that is not there": (
        {"source": Origin("none.csv", COLUMNS)},
        EpsilogError,
    ),
    "more numbers than can be stored": (
        {
            "bound": Bounds(rows=1),
            "publish": tuple(
                Query("rows", by=(Keys("region", MANY), Keys("patient_id", MANY[:1000])), name=name)
                for name in ("one", "two")
            ),
        },
        SpecError,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_request_spends_nothing_and_leaves_the_key_free(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    rows_file(tmp_path)
    diary = watch(monkeypatch)
    changed, kind = BAD[what]
    spec = request(**changed)
    with books(places.file()) as ledger:
        entries = len(ledger.history())
        with pytest.raises(kind):
            publish(spec, ledger, base=tmp_path)
        assert not [line for line in diary if line.startswith("read")]
        assert diary.count("closed") == diary.count("looked at the header")
        untouched(ledger, entries)
        if spec.spend.account == "clinic":
            assert ledger.find("clinic", spec.key) is None


def test_the_same_request_goes_through_once_its_file_is_right(places: Places, tmp_path: Path) -> None:
    with books(places.file()) as ledger:
        with pytest.raises(EpsilogError):
            publish(request(), ledger, base=tmp_path)
        (tmp_path / "visits.csv").write_text("patient_id,region\np1,North\n")
        with pytest.raises(SpecError, match="systolic"):
            publish(request(), ledger, base=tmp_path)
        rows_file(tmp_path)
        assert not publish(request(), ledger, base=tmp_path).repeated


def test_a_divided_or_stopped_account_pays_nothing(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    diary = watch(monkeypatch)
    with books(place) as ledger:
        ledger.stop("clinic", by="Ada", why="a doubt")
        with pytest.raises(PolicyError, match="a doubt"):
            publish(request(), ledger, base=tmp_path)
        ledger.resume("clinic", approvers=("Ada", "Grace"), why="no doubt")
        ledger.allocate("clinic", {"ward": "0.5"}, by="Ada")
        with pytest.raises(PolicyError, match="divided"):
            publish(request(), ledger, base=tmp_path)
        assert not [line for line in diary if line.startswith("read")]
        assert used(ledger) == (0, 0)
        publish(request(spend=Spend("clinic/ward", Fraction(1, 2))), ledger, base=tmp_path)
        whole(ledger)


def test_a_key_that_means_something_else_is_refused(places: Places, tmp_path: Path) -> None:
    """Keys hold sixteen digits of the digest, so this cannot come about by itself; the books refuse it anyway."""
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        receipt = ledger.debit("clinic", Pure(Fraction(1, 10)), "another digest", key=request().key)
        ledger.commit(receipt, b"another result")
        with pytest.raises(SpecError, match="another request"):
            publish(request(), ledger, base=tmp_path)


def test_periods_are_told_by_one_column(place: str, tmp_path: Path) -> None:
    lines = ["patient_id,region,visited_at,billed_at"]
    lines += [f"p{n},North,2026-01-{n + 1:02d},2026-02-{n + 1:02d}" for n in range(9)]
    (tmp_path / "visits.csv").write_text("\n".join(lines) + "\n")
    unit = Unit("patient_id", per="1mo")
    columns: Any = {"patient_id": "text", "region": "text", "visited_at": "date", "billed_at": "date"}

    def by(column: str, edition: str = "1") -> Any:
        month = During(column, dt.date(2026, 1, 1), dt.date(2026, 2, 28))
        rows = Origin("visits.csv", columns)
        return request(edition, protect=Protect(unit), source=rows, publish=(Query("rows"),), during=month)

    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", Terms(unit, Allowance.pure(5)), by="Ada")
    sent = together([publishing(place, by("visited_at", f"{n}"), tmp_path) for n in range(3)])
    assert [len(messages) for messages in sent] == [1, 1, 1], "three first releases at once agree on the column"
    with Ledger.open(place) as ledger:
        for month in ("2026-01", "2026-02"):
            assert used(ledger, block=month)[0] == 0
            assert used(ledger, block=month)[1] == pytest.approx(3 * 0.5e12, abs=10)
        with pytest.raises(PrivacyError, match="visited_at"):
            publish(by("billed_at", "new"), ledger, base=tmp_path)
        assert ledger.find("clinic", by("billed_at", "new").key) is None
        whole(ledger)


def test_the_engines_words_stay_inside_when_it_cannot_open(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import epsilog.sources

    def raging(*words: object, **more: object) -> None:
        raise RuntimeError("CANARY-ENGINE said /a/path and p17")

    monkeypatch.setattr(epsilog.sources, "open_source", raging)
    with books(places.file()) as ledger:
        entries = len(ledger.history())
        with pytest.raises(SourceError) as refused:
            publish(request(), ledger, base=tmp_path)
        assert "CANARY" not in f"{refused.value!r} {refused.value.__cause__} {refused.value.__context__}"
        untouched(ledger, entries)
