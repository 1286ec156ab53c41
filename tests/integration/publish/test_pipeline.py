"""A release from end to end: paid once, drawn once, the same for ever."""

from __future__ import annotations

import inspect
import json
import os
import pickle
import signal
import sqlite3
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.charge import Pure
from epsilog.core.grid import Keys
from epsilog.core.ledger import State
from epsilog.core.origin import Origin
from epsilog.core.unit import Unit
from epsilog.dataset import Dataset
from epsilog.errors import LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.publish.pipeline import find_stored, publish
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of
from epsilog.roles.spec import Spend
from epsilog.show.result import Result
from epsilog.testing import publish_seeded, seeded
from ledger_places import Places
from ledger_scenes import BOARD, used, whole
from publish_scenes import REGIONS, Answer, books, request, rows_file, shown, watch


def test_one_release(place: str, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with books(place) as ledger:
        spec = request()
        release = publish(spec, ledger, base=tmp_path)
        assert not release.repeated
        assert release.receipt.state is State.DELIVERED
        assert (release.receipt.key, release.receipt.request) == (spec.key, spec.digest)
        assert release.ledger == ledger.identity
        assert [vector.dtype for vector in release.result.values] == [np.int64] * 3
        assert [vector.size for vector in release.result.values] == [3, 1, 1]
        assert not release.result.reproducible
        assert release.conditions == ()
        assert used(ledger) == (0, release.plan.price.main)
        assert 0 < release.plan.price.main <= 10**12 // 2
        kinds = [line.kind for line in ledger.history("clinic")]
        assert kinds == ["open", "reserve", "start", "commit", "deliver"]
        committed = next(line for line in ledger.history() if line.kind == "commit")
        assert committed.body["digest"] == release.fingerprint
        whole(ledger)


def test_a_known_key_is_the_stored_release_and_the_file_is_left_alone(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / rows_file(tmp_path)
    with books(place) as ledger:
        first = publish(request(), ledger, base=tmp_path)
        entries = len(ledger.history())
        diary = watch(monkeypatch)
        for change in (lambda: file.write_text("patient_id,region,systolic\n"), file.unlink, lambda: None):
            change()
            again = publish(request(), ledger, base=tmp_path)
            assert again.repeated
            assert shown(again) == shown(first)
        assert diary == []
        assert len(ledger.history()) == entries
        ledger.stop("clinic", by="Ada", why="a doubt")
        assert shown(publish(request(), ledger, base=tmp_path)) == shown(first), "what is public stays public"
        assert diary == []


def test_another_edition_is_another_release(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        cells = (Query("rows", by=(Keys("region", tuple(f"r{n}" for n in range(200))),)),)
        releases = [publish(request(name, publish=cells), ledger, base=tmp_path) for name in ("one", "two")]
        one, two = (release.result.values[0] for release in releases)
        assert not np.array_equal(one, two), "200 draws of the same noise twice"
        assert used(ledger)[1] == 2 * releases[0].plan.price.main


def test_the_noise_is_the_plans_and_nothing_else(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a seed the release can be computed by hand: bounded answers plus the draws of the plan, in order."""
    rows_file(tmp_path)
    answers: list[Answer] = []
    diary = watch(monkeypatch, lambda answer: answers.append(answer) or answer)  # type: ignore[func-returns-value]
    with books(places.file()) as ledger:
        release = publish_seeded(7, request(), ledger, base=tmp_path)
        assert diary == ["opened", "looked at the header", "read for 2", "closed"], "all tables from one reading"
        assert release.result.reproducible
        assert "protects nobody" in repr(release)
        assert Result.from_bytes(release.result.to_bytes()).reproducible
        assert json.loads(release.result.to_bytes())["reproducible"] is True
        rng = seeded(7)
        for draw, vector in zip(release.plan.draws, release.result.values, strict=True):
            exact = answers[0][draw.query][draw.part]
            assert mechanism_of(draw).grains(exact, rng).tolist() == vector.tolist()
        counts = answers[0][0][0].values.tolist()
        assert counts == [20, 20, 20], "the rows of the file"
        again = publish_seeded(7, request("another"), ledger, base=tmp_path)
        assert [v.tolist() for v in again.result.values] == [v.tolist() for v in release.result.values]
        assert publish(request("another"), ledger, base=tmp_path).result.reproducible, (
            "the stored one still says so"
        )


def test_all_tables_come_from_the_same_rows(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is exchanged for another at every step of the reading; the tables still agree with each other."""
    file, lines = tmp_path / rows_file(tmp_path), [40]
    seen: list[Answer] = []
    watch(monkeypatch, lambda answer: seen.append(answer) or answer)  # type: ignore[func-returns-value]

    def exchange(*told: object) -> None:
        lines.append(lines[-1] + 3)
        table = [f"p{n},{REGIONS[n % 3]},{100 + n % 40}" for n in range(lines[-1])]
        (tmp_path / "next").write_text("\n".join(["patient_id,region,systolic", *table]) + "\n")
        (tmp_path / "next").replace(file)

    queries = (
        Query("rows", by=(Keys("region", REGIONS),)),
        Query("rows"),
        Query("persons"),
        Query("histogram", "systolic", edges=(Fraction(0), Fraction(120), Fraction(200))),
    )
    with books(places.file()) as ledger:
        publish(request(publish=queries), ledger, base=tmp_path, progress=exchange)
    assert len(lines) > 4, "the file was exchanged all the time"
    totals = {int(table.values.sum()) for (table,) in seen[0]}
    assert len(totals) == 1
    assert totals <= set(lines)


def test_no_seed_on_the_way_of_a_release() -> None:
    for way in (publish, Dataset.publish, Dataset.__init__):
        names = set(inspect.signature(way).parameters)
        assert names & {"seed", "rng", "random", "randomness", "noise"} == set()
    assert (
        "rng" in inspect.signature(__import__("epsilog.publish.pipeline", fromlist=["x"]).publish_with).parameters
    )


def test_a_file_a_frame_and_a_dataset_are_the_same_pipeline(places: Places, tmp_path: Path) -> None:
    import polars

    frame = polars.read_csv(tmp_path / rows_file(tmp_path))
    columns = dict(request().source.columns)
    with books(places.file()) as ledger:
        from_file = publish_seeded(3, request("2026-W45"), ledger, base=tmp_path)
        spec = request(source=Origin(None, columns))
        from_frame = publish_seeded(3, spec, ledger, frame=frame)
        assert [v.tolist() for v in from_frame.result.values] == [v.tolist() for v in from_file.result.values]
        data = Dataset(
            frame, columns=columns, protect=Unit("patient_id"), bound=Bounds(rows=4), ledger=ledger,
            account="clinic", name="visits",
        )  # fmt: skip
        assert data.spec(spec.publish, epsilon="0.5", edition="2026-W46") == spec
        assert data.plan(spec.publish, epsilon="0.5", edition="2026-W46").to_dict() == from_frame.plan.to_dict()
        before = used(ledger)
        assert shown(data.publish(spec.publish, epsilon="0.5", edition="2026-W46")) == shown(from_frame)
        assert used(ledger) == before
        assert data.balance() == ledger.account("clinic")
        assert data.history() == ledger.history("clinic")
        with pytest.raises(PrivacyError):
            pickle.dumps(data)
        file = tmp_path / "visits.csv"
        by_path = Dataset(
            file, columns=columns, protect=Unit("patient_id"), bound=Bounds(rows=4), ledger=ledger, account="clinic"
        )
        assert not by_path.publish(spec.publish, epsilon="0.5", edition="1").repeated


def test_zcdp_accounts_pay_in_rho(place: str, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", Terms(Unit("patient_id"), Allowance.approximate(2, 1e-6)), by="Ada")
        many = (Query("rows", by=(Keys("region", REGIONS),), mechanism="gaussian"),)
        spec = request(publish=many, spend=Spend("clinic", Fraction(1), Fraction(1, 10**6)))
        release = publish(spec, ledger, base=tmp_path)
        assert {draw.law for draw in release.plan.draws} == {"gaussian"}
        assert used(ledger) == (0, release.plan.charge.price().rho)
        assert used(ledger)[1] <= Allowance.approximate(1, 1e-6).cap
        whole(ledger)


def test_read_again_without_paying(place: str, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with books(place) as ledger:
        with pytest.raises(SpecError, match="nothing was published"):
            find_stored(request(), ledger)
        release = publish(request(), ledger, base=tmp_path)
        before = used(ledger)
        for found in (find_stored(request(), ledger), find_stored(request().key, ledger, "clinic")):
            assert shown(found) == shown(release)
            assert found.repeated
        with pytest.raises(SpecError, match="which account"):
            find_stored(request().key, ledger)
        with pytest.raises(SpecError, match="nothing was published"):
            find_stored("another key", ledger, "clinic")
        assert used(ledger) == before


def _edited(place: str, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Somebody writes to the file by hand, with its triggers switched off."""
    editor = sqlite3.connect(place)
    for trigger in editor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        editor.execute(f'DROP TRIGGER "{trigger[0]}"')
    for sql, values in statements:
        editor.execute(sql, values)
    editor.commit()
    editor.close()


def test_a_stored_result_that_was_changed_is_not_handed_out(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    place = places.file()
    with books(place) as ledger:
        body = publish(request(), ledger, base=tmp_path).result.to_bytes()
    lie = body.replace(b'"reproducible":false', b'"reproducible":true')
    _edited(place, ("UPDATE results SET body = ?", (lie,)))
    with Ledger.open(place) as ledger, pytest.raises(LedgerError, match="changed"):
        publish(request(), ledger, base=tmp_path)


def test_a_result_that_was_exchanged_for_anothers_is_not_handed_out(places: Places, tmp_path: Path) -> None:
    """With its fingerprint, so that the row agrees with itself: it is still not what the receipt paid for."""
    rows_file(tmp_path)
    place = places.file()
    with books(place) as ledger:
        mine, other = (publish(request(name), ledger, base=tmp_path) for name in ("mine", "other"))
    exchange = "UPDATE results SET body = ?, digest = ? WHERE receipt = ?"
    _edited(place, (exchange, (other.result.to_bytes(), other.fingerprint, mine.receipt.id)))
    with Ledger.open(place) as ledger:
        with pytest.raises(LedgerError, match="not what this receipt paid for"):
            find_stored(request("mine"), ledger)
        assert shown(find_stored(request("other"), ledger)) == shown(other)


def test_assertions_of_people_are_named(places: Places, place: str, tmp_path: Path) -> None:
    rows_file(tmp_path)
    backup, copy = tmp_path / "backup.jsonl", places.server() if "://" in place else places.file()
    with books(place) as ledger:
        ledger.allocate("clinic", {"ward": "0.3", "lab": "0.3"}, by="Ada")
        ledger.open_account("school", ledger.account("clinic").terms, by="Ada")
        ward, lab, school = (
            request(spend=Spend(name, Fraction(1, 2))) for name in ("clinic/ward", "clinic/lab", "school")
        )
        assert publish(ward, ledger, base=tmp_path).conditions == ()
        lost = ledger.debit("clinic/lab", Pure(Fraction(1, 10)), "plan", key="lost")
        ledger.forfeit(lost, why="failed")
        assert publish(ward, ledger, base=tmp_path).conditions == (), "a forfeit is paid for and needs no assertion"
        ledger.assert_refund(lost, approvers=BOARD, why="the cable was cut")
        # A refund anywhere below the root weakens the promise of the root, so every release of its tree says so.
        for spec in (ward, lab):
            (condition,) = publish(spec, ledger, base=tmp_path).conditions
            assert (condition.kind, condition.by, condition.why) == ("refund", BOARD, "the cable was cut")
            assert condition.receipt == lost.id[:12]
        assert publish(school, ledger, base=tmp_path).conditions == (), "another tree, another promise"
        ledger.backup(backup)
    Ledger.restore(backup, copy, by="Ada")
    with Ledger.open(copy) as ledger:
        ledger.resume(None, approvers=BOARD, why="it burnt the same night", nothing_spent_since=True)
        for spec, number in ((ward, 2), (school, 1)):
            found = publish(spec, ledger, base=tmp_path).conditions
            assert len(found) == number
            assert (found[-1].kind, found[-1].why) == ("resume", "it burnt the same night")


def test_progress_is_told_in_hundredths_and_may_break(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    told: list[tuple[str, int, int]] = []
    with books(places.file()) as ledger:
        publish(request(), ledger, base=tmp_path, progress=lambda *words: told.append(words))
        assert told
        assert {(step, total) for step, _, total in told} == {("read", 100)}
        assert all(0 <= done <= 100 for _, done, _ in told)

        def broken(*words: object) -> None:
            raise BrokenPipeError("nobody looks")

        assert not publish(request("two"), ledger, base=tmp_path, progress=broken).repeated


def test_ctrl_c_while_reading_forfeits_and_stays_ctrl_c(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)

    def pressed(answer: Answer) -> Answer:
        os.kill(os.getpid(), signal.SIGINT)
        return answer

    watch(monkeypatch, pressed)
    with books(places.file()) as ledger:
        with pytest.raises(KeyboardInterrupt) as stopped:
            publish(request(), ledger, base=tmp_path)
        assert stopped.value.__context__ is None
        found = ledger.find("clinic", request().key)
        assert found is not None
        assert found.state is State.FORFEITED
        with pytest.raises(PrivacyError, match="new edition"):
            publish(request(), ledger, base=tmp_path)
        whole(ledger)


def test_stopped_between_holding_and_starting_gives_back(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    diary = watch(monkeypatch)
    with books(place) as ledger, Ledger.open(place) as board:
        start = ledger.start
        monkeypatch.setattr(
            ledger, "start", lambda receipt: (board.stop("clinic", by="Ada", why="a doubt"), start(receipt))
        )
        with pytest.raises(PolicyError, match="a doubt"):
            publish(request(), ledger, base=tmp_path)
        assert not [line for line in diary if line.startswith("read")]
        found = ledger.find("clinic", request().key)
        assert found is not None
        assert found.state is State.RELEASED
        assert used(ledger) == (0, 0)
        whole(ledger)


def test_stopped_while_reading_still_hands_out_what_was_paid(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    with books(place) as ledger, Ledger.open(place) as board:

        def stopped(answer: Answer) -> Answer:
            board.stop("clinic", by="Ada", why="a doubt")
            return answer

        watch(monkeypatch, stopped)
        release = publish(request(), ledger, base=tmp_path)
        assert used(ledger) == (0, release.plan.price.main)
        assert release.account.stopped == "a doubt"
        with pytest.raises(PolicyError, match="a doubt"):
            publish(request("two"), ledger, base=tmp_path)
        whole(ledger)
