"""How far long work is: the step, a bar and the time left, on standard error where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from epsilog.cli.screen import Screen

Report = Callable[[str, int, int], None]


@contextmanager
def show_progress(screen: Screen, words: Callable[[str], str]) -> Iterator[Report]:
    """What to call with a step, how much of it is done and of how much (0: nobody knows).

    words   what a step is called on the screen
    """
    if screen.as_json or not sys.stderr.isatty():
        yield lambda step, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    times = (TimeElapsedColumn(), TextColumn(screen.say("screen.time_left")), TimeRemainingColumn())
    with Progress(*columns, *times, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def report(step: str, done: int, total: int) -> None:
            if step not in tasks:
                for before in tasks.values():
                    bar.update(before, visible=False)
                tasks[step] = bar.add_task(words(step), total=None)
            bar.update(tasks[step], completed=done, total=total or None)

        yield report
