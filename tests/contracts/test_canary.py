"""Leak canaries: unmistakable private values are planted, every failure we can reach is forced, and nothing sings.

What is promised: no error, with all its history; no traceback, with the variables of every frame it passed; no log
record at any level, warning, output, representation or pickle; no byte of the ledger, of the release folder or of a
file left behind holds a private value or an exact total. The frames of the caller are the caller's own.
A process that is killed cannot tidy up: what its engine had spilled stays in a folder that only its user can enter,
until the next release of that user clears it away.
"""

from __future__ import annotations

import os
import signal
import stat
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import epsilog.sources
from canary_cage import COLUMNS, PEOPLE, PERSON, TEXT, TOTAL, Cage, birds_in, rows
from canary_scenes import (
    EVERYTHING,
    HOSTILE,
    QUERIES,
    UNREADABLE,
    asking,
    csv_text,
    frames,
    ledger_in,
    silent,
    with_values,
    write_csv,
    write_parquet,
)
from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.dataset import Dataset
from epsilog.errors import EpsilogError, LedgerError, SourceError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.ledger.failpoint import VARIABLE
from epsilog.pay import door
from epsilog.publish import pipeline
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spend
from ledger_processes import Send, alone
from publish_scenes import PATIENT, Answer, books, watch


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


# The data is full of canaries, or the silence would mean nothing.


def test_the_birds_are_in_the_data_and_the_answer_is_exact(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    write_csv(cage)
    assert len(birds_in((cage.data / "visits.csv").read_bytes())) == 5
    seen: list[int] = []

    def look(answer: Answer) -> Answer:
        seen.append(int(answer[1][0].values[0]))
        return answer

    watch(monkeypatch, look)
    with ledger_in(cage) as ledger:
        publish(asking("visits.csv"), ledger, base=cage.data)
    assert seen == [TOTAL], "the exact total passes through the pipeline, so it could leak"
    assert PEOPLE == 300


# Releases that succeed.


@pytest.mark.parametrize("kind", ["csv", "gb18030", "parquet", "polars", "lazy polars", "pandas", "arrow"])
def test_a_release_and_all_it_leaves_behind(cage: Cage, kind: str) -> None:
    frame, spec = None, asking(None)
    if kind == "csv":
        spec = asking(write_csv(cage))
    elif kind == "gb18030":
        name = write_csv(cage, csv_text(rows()).encode("gb18030"))
        spec = asking(None, source=Origin(name, COLUMNS, encoding="gb18030"))  # type: ignore[arg-type]
    elif kind == "parquet":
        spec = asking(write_parquet(cage))
    else:
        frame = frames()[kind]()
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(spec, ledger, frame=frame, base=cage.data))
        assert cage.error is None
        cage.run(lambda: ledger.history())
        silent(cage)


def test_the_folder_of_a_release_with_every_kind_of_query(cage: Cage) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from epsilog.show.artefact import write

    spec = asking(write_csv(cage), publish=EVERYTHING)
    with ledger_in(cage) as ledger:
        release = cage.run(lambda: publish(spec, ledger, base=cage.data))
        assert cage.error is None
        cage.run(lambda: write(release, cage.left / "release", key=Ed25519PrivateKey.generate()))
        assert cage.error is None
        assert len(list((cage.left / "release").rglob("*"))) > 10
        silent(cage)


@pytest.mark.parametrize("how", ["as it is", *HOSTILE])
def test_rows_meant_to_break_a_norm(cage: Cage, how: str) -> None:
    name = write_csv(cage, HOSTILE.get(how, lambda text: text)(csv_text(rows())))
    by, amount = (Keys("region", ("North", "South")),), (Fraction(0), Fraction(10**9))
    queries = (Query("rows"), Query("persons", by=by), Query("sum", "amount", between=amount, grain=Fraction(10)))
    spend = Spend("clinic", Fraction(1, 2), Fraction(1, 10**6))
    spec = asking(name, bound=Bounds(norm=Fraction(1, 2)), publish=queries, spend=spend)
    with Ledger.open(str(cage.left / "ledger.db"), create=True) as ledger:
        terms = Terms(PATIENT, Allowance.approximate(5, Fraction(1, 10**6)))
        ledger.open_account("clinic", terms, by="Ada")
        cage.run(lambda: publish(spec, ledger, base=cage.data))
        assert cage.error is None, "no value of any row makes a release fail"
        silent(cage)


@pytest.mark.parametrize("how", HOSTILE)
def test_rows_meant_to_break_it(cage: Cage, how: str) -> None:
    name = write_csv(cage, HOSTILE[how](csv_text(rows())))
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking(name), ledger, base=cage.data))
        assert cage.error is None, "no value of any row makes a release fail"
        silent(cage)


class Angry:
    """An object whose every word is private."""

    def __str__(self) -> str:
        raise ValueError(TEXT)

    __repr__ = __hash__ = __str__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise ValueError(TEXT)


def test_frames_meant_to_break_it(cage: Cage) -> None:
    import pandas

    table = pandas.DataFrame(rows()).astype(object)
    table.loc[0, "region"] = Angry()
    table.loc[1, "amount"] = [PERSON, TEXT]
    table.loc[2, "patient_id"] = b"\xff" + PERSON.encode()
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking(None), ledger, frame=table))
        silent(cage)
        for n, other in enumerate((rows(), {PERSON: TEXT}, PERSON, object())):
            cage.run(lambda other=other, n=n: publish(asking(None, f"no frame {n}"), ledger, frame=other))
            assert isinstance(cage.error, EpsilogError)
            silent(cage)


# Files that cannot be read.


@pytest.mark.parametrize("what", UNREADABLE)
def test_files_that_cannot_be_read(cage: Cage, what: str) -> None:
    name = UNREADABLE[what](cage)
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking(name), ledger, base=cage.data))
        assert isinstance(cage.error, SourceError | SpecError)
        silent(cage)
        cage.run(lambda: publish(asking(name), ledger, base=cage.data))
        silent(cage)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_file_that_vanishes_or_changes_between_header_and_rows(
    cage: Cage, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    name = write_csv(cage) if kind == "csv" else write_parquet(cage)
    for n, change in enumerate((Path.unlink, lambda path: path.write_text(PERSON * 50 + "\n" + TEXT))):
        with monkeypatch.context() as patched, books(str(cage.left / f"ledger {n}.db")) as ledger:
            start = ledger.start
            patched.setattr(ledger, "start", lambda receipt: (start(receipt), change(cage.data / name)))  # noqa: B023
            cage.run(lambda: publish(asking(name), ledger, base=cage.data))
            silent(cage)
            if kind == "parquet" or change is Path.unlink:
                assert isinstance(cage.error, SourceError)
            write_csv(cage) if kind == "csv" else write_parquet(cage)


# Failures behind the door.


def test_an_engine_that_quotes_everything(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    write_csv(cage)
    watch(monkeypatch, with_values)
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking("visits.csv"), ledger, base=cage.data))
        assert isinstance(cage.error, SourceError)
        silent(cage)
        frame = frames()["polars"]()
        cage.run(lambda: publish(asking(None, "2"), ledger, frame=frame))
        assert isinstance(cage.error, SourceError)
        silent(cage)
        data = Dataset(
            frame, columns=COLUMNS, protect=PATIENT, bound=Bounds(rows=1), ledger=ledger, account="clinic"
        )  # type: ignore[arg-type]
        cage.run(lambda: data.publish(QUERIES, epsilon=1, edition="3"))
        assert isinstance(cage.error, SourceError)
        cage.run(lambda: data)
        cage.run(lambda: Dataset(frame, columns={}, protect=PATIENT, ledger=ledger, account="clinic"))
        assert isinstance(cage.error, SpecError)
        cage.run(lambda: publish("visits.yaml", ledger, frame=frame))  # type: ignore[arg-type]
        assert isinstance(cage.error, AttributeError)
        silent(cage)


@pytest.mark.parametrize("where", ["draw", "result", "commit", "deliver", "interrupt"])
def test_failures_at_every_later_step(cage: Cage, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    write_csv(cage)
    with ledger_in(cage) as ledger:
        if where == "draw":

            def drawing(mechanisms: Any, plan: Any, exact: Answer, rng: Any) -> Any:
                raise ValueError([table.values.tolist() for tables in exact for table in tables])

            monkeypatch.setattr(pipeline, "draw_all", drawing)
        elif where == "result":
            monkeypatch.setattr(pipeline, "software", lambda: 1 / 0)
        elif where == "interrupt":

            def pressed(answer: Answer) -> Answer:
                os.kill(os.getpid(), signal.SIGINT)
                return answer

            watch(monkeypatch, pressed)
        else:

            def refused(*words: Any, **more: Any) -> Any:
                raise LedgerError("the database could not be used")

            monkeypatch.setattr(ledger, where, refused)
        cage.run(lambda: publish(asking("visits.csv"), ledger, base=cage.data))
        expected = {"commit": LedgerError, "deliver": LedgerError, "interrupt": KeyboardInterrupt}
        assert isinstance(cage.error, expected.get(where, SourceError))
        silent(cage)


@pytest.mark.parametrize(
    "step", ["reserved", "started", "while reading", "read", "drawn", "committed", "delivered"]
)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_killed_at_every_step(cage: Cage, step: str, encoding: Any) -> None:
    write_csv(cage, csv_text(rows()).encode(encoding))
    ledger_in(cage).close()
    spec = asking(None, source=Origin("visits.csv", COLUMNS, encoding=encoding))  # type: ignore[arg-type]
    scratch = cage.left / "tmp"

    def work(send: Send) -> None:
        import tempfile

        tempfile.tempdir = str(scratch)
        with Ledger.open(cage.left / "ledger.db") as ledger:
            publish(spec, ledger, base=cage.data, progress=dying if step == "while reading" else None)

    def dying(step: str, done: int, total: int) -> None:
        if 0 < done < total:  # rows are in the engine now, and on the disk if it spilled or transcoded them
            os.kill(os.getpid(), signal.SIGKILL)

    status, sent = alone(work, **{VARIABLE: f"publish {step}", "TMPDIR": str(scratch)})
    assert (status, sent) == (-signal.SIGKILL, [])
    left = list(scratch.iterdir())
    assert bool(left) is (step == "while reading")
    for path in left:
        assert stat.S_IMODE(path.stat().st_mode) == 0o700, "what a dead process left is for its user alone"
    with Ledger.open(cage.left / "ledger.db") as ledger:
        cage.run(lambda: publish(spec, ledger, base=cage.data))  # forfeited or stored, in most cases
        cage.run(lambda: publish(asking("visits.csv", "the next one"), ledger, base=cage.data))
        assert cage.error is None or encoding != "utf-8"
    assert list(scratch.iterdir()) == [], "the next release clears it away"
    said = {where: birds for where, birds in cage.evidence.items() if not where.startswith("file ")}
    cage.evidence = said  # files that were still there a moment ago are judged by what is there now
    cage.hear_files()
    silent(cage)


# Private things in themselves.


def test_things_that_hold_rows_show_nothing(cage: Cage) -> None:
    write_csv(cage)
    frame = frames()["polars"]()
    held = door.Door(frame, cage.data)
    cage.run(lambda: held)
    cage.run(lambda: str(held))
    origin = Origin("visits.csv", COLUMNS)  # type: ignore[arg-type]
    with epsilog.sources.open_source(origin, base=cage.data) as source:
        cage.run(lambda: source)
        spec = asking("visits.csv")
        answer = source.bounded(spec.tallies(), spec.protect, spec.bound)
        cage.run(lambda: answer)
        for tables in answer:
            for table in tables:
                cage.run(lambda table=table: table)
                cage.run(lambda table=table: str(table))
    with epsilog.sources.open_source(Origin(None, COLUMNS), frame=frame) as source:  # type: ignore[arg-type]
        cage.run(lambda: source)
    silent(cage)
