"""`check` reads the shapes of maps, as `publish` will: what would stop it is said beforehand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run

SPEC = """\
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, region: text}}
protect: {each: patient_id}
bound: {rows: 1}
publish:
  - {count: rows, by: {region: [North, South]}, map: {geojson: shapes.json, property: code}}
spend: {epsilon: 0.5, from: clinic}
"""


def shapes(*codes: str) -> str:
    rings = [[[at, 0], [at + 1, 0], [at + 1, 1], [at, 0]] for at in range(len(codes))]
    features = [
        {"type": "Feature", "properties": {"code": code}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for code, ring in zip(codes, rings, strict=True)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "cannot be read"),
        (shapes("North"), "no shape for 'South'"),
        (shapes("North", "South").replace("code", "name"), "has no property 'code'"),
        (shapes("North", "South"), None),
    ],
    ids=["missing", "a key without", "another property", "good"],
)
def test_check_says_what_would_stop_publish(
    text: str | None,
    words: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EPSILOG_LEDGER", raising=False)
    Path("visits.csv").write_text("patient_id,region\np1,North\n", encoding="utf-8")
    Path("visits.yaml").write_text(SPEC, encoding="utf-8")
    if text is not None:
        Path("shapes.json").write_text(text, encoding="utf-8")
    assert run(["ledger", "open", "clinic", "--each", "patient_id", "--epsilon", "2", "--by", "Ada"]) == 0
    capsys.readouterr()
    assert run(["check", "visits.yaml", "--json"]) == (0 if words is None else 2)
    record = json.loads(capsys.readouterr().out)
    (found,) = (one for one in record["checks"] if one["step"] == "map")
    assert record["ready"] is (words is None)
    if words is not None:
        assert words in found["error"]["what"]
        assert run(["publish", "visits.yaml", "--json"]) == 2
        assert words in json.loads(capsys.readouterr().err)["error"]["what"]
    assert run(["check", "visits.yaml", "--lang", "zh"]) == (0 if words is None else 2)
    assert "地图" in capsys.readouterr().out
