"""`epsilog stream` from the outside: exit codes, JSON, both languages, killed for real, bad input."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.cli.app import run
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError
from epsilog.ledger import Ledger, Terms
from epsilog.pay.opening import Opening
from epsilog.roles.spec import Spend
from epsilog.roles.stream_rules import Said
from epsilog.spec.file import to_yaml
from stream_kinds import shaped
from stream_scenes import books, series, visits


@pytest.fixture
def scene(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for variable in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{variable}", raising=False)
    visits(tmp_path)
    books(tmp_path / "ledger.db").close()
    (tmp_path / "visits.yaml").write_text(to_yaml(series()), encoding="utf-8")
    return tmp_path


def told(capsys, *words):
    status = run(["stream", *words])
    shown = capsys.readouterr()
    return status, " ".join(shown.out.split()), " ".join(shown.err.split())


def test_from_opening_to_closing(scene, capsys):
    status, out, err = told(capsys, "run", "visits.yaml", "--ticks", "2", "--wait", "5m", "--json")
    assert status == 0, err
    record = json.loads(out)
    assert (record["schema"], record["published"], record["made"]) == ("epsilog.stream/1", 2, 2)
    assert record["rules"] == {"wait": 300, "late": "drop", "future": "hold"}
    assert record["next"]["tick"] == "2026-01-05T02"
    assert record["stage"] == "running"
    status, out, _ = told(capsys, "status", "visits.yaml")
    assert status == 0
    assert "2 of 24" in out
    assert "the ledger confirms" in out
    status, out, _ = told(capsys, "history", "visits.yaml", "--last", "1", "--json")
    (tick,) = json.loads(out)["ticks"]
    assert (tick["number"], tick["tick"], len(tick["cells"])) == (2, "2026-01-05T01", 2)
    assert all(cell["smoothed"]["band"] == "on average over the series" for cell in tick["cells"])
    assert all(cell["smoothed"]["low"] <= cell["smoothed"]["value"] for cell in tick["cells"])
    status, out, _ = told(capsys, "close", "visits.yaml", "--lang", "zh")
    assert status == 0
    assert "不退还" in out
    page = (scene / "visits-one" / "index.html").read_text(encoding="utf-8")
    assert 'lang="zh-Hans"' in page
    assert "refresh" not in page, "nothing more will come"
    assert told(capsys, "run", "visits.yaml")[0] == 3
    assert told(capsys, "status", "visits.yaml")[0] == 0


def test_values_that_are_repeated_are_told_as_such(scene, capsys):
    hours = Unit("who", per="1h", window=4)
    with Ledger.open(scene / "ledger.db") as ledger:
        ledger.open_account("hours", Terms(hours, Allowance.pure(5)), by="Ada")
    entry = shaped({"per-step": "sample"}, name="seldom")
    spec = series(entry, protect=Protect(hours), spend=Spend("hours", Fraction(1)))
    (scene / "seldom.yaml").write_text(to_yaml(spec), encoding="utf-8")
    status, out, err = told(capsys, "run", "seldom.yaml", "--ticks", "3")
    assert status == 0, err
    assert out.count("(fresh)") == 1
    assert out.count("(repeated)") == 2
    assert json.loads(told(capsys, "status", "seldom.yaml", "--json")[1])["fresh"] == {"seldom": "2026-01-05T00"}
    assert "last fresh tick of seldom 2026-01-05T00" in told(capsys, "status", "seldom.yaml")[1]
    ticks = json.loads(told(capsys, "history", "seldom.yaml", "--json")[1])["ticks"]
    assert [tick["cells"][0]["fresh"] for tick in ticks] == ["yes", "no", "no"]
    assert "沿用" in told(capsys, "history", "seldom.yaml", "--lang", "zh")[1]
    fast = to_yaml(spec).replace("per-step: sample", "per-step: {fast: {samples: 5}}")
    (scene / "fast.yaml").write_text(fast, encoding="utf-8")
    status, _, err = told(capsys, "run", "fast.yaml", "--lang", "zh")
    assert status == 2
    assert "FAST 用于一次性发布" in err


def test_a_stream_that_ends_closes_itself(scene, capsys):
    status, out, _ = told(capsys, "run", "visits.yaml")
    assert status == 0
    assert "24 of 24" in out
    assert "destroyed" in out
    assert not (scene / "visits-one.private").exists()
    assert run(["verify", "visits-one"]) == run(["explain", "visits-one"]) == 2, "it is no release, and not broken"
    assert "live series" in capsys.readouterr().err
    card = json.loads((scene / "visits-one" / "card.json").read_text(encoding="utf-8"))
    assert card["schema"] == "epsilog.stream/1"
    assert not card["reproducible"]
    assert "clinic" in (scene / "visits-one" / "card.md").read_text(encoding="utf-8")


def test_refusals_have_their_codes(scene, capsys):
    assert told(capsys, "status", "visits.yaml")[0] == 2, "never opened"
    assert told(capsys, "close", "visits.yaml")[0] == 2
    assert told(capsys, "run", "visits.yaml", "--late", "perhaps")[0] == 2
    assert told(capsys, "run", "visits.yaml", "--wait", "soon")[0] == 2
    assert told(capsys, "run", "visits.yaml", "--clock", "noon")[0] == 2
    assert told(capsys, "run", "visits.yaml", "--clock", "2026-01-05", "--speed", "nan")[0] == 2
    assert told(capsys, "run", "nothing.yaml")[0] == 2
    assert told(capsys, "run", "visits.yaml", "--ledger", "none.db")[0] == 6
    assert not (scene / "visits-one").exists()
    assert told(capsys, "run", "visits.yaml", "--ticks", "1")[0] == 0
    status, _, err = told(capsys, "run", "visits.yaml", "--late", "next")
    assert status == 2
    assert "other rules" in err
    values = scene / "visits-one" / "values.csv"
    good = values.read_bytes()
    values.write_bytes(good.replace(b"T00", b"T07"))
    assert told(capsys, "status", "visits.yaml")[0] == 6
    values.write_bytes(good)
    (scene / "visits.csv").write_text("who,town,at,spent\n")
    status, _, err = told(capsys, "run", "visits.yaml", "--ticks", "1")
    assert status == 5
    assert "shorter" in err


def test_a_stream_is_found_from_its_spec_wherever_the_command_is_called(scene, capsys, monkeypatch):
    """No false alarm: what is missing is looked for elsewhere, and the books are not blamed for it."""
    assert told(capsys, "run", "visits.yaml", "--ticks", "2")[0] == 0
    (scene / "elsewhere").mkdir()
    monkeypatch.chdir(scene / "elsewhere")
    spec, books = str(scene / "visits.yaml"), ("--ledger", str(scene / "ledger.db"))
    for words in (("status",), ("history",), ("run", "--ticks", "1")):
        status, _, err = told(capsys, words[0], spec, *words[1:], *books)
        assert status == 0, err
    assert list((scene / "elsewhere").iterdir()) == []
    status, _, err = told(capsys, "status", spec, "--out", "nothing here", *books)
    assert status == 2
    assert "not in this folder" in err
    assert "trusted" not in err
    values = scene / "visits-one" / "values.csv"
    values.write_bytes(values.read_bytes().replace(b"T00", b"T07"))
    status, _, err = told(capsys, "status", spec, *books)
    assert status == 6
    assert "What was published was changed" in err
    assert "books cannot be trusted" not in err


def test_a_stream_that_an_earlier_release_opened_where_it_was_called_goes_on_there(scene, capsys, monkeypatch):
    (scene / "elsewhere").mkdir()
    monkeypatch.chdir(scene / "elsewhere")
    spec, books = str(scene / "visits.yaml"), ("--ledger", str(scene / "ledger.db"))
    assert told(capsys, "run", spec, "--ticks", "1", "--out", "visits-one", *books)[0] == 0
    assert told(capsys, "run", spec, "--ticks", "1", *books)[0] == 0
    assert told(capsys, "status", spec, *books)[0] == 0
    assert not (scene / "visits-one").exists()


def test_the_folder_of_something_else_is_left_alone(scene, capsys):
    (scene / "visits-one").write_text("a file")
    assert told(capsys, "run", "visits.yaml")[0] == 2
    (scene / "visits-one").unlink()
    (scene / "visits-one").mkdir()
    (scene / "visits-one" / "values.csv").write_text("somebody's\n")
    assert told(capsys, "run", "visits.yaml")[0] == 2
    assert (scene / "visits-one" / "values.csv").read_text() == "somebody's\n"


def test_a_key_of_ones_own_stays(scene, capsys):
    key = scene / "stream.key"
    key.write_text("ab" * 32)
    key.chmod(0o600)
    assert told(capsys, "run", "visits.yaml", "--ticks", "1", "--key", str(key))[0] == 0
    assert not (scene / "visits-one.private" / "key").exists()
    assert told(capsys, "run", "visits.yaml", "--ticks", "1")[0] == 3, "the key is needed"
    assert told(capsys, "run", "visits.yaml", "--key", str(key))[0] == 0
    assert key.read_text() == "ab" * 32


def test_extending_writes_a_spec_that_runs(scene, capsys):
    assert told(capsys, "extend", "visits.yaml", "--to", "2026-01-06")[0] == 2, "nothing to extend"
    assert told(capsys, "run", "visits.yaml", "--ticks", "1")[0] == 0
    assert told(capsys, "extend", "visits.yaml", "--to", "2026-01-04")[0] == 2
    status, out, err = told(capsys, "extend", "visits.yaml", "--to", "2026-01-06", "--epsilon", "0.5")
    assert status == 0, err
    assert "visits-one-2.yaml" in out
    status, out, err = told(capsys, "run", "visits-one-2.yaml", "--json")
    assert status == 0, err
    assert json.loads(out)["continues"].startswith("visits@one#")


def test_an_extension_reads_as_the_stream_before_did(scene, capsys, monkeypatch):
    for spec in ("visits.yaml", "visits-one-2.yaml"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"who,town,at,spent\n")))
        assert told(capsys, "run", spec, "--ticks", "1", "--stdin")[0] == 0
        status, _, err = told(capsys, "run", spec, "--ticks", "1")
        assert status == 3, "it was opened with --stdin"
        assert "standard input" in err
        if spec == "visits.yaml":
            assert told(capsys, "extend", spec, "--to", "2026-01-06", "--epsilon", "0.5")[0] == 0


COMMAND = [sys.executable, "-m", "epsilog.cli", "stream", "run", "visits.yaml"]


def until(values, lines, process):
    """Wait for a file to have so many lines; the process must live."""
    while not values.exists() or values.read_bytes().count(b"\n") < lines:
        assert process.poll() is None, "it ended by itself"
        time.sleep(0.05)


def test_killed_for_real(scene):
    """A process of its own, kill -9, then to the end: no tick is lost and none comes twice."""
    clock = ["--clock", "2026-01-05T00:00", "--speed", "7200"]  # two ticks a second
    values = scene / "visits-one" / "values.csv"
    first = subprocess.Popen([*COMMAND, *clock], stdout=subprocess.DEVNULL)
    until(values, 3, first)
    first.kill()
    first.wait()
    before = values.read_bytes()
    second = subprocess.run([*COMMAND, "--json"], capture_output=True, text=True, check=True)
    assert json.loads(second.stdout)["stage"] == "closed"
    after = values.read_bytes()
    assert after.startswith(before[: before.rindex(b"\n") + 1])
    numbers = [line.split(b",")[0] for line in after.splitlines()[1:]]
    assert numbers == [str(n // 2 + 1).encode() for n in range(48)]


def test_interrupted_between_two_ticks(scene):
    """Ctrl-C while it waits for the first tick, an hour away: it says how to go on, and that is no error."""
    waiting = subprocess.Popen([*COMMAND, "--clock", "2026-01-05T00:00"], stdout=subprocess.PIPE, text=True)
    until(scene / "visits-one" / "values.csv", 1, waiting)
    waiting.send_signal(signal.SIGINT)
    said = waiting.communicate()[0]
    assert waiting.returncode == 0
    assert "continues from here" in " ".join(said.split())


def test_standard_input_that_stays_open(scene):
    """Rows come through a pipe nobody closes; after its ticks the command ends cleanly all the same."""
    lines = (scene / "visits.csv").read_bytes()
    (scene / "visits.csv").unlink()
    command = [*COMMAND, "--stdin", "--clock", "2026-01-05T00:00", "--speed", "3600", "--ticks", "2", "--json"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        process.stdin.write(lines)
        process.stdin.flush()
        out, err = process.stdout.read(), process.stderr.read()
        assert process.wait() == 0, err
    assert err == b""
    assert json.loads(out)["published"] == 2
    assert (scene / "visits-one.private" / "spool.csv").read_bytes() == lines


def test_rules_stand_in_the_spec_and_options_fill_in_what_it_does_not_say(scene, capsys):
    (scene / "visits.yaml").write_text(to_yaml(series(stream=Said(wait=300, late="next"))), encoding="utf-8")
    status, _, err = told(capsys, "run", "visits.yaml", "--wait", "6m")
    assert (status, "visits.yaml:" in err, "given twice" in err) == (2, True, True), err
    assert told(capsys, "run", "visits.yaml", "--speed", "5")[0] == 2, "a speed without a clock"
    assert run(["publish", "visits.yaml"]) == 2
    assert "live series" in " ".join(capsys.readouterr().err.split())
    assert run(["plan", "visits.yaml"]) == 0
    capsys.readouterr()
    assert not (scene / "visits-one").exists()
    status, out, err = told(
        capsys, "run", "visits.yaml", "--future", "drop", "--wait", "5m", "--ticks", "1", "--json"
    )
    assert status == 0, err
    assert json.loads(out)["rules"] == {"wait": 300, "late": "next", "future": "drop"}
    assert told(capsys, "run", "visits.yaml", "--ticks", "1")[0] == 0, "it keeps the rules it was opened with"
    assert told(capsys, "run", "visits.yaml", "--future", "hold")[0] == 2
    (scene / "visits.yaml").write_text(to_yaml(series()), encoding="utf-8")
    assert told(capsys, "run", "visits.yaml", "--ticks", "1")[0] == 0, "the same stream, wherever rules were said"
    (scene / "visits.yaml").write_text(to_yaml(series(stream=Said(wait=60))), encoding="utf-8")
    for command in ("run", "status", "history", "close"):
        status, _, err = told(capsys, command, "visits.yaml")
        assert (status, "other rules" in err) == (2, True)
    (scene / "visits.yaml").write_text(to_yaml(series()), encoding="utf-8")
    assert told(capsys, "extend", "visits.yaml", "--to", "2026-01-06")[0] == 0
    assert "stream: {wait: 5m, late: next, future: drop}" in (scene / "visits-one-2.yaml").read_text()


@pytest.mark.parametrize("looks", [0, 2])
def test_the_card_of_a_series_says_that_the_rows_were_looked_at_before(scene, capsys, looks):
    live = series(stream=Said.read({"wait": "5m"}))
    (scene / "visits.yaml").write_text(to_yaml(live), encoding="utf-8")
    for _ in range(looks):
        run(["check", "visits.yaml", "--look"])
    assert told(capsys, "run", "visits.yaml", "--ticks", "1")[0] == 0
    run(["check", "visits.yaml", "--look"])  # too late for what was opened before
    assert told(capsys, "run", "visits.yaml", "--ticks", "1")[0] == 0
    folder = scene / "visits-one"
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    words = (folder / "card.md").read_text(encoding="utf-8") + (folder / "index.html").read_text(encoding="utf-8")
    assert ("looked" in card) is bool(looks)
    assert words.count("looked at the data before this series was opened") == looks
    with Ledger.open(scene / "ledger.db") as ledger:
        stored = ledger.look("clinic", card["key"])
        opening = Opening.from_bytes(stored.body)
    assert opening.looked == card.get("looked", "")
    assert opening.to_bytes() == stored.body
    assert (b"looked" in stored.body) is bool(looks)
    wrong = {**json.loads(stored.body), "looked": "yesterday"}
    with pytest.raises(LedgerError):
        Opening.from_bytes(json.dumps(wrong, sort_keys=True, separators=(",", ":")).encode())
    assert told(capsys, "close", "visits.yaml", "--lang", "zh")[0] == 0
    assert ("曾亲自查看过数据" in (folder / "card.md").read_text(encoding="utf-8")) is bool(looks)
