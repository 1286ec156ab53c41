"""The plug is pulled at every step of a release, on real databases. Then somebody runs the same command again."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest

from epsilog.core.grid import Keys
from epsilog.core.ledger import State
from epsilog.errors import PrivacyError
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import VARIABLE
from epsilog.publish.check import check
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec
from ledger_places import Places
from ledger_processes import Child, alone
from ledger_scenes import nothing_above_a_cap, used, whole
from publish_scenes import REGIONS, books, publishing, request, rows_file, shown

TABLE = (Query("rows", by=(Keys("region", REGIONS),)),)
STEPS = ("reserved", "started", "read", "drawn", "committed", "delivered")
# What a second run finds, by the point at which the first one died.
FREE, GIVEN_BACK, LOST, STORED = "free", "given back", "lost", "stored"
FATES = {
    "before reserve": FREE,
    "after reserve": FREE,
    "written reserve": FREE,
    "committed reserve": GIVEN_BACK,
    "publish reserved": GIVEN_BACK,
    "before start": GIVEN_BACK,
    "after start": GIVEN_BACK,
    "written start": GIVEN_BACK,
    "committed start": LOST,
    "publish started": LOST,
    "publish read": LOST,
    "publish drawn": LOST,
    "before commit": LOST,
    "after commit": LOST,
    "written commit": LOST,
    "committed commit": STORED,
    "publish committed": STORED,
    "before deliver": STORED,
    "after deliver": STORED,
    "written deliver": STORED,
    "committed deliver": STORED,
    "publish delivered": STORED,
}


def small(edition: str = "2026-W46") -> Spec:
    return request(edition, publish=TABLE)


@pytest.mark.parametrize("point", FATES)
def test_killed_at_a_step_on_a_file(places: Places, tmp_path: Path, point: str) -> None:
    _killed_at(places.file(), tmp_path, point)


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_a_step_on_a_server(places: Places, tmp_path: Path, step: str) -> None:
    _killed_at(places.server(), tmp_path, f"publish {step}")


def _killed_at(place: str, folder: Path, point: str) -> None:
    rows_file(folder)
    books(place).close()
    spec = small()
    status, sent = alone(publishing(place, spec, folder), **{VARIABLE: point})
    assert status == -signal.SIGKILL, f"{point} was never reached: {sent}"
    assert sent == [], "nothing may be handed out before the last step"
    fate = FATES[point]
    with Ledger.open(place) as ledger:
        [told] = [one.error for one in check(spec, ledger, folder) if one.step == "key"]
        assert (told is None) is (fate in (FREE, STORED)), "ready is what would go through"
        if fate in (GIVEN_BACK, LOST):
            with pytest.raises(PrivacyError, match="new edition") as refused:
                publish(spec, ledger, base=folder)
            assert str(told) == str(refused.value)
            assert ("nothing is spent for it" in str(refused.value)) is (fate == GIVEN_BACK)
        else:
            first = publish(spec, ledger, base=folder)
            assert first.repeated is (fate == STORED)
            assert shown(publish(spec, ledger, base=folder)) == shown(first), "fresh noise for a known key"
        found = ledger.find("clinic", spec.key)
        assert found is not None
        expected = {GIVEN_BACK: State.RELEASED, LOST: State.FORFEITED}.get(fate, State.DELIVERED)
        assert found.state is expected
        cost = ledger.account("clinic").terms.cost_of(found.charge).main
        assert used(ledger) == (0, 0 if fate == GIVEN_BACK else cost)
        kinds = [line.kind for line in ledger.history()]
        assert kinds.count("commit") == (fate in (FREE, STORED)), "at most one release per key"
        assert kinds.count("forfeit") == (fate == LOST)
        # Life goes on: another edition is another release.
        again = publish(small("the next one"), ledger, base=folder)
        assert not again.repeated
        assert used(ledger) == (0, cost if fate == GIVEN_BACK else 2 * cost)
        nothing_above_a_cap(ledger)
        whole(ledger)


def test_every_point_named_above_is_on_the_way(places: Places, tmp_path: Path) -> None:
    """Without a plug to pull the same child ends well: the points, not the child, made the difference."""
    place = places.file()
    rows_file(tmp_path)
    books(place).close()
    status, sent = alone(publishing(place, small(), tmp_path), **{VARIABLE: "publish nowhere"})
    assert status == 0
    assert sent[0][:2] == ("published", False)


@pytest.mark.parametrize("kind", ["file", "server"])
@pytest.mark.parametrize("lives", [6, pytest.param(150, marks=pytest.mark.nightly)])
def test_killed_at_random_moments(places: Places, tmp_path: Path, kind: str, lives: int) -> None:
    """Whoever dies when, a key has one value for ever, and the books add up."""
    place = places.file() if kind == "file" else places.server()
    rows_file(tmp_path)
    books(place, epsilon=1000).close()
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    rng = random.Random(seed)
    values: dict[str, set[bytes]] = {}
    for life in range(lives):
        edition = f"edition {life // 2}"  # every key is tried by two lives, each of two processes
        children = [Child(publishing(place, small(edition), tmp_path)) for _ in range(2)]
        # Not a wait for anything: the moment is meant to be arbitrary.
        time.sleep(rng.uniform(0, 1.5))
        sent = [message for child in children for message in child.kill()]
        refused = [message for message in sent if message[0] == "failed"]
        assert all(message[1] == "PrivacyError" and "new edition" in message[2] for message in refused), refused
        for message in sent:
            if message[0] == "published":
                values.setdefault(edition, set()).add(message[2])
    with Ledger.open(place) as ledger:
        ledger.recover()
        spent = 0
        for edition in {f"edition {life // 2}" for life in range(lives)}:
            spec = small(edition)
            known = ledger.find("clinic", spec.key)
            if known is None or known.state in (State.FORFEITED, State.RELEASED):
                assert edition not in values, "a value was handed out and is gone"
            else:
                values.setdefault(edition, set()).add(publish(spec, ledger, base=tmp_path).result.to_bytes())
            if known is not None and known.state is not State.RELEASED:
                spent += ledger.account("clinic").terms.cost_of(known.charge).main
        assert all(len(found) == 1 for found in values.values()), "two values under one key"
        assert used(ledger) == (0, spent)
        whole(ledger)
