"""Threads that pay at the same time share a page (PostgreSQL).

Whoever asks puts its bill on a heap. If nobody writes, it takes the pen, gathers what lies on the heap, and writes
all of it on one page; otherwise it waits until its bill was written or the pen is free. So pages grow with the
number of threads that ask, and one who asks alone waits for nobody.

A page is shared only if all of it is usual (see `swift`). If not, each bill of it is tried again by itself, by its
own asker, so that one refusal never touches a neighbour. Bills of one key never share a page. If the outcome of a
page is not known, it is known to none who shared it, and each asks again by its own key.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from epsilog.ledger import swift
from epsilog.ledger.failpoint import reach
from epsilog.ledger.store import AnswerLost

if TYPE_CHECKING:
    from epsilog.ledger.bill import Bill
    from epsilog.ledger.books import Books

_GATHERING: Final = 0.0001  # seconds left to those who were just served to ask again, where pages are shared at all
_PATIENCE: Final = 1.0  # seconds after which a thread looks again by itself, should nobody have rung


class _Ask:
    """A bill, and what became of it. `done` is set last and never taken back."""

    __slots__ = ("alone", "bell", "bill", "done", "known", "paid")

    def __init__(self, bill: Bill) -> None:
        self.bill = bill
        self.done = self.known = self.paid = self.alone = False
        self.bell = threading.Lock()
        self.bell.acquire()

    def ring(self) -> None:
        """Have the asker look again."""
        with suppress(RuntimeError):  # it was rung already
            self.bell.release()


class Together:
    """See the module. One for all threads of an open ledger; a child process begins with an empty heap."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._pid, self._pen, self._heap, self._last = os.getpid(), threading.Lock(), deque[_Ask](), 1

    def pay(self, books: Books, bill: Bill) -> bool:
        """Whether the bill was written, and is on disk and anchored; if not, nothing of it was."""
        if os.getpid() != self._pid:
            self._begin()
        ask, wrote = _Ask(bill), False
        self._heap.append(ask)  # before reaching for the pen: whoever puts it down looks here afterwards
        try:
            while not ask.done:
                if not self._pen.acquire(blocking=False):
                    ask.bell.acquire(timeout=_PATIENCE)
                    continue
                wrote = True
                try:
                    if not ask.done:
                        self._serve(books, ask)
                finally:
                    self._pen.release()
        finally:
            ask.done = True  # an asker who was interrupted waits no more; what nobody has taken up is not written
            if wrote or not ask.known:
                self._ring_for_the_next()
        if not ask.known:
            raise AnswerLost("the page was shared, and its writer did not finish it", hint="ask again")
        if not ask.paid and not ask.alone:
            return _written(books, [ask.bill])
        return ask.paid

    def _serve(self, books: Books, mine: _Ask) -> None:
        """With the pen: write my bill and what may stand beside it."""
        if self._last > 1:
            time.sleep(_GATHERING)
        page = self._page_for(mine)
        self._last = len(page)
        known = paid = False
        try:
            paid = _written(books, [ask.bill for ask in page])
            known = True
        finally:  # an error is the writer's to hear; the others know nothing, and ask by their own keys
            for ask in page:
                ask.known, ask.paid, ask.alone = known, paid, len(page) == 1
                ask.done = True
                ask.ring()

    def _page_for(self, mine: _Ask) -> list[_Ask]:
        page, keys, later = [mine], {_key_of(mine)}, []
        while self._heap and len(page) < swift.MOST:
            other = self._heap.popleft()
            if other.done or other is mine:
                continue
            if _key_of(other) in keys:
                later.append(other)
                continue
            keys.add(_key_of(other))
            page.append(other)
        self._heap.extend(later)
        return page

    def _ring_for_the_next(self) -> None:
        for ask in self._heap.copy():
            if not ask.done:
                ask.ring()
                return


def _written(books: Books, bills: list[Bill]) -> bool:
    reach(f"before {bills[0].asked.kind}")
    written = swift.write(books, bills)
    if written is None:
        return False
    reach(f"committed {bills[0].asked.kind}")
    books.anchored(*written[-1])  # which stands for all before it
    return True


def _key_of(ask: _Ask) -> tuple[int, str]:
    return ask.bill.tag.lineage[-1]["root"], ask.bill.asked.key
