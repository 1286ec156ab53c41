"""The roles of docs/decisions/0005-ledger.md: a service that cannot rewrite the past, and an auditor."""

from __future__ import annotations

import re
from pathlib import Path

import psycopg
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Pure
from epsilog.core.unit import Unit
from epsilog.errors import LedgerError
from epsilog.ledger import Ledger, Terms
from ledger_places import Places

PAGE = Path(__file__).parents[3] / "docs" / "decisions" / "0005-ledger.md"


def test_the_service_spends_and_cannot_rewrite_the_auditor_only_reads(places: Places) -> None:
    owner = places.server()
    Ledger.open(owner, create=True).close()
    found = re.search(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS epsilog_service, epsilog_auditor")
        connection.execute(found[1].encode())
    service = owner.replace("postgres:@", "epsilog_service@")
    auditor = owner.replace("postgres:@", "epsilog_auditor@")
    assert len({owner, service, auditor}) == 3
    with Ledger.open(service) as ledger:
        ledger.open_account("clinic", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
        receipt = ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        ledger.debit("clinic", Pure("0.1"), "plan", key="2")
        ledger.commit(receipt, b"noisy")
        assert ledger.deliver(receipt) == b"noisy"
        assert ledger.verify().whole
    statements = [
        "UPDATE journal SET body = ''",
        "DELETE FROM journal",
        "TRUNCATE journal",
        "DROP TABLE journal",
        "ALTER TABLE journal DISABLE TRIGGER ALL",
        "DELETE FROM releases",
        "DELETE FROM results",
        "DELETE FROM calendars",
        "INSERT INTO calendars VALUES (1, 1, '', '')",
    ]
    with psycopg.connect(service, autocommit=True) as connection:
        for statement in statements:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())
    with Ledger.open(auditor) as ledger:
        assert ledger.verify().whole
        assert len(ledger.history("clinic")) == 5
        with pytest.raises(LedgerError, match="could not be used"):
            ledger.debit("clinic", Pure("0.1"), "plan", key="3")
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("UPDATE balances SET spent_main = 0")
    with Ledger.open(auditor) as ledger, pytest.raises(LedgerError, match="and it could not be stopped"):
        ledger.verify()
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("DROP OWNED BY epsilog_service, epsilog_auditor")
        connection.execute("DROP ROLE epsilog_service, epsilog_auditor")
