"""Checks for your own mechanisms and charges: the ones we use on ours.

`check_mechanism` audits a mechanism or a plain function, `check_charge` a charge, `check_reach` the promise behind
a choice by a utility of your own, `check_kind` a kind of product; `neighbours` gives worst-case
neighbouring tables; `seeded` gives reproducible words and `publish_seeded` a release made with them, and whatever
is drawn with them says so. A check suite counts its checks: a report names every check it made; one that could not
be made is a failure, not a silence.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy.stats import chi2

from epsilog.audit import Claim, Verdict, audit
from epsilog.core.bounded import Bounded, Noisy, Sensitivity
from epsilog.core.charge import RHO_UNITS, Charge, charge_from_dict
from epsilog.core.mechanism import Mechanism, RandomWords
from epsilog.core.number import Number, whole
from epsilog.core.unit import Unit
from epsilog.errors import PrivacyError, SpecError
from epsilog.ledger.conformance import check_ledger as check_ledger
from epsilog.noise.randomness import ReproducibleRandomness
from epsilog.sources.conformance import check_source as check_source

if TYPE_CHECKING:
    from pathlib import Path

    from epsilog.ledger import Ledger
    from epsilog.mechanisms.tables.scored import Reach
    from epsilog.roles.spec import Spec
    from epsilog.show.release import Release
    from epsilog.testing.kind import Sample

FALSE_ALARM: Final = 1e-6
_ORDERS: Final = (Fraction(101, 100), Fraction(3, 2), Fraction(2), Fraction(8), Fraction(64))


def seeded(seed: int) -> RandomWords:
    """Reproducible words, for tests only: `.reproducible` is True and a release drawn with them says so.

    >>> from epsilog.noise import discrete_laplace
    >>> bool((discrete_laplace(3, 5, seeded(1)) == discrete_laplace(3, 5, seeded(1))).all())
    True
    """
    return ReproducibleRandomness(whole(seed, "seed"))


def publish_seeded(
    seed: int, spec: Spec, ledger: Ledger, *, frame: object | None = None, base: Path | None = None
) -> Release:
    """`publish` with reproducible noise, for tests only. It pays like a release and protects nobody.

    The stored result says that it is reproducible, and everything rendered from it says so too.
    """
    from epsilog.pay.door import Door
    from epsilog.publish.pipeline import publish_with

    return publish_with(seeded(seed), spec, ledger, Door(frame, base))


class CheckFailed(AssertionError):
    """A check did not hold; the text says which, and what was seen."""


@dataclass
class Report:
    """What was checked, in order. `count` is for suites that must notice a check that went missing."""

    subject: str
    checks: list[str] = field(default_factory=list)
    verdict: Verdict | None = None

    @property
    def count(self) -> int:
        """How many checks were made."""
        return len(self.checks)

    def __str__(self) -> str:
        return "\n".join([f"{self.subject}: {self.count} checks", *(f"  {check}" for check in self.checks)])

    def hold(self, check: str, holds: bool, seen: str = "") -> None:
        """Count a check, or fail with what was seen."""
        if not holds:
            raise CheckFailed(f"{self.subject}: {check} does not hold" + (f": {seen}" if seen else ""))
        self.checks.append(check)

    def complete(self, expected: int) -> Report:
        """Refuse to end with fewer checks than the suite has."""
        if self.count != expected:
            raise CheckFailed(f"{self.subject}: {self.count} of {expected} checks were made")
        return self


CHARGE_CHECKS: Final = 7
MECHANISM_CHECKS: Final = 12
FUNCTION_CHECKS: Final = 2


def check_charge(charge: Charge) -> Report:
    """Check that a charge is permanent data with an honest price.

    >>> from epsilog.core.charge import Pure
    >>> check_charge(Pure("0.1")).count
    7
    """
    from epsilog.accounting import renyi

    report = Report(f"charge {charge.kind}")
    report.hold("it reads back as itself", charge_from_dict(charge.to_dict()) == charge)
    price = charge.price()
    whole_units = all(type(part) is int and part >= 0 for part in (price.rho, price.delta))
    report.hold("its price is whole units, not all zero", whole_units and price.rho + price.delta > 0, str(price))
    repeated, summed = (charge * 7).price(), sum((charge.price() for _ in range(6)), charge.price())
    report.hold("seven times it costs seven times its price", repeated == summed, f"{repeated} and {summed}")
    added = charge
    for _ in range(6):
        added = added + charge
    report.hold("adding it seven times costs the same", added.price() == repeated, f"{added.price()}")
    pure, many = charge.pure(), (charge * 7).pure()
    grows = (pure is None and many is None) or (pure is not None and many == 7 * pure and pure > 0)
    report.hold("its pure epsilon, if any, is positive and adds up", grows, f"{pure}, {many}")
    if pure is None:
        report.hold("its rho is covered by no pure epsilon, as it says", charge.pure() is None)
    else:
        # Any epsilon-DP mechanism has rho at most epsilon²/2, so a larger rho would be an error in the price.
        most = Fraction(pure, 10**12) ** 2 / 2 * RHO_UNITS + sum(count for _, count in charge.parts())
        report.hold("its rho is at most epsilon²/2", price.rho <= most, f"{price.rho} above {float(most)}")
    rho = Fraction(price.rho, RHO_UNITS)
    over = [order for order in _ORDERS if renyi.curve(charge)(order) > float(rho * order) * (1 + 1e-9) + 1e-12]
    report.hold("its Rényi curve lies under rho times the order", not over, f"not at order {over[:1]}")
    return report.complete(CHARGE_CHECKS)


def check_mechanism(
    mechanism: Mechanism | Callable[..., Any],
    before: Any,
    after: Any,
    *,
    claim: Any = None,
    samples: int | None = None,
    confidence: Number = "0.999999",
    seed: int | None = None,
    families: Sequence[Any] | None = None,
) -> Report:
    """Audit a mechanism of ours, or any function, on two neighbours; raise `CheckFailed` with the reason.

    A plain function needs a `claim` and is audited as `epsilog.audit.audit` describes. A `Mechanism` is called with
    `Bounded` answers: `before` and `after` are two of them, one unit apart; each draw is a call of its own, so
    fewer draws are made unless `samples` asks for more. False-alarm rate: 1 - confidence for the audit, 1e-6 for
    the chi-square.

    >>> import math
    >>> def noisy_count(data, size, rng):
    ...     p = 1 - math.exp(-0.5)
    ...     return len(data) + rng.geometric(p, size) - rng.geometric(p, size)
    >>> print(check_mechanism(noisy_count, ["a", "b"], ["a"], claim=0.5, seed=1))
    noisy_count: 2 checks
      every call was answered
      no attacker was surer than the claim allows
    """
    if isinstance(before, Bounded) or isinstance(after, Bounded):
        return _check_port(mechanism, before, after, samples or 20_000, confidence, seed, families)
    if claim is None:
        raise SpecError("a plain function needs a claim", where="claim", hint="claim=0.5, or a charge")
    report = Report(getattr(mechanism, "__name__", type(mechanism).__name__))
    verdict = audit(
        mechanism,
        before,
        after,
        claim,
        samples=samples or 200_000,
        confidence=confidence,
        seed=seed,
        families=families,
    )
    _judge(report, verdict)
    return report.complete(FUNCTION_CHECKS)


def check_reach(
    utility: Callable[[list[Any]], Sequence[int]],
    units: Sequence[Any],
    reach: Reach,
    *,
    others: Sequence[Any] = (),
    replace: bool = False,
) -> Report:
    """Look for neighbours whose utilities move further apart than was declared: each unit away, each other one in.

    units     what the utility is computed from, one element for each unit that is protected
    others    units that might come: add the most extreme ones there can be
    replace   neighbours replace one unit by another, instead of adding or removing one

    >>> from epsilog.mechanisms.tables.scored import Reach
    >>> votes = lambda ballots: [sum(ballot == name for ballot in ballots) for name in ("A", "B")]
    >>> check_reach(votes, ["A", "B", "A"], Reach.each(1, monotone=True), others=["B", "nobody"]).count
    2
    >>> check_reach(votes, ["A", "B", "A"], Reach.each(1, monotone=True), others=["B"], replace=True)
    Traceback (most recent call last):
        ...
    epsilog.testing.CheckFailed: utility: at most as far apart as declared does not hold: 2, declared 1

    It finds what it tries and proves nothing: a utility that passes may still be wrong about data nobody tried.
    """
    from epsilog.mechanisms.tables.scored import Scored, moved_apart

    def scored(chosen: list[Any]) -> Scored:
        found = [operator.index(number) for number in utility(chosen)]
        return Scored(tuple(range(len(found))), np.array(found, dtype=np.int64), reach)

    data, report = list(units), Report("utility")
    here, furthest, number = scored(data), 0, 0
    away = [data[:at] + data[at + 1 :] for at in range(len(data))]
    tried = [[*rest, other] for rest in away for other in others] if replace else away
    tried += [] if replace else [[*data, other] for other in others]
    for other in tried:
        there = scored(other)
        number += len(there) != len(here)
        if len(there) == len(here):
            furthest = max(furthest, moved_apart(here, there))
    report.hold("neighbours have the same candidates", bool(tried) and number == 0, f"{number} of {len(tried)} not")
    declared = f"{furthest}, declared {reach.spread}"
    report.hold("at most as far apart as declared", furthest <= reach.spread, declared)
    return report.complete(2)


def check_kind(
    name: str,
    samples: Sequence[Sample],
    rows: Sequence[Mapping[str, Any]],
    *,
    planted: Sequence[str],
    page: str,
    why_not_live: str = "",
) -> Report:
    """Check a kind of product (a folder of `kinds`) with a few requests of its own; raise `CheckFailed` or report.

    samples        requests with one entry of the kind each (`epsilog.testing.kind.Sample`)
    rows           the rows they are asked of: texts by column, `when` the column of time
    planted        the names of bugs that are planted in the kind, for its tests to catch
    page           the text of docs/spec.md
    why_not_live   why none of its entries can be published tick by tick

    Ranges are drawn many times with seeds: false-alarm rate 1e-6 for the kind.
    """
    from epsilog.testing.kind import check

    return check(name, samples, rows, planted=planted, page=page, why_not_live=why_not_live)


def neighbours(
    unit: Unit, *, cells: int = 3, rows: int = 3, people: int = 2
) -> Iterator[tuple[list[Any], list[Any]]]:
    """Worst-case neighbouring tables as lists of (person, cell) rows: exactly one unit apart.

    The one who comes and goes has nothing, one row, all rows in one cell, or rows spread over all cells; the others
    are absent, all in the same cell, or spread. Under `neighbours="replace"` the one changes cells instead.

    >>> unit = Unit("person")
    >>> tables = list(neighbours(unit, cells=2, rows=2, people=1))
    >>> len(tables), tables[0]
    (9, ([], [('one', 0)]))
    """
    many = whole(rows, "rows", at_least=1)
    wide = whole(cells, "cells", at_least=1)
    count = whole(people, "people")
    own = 1 if unit.each == "row" else many
    alone = [[("one", 0)], [("one", 0)] * own, [("one", i % wide) for i in range(own)]]
    others = {
        "nobody": [],
        "together": [(f"other {i}", 0) for i in range(count)],
        "spread": [(f"other {i}", (i + 1) % wide) for i in range(count) for _ in range(many)],
    }
    for rest in others.values():
        for mine in alone:
            if unit.neighbours == "replace":
                moved = [(who, (cell + 1) % max(2, wide)) for who, cell in mine]
                yield [*rest, *mine], [*rest, *moved]
            else:
                yield list(rest), [*rest, *mine]


def _check_port(
    mechanism: Any,
    before: Bounded,
    after: Bounded,
    samples: int,
    confidence: Number,
    seed: int | None,
    families: Sequence[Any] | None,
) -> Report:
    report = Report(type(mechanism).__name__)
    report.hold("both neighbours are bounded answers", isinstance(before, Bounded) and isinstance(after, Bounded))
    covers: Sensitivity = mechanism.covers
    declared = covers.covers(before.sensitivity) and covers.covers(after.sensitivity)
    report.hold("its noise covers the declared sensitivity", declared, f"{covers} against {before.sensitivity}")
    step = after.values - before.values
    moved = Sensitivity(max(1, int(np.abs(step).sum())), max(1, int((step.astype(object) ** 2).sum())))
    report.hold("the neighbours are no further apart than declared", before.sensitivity.covers(moved), str(moved))
    charge: Charge = mechanism.charge
    report.hold("its charge reads back as itself", charge_from_dict(charge.to_dict()) == charge)

    first = mechanism(before, seeded(1))
    # Many seeds: a table of one cell drawn with other words agrees by chance about once in ten.
    twice = [(mechanism(before, seeded(seed)), mechanism(before, seeded(seed))) for seed in range(32)]
    same = isinstance(first, Noisy) and all(np.array_equal(one.values, two.values) for one, two in twice)
    report.hold("the same words give the same answers", same)
    other = mechanism(after, seeded(2))
    shape = first.keys == other.keys == before.keys and first.values.shape == other.values.shape
    report.hold("keys and lengths do not depend on the data", shape)
    report.hold("what is drawn with a seed says so", first.reproducible)
    # A value nobody would write, in a table declared to move further than the noise covers.
    wide = Sensitivity(2 * covers.l1 + 1, 4 * covers.l2_squared + 4 * covers.l1 + 1)
    marked = Bounded(before.keys, np.full(len(before.keys), 987_654_321, dtype=np.int64), before.grain, wide)
    refusal = _refusal(mechanism, marked)
    report.hold("it refuses a table that may move further than it covers", refusal is not None)
    shown = " ".join([repr(mechanism), str(mechanism), repr(marked), str(refusal)])
    report.hold("no private value is shown, nor quoted when it refuses", "987654321" not in shown)
    _check_law(report, mechanism, before, samples, seed)

    def drawn(data: Any, size: int, rng: np.random.Generator) -> Any:
        words: RandomWords | None = ReproducibleRandomness(rng.bytes(32)) if seed is not None else None
        return _many(mechanism, data, size, words)

    inputs = (_Private(before), _Private(after))
    verdict = audit(
        drawn, *inputs, Claim.of(charge), samples=samples, confidence=confidence, seed=seed, families=families
    )
    _judge(report, verdict)
    return report.complete(MECHANISM_CHECKS)


def _judge(report: Report, verdict: Verdict) -> None:
    report.verdict = verdict
    report.hold("every call was answered", not verdict.problems, "; ".join(verdict.problems))
    report.hold("no attacker was surer than the claim allows", verdict.passed, "\n" + str(verdict))


def _check_law(report: Report, mechanism: Any, exact: Bounded, samples: int, seed: int | None) -> None:
    """Chi-square of the drawn noise against the stated law, all cells pooled; false-alarm rate 1e-6."""
    words = None if seed is None else seeded(seed)
    values = np.asarray(_many(mechanism, _Private(exact), min(samples, 200_000), words))
    grain = float(exact.grain)
    noise = np.round((values - exact.values * grain) / grain).astype(np.int64).reshape(-1)
    law = mechanism.noise.law
    reach = 1
    while law.beyond(reach) * len(noise) > 40:
        reach *= 2
    k = np.arange(-reach, reach + 1)
    step = max(1, len(k) // 200)
    probability = law.pmf(k)
    edges = np.arange(0, len(k), step)
    expected = np.append(np.add.reduceat(probability, edges), max(0.0, 1 - probability.sum())) * len(noise)
    place = np.where(np.abs(noise) <= reach, (noise + reach) // step, len(edges))
    observed = np.bincount(place, minlength=len(expected))
    rare = expected < 10
    expected = np.append(expected[~rare], expected[rare].sum())
    observed = np.append(observed[~rare], observed[rare].sum())
    used = expected > 0
    statistic = float((((observed - expected) ** 2)[used] / expected[used]).sum()) + (
        math.inf if observed[~used].any() else 0.0
    )
    limit = float(chi2.isf(FALSE_ALARM, max(1, int(used.sum()) - 1)))
    seen = f"chi-square {statistic:.1f} above {limit:.1f}"
    report.hold(f"the drawn noise follows its stated law (false alarms {FALSE_ALARM:g})", statistic <= limit, seen)


class _Private:
    """Carries bounded answers through code that copies its inputs, which private answers refuse."""

    def __init__(self, exact: Bounded) -> None:
        self.exact = exact

    def __deepcopy__(self, memo: dict[int, Any]) -> _Private:
        return self

    def __repr__(self) -> str:
        return repr(self.exact)


def _refusal(mechanism: Any, exact: Bounded) -> PrivacyError | None:
    try:
        mechanism(exact, seeded(3))
    except PrivacyError as refused:
        return refused
    return None


def _many(mechanism: Any, data: _Private, size: int, words: RandomWords | None) -> Any:
    from epsilog.noise import system

    rng = system if words is None else words
    return np.stack([mechanism(data.exact, rng).values for _ in range(size)])
