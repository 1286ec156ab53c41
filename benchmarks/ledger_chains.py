"""What the ledger is measured against: a hash chain per account, all ancestors' chains appended in one transaction.

Three variants. Two are written as well as we could on the same driver: heads locked in sorted order with one
question, rows written in batches that the driver sends together, prepared statements, the price computed before the
lock; READ COMMITTED with FOR UPDATE, and SERIALIZABLE with a retry. The third is what the manuals show: the driver
as it comes, one statement after the other, heads locked one by one in sorted order with FOR UPDATE.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from typing import Literal

import psycopg

Variant = Literal["for update", "serializable", "textbook"]
_HEADS = "SELECT id, cap, spent, seq, head, stopped FROM chain_accounts WHERE id = ANY(%s) ORDER BY id"
_ONE_HEAD = "SELECT id, cap, spent, seq, head, stopped FROM chain_accounts WHERE id = %s FOR UPDATE"
_KNOWN = "SELECT 1 FROM chain_releases WHERE root = %s AND key = %s"
_RELEASE = "INSERT INTO chain_releases VALUES (%s, %s, %s, %s, %s, %s, 'STARTED')"
_ENTRY = "INSERT INTO chain_entries (account, seq, key, body, prev, hash) VALUES (%s, %s, %s, %s, %s, %s)"
_HEAD = "UPDATE chain_accounts SET spent = spent + %s, seq = %s, head = %s WHERE id = %s"
_AGAIN = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected, psycopg.errors.UniqueViolation)


def create(address: str, accounts: int) -> None:
    with psycopg.connect(address) as connection:
        connection.execute("DROP TABLE IF EXISTS chain_entries, chain_accounts, chain_releases")
        connection.execute(
            "CREATE TABLE chain_accounts (id bigint PRIMARY KEY, cap bigint NOT NULL, spent bigint NOT NULL,"
            " seq bigint NOT NULL, head text NOT NULL, stopped text, CHECK (spent <= cap))"
        )
        connection.execute(
            "CREATE TABLE chain_entries (account bigint, seq bigint, key text NOT NULL, body text NOT NULL,"
            " prev text NOT NULL, hash text NOT NULL, PRIMARY KEY (account, seq))"
        )
        connection.execute(
            "CREATE TABLE chain_releases (receipt text PRIMARY KEY, root bigint NOT NULL, account bigint NOT NULL,"
            " key text NOT NULL, charge text NOT NULL, cost bigint NOT NULL, state text NOT NULL,"
            " UNIQUE (root, key))"
        )
        with connection.cursor() as cursor:
            rows = [(number, 10**15, "0" * 64) for number in range(accounts)]
            cursor.executemany("INSERT INTO chain_accounts VALUES (%s, %s, 0, 0, %s, NULL)", rows)


class Chains:
    """One client."""

    def __init__(self, address: str, variant: Variant) -> None:
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # it remarks on every retry
        self._textbook = variant == "textbook"
        self._connection = psycopg.connect(address, autocommit=True)
        if not self._textbook:
            self._connection.prepare_threshold = 1
        self._lock = " FOR UPDATE" if variant == "for update" else ""
        if variant == "serializable":
            self._connection.isolation_level = psycopg.IsolationLevel.SERIALIZABLE

    def debit(self, lineage: list[int], charge: dict[str, object], cost: int, key: str) -> None:
        body = json.dumps({"account": lineage[-1], "key": key, "charge": charge, "cost": cost}, sort_keys=True)
        while True:
            try:
                with self._connection.transaction():
                    (self._write_one_by_one if self._textbook else self._write)(lineage, body, cost, key)
                return
            except _AGAIN:
                continue

    def _write(self, lineage: list[int], body: str, cost: int, key: str) -> None:
        connection = self._connection
        heads = connection.execute(_HEADS + self._lock, (lineage,)).fetchall()
        if connection.execute(_KNOWN, (lineage[0], key)).fetchone():
            return
        entries, moved = [], []
        for account, cap, spent, seq, head, stopped in heads:
            if stopped or spent + cost > cap:
                raise ValueError("refused")
            new = hashlib.sha256((head + str(seq + 1) + body).encode()).hexdigest()
            entries.append((account, seq + 1, key, body, head, new))
            moved.append((cost, seq + 1, new, account))
        with connection.cursor() as cursor:
            cursor.executemany(_ENTRY, entries)
            cursor.executemany(_HEAD, moved)
            release = (secrets.token_hex(16), lineage[0], lineage[-1], key, body, cost)
            cursor.execute(_RELEASE, release)

    def _write_one_by_one(self, lineage: list[int], body: str, cost: int, key: str) -> None:
        connection = self._connection
        heads = [connection.execute(_ONE_HEAD, (account,)).fetchone() for account in sorted(lineage)]
        if connection.execute(_KNOWN, (lineage[0], key)).fetchone():
            return
        for account, cap, spent, seq, head, stopped in (found for found in heads if found is not None):
            if stopped or spent + cost > cap:
                raise ValueError("refused")
            new = hashlib.sha256((head + str(seq + 1) + body).encode()).hexdigest()
            connection.execute(_ENTRY, (account, seq + 1, key, body, head, new))
            connection.execute(_HEAD, (cost, seq + 1, new, account))
        connection.execute(_RELEASE, (secrets.token_hex(16), lineage[0], lineage[-1], key, body, cost))

    def close(self) -> None:
        self._connection.close()
