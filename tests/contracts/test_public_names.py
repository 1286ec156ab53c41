"""What the package root exports is what can be imported, what editors see, and what is documented."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import epsilog

ROOT = Path(__file__).parents[2]
TREE = ast.parse(Path(epsilog.__file__).read_text(encoding="utf-8"))


def typed_names() -> set[str]:
    blocks = [node for node in TREE.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    assert len(blocks) == 1
    return {alias.name for node in blocks[0].body if isinstance(node, ast.ImportFrom) for alias in node.names}


def test_exported_importable_and_seen_by_editors_are_the_same() -> None:
    assert len(epsilog.__all__) == len(set(epsilog.__all__))
    assert set(epsilog.__all__) == set(epsilog._HOMES) == typed_names()
    assert 20 <= len(epsilog.__all__) <= 30
    for name in epsilog.__all__:
        value = getattr(epsilog, name)
        assert value.__doc__, name
        assert value.__module__.startswith(epsilog._HOMES[name]), name
    assert set(epsilog.__all__) <= set(dir(epsilog))


def test_every_public_name_is_documented() -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    documented = set(
        re.findall(r"`([A-Za-z_]+)`", text[text.index("## The package") :].partition("Further rooms")[0])
    )
    assert set(epsilog.__all__) == documented - {"import", "plan", "publish", "stream", "balance", "history"}


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="Laplce"):
        epsilog.Laplce  # noqa: B018
    assert not hasattr(epsilog, "utils")


def test_the_root_imports_nothing_heavy() -> None:
    code = (
        "import sys, epsilog; "
        "heavy = {'numpy', 'scipy', 'matplotlib', 'mpmath', 'yaml', 'rich', 'typer', 'cryptography'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
    code = "import sys, epsilog; epsilog.Bounded; print('numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "True", "the check above must be able to see numpy"


def test_the_command_line_starts_without_the_heavy_rooms() -> None:
    code = "import sys, epsilog.cli.app; print(sorted({'numpy', 'scipy', 'matplotlib'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_publishing_starts_without_what_only_series_need() -> None:
    code = "import sys, epsilog.publish.pipeline; print([name for name in sys.modules if 'scipy.s' in name])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == epsilog.__version__
