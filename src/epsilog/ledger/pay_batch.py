"""Threads that pay at the same time share a page (PostgreSQL).

Whoever asks puts its bill on a heap. If nobody writes, it takes the pen, gathers what lies on the heap, and writes
all of it on one page; otherwise it waits until its bill was written or the pen is free. So pages grow with the
number of threads that ask, and one who asks alone waits for nobody.

A page is shared only if all of it is usual (see `pay_postgres`). If not, or if the database has an error to say
about it, each bill of it is tried again by itself, by its own asker, so that one refusal never touches a
neighbour. Bills of one key never share a page. If the outcome of a page is not known, it is known to none who
shared it, and each asks again by its own key.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from epsilog.errors import LedgerError
from epsilog.ledger import pay_postgres
from epsilog.ledger.failpoint import reach
from epsilog.ledger.store import AnswerLost, must_not_be_a_child

if TYPE_CHECKING:
    from epsilog.ledger.bill import Bill
    from epsilog.ledger.books import Books

_GATHERING: Final = 0.0001  # seconds left to those who were just served to ask again, where pages are shared at all
_PATIENCE: Final = 1.0  # seconds after which a thread looks again by itself, should nobody have rung


class _Ask:
    """A bill, and what became of it. `done` is set last and never taken back; `left` by its asker, who goes."""

    __slots__ = ("alone", "bell", "bill", "done", "known", "left", "paid")

    def __init__(self, bill: Bill) -> None:
        self.bill = bill
        self.done = self.known = self.paid = self.alone = self.left = False
        self.bell = threading.Lock()
        self.bell.acquire()

    def ring(self) -> None:
        """Have the asker look again."""
        with suppress(RuntimeError):  # it was rung already
            self.bell.release()


class Together:
    """See the module. One for all threads of an open ledger; a child process begins at a desk of its own."""

    def __init__(self) -> None:
        self.desk = _Desk()

    def pay(self, books: Books, bill: Bill) -> bool:
        """Whether the bill was written, and is on disk and anchored; if not, nothing of it was."""
        desk = self.desk
        if os.getpid() != desk.pid:
            # Two threads of a child may make one each. They write pages of their own then, which harms nobody.
            desk = self.desk = _Desk()
        ask = _Ask(bill)
        desk.heap.append(ask)  # before reaching for the pen: whoever puts it down looks here afterwards
        try:
            while not ask.done:
                if not desk.gives_the_pen_to(ask):
                    ask.bell.acquire(timeout=_PATIENCE)
                    must_not_be_a_child(desk.pid)
                elif not ask.done:
                    desk.serve(books, ask)
        finally:
            # An asker who was interrupted waits no more; what nobody has taken up is not written. This one word
            # also puts the pen down, so that no interrupt can come between taking it and being bound to return it.
            ask.left = True
            if desk.writer is ask or not ask.known:
                desk.ring_for_the_next()
        if not ask.known:
            raise AnswerLost("the page was shared, and its writer did not finish it", hint="ask again")
        if not ask.paid and not ask.alone:
            return _write(books, [ask.bill])
        return ask.paid


class _Desk:
    """A heap of bills and one pen, for the threads of one process."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.heap: deque[_Ask] = deque()
        self.writer: _Ask | None = None  # has the pen until it leaves
        self._guard = threading.Lock()
        self._last = 1  # bills on the last page

    def gives_the_pen_to(self, ask: _Ask) -> bool:
        """Whether the pen is now this asker's."""
        with self._guard:
            if self.writer is None or self.writer.left:
                self.writer = ask
            return self.writer is ask

    def serve(self, books: Books, mine: _Ask) -> None:
        """With the pen: write my bill and what may stand beside it."""
        if self._last > 1:
            time.sleep(_GATHERING)
        page = self.page_for(mine)
        self._last = len(page)
        known = paid = False
        try:
            paid = _write(books, [ask.bill for ask in page])
            known = True
        except AnswerLost:
            raise  # the others know nothing either, and ask by their own keys
        except LedgerError:
            if len(page) == 1:
                raise
            known = True  # it may be about one bill only: each tries its own, and hears what is said of that
        finally:
            for ask in page:
                ask.known, ask.paid, ask.alone = known, paid, len(page) == 1
                ask.done = True
                ask.ring()

    def page_for(self, mine: _Ask) -> list[_Ask]:
        """My bill, and others from the heap whose keys are different."""
        page, keys, later = [mine], {_key_of(mine)}, []
        while self.heap and len(page) < pay_postgres.MOST:
            other = self.heap.popleft()
            if other.done or other.left or other is mine:
                continue
            if _key_of(other) in keys:
                later.append(other)
                continue
            keys.add(_key_of(other))
            page.append(other)
        self.heap.extend(later)
        return page

    def ring_for_the_next(self) -> None:
        """Have somebody who waits look whether the pen is free."""
        for ask in self.heap.copy():
            if not (ask.done or ask.left):
                ask.ring()
                return


def _write(books: Books, bills: list[Bill]) -> bool:
    reach(f"before {bills[0].asked.kind}")
    written = pay_postgres.write(books, bills)
    if written is None:
        return False
    reach(f"committed {bills[0].asked.kind}")
    books.check_anchors(*written[-1])  # which stands for all before it
    return True


def _key_of(ask: _Ask) -> tuple[int, str]:
    return ask.bill.tag.lineage[-1]["root"], ask.bill.asked.key
