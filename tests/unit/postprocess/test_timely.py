"""Resting by noisy numbers: filters against exact conditioning, stated errors against simulation, refusals."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.core.series_method import Spell
from epsilog.errors import SpecError
from epsilog.postprocess.smooth_online import Bank
from epsilog.postprocess.timely import FLICKERS, PACES, TimelyPacer, spell_errors


@pytest.mark.parametrize("flicker", [0.0, 3.0])
def test_one_filter_is_exact_conditioning_on_means_of_steps(flicker) -> None:
    """A walk, flickering steps, noisy means over the last few of some steps: the textbook's conditional mean."""
    rng, shock = np.random.default_rng(4), 2.0
    spells = [(1, 1), (5, 2), (4, 4), (7, 1), (6, 3)]
    ends = np.cumsum([size for size, _ in spells]) - 1
    steps = int(ends[-1]) + 1
    seen = np.zeros((len(spells), steps))
    for i, (end, (_, add)) in enumerate(zip(ends, spells, strict=True)):
        seen[i, end - add + 1 : end + 1] = 1 / add
    noises = np.array([4.0, 1.0, 9.0, 2.0, 3.0])
    values = 100 + 10 * rng.standard_normal(len(spells))
    # The bank begins at the first value as if nothing had been known before: a prior without an end.
    walk = shock * np.minimum.outer(np.arange(steps), np.arange(steps)) + 1e9
    cover = seen @ (walk + flicker * np.eye(steps)) @ seen.T + np.diag(noises)
    bank = Bank(1, paces=(shock,), shares=(), reference=1.0, flickers=(flicker,))
    for i, (size, add) in enumerate(spells):
        told = bank.step(values[i : i + 1], noises[i], size, add)[0]
        gain = np.linalg.solve(cover[: i + 1, : i + 1], seen[: i + 1] @ walk[:, ends[i]])
        assert told == pytest.approx(gain @ values[: i + 1], abs=1e-4)


def test_the_stated_errors_are_those_of_a_simulation() -> None:
    """Five thousand spells each: the squared error between ends, averaged, within five standard errors or more."""
    width, rng = 24, np.random.default_rng(8)
    spells, errors = spell_errors(width)
    for spell, pace, flicker in ((Spell(8, 1, 3), 9, 0), (Spell(8, 8, 3), 9, 5), (Spell(6, 2, 4), 8, 6)):
        shock, wobble = PACES[pace], FLICKERS[flicker]
        count, noise = 5_000, (spell.parts / width) ** 2
        level = np.cumsum(rng.normal(0, shock**0.5, count * spell.size))
        steps = (level + rng.normal(0, wobble**0.5, len(level))).reshape(count, spell.size)
        told = steps[:, -spell.add :].mean(axis=1) + rng.normal(0, noise**0.5, count)
        bank = Bank(1, paces=(shock,), shares=(), reference=1.0, flickers=(wobble,))
        held = np.array([bank.step(told[i : i + 1], noise, spell.size, spell.add)[0] for i in range(count)])
        at = level.reshape(count, spell.size)
        missed = np.concatenate([at[:-1, -1:] - held[:-1, None], at[1:, :-1] - held[:-1, None]], axis=1)
        stated = errors[spells.index(spell), pace * len(FLICKERS) + flicker]
        assert (missed[300:] ** 2).mean() == pytest.approx(stated, rel=0.2)


def test_the_menu_holds_uniform_and_sample_and_fits_every_window() -> None:
    for width in (1, 2, 7, 40, 120, 1000):
        spells, errors = spell_errors(width)
        assert Spell(1, 1, width) in spells
        assert Spell(width, 1, 1) in spells
        assert all(1 <= spell.add <= spell.size <= width for spell in spells)
        assert all(spell.size * spell.parts >= width for spell in spells)
        assert np.isfinite(errors).all()
        assert (errors > 0).all()


def test_declared_movement_sets_the_first_spell() -> None:
    firsts = [TimelyPacer(1, 2 * 120.0**2, 120, 200.0, moves).first.size for moves in (0, 1, 10, 1000)]
    assert firsts[0] == 120
    assert firsts == sorted(firsts, reverse=True)
    assert firsts[-1] == 1
    assert TimelyPacer(1, 2.0, 1).first == Spell(1, 1, 1)
    assert TimelyPacer(3, 2.0, 5, level=7.0).value.tolist() == [7.0] * 3


def test_hostile_numbers_are_refused_or_survived() -> None:
    for wrong in (float("nan"), float("inf"), -1.0):
        with pytest.raises(SpecError):
            TimelyPacer(1, 2.0, 5, moves=wrong)
        with pytest.raises(SpecError):
            TimelyPacer(1, wrong, 5)
    for level in (float("nan"), float("inf")):
        with pytest.raises(SpecError):
            TimelyPacer(1, 2.0, 5, level=level)
    for width in (0, -1, True, 1.5, 2**21):
        with pytest.raises(SpecError):
            TimelyPacer(1, 2.0, width)  # type: ignore[arg-type]
    pacer = TimelyPacer(1, 2.0, 5)
    for value in (0.0, -0.0, 1e18, -1e18):
        assert pacer.told(np.array([value]), 2.0, 1, 1).size <= 5
        assert np.isfinite(pacer.value).all()
    with pytest.raises(SpecError):
        Bank(1, flickers=())
    with pytest.raises(SpecError):
        Bank(1).step(np.array([1.0]), 1.0, 2, 3)
