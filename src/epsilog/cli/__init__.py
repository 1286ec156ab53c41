"""The command line: one small file for each command, each one call into the library."""

from __future__ import annotations

import sys

from epsilog.core.uncollected import uncollected


def main() -> None:
    """The entry point of `epsilog`; the exit status says what kind of refusal it was."""
    from epsilog.cli.lettering import accept_any_terminal

    accept_any_terminal()
    with uncollected():
        from epsilog.cli.app import run
    sys.exit(run(sys.argv[1:]))
