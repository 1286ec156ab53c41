"""A long random life of a tree that is turned again and again, against a plain model of it."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass
from fractions import Fraction

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, Laplace, Pure, Repeated
from epsilog.core.unit import Unit
from epsilog.errors import EpsilogError
from epsilog.ledger import Ledger, Terms
from ledger_places import Places

BOARD = ("Ada", "Grace")
CHARGES: tuple[Charge, ...] = (
    Pure("0.02"),
    Pure("0.06"),
    Laplace(100, 3, 5),
    BoundedRange("0.05"),
    Repeated(Pure("0.002"), 12),
    Gaussian(1000, 1),
    Approx("0.01", "1e-8"),
)
MONTHS = (("2026-01",), ("2026-02",), ("2026-01", "2026-02"))


@dataclass
class Booked:
    """A release as the model knows it."""

    receipt: str
    account: str
    charge: Charge
    blocks: tuple[str, ...]
    state: str  # held, spent, lost, or back


class Model:
    """Everything booked, and what it adds up to in either currency, for every account and month."""

    def __init__(self) -> None:
        self.booked: list[Booked] = []

    def sums(self, account: str, month: str, coin: str, *states: str) -> Fraction | None:
        """None where something has no epsilon."""
        total = 0
        for one in self.booked:
            below = one.account == account or one.account.startswith(f"{account}/")
            if not below or month not in one.blocks or one.state not in states:
                continue
            cost = one.charge.pure() if coin == "pure" else one.charge.price().rho
            if cost is None:
                return None
            total += cost
        return Fraction(total)


@pytest.mark.parametrize(
    ("seed", "lives"), [(7, 6), pytest.param(8, 150, marks=pytest.mark.nightly)], ids=["day", "night"]
)
def test_a_random_life_keeps_to_one_of_the_two(places: Places, seed: int, lives: int) -> None:
    chance, place, turns = random.Random(seed), places.file(), 0
    with Ledger.open(place, create=True) as ledger, Ledger.open(place) as other:
        for life in range(lives):
            turns += _live(f"clinic{life}", chance, (ledger, other))
        assert ledger.verify().whole
    assert turns >= 3 * lives


def _live(root: str, chance: random.Random, desks: tuple[Ledger, Ledger]) -> int:
    """Forty random acts through two handles, each compared with the model; how often it was turned."""
    model, promise, turns = Model(), Allowance.approximate(1, "1e-6", "5e-7"), 0
    desks[0].open_account(root, Terms(Unit("p", per="1mo"), promise, failures=1000), by="Ada")
    desks[0].allocate(root, {"a": "0.5", "b": "0.4"}, by="Ada")
    for step in range(40):
        desk = chance.choice(desks)
        act = chance.choices(("pay", "hold", "start", "free", "lose", "refund", "turn"), (6, 5, 3, 5, 4, 4, 8))[0]
        with contextlib.suppress(EpsilogError):
            if act in ("pay", "hold"):
                account, charge, blocks = (
                    f"{root}/{chance.choice('ab')}",
                    chance.choice(CHARGES),
                    chance.choice(MONTHS),
                )
                pay = desk.debit if act == "pay" else desk.reserve
                receipt = pay(account, charge, "plan", key=f"{step}", blocks=blocks)
                model.booked.append(
                    Booked(receipt.id, account, charge, blocks, "spent" if act == "pay" else "held")
                )
            elif act == "turn":
                coin = desks[0].account(root).terms.allowance.coin
                desk.turn(root, "rho" if coin == "pure" else "pure", approvers=BOARD, why="by chance")
                turns += 1
            else:
                _step(desk, model, act, chance)
        _compare(desks[0], root, model, promise)
    return turns


def _step(desk: Ledger, model: Model, act: str, chance: random.Random) -> None:
    before = {"start": "held", "free": "held", "lose": "spent", "refund": "lost"}[act]
    waiting = [one for one in model.booked if one.state == before]
    if not waiting:
        return
    one = chance.choice(waiting)
    if act == "start":
        desk.start(one.receipt)
    elif act == "free":
        desk.release(one.receipt, why="by chance")
    elif act == "lose":
        desk.forfeit(one.receipt, why="by chance")
    else:
        desk.assert_refund(one.receipt, approvers=BOARD, why="by chance")
    one.state = {"start": "spent", "free": "back", "lose": "lost", "refund": "back"}[act]


def _compare(ledger: Ledger, root: str, model: Model, promise: Allowance) -> None:
    for account in (one for one in ledger.accounts() if f"{one.name}/".startswith(f"{root}/")):
        coin = account.terms.allowance.coin
        assert account.terms.allowance.promise == promise.promise
        for balance in account.balances:
            if balance.block == "*":
                continue
            held = model.sums(account.name, balance.block, coin, "held")
            spent = model.sums(account.name, balance.block, coin, "spent", "lost")
            assert (balance.held.main, balance.spent.main) == (held, spent)
    for month in ("2026-01", "2026-02"):  # whatever was executed is within one of the two, for every unit
        pure, rho = (model.sums(root, month, coin, "spent", "lost", "held") for coin in ("pure", "zcdp"))
        assert rho is not None
        assert (pure is not None and pure <= 10**12) or rho <= promise.cap
