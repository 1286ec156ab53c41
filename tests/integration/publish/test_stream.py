"""Streams: paid once, closed by the clock, bounded, published tick by tick, never twice."""

from __future__ import annotations

import datetime as dt
import os
import stat
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import BudgetExceeded, LedgerError, PolicyError, PrivacyError, SourceError, SpecError
from epsilog.kinds.series.plan import shapes as series_plan
from epsilog.live.go_on import further
from epsilog.live.look import LiveView
from epsilog.live.state import taken_up
from epsilog.live.stream import close_stream
from epsilog.mechanisms.series import buffered
from epsilog.pay.opening import opened_as
from epsilog.pay.request import Request
from epsilog.pay.stream_request import StreamRequest
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spend
from epsilog.roles.stream_rules import Replay, Rules, Said
from feed_scenes import KINDS, START, TOWNS, append, line, write
from ledger_scenes import whole
from stream_kinds import KINDS_OF_SERIES, everything
from stream_scenes import DAYS, LATER, TOWN, at_place, books, held, seeds, series, visits


def spent(ledger):
    return ledger.account("clinic").share


def at_hour(hour):
    return START.replace(tzinfo=dt.UTC).timestamp() + 3600 * hour


@pytest.fixture
def ledger(tmp_path):
    with books(tmp_path / "books.db") as opened:
        yield opened


def test_a_stream_is_paid_once_and_publishes_every_tick(tmp_path, ledger):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path)) as stream:
        assert spent(ledger) == pytest.approx(0.2)
        assert stream.run() == 24
        ticks = stream.published()
        assert "private" not in repr(stream)
    assert [tick.number for tick in ticks] == list(range(1, 25))
    assert ticks[0].label == "2026-01-05T00"
    assert [cell.keys for cell in ticks[3].cells] == [("North",), ("South",)]
    assert spent(ledger) == pytest.approx(0.2)
    whole(ledger)
    kinds = [line.kind for line in ledger.history("clinic")]
    assert kinds.count("tick") == 24
    assert kinds.count("reserve") == kinds.count("commit") == 1


@pytest.mark.parametrize("kind", ["blocks", "everything"])
def test_live_says_what_the_rows_say(tmp_path, kind):
    """Every shape worked out by hand, for a thousand persons with three rows each: nobody is cut."""
    write(tmp_path, [line(f"p{n // 3}", TOWNS[n % 2], (5 * n) % 24) for n in range(3000)])
    spec, zcdp = KINDS_OF_SERIES[kind]()
    spec = replace(spec, spend=replace(spec.spend, epsilon=Fraction(5)))
    table = np.zeros((24, 2))
    for n in range(3000):
        table[(5 * n) % 24, n % 2] += 1
    ledger = books(tmp_path / "b.db", zcdp=zcdp)
    with ledger, held(spec, ledger, at_place(tmp_path)) as one:
        one.run()
        told = {}
        for tick in one.published():
            for cell in tick.cells:
                told.setdefault((cell.entry, cell.keys), []).append(cell)
    for query in spec.publish:
        for at, keys in enumerate([("North",), ("South",)] if query.by else [()]):
            exact = table[:, at] if query.by else table.sum(axis=1)
            shape = None if query.shape is None else query.shape.to_dict()
            if shape == "running":
                exact = np.cumsum(exact)
            elif shape == {"window": 4}:
                exact = np.convolve(exact, np.ones(4))[:24]
            elif shape == {"decay": "9/10"}:
                exact = np.array([sum(exact[t - k] * 0.9**k for k in range(t + 1)) for t in range(24)])
            cells = told[query.name, keys]
            if isinstance(shape, dict) and "alert" in shape:
                above = np.flatnonzero(exact > 8)[:3]
                assert [n for n, cell in enumerate(cells) if cell.alert] == above.tolist()
                assert all(cell.alert is None for cell in cells[above[-1] + 1 :])
                continue
            values = np.array([cell.value for cell in cells])
            margin = max(cell.high - cell.value for cell in cells)
            assert np.abs(values - exact).max() <= 3 * margin, (query.name, values, exact)
            assert margin < 0.5 * exact.max()


def test_ticks_close_by_the_clock_and_not_before(tmp_path, ledger):
    visits(tmp_path)
    now = [at_hour(2.5)]
    place = replace(at_place(tmp_path), seconds=lambda: now[0])
    with held(series(), ledger, place, rules=Rules.said(wait="15m")) as stream:
        assert stream.run(ticks=2) == 2
        assert stream.run(keep_on=lambda: False) == 0
        with pytest.raises(PrivacyError, match="not over yet"):
            stream.step()
        now[0] = at_hour(3.2)
        with pytest.raises(PrivacyError, match="not over yet"):
            stream.step()
        now[0] = at_hour(3.25)
        assert stream.step().number == 3


def test_the_zone_decides_when_a_tick_closes(tmp_path):
    visits(tmp_path)
    unit, spec = Unit("who"), series(protect=Protect(Unit("who"), "Asia/Shanghai"))
    from epsilog.accounting.allowance import Allowance
    from epsilog.ledger import Ledger, Terms

    with Ledger.open(tmp_path / "z.db", create=True) as ledger:
        ledger.open_account("clinic", Terms(unit, Allowance.pure(5), zone="Asia/Shanghai"), by="Ada")
        now = [at_hour(-7.01)]
        with held(spec, ledger, replace(at_place(tmp_path), seconds=lambda: now[0])) as stream:
            assert stream.clock.until(0) > 0
            now[0] = at_hour(-7)
            assert stream.step().label == "2026-01-05T00"


def test_a_replayed_clock_is_on_the_record(tmp_path, ledger):
    visits(tmp_path)
    now = [LATER]
    rules = Rules(clock=Replay.at("2026-01-05T00:00", 3600))
    place = replace(at_place(tmp_path), seconds=lambda: now[0])
    with held(series(), ledger, place, rules=rules) as stream:
        assert stream.clock.until(0) == pytest.approx(1)
        now[0] += 2
        assert stream.run(ticks=2) == 2
        assert stream.clock.until(2) > 0
        assert stream.opening.to_bytes().count(b'"clock":{"speed":"3600"') == 1


def test_empty_ticks_are_published_too(tmp_path, ledger):
    write(tmp_path, [])
    with held(series(), ledger, at_place(tmp_path)) as stream:
        assert stream.run() == 24
        assert all(len(tick.cells) == 2 for tick in stream.published())


def test_there_need_be_no_file_yet(tmp_path, ledger):
    with held(series(), ledger, at_place(tmp_path)) as stream:
        assert stream.run(ticks=1) == 1


def test_rows_that_come_later_count_in_later_ticks(tmp_path, ledger):
    path = write(tmp_path, [])
    now = [at_hour(1)]
    spec = series(Query("rows", every="1h", during=DAYS), spend=Spend("clinic", Fraction(4)), bound=Bounds(rows=1))
    with held(spec, ledger, replace(at_place(tmp_path), seconds=lambda: now[0])) as stream:
        stream.step()
        append(path, [line(f"p{n}", "North", 1.5) for n in range(500)])
        now[0] = at_hour(2)
        assert stream.step().cells[0].value > 400


def test_closing_destroys_the_state_and_gives_nothing_back(tmp_path, ledger):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=3)
        stream.close()
    assert not (tmp_path / "live.private").exists()
    assert spent(ledger) == pytest.approx(0.2)
    with pytest.raises(PrivacyError, match="closed"), held(series(), ledger, at_place(tmp_path)):
        pytest.fail("it went on")
    entries = len(ledger.history())
    look = LiveView.of(StreamRequest(series(), Rules()), ledger, at_place(tmp_path))
    assert len(ledger.history()) == entries, "whoever looks writes nothing"
    assert (look.stage, look.done, len(look.published())) == ("closed", 3, 3)
    close_stream(StreamRequest(series(), Rules()), ledger, at_place(tmp_path))  # twice is as once


def test_a_further_horizon_is_another_paid_stream(tmp_path, ledger):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=1)
        first = stream.receipt.key
    longer = further(series(), "2026-01-07", epsilon=2)
    assert longer.edition == "one+2"
    assert longer.publish[0].during == During("at", dt.date(2026, 1, 6), dt.date(2026, 1, 7))
    with held(longer, ledger, at_place(tmp_path, "more"), continues=first) as stream:
        assert stream.run() == 48
        assert stream.opening.continues == first
    assert spent(ledger) == pytest.approx(0.6)
    with pytest.raises(SpecError, match="before it begins"):
        further(series(), "2026-01-05")


def test_a_batch_of_the_same_name_is_refused_and_so_is_a_stream_of_a_batch(tmp_path, ledger):
    visits(tmp_path)
    publish(series(edition="batch"), ledger, base=tmp_path)
    with (
        pytest.raises(SpecError, match="another request"),
        held(series(edition="batch"), ledger, at_place(tmp_path)),
    ):
        pytest.fail("it was opened")
    with held(series(), ledger, at_place(tmp_path)):
        pass
    with pytest.raises(SpecError, match="a live series of this spec is open"):
        publish(series(), ledger, base=tmp_path)
    assert opened_as(series(edition="batch"), ledger) is None
    assert opened_as(series(), ledger).rules == Rules()


def test_a_live_spec_is_not_published_at_once(tmp_path, ledger):
    visits(tmp_path)
    with pytest.raises(SpecError, match="spec of a live series"):
        publish(series(stream=Said()), ledger, base=tmp_path)
    assert spent(ledger) == 0


def test_a_name_that_is_planned_for_tables_is_not_streamed_under(tmp_path, ledger):
    visits(tmp_path)
    one = {"release": "visits", "every": "1d", "price": [10**12, 0], "question": "0" * 64}
    record = {"version": 1, "name": "year", "from": "2026-01-05", "to": "2026-01-05", "coin": "pure"}
    ledger.approve(
        "clinic", {**record, "releases": [one], "request": {}}, approvers=("Ada", "Grace"), why="the plan"
    )
    with (
        pytest.raises(PolicyError, match="planned for tables"),
        held(series(edition="2026-01-05"), ledger, at_place(tmp_path)),
    ):
        pytest.fail("it was opened")
    assert spent(ledger) == 0
    assert not (tmp_path / "live").exists()


def test_a_budget_that_does_not_suffice_opens_nothing(tmp_path, ledger):
    visits(tmp_path)
    spec = series(spend=Spend("clinic", Fraction(6)))
    with pytest.raises(BudgetExceeded), held(spec, ledger, at_place(tmp_path)):
        pytest.fail("it was opened")
    assert not (tmp_path / "live").exists()


def test_a_stopped_account_publishes_nothing_and_loses_nothing(tmp_path, ledger):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=2)
        ledger.stop("clinic", by="Ada", why="a question")
        with pytest.raises(PolicyError):
            stream.run(ticks=1)
    assert (tmp_path / "live" / "values.csv").read_bytes().count(b"\n") == 1 + 2 * 2
    ledger.resume("clinic", approvers=["Ada", "Grace"], why="answered")
    with held(series(), ledger, at_place(tmp_path), seed=9) as stream:
        assert stream.done == 3, "the third tick is the one that was drawn then"
        drawn_then = stream.published()[2]
    with books(tmp_path / "other.db") as other, held(series(), other, at_place(tmp_path, "other")) as stream:
        stream.run(ticks=3)
        assert stream.published()[2] == drawn_then


def test_the_state_is_encrypted_and_bound_to_its_stream(tmp_path, ledger):
    write(tmp_path, [line("a-very-private-name", "North", 3)])
    with held(series(), ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=1)
        receipt, vault = stream.receipt, stream.place.vault
    private = tmp_path / "live.private"
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert {stat.S_IMODE((private / name).stat().st_mode) for name in ("state", "key")} == {0o600}
    raw = (private / "state").read_bytes()
    assert b"private-name" not in raw
    assert b"feed" not in raw
    assert taken_up(vault, receipt.id).tick == 1
    for at in (3, 25, 40, len(raw) // 2, len(raw) - 1):  # magic, tick, nonce, content, tag
        changed = bytearray(raw)
        changed[at] ^= 1
        (private / "state").write_bytes(changed)
        with pytest.raises(PrivacyError, match="changed"):
            taken_up(vault, receipt.id)
    (private / "state").write_bytes(raw)
    with pytest.raises(PrivacyError, match="not this stream's"):
        taken_up(vault, "another receipt")
    os.chmod(private / "key", 0o644)
    with pytest.raises(PrivacyError, match="others may read"):
        taken_up(vault, receipt.id)


def test_another_key_is_refused(tmp_path, ledger):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path)):
        pass
    other = tmp_path / "other.key"
    other.write_text("00" * 32)
    other.chmod(0o600)
    with pytest.raises(PrivacyError, match="another key"), held(series(), ledger, at_place(tmp_path, key=other)):
        pytest.fail("it went on")


def test_published_values_that_were_changed_are_found(tmp_path, ledger):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path)) as stream:
        stream.run(ticks=3)
    path = tmp_path / "live" / "values.csv"
    good = path.read_bytes()
    path.write_bytes(good.replace(b"T01,", b"T09,", 1))
    look = LiveView.of(StreamRequest(series(), Rules()), ledger, at_place(tmp_path))
    with pytest.raises(LedgerError, match="ledger confirms"):
        look.published()
    path.write_bytes(good[:-3])  # the last tick torn: put right from the state
    with held(series(), ledger, at_place(tmp_path)) as stream:
        assert path.read_bytes() == good
        assert len(stream.published()) == 3
    path.write_bytes(good[:40])
    with pytest.raises(SpecError, match="shorter"), held(series(), ledger, at_place(tmp_path)):
        pytest.fail("it went on")


def test_a_seed_cannot_go_on_with_a_real_stream(tmp_path, ledger):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path), seed=None) as stream:
        assert not stream.opening.reproducible
    with held(series(), ledger, at_place(tmp_path)) as stream, pytest.raises(PrivacyError, match="seed"):
        stream.step()


def test_a_failure_behind_the_door_has_one_wording_and_no_cause(tmp_path, ledger, monkeypatch):
    visits(tmp_path)
    with held(series(), ledger, at_place(tmp_path)) as stream:

        def broken(row, rng):
            raise ValueError("ann was here")

        stream._parts[0].step = broken
        with pytest.raises(SourceError, match="stopped in the middle") as failed:
            stream.step()
        assert "ann" not in str(failed.value)
        assert failed.value.__cause__ is failed.value.__context__ is None
        with pytest.raises(PrivacyError, match="open it again"):
            stream.step()
    with held(series(), ledger, at_place(tmp_path)) as stream:
        assert stream.run() == 24


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        ({"publish": (Query("rows", by=TOWN),)}, "tick by tick"),
        ({"publish": (Query("mean", "spent", between=(0, 1), every="1h", during=DAYS),)}, "declared keys"),
        (
            {"publish": (Query("rows", every="1h", during=DAYS), Query("rows", every="1d", during=DAYS))},
            "same ticks",
        ),
        ({"bound": Bounds(norm=2)}, "norm"),
        ({"source": Origin("visits.parquet", KINDS)}, "CSV or JSON"),
        ({"source": Origin("visits.csv", {**KINDS, "at": "date"})}, "hours"),
        (
            {
                "protect": Protect(Unit("who", per="1h", window=3)),
                "publish": (Query("rows", every="1d", during=DAYS),),
            },
            "several 1h",
        ),
    ],
)
def test_what_a_stream_cannot_be_is_refused_before_anything_is_paid(tmp_path, ledger, changed, match):
    visits(tmp_path)
    with pytest.raises(SpecError, match=match), held(series(**changed), ledger, at_place(tmp_path)):
        pytest.fail("it was opened")
    assert spent(ledger) == 0


def test_persons_of_a_period_need_ticks_within_it(tmp_path):
    weekly = Query("persons", every="1w", during=DAYS)
    spec = series(weekly, protect=Protect(Unit("who", per="1mo")), bound=Bounds(cells=2))
    with pytest.raises(SpecError, match="several 1mo"):
        StreamRequest(spec, Rules())
    with pytest.raises(SpecError, match="late row"):
        StreamRequest(series(protect=Protect(Unit("who", per="1mo"))), Rules(late="next"))


@pytest.mark.parametrize("wait", ["5", "-1s", "1.5h", "", "1 h", "∞", "99999999s", "nan"])
def test_waits_that_are_none(wait):
    if wait == "5":
        assert Rules.said(wait="5").wait == 5
        return
    with pytest.raises(SpecError):
        Rules.said(wait=wait)


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "inf", "1e400", "0x10", True, "1e10"])
def test_speeds_that_are_none(speed):
    with pytest.raises(SpecError):
        Replay.at("2026-01-05", speed)
    with pytest.raises(SpecError):
        Replay.at("yesterday", 1)


def test_many_entries_take_one_seed_each_tick(tmp_path):
    """Two runs of one seed say the same, another seed says something else: values depend on nothing hidden."""
    visits(tmp_path)
    spec, _ = everything()
    said = []
    for at, seed in enumerate((7, 7, 8)):
        with books(tmp_path / f"{at}.db", zcdp=True) as ledger:
            place = at_place(tmp_path, f"live{at}")
            with held(spec, ledger, place, seed=None, words=seeds(seed)) as stream:
                stream.run(ticks=3)
        said.append((tmp_path / f"live{at}" / "values.csv").read_bytes())
    assert said[0] == said[1] != said[2]


WEEKS = During("at", dt.date(2026, 1, 5), dt.date(2026, 1, 18))


def test_a_live_total_takes_a_strategy_whose_state_does_not_grow(tmp_path):
    """Of those that err alike; a batch of the same spec takes the one that errs least, as ever."""
    spend = Spend("clinic", Fraction(1), Fraction(1, 10**6))
    total = Query("rows", by=TOWN, every="1h", during=WEEKS, shape="running")
    visits(tmp_path)
    with books(tmp_path / "b.db", zcdp=True, epsilon=20) as ledger:
        once = Request.of(series(total, spend=spend), ledger).plan.draws[0]
        assert once.strategy == "square root, normalised"
        with held(series(total, spend=spend), ledger, at_place(tmp_path)) as stream:
            live = stream.opening.plan.draws[0]
            assert live.strategy == "buffered, normalised"
            assert max(live.margins) < 1.002 * max(once.margins)
            stream.run(ticks=1)
            first = (tmp_path / "live.private" / "state").stat().st_size
            stream.run(ticks=150)
            assert (tmp_path / "live.private" / "state").stat().st_size <= first + 64
        planned = Request.of(StreamRequest(series(total, spend=spend), Rules()).spec, ledger).plan
        said = next(one for one in planned.reasons if one.key in ("plan.why.series", "plan.why.series.flat"))
        assert ("other", "plan.series.square root, normalised") in said.values
        named = Query("rows", by=TOWN, every="1h", during=WEEKS, shape={"running": "square-root"})
        with held(series(named, edition="two", spend=spend), ledger, at_place(tmp_path, "named")) as stream:
            assert stream.opening.plan.draws[0].strategy == "square root, normalised"


def test_a_live_total_that_was_opened_with_a_root_goes_on_with_it(tmp_path, monkeypatch):
    """A stored plan is read back as it was."""
    total = Query("rows", by=TOWN, every="1h", during=WEEKS, shape="running")
    spec = series(total, spend=Spend("clinic", Fraction(1), Fraction(1, 10**6)))
    visits(tmp_path)
    values, arranged = [], series_plan._alike_first
    for name, ticks in (("through", [20]), ("stopped", [7, 13])):
        monkeypatch.setattr(series_plan, "_alike_first", lambda found, live: arranged(found, live=False))
        with books(tmp_path / f"{name}.db", zcdp=True) as ledger:
            for count in ticks:
                with held(spec, ledger, at_place(tmp_path, name)) as stream:
                    assert stream.opening.plan.draws[0].strategy == "square root, normalised"
                    stream.run(ticks=count)
                monkeypatch.undo()
        values.append((tmp_path / name / "values.csv").read_bytes())
    assert values[0] == values[1]


def test_a_live_total_goes_on_with_the_buffers_it_was_opened_with(tmp_path, monkeypatch):
    """A plan stores its constants: those of the first table of fits, byte for byte the same under another table."""
    total = Query("rows", by=TOWN, every="1h", during=WEEKS, shape="running")
    spec = series(total, spend=Spend("clinic", Fraction(1), Fraction(1, 10**6)))
    first = ((1072914311, 1061824326, 989813896, 604297263), (609, 1130, 2622, 3778))
    visits(tmp_path)
    values = []
    for name, ticks in (("through", [20]), ("stopped", [7, 13])):
        monkeypatch.setattr(buffered, "BUFFERED", {1024: first})
        with books(tmp_path / f"{name}.db", zcdp=True) as ledger:
            for count in ticks:
                with held(spec, ledger, at_place(tmp_path, name)) as stream:
                    draw = stream.opening.plan.draws[0]
                    assert (draw.strategy, draw.constants) == ("buffered, normalised", first)
                    stream.run(ticks=count)
                monkeypatch.undo()
        values.append((tmp_path / name / "values.csv").read_bytes())
    assert values[0] == values[1]
