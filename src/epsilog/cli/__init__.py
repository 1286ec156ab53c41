"""The command line: one small file for each command, each one call into the library."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """The entry point of `epsilog`; the exit status says what kind of refusal it was."""
    # Nearly all of a short command is modules being made, which stay: looking them through for rubbish every 700
    # objects takes a fifth of it. A command that runs for days still collects, only less often.
    gc.set_threshold(400_000, 20, 20)
    from epsilog.cli.app import run
    from epsilog.cli.lettering import accept_any_terminal

    accept_any_terminal()
    code = run(sys.argv[1:])
    # Everything ends with the process: to look modules through for rubbish on the way out took a fifth more.
    # The demonstration takes a minute and leaves an engine that would complain of that aloud, below its last word.
    if "demo" not in sys.argv[1:]:
        gc.freeze()
    sys.exit(code)
