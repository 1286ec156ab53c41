"""How the ticks of a series are made, where an entry says so: `as: {per-step: METHOD}`, `as: {running: STRATEGY}`.

`as: per-step` by itself is independent noise on every tick. A method is a word or a mapping with one name in it,
and everything it needs to know is in the request: no method has a default that privacy or reading would hang on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from epsilog.core.number import exact, whole, written
from epsilog.core.radius_method import RADIUS, Radius, radius_from
from epsilog.core.repeating import RULES, RepeatRule
from epsilog.errors import SpecError
from epsilog.words.suggestion import did_you_mean

Basis = Literal["fourier", "cosine", "haar"]
BASES: Final[tuple[Basis, ...]] = get_args(Basis)
LONGEST_BASIS: Final = 2**14  # ticks of a series that is told by coefficients
MOST_KEPT: Final = 1024  # coefficients: decoding solves for all of them at once
LONGEST_CHOICE: Final = 2**11  # ticks of a series whose number of coefficients is chosen: all of them are looked at
MOST_CANDIDATES: Final = 16
INDEPENDENT: Final = "independent"  # said aloud; the same as no method
SHOWN: Final[dict[str, str]] = {
    "fourier": "{fourier: 20}",
    "cosine": "{cosine: 20}",
    "haar": "{haar: 20}",
    "fast": "{fast: {samples: 31}}",
}
_FAST: Final = "as.per-step.fast"
SPELLS: Final = "spells"
_SPELLS: Final = "as.per-step.spells"

StrategyWord = Literal["tree", "square-root", "buffered", "banded", "subtraction", "dense", "independent"]
STRATEGIES: Final[tuple[StrategyWord, ...]] = get_args(StrategyWord)


def _short_enough(ticks: int, where: str = "as.per-step") -> None:
    """Refuse a series that is too long for a method of its own."""
    if ticks > LONGEST_BASIS:
        raise SpecError(f"is for at most {LONGEST_BASIS:,} ticks", where=where, hint="as: per-step")


class _OfBasis:
    """What is true of coefficients, however their number comes about."""

    @property
    def live(self) -> bool:
        """Whether a live series can be made this way: a coefficient needs the whole series."""
        return False

    @property
    def about(self) -> str:
        """What its ranges are about, in one word: not the data, only what these coefficients hold of it."""
        return "coefficients"


@dataclass(frozen=True)
class Coefficients(_OfBasis):
    """The first `keep` coefficients of a basis; what the others held is not released, and no range shows it.

    >>> Coefficients("cosine", 20).to_dict(), Coefficients("cosine", 20).name
    ({'cosine': 20}, 'cosine-20')
    """

    basis: Basis
    keep: int

    def __post_init__(self) -> None:
        if self.basis not in BASES:
            raise SpecError(
                f"unknown basis {str(self.basis)[:60]!r}", where="as.per-step", hint="one of " + ", ".join(BASES)
            )
        object.__setattr__(
            self, "keep", whole(self.keep, f"as.per-step.{self.basis}", at_least=1, at_most=MOST_KEPT)
        )

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        return f"{self.basis}-{self.keep}"

    def fits(self, ticks: int) -> None:
        """Refuse a series that is too short for it, or too long."""
        where = f"as.per-step.{self.basis}"
        if self.keep > ticks:
            raise SpecError(
                f"a series of {ticks:,} ticks has as many coefficients, not {self.keep:,}",
                where=where,
                hint=f"{{{self.basis}: {ticks}}} keeps all of them, fewer smooth",
            )
        _short_enough(ticks, where)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {self.basis: self.keep}


@dataclass(frozen=True)
class ChosenCoefficients(_OfBasis):
    """The first so many coefficients of a basis; of a few numbers the data choose one, which `share` pays for.

    >>> ChosenCoefficients("haar", (5, 20), Fraction(1, 10)).to_dict()
    {'haar': {'choose': [5, 20], 'share': '1/10'}}
    """

    basis: Basis
    among: tuple[int, ...]
    share: Fraction

    def __post_init__(self) -> None:
        most = max(Coefficients(self.basis, keep).keep for keep in (*self.among, 1))
        where = f"as.per-step.{self.basis}"
        among = tuple(whole(keep, f"{where}.choose", at_least=1, at_most=most) for keep in self.among)
        object.__setattr__(self, "among", among)
        if not 2 <= len(among) <= MOST_CANDIDATES or len(set(among)) != len(among):
            raise SpecError(
                f"a choice is among 2 to {MOST_CANDIDATES} different numbers of coefficients",
                where=f"{where}.choose",
                hint=f"[5, 10, 20, 40]; one number is said as {{{self.basis}: 20}}",
            )
        object.__setattr__(self, "share", exact(self.share, f"{where}.share", above=0, below=1))

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        return f"{self.basis}-chosen"

    @property
    def fixed(self) -> tuple[Coefficients, ...]:
        """The methods it may come to."""
        return tuple(Coefficients(self.basis, keep) for keep in self.among)

    def fits(self, ticks: int) -> None:
        """Refuse a series that is too short for one of them, or too long."""
        where = f"as.per-step.{self.basis}"
        if max(self.among) > ticks:
            raise SpecError(
                f"a series of {ticks:,} ticks has as many coefficients, not {max(self.among):,}",
                where=f"{where}.choose",
                hint=f"numbers up to {ticks:,}",
            )
        if ticks > LONGEST_CHOICE:
            what = f"the number of coefficients is chosen for at most {LONGEST_CHOICE:,} ticks"
            raise SpecError(what, where=where, hint=f"say one number: {{{self.basis}: {min(self.among)}}}")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {self.basis: {"choose": list(self.among), "share": written(self.share)}}


@dataclass(frozen=True)
class Repeated:
    """A new value now and then, the last one again meanwhile: of every window of ticks that one unit may be in, one
    fresh tick (`sample`), or those where the numbers moved (`distribution`, `absorption`; w-event).

    >>> Repeated("absorption").to_dict(), Repeated("sample").name
    ('absorption', 'sample')
    """

    rule: RepeatRule

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            hint = "one of " + ", ".join(RULES)
            raise SpecError(f"unknown method {str(self.rule)[:60]!r}", where="as.per-step", hint=hint)

    @property
    def live(self) -> bool:
        """Whether a live series can be made this way: what a tick says was decided by those before it."""
        return True

    @property
    def about(self) -> str:
        """What its ranges are about, in one word: the last tick that was fresh."""
        return "fresh"

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        return self.rule

    def fits(self, ticks: int) -> None:
        """Refuse a series that is too long for it."""
        _short_enough(ticks)

    def to_dict(self) -> str:
        """As it is stored."""
        return self.rule


@dataclass(frozen=True)
class Fast:
    """FAST: at most `samples` of the ticks get noise, and which ones is decided by what was published before.

    >>> Fast(31).to_dict(), Fast(31).name
    ({'fast': {'samples': 31}}, 'fast-31')
    """

    samples: int

    def __post_init__(self) -> None:
        most = LONGEST_BASIS
        object.__setattr__(self, "samples", whole(self.samples, f"{_FAST}.samples", at_least=1, at_most=most))

    @property
    def live(self) -> bool:
        """Whether a live series can be made this way: the memory of its controller is not kept over a restart."""
        return False

    @property
    def about(self) -> str:
        """What its ranges are about, in one word: what a model reads off the samples."""
        return "model"

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        return f"fast-{self.samples}"

    def fits(self, ticks: int) -> None:
        """Refuse a series that is too short for it, or too long."""
        if self.samples > ticks:
            raise SpecError(
                f"a series of {ticks:,} ticks has as many samples, not {self.samples:,}",
                where=f"{_FAST}.samples",
                hint="fewer samples, or as: per-step",
            )
        _short_enough(ticks, _FAST)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {"fast": {"samples": self.samples}}


@dataclass(frozen=True)
class Spelled:
    """Told in spells: of a few ticks the last, or the mean of the last few; meanwhile the last value again. What
    the next spell is, noisy numbers decide. `moves`: how far the numbers go from tick to tick, if that is public.

    >>> Spelled().to_dict(), Spelled(Fraction(6)).to_dict(), Spelled(Fraction(6)).name
    ('spells', {'spells': {'moves': '6'}}, 'spells-6')
    """

    moves: Fraction | None = None

    def __post_init__(self) -> None:
        if self.moves is not None:
            moves = exact(self.moves, f"{_SPELLS}.moves", at_least=0, at_most=2**40)
            object.__setattr__(self, "moves", moves)

    @property
    def rule(self) -> Literal["spells"]:
        """When a value is fresh."""
        return "spells"

    @property
    def live(self) -> bool:
        """Whether a live series can be made this way: what a tick adds to was decided before it came."""
        return True

    @property
    def about(self) -> str:
        """What its ranges are about, in one word: the last tick that was fresh, and those added up with it."""
        return "fresh"

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        return self.rule if self.moves is None else f"{self.rule}-{float(self.moves):.12g}"

    def fits(self, ticks: int) -> None:
        """Refuse a series that is too long for it."""
        _short_enough(ticks)

    def to_dict(self) -> str | dict[str, Any]:
        """As it is stored."""
        return self.rule if self.moves is None else {self.rule: {"moves": written(self.moves)}}


Method = Coefficients | ChosenCoefficients | Repeated | Fast | Spelled | Radius


def _spelled(said: object) -> Method:
    if not isinstance(said, Mapping) or set(said) != {"moves"}:
        raise SpecError("may say how far the numbers move", where=_SPELLS, hint="spells, or {spells: {moves: 6}}")
    return Spelled(exact(said["moves"], f"{_SPELLS}.moves"))


def _fast(said: object) -> Method:
    if not isinstance(said, Mapping) or set(said) != {"samples"}:
        raise SpecError("says how many ticks are sampled", where=_FAST, hint=SHOWN["fast"])
    return Fast(said["samples"])


def _coefficients(basis: Basis, said: object) -> Method:
    if isinstance(said, Mapping):
        among = said.get("choose")
        if set(said) != {"choose", "share"} or not isinstance(among, list | tuple):
            raise SpecError(
                "says among which numbers to choose, and which share of its price that may take",
                where=f"as.per-step.{basis}",
                hint=f"{{{basis}: {{choose: [5, 10, 20, 40], share: 0.1}}}}",
            )
        return ChosenCoefficients(basis, tuple(among), exact(said["share"], f"as.per-step.{basis}.share"))
    return Coefficients(basis, whole(said, f"as.per-step.{basis}", at_least=1, at_most=MOST_KEPT))


_READ: Final[Mapping[str, Callable[[object], Method]]] = {
    **{
        basis: lambda said, basis=basis: _coefficients(basis, said)  # type: ignore[misc]
        for basis in BASES
    },
    "fast": _fast,
    SPELLS: _spelled,
    RADIUS: radius_from,
}


def method_from(record: object) -> Method | None:
    """Read a stored one back, or one that was said; None is independent noise on every tick.

    >>> method_from({"haar": 32})
    Coefficients(basis='haar', keep=32)
    >>> method_from("independent")
    """
    if record == INDEPENDENT:
        return None
    for rule in RULES:
        if record == rule:
            return Repeated(rule)
    if record == SPELLS:
        return Spelled()
    if record == RADIUS:
        return Radius()
    if isinstance(record, str):
        hint = (
            f"did you mean {SHOWN[record]}?"
            if record in SHOWN
            else did_you_mean(record, [INDEPENDENT, *RULES, SPELLS, RADIUS, *SHOWN])
        )
        raise SpecError(f"unknown method {record[:60]!r}", where="as.per-step", hint=hint)
    if not isinstance(record, Mapping) or len(record) != 1:
        hint = "as: {per-step: " + SHOWN["cosine"] + "}"
        raise SpecError("is made by one method", where="as.per-step", hint=hint)
    ((name, said),) = record.items()
    if name not in _READ:
        raise SpecError(
            f"unknown method {str(name)[:60]!r}", where="as.per-step", hint=did_you_mean(str(name), list(_READ))
        )
    return _READ[name](said)


def strategy_from(record: object) -> StrategyWord:
    """The name of a strategy for running totals.

    >>> strategy_from("tree")
    'tree'
    """
    for known in STRATEGIES:
        if record == known:
            return known
    raise SpecError(
        f"unknown strategy {str(record)[:60]!r}", where="as.running", hint=did_you_mean(str(record), STRATEGIES)
    )
