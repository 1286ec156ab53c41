"""The front door with books in a database server: a signing key must be said, and no address is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run
from ledger_places import Places

SPEC = """\
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, region: text}}
protect: {each: patient_id}
bound: {rows: 4}
publish: [{count: rows, by: {region: [North, South]}}]
spend: {epsilon: 0.5, from: clinic}
"""


def test_a_release_paid_on_a_server(
    places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = places.server()
    monkeypatch.chdir(tmp_path)
    for name in ("ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    monkeypatch.setenv("EPSILOG_LEDGER", place)
    Path("visits.csv").write_text("patient_id,region\nann,North\nbob,South\n", encoding="utf-8")
    Path("visits.yaml").write_text(SPEC, encoding="utf-8")
    assert run(["ledger", "open", "clinic", "--each", "patient_id", "--epsilon", "2", "--by", "Ada"]) == 0
    assert run(["ledger", "anchor", "--new-key", "sign.key"]) == 0
    assert run(["check", "visits.yaml"]) == 2  # what would stop publish stops check
    assert "say which key signs" in capsys.readouterr().out
    assert run(["check", "visits.yaml", "--signing-key", "sign.key"]) == 0
    capsys.readouterr()
    assert run(["publish", "visits.yaml", "--json"]) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert error["where"] == "signing_key"
    assert "--new-key" in error["hint"]
    assert run(["publish", "visits.yaml", "--signing-key", "sign.key", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["repeated"] is False
    assert record["share_used"] == pytest.approx(0.25)
    assert run(["verify", record["folder"], "--trust", record["public_key"]]) == 0
    assert run(["explain", "visits.yaml"]) == 0
    assert run(["plan", "visits.yaml"]) == 0
    assert run(["publish", "visits.yaml", "--signing-key", "sign.key"]) == 0
    told = capsys.readouterr()
    assert "nothing was spent" in " ".join(told.out.split())
    assert place not in told.out + told.err
    assert place.encode() not in b"".join(p.read_bytes() for p in Path(record["folder"]).rglob("*") if p.is_file())
