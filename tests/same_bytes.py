"""What is stored of every request in tests/golden/frozen, as fingerprints that no change of the code may change.

    python tests/same_bytes.py            compare all of them
    python tests/same_bytes.py --add      write the fingerprints of requests that have none yet

Requests, keys, plans, results, cards and tables: what books hold and what `epsilog verify` compares. Sentences,
reports and pictures may be written better, so they are not here.

Rows are made from what a request itself declares, noise comes from a seed, and what is different in every run (the
moment, the books' name, versions of software) is taken out of the texts before they are counted.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import polars as pl
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.accounting.allowance import Allowance
from epsilog.errors import EpsilogError
from epsilog.ledger import Ledger, Terms
from epsilog.live.look import LiveView
from epsilog.live.page import write_folder
from epsilog.pay.stream_request import StreamRequest
from epsilog.plan.explain import plan_record
from epsilog.plan.planner import plan
from epsilog.roles.spec import Spec
from epsilog.roles.stream_rules import Rules
from epsilog.show.artefact import write
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.testing import publish_seeded
from epsilog.words import language
from stream_kinds import KINDS_OF_SERIES
from stream_scenes import at_place, books, held, visits

FOLDER: Final = Path(__file__).parent / "golden" / "frozen"
FINGERPRINTS: Final = FOLDER / "fingerprints.json"
ROWS: Final = 400
# A server's table, lookups and shapes that are not here, live series (below), a key that no cell of a CSV can be.
ONLY_PLANNED: Final = {"page-04", "page-05", "page-14", "page-16", "page-21", "tutorial-live-1"}
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(\+00:00|Z| UTC)")
_LONG_HEX: Final = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16}|[0-9a-f]{12})\b")
_STORED: Final = {".csv", ".yaml", ".json"}
_SOFTWARE: Final = re.compile(
    r'"?(cryptography|duckdb|epsilog|ibis-framework|numpy|python|scipy|polars|pyarrow)"?:? "?[0-9][\w.+]*"?'
)


def names() -> list[str]:
    """Every request that is frozen."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def fingerprints(name: str, *, published: bool = True) -> dict[str, str]:
    """What one request gives: its own record, its plan, and what is published of it, each as a fingerprint."""
    spec = spec_from_text((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), f"{name}.yaml")
    made = plan(spec)
    found = {
        "spec": _json(spec.to_dict()),
        "key": spec.key,
        "yaml": to_yaml(spec),
        "plan": _json(made.to_dict()),
        "plan record": _json(plan_record(made)),
    }
    if published and name not in ONLY_PLANNED:
        found |= dict(_published(spec))
    return {what: _mark(text) for what, text in found.items()}


def live_fingerprints(name: str) -> dict[str, str]:
    """What the first six ticks of one of the live series give."""
    spec, zcdp = KINDS_OF_SERIES[name]()
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        visits(folder)
        place, request = at_place(folder), StreamRequest(spec, Rules())
        epsilon = 5 if zcdp else 100
        with books(folder / "b.db", unit=spec.protect.unit, zcdp=zcdp, epsilon=epsilon) as ledger:
            with held(spec, ledger, place) as stream:
                stream.run(ticks=6)
            look = LiveView.of(request, ledger, place)
            for lang in ("en", "zh"):
                write_folder(look, look.published(), language(lang), "books")
                kept = sorted(path for path in place.folder.iterdir() if path.suffix in _STORED)
                found |= {f"{path.name} in {lang}": _plain(path) for path in kept}
    return {what: _mark(text) for what, text in found.items()}


def _published(spec: Spec) -> Iterator[tuple[str, str]]:
    epsilon, delta = spec.spend.epsilon or Fraction(20), spec.spend.delta
    allowance = (
        Allowance.approximate(4 * epsilon, 4 * delta, for_events=4 * spec.spend.events)
        if delta
        else Allowance.pure(4 * epsilon)
    )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with Ledger.open(folder / "books.db", create=True) as ledger:
            terms = Terms(spec.protect.unit, allowance, zone=spec.protect.zone)
            ledger.open_account(spec.spend.account, terms, by="Ada")
            _store(spec, folder)
            release = publish_seeded(7, spec, ledger, base=folder)
            yield "result", _without_software(json.loads(release.result.to_bytes()))
            for lang in ("en", "zh"):
                target = folder / lang
                write(release, target, lang=lang, key=Ed25519PrivateKey.from_private_bytes(bytes(32)))
                for path in sorted(target.rglob("*")):
                    inside = path.relative_to(target).as_posix()
                    if path.suffix in _STORED and path.name != "certificate.json":
                        yield f"{inside} in {lang}", _plain(path)


def _store(spec: Spec, folder: Path) -> None:
    """The rows, as the file or the table that the request names."""
    target = folder / (spec.source.file or "rows.parquet").replace("*", "1")
    target.parent.mkdir(parents=True, exist_ok=True)
    rows = frame_of(spec)
    if target.suffix == ".parquet":
        rows.write_parquet(target)
        return
    for column, written in spec.source.formats.items():
        rows = rows.with_columns(pl.col(column).dt.strftime(written))
    text = rows.write_csv(separator=spec.source.delimiter, datetime_format="%Y-%m-%d %H:%M:%S")
    target.write_text(text, encoding=spec.source.encoding)


def _plain(path: Path) -> str:
    text = path.read_text(encoding="utf-8", errors="strict")
    if path.suffix == ".json":
        return _without_software(json.loads(text))
    return _LONG_HEX.sub("HEX", _MOMENT.sub("MOMENT", _SOFTWARE.sub("SOFTWARE", text)))


def _without_software(record: Any) -> str:
    record["software"] = "SOFTWARE"
    return _LONG_HEX.sub("HEX", _MOMENT.sub("MOMENT", _json(record)))


def _json(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)  # the order of the fields is part of what is stored


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def frame_of(spec: Spec) -> pl.DataFrame:
    """Rows for a request: keys it lists, numbers inside its ranges and a little beyond, moments of its days."""
    listed: dict[str, list[str]] = {}
    ranges: dict[str, tuple[float, float]] = {}
    days = [query.during or spec.during for query in spec.publish]
    first = min((one.first for one in days if one is not None), default=dt.date(2026, 1, 1))
    for query in spec.publish:
        for keys in query.by:
            listed.setdefault(keys.column, [str(key) for key in keys.keys] or ["a", "b", "c"])
        if query.column is not None and query.ask.between is not None:
            ranges[query.column] = (float(query.ask.between[0]), float(query.ask.between[1]))
    columns: dict[str, list[Any]] = {}
    for at, (column, kind) in enumerate(spec.source.columns.items()):
        if column == spec.protect.unit.each:
            columns[column] = [f"p{n % 149:03}" for n in range(ROWS)]
        elif kind == "text":
            words = listed.get(column, ["North", "South", "East", "West", "A", "B"])
            columns[column] = [words[(n * n + at + n // 7) % len(words)] for n in range(ROWS)]
        elif kind in ("integer", "number"):
            low, high = ranges.get(column, (0.0, 100.0))
            span = high - low
            columns[column] = [round(low + span * (((n * 37 + at * 11) % 113) / 100 - 0.05)) for n in range(ROWS)]
        elif kind == "boolean":
            columns[column] = [(n * 7 + at) % 3 == 0 for n in range(ROWS)]
        elif kind == "date":
            columns[column] = [first + dt.timedelta(days=(n * 5) % 28) for n in range(ROWS)]
        else:
            start = dt.datetime(first.year, first.month, first.day)
            columns[column] = [start + dt.timedelta(hours=(n * 29) % 670) for n in range(ROWS)]
    return pl.DataFrame(columns)


def of_today() -> dict[str, dict[str, str]]:
    """All fingerprints."""
    found = {}
    for name in names():
        try:
            found[name] = fingerprints(name)
        except EpsilogError as error:
            raise SystemExit(f"{name}: {error} ({error.where})") from error
    return found | {f"live {name}": live_fingerprints(name) for name in KINDS_OF_SERIES}


def main(arguments: list[str]) -> int:
    """Add or compare; what is there is never written again."""
    found = of_today()
    kept = json.loads(FINGERPRINTS.read_text(encoding="utf-8"))
    if arguments == ["--add"]:
        FINGERPRINTS.write_text(json.dumps(found | kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        sys.stdout.write(f"{len(found.keys() - kept.keys())} requests added\n")
        return 0
    wrong = [
        f"{name}: {what}"
        for name in kept
        for what in kept[name]
        if found.get(name, {}).get(what) != kept[name][what]
    ]
    sys.stdout.write("\n".join([*wrong, f"{len(wrong)} differ"]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
