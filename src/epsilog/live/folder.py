"""Whether a folder is a stream's: so that commands about releases can say so instead of calling it broken."""

from __future__ import annotations

import json
from pathlib import Path

from epsilog.errors import SpecError
from epsilog.show.plain_file import plain_bytes


def refuse_a_stream(folder: Path) -> None:
    """Refuse the folder of a live series where one of a release is meant."""
    try:
        schema = json.loads(plain_bytes(folder / "card.json"))["schema"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return
    if isinstance(schema, str) and schema.startswith("epsilog.stream/"):
        raise SpecError(
            "this is the folder of a live series, not of a release",
            where=folder.name,
            hint="epsilog stream status SPEC checks it against the ledger; card.md explains it",
        )
