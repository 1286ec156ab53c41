"""The board pack: true to its release or plan, in both languages, and loud where something is wrong."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.promise import posterior, posterior_limit
from epsilog.accounting.zcdp import epsilon_of
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError
from epsilog.plan.cost import room_for
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.document import parse_document
from epsilog.roles.spec import Spend, Tidy
from epsilog.show.artefact import write
from epsilog.show.board import Pack, board_html, pack_of_folder, repeat_release
from epsilog.spec.file import read_spec, spec_from_node
from epsilog.words import LANGUAGES, plain, say
from release_scenes import PRESSURE, REGIONS, YEAR, everything, plan_of, result_of, spec_of, stored

AT = "2026-11-16T09:00:00+00:00"
PURE = Spend("clinic/2026", Fraction(1, 2))
VERSIONS = Protect(Unit("patient_id", neighbours="replace"), "Asia/Shanghai")


def text_of(page: str) -> str:
    """What a reader sees."""
    shown = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", shown)).replace("\u00a0", " "))


def asked(*queries: Query, lang: str = "en", **changes: object) -> str:
    return text_of(board_html(Pack.of(plan(spec_of(*queries, **changes))), lang, AT))


def test_a_plan_is_asked_for_before_anything_is_spent() -> None:
    said = asked(Query("rows"), spend=PURE)
    assert "Nothing has been read, drawn or spent." in said
    assert "☐ approved" in said
    assert spec_of(Query("rows"), spend=PURE).digest in said
    assert "to 15.5 % at most" in said
    assert "19 times in 20 the number is within ±24 " in said  # Laplace of scale 8: 2a^25/(1 + a) < 0.05
    assert "Epsilon is not the probability of a leak" in said
    assert "receipt" not in said


def test_ten_pure_releases_cost_ten_times() -> None:
    made = plan(spec_of(Query("rows"), spend=PURE))
    ten = repeat_release(made, 10)
    assert ten.promise == (5.0, 0.0)
    assert ten.belief(Fraction(1, 10)).value == pytest.approx(posterior(0.1, 5))
    assert "ε ≤ 5 " in asked(Query("rows"), spend=PURE)


def test_ten_gaussian_releases_are_added_in_rho_and_read_once() -> None:
    made = plan(spec_of(Query("rows"), bound=Bounds(rows=1)))
    one, ten = repeat_release(made, 1), repeat_release(made, 10)
    assert ten.main == 10 * one.main
    assert ten.promise.delta == one.promise.delta == 1e-6
    assert ten.promise.epsilon == pytest.approx(
        epsilon_of(Fraction(ten.main, 10**12), Fraction(1, 10**6)), rel=1e-5
    )
    assert ten.promise.epsilon >= epsilon_of(Fraction(ten.main, 10**12), Fraction(1, 10**6))
    assert one.promise.epsilon < ten.promise.epsilon < 10 * one.promise.epsilon
    limit = posterior_limit(Fraction(1, 10), *ten.promise)
    assert ten.belief(Fraction(1, 10)) == limit


def test_events_add_up_beside_rho() -> None:
    made = plan(spec_of(Query("rows")))
    share = Allowance.approximate(1, "2e-6", "1e-6")
    twice = replace(made, share=share)
    price = twice.price
    assert price.delta == 0
    assert repeat_release(twice, 10).promise.delta == 1e-6  # what is read at; nothing was used for events

    class Costly:
        main, delta = price.main, 10**11  # 1e-7 of delta each

    assert repeat_release(_Priced(twice, Costly), 10).promise.delta == pytest.approx(2e-6)  # type: ignore[arg-type]


class _Priced:
    """A plan with another price."""

    def __init__(self, made: object, price: object) -> None:
        self.share, self.price = made.share, price  # type: ignore[attr-defined]


def test_room_counts_what_is_left(tmp_path: Path) -> None:
    made = plan_of(spec_of(Query("rows"), spend=PURE), ("laplace",))
    ledger, release = stored(result_of(made), tmp_path)
    with ledger:
        assert room_for(made, release.account) == 7  # 8 of 0.5 in 4; one is spent
        stopped = replace(release.account, stopped="somebody pulled the cord")
        assert room_for(made, stopped) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_is_there_for_every_kind_of_query(tmp_path: Path, lang: str) -> None:
    ledger, release = stored(result_of(plan_of(everything())), tmp_path)
    ledger.close()
    page = board_html(Pack.of(release), lang, AT)
    said = text_of(page)
    for name in ("risk", "ten", "protected", "open", "public", "assumed", "law", "certificate"):
        assert say(f"board.heading.{name}", lang) in said
    for name in ("hipaa", "small", "gdpr", "ccpa", "pipl", "care"):
        assert say(f"law.{name}", lang) in said
    for query in release.plan.spec.publish:
        assert query.name in said
    for word in (release.receipt.id, release.fingerprint, release.plan.spec.digest, "45 CFR § 164.514(b)(2)"):
        assert word in said
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page
    assert ('lang="zh-Hans"' in page) == (lang == "zh")


def test_the_rules_get_the_facts_of_this_release() -> None:
    daily = asked(Query("rows", by=(REGIONS,), every="1d", during=YEAR))
    assert "dates finer than a year, which the list forbids" in daily
    assert "Whether the keys of region are places" in daily
    whole = asked(Query("rows"))
    assert "dates finer than a year, which the list forbids" not in whole
    assert "Whether the keys of" not in whole
    sums = asked(Query("sum", "cost", between=(Fraction(0), Fraction(1000))))
    assert "There are no counts in this release." in sums
    assert "There are no counts" not in whole
    assert "This is not legal advice." in whole
    assert "ε = 2 for 4 people" in asked(Query("rows"), spend=PURE)


def test_public_numbers_are_named() -> None:
    quiet = asked(Query("rows", by=(REGIONS,)))
    assert "No number about people is published without noise." in quiet
    loud = asked(Query("rows", by=(REGIONS,), total=5000), protect=VERSIONS, tidy=Tidy(whole=True))
    assert "the number of rows, 5,000, exactly" in loud
    assert "so their number is public" in loud
    assert "No number about people" not in loud
    assert "one version of this person as with any other" in loud


def test_what_is_found_is_not_called_declared() -> None:
    """A quantile's own axis has no keys; ends and keys that are found are public and paid for."""
    said = asked(Query("quantiles", "systolic", at=(Fraction(1, 2),), between=PRESSURE, by=(REGIONS,)))
    assert "the keys of region, as declared" in said
    assert "the keys of quantile" not in said
    node = COHORT.replace("{count: rows, by: {arm: [A, B]}, about: population}", FOUND).partition(
        "  - {proportion"
    )[0]
    text = node + "spend: {epsilon: 1, delta: 1e-6, events: 1e-7, from: clinic/2026}\n"
    made = plan(spec_from_node(parse_document(text)))
    for lang, keys, ends in (
        ("en", "which keys of arm", "the ends of the values of days"),
        ("zh", "arm 的哪些键", "days 取值范围"),
    ):
        told = text_of(board_html(Pack.of(made), lang, AT))
        assert keys in told
        assert ends in told


def test_a_weak_promise_is_called_weak() -> None:
    said = asked(Query("rows"), spend=Spend("clinic/2026", Fraction(8)))
    assert "this promise is weak" in said
    assert "There is no plausible deniability here" in said
    assert "Plausible deniability:" not in said


def test_a_seeded_release_says_so_everywhere(tmp_path: Path) -> None:
    ledger, release = stored(result_of(plan_of(spec_of(Query("rows"))), reproducible=True), tmp_path)
    ledger.close()
    said = text_of(board_html(Pack.of(release), "en", AT))
    assert "THE NOISE CAME FROM A SEED" in said
    assert "Nothing: the noise came from a seed" in said
    assert "this is not anonymised" in said
    assert "cannot be predicted" not in said


def test_hostile_names_stay_text() -> None:
    page = board_html(Pack.of(plan(spec_of(Query("rows", name="<script>alert(1)</script>")))), "en", AT)
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_a_folder_is_verified_on_the_way(tmp_path: Path) -> None:
    ledger, release = stored(result_of(plan_of(spec_of(Query("rows", by=(REGIONS,))))), tmp_path)
    with ledger:
        folder = tmp_path / "out"
        write(release, folder, key=Ed25519PrivateKey.generate())
        pack = pack_of_folder(folder, ledger=ledger)
        said = text_of(board_html(pack, "en", AT))
        assert "✓ The ledger has the receipt" in said
        assert "NOT WHAT ITS CERTIFICATE SAYS" not in said
        assert "more of them" in said
        value = str(release.tables[0].figures("value").steps[0])
        assert f"North {int(value):,} " in said
        table = folder / "tables" / "1-count-rows-by-region.csv"
        assert table.exists()
        table.write_text(table.read_text("utf-8").replace(value, "77777"), encoding="utf-8")
        said = text_of(board_html(pack_of_folder(folder), "en", AT))
        assert "NOT WHAT ITS CERTIFICATE SAYS" in said
        assert "77,777" not in said  # numbers that are not the fingerprinted ones are not repeated
        (folder / "certificate.json").unlink()
        with pytest.raises(LedgerError):
            pack_of_folder(folder)


FOUND = "{sum: days, between: unknown, within: [0, 1000], by: {arm: unknown}}"
COHORT = """\
release: readmissions
edition: 2026-Q3
source: {file: c.csv, columns: {patient_id: text, arm: text, days: number, readmitted: boolean, infected: text}}
protect: {each: patient_id}
bound: {rows: 1}
publish:
  - {count: rows, by: {arm: [A, B]}, about: population}
  - {proportion: {infected: [yes, no]}, by: {arm: [A, B]}, show: [proportion, relative_risk]}
  - survival: {time: days, event: readmitted, horizon: 30d, by: {arm: [A, B]}}
  - test: {logrank: survival-days-by-arm}
spend: {epsilon: 1, from: clinic/2026}
"""


def test_what_is_said_of_the_population_is_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "cohort.yaml").write_text(COHORT, encoding="utf-8")
    made = plan(read_spec(tmp_path / "cohort.yaml"))
    said = text_of(board_html(Pack.of(made), "en", AT))
    assert "19 times in 20 the number to be expected in the population lies within its range" in said
    assert "19 times in 20 the population's curve lies" in said
    assert "±9 · number of rows by arm" not in said  # that would be the noise alone
    ledger, release = stored(result_of(made), tmp_path)
    ledger.close()
    for lang in LANGUAGES:
        said = text_of(board_html(Pack.of(release), lang, AT))
        for form in ("proportion", "comparison", "curve", "summary", "tests"):
            assert say(f"study.form.{form}", lang) in said


def test_numbers_on_the_page_are_rounded_to_the_honest_side() -> None:
    made = plan(spec_of(Query("rows")))
    said = asked(Query("rows"))
    for times in (1, 2, 5, 10):
        epsilon = repeat_release(made, times).promise.epsilon
        shown = plain(epsilon, 4, "up")
        assert f" {shown} " in said
        assert float(shown) >= epsilon * (1 - 1e-9)
