"""Persons within a window of periods: what an account fixes, what a release pays, what a reader is told."""

from __future__ import annotations

import datetime as dt
import json
from fractions import Fraction
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from calendar_years import DAILY, year
from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import BudgetExceeded, PrivacyError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.live.stream import open_stream
from epsilog.pay.stream_request import StreamRequest
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.roles.stream_rules import Rules
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.testing import publish_seeded
from epsilog.year.plan import plan_calendar
from ledger_scenes import whole
from stream_scenes import DAYS as DAY
from stream_scenes import TOWN, at_place, books, seeds, series, visits

WEEK = Unit("id", per="1d", window=7)


def asked(*entries: Query, unit: Unit = WEEK, **more: object) -> Spec:
    return scenes.request(*(entries or (scenes.series(None),)), protect=Protect(unit), **more)  # type: ignore[arg-type]


def spent(ledger: Ledger, account: str = "clinic") -> dict[str, int]:
    return {one.block: one.spent.main for one in ledger.account(account).balances if one.spent.main}


def test_windows_are_published_told_and_verified(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    entries = (scenes.series(None), scenes.series("running", "persons", by=True), Query("rows", name="all"))
    spec = asked(*entries, delta=Fraction(1, 10**6))
    assert spec_from_text(to_yaml(spec), "spec.yaml").digest == spec.digest
    with scenes.books(str(tmp_path / "books.db"), WEEK) as ledger:
        release = publish_seeded(5, spec, ledger, base=tmp_path)
        assert spent(ledger) == {"*": release.result.plan.price.main}
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
        assert verdict.whole, verdict.findings
        whole(ledger)
        card = json.loads((tmp_path / "out" / "card.json").read_text("utf-8"))
        assert card["protects"] == {
            "each": "id",
            "per": "1d",
            "window": 7,
            "neighbours": "add-remove",
            "zone": "UTC",
        }
        assert "persons_over_several_windows" in card["not_protected"]
        for lang, words in (("en", "within any 7 days in a row"), ("zh", "任意连续 7 天")):
            told = "\n".join(lines(release, lang))  # type: ignore[arg-type]
            assert words in told
            assert words in "\n".join(plan_lines(release.result.plan, lang))  # type: ignore[arg-type]
    daily, running, everything = release.result.plan.draws
    assert (daily.contribution.sensitivity.l1, daily.contribution.sensitivity.l2_squared) == (14, 28)
    assert everything.contribution.sensitivity.l2_squared == 14**2
    assert running.contribution.periods == 7


def test_a_request_repeats_the_window_and_its_tick(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    others = [
        Unit("id"),
        Unit("id", per="1d"),
        Unit("id", per="1d", window=2),
        Unit("id", per="1d", window=8),
        Unit("id", per="1w", window=7),
        Unit("id", per="1h", window=7),
    ]
    with scenes.books(str(tmp_path / "books.db"), WEEK) as ledger:
        for unit in others:
            spec = scenes.request(scenes.series(None), protect=Protect(unit), bound=Bounds(rows=2))
            with pytest.raises(PrivacyError, match="the account protects"):
                publish(spec, ledger, base=tmp_path)
        assert spent(ledger) == {}


def test_releases_of_different_months_share_one_balance(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    with Ledger.open(str(tmp_path / "books.db"), create=True) as ledger:
        ledger.open_account(
            "clinic", Terms(WEEK, Allowance.approximate(Fraction(3, 2), Fraction(1, 10**6))), by="Ada"
        )
        assert ledger.account("clinic").terms.period is None
        january = During("at", dt.date(2026, 1, 1), dt.date(2026, 1, 5))
        march = During("at", dt.date(2026, 2, 20), dt.date(2026, 2, 25))
        first = asked(during=january)
        publish_seeded(1, first, ledger, base=tmp_path)
        half = spent(ledger)["*"]
        publish_seeded(2, asked(edition="2", during=march), ledger, base=tmp_path)
        with pytest.raises(BudgetExceeded):
            publish_seeded(2, asked(edition="3", during=march), ledger, base=tmp_path)
        assert set(spent(ledger)) == {"*"}
        assert spent(ledger)["*"] == 2 * half
        whole(ledger)
        columns = Origin("visits.csv", {**scenes.COLUMNS, "at": "timestamp"})  # type: ignore[arg-type]
        other = asked(during=january, source=columns, edition="4")
        with pytest.raises(PrivacyError, match="read as date"):
            publish(other, ledger, base=tmp_path)


def test_an_account_of_old_terms_is_readable_and_pays_nothing(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    allowance = Allowance.approximate(Fraction(5), Fraction(1, 10**6))
    with Ledger.open(str(tmp_path / "books.db"), create=True) as ledger:
        ledger.open_account("clinic", Terms(WEEK, allowance, version=1), by="Ada")
        ledger.open_account("older", Terms(Unit("id", window=7), allowance, version=1), by="Ada")
        assert [one.terms.period for one in ledger.accounts()] == ["1d", None]
        whole(ledger)
        with pytest.raises(PrivacyError, match="before windows had a tick"):
            publish(asked(), ledger, base=tmp_path)
        with pytest.raises(SpecError, match="how long"):
            ledger.open_account("new", Terms(Unit("id", window=7), allowance), by="Ada")
        assert spent(ledger) == {}


def test_terms_of_windows_are_a_record_of_their_own() -> None:
    allowance = Allowance.pure(1)
    record = Terms(WEEK, allowance).to_dict()
    assert record["version"] == 2
    assert Terms.from_dict(record) == Terms(WEEK, allowance)
    assert Terms(Unit("id", per="1d"), allowance).to_dict()["version"] == 1
    with pytest.raises(Exception, match="cannot be read"):
        Terms.from_dict({**record, "unit": {**record["unit"], "window": None}})
    with pytest.raises(Exception, match="cannot be read"):
        Terms.from_dict({**record, "unit": {**record["unit"], "per": None}})


def test_a_calendar_of_windows_adds_up_over_all_time() -> None:
    calendar = year("{name: daily, count: rows, every: 1mo, error: 50}", per="1d, window: 7")
    planned = plan_calendar(calendar)
    assert set(planned.blocks) == {"*"}
    assert planned.total == 12 * planned.reports[0].price
    assert set(plan_calendar(year(DAILY, per="1mo")).blocks) != {"*"}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"publish": (Query("mean", "paid", between=(Fraction(0), Fraction(9))),)}, "counted or a column"),
        (
            {"publish": (Query("quantiles", "paid", between=(Fraction(0), Fraction(9)), at=(Fraction(1, 2),)),)},
            "counted",
        ),
        ({"bound": Bounds(norm=3)}, "one period"),
        ({"publish": (scenes.series("running", every="1w"),)}, "not proved"),
    ],
)
def test_what_is_not_proved_of_windows_is_refused(changed: dict[str, object], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        scenes.request(scenes.series(None), protect=Protect(WEEK), **changed)  # type: ignore[arg-type]


def test_watches_of_windows_have_the_full_noise() -> None:
    alerts = Query("rows", every="1d", shape={"alert": {"above": 8, "at_most": 3}})  # type: ignore[arg-type]
    day = Unit("id", per="1d")
    once, window = (plan(asked(alerts, unit=unit)).draws[0] for unit in (day, Unit("id", per="1d", window=2)))
    assert window.participation.signed  # type: ignore[union-attr]
    assert window.parameter * window.for_queries == 2 * once.parameter * once.for_queries  # type: ignore[union-attr]


def test_a_live_series_of_windows(tmp_path: Path) -> None:
    """Opened, let go in the middle, opened again: the same values, one balance, four hours at a time."""
    unit, values = Unit("who", per="1h", window=4), []
    entries = (
        Query("rows", by=TOWN, every="1h", during=DAY),
        Query("rows", every="1h", during=DAY, shape="running"),
    )
    spec = series(*entries, protect=Protect(unit), spend=Spend("clinic", Fraction(1)))  # type: ignore[arg-type]
    for name, parts in (("through", (24,)), ("stopped", (5, 19))):
        folder = tmp_path / name
        folder.mkdir()
        visits(folder)
        with books(folder / "books.db", unit=unit) as ledger:
            for ticks in parts:
                request = StreamRequest(spec, Rules())
                with open_stream(request, ledger, at_place(folder), words=seeds(3)) as stream:
                    stream.run(ticks=ticks)
            assert set(spent(ledger)) == {"*"}
        values.append((folder / "live" / "values.csv").read_bytes())
    assert values[0] == values[1]
    assert values[0].count(b"\n") > 24
