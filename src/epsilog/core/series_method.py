"""How the ticks of a series are made, where an entry says so: `as: {per-step: METHOD}`, `as: {running: STRATEGY}`.

`as: per-step` by itself is independent noise on every tick. A method is a word or a mapping with one name in it,
and everything it needs to know is in the request: no method has a default that privacy or reading would hang on.

When a series that repeats its last value may say a new one, and for how much: decided by what was published.

Both the mechanism (`mechanisms.series.events`) and whoever reads a published table ask here, so a reader knows the
noise of every fresh value from the ticks that were fresh alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final, Literal, get_args

from epsilog.core.number import exact, spell_number, whole
from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean

# `as: {per-step: radius}`: every tick, or sums of a few, with uniform noise within one secret radius.


RADIUS: Final = "radius"
AUTO: Final = "auto"
LONGEST: Final = 2**20
_WHERE: Final = "as.per-step.radius"
_HINT: Final = "radius, {radius: {group: 12}}, or {radius: {group: auto, moves: 6}}"


@dataclass(frozen=True)
class Radius:
    """One radius is drawn for the whole series, and nobody is told it; noise is uniform within it. Made for persons
    who may be in every tick, under pure epsilon.

    group   how many ticks are told by one sum; None leaves it to the plan, which reads no data
    moves   how far the numbers go from tick to tick, where that is public: what the plan chooses the group by

    >>> Radius().to_dict(), Radius(12).to_dict(), Radius(None, Fraction(6)).to_dict()
    ('radius', {'radius': {'group': 12}}, {'radius': {'group': 'auto', 'moves': '6'}})
    >>> Radius(12).name, Radius(None).name
    ('radius-12', 'radius-groups')
    """

    group: int | None = 1
    moves: Fraction | None = None
    live: ClassVar[bool] = True  # the radius is drawn before the first tick

    def __post_init__(self) -> None:
        if self.group is not None:
            object.__setattr__(self, "group", whole(self.group, f"{_WHERE}.group", at_least=1, at_most=LONGEST))
        if self.moves is not None:
            moves = exact(self.moves, f"{_WHERE}.moves", at_least=0, at_most=2**40)
            object.__setattr__(self, "moves", moves)
            if self.group is not None:
                raise SpecError("moves is for a group the plan chooses", where=f"{_WHERE}.moves", hint=_HINT)

    @property
    def is_single(self) -> bool:
        """Whether every tick is told by itself."""
        return self.group == 1

    @property
    def about(self) -> str:
        """What its ranges are about, in one word: the tick, or the mean of the ticks told with it."""
        return "data" if self.is_single else "group"

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        if self.group is None:
            return f"{RADIUS}-groups"
        return RADIUS if self.is_single else f"{RADIUS}-{self.group}"

    def fits(self, ticks: int) -> None:
        """Refuse a series that is shorter than a group."""
        if self.group is not None and self.group > ticks:
            raise SpecError(
                f"a series of {ticks:,} ticks has no group of {self.group:,}",
                where=f"{_WHERE}.group",
                hint="a smaller group, or group: auto",
            )

    def to_dict(self) -> str | dict[str, Any]:
        """As it is stored."""
        if self.is_single:
            return RADIUS
        said: dict[str, Any] = {"group": AUTO if self.group is None else self.group}
        return {RADIUS: said | ({} if self.moves is None else {"moves": spell_number(self.moves)})}


def radius_from(said: object) -> Radius:
    """Read what stands behind the word."""
    if not isinstance(said, Mapping) or not {"group"} <= set(said) <= {"group", "moves"}:
        raise SpecError("says how many ticks make a group", where=_WHERE, hint=_HINT)
    group = None if said["group"] == AUTO else whole(said["group"], f"{_WHERE}.group", at_least=1, at_most=LONGEST)
    moves = exact(said["moves"], f"{_WHERE}.moves") if "moves" in said else None
    return Radius(group, moves)


RepeatRule = Literal["sample", "distribution", "absorption"]
RULES: Final[tuple[RepeatRule, ...]] = get_args(RepeatRule)
_FINE: Final = 10**9  # amounts are multiples of a billionth of epsilon: rationals must not grow with the stream


def down(amount: Fraction) -> Fraction:
    """An amount rounded down to a billionth."""
    return Fraction(int(amount * _FINE), _FINE)


def epsilon_for_value(
    rule: str, width: int, epsilon: Fraction, *, done: int, since: int, spent: Fraction, left: Fraction
) -> Fraction:
    """What the next step may spend on a value.

    done    steps so far
    since   steps since the last fresh value, itself included; meaningless before there was one
    spent   what that one took; 0 before there was one
    left    what the steps of the open window have left for values
    """
    if rule == "sample":
        return epsilon if done % width == 0 else Fraction(0)
    if rule == "distribution":
        return down(left / 2)
    share = epsilon / (2 * width)
    # A value that took k shares skips the k - 1 steps after it; later steps gather one share each, w at most.
    skipped = max(0, round(spent / share) - 1) if spent else 0
    gathered = min(width, (since if spent else done + 1) - skipped)
    return down(min(gathered * share, left)) if gathered > 0 else Fraction(0)


def amounts(rule: RepeatRule, width: int, epsilon: Fraction, fresh: Sequence[bool]) -> tuple[Fraction, ...]:
    """For every step what its last fresh value took, 0 before there was one; refused where no run could say so.

    >>> [str(one) for one in amounts("absorption", 4, Fraction(1), [False, True, False, False, True])]
    ['0', '1/4', '1/4', '1/4', '1/4']
    """
    recent: deque[tuple[int, Fraction]] = deque()
    inside, spent, since, found = Fraction(0), Fraction(0), 0, []
    cap = epsilon if rule == "sample" else epsilon / 2
    for step, is_fresh in enumerate(fresh):
        while recent and recent[0][0] <= step - width:
            inside -= recent.popleft()[1]
        offer = epsilon_for_value(rule, width, epsilon, done=step, since=since, spent=spent, left=cap - inside)
        if is_fresh and not offer:
            raise SpecError("a fresh value where there could be none", where="fresh")
        if is_fresh:
            spent, since, inside = offer, 0, inside + offer
            recent.append((step, offer))
        since += 1
        found.append(spent)
    return tuple(found)


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
    """What is true of coefficients, however their number comes about.

    live    whether a live series can be made this way: a coefficient needs the whole series
    about   what its ranges are about, in one word: not the data, only what these coefficients hold of it
    """

    live: ClassVar[bool] = False
    about: ClassVar[str] = "coefficients"


class _OfFreshTicks:
    """What is true of values that are told again until a fresh one.

    live    whether a live series can be made this way: what a tick says, or adds to, was decided before it came
    about   what its ranges are about, in one word: the last tick that was fresh, and any added up with it
    """

    live: ClassVar[bool] = True
    about: ClassVar[str] = "fresh"

    def fits(self, ticks: int) -> None:
        """Refuse a series that is too long for it."""
        _short_enough(ticks)


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
        return {self.basis: {"choose": list(self.among), "share": spell_number(self.share)}}


@dataclass(frozen=True)
class Repeated(_OfFreshTicks):
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
    def name(self) -> str:
        """A word for it, as the end of a name."""
        return self.rule

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
    live: ClassVar[bool] = False  # the memory of its controller is not kept over a restart
    about: ClassVar[str] = "model"  # what its ranges are about: what a model reads off the samples

    def __post_init__(self) -> None:
        most = LONGEST_BASIS
        object.__setattr__(self, "samples", whole(self.samples, f"{_FAST}.samples", at_least=1, at_most=most))

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
class Spelled(_OfFreshTicks):
    """Told in spells: of a few ticks the last, or the mean of the last few; meanwhile the last value again. What
    the next spell is, noisy numbers decide. `moves`: how far the numbers go from tick to tick, if that is public.

    >>> Spelled().to_dict(), Spelled(Fraction(6)).to_dict(), Spelled(Fraction(6)).name
    ('spells', {'spells': {'moves': '6'}}, 'spells-6')
    """

    moves: Fraction | None = None
    rule: ClassVar[Literal["spells"]] = "spells"  # when a value is fresh

    def __post_init__(self) -> None:
        if self.moves is not None:
            moves = exact(self.moves, f"{_SPELLS}.moves", at_least=0, at_most=2**40)
            object.__setattr__(self, "moves", moves)

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        return self.rule if self.moves is None else f"{self.rule}-{float(self.moves):.12g}"

    def to_dict(self) -> str | dict[str, Any]:
        """As it is stored."""
        return self.rule if self.moves is None else {self.rule: {"moves": spell_number(self.moves)}}


Method = Coefficients | ChosenCoefficients | Repeated | Fast | Spelled | Radius


def _read_spells(said: object) -> Method:
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
    SPELLS: _read_spells,
    RADIUS: radius_from,
}


_WORDS: Final[Mapping[str, Method | None]] = {
    INDEPENDENT: None,
    **{rule: Repeated(rule) for rule in RULES},
    SPELLS: Spelled(),
    RADIUS: Radius(),
}


def method_from(record: object) -> Method | None:
    """Read a stored one back, or one that was said; None is independent noise on every tick.

    >>> method_from({"haar": 32})
    Coefficients(basis='haar', keep=32)
    >>> method_from("independent")
    """
    if isinstance(record, str):
        if record in _WORDS:
            return _WORDS[record]
        hint = f"did you mean {SHOWN[record]}?" if record in SHOWN else did_you_mean(record, [*_WORDS, *SHOWN])
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


# A spell of a stream: some steps of rest, then a few whose sum is told.


@dataclass(frozen=True)
class Spell:
    """`size` steps of which the last `add` are added up and told, for one `parts`-th of a window's budget.

    >>> Spell(size=40, add=1, parts=3)          # a fresh value every forty steps, three of them in a window of 120
    Spell(size=40, add=1, parts=3)
    >>> Spell(size=400, add=-2, parts=0).held(120)
    Spell(size=120, add=1, parts=1)
    """

    size: int
    add: int
    parts: int

    def held(self, width: int) -> Spell:
        """The nearest spell that fits a window: whoever asks for another is not refused, but gets this one."""
        size = min(max(1, int(self.size)), width)
        return Spell(size, min(max(1, int(self.add)), size), min(max(1, int(self.parts)), 2**20))
