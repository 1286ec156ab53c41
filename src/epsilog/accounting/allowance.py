"""What an account may spend in all, in one currency, as whole numbers rounded down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from epsilog.accounting import zcdp
from epsilog.core.number import Number, exact, spell_number
from epsilog.core.price import DELTA_UNITS, EPSILON_UNITS, RHO_UNITS, Budget
from epsilog.errors import LedgerError, SpecError

Coin = Literal["pure", "zcdp", "per-metre"]
VERSION: Final = 1
_TURNED: Final = 2  # of the record of a promise with a delta that is counted in pure epsilon
_COINS: Final[tuple[Coin, ...]] = ("pure", "zcdp", "per-metre")
_FIELDS: Final = frozenset({"version", "coin", "epsilon", "delta", "for_events", "cap", "cap_delta"})


@dataclass(frozen=True)
class Allowance:
    """A promise and the caps that keep it. Made by `pure`, `approximate` or `per_metre`.

    coin       in which currency it is counted now: pure epsilon, approximate zCDP, or epsilon per metre. A promise
               with a delta may be counted in either of the first two, one at a time: see `turned`
    epsilon    what is promised once everything is spent
    delta      the whole delta of the promise: conversion and events together
    for_events the part of delta kept for charges that carry a delta of their own (thresholds on unknown keys)
    cap        1e-12 of rho, epsilon or epsilon per metre; rounded down
    cap_delta  1e-18 of delta; rounded down

    >>> Allowance.approximate(1, 1e-6).cap / 1e12, Allowance.approximate(1, 1e-6, for_events=5e-7).cap / 1e12
    (0.024355970359, 0.022937446688)
    >>> Allowance.pure(0.5)
    Allowance(pure, epsilon=1/2, delta=0, cap=500000000000)
    >>> Allowance.approximate(1, 1e-6).turned("pure")
    Allowance(pure, epsilon=1, delta=1/1000000, cap=1000000000000)
    """

    coin: Coin
    epsilon: Fraction
    delta: Fraction
    for_events: Fraction
    cap: int
    cap_delta: int

    def __post_init__(self) -> None:
        if any(type(part) is not Fraction for part in (self.epsilon, self.delta, self.for_events)):
            raise SpecError(
                "a promise is made of exact rationals", where="epsilon", hint="use Allowance.approximate"
            )
        # The caps of a stored allowance may be tighter than today's formulas allow, never looser.
        most, most_delta = _caps(self.coin, self.epsilon, self.delta, self.for_events)
        if type(self.cap) is not int or type(self.cap_delta) is not int:
            raise SpecError("caps are whole numbers", where="cap")
        if not (0 < self.cap <= most and 0 <= self.cap_delta <= most_delta):
            raise SpecError("these caps do not keep the promise", where="cap", hint="open the account again")

    @classmethod
    def pure(cls, epsilon: Number) -> Allowance:
        """Delta = 0: the sum of epsilons stays within epsilon."""
        return cls._made("pure", exact(epsilon, "epsilon", above=0, at_most=10**6), Fraction(0), Fraction(0))

    @classmethod
    def approximate(cls, epsilon: Number, delta: Number, for_events: Number = 0) -> Allowance:
        """Approximate zCDP: rho within rho_of(epsilon, delta - for_events), charged deltas within for_events.

        for_events is an amount, not a share: with half of 1e-6 kept for thresholds write 5e-7.
        """
        promise = exact(epsilon, "epsilon", above=0, at_most=10**6)
        chance = exact(delta, "delta", above=0, below=1)
        events = exact(for_events, "for_events", at_least=0, below=chance)
        return cls._made("zcdp", promise, chance, events)

    @classmethod
    def per_metre(cls, epsilon: Number) -> Allowance:
        """Privacy of a place: the sum of epsilons per metre stays within this."""
        return cls._made("per-metre", exact(epsilon, "epsilon", above=0, at_most=10**6), Fraction(0), Fraction(0))

    @classmethod
    def _made(cls, coin: Coin, epsilon: Fraction, delta: Fraction, for_events: Fraction) -> Allowance:
        cap, cap_delta = _caps(coin, epsilon, delta, for_events)
        if cap == 0:
            raise SpecError(
                "this promise is too small to be spent: its cap rounds down to nothing",
                where="epsilon",
                hint="the ledger counts in steps of 1e-12",
            )
        return cls(coin, epsilon, delta, for_events, cap, cap_delta)

    @property
    def promise(self) -> Budget:
        """What holds for every person, or per metre, once the allowance is used up: in whichever currency it is
        counted now. One that is counted in pure epsilon may be turned back, so it promises no more.
        """
        return Budget(self.epsilon, self.delta)

    @property
    def turns(self) -> bool:
        """Whether the same promise can be counted in another currency. Without a delta it cannot."""
        return self.coin != "per-metre" and self.delta > 0

    @property
    def is_turned(self) -> bool:
        """Whether a promise with a delta is counted in pure epsilon now."""
        return self.coin == "pure" and self.delta > 0

    def turned(self, coin: Coin) -> Allowance:
        """The same promise counted in the other currency: docs/proofs/turning.md says why it stays the same.

        Never rho*-zCDP from then on, whichever way it is counted: what holds is epsilon and delta.
        """
        if coin not in ("pure", "zcdp"):
            raise SpecError("an account is turned to pure epsilon or to rho", where="to", hint="pure or rho")
        if not self.turns:
            raise SpecError(
                "a promise without a delta is counted in one currency only",
                where="to",
                hint="open an account with a delta: --delta 1e-6",
            )
        return self._made(coin, self.epsilon, self.delta, self.for_events)

    def to_dict(self) -> dict[str, Any]:
        """The permanent record; `from_dict` reads it back."""
        return {
            "version": _TURNED if self.is_turned else VERSION,
            "coin": self.coin,
            "epsilon": spell_number(self.epsilon),
            "delta": spell_number(self.delta),
            "for_events": spell_number(self.for_events),
            "cap": self.cap,
            "cap_delta": self.cap_delta,
        }

    @classmethod
    def from_dict(cls, record: object) -> Allowance:
        """Read a record strictly: its own fields, its own spelling, caps that keep the promise.

        >>> Allowance.from_dict(Allowance.pure(1).to_dict()) == Allowance.pure(1)
        True
        """
        if not isinstance(record, Mapping) or set(record) != _FIELDS:
            raise LedgerError(f"an allowance has exactly the fields {sorted(_FIELDS)}", where="allowance")
        if type(record["version"]) is not int or record["version"] not in (VERSION, _TURNED):
            raise LedgerError(f"unknown version; this release reads {_TURNED}", where="allowance.version")
        texts = [record[name] for name in ("coin", "epsilon", "delta", "for_events")]
        if any(type(text) is not str for text in texts) or record["coin"] not in _COINS:
            raise LedgerError("an allowance is spelled in text and whole numbers", where="allowance")
        try:
            epsilon, delta, events = (exact(text, "allowance") for text in texts[1:])
            read = cls(record["coin"], epsilon, delta, events, record["cap"], record["cap_delta"])
        except SpecError as error:
            raise LedgerError(error.what, where="allowance", hint=error.hint) from None
        if read.to_dict() != dict(record):
            raise LedgerError("an allowance is not written the way this ledger writes it", where="allowance")
        return read

    def __repr__(self) -> str:
        events = f", for_events={spell_number(self.for_events)}" if self.for_events else ""
        promise = f"epsilon={spell_number(self.epsilon)}, delta={spell_number(self.delta)}"
        return f"Allowance({self.coin}, {promise}{events}, cap={self.cap})"


def _caps(coin: Coin, epsilon: Fraction, delta: Fraction, for_events: Fraction) -> tuple[int, int]:
    if coin not in _COINS:
        raise SpecError("unknown currency", where="coin", hint="one of " + ", ".join(_COINS))
    if epsilon <= 0:
        raise SpecError("must be above 0", where="epsilon")
    if coin == "per-metre" or (coin == "pure" and not delta):
        if delta or for_events:
            raise SpecError("this currency has no delta", where="delta")
        return int(epsilon * EPSILON_UNITS), 0
    if not 0 <= for_events < delta < 1:
        raise SpecError("delta lies below 1 and its part for events below delta", where="for_events")
    if coin == "pure":
        return int(epsilon * EPSILON_UNITS), int(for_events * DELTA_UNITS)
    rho = zcdp.rho_of(epsilon, delta - for_events)
    return int(rho * RHO_UNITS), int(for_events * DELTA_UNITS)
