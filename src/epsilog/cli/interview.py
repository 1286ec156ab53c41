"""Questions one at a time, on a terminal or from a file of answers; a bad answer is asked for again with a hint."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import typer

from epsilog.cli.screen import in_language
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from pathlib import Path

    from epsilog.cli.screen import Screen
    from epsilog.roles.document import Node

T = TypeVar("T")
Read = Callable[[list[str]], T]
QUESTIONS = (
    *("edition", "person", "period", "time", "format", "zone", "from", "to", "rows", "average", "bound", "keys"),
    *("between", "epsilon", "every", "account", "total", "by", "publish"),
)


class Interview:
    """Where answers come from.

    An answer is a list of words, which `read` makes into what it means or refuses. `usual` is what a file that says
    nothing means; `proposal` is shown on a terminal only, where somebody sees what they agree to.
    """

    def __init__(self, screen: Screen, answers: Path | None = None) -> None:
        self.screen = screen
        self.stopped = screen.say("ask.stopped")
        self.given: dict[str, Node] | None = None
        if answers is not None:
            from epsilog.roles.document import read_document

            self.given = read_document(answers).mapping(*QUESTIONS)
        self.asked: set[str] = set()

    @classmethod
    def on_a_terminal(cls, screen: Screen) -> Interview | None:
        """An interview with whoever sits there; None where nobody does."""
        seated = not screen.as_json and sys.stdin.isatty() and sys.stdout.isatty()
        return cls(screen) if seated else None

    def columns(self, name: str, guessed: Sequence[str], known: Sequence[str]) -> Sequence[str]:
        """Of which columns to ask a question: those that a file answers it for, else the guessed ones."""
        if self.given is None:
            return guessed
        self.skip(name)
        found = self.given[name].mapping() if name in self.given else {}
        for column, node in found.items():
            if column not in known:
                node.refuse(f"the file has no column {column[:60]!r}", "a column of the file, spelled as there")
        return list(found)

    def skip(self, *names: str) -> None:
        """These questions may be answered: they are asked, or need not be."""
        self.asked.update(names)

    def finish(self, *, but: Sequence[str] = ()) -> None:
        """Refuse an answer to a question that was not asked, before anything is written."""
        for name, node in (self.given or {}).items():
            if name not in self.asked and name not in but:
                node.refuse("nobody asks this question here", "leave it out")

    def ask(
        self,
        name: str,
        read: Read[T],
        *,
        of: str = "",
        usual: str | None = None,
        proposal: str | None = None,
        **said: object,
    ) -> T:
        """The answer to one question; `of` is the column that it is about."""
        self.skip(name)
        if self.given is not None:
            return self._from_file(name, read, of, usual)
        offered = proposal if proposal is not None else usual
        self.screen.console.print()
        self.screen.line(self.screen.say(f"ask.{name}", **({"column": of} if of else {}), **said), "bold")
        if offered is not None:
            self.screen.note(self.screen.say("ask.proposal", answer=offered or self.screen.say("ask.nothing")))
        while True:
            with self.stopping():
                text = input("> ").strip()
            if not text and offered is None:
                self._complain(self.screen.say("ask.needed"), "")
                continue
            try:
                return read(_words(text or offered or ""))
            except SpecError as error:
                lang = self.screen.lang
                self._complain(in_language(error.what, lang), in_language(error.hint, lang))

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """Ctrl-C or the end of the input leaves, and says what became of everything."""
        try:
            yield
        except (KeyboardInterrupt, EOFError):
            self.screen.console.print()
            self.screen.line(self.stopped, "bold yellow")
            raise typer.Exit(130) from None

    def _from_file(self, name: str, read: Read[T], of: str, usual: str | None) -> T:
        node = (self.given or {}).get(name)
        if node is not None and of:
            node = node.mapping()[of]
        if node is None:
            if usual is None:
                raise SpecError("this question has no answer", where=name, hint=f"add `{name}: …` to the answers")
            return read(_words(usual))
        words = [one.word() for one in node.items()] if isinstance(node.value, list) else [node.word()]
        try:
            return read(words)
        except SpecError as error:
            node.refuse(error.what, error.hint)

    def _complain(self, what: str, hint: str) -> None:
        self.screen.line(f"{what} ({hint})" if hint else what, "red")


def _words(text: str) -> list[str]:
    """Words between commas, of either width.

    >>> _words("North, Old Town"), _words("")
    (['North', 'Old Town'], [])
    """
    return [word.strip() for word in text.replace("，", ",").split(",") if word.strip()]


def only(words: list[str]) -> str:
    """The one word of an answer."""
    if len(words) != 1:
        raise SpecError("one answer is needed here", hint="without a comma")
    return words[0]
