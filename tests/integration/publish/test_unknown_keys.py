"""Unknown keys from spec to verified folder: paid beforehand, rare keys leave no trace, found ones do no harm."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog import Allowance, Dataset, Unit
from epsilog.core.bounds import Bounds
from epsilog.core.charge import Approx
from epsilog.core.grid import Keys
from epsilog.core.measure import contribution
from epsilog.core.unknown import Seen, Unknown
from epsilog.errors import BudgetExceeded, LedgerError, SourceError, SpecError
from epsilog.first.keys.plan import finds_of
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.publish.pipeline import find_stored, publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spend, Tidy
from epsilog.show import artefact, certificate, explain
from epsilog.show.result import Result, tables_of
from epsilog.sources.duck import DuckSource
from epsilog.spec.file import spec_from_text, to_yaml
from unknown_scenes import ALONE, COLUMNS, CONTROL, EVENTS, FORMULA, PAGE, books, clinic, request

UNKNOWN: Any = {"what": "unknown"}


def test_common_keys_come_out_harmless_and_rare_ones_leave_no_trace(tmp_path: Path) -> None:
    mean = Query(
        "mean", "age", by=(Keys("town", ("North", "South")), Unknown("what")), between=(Fraction(0), Fraction(90))
    )
    spec = request(Query("persons", by=UNKNOWN), mean)
    data, folder = clinic(), tmp_path / "release"
    with books(tmp_path) as ledger:
        release = publish(spec, ledger, frame=data)
        artefact.write(release, folder, key=Ed25519PrivateKey.generate())
        verdict = certificate.verify_folder(folder, ledger=ledger)
        assert all(check.outcome != "fails" for check in verdict.checks), verdict.findings
        assert publish(spec, ledger, frame=data.head(0)).result.to_bytes() == release.result.to_bytes()
    counts, means = tables_of(release.result)
    assert list(counts.column("what").texts()) == sorted([FORMULA, PAGE, "cold", "flu"])  # type: ignore[union-attr]
    assert means.cells == 8
    assert abs(int(counts.figures("value").steps[-1]) - 600) < 200
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(left) >= 8
    for path in left:
        raw = path.read_bytes()
        assert ALONE.encode() not in raw, path
        assert CONTROL.encode() not in raw, path
        assert b"\x1b[2J" not in raw, path
    table = (folder / "tables" / "1-count-persons-by-what.csv").read_text("utf-8-sig")
    assert "\"'=cmd|" in table
    assert PAGE not in (folder / "report.html").read_text("utf-8")
    for lang in ("en", "zh"):
        said = "\n".join(explain.lines(release, lang))
        assert str(finds_of(release.result.plan)[0].threshold) in said


def test_the_price_is_held_beforehand_and_does_not_depend_on_what_is_found(tmp_path: Path) -> None:
    spec = request()
    empty = request(edition="2")
    with books(tmp_path) as ledger:
        planned = plan(spec, ledger.account("clinic").terms)
        first, second = publish(spec, ledger, frame=clinic()), publish(empty, ledger, frame=clinic().head(0))
        for release in (first, second):
            assert release.receipt.charge == planned.charge
            assert release.result.plan.charge == planned.charge
        assert {type(part) for part, _ in planned.charge.parts()} >= {Approx}
        spent = ledger.account("clinic").balances[0].spent
        assert spent.delta == 2 * planned.price.delta <= 2 * EVENTS * 10**18
        assert spent.main == 2 * planned.price.main
        assert find_stored(empty, ledger).result.plan.found == ((),)
    assert tables_of(second.result)[0].rows == 0
    assert any("empty" in line for line in explain.lines(second, "en"))


@pytest.mark.parametrize("found", [(), ("flu",), ("cold", "flu", "mumps")])
def test_what_one_unit_may_do_is_read_from_what_may_come_out(found: tuple[str, ...]) -> None:
    spec = request(spend=Spend("clinic", Fraction(2), Fraction(1, 10**6), EVENTS))
    asked = plan(spec)
    settled = asked.settled([found])
    assert settled.draws == asked.draws
    [measure], grid = settled.spec.publish[0].measures(), settled.spec.publish[0].grid()
    assert contribution(measure, grid, spec.protect.unit, spec.bound) == asked.draws[0].contribution
    assert (settled.charge, settled.spec.digest, settled.spec.key) == (asked.charge, spec.digest, spec.key)
    again = read_plan(json.loads(json.dumps(settled.to_dict())))
    assert (again.draws, finds_of(again), again.found) == (asked.draws, finds_of(asked), (found,))


def test_entries_over_the_same_rows_share_a_search() -> None:
    queries = (
        Query("persons", by=UNKNOWN),
        Query("rows", by=UNKNOWN),
        Query("rows", by={**UNKNOWN, "town": ["N"]}),
    )
    spec = request(*queries, spend=Spend("clinic", Fraction(2), Fraction(1, 10**6), EVENTS))
    made = plan(spec)
    assert len(finds_of(made)) == 2
    assert sum(find.delta for find in finds_of(made)) <= EVENTS
    assert any(str(finds_of(made)[0].shown(Fraction(95, 100))) in line for line in plan_lines(made, "en"))


def test_a_request_is_the_same_in_python_and_in_a_file() -> None:
    spec = request(Query("rows", by=(Unknown("what", most=7, longest=30), Keys("town", ("North",)))))
    assert spec_from_text(to_yaml(spec)) == spec
    limits: Any = {"what": {"unknown": {"most": 7, "longest": 30}}, "town": ["North"]}
    assert spec.publish[0].by == Query("rows", by=limits).by


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda: request(spend=Spend("clinic", Fraction(1))), "delta of their own"),
        (lambda: request(Query("rows"), bound=Bounds(rows=1)), "there are none"),
        (lambda: request(bound=Bounds()), "how many"),
        (lambda: request(Query("rows", by={"what": "unknown", "town": "unknown"})), "one column"),  # type: ignore[arg-type]
        (lambda: request(Query("rows", by={"what": {"unknown": {"least": 3}}})), "most"),  # type: ignore[arg-type]
        (lambda: Query("top", "town", by=UNKNOWN, among=("N",), k=1, best="rows"), "declared groups"),
        (lambda: Query("rows", by=UNKNOWN, total=4), "declared keys"),
        (lambda: Unknown("what", ("flu",)), "not listed"),
    ],
)
def test_refused_without_a_look(change: Any, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        change()


def test_refused_by_accounts_that_cannot_pay(tmp_path: Path) -> None:
    spec = request()
    for name, allowance, error in (
        ("pure", Allowance.pure(20), SpecError),
        ("none", Allowance.approximate(20, 1e-6), BudgetExceeded),
        ("less", Allowance.approximate(20, 1e-6, for_events=1e-8), BudgetExceeded),
    ):
        (tmp_path / name).mkdir()
        with books(tmp_path / name, allowance) as ledger, pytest.raises(error, match="unknown keys"):
            publish(spec, ledger, frame=clinic())
    with pytest.raises(SpecError, match="found for an epsilon"):
        plan(
            request(
                Query("rows", by=UNKNOWN, error=Fraction(50)), spend=Spend("c", None, Fraction(1, 10**6), EVENTS)
            )
        )


def test_a_source_that_promises_too_little_is_refused_before_anything_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loose = Seen(("flu",), np.array([900]), cells=3)
    monkeypatch.setattr(DuckSource, "seen", lambda *given, **named: [loose])
    with books(tmp_path) as ledger, pytest.raises(SourceError, match="failed after data was opened"):
        publish(request(), ledger, frame=clinic())


@pytest.mark.parametrize(
    "found",
    [
        [["flu", "cold"]],
        [["cold", "cold"]],
        [["beep\x07"]],
        [["x" * 81]],
        [[]] * 2,
        [["cold", 3]],
        [[f"{at:04}" for at in range(1001)]],
    ],
)
def test_stored_keys_are_read_strictly(found: Any, tmp_path: Path) -> None:
    with books(tmp_path) as ledger:
        raw = publish(request(), ledger, frame=clinic().head(0)).result.to_bytes()
    record = json.loads(raw)
    assert Result.from_bytes(raw).plan.found == ((),)
    record["plan"]["found"], record["values"] = [["cold", "flu"]], [[1, 1]]
    assert Result.from_bytes(_bytes(record)).plan.found == (("cold", "flu"),)
    record["plan"]["found"], record["values"] = found, [[1] * len(found[0])]
    with pytest.raises(LedgerError):
        Result.from_bytes(_bytes(record))
    del record["plan"]["found"]
    record["values"] = [[1] * 1000]
    with pytest.raises(LedgerError, match="which keys"):
        Result.from_bytes(_bytes(record))


def _bytes(record: Any) -> bytes:
    return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def test_of_too_many_keys_the_largest_come_out(tmp_path: Path) -> None:
    crowds = {"a": 300, "b": 900, "c": 1500}
    rows = [(f"{at}{what}", what) for what, crowd in crowds.items() for at in range(crowd)]
    frame = pl.DataFrame(rows, schema=["who", "what"], orient="row").with_columns(town=pl.lit("N"), age=pl.lit(1.0))
    with books(tmp_path) as ledger:
        release = publish(request(Query("rows", by=(Unknown("what", most=2),))), ledger, frame=frame)
    assert release.result.plan.found == (("b", "c"),)


@pytest.mark.parametrize("tidy", [Tidy(), Tidy(whole=True, totals=True)])
def test_a_release_without_any_key_is_written_and_verified(tmp_path: Path, tidy: Tidy) -> None:
    ends, axis = (Fraction(0), Fraction(90)), Unknown("what")
    counts = (Query("persons", by=(axis,)), Query("rows", by=(axis, Keys("town", ("North", "South")))))
    values = tuple(Query(kind, "age", by=(axis,), between=ends) for kind in ("sum", "mean", "deviation"))  # type: ignore[arg-type]
    bins = Query("histogram", "age", by=(axis,), edges=(Fraction(0), Fraction(18), Fraction(90)))
    with books(tmp_path) as ledger:
        release = publish(request(*counts, *values, bins, tidy=tidy), ledger, frame=clinic().head(0))
        artefact.write(release, tmp_path / "release", key=Ed25519PrivateKey.generate(), lang="zh")
        verdict = certificate.verify_folder(tmp_path / "release", ledger=ledger)
    assert all(check.outcome != "fails" for check in verdict.checks), verdict.findings
    assert [table.rows for table in tables_of(release.result)] == [0] * 6


def test_from_python(tmp_path: Path) -> None:
    with books(tmp_path) as ledger:
        words: Any = {"columns": COLUMNS, "protect": Unit("who"), "bound": Bounds(cells=1)}
        visits = Dataset(clinic(), ledger=ledger, account="clinic", **words)
        counts = Query("persons", by=UNKNOWN)
        planned = visits.plan(counts, epsilon=2, events="1e-7")
        release = visits.publish(counts, epsilon=2, events="1e-7", edition="1")
    assert finds_of(release.result.plan) == finds_of(planned)
    assert release.result.plan.found == ((PAGE, FORMULA, "cold", "flu"),)
