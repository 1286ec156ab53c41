"""Threads whose requests are made to meet on one page of a ledger on PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from epsilog.ledger import Ledger, pay_batch, pay_postgres


@contextmanager
def pen_held_back(ledger: Ledger) -> Iterator[Any]:
    """The desk of an open ledger, at which nobody can write until this ends."""
    desk = ledger._books.together.desk
    somebody = pay_batch._Ask(None)  # type: ignore[arg-type]  # has no bill, and is on no heap
    assert desk.gives_the_pen_to(somebody)
    yield desk
    somebody.left = True
    desk.ring_for_the_next()


def on_one_page(ledger: Ledger, acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all in threads of their own, the pen held back until all have asked; what each returned or raised."""
    answers: list[Any] = [None] * len(acts)

    def work(number: int) -> None:
        try:
            answers[number] = acts[number]()
        except BaseException as error:
            answers[number] = error

    # Daemons: whoever waits for ever fails the test, and must not keep the whole run from ending.
    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(len(acts))]
    with pen_held_back(ledger) as desk:
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 60
        while len(desk.heap) < len(acts):
            assert time.monotonic() < deadline, "not everybody asked"
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    return answers


class Sizes:
    """How many bills each page was asked to hold."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self._write = pay_postgres.write

    def write(self, books: Any, bills: Any) -> Any:
        """Stands where `pay_postgres.write` stood."""
        self.seen.append(len(bills))
        return self._write(books, bills)
