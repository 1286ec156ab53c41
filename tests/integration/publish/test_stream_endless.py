"""Streams without an end: windows, fading sums and ticks by themselves, paid once; people stop counting."""

from __future__ import annotations

import signal
from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import ENDLESS, During
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import VARIABLE
from epsilog.live.go_on import further
from epsilog.live.look import LiveView
from epsilog.live.page import lead, page_of
from epsilog.live.state import taken_up
from epsilog.pay.stream_request import StreamRequest
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.shape import LONGEST
from epsilog.roles.spec import Spend
from epsilog.roles.stream_rules import Rules, Said
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from feed_scenes import line, write
from ledger_processes import alone
from stream_scenes import at_place, books, held, series

FOREVER = During("at", "2026-01-05", "never")
SHAPES = ({"window": 3}, {"decay": "0.9"}, None)


def endless(*shapes, during=FOREVER, every="1d", **changed):
    entries = tuple(
        Query("rows", every=every, during=during, shape=shape, name=f"entry {at}")
        for at, shape in enumerate(shapes or SHAPES)
    )
    words = {"bound": Bounds(rows=2), "spend": Spend("clinic", Fraction(1), Fraction(1, 10**6)), **changed}
    return series(*entries, **words)


def test_never_is_as_long_as_a_series_can_be():
    assert FOREVER.is_endless
    assert LONGEST - 24 < FOREVER.ticks("1h").size <= LONGEST
    assert FOREVER.last - FOREVER.first == ENDLESS
    assert not During("at", "2026-01-05", "2145-01-01").is_endless
    spec = endless(stream=Said())
    assert "to: never" in to_yaml(spec)
    assert spec_from_text(to_yaml(spec)) == spec == spec_from_dict(spec.to_dict())
    for text, match in (("Never", "not a day"), ("ever", "not a day"), ("2026-13-01", "not a day")):
        with pytest.raises(SpecError, match=match):
            spec_from_text(to_yaml(spec).replace("to: never", f"to: {text}"))
    with pytest.raises(SpecError, match="1900 to 2200"):
        During("at", "2190-01-01", "never")
    with pytest.raises(SpecError, match="needs no extension"):
        further(spec, "2027-01-01")


def test_a_longer_horizon_costs_no_more_and_tells_as_much():
    """Entry by entry the same noise; several divide a budget by mean errors, which differ in the fifth digit."""
    for shape in SHAPES:
        year, ever = (
            plan(endless(shape, during=days)) for days in (During("at", "2026-01-05", "2026-12-31"), FOREVER)
        )
        assert ever.charge == year.charge
        (long,), (short,) = ever.draws, year.draws
        assert long.noise == short.noise
        if shape is not None:
            assert max(long.margins) == max(short.margins)
            assert long.reach == short.reach
    ever = plan(endless())
    record = ever.to_dict()
    assert read_plan(record).draws == ever.draws
    assert sum(len(draw["margins"]) for draw in record["draws"] if "margins" in draw) < 200, "runs, not ticks"


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        ({"protect": Protect(Unit("who", per="1mo"))}, "within a period"),
        ({"protect": Protect(Unit("who", per="1d", window=3))}, "within a period"),
        ({"shapes": ("running",)}, "needs an end"),
        ({"shapes": ({"per-step": "absorption"},), "every": "1mo"}, "needs an end"),
        ({"shapes": ({"alert": {"above": 8, "at_most": 3}},)}, "needs an end"),
    ],
)
def test_what_needs_an_end_is_refused(changed, match):
    given = dict(changed)
    with pytest.raises(SpecError, match=match):
        StreamRequest(endless(*given.pop("shapes", SHAPES), **given), Rules())


def test_a_release_has_a_last_day(tmp_path):
    with books(tmp_path / "b.db", zcdp=True) as ledger, pytest.raises(SpecError, match="a last day"):
        publish(endless(), ledger, base=tmp_path)


def test_paid_once_killed_and_whoever_is_retired_stays_so(tmp_path):
    """Ann comes every day and counts twice in her life, whatever happens to the process."""
    write(tmp_path, [line("ann", "North", 24 * day) for day in range(8)] + [line("bob", "North", 24 * 5)])
    spec = endless()
    with books(tmp_path / "b.db", zcdp=True) as ledger, held(spec, ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=1)
        assert stream.opening.total == "∞"
        paid = ledger.account("clinic").share

    def work(send):
        with Ledger.open(tmp_path / "b.db") as ledger, held(spec, ledger, at_place(tmp_path)) as stream:
            stream.run(ticks=2)
            send("over")

    assert alone(work, **{VARIABLE: "stream saved"})[0] == -signal.SIGKILL
    assert alone(work) == (0, ["over"])
    with Ledger.open(tmp_path / "b.db") as ledger:
        with held(spec, ledger, at_place(tmp_path)) as stream:
            stream.run(ticks=4)
            standing = taken_up(stream.place.vault, stream.receipt.id)
            told = stream.published()
        with held(spec, ledger, at_place(tmp_path)) as stream:
            counted = stream._feed.fields()["0 rows"].tolist()
        assert standing.tick == 8
        assert counted == [1, 1, 1], "two rows of ann, one of bob, and no more for ever"
        assert ledger.account("clinic").share == paid
        look = LiveView.of(StreamRequest(spec, Rules()), ledger, at_place(tmp_path))
        assert look.published() == told
        assert "of ∞" in lead(look, "en")
        page = page_of(look, told, "en", "0" * 64)
        assert "does not count any more" in page
        assert f"{FOREVER.ticks('1d').size:,} ticks" in page


def test_events_may_go_on_for_ever_too():
    rows = replace(endless(), protect=Protect(Unit("row")), bound=Bounds())
    assert StreamRequest(rows, Rules()).spec.publish[0].during.is_endless
