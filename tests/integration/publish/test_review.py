"""Attacks a reviewer tried on whole releases: those that got through once, kept as tests."""

import datetime as dt
import json

import polars
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from epsilog import Allowance, Bounds, Dataset, Keys, Ledger, Query, Terms, Unit
from epsilog.cli.app import application
from epsilog.core.during import During
from epsilog.errors import EpsilogError
from epsilog.ledger.signing import public_text
from epsilog.show.artefact import write
from epsilog.show.certificate import CERTIFICATE, verify_folder
from epsilog.show.explain import lines

UNIT = Unit("patient", per="1mo")
DAY = dt.date(2026, 1, 5)
ROWS = polars.DataFrame(
    {"patient": ["ann", "bob"], "region": ["N", "S"], "visited": [DAY, DAY], "billed": [DAY, DAY.replace(month=2)]}
)


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "books.db", create=True) as books:
        books.open_account("clinic", Terms(UNIT, Allowance.pure(1)), by="Ada")
        yield books


def visits(ledger, name="visits"):
    columns = {"patient": "text", "region": "text", "visited": "date", "billed": "date"}
    return Dataset(
        ROWS, columns=columns, protect=UNIT, bound=Bounds(rows=1), ledger=ledger, account="clinic", name=name
    )


def month(column, number):
    return During(column, dt.date(2026, number, 1), dt.date(2026, number, 28))


def test_no_spelling_of_days_pays_for_the_same_rows_in_another_block(ledger):
    data = visits(ledger)
    data.publish(Query("rows", during=month("visited", 1)), epsilon=1, edition="1")
    february, march = month("billed", 2), month("billed", 3)
    several = (Query("rows", during=february, name="a"), Query("rows", during=march, name="b"))
    for queries, during in (
        (Query("rows", during=february), None),
        (several, None),
        (several, month("visited", 1)),
        (Query("rows", during=february), month("visited", 1)),
    ):
        with pytest.raises(EpsilogError):
            data.publish(queries, epsilon="0.5", edition="2", during=during)
    spent = {balance.block: balance.spent.main for balance in data.balance().balances if balance.spent.main}
    assert spent == {"2026-01": 10**12}


@pytest.fixture
def folder(ledger, tmp_path):
    name = "\x1b]0;title\x07\x1b[2J\u202e[link=x]"
    query = Query("rows", by=(Keys("region", ("N", "S")),), during=month("visited", 1), name=name)
    key = Ed25519PrivateKey.generate()
    write(visits(ledger).publish(query, epsilon="0.5", edition="1"), tmp_path / "out", key=key)
    return tmp_path / "out", public_text(key)


@pytest.mark.parametrize("command", ["explain", "verify"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_strangers_folder_gives_no_orders_to_a_terminal(folder, command, lang):
    place, _ = folder
    ran = CliRunner().invoke(application(), [command, str(place), "--lang", lang])
    assert ran.exit_code == 0
    assert not set(ran.output) & set("\x1b\x07\u202e")
    if command == "explain":
        assert "]0;title" in ran.output  # shown, not obeyed


def test_a_certificate_that_says_a_field_twice_is_no_certificate(folder):
    place, signer = folder
    path = place / CERTIFICATE
    raw = path.read_text(encoding="utf-8")
    assert verify_folder(place, trusted=(signer,)).whole
    doubled = raw.replace("{\n", '{\n  "release": "something else",\n', 1)
    assert json.loads(doubled) == json.loads(raw)  # the last one counts here; elsewhere it may be the first
    path.write_text(doubled, encoding="utf-8")
    assert not verify_folder(place, trusted=(signer,)).whole
    path.write_text(raw, encoding="utf-8")
    assert verify_folder(place, trusted=(signer,)).whole


@pytest.mark.parametrize(
    ("lang", "exception"), [("en", "except with a chance of at most 0.001"), ("zh", "例外情形")]
)
@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
def test_deniability_with_a_delta_names_its_exception(tmp_path, lang, exception, neighbours):
    unit = Unit("patient", neighbours=neighbours)
    with Ledger.open(tmp_path / "other.db", create=True) as books:
        books.open_account("a", Terms(unit, Allowance.approximate(1, "1e-6")), by="Ada")
        books.open_account("b", Terms(unit, Allowance.pure(1)), by="Ada")
        said = {}
        for account in ("a", "b"):
            columns = {"patient": "text"}
            data = Dataset(ROWS, columns=columns, protect=unit, bound=Bounds(rows=1), ledger=books, account=account)
            release = data.publish(Query("rows"), epsilon=1, edition="1")
            word = "deniability" if lang == "en" else "可否认性"
            (said[account],) = (line for line in lines(release, lang) if word in line)
    assert exception in said["a"]  # Gaussian noise: no factor bounds every result
    assert exception[:6] not in said["b"]  # a pure promise has no exception
