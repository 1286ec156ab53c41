"""Every way Epsilog can say no.

::

    EpsilogError                     .what  .where  .hint   .code (= exit status)
    ├── SpecError              2     the request is malformed
    │   ├── ExtraMissing             (epsilog.accounting) an optional package is not installed
    │   └── UnusableKey              (epsilog.ledger) the file of the key that signs cannot be used
    ├── PrivacyError           3     going on would break a promise
    │   ├── BudgetExceeded           the account cannot pay for it
    │   ├── CurrencyMismatch         two prices that may not be added
    │   └── SensitivityExceeded      the data may move further than the noise covers
    ├── PolicyError            4     someone must agree first
    ├── SourceError            5     the engine failed; its own words are withheld
    └── LedgerError            6     the books cannot be trusted: stop everything
        ├── NoLedger                 (epsilog.ledger) there are no books here
        ├── ReadOnly                 (epsilog.ledger) the books can be read here and not written
        ├── AnswerLost               (epsilog.ledger) the database fell silent; the same key finds out
        ├── ClockWentBack            (epsilog.ledger) it is earlier than the last entry
        ├── Damaged                  (epsilog.ledger) a cell of the books is not of the kind its column holds
        └── ValuesChanged            (epsilog.publish) the books are whole; what a stream published was changed

A message says what is wrong, where, and what to do next. It may quote what the *user* wrote in a request;
it never quotes a private value, and whether it is raised never depends on one.
"""

from __future__ import annotations

from typing import ClassVar


class EpsilogError(Exception):
    """The root of the tree: one shape for every refusal.

    >>> str(SpecError("epsilon must be positive, got -1", where="spend.epsilon", hint="try 0.5"))
    'spend.epsilon: epsilon must be positive, got -1 (hint: try 0.5)'
    """

    code: ClassVar[int] = 1

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(what, where, hint)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" (hint: {self.hint})" if self.hint else ""
        return f"{place}{self.what}{advice}"

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only fields do not survive Exception's own pickling, and workers send errors home.
        return (_rebuild, (type(self), self.what, self.where, self.hint))


def _rebuild(kind: type[EpsilogError], what: str, where: str, hint: str) -> EpsilogError:
    return kind(what, where=where, hint=hint)


class SpecError(EpsilogError):
    """The request is malformed; nothing was read and nothing was spent."""

    code = 2


class PrivacyError(EpsilogError):
    """Going on would break a promise."""

    code = 3


class BudgetExceeded(PrivacyError):
    """The account cannot pay for it; nothing was spent."""


class CurrencyMismatch(PrivacyError):
    """Two prices that protect different things may not be added."""


class SensitivityExceeded(PrivacyError):
    """One unit may move the answer further than this noise covers."""


class PolicyError(EpsilogError):
    """Someone must agree first."""

    code = 4


class SourceError(EpsilogError):
    """The engine failed; its own words are withheld because they may quote a private value."""

    code = 5


class LedgerError(EpsilogError):
    """The books cannot be trusted: stop everything."""

    code = 6
