"""Resuming the whole ledger: everything is verified first, nobody is kept waiting, and nothing is stale."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import Anchors, Ledger, governing
from epsilog.ledger.signing import new_key, read_key
from epsilog.ledger.verify import Verdict, verify
from ledger_places import Places
from ledger_scenes import BOARD, opened, pure, used, whole


def _meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[int], None]) -> list[Verdict]:
    """Do something after each reading of the books, and before anything is decided."""
    seen: list[Verdict] = []

    def read(books: governing.Books) -> Verdict:
        seen.append(verify(books))
        act(len(seen))
        return seen[-1]

    monkeypatch.setattr(governing, "verify", read)
    return seen


def test_nobody_waits_while_it_is_verified(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is settled meanwhile is not overlooked: the books are read once more."""
    with opened(place) as ledger, Ledger.open(place, wait_seconds=5) as other:
        held = other.reserve("clinic", pure(7), "plan", key="k")
        ledger.stop(None, by="Ada", why="a leak")
        seen = _meanwhile(monkeypatch, lambda n: other.release(held, why="cancelled") if n == 1 else None)
        ledger.resume(None, approvers=BOARD, why="cleared")
        assert [verdict.entries for verdict in seen] == [4, 5]
        assert ledger.history(last=1)[0].seq == 6
        assert used(ledger) == (0, 0)
        whole(ledger)


def test_where_it_never_ends_it_is_verified_under_the_lock(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(place) as ledger, Ledger.open(place) as other:
        ledger.stop(None, by="Ada", why="a leak")
        seen = _meanwhile(monkeypatch, lambda n: other.stop("clinic", by="Lin", why=f"doubt {n}"))
        ledger.resume(None, approvers=BOARD, why="cleared")
        assert len(seen) == governing._ROUNDS - 1
        whole(ledger)


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_damage_that_comes_meanwhile_is_not_overlooked(
    place: str, monkeypatch: pytest.MonkeyPatch, round_: int
) -> None:
    def act(n: int) -> None:
        other.stop("clinic", by="Lin", why=f"doubt {n}")
        if n == round_:
            with other._books.store.writing() as session:
                session.run("UPDATE balances SET spent_main = spent_main - 1")

    with opened(place) as ledger, Ledger.open(place) as other:
        ledger.debit("clinic", pure(3), "plan", key="k")
        ledger.stop(None, by="Ada", why="a leak")
        seen = _meanwhile(monkeypatch, act)
        with pytest.raises(LedgerError, match="still there"):
            ledger.resume(None, approvers=BOARD, why="cleared")
        assert len(seen) == min(round_ + 1, governing._ROUNDS - 1)
        assert ledger.stopped == "a leak"


def test_one_of_two_who_resume_at_once_is_told(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(place) as ledger, Ledger.open(place) as other:
        ledger.stop(None, by="Ada", why="a leak")
        done: list[int] = []

        def act(n: int) -> None:
            if not done:
                done.append(n)
                other.resume(None, approvers=BOARD, why="quicker")

        _meanwhile(monkeypatch, act)
        with pytest.raises(SpecError, match="not stopped"):
            ledger.resume(None, approvers=BOARD, why="slower")
        assert [line.body["why"] for line in ledger.history() if line.kind == "resume"] == ["quicker"]
        whole(ledger)


def test_a_copy_that_signs_meanwhile_is_noticed(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing moved here; but elsewhere somebody spent, and signed it."""
    new_key(tmp_path / "key")
    key = read_key(tmp_path / "key")
    place = places.server()
    with Ledger.open(place, create=True, anchors=Anchors(tmp_path / "anchors", key=key)) as ledger:
        ledger.stop(None, by="Ada", why="a leak")
    copy = places.copy_of(place)

    def act(n: int) -> None:
        with Ledger.open(copy, anchors=Anchors(tmp_path / "anchors", key=key)) as other:
            other.stop(None, by="Lin", why="written in the copy")

    with Ledger.open(place, anchors=Anchors(tmp_path / "anchors", key=key)) as ledger:
        _meanwhile(monkeypatch, act)
        with pytest.raises(LedgerError, match="is not in it"):
            ledger.resume(None, approvers=BOARD, why="cleared")
        assert ledger.stopped == "a leak"
        assert "resume" not in [line.kind for line in ledger.history()]
