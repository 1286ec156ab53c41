"""Charges: what a release cost, as plain permanent data.

The constitution of this file:

1. A charge says what was done (a law, a scale, two norms), not what somebody thought of it. Prices may become
   tighter in later versions; the data of a charge never changes its meaning.
2. The set of kinds is closed. A stored record names a kind from `KINDS` and nothing else: no module, no class.
3. A price is integers: rho in units of 1e-12, delta in units of 1e-18, epsilon in units of 1e-12, every one
   rounded up. n times a charge costs exactly n times its price.
4. What is not about persons (privacy per metre) has a currency of its own and refuses to be added.

The proofs are in docs/proofs/charges.md.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, Final, Literal

from epsilog.core.number import ceiling, exact, spell_number, whole
from epsilog.core.price import DELTA_UNITS, EPSILON_UNITS, RHO_UNITS, Price, rho_of_pure
from epsilog.errors import CurrencyMismatch, LedgerError, SpecError

VERSION: Final = 1

Currency = Literal["persons", "per-metre"]


class Charge(ABC):
    """What one release cost. Add charges, multiply them, store them; the ledger knows nothing else."""

    kind: ClassVar[str]
    currency: ClassVar[Currency] = "persons"

    @abstractmethod
    def price(self) -> Price:
        """The approximate-zCDP price, an upper bound."""

    @abstractmethod
    def pure(self) -> int | None:
        """The pure-epsilon price in 1e-12, an upper bound; None where no finite epsilon holds at delta = 0."""

    def per_metre(self) -> int:
        """The price of a place in 1e-12 of epsilon per metre, an upper bound; refused for charges of persons."""
        raise _mixed_currencies()

    def parts(self) -> Iterator[tuple[Charge, int]]:
        """The leaves of a composed charge with how often each occurs."""
        yield self, 1

    def depth(self) -> int:
        """How many floors of Composed and Repeated stand on the leaves."""
        return 0

    def __add__(self, other: Charge) -> Charge:
        if not isinstance(other, Charge):
            return NotImplemented
        return Composed((self, other))

    def __mul__(self, times: int) -> Charge:
        return Repeated(self, times)

    __rmul__ = __mul__

    def to_dict(self) -> dict[str, Any]:
        """The permanent record; `charge_from_dict` reads it back."""
        record: dict[str, Any] = {"kind": self.kind, "version": VERSION}
        for field in fields(self):  # type: ignore[arg-type]  # every kind is a dataclass
            value = getattr(self, field.name)
            record[field.name] = spell_number(value) if isinstance(value, Fraction) else value
        return record


@dataclass(frozen=True)
class Pure(Charge):
    """Any mechanism proved epsilon-differentially private.

    Costs rho = epsilon tanh(epsilon/2), never more than epsilon²/2.

    >>> Pure(1).price().rho / 1e12
    0.462117157261
    """

    kind = "pure"
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact(self.epsilon, "epsilon", above=0))

    def price(self) -> Price:
        """Rho = epsilon tanh(epsilon/2)."""
        return Price(rho_of_pure(self.epsilon), 0)

    def pure(self) -> int:
        """Epsilon itself."""
        return ceiling(self.epsilon * EPSILON_UNITS)


@dataclass(frozen=True)
class Laplace(Charge):
    """Independent discrete Laplace noise of one scale on a vector of integers; the smaller valid price.

    >>> twenty = Laplace(scale=20, l1=20, l2_squared=20)
    >>> twenty.pure() / 1e12, round(twenty.price().rho / 1e12, 3)
    (1.0, 0.025)
    """

    kind = "laplace"
    scale: Fraction
    l1: int
    l2_squared: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", exact(self.scale, "scale", above=0))
        object.__setattr__(self, "l1", whole(self.l1, "l1", at_least=1))
        object.__setattr__(self, "l2_squared", whole(self.l2_squared, "l2_squared", at_least=1, at_most=2**124))

    def price(self) -> Price:
        """min of f(l1) and l2_squared f(1), f(d) = (d/scale) tanh(d/(2 scale))."""
        return Price(min(rho_of_pure(self.l1 / self.scale), rho_of_pure(1 / self.scale, self.l2_squared)), 0)

    def pure(self) -> int:
        """l1/scale; for integers the L1 norm is never above the squared L2 norm."""
        return ceiling(min(self.l1, self.l2_squared) / self.scale * EPSILON_UNITS)


@dataclass(frozen=True)
class Gaussian(Charge):
    """Gaussian noise on a vector: rho = l2_squared/(2 sigma_squared), discrete or continuous alike.

    The discrete law needs integer answers; it is *not* (l2/sigma)-Gaussian-DP, so only zCDP prices it.

    >>> Gaussian(sigma_squared=100, l2_squared=4).price()
    Price(rho=20000000000, delta=0)
    """

    kind = "gaussian"
    sigma_squared: Fraction
    l2_squared: int
    law: Literal["discrete", "continuous"] = "discrete"

    def __post_init__(self) -> None:
        object.__setattr__(self, "sigma_squared", exact(self.sigma_squared, "sigma_squared", above=0))
        object.__setattr__(self, "l2_squared", whole(self.l2_squared, "l2_squared", at_least=1, at_most=2**124))
        if self.law not in ("discrete", "continuous"):
            raise SpecError(f"unknown law {self.law!r}", where="law", hint="discrete or continuous")

    def price(self) -> Price:
        """Rho = l2_squared / (2 sigma_squared)."""
        return Price(ceiling(self.l2_squared / (2 * self.sigma_squared) * RHO_UNITS), 0)

    def pure(self) -> None:
        """No finite epsilon holds at delta = 0."""
        return None


@dataclass(frozen=True)
class Approx(Charge):
    """Any mechanism proved (epsilon, delta)-differentially private, such as a threshold on unknown keys.

    >>> Approx(1, 1e-6).price()
    Price(rho=462117157261, delta=1000000000000)
    """

    kind = "approx"
    epsilon: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact(self.epsilon, "epsilon", at_least=0))
        object.__setattr__(self, "delta", exact(self.delta, "delta", above=0, below=1))

    def price(self) -> Price:
        """Rho of the pure part; delta to the delta account."""
        return Price(rho_of_pure(self.epsilon), ceiling(self.delta * DELTA_UNITS))

    def pure(self) -> None:
        """No finite epsilon holds at delta = 0."""
        return None


@dataclass(frozen=True)
class BoundedRange(Charge):
    """The exponential mechanism: its privacy loss ranges over an interval of length epsilon.

    >>> BoundedRange(1).price().rho / 1e12
    0.125
    """

    kind = "bounded-range"
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact(self.epsilon, "epsilon", above=0))

    def price(self) -> Price:
        """The smaller of epsilon²/8 and the price of any epsilon-DP mechanism."""
        eighth = ceiling(self.epsilon**2 / 8 * RHO_UNITS)
        return Price(min(eighth, rho_of_pure(self.epsilon)), 0)

    def pure(self) -> int:
        """Epsilon itself."""
        return ceiling(self.epsilon * EPSILON_UNITS)


@dataclass(frozen=True)
class GeoInd(Charge):
    """Geo-indistinguishability, epsilon per metre: protects a place, not a person in a table.

    >>> GeoInd(0.01) + Pure(1)
    Traceback (most recent call last):
        ...
    epsilog.errors.CurrencyMismatch: privacy per metre and privacy of persons cannot be added (hint: keep an account for each)
    """  # noqa: E501  (the message is one line)

    kind = "geo-ind"
    currency = "per-metre"
    epsilon_per_metre: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon_per_metre", exact(self.epsilon_per_metre, "epsilon_per_metre", above=0))

    def price(self) -> Price:
        """Refused: metres are not persons."""
        raise _mixed_currencies()

    def pure(self) -> int:
        """Refused: metres are not persons."""
        raise _mixed_currencies()

    def per_metre(self) -> int:
        """Epsilon per metre itself."""
        return ceiling(self.epsilon_per_metre * EPSILON_UNITS)


@dataclass(frozen=True)
class Composed(Charge):
    """Several charges on the same data, chosen beforehand or as answers come in.

    >>> (Pure(1) + Gaussian(100, 4) * 3).price().rho / 1e12
    0.522117157261
    """

    kind = "composed"
    charges: tuple[Charge, ...]
    _depth: ClassVar[int]

    def __post_init__(self) -> None:
        flat: list[Charge] = []
        for charge in self.charges:
            known_kind(charge, "charges")
            flat.extend(charge.charges if isinstance(charge, Composed) else (charge,))
        if not flat:
            raise SpecError("nothing was composed", where="charges")
        if len({charge.currency for charge in flat}) > 1:
            raise _mixed_currencies()
        object.__setattr__(self, "charges", tuple(flat))
        object.__setattr__(self, "currency", flat[0].currency)
        object.__setattr__(self, "_depth", _one_floor_up(flat))

    def price(self) -> Price:
        """The sum: the zCDP filter's rule."""
        return sum((charge.price() for charge in self.charges), Price(0, 0))

    def pure(self) -> int | None:
        """The sum, where every part has one."""
        total = 0
        for charge in self.charges:
            if (part := charge.pure()) is None:
                return None
            total += part
        return total

    def per_metre(self) -> int:
        """The sum."""
        return sum(charge.per_metre() for charge in self.charges)

    def depth(self) -> int:
        """One more than its deepest part."""
        return self._depth

    def parts(self) -> Iterator[tuple[Charge, int]]:
        """All leaves."""
        for charge in self.charges:
            yield from charge.parts()

    def to_dict(self) -> dict[str, Any]:
        """The record, parts in order."""
        return {"kind": self.kind, "version": VERSION, "charges": [c.to_dict() for c in self.charges]}


@dataclass(frozen=True)
class Repeated(Charge):
    """The same charge n times.

    >>> (Pure("0.01") * 487).price().rho / 1e12
    0.024349797408
    """

    kind = "repeated"
    charge: Charge
    times: int
    _depth: ClassVar[int]

    def __post_init__(self) -> None:
        known_kind(self.charge, "charge")
        times = whole(self.times, "times", at_least=1)
        if isinstance(self.charge, Repeated):  # n times m times is n·m times: one way to write one thing
            times = whole(times * self.charge.times, "times", at_least=1)
            object.__setattr__(self, "charge", self.charge.charge)
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "currency", self.charge.currency)
        object.__setattr__(self, "_depth", _one_floor_up([self.charge]))

    def price(self) -> Price:
        """N times the price of one."""
        return self.charge.price() * self.times

    def pure(self) -> int | None:
        """N times the epsilon of one."""
        once = self.charge.pure()
        return None if once is None else once * self.times

    def per_metre(self) -> int:
        """N times the price of one."""
        return self.charge.per_metre() * self.times

    def depth(self) -> int:
        """One more than what is repeated."""
        return self._depth

    def parts(self) -> Iterator[tuple[Charge, int]]:
        """The leaves of the one, n times as often."""
        for leaf, count in self.charge.parts():
            yield leaf, count * self.times

    def to_dict(self) -> dict[str, Any]:
        """The record."""
        return {"kind": self.kind, "version": VERSION, "charge": self.charge.to_dict(), "times": self.times}


KINDS: Final[Mapping[str, type[Charge]]] = {
    kind.kind: kind for kind in (Pure, Laplace, Gaussian, Approx, BoundedRange, GeoInd, Composed, Repeated)
}
_DEEPEST: Final = 32


def known_kind(charge: object, where: str = "charge") -> Charge:
    """The charge itself if it is exactly one of `KINDS`; a subclass could lie about its price and is refused."""
    if not isinstance(charge, Charge) or type(charge) is not KINDS.get(charge.kind):
        raise SpecError(
            f"a {type(charge).__name__} is not a charge", where=where, hint="one of " + ", ".join(KINDS)
        )
    return charge


def leaves_of(charge: Charge) -> dict[Charge, int]:
    """How often each leaf occurs in a charge of persons; what is not about persons is refused."""
    known_kind(charge)
    same_currency(charge, "persons")
    counts: dict[Charge, int] = {}
    for leaf, times in charge.parts():
        counts[leaf] = counts.get(leaf, 0) + times
    return counts


def _one_floor_up(charges: list[Charge]) -> int:
    depth = 1 + max(charge.depth() for charge in charges)
    if depth > _DEEPEST:
        raise SpecError(f"charges are nested at most {_DEEPEST} deep", where="charge", hint="compose a flat list")
    return depth


def charge_from_dict(record: object) -> Charge:
    """Read a stored charge. Only kinds of `KINDS`, only their own fields, only finite exact numbers.

    >>> charge_from_dict(Laplace("1/3", 2, 4).to_dict())
    Laplace(scale=Fraction(1, 3), l1=2, l2_squared=4)
    >>> charge_from_dict({"kind": "subprocess.Popen", "version": 1})
    Traceback (most recent call last):
        ...
    epsilog.errors.LedgerError: charge: unknown kind 'subprocess.Popen' (hint: one of pure, laplace, gaussian, approx, bounded-range, geo-ind, composed, repeated)
    """  # noqa: E501  (the message is one line)
    return _read(record, "charge", 0)


def _read(record: object, where: str, depth: int) -> Charge:
    if depth > _DEEPEST:
        raise LedgerError(f"nested deeper than {_DEEPEST}", where=where)
    if not isinstance(record, Mapping):
        raise LedgerError(f"a charge is a mapping, not a {type(record).__name__}", where=where)
    name = record.get("kind")
    if type(name) is not str or name not in KINDS:
        raise LedgerError(f"unknown kind {_quote(name)}", where=where, hint="one of " + ", ".join(KINDS))
    version = record.get("version")
    if type(version) is not int or version != VERSION:
        raise LedgerError(
            f"unknown version {_quote(version)} of {name}",
            where=where,
            hint=f"this release reads {VERSION}",
        )
    kind = KINDS[name]
    allowed = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # every kind is a dataclass
    given = {key: value for key, value in record.items() if key not in ("kind", "version")}
    if set(given) != allowed:
        wrong = min(_quote(key) for key in set(given) ^ allowed)
        raise LedgerError(f"{name} has exactly the fields {sorted(allowed)}", where=f"{where}.{wrong}")
    if kind is Composed:
        parts = given["charges"]
        if not isinstance(parts, list):
            raise LedgerError("charges is a list", where=f"{where}.charges")
        given["charges"] = tuple(_read(part, f"{where}.charges[{i}]", depth + 1) for i, part in enumerate(parts))
    elif kind is Repeated:
        given["charge"] = _read(given["charge"], f"{where}.charge", depth + 1)
    elif any(type(value) not in (str, int) for value in given.values()):
        raise LedgerError("a stored charge holds text and integers, never floats or truth values", where=where)
    try:
        charge = kind(**given)
    except (SpecError, CurrencyMismatch) as error:
        raise LedgerError(error.what, where=f"{where}.{error.where}", hint=error.hint) from None
    # One charge has one spelling, so that a digest of the record is a digest of the charge.
    if not _spelled_alike(charge, given):
        raise LedgerError(f"{name} is not written the way this ledger writes it", where=where)
    return charge


def _spelled_alike(charge: Charge, given: Mapping[str, Any]) -> bool:
    if isinstance(charge, Composed):
        parts = given["charges"]  # flattening would have put other objects in their place
        return len(charge.charges) == len(parts) and all(map(operator.is_, charge.charges, parts))
    if isinstance(charge, Repeated):
        return charge.times == given["times"] and type(given["times"]) is int and charge.charge is given["charge"]
    stored = charge.to_dict()
    return all(type(stored[key]) is type(value) and stored[key] == value for key, value in given.items())


def _quote(value: object) -> str:
    return repr(value[:40]) if isinstance(value, str) else f"of type {type(value).__name__}"


def _mixed_currencies() -> CurrencyMismatch:
    what = "privacy per metre and privacy of persons cannot be added"
    return CurrencyMismatch(what, hint="keep an account for each")


def same_currency(charge: Charge, currency: Currency) -> None:
    """Refuse a charge of another currency."""
    if charge.currency != currency:
        raise _mixed_currencies()


__all__ = [  # prices are re-exported: whoever speaks of a charge speaks of its price
    "DELTA_UNITS", "EPSILON_UNITS", "KINDS", "RHO_UNITS", "VERSION", "Approx", "BoundedRange", "Charge", "Composed",
    "Currency", "Gaussian", "GeoInd", "Laplace", "Price", "Pure", "Repeated", "charge_from_dict", "known_kind",
    "leaves_of", "same_currency",
]  # fmt: skip
