"""Is this folder what its certificate says, and does the ledger know it? What was not checked is said too."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from epsilog.core.ledger import State
from epsilog.errors import EpsilogError, LedgerError, SpecError
from epsilog.registry.shows import shown_of
from epsilog.roles.column import quoted_text
from epsilog.roles.derived import Derived
from epsilog.roles.table import Table
from epsilog.show.card import Card
from epsilog.show.certificate import TABLE_LIMIT, Certificate, files_in, read_certificate
from epsilog.show.plain_file import plain_bytes
from epsilog.show.result import Result, derived_of, tables_of
from epsilog.words import language, say

if TYPE_CHECKING:
    from epsilog.ledger import Ledger

_MOST_FINDINGS: Final = 100  # so many files that are not as they should be are named; the verdict is clear by then
Outcome = Literal["holds", "fails", "unchecked"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: how it came out, which sentence says so."""

    outcome: Outcome
    key: str
    sentence: str


@dataclass
class Verdict:
    """Everything that was looked at. `whole` only if nothing failed; `findings` says what was not checked too."""

    checks: list[Finding] = field(default_factory=list)
    signer: str = ""  # the public key the signature fits; empty where it fits none
    pinned: bool = False  # whether the reader knew that key beforehand

    @property
    def whole(self) -> bool:
        """Whether nothing failed and the files themselves were checked."""
        keys = {check.key for check in self.checks}
        needed = {
            "release.verify.files",
            "release.verify.card",
            "release.verify.tables",
            "release.verify.fingerprint",
        }
        return needed <= keys and all(check.outcome != "fails" for check in self.checks)

    @property
    def findings(self) -> tuple[str, ...]:
        """One sentence each, in the order things were looked at."""
        return tuple(check.sentence for check in self.checks)


class Verifying:
    """One folder being checked."""

    def __init__(self, folder: Path, lang: str | None) -> None:
        self.folder = folder
        self.lang = language(lang)
        self.verdict = Verdict()

    def note(self, outcome: Outcome, key: str, **values: object) -> None:
        """Write a finding down."""
        self.verdict.checks.append(Finding(outcome, key, say(key, self.lang, **values)))

    def judge(self, holds: bool, key: str) -> None:
        """Write down whether something holds; the sentence for what does not ends in `failed`."""
        self.note("holds" if holds else "fails", key if holds else f"{key}.failed")

    def signature(self, certificate: Certificate, trusted: tuple[str, ...]) -> None:
        """Whose signature it is, and whether it fits."""
        self.verdict.signer = certificate.key if certificate.is_signed else ""
        self.verdict.pinned = bool(self.verdict.signer) and certificate.key in trusted
        if not certificate.is_signed:
            self.note("fails", "release.verify.signature.failed")
        elif not trusted:
            self.note("unchecked", "release.verify.signature.unpinned", signer=certificate.key)
        elif certificate.key in trusted:
            self.note("holds", "release.verify.signature", signer=certificate.key)
        else:
            self.note("fails", "release.verify.signature.stranger", signer=certificate.key)

    def files(self, certificate: Certificate) -> None:
        """Every file listed is there and the same, and no other is."""
        listed = certificate.files
        found = files_in(self.folder, listed)
        wrong = 0
        for path in sorted({*found, *listed}):
            if path not in found:
                self.note("fails", "release.verify.files.missing", file=path)
            elif path not in listed:
                self.note("fails", "release.verify.files.extra", file=path)
            elif not found[path]:
                self.note("fails", "release.verify.files.odd", file=path)
            elif found[path] != listed[path]:
                self.note("fails", "release.verify.files.changed", file=path)
            else:
                continue
            wrong += 1
            if wrong == _MOST_FINDINGS:
                break
        if not wrong:
            self.note("holds", "release.verify.files", count=len(found))

    def card(self, certificate: Certificate) -> Card | None:
        """The card, if it agrees with itself and with the certificate."""
        try:
            raw = plain_bytes(self.folder / "card.json")
            card = Card.from_bytes(raw)
        except (OSError, ValueError) as error:
            self.note("fails", "release.verify.card.failed", why=type(error).__name__)
            return None
        except EpsilogError as error:
            self.note("fails", "release.verify.card.failed", why=error.what)
            return None
        if not certificate.speaks_of(card) or certificate.body["card"] != hashlib.sha256(raw).hexdigest():
            self.note("fails", "release.verify.card.other")
            return None
        self.note("holds", "release.verify.card")
        if card.reproducible:
            self.note("unchecked", "release.verify.seeded")
        return card

    def request(self, card: Card) -> None:
        """The request, where it is there as a file."""
        from epsilog.show.artefact import spec_text

        text = spec_text(card)
        path = self.folder / "spec.yaml"
        try:
            same = text is None or plain_bytes(path) == text.encode()
        except (OSError, ValueError):
            same = False
        self.judge(same, "release.verify.request")

    def tables(self, card: Card) -> Result | None:
        """Render every table again from the card and its own raw numbers, which must be the fingerprinted ones."""
        from epsilog.roles.table import stem

        spec, blank = card.plan.spec, tables_of(blank_result(card))
        vectors: dict[tuple[int, int], Any] = {}
        names = [stem(at, query) for at, query in enumerate(spec.publish)]
        for at, table in enumerate(blank):
            try:
                raw = plain_bytes(self.folder / "tables" / f"{names[at]}.csv", TABLE_LIMIT)
                planned, rows = card.plan.vectors_of(at), _rows_of(raw, table)
                for draw, vector in zip(planned, shown_of(card.plan, at).read(planned, rows, table), strict=True):
                    vectors[at, draw.part] = vector
            except (OSError, ValueError, KeyError, IndexError, ZeroDivisionError, OverflowError, csv.Error):
                self.note("fails", "release.verify.tables.failed", file=f"tables/{names[at]}.csv")
                return None
        values = tuple(vectors[draw.query, draw.part] for draw in card.plan.draws)
        result = Result(card.plan, values, card.drawn_at, card.software, card.reproducible, card.looked)
        told: list[tuple[str, Table | Derived]] = [*zip(names, tables_of(result), strict=True)]
        told += [(one.file("" if one.entry is None else names[one.entry]), one) for one in derived_of(result)]
        for name, one in told:
            for kind, same in (("csv", self._same_csv), ("parquet", self._same_parquet)):
                if not same(one, name):
                    self.note("fails", "release.verify.tables.failed", file=f"tables/{name}.{kind}")
                    return None
        self.note("holds", "release.verify.tables")
        same_numbers = hashlib.sha256(result.to_bytes()).hexdigest() == card.fingerprint
        self.judge(same_numbers, "release.verify.fingerprint")
        return result if same_numbers else None

    def _same_csv(self, table: Table | Derived, name: str) -> bool:
        try:
            return plain_bytes(self.folder / "tables" / f"{name}.csv", TABLE_LIMIT) == table.csv()
        except (OSError, ValueError):
            return False

    def _same_parquet(self, table: Table | Derived, name: str) -> bool:
        """The same columns, rows and words about itself; writers of another version may pack them differently."""
        import pyarrow as pa
        import pyarrow.parquet as parquet

        wanted = table.arrow()
        try:
            file = parquet.ParquetFile(
                io.BytesIO(plain_bytes(self.folder / "tables" / f"{name}.parquet", TABLE_LIMIT))
            )
            shape = (file.metadata.num_rows, file.metadata.num_columns)
            if shape != (table.rows, len(wanted.column_names)):  # before it is unpacked
                return False
            found = file.read()
        except (OSError, ValueError, pa.ArrowException):
            return False
        said = (found.schema.metadata or {}).get(b"epsilog") == wanted.schema.metadata[b"epsilog"]
        return said and bool(found.replace_schema_metadata(None).equals(wanted.replace_schema_metadata(None)))

    def books(self, card: Card, certificate: Certificate, result: Result | None, ledger: Ledger) -> None:
        """The ledger has the receipt, the charge and the same numbers."""
        if ledger.identity != card.ledger:
            self.note("fails", "release.verify.ledger.other")
            return
        spec = card.plan.spec
        try:
            stored = ledger.look(card.account, spec.key)  # a verification leaves the books as they are
        except SpecError:  # no such account
            stored = None
        if stored is None or stored.receipt.id != card.receipt:
            self.note("fails", "release.verify.ledger.missing")
            return
        receipt = stored.receipt
        if receipt.state not in (State.COMMITTED, State.DELIVERED):
            self.note("fails", "release.verify.ledger.failed", what=receipt.state.value)
            return
        if not card.plan.is_paid_by(receipt):
            self.note("fails", "release.verify.ledger.failed", what="charge")
            return
        # The books are compared with what the card says. A changed table is the folder's fault, said above.
        body = stored.body or b""
        kept = hashlib.sha256(body).hexdigest()
        if kept != stored.digest or kept != card.fingerprint:
            self.note("fails", "release.verify.ledger.failed", what="SHA-256")
            return
        try:
            same = Result.from_bytes(body).plan.to_dict() == card.plan.to_dict()
        except LedgerError as error:
            self.note("fails", "release.verify.ledger.failed", what=error.what)
            return
        if not same or (result is not None and result.to_bytes() != body):
            self.note("fails", "release.verify.ledger.failed", what="SHA-256")
            return
        self.note("holds", "release.verify.ledger" if result is not None else "release.verify.ledger.kept")
        # In which currency the account counts now is no part of what it promises.
        now, then = ledger.account(card.account).terms.allowance, card.allowance
        if (now.promise, now.for_events) != (then.promise, then.for_events):
            self.note("unchecked", "release.verify.ledger.raised")
        if certificate.head is not None:
            self._head(certificate, ledger)

    def _head(self, certificate: Certificate, ledger: Ledger) -> None:
        hashes: list[str] = []
        head = certificate.head
        assert head is not None
        ledger.walk(lambda line: hashes.append(line.hash) if line.seq == head.seq else None)
        self.judge(hashes == [head.hash], "release.verify.ledger.head")


def check_folder(folder: Path, trusted: tuple[str, ...], ledger: Ledger | None, lang: str | None) -> Verdict:
    """Check a folder; stops early only where nothing further could be said."""
    work = Verifying(folder, lang)
    try:
        certificate = read_certificate(folder)
    except LedgerError:
        work.note("fails", "release.verify.certificate.failed")
        return work.verdict
    work.note("holds", "release.verify.certificate")
    work.signature(certificate, trusted)
    work.files(certificate)
    card = work.card(certificate)
    if card is None:
        return work.verdict
    work.request(card)
    result = work.tables(card)
    if ledger is None:
        work.note("unchecked", "release.verify.not.ledger")
    else:
        work.books(card, certificate, result, ledger)
    work.note("unchecked", "release.verify.not.pictures")
    work.note("unchecked", "release.verify.not.data")
    return work.verdict


def blank_result(card: Card) -> Result:
    """A result of zeros: its tables have the right shape and columns."""
    zeros = tuple(np.zeros(size, dtype=np.int64) for size in card.plan.sizes)
    return Result(card.plan, zeros, card.drawn_at, card.software, card.reproducible, card.looked)


def _rows_of(raw: bytes, table: Table) -> list[list[str]]:
    """The header and the rows of a CSV that has the columns of its table."""
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    # The reader takes the quotes away; so must what we compare its header with.
    wanted = next(csv.reader([",".join(quoted_text(name) for name in table.names)]))
    if not rows or rows[0] != wanted or len(rows) != table.rows + 1:
        raise ValueError
    return rows


__all__ = ["Finding", "Verdict", "check_folder"]
