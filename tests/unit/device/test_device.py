"""A device keeps its promise whatever happens to its files, its clock, its campaigns and its collector."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from device_scenes import CASES, CHOICES, KINDS, PROMISES, START, campaign, enrolled, week
from epsilog.device.answer import Memory, answer
from epsilog.device.campaign import Campaign
from epsilog.device.device import Device
from epsilog.device.wire import Message, read_frame, report_rows, write_frame
from epsilog.errors import BudgetExceeded, EpsilogError, PrivacyError, SpecError


@pytest.mark.parametrize(("kind", "memory"), CASES)
def test_a_report_reads_back_and_its_length_is_its_campaign_s(tmp_path: Path, kind: str, memory: str) -> None:
    text = campaign(kind, memory)
    lengths = set()
    for at, value in enumerate([*KINDS[kind][1], None]):
        device = enrolled(tmp_path / str(at), text)
        frame = device.report(text, value, week(at))
        message = read_frame(Campaign.read(text), frame)
        assert message.period == at
        lengths.add(len(frame))
        assert report_rows([message, message]).shape == (2, Campaign.read(text).protocol().length)
    assert len(lengths) == 1


def test_one_report_a_period_whatever_is_asked(tmp_path: Path) -> None:
    text = campaign("generalized response", "fresh")
    device = enrolled(tmp_path, text)
    frames = {device.report(text, value, week(3)) for value in [*CHOICES, None] * 3}
    assert len(frames) == 1
    assert device.outbox() == list(frames)


NO_VALUES = [
    *(float("nan"), float("inf"), "12,5", "", " ", "\n", "x" * 70_000, [], b"x", {"a": 1}, object()),
    *(
        Decimal("sNaN"),
        Decimal("NaN"),
        Decimal("1e999999999"),
        "1e999",
        "9" * 5000,
        "secret-value",
        "\udcff" * 70_000,
    ),
]


@pytest.mark.parametrize(("kind", "memory"), CASES)
def test_what_is_no_value_is_reported_as_none(tmp_path: Path, kind: str, memory: str) -> None:
    """A refusal or silence would tell something about the value: the report is none's, and it waits."""
    text = campaign(kind, memory)
    read, tried = Campaign.read(text), 0
    device = enrolled(tmp_path, text)
    secret, remembered = bytes.fromhex((device.folder / "secret").read_text()), Memory()
    for at, value in enumerate(NO_VALUES):
        if kind == "rappor" and isinstance(value, str) and 0 < len(value.strip()) <= 65_536:
            value = None  # a word like any other
        drawn, remembered = answer(read, secret, at, None, remembered)
        assert device.report(text, value, week(at)) == write_frame(read, Message(at, drawn))
        assert len(device.outbox()) == at + 1
        tried += value is not None
    assert tried >= 13


def test_reports_wait_until_they_are_confirmed(tmp_path: Path) -> None:
    """The collector is down for three weeks: what was drawn is sent, nothing is drawn again."""
    text = campaign()
    device = enrolled(tmp_path, text)
    frames = [device.report(text, "Safari", week(at)) for at in range(3)]
    assert Device(device.folder).outbox() == frames
    device.confirm(frames[1])
    device.confirm(frames[1])
    assert device.outbox() == [frames[0], frames[2]]
    assert device.report(text, "Safari", week(2)) == frames[2]
    assert device.outbox() == [frames[0], frames[2]]


def test_the_budget_is_the_owner_s_and_never_comes_back(tmp_path: Path) -> None:
    device = enrolled(tmp_path, total=10)
    for edition in ("1", "2"):
        device.enrol(campaign(edition=edition))
    device.enrol(campaign(edition="2"))
    assert device.remaining == 2
    with pytest.raises(BudgetExceeded):
        device.enrol(campaign(edition="3"))
    assert device.remaining == 2


def test_a_campaign_by_value_is_agreed_to_in_so_many_words(tmp_path: Path) -> None:
    text = campaign("lasting response", "by value")
    device = enrolled(tmp_path)
    for said in ({}, {"by_value": False}, {"by_value": "no"}):
        with pytest.raises(PrivacyError, match="when the value changed"):
            device.enrol(text, **said)
    assert device.remaining == 100
    device.enrol(text, by_value=True)
    device.enrol(campaign(edition="2"))
    assert device.remaining == 92


def test_a_changed_campaign_is_refused(tmp_path: Path) -> None:
    """Digest pinned: a blank more, another promise, or a question that picks one person."""
    device = enrolled(tmp_path, campaign())
    changed = [
        campaign() + b"\n",
        campaign(promise={**PROMISES["held"], "epsilon": "1/2"}),
        campaign(question={"one_of": ["Chrome", "Safari"]}),
    ]
    for text in changed:
        for ask in (device.enrol, lambda text: device.report(text, "Chrome", START)):
            with pytest.raises(PrivacyError, match="changed"):
                ask(text)
    with pytest.raises(PrivacyError, match="did not agree"):
        device.report(campaign(name="others"), "Chrome", START)


def test_clocks(tmp_path: Path) -> None:
    text = campaign()
    device = enrolled(tmp_path, text)
    for outside in (
        week(-1),
        week(52),
        dt.datetime(1970, 1, 1, tzinfo=dt.UTC),
        dt.datetime(9999, 1, 1, tzinfo=dt.UTC),
    ):
        with pytest.raises(PrivacyError, match="does not run"):
            device.report(text, "Chrome", outside)
    with pytest.raises(SpecError, match="time zone"):
        device.report(text, "Chrome", dt.datetime(2026, 2, 2))
    frame = device.report(text, "Chrome", week(5))
    with pytest.raises(PrivacyError, match="earlier"):
        device.report(text, "Chrome", week(4))
    assert device.report(text, "Safari", week(5)) == frame


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    text = campaign()
    device = enrolled(tmp_path, text)
    device.report(text, "Chrome", week(0))
    for name in ("secret", "state", "mark", "lock"):
        assert stat.S_IMODE((device.folder / name).stat().st_mode) == 0o600
    assert stat.S_IMODE(device.folder.stat().st_mode) == 0o700
    for name in ("secret", "state", "mark"):
        (device.folder / name).chmod(0o640)
        with pytest.raises(PrivacyError, match="others may read"):
            device.report(text, "Chrome", week(1))
        (device.folder / name).chmod(0o600)
        device.adopt()  # the file was changed, if only its mode
    aside = device.folder / "elsewhere"
    (device.folder / "state").rename(aside)
    (device.folder / "state").symlink_to(aside)
    with pytest.raises(PrivacyError, match="cannot be read"):
        device.report(text, "Chrome", week(1))
    (device.folder / "state").unlink()
    os.mkfifo(device.folder / "state", 0o600)  # would be waited for
    with pytest.raises(PrivacyError, match="others may read"):
        device.report(text, "Chrome", week(1))


def test_nothing_on_the_disk_names_a_value(tmp_path: Path) -> None:
    """Choices stand in no file, and a state of one value looks like that of another but for what was sent."""
    text = campaign("lasting unary", "by value")
    device = enrolled(tmp_path, text)
    for at, value in enumerate(CHOICES):
        device.report(text, value, week(at))
    for file in device.folder.iterdir():
        content = file.read_bytes()
        assert not any(choice.encode() in content for choice in CHOICES)
    kept = json.loads((device.folder / "state").read_bytes().partition(b"\n")[2])["campaigns"]
    assert [len(one["tags"]) for one in kept.values()] == [2]
    assert "Device" in repr(device)


@pytest.mark.parametrize("name", ["state", "mark", "secret"])
def test_what_is_lost_is_noticed(tmp_path: Path, name: str) -> None:
    text = campaign()
    device = enrolled(tmp_path, text)
    device.report(text, "Chrome", week(0))
    (device.folder / name).unlink()
    with pytest.raises(PrivacyError, match="missing"):
        device.report(text, "Chrome", week(1))
    with pytest.raises(PrivacyError, match="a device here already"):
        Device.begin(device.folder, 100)


@pytest.mark.parametrize("name", ["state", "mark"])
def test_an_older_file_that_was_put_back_is_noticed(tmp_path: Path, name: str) -> None:
    """A restored state would count values again; averaging it could not do, for all coins are derived."""
    text = campaign("lasting response", "by value")
    device = enrolled(tmp_path, text)
    device.report(text, "Chrome", week(0))
    old = (device.folder / name).read_bytes()
    for at in (1, 2, 3):
        device.report(text, "Safari", week(at))
    (device.folder / name).write_bytes(old)
    with pytest.raises(PrivacyError, match="put back"):
        device.report(text, "Firefox", week(4))


def test_a_crash_between_state_and_mark_draws_nothing_again(tmp_path: Path) -> None:
    text = campaign("generalized response", "fresh")
    device = enrolled(tmp_path, text)
    device.report(text, "Chrome", week(0))
    before = {name: (device.folder / name).read_bytes() for name in ("state", "mark")}
    frame = device.report(text, "Chrome", week(1))
    (device.folder / "mark").write_bytes(before["mark"])
    assert device.report(text, "Safari", week(1)) == frame
    assert device.report(text, "Safari", week(2)) != frame


def test_marks_that_fail_again_and_again_end_no_device(tmp_path: Path) -> None:
    """State written, mark not: something that is no file stands where the next mark is written."""
    text = campaign("generalized response", "fresh")
    device = enrolled(tmp_path, text)
    for at in range(6):
        if at % 2 == 0:
            (device.folder / "mark.new").mkdir()
            drawn = 0
            for _ in range(3):
                with pytest.raises(PrivacyError, match="cannot be written"):
                    device.report(text, "Chrome", week(at + drawn))
                drawn = 1  # the state has the report of this week already; the next one finds the mark behind
            (device.folder / "mark.new").rmdir()
        assert device.report(text, "Safari", week(at)) in device.outbox()


@pytest.mark.parametrize("names", [("state", "mark"), ("state", "mark", "lock", "secret"), ("state",)])
def test_older_files_put_back_into_the_same_ones_are_noticed(tmp_path: Path, names: tuple[str, ...]) -> None:
    """As `cp -a` does: the same files, the old content, the old times. The budget does not come back."""
    text = campaign("lasting response", "by value")
    device = enrolled(tmp_path, text)
    device.report(text, "Chrome", week(0))
    copy = tmp_path / "copy"
    shutil.copytree(device.folder, copy)
    device.enrol(campaign(edition="2"))
    device.report(text, "Safari", week(1))
    if names == ("state",):  # its own newest content: the time of change alone is another
        (copy / "state").write_bytes((device.folder / "state").read_bytes())
    numbers = {name: (device.folder / name).stat().st_ino for name in names}
    time.sleep(0.05)  # a file system counts time in steps of some milliseconds
    for name in names:
        shutil.copyfile(copy / name, device.folder / name)
        shutil.copystat(copy / name, device.folder / name)
    (device.folder / "state").chmod(0o600)
    assert numbers == {name: (device.folder / name).stat().st_ino for name in names}
    for ask in (lambda: device.report(text, "Firefox", week(2)), lambda: device.remaining, device.outbox):
        with pytest.raises(PrivacyError, match="copied or put back"):
            ask()


def test_a_secret_with_two_names_is_refused(tmp_path: Path) -> None:
    text = campaign()
    device = enrolled(tmp_path, text)
    os.link(device.folder / "secret", tmp_path / "second")
    with pytest.raises(PrivacyError, match="second name"):
        device.report(text, "Chrome", week(0))
    (tmp_path / "second").unlink()
    assert device.report(text, "Chrome", week(0))


def test_killed_at_any_moment_it_goes_on_with_the_same_bytes(tmp_path: Path) -> None:
    """A process that reports week after week is killed; what it printed is what the device still says."""
    text = campaign("generalized response", "fresh")
    device = enrolled(tmp_path, text)
    (tmp_path / "campaign.json").write_bytes(text)
    code = (
        "import sys, datetime as dt; from pathlib import Path; from epsilog.device.device import Device\n"
        "device, text = Device(Path(sys.argv[2])), Path(sys.argv[3]).read_bytes()\n"
        "for week in range(int(sys.argv[1]), 52):\n"
        "    now = dt.datetime(2026, 1, 5, 12, tzinfo=dt.UTC) + dt.timedelta(weeks=week)\n"
        "    print(week, device.report(text, 'Chrome', now).hex(), flush=True)\n"
    )
    places = [str(device.folder), str(tmp_path / "campaign.json")]
    said: dict[int, str] = {}
    for lines in (1, 3, 2):
        begin = max(said, default=-1) + 1  # perhaps written already, and not printed when the process was killed
        with subprocess.Popen([sys.executable, "-c", code, str(begin), *places], stdout=subprocess.PIPE) as run:
            assert run.stdout is not None
            first = [run.stdout.readline() for _ in range(lines)]
            run.kill()
            for line in [*first, *run.stdout.read().splitlines(keepends=True)]:
                if line.endswith(b"\n"):
                    number, frame = line.split()
                    assert said.setdefault(int(number), frame.decode()) == frame.decode()
    if max(said) < 51:
        assert device.report(text, "Safari", week(51))
    waiting = [frame.hex() for frame in device.outbox()]
    assert set(said.values()) <= set(waiting)
    periods = [int.from_bytes(bytes.fromhex(frame)[21:25], "big") for frame in waiting]
    assert periods == sorted(set(periods)), "a period was drawn twice"


def test_processes_at_once_agree(tmp_path: Path) -> None:
    text = campaign("generalized response", "fresh")
    device = enrolled(tmp_path, text)
    with ThreadPoolExecutor(4) as pool:
        frames = list(pool.map(lambda value: Device(device.folder).report(text, value, week(2)), CHOICES * 5))
    assert len(set(frames)) == 1
    assert len(device.outbox()) == 1


def test_two_devices_with_one_secret_are_noticed(tmp_path: Path) -> None:
    """A copy would send the same bytes for the same value, and so say that the two have the same."""
    text = campaign()
    device = enrolled(tmp_path, text)
    device.report(text, "Chrome", week(0))
    copy = tmp_path / "copy"
    shutil.copytree(device.folder, copy)
    with pytest.raises(PrivacyError, match="copied or put back"):
        Device(copy).report(text, "Chrome", week(1))
    Device(copy).adopt()
    assert Device(copy).report(text, "Chrome", week(1))


def test_a_folder_that_cannot_be_written_reports_nothing(tmp_path: Path) -> None:
    """By what stops root as well: something that is no file stands where the next state is written."""
    text = campaign()
    device = enrolled(tmp_path, text)
    (device.folder / "state.new").mkdir()
    with pytest.raises(PrivacyError, match="cannot be written"):
        device.report(text, "Chrome", week(0))
    os.rmdir(device.folder / "state.new")
    assert device.report(text, "Chrome", week(0))
    with pytest.raises(PrivacyError, match="cannot be written"):
        Device.begin(device.folder / "state" / "inside", 1)


@pytest.mark.parametrize("at", [0, 3, 5, 20, 22, -1])
def test_a_changed_state_is_refused(tmp_path: Path, at: int) -> None:
    device = enrolled(tmp_path, campaign())
    assert device.remaining == 96
    for name in ("state", "mark"):
        content = bytearray((device.folder / name).read_bytes())
        content[at] ^= 1
        kept = (device.folder / name).read_bytes()
        (device.folder / name).write_bytes(bytes(content))
        with pytest.raises(PrivacyError, match="changed by another program"):
            device.report(campaign(), "Chrome", week(0))
        (device.folder / name).write_bytes(kept)
    device.adopt()
    assert device.remaining == 96


def test_forged_reports_are_dropped(tmp_path: Path) -> None:
    """Cut off anywhere, lengthened, of another campaign, period or version, or with bits no device sets."""
    text, other = campaign("unary", "fresh"), campaign("unary", "fresh", edition="2")
    device = enrolled(tmp_path, text)
    frame = device.report(text, "Safari", week(1))
    campaign_read = Campaign.read(text)
    assert read_frame(campaign_read, frame).period == 1
    wrong = [frame[:at] for at in range(len(frame))] + [frame + b"\0", frame[::-1], b"", None, "x"]
    wrong += [frame[:21] + (52).to_bytes(4, "big") + frame[25:], frame[:-1] + b"\xff", b"EPSL\x02" + frame[5:]]
    for one in wrong:
        with pytest.raises(SpecError):
            read_frame(campaign_read, one)
    with pytest.raises(SpecError, match="another campaign"):
        read_frame(Campaign.read(other), frame)


def test_a_total_that_means_nothing_is_refused(tmp_path: Path) -> None:
    for total in (0, -1, float("nan"), "much", None):
        with pytest.raises(EpsilogError):
            Device.begin(tmp_path / "d", total)
