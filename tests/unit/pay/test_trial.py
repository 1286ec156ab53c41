"""The trial of a plan: what cannot be drawn is refused by whoever plans it, before anything is paid for."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.bounds import Bounds, BoundSearch
from epsilog.core.grid import Keys
from epsilog.core.law import FURTHEST, HELD, DiscreteGaussian, DiscreteLaplace, is_drawable, limit_to_60_bits
from epsilog.core.series_method import ChosenCoefficients, Coefficients, Fast, Radius, Repeated, Spelled
from epsilog.core.unknown import Unknown
from epsilog.errors import EpsilogError, SpecError
from epsilog.first.bound.plan import search_of
from epsilog.first.ends.plan import all_planned_ends
from epsilog.kinds.cells.draw import DrawCells, StepPart
from epsilog.ledger import Ledger
from epsilog.live import stream as parts
from epsilog.live.stream import open_stream
from epsilog.mechanisms.tables.scored import Reach
from epsilog.pay import trial
from epsilog.pay.request import Request
from epsilog.pay.stream_request import StreamRequest
from epsilog.pay.trial import plan_and_try, try_plan
from epsilog.plan.planner import plan
from epsilog.publish.check import check
from epsilog.publish.choosing import choose
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.shape import Alert, Decay, PerStep, Running, Window
from epsilog.roles.sought import Clamp
from epsilog.roles.spec import Spend
from series_scenes import books, request, series, visits
from stream_kinds import KINDS_OF_SERIES
from stream_scenes import at_place
from stream_scenes import books as stream_books

WIDE = (Fraction(-(10**9)), Fraction(10**9))
SHAPES = [
    Running(),
    Window("7d"),
    Decay(Fraction(9, 10)),
    PerStep(),
    PerStep(Coefficients("cosine", 5)),
    PerStep(ChosenCoefficients("haar", (5, 20), Fraction(1, 10))),
    PerStep(Fast(10)),
    PerStep(Repeated("sample")),
    PerStep(Repeated("distribution")),
    PerStep(Repeated("absorption")),
    PerStep(Spelled()),
    PerStep(Radius()),
    PerStep(Radius(7)),
    PerStep(Radius(None, Fraction(2))),
    Alert(Fraction(120), 3),
]


def wide_sum(epsilon: object, shape: object = None, delta: Fraction = Fraction(1, 10**6)) -> object:
    entry = Query("sum", "paid", between=WIDE, grain=Fraction(1), every="1d", shape=shape or Running())
    account = "clinic" if delta else "pure"
    return request(entry, delta=delta, spend=Spend(account, Fraction(epsilon), delta))  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10**6)])
def test_what_can_be_drawn_passes(shape, delta) -> None:
    assert plan_and_try(request(series(shape), delta=delta)).draws


@pytest.mark.parametrize("strategy", [None, "tree", "square-root", "buffered", "banded"])
@pytest.mark.parametrize("epsilon", ["1/10", "1/100", "1/100000"])
def test_a_running_sum_with_too_much_noise_is_refused_or_told_by_another_strategy(strategy, epsilon) -> None:
    """A sum in ±1e9 on a grain of one: the noise on a scaled strategy passed 1e34, and every release failed."""
    try:
        made = plan_and_try(wide_sum(epsilon, Running(strategy)))
    except SpecError as refused:
        error = refused
    else:
        assert is_drawable(made.draws[0].noise)
        return
    assert (error.where, error.hint) == ("publish[0]", "use a coarser grain, tighter bounds, or another budget")


def test_the_widest_of_them_are_refused() -> None:
    with pytest.raises(SpecError, match="wider or narrower"):
        plan_and_try(wide_sum("1/100000", Running("square-root")))


def test_a_refused_plan_spends_nothing(tmp_path) -> None:
    visits(tmp_path)
    with books(str(tmp_path / "ledger.db")) as ledger:
        spec = wide_sum("1/100000", Running("square-root"))
        with pytest.raises(SpecError, match="wider or narrower"):
            publish(spec, ledger, base=tmp_path)
        assert ledger.find("clinic", spec.key) is None
        assert ledger.account("clinic").failures == 0


def last(ledger: Ledger) -> int:
    """The number of the journal's last line."""
    return ledger.head[0]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every trial meets a mechanism that cannot draw."""

    def refused(work: object, where: str) -> None:
        raise SpecError("a trial failed", where=where)

    monkeypatch.setattr(trial, "try_out", refused)
    monkeypatch.setattr(parts, "try_out", refused)


@pytest.mark.usefixtures("failing")
def test_every_door_tries_before_it_pays(tmp_path) -> None:
    visits(tmp_path)
    with books(str(tmp_path / "ledger.db")) as ledger:
        before, spec = last(ledger), request(series(Running()))
        with pytest.raises(SpecError, match="a trial failed"):
            plan_and_try(spec)
        with pytest.raises(SpecError, match="a trial failed"):
            publish(spec, ledger, base=tmp_path)
        (planned,) = [one for one in check(spec, ledger, tmp_path) if one.step == "plan"]
        assert planned.error is not None
        assert planned.error.what == "a trial failed"
        own = {"reach": Reach.each(1), "epsilon": 1, "ledger": ledger, "account": "pure", "edition": "1"}
        with pytest.raises(SpecError, match="a trial failed"):
            choose("k", ("a", "b"), lambda: [1, 2], **own)  # type: ignore[arg-type]
        assert last(ledger) == before


@pytest.mark.usefixtures("failing")
def test_a_stream_is_tried_before_it_is_opened(tmp_path) -> None:
    spec, zcdp = KINDS_OF_SERIES["per-step"]()
    with stream_books(tmp_path / "ledger.db", zcdp=zcdp) as ledger:
        before = last(ledger)
        with (
            pytest.raises(SpecError, match="a trial failed"),
            open_stream(StreamRequest.of(spec), ledger, at_place(tmp_path)),
        ):
            pass
        assert last(ledger) == before


def test_the_steps_of_a_stream_are_tried_before_it_is_opened(tmp_path, monkeypatch) -> None:
    """Not only what a batch of the same plan would do: a tick goes another way, and is put away after it."""

    def fails(self: object) -> bytes:
        raise OverflowError

    monkeypatch.setattr(StepPart, "save", fails)
    spec, zcdp = KINDS_OF_SERIES["per-step"]()
    with stream_books(tmp_path / "ledger.db", zcdp=zcdp) as ledger:
        before = last(ledger)
        opening = open_stream(StreamRequest.of(spec), ledger, at_place(tmp_path))
        with pytest.raises(SpecError, match="a trial of this plan failed"), opening:
            pass
        assert last(ledger) == before


@pytest.mark.parametrize("kind", sorted(KINDS_OF_SERIES))
def test_every_kind_of_stream_passes(tmp_path, kind) -> None:
    spec, zcdp = KINDS_OF_SERIES[kind]()
    with stream_books(tmp_path / "ledger.db", zcdp=zcdp, unit=spec.protect.unit, epsilon=80) as ledger:
        parts.try_stream(Request.of(StreamRequest.of(spec).spec, ledger).plan)


def test_a_mechanism_that_fails_in_the_trial_is_refused_with_its_place() -> None:
    """A plan altered behind the planner's back: the sampler does not take this variance."""
    made = plan(request(series(Running())))
    broken = replace(made, draws=(replace(made.draws[0], parameter=Fraction(10**40)),))
    with pytest.raises(SpecError) as caught:
        try_plan(broken)
    assert str(caught.value.where).startswith("publish[0]")
    assert caught.value.hint


def test_whatever_goes_wrong_in_a_trial_is_one_refusal() -> None:
    def overflows() -> None:
        np.array([2**63], dtype=np.int64)

    with pytest.raises(SpecError, match=r"a trial of this plan failed \(OverflowError\)") as caught:
        trial.try_out(overflows, "publish[3]")
    assert caught.value.where == "publish[3]"
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("size", [52, -52])
def test_a_grain_that_is_no_ordinary_float_is_refused(size) -> None:
    """Numbers of a request have 200 bits at most; a variance counts in squares of its grain."""
    entry = Query("variance", "paid", between=(Fraction(0), 100 * Fraction(10) ** size), grain=Fraction(10) ** size)
    with pytest.raises(SpecError, match="a grain lies between"):
        plan_and_try(request(entry))


@pytest.mark.parametrize(
    "entry",
    [
        Query("rows", by=(Unknown("ward", most=50, longest=8),)),
        Query("sum", "paid", sought=Clamp((Fraction(0), Fraction(1000)))),
        Query("rows", by=(Keys("ward", ("a", "b")),)),
    ],
    ids=["unknown keys", "unknown ends", "a look"],
)
def test_every_way_the_stages_may_come_out_is_tried(entry, monkeypatch) -> None:
    tried = []
    monkeypatch.setattr(DrawCells, "trial", lambda self, planned, mechanism, rng: tried.append(mechanism))
    unknown = bool(entry.by) and isinstance(entry.by[0], Unknown)
    looks = bool(entry.by) and not unknown
    events = Fraction(1, 10**7) if unknown else Fraction(0)
    spend = Spend("clinic", Fraction(1), Fraction(1, 10**6), events)
    bound = Bounds(choose=BoundSearch(8)) if looks else Bounds(rows=2)
    made = plan_and_try(request(entry, spend=spend, bound=bound))
    expected = len(made.options) if search_of(made) is not None else 2 if all_planned_ends(made) else 1
    assert len(tried) >= expected


def test_what_is_held_and_what_can_be_drawn() -> None:
    assert [limit_to_60_bits(one) for one in (-(2**70), -5, 0, 2**60, 2**63)] == [-HELD, -5, 0, HELD, HELD]
    assert 2 * HELD == FURTHEST
    assert is_drawable(DiscreteGaussian(Fraction(10**34)))
    assert not is_drawable(DiscreteGaussian(Fraction(10**34) + 1))
    assert is_drawable(DiscreteLaplace(Fraction(2**56)))
    assert not is_drawable(DiscreteLaplace(Fraction(1, 10**13)))
    assert issubclass(SpecError, EpsilogError)
