"""Every notebook runs from the top, its assertions hold, and what it shows is what it was saved with."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells_of(book: Path) -> list[dict[str, Any]]:
    read: dict[str, Any] = json.loads(book.read_text("utf-8"))
    assert read["nbformat"] == 4
    return [cell for cell in read["cells"] if cell["cell_type"] == "code"]


def test_there_are_notebooks_and_every_cell_checks_itself() -> None:
    assert len(BOOKS) == 3
    for book in BOOKS:
        for cell in cells_of(book):
            assert "assert " in "".join(cell["source"]), f"{book.name}: a cell that cannot fail"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_notebook_runs(book: Path) -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells_of(book):
        said = StringIO()
        with redirect_stdout(said):
            exec(compile("".join(cell["source"]), f"{book.name}[{cell['id']}]", "exec"), space)
        saved = "".join(line for output in cell["outputs"] for line in output["text"])
        # Played figures differ from run to run; the shape of what is shown does not.
        assert len(said.getvalue().splitlines()) == len(saved.splitlines()), book.name


def test_a_wrong_number_would_be_noticed() -> None:
    """The power twin: the first assertion of the first notebook, about another building."""
    source = "".join(cells_of(BOOKS[0])[0]["source"]).replace("T = 1440", "T = 1440\nperson_minutes = 1439")
    with pytest.raises(AssertionError):
        exec(compile(source.replace(".l1 == T\n", ".l1 == person_minutes\n"), "twin", "exec"), {})
