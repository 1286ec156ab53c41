"""The request a command was given: read once, and refused with the line a complaint is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.document import Node
    from epsilog.roles.spec import Spec

SpecFile = Annotated[Path, typer.Argument(metavar="SPEC", help="A spec file, .yaml or .json: docs/spec.md.")]


@dataclass(frozen=True)
class Request:
    """A spec, the document it was read from, and the folder its file names start from."""

    spec: Spec
    document: Node
    base: Path

    @classmethod
    def read(cls, path: Path) -> Request:
        """Read a spec file; touches no data and no ledger."""
        from epsilog.roles.document import read_document
        from epsilog.spec.file import spec_from_node

        document = read_document(path)
        return cls(spec_from_node(document), document, path.parent)

    @contextmanager
    def pointing(self) -> Iterator[None]:
        """Whatever is refused inside says where in the spec file its cause was written."""
        from epsilog.roles.place import pointing

        with pointing(self.document):
            yield

    def must_name_a_file(self) -> None:
        """A request for a frame has no rows to read from here."""
        if self.spec.source.file is None and self.spec.source.database is None:
            with self.pointing():
                raise SpecError("say which file", where="source", hint="source: {file: visits.csv, …}")
