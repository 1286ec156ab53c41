"""Every worked sensitivity against the largest movement found by trying all small neighbours."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import pytest

from epsilog.accounting import calibrate, sensitivity
from epsilog.core.bounded import Sensitivity
from epsilog.core.unit import Unit
from epsilog.errors import SpecError

Vector = Sequence[int]


def worst(pairs: Iterator[tuple[Vector, Vector]]) -> Sensitivity:
    l1 = squared = 0
    for left, right in pairs:
        moved = [abs(a - b) for a, b in zip(left, right, strict=True)]
        l1, squared = max(l1, sum(moved)), max(squared, sum(d * d for d in moved))
    return Sensitivity(l1, squared)


def occupancy_counts(people: Sequence[Vector], steps: int) -> list[int]:
    return [sum(person[t] for person in people) for t in range(steps)]


def running(counts: Vector) -> list[int]:
    return list(itertools.accumulate(counts))


def identity(counts: Vector) -> list[int]:
    return list(counts)


def user_pairs(
    steps: int, window: int | None, answer: Callable[[Vector], list[int]]
) -> Iterator[tuple[Vector, Vector]]:
    """All buildings with at most one other person, with and without (or with a changed window of) one person."""
    days = list(itertools.product((0, 1), repeat=steps))
    for other in days:
        for person in days:
            if window is None:
                yield answer(occupancy_counts([other], steps)), answer(occupancy_counts([other, person], steps))
                continue
            for start in range(steps):
                changed = tuple(0 if start <= t < start + window else x for t, x in enumerate(person))
                yield (
                    answer(occupancy_counts([other, person], steps)),
                    answer(occupancy_counts([other, changed], steps)),
                )


def event_pairs(
    steps: int, answer: Callable[[Vector], list[int]], replace: bool
) -> Iterator[tuple[Vector, Vector]]:
    """All lists of at most two events, one of them added, removed or moved."""
    for size in (0, 1):
        for events in itertools.product(range(steps), repeat=size):
            base = [events.count(t) for t in range(steps)]
            for first in range(steps):
                one = [n + (t == first) for t, n in enumerate(base)]
                if not replace:
                    yield answer(base), answer(one)
                    continue
                for second in range(steps):
                    yield answer(one), answer([n + (t == second) for t, n in enumerate(base)])


@pytest.mark.parametrize("steps", [1, 2, 3, 5])
def test_counts(steps: int) -> None:
    assert sensitivity.counts(Unit("person"), steps) == worst(user_pairs(steps, None, identity))
    assert sensitivity.counts(Unit("row"), steps) == worst(event_pairs(steps, identity, replace=False))
    if steps > 1:
        moved = worst(event_pairs(steps, identity, replace=True))
        assert sensitivity.counts(Unit("row", neighbours="replace"), steps) == moved


@pytest.mark.parametrize("steps", [1, 2, 3, 5])
def test_cumulative_counts(steps: int) -> None:
    found = worst(user_pairs(steps, None, running))
    assert sensitivity.cumulative_counts(Unit("person"), steps) == found
    assert (found.l1, found.l2_squared) == (steps * (steps + 1) // 2, steps * (steps + 1) * (2 * steps + 1) // 6)
    assert sensitivity.cumulative_counts(Unit("row"), steps) == worst(event_pairs(steps, running, replace=False))
    if steps > 1:
        moved = worst(event_pairs(steps, running, replace=True))
        assert sensitivity.cumulative_counts(Unit("row", neighbours="replace"), steps).covers(moved)


@pytest.mark.parametrize(("steps", "window"), [(4, 1), (4, 2), (4, 3), (4, 4), (3, 9)])
def test_windows(steps: int, window: int) -> None:
    unit = Unit("person", window=window)
    assert sensitivity.counts(unit, steps) == worst(user_pairs(steps, window, identity))
    assert sensitivity.cumulative_counts(unit, steps) == worst(user_pairs(steps, window, running))


@pytest.mark.parametrize(("low", "high"), [(0, 4), (-3, 2), (1, 4), (-4, -1)])
def test_clamped_sums(low: int, high: int) -> None:
    values = range(low, high + 1)
    added = worst(([sum(rest)], [sum(rest) + x]) for rest in itertools.product(values, repeat=2) for x in values)
    assert sensitivity.clamped_sum(low, high, "add-remove") == added
    swapped = worst(([x + rest], [y + rest]) for rest in values for x in values for y in values)
    assert sensitivity.clamped_sum(low, high, "replace") == swapped


@pytest.mark.parametrize("grain", [Fraction(1, 4), Fraction(1, 3), Fraction(2), Fraction(7, 10)])
def test_clamped_sums_on_a_grain_cover_every_rounding(grain: Fraction) -> None:
    low, high = Fraction(-3, 2), Fraction(5, 2)
    fine = [low + (high - low) * n / 40 for n in range(41)]
    reach = sensitivity.clamped_sum(low, high, "add-remove", grain).l1
    swing = sensitivity.clamped_sum(low, high, "replace", grain).l1
    for rounded in (lambda v: v // 1, lambda v: -((-v) // 1), round):
        grains = [int(rounded(x / grain)) for x in fine]
        assert max(map(abs, grains)) <= reach
        assert max(grains) - min(grains) <= swing


@pytest.mark.parametrize("people", [1, 2, 3])
def test_means_of_a_public_number(people: int) -> None:
    values = [Fraction(v) for v in (1, 2, 5)]
    largest = max(
        abs(sum(row) - sum(row[:-1]) - other) / people
        for row in itertools.product(values, repeat=people)
        for other in values
    )
    assert sensitivity.mean_public_n(1, 5, people, "replace") == largest
    with pytest.raises(SpecError, match="private"):
        sensitivity.mean_public_n(1, 5, people, "add-remove")


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("histograms", [1, 2])
def test_histograms(rows: int, histograms: int) -> None:
    cells = 3
    single = [
        [combo.count(c) for c in range(cells)]
        for n in range(rows + 1)
        for combo in itertools.combinations_with_replacement(range(cells), n)
    ]
    people = [list(itertools.chain(*parts)) for parts in itertools.product(single, repeat=histograms)]
    nobody = [0] * (cells * histograms)
    assert sensitivity.histogram("add-remove", rows, histograms) == worst((nobody, person) for person in people)
    assert sensitivity.histogram("replace", rows, histograms) == worst(itertools.product(people, people))


def test_worked_scales() -> None:
    """A count at 0.1 needs scale 10; a sum of incomes in [0, 1000] at 0.5 needs 2000."""
    one = sensitivity.counts(Unit("row"), 1440)
    assert calibrate.laplace_scale(0.1, one.l1) == 10
    incomes = sensitivity.clamped_sum(0, 1000, "add-remove")
    assert calibrate.laplace_scale(0.5, incomes.l1) == 2000


@pytest.mark.parametrize(
    "call",
    [
        lambda: sensitivity.counts(Unit("person", per="1mo"), 3),
        lambda: sensitivity.counts(Unit("person"), 0),
        lambda: sensitivity.cumulative_counts(Unit("person"), True),
        lambda: sensitivity.clamped_sum(5, 5, "replace"),
        lambda: sensitivity.clamped_sum(0, float("inf"), "replace"),
        lambda: sensitivity.clamped_sum(0, 1, "swap"),  # type: ignore[arg-type]
        lambda: sensitivity.mean_public_n(0, 1, 0, "replace"),
        lambda: sensitivity.mean_public_n(2, 1, 5, "replace"),
        lambda: sensitivity.histogram("add-remove", rows=0),
    ],
)
def test_refusals(call: Callable[[], object]) -> None:
    with pytest.raises(SpecError):
        call()
