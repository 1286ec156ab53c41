"""The kind that CONTRIBUTING adds as an example: five files and four lines; it is clean and can be published."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n# ((?:kinds|registry)/[a-z_/]+\.py)\n(.*?)```", re.S)
ROLES = ("ask", "plan", "draw", "show", "words")
PUBLISH = """
import sys, tempfile
import polars as pl
import epsilog
from epsilog.core.unit import Unit
from epsilog.accounting.allowance import Allowance
from epsilog.ledger import Ledger, Terms
from epsilog.publish.pipeline import publish
from epsilog.plan.explain import plan_lines
from epsilog.show.explain import lines
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.show.result import tables_of
assert epsilog.__file__.startswith(sys.argv[1])
spec = spec_from_text('''
release: answers
edition: one
source: {columns: {who: text, town: text, x: number}}
protect: {each: who}
bound: {rows: 1}
publish:
  - {answered: x, by: {town: [N, S]}}
spend: {epsilon: 20, from: clinic}
''')
assert spec_from_text(to_yaml(spec)) == spec
rows = [{"who": f"p{at}", "town": "NS"[at % 2], "x": None if at % 4 == 0 else "1"} for at in range(400)]
with tempfile.TemporaryDirectory() as folder:
    ledger = Ledger.open(f"{folder}/books", create=True)
    ledger.open_account("clinic", Terms(Unit("who"), Allowance.pure(100)), by="Ada")
    release = publish(spec, ledger, frame=pl.DataFrame(rows))
    table = tables_of(release.result)[0]
    for lang in ("en", "zh"):
        assert lines(release, lang) and plan_lines(release.result.plan, lang)
    assert [draw.kind for draw in release.result.plan.draws] == ["answered"]
    assert all(abs(got - want) < 5 for got, want in zip(table.figures("value").steps.tolist(), (100, 200)))
    print("published")
"""

CHECK = """
import sys
import numpy as np
import epsilog
from epsilog.testing import check_kind
from epsilog.testing.kind import Sample
assert epsilog.__file__.startswith(sys.argv[1])
sample = Sample('''release: answers
edition: one
source: {columns: {who: text, town: text, x: number}}
protect: {each: who}
bound: {rows: 2}
publish:
  - {answered: x, by: {town: [N, S]}}
spend: {epsilon: 1, from: clinic}
''', lambda answers: answers[0].values)
rows = [{"who": f"p{at // 3}", "town": "NS"[at % 2], "x": None if at % 4 == 0 else "1"} for at in range(30)]
page = "`answered`"
said = check_kind("answered", [sample], rows, planted=("one", "two"), page=page, why_not_live="it is an example")
print(said.count, "checks")
"""


def added(source: Path) -> tuple[list[str], list[str]]:
    """Put in what the page says: new files, and one line in a table; which files, and which tables."""
    files, rows = [], []
    for place, text in BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8")):
        path = source / place
        if place.startswith("kinds/"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            files += [path.stem] * (path.stem != "__init__")
            continue
        (row,) = (line for line in text.splitlines() if line.strip())
        old = path.read_text("utf-8").splitlines(keepends=True)
        (at,) = (at for at, line in enumerate(old) if ": Final = Table[" in line)
        assert old[at + 1] == "    {\n", place
        path.write_text("".join([*old[: at + 2], f"        {row}\n", *old[at + 2 :]]), encoding="utf-8")
        rows.append(place)
    return files, rows


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source with the kind of the page."""
    place = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "src" / "epsilog", place / "epsilog", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    (place / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "import_rows.py", place / "tests")
    files, rows = added(place / "epsilog")
    assert sorted(files) == sorted(ROLES)
    assert sorted(rows) == [f"registry/{name}.py" for name in ("asks", "draws", "plans", "shows")]
    return place


def ran(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of this environment, on the copy."""
    return subprocess.run(
        words, cwd=house, env={**os.environ, "PYTHONPATH": str(house)}, capture_output=True, text=True, check=False
    )


def test_the_kind_of_the_page_can_be_published(house: Path) -> None:
    done = ran(house, sys.executable, "-c", PUBLISH, str(house))
    assert done.stdout == "published\n", done.stderr


def test_the_kind_of_the_page_passes_the_checks_of_kinds(house: Path) -> None:
    done = ran(house, sys.executable, "-c", CHECK, str(house))
    assert done.stdout == "26 checks\n", done.stderr


def test_the_kind_of_the_page_is_clean(house: Path) -> None:
    folder = str(house / "epsilog" / "kinds" / "answered")
    done = ran(house, sys.executable, "-m", "ruff", "check", folder)
    assert done.returncode == 0, done.stdout
    done = ran(house, sys.executable, "-m", "ruff", "format", "--check", folder)
    assert done.returncode == 0, done.stdout


def test_contracts_cover_the_kind_of_the_page(house: Path) -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = ran(house, str(lint), "--no-cache")
    assert done.returncode == 0, done.stdout
    kind, table = (house / "epsilog" / one for one in ("kinds/answered/show.py", "registry/shows.py"))
    row = '"answered": "epsilog.kinds.answered.'
    for path, clean, bad in (  # noise within reach of what shows: by an import, and by a row
        (kind, "\n\n\nclass", "\nfrom epsilog.noise import discrete_laplace\n\n\nclass"),
        (table, f"{row}show:AnsweredShown", f"{row}draw:DrawAnswered"),
    ):
        kept = path.read_text("utf-8")
        assert clean in kept
        try:
            path.write_text(kept.replace(clean, bad, 1), encoding="utf-8")
            assert ran(house, str(lint), "--no-cache").returncode == 1
        finally:
            path.write_text(kept, encoding="utf-8")


@pytest.mark.nightly
def test_types_of_the_kind_of_the_page(house: Path) -> None:
    done = ran(house, sys.executable, "-m", "mypy", "-p", "epsilog.kinds.answered", "-m", "epsilog.registry.draws")
    assert done.returncode == 0, done.stdout
