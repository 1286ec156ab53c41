"""Leak canaries in live series: states, pages, values, errors of a stream. See test_canary.py."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from canary_cage import Cage, birds_in
from canary_scenes import HOSTILE, MARCH, asking, csv_text, ledger_in, rows, silent, write_csv
from epsilog.accounting.allowance import Allowance
from epsilog.core.during import During
from epsilog.core.unit import Protect, Unit
from epsilog.errors import EpsilogError
from epsilog.ledger import Terms
from epsilog.live.look import LiveView, Place
from epsilog.live.page import write_folder
from epsilog.live.state import taken_up
from epsilog.live.stream import open_stream
from epsilog.mechanisms.series.checkpoint import resume_position
from epsilog.pay.stream_request import StreamRequest
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.roles.stream_rules import Rules
from publish_scenes import PATIENT

AMOUNT: dict[str, Any] = {"column": "amount", "between": (Fraction(0), Fraction(10**14)), "grain": Fraction(1)}
LIVE = (
    Query("rows", by={"region": ["North", "South"]}, every="1d", during=MARCH),  # type: ignore[arg-type]
    Query("sum", every="1d", during=MARCH, **AMOUNT),
    Query("rows", every="1d", during=MARCH, shape="running"),  # type: ignore[arg-type]
)


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


def live(edition: str = "1") -> Spec:
    return asking("visits.csv", edition, publish=LIVE, spend=Spend("clinic", Fraction(1)))


def windows(edition: str = "1") -> Spec:
    """The same, and values that are repeated, where a patient is protected within any three days in a row."""
    unit = Unit(PATIENT.each, per="1d", window=3)
    again = [replace(LIVE[0], shape={"per-step": rule}, name=rule) for rule in ("absorption", "spells")]
    return asking(
        "visits.csv", edition, publish=(*LIVE, *again), protect=Protect(unit), spend=Spend("weeks", Fraction(1))
    )


def ran(
    cage: Cage, spec: Spec, *, ticks: int | None = None, spoil: Any = None, name: str = "live", after: Any = None
) -> Any:
    """Run a stream and write its folder; `after` is the spec of the stream it continues, in the folder `before`."""
    request = StreamRequest(spec, Rules())
    place = Place(cage.left / name, base=cage.data, before=None if after is None else cage.left / "before")
    continues = None if after is None else StreamRequest(after, Rules()).key
    books = _again(cage) if (cage.left / "ledger.db").exists() else ledger_in(cage)
    with books as ledger, open_stream(request, ledger, place, continues=continues) as stream:
        if spoil is not None:
            spoil(stream)
        stream.run(ticks=ticks)
        look = LiveView.of(request, ledger, place)
        write_folder(look, look.published(), "en", ledger.identity)
        return repr(stream), look.to_dict()


def _again(cage: Cage) -> Any:
    from epsilog.ledger import Ledger

    return Ledger.open(cage.left / "ledger.db")


def test_the_birds_are_in_the_state_and_nowhere_else(cage: Cage) -> None:
    write_csv(cage)
    cage.run(lambda: ran(cage, live(), ticks=2))
    assert cage.error is None
    silent(cage)
    place = Place(cage.left / "live", base=cage.data)
    with _again(cage) as ledger:
        receipt = ledger.find("clinic", StreamRequest(live(), Rules()).key)
        assert receipt is not None
        _, content = place.vault.read(receipt.id)
        assert birds_in(content), "the exact total is in there, so it could leak"
        assert taken_up(place.vault, receipt.id).tick == 2
    cage.run(lambda: ran(cage, live()))
    assert cage.error is None
    silent(cage)


def test_an_extension_tells_no_more(cage: Cage) -> None:
    """Running totals that go on, from a stream before over days without birds: published numbers and noise."""
    write_csv(cage)
    days = During(MARCH.time, MARCH.first - dt.timedelta(days=2), MARCH.first - dt.timedelta(days=1))
    spend = Spend("clinic", Fraction(1, 2))
    first = asking("visits.csv", "0", publish=tuple(replace(query, during=days) for query in LIVE), spend=spend)
    second = asking("visits.csv", "1", publish=LIVE, spend=spend)
    cage.run(lambda: ran(cage, first, name="before"))
    assert cage.error is None
    cage.run(lambda: ran(cage, second, ticks=3, after=first))
    assert cage.error is None
    silent(cage)
    last = (cage.left / "live" / "values.csv").read_text(encoding="utf-8").splitlines()[-1].split(",")
    assert last[-3], "the total goes on"


def test_windows_keep_their_birds(cage: Cage) -> None:
    write_csv(cage)
    with ledger_in(cage) as ledger:
        ledger.open_account("weeks", Terms(windows().protect.unit, Allowance.pure(100)), by="Ada")
    cage.run(lambda: ran(cage, windows(), ticks=3))
    assert cage.error is None
    silent(cage)
    with _again(cage) as ledger:
        cage.run(lambda: publish(windows("batch"), ledger, base=cage.data))
    assert cage.error is None
    silent(cage)


@pytest.mark.parametrize("how", HOSTILE)
def test_hostile_lines(cage: Cage, how: str) -> None:
    write_csv(cage, HOSTILE[how](csv_text(rows())))
    cage.run(lambda: ran(cage, live(), ticks=5))
    assert cage.error is None, "a line is never an error"
    silent(cage)


def test_a_tick_that_fails(cage: Cage) -> None:
    write_csv(cage)

    def spoil(stream: Any) -> None:
        def broken(row: Any, rng: Any) -> Any:
            raise ValueError(f"{row.tolist()} {csv_text(rows())[:500]}")

        stream._parts[1].step = broken

    cage.run(lambda: ran(cage, live(), spoil=spoil))
    assert isinstance(cage.error, EpsilogError)
    silent(cage)


def test_a_state_of_something_else(cage: Cage) -> None:
    write_csv(cage)
    cage.run(lambda: ran(cage, live(), ticks=6))

    def spoil(stream: Any) -> None:
        resume_position(stream._parts[2]._mechanism, stream._parts[2].save()[:-1])

    cage.run(lambda: ran(cage, live(), spoil=spoil))
    assert isinstance(cage.error, EpsilogError)
    silent(cage)


@pytest.mark.parametrize("json", [(), ("--json",)], ids=["tables", "json"])
def test_commands(cage: Cage, json: tuple[str, ...]) -> None:
    from epsilog.cli.app import run
    from epsilog.spec.file import to_yaml

    write_csv(cage)
    spec = cage.data / "live.yaml"
    spec.write_text(to_yaml(live()), encoding="utf-8")
    ledger_in(cage).close()
    there = ("--ledger", str(cage.left / "ledger.db"), "--out", str(cage.left / "live"))
    for words in (
        ("run", str(spec), *there, "--ticks", "7"),
        ("status", str(spec), *there),
        ("history", str(spec), *there),
        ("run", str(spec), *there, "--lang", "zh"),
        ("history", str(spec), *there, "--lang", "zh"),
        ("close", str(spec), *there),
    ):
        assert cage.run(lambda words=words: run(["stream", *words, *json])) == 0
    silent(cage)
    assert not (cage.left / "live.private").exists()
