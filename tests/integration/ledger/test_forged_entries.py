"""A forger edits an entry and computes the whole chain anew: every hash is right, and the entry cannot be."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx, Gaussian, Pure
from epsilog.core.unit import Unit
from epsilog.ledger import Ledger, Terms
from epsilog.ledger.chain import GENESIS, hash_of
from epsilog.ledger.store import Session
from epsilog.ledger.verify import Damage, verify_in
from ledger_places import Places
from ledger_scenes import BOARD, pure, pure_terms

Body = dict[str, Any]
Entry = list[Any]  # kind, body
WRONG_PRICE = "another amount than the price"
WRONG_PLACES = "not posted once in every block"
MONTHLY = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(2, "1e-6", for_events="5e-7"))


def _story(place: str) -> Ledger:
    ledger = Ledger.open(place, create=True)  # 1 begin
    ledger.open_account("clinic", pure_terms(1000), by="Ada")  # 2
    ledger.allocate("clinic", {"ward": "0.5"}, by="Ada")  # 3
    ledger.open_account("registry", MONTHLY, by="Grace")  # 4
    done = ledger.debit("clinic/ward", pure(10), "plan", key="done")  # 5
    ledger.commit(done, b"noisy")  # 6
    ledger.deliver(done)  # 7
    stream = ledger.reserve("clinic/ward", pure(20), "plan", key="stream")  # 8
    ledger.start(stream)  # 9
    ledger.commit(stream, b"tick", last=False)  # 10
    ledger.forfeit(stream, why="failed")  # 11
    ledger.release(ledger.reserve("clinic/ward", pure(30), "plan", key="back"), why="cancelled")  # 12, 13
    lost = ledger.debit("clinic/ward", pure(40), "plan", key="lost")  # 14
    ledger.forfeit(lost, why="failed")  # 15
    ledger.assert_refund(lost, approvers=BOARD, why="nothing left")  # 16
    both = ["2026-01", "2026-02"]
    ledger.debit("registry", Approx("0.01", "1e-7"), "plan", key="months", blocks=both)  # 17
    ledger.move_reserve("clinic/ward", "0.1", approvers=BOARD, why="more")  # 18
    more = Allowance.approximate(3, "1e-6", for_events="5e-7")
    ledger.raise_cap("registry", more, approvers=BOARD, why="a new law")  # 19
    ledger.stop("clinic/ward", by="Lin", why="a doubt")  # 20
    ledger.resume("clinic/ward", approvers=BOARD, why="cleared")  # 21
    ledger.allocate("clinic/ward", {"bed": "0.5"}, by="Ada")  # 22
    ledger.move_reserve("clinic/ward", "-0.1", approvers=BOARD, why="less")  # 23
    for number in (1, 2, 3):
        ledger.tick(done, number, f"{number:064x}")  # 24, 25, 26
    ledger.close_stream(done)  # 27
    return ledger


def _exchange(one: int, other: int) -> Callable[[list[Entry]], None]:
    def edit(entries: list[Entry]) -> None:
        entries[one - 1], entries[other - 1] = entries[other - 1], entries[one - 1]

    return edit


def _closed_early(entries: list[Entry]) -> None:
    _exchange(26, 27)(entries)
    entries[25][1]["ticks"] = 2


def _ticks_before(seq: int) -> Callable[[list[Entry]], None]:
    """The first tick, before another entry."""
    return lambda entries: entries.insert(seq - 1, entries.pop(23))


def _stopped(account: str | None, seq: int) -> Callable[[list[Entry]], None]:
    return lambda entries: entries.insert(seq - 1, ["stop", {"account": account, "by": "Lin", "why": "a doubt"}])


class _Undone(Exception):
    """Leaves a transaction without a trace."""


@pytest.fixture(scope="module", params=["file", "server"])
def story(request: pytest.FixtureRequest, places: Places) -> Iterator[Ledger]:
    ledger = _story(places.file() if request.param == "file" else places.server())
    assert ledger.verify().whole
    yield ledger
    ledger.close()


def _rewrite(session: Session, entries: list[Entry]) -> None:
    """Put these entries in place of the journal, with honest hashes up to the head."""
    if session.is_file:
        for trigger in session.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            session.run(f"DROP TRIGGER {trigger['name']}")
    else:
        session.run("SET LOCAL session_replication_role = replica")
    at, last = session.rows("SELECT last_at FROM ledger")[0]["last_at"], GENESIS
    session.run("DELETE FROM journal")
    for seq, (kind, body) in enumerate(entries, 1):
        text = json.dumps(body, sort_keys=True, separators=(",", ":"))
        new = hash_of(seq, at, kind, text, last)
        row = {"seq": seq, "at": at, "kind": kind, "body": text, "prev": last, "hash": new}
        session.run("INSERT INTO journal VALUES (:seq, :at, :kind, :body, :prev, :hash)", row)
        last = new
    session.run("UPDATE ledger SET head_seq = :seq, head_hash = :hash", {"seq": len(entries), "hash": last})


def _found(ledger: Ledger, edit: Callable[[list[Entry]], None]) -> Damage | None:
    found: list[Damage | None] = []
    with contextlib.suppress(_Undone), ledger._books.store.writing() as session:
        rows = session.rows("SELECT kind, body FROM journal ORDER BY seq")
        entries: list[Entry] = [[row["kind"], json.loads(row["body"])] for row in rows]
        edit(entries)
        _rewrite(session, entries)
        found.append(verify_in(session, {}).damage)
        raise _Undone
    return found[0]


Change = Callable[[Body], None]


def _edit(seq: int, change: Change, kind: str | None = None) -> Callable[[list[Entry]], None]:
    def edit(entries: list[Entry]) -> None:
        change(entries[seq - 1][1])
        entries[seq - 1][0] = kind or entries[seq - 1][0]

    return edit


def _amounts(place: int, step: int, only: int | None = None) -> Change:
    """Move main (3) or delta (4) in all postings where it is something, or in one."""

    def change(body: Body) -> None:
        for number, posting in enumerate(body["postings"]):
            if posting[place] and only in (None, number):
                posting[place] += step

    return change


def _set(**values: Any) -> Change:
    return lambda body: body.update(values)


def _drop(number: int) -> Change:
    return lambda body: body["postings"].pop(number)


def _sides(side: str) -> Change:
    def change(body: Body) -> None:
        for posting in body["postings"]:
            posting[2] = side

    return change


def _also(*posting: Any) -> Change:
    return lambda body: body.setdefault("postings", []).append(list(posting))


def _again(seq: int) -> Callable[[list[Entry]], None]:
    """The same entry once more, right after itself."""
    return lambda entries: entries.insert(seq, json.loads(json.dumps(entries[seq - 1])))


def _without(seq: int) -> Callable[[list[Entry]], None]:
    def edit(entries: list[Entry]) -> None:
        del entries[seq - 1]

    return edit


def _refund_of_the_stream(entries: list[Entry]) -> None:
    postings = [[*posting[:2], "refund", *posting[3:]] for posting in entries[8][1]["postings"]]
    receipt = entries[8][1]["receipt"]
    entries.insert(11, ["refund", {"receipt": receipt, "approvers": list(BOARD), "why": "x", "postings": postings}])


def _commit_elsewhere(entries: list[Entry]) -> None:
    entries[5][1]["receipt"] = "0" * 32


def _free_what_was_started(entries: list[Entry]) -> None:
    entries[14][0] = "release"
    postings = entries[13][1]["postings"]
    entries[14][1]["postings"] = [[*posting[:2], "free", *posting[3:]] for posting in postings]


def _refund_without_forfeit(entries: list[Entry]) -> None:
    del entries[14]


def _other_unit(body: Body) -> None:
    body["terms"]["unit"]["per"] = "1d"


def _no_longer_raised(body: Body) -> None:
    less = Allowance.approximate(1, "1e-6", for_events="5e-7")
    body["terms"]["allowance"], body["cap"] = less.to_dict(), [less.cap, less.cap_delta]


ATTACKS: dict[str, tuple[int, Callable[[list[Entry]], None], str]] = {
    # The price
    "pays less": (5, _edit(5, _amounts(3, -1)), WRONG_PRICE),
    "pays more": (5, _edit(5, _amounts(3, 1)), WRONG_PRICE),
    "holds less": (8, _edit(8, _amounts(3, -1)), WRONG_PRICE),
    "pays less above": (5, _edit(5, _amounts(3, -1, only=0)), WRONG_PRICE),
    "pays less in one month": (17, _edit(17, _amounts(3, -1, only=1)), WRONG_PRICE),
    "pays less delta": (17, _edit(17, _amounts(4, -1)), WRONG_PRICE),
    "a larger charge": (5, _edit(5, _set(charge=Pure("11e-12").to_dict())), WRONG_PRICE),
    "a smaller charge": (5, _edit(5, _set(charge=Pure("9e-12").to_dict())), WRONG_PRICE),
    "a charge of another currency": (5, _edit(5, _set(charge=Gaussian(1, 1).to_dict())), "currency"),
    # Where it is posted
    "not above": (5, _edit(5, _drop(0)), WRONG_PLACES),
    "only above": (5, _edit(5, _drop(1)), WRONG_PLACES),
    "twice": (5, _edit(5, _also(3, "*", "pay", 10, 0)), WRONG_PLACES),
    "elsewhere too": (5, _edit(5, _also(4, "*", "pay", 0, 1)), WRONG_PLACES),
    "held, not spent": (5, _edit(5, _sides("hold")), WRONG_PLACES),
    "no postings": (5, _edit(5, _set(postings=[])), WRONG_PLACES),
    "a month not posted": (17, _edit(17, _drop(0)), WRONG_PLACES),
    "delta not posted": (17, _edit(17, _drop(2)), WRONG_PLACES),
    "a month not named": (17, _edit(17, _set(blocks=["2026-01"])), WRONG_PLACES),
    "a month too many named": (17, _edit(17, _set(blocks=["2026-01", "2026-02", "2026-03"])), WRONG_PLACES),
    "a month not named but posted": (17, _edit(17, _also(4, "2026-03", "pay", 1, 0)), WRONG_PLACES),
    "a month named twice": (17, _edit(17, _set(blocks=["2026-01", "2026-01", "2026-02"])), "twice"),
    "no month named": (17, _edit(17, _set(blocks=[])), "no blocks"),
    "a day instead of a month": (17, _edit(17, _set(blocks=["2026-01-01", "2026-02"])), "no blocks"),
    "a month where there are none": (5, _edit(5, _set(blocks=["2026-01"])), "no blocks"),
    # Later steps
    "starts with less": (9, _edit(9, _amounts(3, -1)), WRONG_PRICE),
    "starts with nothing": (9, _edit(9, _set(postings=[])), WRONG_PLACES),
    "starts below only": (9, _edit(9, _drop(0)), WRONG_PLACES),
    "gives back less": (13, _edit(13, _amounts(3, -1)), WRONG_PRICE),
    "gives back what was spent": (13, _edit(13, _sides("refund")), WRONG_PLACES),
    "refunds more": (16, _edit(16, _amounts(3, 1)), WRONG_PRICE),
    "refunds below only": (16, _edit(16, _drop(0)), WRONG_PLACES),
    "a forfeit that refunds": (15, _edit(15, _also(3, "*", "refund", 40, 0)), WRONG_PLACES),
    "a commit that refunds": (6, _edit(6, _also(3, "*", "refund", 1, 0)), WRONG_PLACES),
    "a delivery that refunds": (7, _edit(7, _also(3, "*", "refund", 1, 0)), WRONG_PLACES),
    "a stop that refunds": (20, _edit(20, _also(3, "*", "refund", 1, 0)), WRONG_PLACES),
    # Their order
    "paid twice": (6, _again(5), "receipt was written twice"),
    "started twice": (10, _again(9), "start after STARTED"),
    "committed twice": (7, _again(6), "commit after COMMITTED"),
    "a tick committed twice": (11, _again(10), "tick was committed twice"),
    "delivered twice": (8, _again(7), "second time"),
    "forfeited twice": (12, _again(11), "forfeit after FORFEITED"),
    "given back twice": (14, _again(13), "release after RELEASED"),
    "refunded twice": (17, _again(16), "refund after RELEASED"),
    "committed before the start": (9, _without(9), "commit after RESERVED"),
    "delivered without a commit": (6, _without(6), "never committed"),
    "a commit nobody paid for": (6, _commit_elsewhere, "nobody paid for"),
    "given back after the start": (15, _free_what_was_started, "release after STARTED"),
    "refunded after the start": (15, _refund_without_forfeit, "refund after STARTED"),
    "refunded after a tick": (12, _refund_of_the_stream, "something that was committed"),
    "forfeited before the start": (11, _edit(11, _set(receipt="0" * 32)), "nobody paid for"),
    # Ticks
    "the first tick removed": (24, _without(24), "tick 1 is missing"),
    "a tick removed": (25, _without(25), "tick 2 is missing"),
    "the last tick removed": (26, _without(26), "another tick than 2"),
    "a tick twice": (26, _again(25), "tick 2 for the second time"),
    "ticks exchanged": (24, _exchange(24, 25), "tick 1 is missing"),
    "a tick with another number": (25, _edit(25, _set(tick=1)), "tick 1 for the second time"),
    "a tick that is no tick": (24, _edit(24, _set(tick=True)), "no tick"),
    "a tick before the first": (24, _edit(24, _set(tick=0)), "no tick"),
    "a digest that is none": (25, _edit(25, _set(digest="00")), "digest"),
    "a digest in capitals": (25, _edit(25, _set(digest="A" * 64)), "digest"),
    "a tick that refunds": (25, _edit(25, _also(3, "*", "refund", 1, 0)), WRONG_PLACES),
    "a tick before its opening": (6, _ticks_before(6), "tick after STARTED"),
    "a tick of a stream nobody paid for": (25, _edit(25, _set(receipt="0" * 32)), "nobody paid for"),
    "closed too early": (26, _exchange(26, 27), "another tick than 2"),
    "a tick after the close": (27, _closed_early, "stream that was closed"),
    "closed twice": (28, _again(27), "stream that was closed"),
    "closed too late": (27, _edit(27, _set(ticks=4)), "another tick than 3"),
    "a tick while stopped": (26, _stopped("clinic/ward", 25), "while its account was stopped"),
    "a tick while stopped above": (26, _stopped("clinic", 25), "while its account was stopped"),
    "a tick while all is stopped": (26, _stopped(None, 25), "while its account was stopped"),
    # Who agreed
    "a refund by one": (16, _edit(16, _set(approvers=["Ada"])), "two people"),
    "a refund by one, twice": (16, _edit(16, _set(approvers=["Ada", "ADA"])), "two people"),
    "a refund by the requester": (16, _edit(16, _set(requester="ADA")), "requester vouched"),
    "a cap moved by one": (18, _edit(18, _set(approvers=["Ada"])), "two people"),
    "a cap raised by nobody": (19, _edit(19, _set(approvers=[])), "two people"),
    "resumed by one": (21, _edit(21, _set(approvers=["Ada"])), "two people"),
    # Caps
    "a cap above the promise": (2, _edit(2, _set(cap=[1001, 0])), "not the one its terms promise"),
    "a raised cap above the promise": (19, _edit(19, _set(cap=[10**15, 0])), "not the one its terms promise"),
    "a cap that is no amount": (3, _edit(3, _set(cap=[-1, 0])), "no amount"),
    "more given away than there is": (3, _edit(3, _set(cap=[1001, 0])), "more is given away"),
    "more moved than there is": (18, _edit(18, _set(cap=[1001, 0])), "more is given away"),
    "moved below what is used": (18, _edit(18, _set(cap=[29, 0])), "leaves its walls"),
    "moved below what was given away": (23, _edit(23, _set(cap=[299, 0])), "given away already"),
    "raised to another unit": (19, _edit(19, _other_unit), "other terms"),
    "raised to less": (19, _edit(19, _no_longer_raised), "raised to less"),
    "a root moved": (18, _edit(18, _set(account="clinic")), "raised"),
    "a second beginning": (20, _edit(20, _set(identity="other"), "begin"), "second name"),
    "spent from an account nobody opened": (5, _edit(5, _set(account="clinic/lab")), "nobody opened"),
}


@pytest.mark.parametrize("name", list(ATTACKS))
def test_an_entry_that_cannot_be_is_named(story: Ledger, name: str) -> None:
    seq, edit, words = ATTACKS[name]
    damage = _found(story, edit)
    assert damage is not None
    assert (damage.kind, damage.seq) == ("edited", seq), damage
    assert words in damage.words, damage


@pytest.mark.parametrize(
    "change",
    [
        _set(charge={"kind": "free", "version": 1}),
        _set(charge={"kind": "pure", "version": 1, "epsilon": "2/2"}),
        _set(postings=7),
        _set(postings=[[3]]),
        _set(postings=[[3, "*", "pay", "10", 0], [2, "*", "pay", "10", 0]]),
        _set(blocks=7),
        lambda body: body.pop("charge"),
    ],
)
def test_an_entry_that_cannot_be_read_is_named(story: Ledger, change: Change) -> None:
    damage = _found(story, _edit(5, change))
    assert damage is not None
    assert damage.kind in ("unreadable", "edited"), damage
    assert damage.seq == 5


def test_the_same_entries_written_anew_are_whole(story: Ledger) -> None:
    """What the forger writes is not refused for being rewritten; were it so, the tests above would show nothing."""
    assert _found(story, lambda entries: None) is None


def test_older_books_may_hold_a_month_that_does_not_exist(story: Ledger) -> None:
    """Earlier programs looked at the form of a block alone. Such an entry is read; nothing new is paid there."""

    def edit(entries: list[Entry]) -> None:
        entries[16][1]["blocks"] = ["2026-01", "2026-13"]
        entries[16][1]["postings"][1][1] = "2026-13"

    damage = _found(story, edit)
    assert damage is not None
    assert damage.kind == "totals", "the entry is possible; only the balances were not edited with it"


def test_a_forged_entry_stops_everything(place: str) -> None:
    with _story(place) as ledger:
        with ledger._books.store.writing() as session:
            rows = session.rows("SELECT kind, body FROM journal ORDER BY seq")
            entries: list[Entry] = [[row["kind"], json.loads(row["body"])] for row in rows]
            ATTACKS["pays less"][1](entries)
            _rewrite(session, entries)
        damage = ledger.verify().damage
        assert damage is not None
        assert damage.seq == 5
        assert ledger.stopped == "damage at entry 5: edited"
