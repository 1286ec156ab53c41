"""The board pack of a folder: verified first, its numbers read back from its own tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from epsilog.errors import SpecError
from epsilog.show.board import Evidence, Pack
from epsilog.show.certificate import read_certificate
from epsilog.show.tables import derived_of, tables_of
from epsilog.show.verifying import Verifying, verified

if TYPE_CHECKING:
    from collections.abc import Sequence

    from epsilog.ledger import Ledger


def pack_of_folder(
    folder: Path, *, trusted: Sequence[str] = (), ledger: Ledger | None = None, lang: str | None = None
) -> Pack:
    """Verify a folder and gather what its page says.

    Numbers are shown only where they are the fingerprinted ones. A folder whose card cannot be believed has no
    page. The account is shown where the ledger is the one that paid.
    """
    certificate = read_certificate(folder)
    verdict = verified(folder, tuple(trusted), ledger, lang)
    quiet = Verifying(folder, lang)
    card = quiet.card(certificate)
    if card is None:
        raise SpecError(
            "the card of this folder cannot be believed", where=folder.name, hint=f"epsilog verify {folder.name}"
        )
    result = quiet.tables(card)
    account = None
    if ledger is not None and ledger.identity == card.ledger:
        account = next((one for one in ledger.accounts() if one.name == card.account), None)
    return Pack(
        card.plan,
        card,
        account,
        tables=() if result is None else tables_of(result),
        derived=() if result is None else derived_of(result),
        evidence=Evidence(certificate, verdict, folder.name),
    )
