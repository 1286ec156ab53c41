"""A published folder names the file its rows came from, and never the folder that lies in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.core.origin import Origin
from epsilog.ledger.signing import public_text
from epsilog.registry.asks import Query
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.spec.record import spec_from_dict
from release_scenes import COLUMNS, REGIONS, plan_of, result_of, spec_of, stored

FOLDER = "/srv/oncology-ward-7"


def test_a_published_folder_does_not_say_where_the_file_lies(tmp_path: Path) -> None:
    spec = spec_of(Query("rows", by=(REGIONS,)), source=Origin(f"{FOLDER}/visits.csv", COLUMNS))
    ledger, release = stored(result_of(plan_of(spec)), tmp_path)
    key = Ed25519PrivateKey.generate()
    with ledger:
        write(release, tmp_path / "out", key=key)
        assert verify_folder(tmp_path / "out", trusted=[public_text(key)], ledger=ledger).whole
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(files) > 4
    assert any(b"visits.csv" in path.read_bytes() for path in files)
    assert not any(b"oncology" in path.read_bytes() for path in files)


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("visits.csv", "visits.csv"),
        (f"{FOLDER}/visits.csv", "visits.csv"),
        ("../2026/visits-*.parquet", "visits-*.parquet"),
        (f"{FOLDER}/visits/", "visits"),
        ("C:\\oncology\\visits.csv", "visits.csv"),
        (".", "."),
        ("/", "."),
        (None, None),
    ],
)
def test_what_is_stored_is_the_last_name_and_reads_back_as_the_same_request(file: str | None, shown: str) -> None:
    spec = spec_of(Query("rows"), source=Origin(file, COLUMNS))
    record = spec.to_dict()
    assert record["source"]["file"] == shown
    assert spec_from_dict(record).digest == spec.digest
    assert spec_from_dict(record) == replace(spec, source=replace(spec.source, file=shown))
