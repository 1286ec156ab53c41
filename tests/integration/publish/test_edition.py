"""Name and edition are one release for ever: a changed request needs a new edition, and hears so for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import epsilog.sources
from epsilog import Dataset
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.ledger import State
from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import Ledger
from epsilog.pay.edition import another_release
from epsilog.publish.check import check
from epsilog.publish.pipeline import find_stored, publish
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from ledger_places import Places
from ledger_processes import alone
from ledger_scenes import whole
from publish_scenes import COST, PATIENT, REGIONS, books, publishing, request, rows_file, shown, watch


def changed(edition: str = "2026-W46") -> Spec:
    """The same name for something else."""
    return request(edition, publish=(Query("rows", by=(Keys("region", REGIONS),)),))


def test_a_changed_request_needs_a_new_edition(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows_file(tmp_path)
    with books(place) as ledger:
        first = publish(request(), ledger, base=tmp_path)
        entries, diary = len(ledger.history()), watch(monkeypatch)
        with pytest.raises(SpecError, match="another request") as caught:
            publish(changed(), ledger, base=tmp_path)
        assert caught.value.where == "edition"
        assert "new edition" in caught.value.hint
        assert diary == []
        assert len(ledger.history()) == entries
        assert ledger.account("clinic").balances[0].spent.main <= COST
        # What was published comes back, and the change is published under a new edition.
        assert shown(publish(request(), ledger, base=tmp_path)) == shown(first)
        assert not publish(changed("2026-W47"), ledger, base=tmp_path).repeated
        whole(ledger)


@pytest.mark.parametrize("name", ["a%", "a_", "a'b", 'a"b', "就诊", "a@b#c", "a\\", "é"])
def test_names_of_any_letters_mean_themselves(places: Places, tmp_path: Path, name: str) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        publish(request("x", release=name), ledger, base=tmp_path)
        for other in ("ab", "axb", "a", name + "z", "A%"):
            assert another_release(request("x", release=other, bound=Bounds(rows=2)), ledger) is None
        assert another_release(request("x", release=name, bound=Bounds(rows=2)), ledger) is not None
        assert another_release(request("x", release=name), ledger) is None


def test_what_was_given_back_frees_its_name_and_what_was_forfeited_does_not(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        held = ledger.reserve("clinic", _planned(changed(), ledger).charge, changed().digest, key=changed().key)
        with pytest.raises(SpecError, match="another request"):
            publish(request(), ledger, base=tmp_path)
        ledger.release(held, why="never opened")
        publish(request(), ledger, base=tmp_path)
        watch(monkeypatch, spoil=lambda answer: [][1])
        with pytest.raises(Exception, match="after data was opened"):
            publish(request("2"), ledger, base=tmp_path)
        monkeypatch.undo()
        with pytest.raises(SpecError, match="another request"):
            publish(changed("2"), ledger, base=tmp_path)


def test_a_hold_of_a_dead_process_does_not_keep_the_name(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    place = places.file()
    with books(place) as ledger:
        alone(publishing(place, changed(), tmp_path), EPSILOG_TESTING_DIE_AT="publish reserved")
        (left,) = ledger.named("clinic", "visits@2026-W46")
        assert left.state is State.RESERVED
        assert not publish(request(), ledger, base=tmp_path).repeated


def test_check_and_plan_say_so_before(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        assert {one.step: one.error for one in check(changed(), ledger, tmp_path)}["key"] is None
        publish(request(), ledger, base=tmp_path)
        found = {one.step: one.error for one in check(changed(), ledger, tmp_path)}
        assert isinstance(found.pop("key"), SpecError)
        assert set(found.values()) == {None}
        assert {one.step: one.error for one in check(changed("2"), ledger, tmp_path)}["key"] is None


def test_python_refuses_and_warns_as_well(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        data = Dataset(
            tmp_path / "visits.csv",
            columns={"patient_id": "text", "region": "text"},
            protect=PATIENT,
            bound=Bounds(rows=2),
            ledger=ledger,
            account="clinic",
        )
        one, two = Query("rows"), Query("rows", by={"region": ["North"]})  # type: ignore[arg-type]
        data.publish(one, epsilon=1, edition="1")
        assert "plan.warn.edition" not in {warning.key for warning in data.plan(two, epsilon=1).warnings}
        plan = data.plan(two, epsilon=1, edition="1")
        assert plan.warnings[0].key == "plan.warn.edition"
        assert "new edition" in str(plan)
        with pytest.raises(SpecError, match="another request"):
            data.publish(two, epsilon=1, edition="1")
        assert data.publish(one, epsilon=1, edition="1").repeated


def test_a_published_request_is_ready_though_its_file_is_gone(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        publish(request(), ledger, base=tmp_path)
        (tmp_path / "visits.csv").unlink()
        monkeypatch.setattr(epsilog.sources, "open_source", lambda *given, **named: pytest.fail("opened"))
        found = check(request(), ledger, tmp_path)
        assert [one.error for one in found] == [None] * 6
        assert [one.remark for one in found if one.skipped] == ["stored"] * 4
        assert found[-1].remark == "published"
        assert publish(request(), ledger, base=tmp_path).repeated


def test_a_result_of_other_blocks_is_not_handed_out(places: Places) -> None:
    """The blocks of a stored plan say where it was paid; they must be those of the receipt."""
    with books(places.file()) as ledger:
        spec = request()
        plan = _planned(spec, ledger)
        assert plan.is_paid_by(ledger.reserve("clinic", plan.charge, spec.digest, key=spec.key))
        receipt = ledger.find("clinic", spec.key)
        assert receipt is not None
        elsewhere = Plan(spec, plan.share, plan.draws, ("2026-01",))
        assert not elsewhere.is_paid_by(receipt)
        ledger.start(receipt)
        ledger.commit(receipt, _result(elsewhere))
        with pytest.raises(LedgerError, match="not what this receipt paid for"):
            find_stored(spec, ledger)


def _planned(spec: Spec, ledger: Ledger) -> Plan:
    from epsilog.plan.planner import plan

    return plan(spec, ledger.account("clinic").terms)


def _result(plan: Plan) -> bytes:
    import numpy as np

    from epsilog.show.result import Result

    sizes = [plan.spec.publish[draw.query].grid().size for draw in plan.draws]
    values = tuple(np.zeros(size, dtype=np.int64) for size in sizes)
    return Result(plan, values, "2026-11-16T00:00:00+00:00", (), False).to_bytes()
