"""What fails after data was opened: paid, forfeited, and told in the same words whatever it was."""

from __future__ import annotations

import os
import pickle
import re
import resource
import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.grid import Keys
from epsilog.core.ledger import State
from epsilog.errors import EpsilogError, LedgerError, PolicyError, PrivacyError, SourceError
from epsilog.ledger import Ledger
from epsilog.pay import key
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec
from ledger_places import Places
from ledger_processes import Child, Send, alone, together
from ledger_scenes import used, whole
from publish_scenes import REGIONS, Answer, books, publishing, request, rows_file, shown, watch

SECRET = "CANARY-p17"
TABLES = (Query("rows", by=(Keys("region", REGIONS),)), Query("rows"))


def small(edition: str = "2026-W46") -> Spec:
    return request(edition, publish=TABLES)


def _raise(error: BaseException, answer: Answer) -> Answer:
    raise error


def _further(answer: Answer) -> Answer:
    first = answer[0][0]
    wider = Sensitivity(first.sensitivity.l1 + 1, first.sensitivity.l2_squared + 1)
    return [(replace_sensitivity(first, wider),), *answer[1:]]


def replace_sensitivity(table: Bounded, sensitivity: Sensitivity) -> Bounded:
    return Bounded(table.keys, table.values, table.grain, sensitivity)


def _finer(answer: Answer) -> Answer:
    first = answer[0][0]
    return [(Bounded(first.keys, first.values, first.grain / 2, first.sensitivity),), *answer[1:]]


def _longer(answer: Answer) -> Answer:
    first = answer[0][0]
    values = np.append(first.values, np.int64(1))
    return [(Bounded((*first.keys, "more"), values, first.grain, first.sensitivity),), *answer[1:]]


SPOILS: dict[str, Callable[[Answer], Answer]] = {
    "the engine": partial(_raise, RuntimeError(f"Conversion Error: {SECRET} is no number")),
    "a source": partial(_raise, SourceError(f"could not read {SECRET}")),
    "memory": partial(_raise, MemoryError()),
    "an overflow": partial(_raise, OverflowError(SECRET)),
    "a request that turns out bad": partial(_raise, PrivacyError(SECRET)),
    "more than the noise covers": _further,
    "another grain": _finer,
    "another number of cells": _longer,
    "a table too few": lambda answer: answer[:1],
    "no answer": lambda answer: None,  # type: ignore[return-value,dict-item]
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_every_failure_behind_the_door_looks_the_same(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        with monkeypatch.context() as patched:
            watch(patched, SPOILS[spoil])
            with pytest.raises(SourceError) as failed:
                publish(small(), ledger, base=tmp_path)
        error = failed.value
        number = ledger.find("clinic", small().key).id[:12]  # type: ignore[union-attr]
        assert str(error) == (
            f"source: the release failed after data was opened (number {number}); its price is spent "
            "(hint: the cause is withheld because it may depend on private data; a new edition is a new release)"
        )
        assert error.__cause__ is None
        assert error.__context__ is None
        told = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
        assert SECRET not in told + repr(error) + repr(pickle.loads(pickle.dumps(error)))  # noqa: S301
        found = ledger.find("clinic", small().key)
        assert found is not None
        assert found.state is State.FORFEITED
        reasons = [line.body["why"] for line in ledger.history() if line.kind == "forfeit"]
        assert reasons == ["failed after data was opened"]
        assert [line for line in ledger.history() if line.kind == "commit"] == []
        cost = ledger.account("clinic").terms.cost_of(found.charge).main
        assert used(ledger) == (0, cost)
        with pytest.raises(PrivacyError, match="new edition"):
            publish(small(), ledger, base=tmp_path)
        assert not publish(small("two"), ledger, base=tmp_path).repeated
        whole(ledger)


def test_the_same_source_unspoiled_passes(places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows_file(tmp_path)
    watch(monkeypatch)
    with books(places.file()) as ledger:
        assert not publish(small(), ledger, base=tmp_path).repeated


def test_too_many_failures_stop_the_account(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    watch(monkeypatch, SPOILS["the engine"])
    with books(places.file(), failures=2) as ledger:
        for n in range(2):
            with pytest.raises(SourceError):
                publish(small(f"{n}"), ledger, base=tmp_path)
        with pytest.raises(PolicyError, match="stopped"):
            publish(small("3"), ledger, base=tmp_path)


@pytest.mark.parametrize("processes", [3, pytest.param(10, marks=pytest.mark.nightly)])
def test_the_same_key_from_several_processes_at_once(place: str, tmp_path: Path, processes: int) -> None:
    rows_file(tmp_path)
    books(place).close()
    sent = together([publishing(place, small(), tmp_path)] * processes)
    answers = [message for messages in sent for message in messages]
    assert len(answers) == processes
    assert len({body for _, _, body in answers}) == 1
    assert sorted(repeated for _, repeated, _ in answers) == [False] + [True] * (processes - 1)
    with Ledger.open(place) as ledger:
        assert [line.kind for line in ledger.history()].count("commit") == 1
        whole(ledger)


def test_the_same_key_from_threads_that_share_a_ledger(places: Places, tmp_path: Path) -> None:
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        found: list[tuple[bytes, str, str]] = []
        threads = [
            threading.Thread(target=lambda: found.append(shown(publish(small(), ledger, base=tmp_path))))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 3
        assert len(set(found)) == 1
        whole(ledger)


def test_a_living_process_is_waited_for_and_not_for_ever(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_file(tmp_path)
    books(place).close()

    def slow(send: Send) -> None:
        with pytest.MonkeyPatch.context() as patched, Ledger.open(place) as ledger:

            def wait(answer: Answer) -> Answer:
                send(("reading",))
                signal.sigwait({signal.SIGUSR1})
                return answer

            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
            watch(patched, wait)
            send(("published", publish(small(), ledger, base=tmp_path).result.to_bytes()))

    child = Child(slow)
    assert child.next() == ("reading",)
    with Ledger.open(place) as ledger:
        waited: list[tuple[str, int, int]] = []
        monkeypatch.setattr(key, "PATIENCE", 0.5)
        with pytest.raises(PrivacyError, match="another process is making this release"):
            publish(small(), ledger, base=tmp_path, progress=lambda *words: waited.append(words))
        assert {step for step, _, _ in waited} == {"wait"}
        monkeypatch.undo()
        os.kill(child.pid, signal.SIGUSR1)
        release = publish(small(), ledger, base=tmp_path)
        assert [("published", release.result.to_bytes())] == child.rest()
        assert release.repeated
        whole(ledger)


def test_a_full_disk_at_the_commit(places: Places, tmp_path: Path) -> None:
    """The result does not fit on the disk: nothing is handed out, and the same process can say so again."""
    place = places.file()
    rows_file(tmp_path)
    books(place).close()
    wide = (Query("rows", by=(Keys("region", tuple(f"r{n}" for n in range(60_000))),)),)
    spec = request(publish=wide)

    def work(send: Send) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with Ledger.open(place) as ledger:
            room = Path(place).stat().st_size + 300_000
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
            try:
                publish(spec, ledger, base=tmp_path)
            except EpsilogError as error:
                send(("full", type(error).__name__, str(error)))
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            try:
                publish(spec, ledger, base=tmp_path)
            except EpsilogError as error:
                send(("again", type(error).__name__, str(error)))

    status, sent = alone(work)
    assert status == 0, sent
    (full, again) = sent
    assert full[:2] == ("full", "AnswerLost")
    assert not re.search(r"INSERT|r59999|values", full[2])
    assert again[:2] == ("again", "PrivacyError")
    assert "new edition" in again[2]
    with Ledger.open(place) as ledger:
        found = ledger.find("clinic", spec.key)
        assert found is not None
        assert found.state is State.FORFEITED
        assert [line.kind for line in ledger.history()].count("commit") == 0
        release = publish(request("there is room", publish=wide), ledger, base=tmp_path)
        assert release.result.values[0].size == 60_000
        whole(ledger)


def test_a_lost_answer_at_the_commit_is_asked_for_again(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was written and the answer got lost: the same bytes are committed again, which changes nothing."""
    from epsilog.ledger.store import AnswerLost

    rows_file(tmp_path)
    with books(places.file()) as ledger:
        commit, asked = ledger.commit, []

        def lossy(receipt: object, result: bytes, **more: object) -> str:
            asked.append(result)
            digest = commit(receipt, result)  # type: ignore[arg-type]
            if len(asked) == 1:
                raise AnswerLost("the database fell silent")
            return digest

        monkeypatch.setattr(ledger, "commit", lossy)
        release = publish(small(), ledger, base=tmp_path)
        assert len(asked) == 2
        assert set(asked) == {release.result.to_bytes()}
        whole(ledger)


def test_books_out_of_reach_are_settled_later(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The release fails and so does the forfeit. The next run in the same process does not wait for itself."""
    rows_file(tmp_path)
    with books(places.file()) as ledger:
        with monkeypatch.context() as patched:
            watch(patched, SPOILS["the engine"])

            def unreachable(*words: object, **more: object) -> None:
                raise LedgerError("the database could not be used")

            patched.setattr(ledger, "forfeit", unreachable)
            with pytest.raises(SourceError, match="after data was opened"):
                publish(small(), ledger, base=tmp_path)
        found = ledger.find("clinic", small().key)
        assert found is not None
        assert found.state is State.STARTED
        monkeypatch.setattr(key, "PATIENCE", 0.5)
        with pytest.raises(PrivacyError, match="new edition"):
            publish(small(), ledger, base=tmp_path)
        found = ledger.find("clinic", small().key)
        assert found is not None
        assert found.state is State.FORFEITED
        whole(ledger)


def test_a_plan_that_disagrees_with_its_spec_is_refused(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planner with a bug: noise for less than a unit may do, or more than the share pays for."""
    from epsilog.pay import request as requests

    rows_file(tmp_path)
    planned = requests.planned

    def shy(spec, terms):  # type: ignore[no-untyped-def]
        plan = planned(spec, terms)
        first = plan.draws[0]
        less = replace(first.contribution, sensitivity=Sensitivity(1, 1))
        return replace(plan, draws=(replace(first, contribution=less), *plan.draws[1:]))

    def greedy(spec, terms):  # type: ignore[no-untyped-def]
        plan = planned(spec, terms)
        draws = tuple(replace(draw, parameter=draw.parameter * Fraction(9, 10)) for draw in plan.draws)
        return replace(plan, draws=draws)

    with books(places.file()) as ledger:
        entries = len(ledger.history())
        for bug, words in ((shy, "not those of its spec"), (greedy, "more than its share")):
            monkeypatch.setattr(requests, "planned", bug)
            with pytest.raises(PrivacyError, match=words):
                publish(small(), ledger, base=tmp_path)
        assert len(ledger.history()) == entries
