"""Checkpoints: a series that is put away and taken up again at every step says what it would have said anyway."""

from __future__ import annotations

import copy
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.checkpoint import CHANGING, resume_position, save_position
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.events import Events
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.monitor import Monitor
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.subtraction import Subtraction
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.testing import seeded

STEPS = 80
VISIT = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
WEEK = Participation(times=7, apart=1, most=1, signed=False, neighbours="add-remove", span=7)


def factorised(strategy):
    return Factorised.at_rho(strategy, VISIT, Fraction(1), "0.5")


MADE = {
    "square root": factorised(SquareRoot(STEPS, normalised=True)),
    "banded": factorised(Banded(STEPS, (4096, 2048, 1536, 1280))),
    "buffered": factorised(Buffered.fitted(STEPS, normalised=True)),
    "tree": factorised(BinaryTree(STEPS)),
    "window": factorised(Window(3)),
    "decay": factorised(Decay("0.8")),
    "independent window": factorised(Independent(Window(5))),
    "independent decay": factorised(Independent(Decay("0.9"))),
    "subtraction": Subtraction.at_epsilon(STEPS, 5, VISIT, Fraction(1), 1),
    "distribution": Events("distribution", 7, WEEK, Fraction(1), Fraction(20)),
    "absorption": Events("absorption", 7, WEEK, Fraction(1), Fraction(20)),
    "uniform": Events("uniform", 7, WEEK, Fraction(1), Fraction(20)),
}
every = pytest.mark.parametrize("name", MADE)


def rows(cells):
    return np.random.default_rng(7).integers(0, 50, size=(STEPS, cells))


def stepped(mechanism, data, stops):
    """All values of a stream that is put away and taken up again before each of these steps."""
    covers = WEEK if isinstance(mechanism, Events) else VISIT
    rng, state, out = seeded(3), mechanism.start(data.shape[1]), []
    for at, row in enumerate(data):
        if at in stops:
            state = resume_position(mechanism, save_position(state))
        value, state = mechanism.step(BoundedSeries(row[None, :], Fraction(1), covers), state, rng)
        out.append(value)
    return np.array(out)


@every
def test_a_series_taken_up_again_goes_on_exactly(name):
    data, mechanism = rows(3), MADE[name]
    through = stepped(mechanism, data, ())
    assert (stepped(mechanism, data, range(STEPS)) == through).all(), "put away before every step"
    assert (stepped(mechanism, data, (1, 31, 63)) == through).all()


def test_a_watch_keeps_its_threshold():
    mechanism = Monitor.split(20, 3, VISIT, Fraction(1), alerts=5, answers=1)
    data = rows(1)

    def heard(stop):
        rng, out = seeded(5), []
        state = mechanism.start(rng)
        for row in data:
            if state.left == 0:
                break
            state = resume_position(mechanism, save_position(state)) if stop else state
            alert, state = mechanism.step(BoundedSeries(row[None, :], Fraction(1), VISIT), state, rng)
            out.append(alert)
        return out

    assert heard(True) == heard(False)
    assert sum(alert.above for alert in heard(True)) == 3


@pytest.mark.parametrize("name", [name for name, made in MADE.items() if isinstance(made, Factorised)])
def test_nothing_else_of_a_walk_changes(name):
    """The list of what changes is complete: everything not on it is the same after sixty steps as before."""
    mechanism = MADE[name]
    state, rng = mechanism.start(2), seeded(1)

    def constant(walk):
        return {key: value for key, value in vars(walk).items() if key not in CHANGING[type(walk)]}

    def all_constant(walk):
        reader = getattr(walk, "_reader", None)
        return [constant(walk), *([constant(reader)] if reader is not None else [])]

    before = copy.deepcopy(all_constant(state.walk))
    for row in rows(2)[:60]:
        _, state = mechanism.step(BoundedSeries(row[None, :], Fraction(1), VISIT), state, rng)
    for was, now in zip(before, all_constant(state.walk), strict=True):
        assert was.keys() == now.keys()
        for key in was:
            assert np.array_equal(was[key], now[key]), key


@every
def test_a_checkpoint_that_is_cut_or_longer_is_refused(name):
    mechanism = MADE[name]
    raw = save_position(mechanism.start(2))
    for broken in (raw[:-1], raw + b"\0", b"", raw[:20], raw[:19] + b"\x09" + raw[20:]):
        with pytest.raises(PrivacyError):
            resume_position(mechanism, broken)


def test_a_checkpoint_of_another_mechanism_is_refused():
    made = list(MADE.values())
    for one in made[:9]:
        for other in made[:9]:
            same_walk = isinstance(one, Factorised) and isinstance(other, Factorised)
            if not same_walk and one is not other:
                with pytest.raises(PrivacyError):
                    resume_position(other, save_position(one.start(2)))
    with pytest.raises(PrivacyError, match="another mechanism"):
        resume_position(MADE["tree"], save_position(MADE["buffered"].start(2)))
    with pytest.raises(PrivacyError, match="another mechanism"):
        resume_position(MADE["window"], save_position(MADE["decay"].start(2)))


def test_a_position_that_was_stepped_from_is_not_written_down():
    mechanism = MADE["square root"]
    state = mechanism.start(1)
    mechanism.step(BoundedSeries(np.array([[1]]), Fraction(1), VISIT), state, seeded(1))
    with pytest.raises(PrivacyError, match="stepped from"):
        save_position(state)


def test_steps_beyond_the_horizon_and_steps_that_disagree_are_refused():
    mechanism = MADE["tree"]
    fields = unpack(save_position(mechanism.start(2)), "TreeWalk")
    for changed in ({"done": 5}, {"_asked": 3}, {"done": STEPS + 1, "_asked": STEPS + 1, "_decoded": STEPS + 1}):
        with pytest.raises(PrivacyError):
            resume_position(mechanism, pack("TreeWalk", {**fields, **changed}))
    with pytest.raises(PrivacyError):
        resume_position(mechanism, pack("TreeWalk", {**fields, "_nodes": fields["_nodes"] * np.nan}))


@pytest.mark.parametrize("value", [0, -1, 127, 128, -128, -129, 2**63, -(2**200), "Ünïcode", b"\0\xff", ""])
def test_plain_fields_come_back_as_they_were(value):
    assert unpack(pack("x", {"a": value}), "x") == {"a": value}


@pytest.mark.parametrize("shape", [(0,), (3,), (0, 2), (2, 3), ()])
@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_arrays_come_back_as_they_were(shape, kind):
    array = np.full(shape, -(2**62) + 1, dtype=kind)
    back = unpack(pack("x", {"a": array}), "x")["a"]
    assert back.dtype == kind
    assert back.shape == shape
    assert (back == array).all()


def test_other_arrays_are_not_written():
    with pytest.raises(PrivacyError):
        pack("x", {"a": np.array([1], dtype=np.int32)})
