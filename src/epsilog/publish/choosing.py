"""The best of a few candidates by a utility of your own: paid from an account, drawn once, stored under its key.

For what a spec cannot say: which model, which K, which split of a tree, who won a vote. The candidates are public;
the utilities are computed from private data by a function of yours, after the price is paid. How far one unit may
move them against each other is *your* promise (`Reach`), and the guarantee rests on it: nobody can check it for all
data. `epsilog.testing.check_reach` looks for neighbours that break it; prove it all the same.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

import numpy as np

from epsilog.core.ledger import Receipt
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, same_text, spell_number
from epsilog.core.unit import Unit
from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import Ledger
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.scored import Reach, Scored
from epsilog.noise import system
from epsilog.pay.door import Door
from epsilog.pay.paid import Priced, pay_once
from epsilog.pay.trial import try_choice
from epsilog.plan.planned_question import refuse_a_planned_name
from epsilog.roles.spec import Spend

VERSION: Final = 1
_FURTHEST: Final = 2**61


@dataclass(frozen=True)
class Question:
    """What is chosen, from what, at which price. Public: nothing of it may come from the data.

    labels     the candidates, in any order
    reach      how far one unit may move two utilities against each other, in whole numbers: your promise
    epsilon    the price; in an account with a delta, an eighth of its square in rho
    unit       who is protected; must repeat what the account says
    """

    name: str
    edition: str
    labels: tuple[str, ...]
    reach: Reach
    epsilon: Fraction
    unit: Unit
    spend: Spend
    zone: str = "UTC"

    def __post_init__(self) -> None:
        for field in ("name", "edition"):
            if not str(getattr(self, field)).strip():
                raise SpecError("say a name", where=field, hint="a short name, such as visits")
        labels = tuple(same_text(label) for label in self.labels)
        Scored(labels, np.zeros(len(labels), dtype=np.int64), self.reach)  # refuses what cannot be chosen from
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "epsilon", exact(self.epsilon, "epsilon", above=0))

    def to_dict(self) -> dict[str, Any]:
        """The canonical form."""
        unit = self.unit
        return {
            "version": VERSION,
            "choice": self.name,
            "edition": self.edition,
            "labels": list(self.labels),
            "spread": self.reach.spread,
            "epsilon": spell_number(self.epsilon),
            "protect": {"each": unit.each, "per": unit.per, "neighbours": unit.neighbours, "zone": self.zone},
            "from": self.spend.account,
        }

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical form."""
        text = json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def key(self) -> str:
        """The same key is the same answer, never a fresh draw."""
        return f"{self.name}@{self.edition}#{self.digest[:16]}"


@dataclass(frozen=True)
class Answer:
    """The label that was drawn, and the receipt that paid for it. Public.

    repeated       the key was known: this is the first answer again, and nothing was computed or spent
    reproducible   a seed of the tests drew it: protects nobody
    """

    label: str
    question: Question
    mechanism: Choose | Flip
    receipt: Receipt
    repeated: bool
    reproducible: bool

    def within(self, confidence: Number = Fraction(95, 100)) -> int:
        """As often as this the label's utility is at most so far below the best one."""
        return self.mechanism.within(len(self.question.labels), 1 - exact(confidence, "confidence"))


def choose(
    name: str,
    labels: Sequence[str],
    utility: Callable[[], Sequence[int]],
    *,
    reach: Reach,
    epsilon: Number,
    ledger: Ledger,
    account: str,
    edition: str,
) -> Answer:
    """Pay, compute the utilities, draw one label, store it.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from epsilog import Allowance, Ledger, Terms, Unit
    >>> books = Ledger.open(Path(tempfile.mkdtemp()) / "ledger.db", create=True)
    >>> books.open_account("models", Terms(Unit("row"), Allowance.pure(3)), by="Ada")
    >>> errors = {"knn": [1, 0, 0, 1] * 90, "tree": [0, 1, 0, 0] * 90}             # one private bit for each row
    >>> right = lambda: [sum(1 - wrong for wrong in errors[model]) for model in ("knn", "tree")]
    >>> best = choose("best-model", ("knn", "tree"), right, reach=Reach.each(1, monotone=True), epsilon=1,
    ...               ledger=books, account="models", edition="1")
    >>> best.label, best.within("0.99")                        # at most so many rows worse, 99 times in 100
    ('tree', 3)

    `utility` returns one whole number for each label, in their order, the larger the better. It is called once,
    after the price is spent; a known key does not call it. Whatever goes wrong in it, one error comes out, without
    its cause, because the cause may be private; the price stays spent. Permute-and-flip in pure accounts, the
    exponential mechanism in others.
    """
    return choose_with(
        system,
        name,
        labels,
        utility,
        reach=reach,
        epsilon=epsilon,
        ledger=ledger,
        account=account,
        edition=edition,
    )


def choose_with(
    rng: RandomWords,
    name: str,
    labels: Sequence[str],
    utility: Callable[[], Sequence[int]],
    *,
    reach: Reach,
    epsilon: Number,
    ledger: Ledger,
    account: str,
    edition: str,
) -> Answer:
    """The same with given random words. Not for releases: `choose` and tests are its only callers."""
    terms = ledger.account(account).terms
    unit = terms.unit
    if unit.per is not None or unit.window is not None:
        raise SpecError(
            "the account protects persons within a period, and a function of yours says no period",
            where="account",
            hint="choose from a spec (`choose: …`), or from an account without `per`",
        )
    share = exact(epsilon, "epsilon", above=0)
    question = Question(name, edition, tuple(labels), reach, share, unit, Spend(account), terms.zone)
    if unit.neighbours == "replace" and reach.one_way:
        # Counts are monotone where units come or go. Where one is replaced, two of them move apart by twice that.
        raise SpecError(
            "the account protects units that are replaced, and `monotone` is about units that come or go",
            where="reach",
            hint="Reach.each(step), or Reach(spread) if you have proved a smaller one for replaced units",
        )
    mechanism = (Flip if terms.allowance.coin == "pure" else Choose)(share, reach)
    door = Door(None, None, None)

    @contextmanager
    def ready() -> Iterator[Priced]:
        refuse_a_planned_name(name, account, ledger)
        try_choice(mechanism, question.labels)
        draw = partial(_draw, question, mechanism, utility, rng)
        yield Priced(mechanism.charge, terms.allowance.coin, (), lambda receipt: door.behind(draw, receipt.id))

    return _find_answer(ledger, pay_once(question, ledger, ready, door.progress), question, mechanism)


def _draw(
    question: Question, mechanism: Choose | Flip, utility: Callable[[], Sequence[int]], rng: RandomWords
) -> bytes:
    """The only place where utilities and randomness meet."""
    # Whole numbers only: rounding somebody's floats would move them further apart than was promised.
    found = [min(max(operator.index(number), -_FURTHEST), _FURTHEST) for number in utility()]
    chosen = mechanism(Scored(question.labels, np.array(found, dtype=np.int64), question.reach), rng)
    record = {
        "version": VERSION,
        "question": question.to_dict(),
        "label": chosen.label,
        "drawn_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "reproducible": chosen.reproducible,
    }
    return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def _find_answer(ledger: Ledger, receipt: Receipt, question: Question, mechanism: Choose | Flip) -> Answer:
    record = json.loads(ledger.deliver(receipt))
    same = record["version"] == VERSION and record["question"] == question.to_dict()
    if not same or record["label"] not in question.labels or receipt.charge != mechanism.charge:
        raise LedgerError("the stored answer is not what this receipt paid for", hint="epsilog ledger verify")
    return Answer(record["label"], question, mechanism, receipt, receipt.repeated, bool(record["reproducible"]))


__all__ = ["Answer", "Question", "Reach", "choose"]
