"""A command loads what it uses: real processes, modules counted, large libraries named that they do without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

COMPILERS: Final = "ibis.backends.sql.compilers"  # of every engine that Ibis knows
LARGE: Final = frozenset(
    {
        "matplotlib",
        "scipy",
        "pandas",
        "ibis",
        "duckdb",
        "polars",
        "pyarrow",
        "mpmath",
        "numpy",
        "pydantic",
        COMPILERS,
    }
)
ROWS: Final = "patient,region,visited\np1,North,2026-01-01\np2,South,2026-01-02\n"
SPEC: Final = """\
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient: text, region: text, visited: date}}
protect: {each: patient}
bound: {rows: 1}
during: {time: visited, from: 2026-01-01, to: 2026-01-31}
publish:
  - {count: rows, by: {region: [North, South]}}
spend: {epsilon: 1, delta: 1e-7, from: clinic}
"""
OPEN: Final = "ledger open clinic --each patient --epsilon 100 --delta 1e-6 --by Ada"
# What each may load of the large ones, and how many modules at most: a tenth more than it takes.
COMMANDS: Final = {
    "--help": (frozenset[str](), 457),
    "ledger show": (frozenset({"mpmath"}), 475),
    "plan visits.yaml": (frozenset({"numpy", "mpmath"}), 866),
    "check visits.yaml": (frozenset({"numpy", "mpmath", "ibis", "pyarrow"}), 1_068),
    "publish visits.yaml --out out": (LARGE - {"scipy", "pandas", "polars", "pydantic"}, 1_473),
    "publish visits.yaml --out out --lang en": (frozenset({"numpy", "mpmath"}), 895),  # stored and standing
    "explain out": (frozenset({"numpy", "mpmath"}), 849),
    "verify out": (frozenset({"numpy", "mpmath", "pyarrow"}), 875),
}
_COUNTED: Final = """\
import sys
from epsilog.cli import main
{first}
try:
    main()
except SystemExit as stop:
    if stop.code:
        raise
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


def loaded(folder: Path, command: str, first: str = "") -> set[str]:
    """The modules that a command had loaded when it ended."""
    code = _COUNTED.format(first=first)
    kept = {
        name: said for name, said in os.environ.items() if not name.startswith(("EPSILOG_", "COVERAGE_", "COV_"))
    }
    done = subprocess.run(
        [sys.executable, "-c", code, *command.split()],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=kept,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return set(done.stderr.splitlines()[-1].split())


def too_much(modules: set[str], command: str) -> list[str]:
    """What a command loaded and may not."""
    allowed, most = COMMANDS[command]
    found = sorted((LARGE - allowed) & modules)
    return found if len(modules) <= most else [*found, f"{len(modules)} modules, at most {most}"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("loading")
    (place / "visits.csv").write_text(ROWS, encoding="utf-8")
    (place / "visits.yaml").write_text(SPEC, encoding="utf-8")
    loaded(place, OPEN)
    return place


def test_every_command_loads_what_it_uses_and_no_more(folder: Path) -> None:
    found = {command: too_much(loaded(folder, command), command) for command in COMMANDS}
    assert not any(found.values()), found


OF_A_DEVICE: Final = """\
import sys
before = set(sys.modules)
import numpy
of_numpy = set(sys.modules)
{first}
import epsilog.device.device
print(*sorted(set(sys.modules) - of_numpy))
"""


def beside_numpy(first: str = "") -> set[str]:
    """What a device loads that numpy does not."""
    done = subprocess.run(
        [sys.executable, "-c", OF_A_DEVICE.format(first=first)], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_a_device_loads_numpy_a_cipher_and_little_else() -> None:
    """No engine, no table, no plot, no mathematics; fewer modules of ours than there are weeks in a year."""
    allowed = ("cryptography", "_openssl", "_cffi_backend", "numpy", "_sysconfigdata")
    found = beside_numpy()
    of_ours = {name for name in found if name.startswith("epsilog")}
    assert {name.split(".")[1] for name in of_ours if "." in name} <= {
        "core",
        "noise",
        "mechanisms",
        "device",
        "errors",
    }
    assert len(of_ours) <= 40
    outside = {
        name
        for name in found - of_ours
        if not name.startswith(allowed) and name.split(".")[0] not in sys.stdlib_module_names
    }
    assert outside == set()
    assert (LARGE - {"numpy"}) & {name.split(".")[0] for name in found} == set()
    assert len(found) <= 130
    more = beside_numpy("import epsilog.ledger")
    assert "epsilog.ledger" in more, "the check above must be able to see it"


def test_a_library_too_much_is_noticed(folder: Path) -> None:
    found = too_much(loaded(folder, "ledger show", first="import scipy.special"), "ledger show")
    assert {"numpy", "scipy"} <= set(found)
    assert found[-1].endswith(f"at most {COMMANDS['ledger show'][1]}")


def test_what_pays_has_the_libraries_of_its_answers_before_it_does_and_a_check_needs_none(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from epsilog.pay.door import Door\n"
        "from epsilog.spec.file import read_spec\n"
        "with Door(None, Path.cwd()).opened(read_spec('visits.yaml'){more}): print({name!r} in sys.modules)"
    )
    for more, there in (("", "True"), (", answers=False", "False")):
        command = [sys.executable, "-c", code.format(more=more, name=COMPILERS)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=120)
        assert done.stdout.strip() == there, more


def test_a_stored_release_is_left_while_its_folder_is_what_was_signed(folder: Path) -> None:
    again, target = "publish visits.yaml --out kept", folder / "kept"
    loaded(folder, again)
    whole = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    assert "matplotlib" not in loaded(folder, again)
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == whole
    for place in ("tables/1-count-rows-by-region.csv", "pictures/1-count-rows-by-region.svg", "report.html"):
        (target / place).write_bytes(whole[target / place] + b" ")
        assert "matplotlib" in loaded(folder, again), place
        assert (target / place).read_bytes() != whole[target / place] + b" ", place
    (target / "tables/1-count-rows-by-region.parquet").unlink()
    assert "matplotlib" in loaded(folder, again)
    assert (target / "tables/1-count-rows-by-region.parquet").is_file()
    assert "matplotlib" not in loaded(folder, again)
    assert '<html lang="zh-Hans">' not in (target / "report.html").read_text(encoding="utf-8")
    assert "matplotlib" in loaded(folder, f"{again} --lang zh")
    assert '<html lang="zh-Hans">' in (target / "report.html").read_text(encoding="utf-8")
