"""The plug is pulled: at every named point and at random moments. Then the books are opened again."""

from __future__ import annotations

import random
import signal
import time
from collections import defaultdict
from functools import partial

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.errors import EpsilogError, LedgerError, PrivacyError
from epsilog.ledger import Ledger, Receipt, State, pay_fast
from epsilog.ledger.failpoint import VARIABLE
from ledger_pages import on_one_page
from ledger_places import Places
from ledger_processes import Child, Send, alone
from ledger_scenes import BOARD, nothing_above_a_cap, opened, pure, used, whole

COST = 10
ACTS = (
    "open", "allocate", "reserve", "debit", "start", "commit", "deliver", "release", "forfeit",
    "stop", "resume", "raise", "move", "refund", "tick", "close",
)  # fmt: skip
POINTS = [f"{moment} {act}" for act in ACTS for moment in ("before", "after", "written", "committed")]


def _digest(number: int) -> str:
    return f"{number:064x}"


def _life(place: str, send: Send) -> None:
    """One release of every fate, each step acknowledged after it returned."""
    with Ledger.open(place) as ledger:
        one = ledger.reserve("clinic", pure(COST), "plan", key="one")
        send(("reserved", "one"))
        ledger.start(one)
        send(("started", "one"))
        ledger.commit(one, b"noisy one")
        send(("committed", "one", b"noisy one"))
        send(("delivered", "one", ledger.deliver(one)))
        two = ledger.reserve("clinic", pure(COST), "plan", key="two")
        send(("reserved", "two"))
        ledger.release(two, why="cancelled")
        send(("released", "two"))
        three = ledger.debit("clinic", pure(COST), "plan", key="three")
        send(("started", "three"))
        ledger.forfeit(three, why="failed")
        send(("forfeited", "three"))
        ledger.assert_refund(three, approvers=BOARD, why="nothing left the building")
        send(("released", "three"))
        ledger.stop("clinic", by="Ada", why="a doubt")
        send(("stopped",))
        ledger.resume("clinic", approvers=BOARD, why="no doubt")
        send(("resumed",))
        ledger.raise_cap("clinic", Allowance.pure("2000e-12"), approvers=BOARD, why="a new year")
        send(("raised",))
        ledger.allocate("clinic", {"ward": "0.1"}, by="Ada")
        send(("allocated",))
        ledger.move_reserve("clinic/ward", "0.1", approvers=BOARD, why="more patients")
        send(("moved",))
        ledger.open_account("school", ledger.account("clinic").terms, by="Ada")
        send(("opened",))
        for number in (1, 2):
            ledger.tick(one, number, _digest(number))
            send(("ticked", number))
        ledger.close_stream(one)
        send(("closed",))


# What a release of each key may be after recovery, by the last step that was acknowledged. The step after it may
# have reached the disk unacknowledged, so there are up to two fates; recovery leaves nothing under way.
FATES = {
    "one": {
        None: {None, State.RELEASED},
        "reserved": {State.RELEASED, State.FORFEITED},
        "started": {State.FORFEITED, State.COMMITTED},
        "committed": {State.COMMITTED, State.DELIVERED},
        "delivered": {State.DELIVERED},
    },
    "two": {None: {None, State.RELEASED}, "reserved": {State.RELEASED}, "released": {State.RELEASED}},
    "three": {
        None: {None, State.FORFEITED},
        "started": {State.FORFEITED},
        "forfeited": {State.FORFEITED, State.RELEASED},
        "released": {State.RELEASED},
    },
}
SPENT = {State.FORFEITED, State.COMMITTED, State.DELIVERED}


def _settle_and_check(place: str, sent: list[tuple[object, ...]]) -> None:
    last = {message[1]: message[0] for message in sent if len(message) > 1}
    ticks = [message[1] for message in sent if message[0] == "ticked"]
    with Ledger.open(place) as ledger:
        ledger.recover()
        assert ledger.recover() == [], "a second recovery finds nothing to do"
        spent = 0
        for key, fates in FATES.items():
            found = ledger.find("clinic", key)
            state = None if found is None else found.state
            assert state in fates[last.get(key)], (key, state, last.get(key))
            spent += COST * (state in SPENT)
            if state in (State.COMMITTED, State.DELIVERED):
                assert found is not None
                assert ledger.deliver(found) == ledger.deliver(found) == b"noisy one"
                with pytest.raises(PrivacyError):
                    ledger.commit(found, b"fresh noise")
                _the_stream_goes_on(ledger, found, len(ticks), ("closed",) in sent)
            elif found is not None:
                with pytest.raises(PrivacyError, match="new edition"):
                    ledger.debit("clinic", pure(COST), "plan", key=key)
        assert used(ledger) == (0, spent)
        nothing_above_a_cap(ledger)
        whole(ledger)


def _the_stream_goes_on(ledger: Ledger, stream: Receipt, told: int, closed: bool) -> None:
    """What was acknowledged is there, at most one more, and none of it ever gets another value."""
    entered = (ledger.last_tick(stream) or (0, ""))[0]
    assert entered in (told, told + 1)
    assert ledger.is_closed(stream) >= closed
    for number in range(1, entered + 1):
        ledger.tick(stream, number, _digest(number))
        with pytest.raises(LedgerError, match="another value"):
            ledger.tick(stream, number, _digest(number + 100))
    if ledger.is_closed(stream):
        assert entered == 2
        return
    if ledger.account("clinic").stopped is None:
        ledger.tick(stream, entered + 1, _digest(entered + 1))
        assert ledger.last_tick(stream) == (entered + 1, _digest(entered + 1))


@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_named_point_of_a_file(places: Places, point: str) -> None:
    _killed_at(places.file(), point)


@pytest.mark.parametrize(
    "point",
    [
        f"{moment} {act}"
        for act in ("reserve", "debit", "start", "commit", "deliver", "release", "forfeit", "tick", "close")
        for moment in ("before", "after", "written", "committed")
        # A price is written by one statement of the server: nothing can happen halfway.
        if not (act in ("reserve", "debit") and moment in ("after", "written"))
    ],
)
def test_killed_at_a_named_point_of_a_server(places: Places, point: str) -> None:
    _killed_at(places.server(), point)


def _killed_at(place: str, point: str) -> None:
    opened(place).close()
    status, sent = alone(partial(_life, place), **{VARIABLE: point})
    assert status == -signal.SIGKILL, f"{point} was never reached: {sent[-1:]}"
    _settle_and_check(place, sent)
    # Whatever died, life goes on: the same story told with new keys runs to its end.
    with Ledger.open(place) as ledger:
        before = sum(used(ledger))
        name = "clinic"
        if any(account.name == "clinic/ward" for account in ledger.accounts()):
            name = "clinic/ward"
        if ledger.account("clinic").stopped:
            ledger.resume("clinic", approvers=BOARD, why="checked")
        receipt = ledger.debit(name, pure(COST), "plan", key="afterwards")
        ledger.commit(receipt, b"fine")
        assert ledger.deliver(receipt) == b"fine"
        assert sum(used(ledger)) == before + COST
        whole(ledger)


@pytest.mark.parametrize("moment", ["before", "after", "written", "committed"])
@pytest.mark.parametrize("act", ["reserve", "debit"])
def test_killed_at_a_named_point_of_the_plain_way(
    place: str, monkeypatch: pytest.MonkeyPatch, act: str, moment: str
) -> None:
    """The same points where the shortcut is not taken."""
    monkeypatch.setattr(pay_fast, "pay", lambda books, asked: None)
    _killed_at(place, f"{moment} {act}")


@pytest.mark.parametrize("point", ["before debit", "committed debit"])
def test_killed_while_several_threads_share_a_page(places: Places, point: str) -> None:
    """A shared page is on disk whole or not at all, and nobody had heard of it."""
    place = places.server()
    opened(place).close()

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger:
            ledger.reserve("clinic", pure(1), "plan", key="known")
            send(("ready",))
            acts = [partial(ledger.debit, "clinic", pure(COST), "plan", key=f"{n}") for n in range(5)]
            for receipt in on_one_page(ledger, acts):
                send(("paid", receipt.key))

    status, sent = alone(work, **{VARIABLE: point})
    assert (status, sent) == (-signal.SIGKILL, [("ready",)])
    with Ledger.open(place) as ledger:
        states = [getattr(ledger.find("clinic", f"{n}"), "state", None) for n in range(5)]
        assert states == [State.STARTED if point == "committed debit" else None] * 5
        assert {receipt.state for receipt in ledger.recover()} <= {State.RELEASED, State.FORFEITED}
        assert used(ledger) == (0, 5 * COST if point == "committed debit" else 0)
        whole(ledger)
        for n in range(5):  # what was unknown is asked by key: lost and never drawn again, or paid now
            try:
                assert not ledger.debit("clinic", pure(COST), "plan", key=f"{n}").repeated
            except PrivacyError:
                assert point == "committed debit"
        assert used(ledger) == (0, 5 * COST)
        whole(ledger)


def test_the_story_runs_to_its_end_unharmed(place: str) -> None:
    opened(place).close()
    status, sent = alone(partial(_life, place))
    assert (status, len(sent)) == (0, 18), sent[-1:]
    _settle_and_check(place, sent)


def _busy(place: str, seed: int, life: int, send: Send) -> None:
    """Draw, commit and deliver for ever; every acknowledged act is sent home."""
    rng = random.Random(f"{seed} {life}")
    with Ledger.open(place) as ledger:
        for n in range(10_000):
            # Keys come from a small pool, so that later lives meet the remains of earlier ones.
            key = f"key {rng.randrange(life * 4 + 12)}"
            try:
                receipt = ledger.reserve("clinic", pure(1), "plan", key=key)
                if receipt.state is State.RESERVED and not receipt.repeated:
                    send(("held", key))
                    if rng.random() < 0.2:
                        ledger.release(receipt, why="cancelled")
                        send(("released", key))
                        continue
                    ledger.start(receipt)
                    send(("spent", key))
                    ledger.commit(receipt, f"{seed} {life} {n}".encode())
                send(("value", key, ledger.deliver(receipt)))
            except EpsilogError as error:
                send(("no", type(error).__name__))


@pytest.mark.parametrize("kind", ["file", "server"])
@pytest.mark.parametrize("lives", [8, pytest.param(200, marks=pytest.mark.nightly)])
def test_killed_at_random_moments(places: Places, kind: str, lives: int) -> None:
    place: str = places.file() if kind == "file" else places.server()
    opened(place, cap=100_000).close()
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    rng = random.Random(seed)
    delivered: dict[str, set[bytes]] = defaultdict(set)
    spent_keys: set[str] = set()
    for life in range(lives):
        children = [Child(partial(_busy, place, seed + n, life)) for n in range(2)]
        first = [child.next() for child in children]  # both are at work
        # Not a wait for anything: the moment is meant to be arbitrary.
        time.sleep(rng.uniform(0, 0.08))
        messages = first + [message for child in children for message in child.kill()]
        assert not [message for message in messages if message[0] == "failed"], messages
        for message in messages:
            if message[0] == "value":
                delivered[message[1]].add(message[2])
            if message[0] in ("spent", "value"):
                spent_keys.add(message[1])
        with Ledger.open(place) as ledger:
            settled = ledger.recover()
            assert {receipt.state for receipt in settled} <= {State.RELEASED, State.FORFEITED}
            nothing_above_a_cap(ledger)
            whole(ledger)
            assert used(ledger)[0] == 0
    assert delivered, "the children must get somewhere"
    assert all(len(values) == 1 for values in delivered.values()), "two values under one key"
    with Ledger.open(place) as ledger:
        states = {}
        for line in ledger.history():
            if line.kind in ("reserve", "debit"):
                found = ledger.find("clinic", line.body["key"])
                assert found is not None
                states[found.key] = found.state
        assert len(states) == [line.kind for line in ledger.history()].count("reserve"), "one reserve per key"
        assert spent_keys <= {key for key, state in states.items() if state in SPENT}, (
            "an acknowledged debit is lost"
        )
        assert used(ledger) == (0, sum(state in SPENT for state in states.values()))
        for key, values in delivered.items():
            found = ledger.find("clinic", key)
            assert found is not None
            assert {ledger.deliver(found)} == values


def test_a_stream_dies_between_ticks(place: str) -> None:
    opened(place).close()

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger:
            receipt = ledger.debit("clinic", pure(COST), "plan", key="stream")
            for tick in range(5):
                ledger.commit(receipt, b"tick %d" % tick, tick=tick, last=False)
                send((tick, ledger.deliver(receipt, tick=tick)))
            send(("die", receipt.id))
            signal.pause()

    child = Child(work)
    heard = []
    while (message := child.next())[0] != "die":
        heard.append(message)
    child.kill()
    with Ledger.open(place) as ledger:
        (settled,) = ledger.recover()
        assert settled.state is State.FORFEITED
        # What was published stays available under the same value, and no tick is drawn a second time.
        for tick, value in heard:
            assert ledger.deliver(settled, tick=tick) == value
            with pytest.raises(PrivacyError):
                ledger.commit(settled, b"fresh", tick=tick)
        with pytest.raises(PrivacyError):
            ledger.commit(settled, b"fresh", tick=5)
        # Ticks were seen, so nobody may assert that nothing left.
        with pytest.raises(PrivacyError):
            ledger.assert_refund(settled, approvers=BOARD, why="we are sure")
        assert used(ledger) == (0, COST)
        whole(ledger)


def test_the_living_are_left_alone(place: str) -> None:
    opened(place).close()

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger:
            send(("held", ledger.reserve("clinic", pure(1), "plan", key="held").id))
            send(("started", ledger.debit("clinic", pure(2), "plan", key="started").id))
            signal.pause()

    child = Child(work)
    held, started = child.next()[1], child.next()[1]
    with Ledger.open(place) as ledger:
        assert ledger.recover() == []
        assert used(ledger) == (1, 2)
        child.kill()
        assert {receipt.id: receipt.state for receipt in ledger.recover()} == {
            held: State.RELEASED,
            started: State.FORFEITED,
        }
        assert used(ledger) == (0, 2)
        whole(ledger)
