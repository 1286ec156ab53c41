"""Whatever is asked for, and whatever a source answers: a plan is refused, or it draws. Nothing fails in between.

Each seed is one request of a random kind with extreme numbers (`extreme_scenes`) and two extreme tables. A request
may be refused when it is read or planned; behind that line the release is drawn, packed, read back and rendered.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.unit import Unit
from epsilog.errors import PrivacyError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.live.stream import parts_of
from epsilog.noise import system
from epsilog.pay.door import Door
from epsilog.pay.request import Request
from epsilog.pay.stream_request import StreamRequest
from epsilog.publish import pipeline
from epsilog.roles.drawn import cells_of
from epsilog.roles.spec import Spec
from epsilog.show.result import Result, derived_of, tables_of
from extreme_scenes import Extreme, extreme, live_request, population_request, request

REFUSALS = (SpecError, PrivacyError)  # of the request and of its budget; the last are about money
MANY = Fraction(10**6)


class Shelf:
    """Books for every unit, opened when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.opened = folder, {}

    def of(self, unit: Unit, zone: str) -> Ledger:
        if unit not in self.opened:
            ledger = Ledger.open(self.folder / f"{len(self.opened)}.db", create=True)
            tight = Allowance.approximate(MANY, Fraction(1, 10**6), Fraction(1, 10**7))
            ledger.open_account("clinic", Terms(unit, tight, zone), by="Ada")
            ledger.open_account("pure", Terms(unit, Allowance.pure(MANY), zone), by="Ada")
            self.opened[unit] = ledger
        return self.opened[unit]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory):
    found = Shelf(tmp_path_factory.mktemp("books"))
    yield found
    for ledger in found.opened.values():
        ledger.close()


def drawn(seed: int, shelf: Shelf, asking: Callable[[random.Random], Spec] = request) -> bool:
    """Whether a request was drawn; any other error than a refusal is a failure of the test."""
    dice = random.Random(seed)
    try:
        spec = asking(dice)
        asked = Request.of(spec, shelf.of(spec.protect.unit, spec.protect.zone))
    except REFUSALS:
        return False
    for _ in range(2):
        raw = pipeline._answer(Extreme(dice), asked, system, Door(None, None, None), "")
        result = Result.from_bytes(raw)
        assert tables_of(result)
        derived_of(result)
    return True


def stepped(seed: int, shelf: Shelf) -> bool:
    """Whether a stream was stepped through; what it stands at is put away and taken up between any two ticks."""
    dice = random.Random(seed)
    try:
        spec: Spec = live_request(dice)
        plan = Request.of(StreamRequest.of(spec).spec, shelf.of(spec.protect.unit, spec.protect.zone)).plan
        parts = parts_of(plan)
    except REFUSALS:
        return False
    for part, query in zip(parts, plan.spec.publish, strict=True):
        part.start(system)
        for _ in range(min(8, query.grid().size // len(cells_of(query)))):
            told = part.step(extreme(dice, len(cells_of(query))), system)
            assert len(told) == len(cells_of(query))
            part.resume(part.save())
    return True


def test_every_request_is_refused_or_drawn(shelf) -> None:
    with np.errstate(all="ignore"):
        assert sum(drawn(seed, shelf) for seed in range(40)) >= 15


def test_every_statistic_is_refused_or_drawn(shelf) -> None:
    with np.errstate(all="ignore"):
        assert sum(drawn(seed, shelf, population_request) for seed in range(12)) >= 3


def test_every_stream_is_refused_or_stepped(shelf) -> None:
    with np.errstate(all="ignore"):
        assert sum(stepped(seed, shelf) for seed in range(20)) >= 8


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(10_000, 12_500, 250))
def test_every_one_of_thousands_of_requests_is_refused_or_drawn(first: int, shelf) -> None:
    with np.errstate(all="ignore"):
        assert sum(drawn(seed, shelf) for seed in range(first, first + 250)) >= 60


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(10_000, 11_500, 250))
def test_every_one_of_thousands_of_streams_is_refused_or_stepped(first: int, shelf) -> None:
    with np.errstate(all="ignore"):
        assert sum(stepped(seed, shelf) for seed in range(first, first + 250)) >= 60


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(10_000, 10_300, 60))
def test_every_one_of_hundreds_of_statistics_is_refused_or_drawn(first: int, shelf) -> None:
    with np.errstate(all="ignore"):
        assert sum(drawn(seed, shelf, population_request) for seed in range(first, first + 60)) >= 8
