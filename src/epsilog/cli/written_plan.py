"""Plans as people write them: a file of named charges and the promise they should fit, or one line per charge.

::

    version: 1
    promise: {epsilon: 1, delta: 1e-6}
    charges:
      - name: visits by district
        kind: laplace
        scale: 20
        l1: 1
        l2_squared: 1
        times: 12
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Final

from epsilog.core.charge import KINDS, Charge, Composed, Repeated
from epsilog.core.price import Budget
from epsilog.errors import EpsilogError, SpecError
from epsilog.roles.document import Node, did_you_mean, parse_document, read_document

VERSION: Final = 1
_WRITABLE: Final = {name: kind for name, kind in KINDS.items() if kind not in (Composed, Repeated)}


@dataclass(frozen=True)
class Item:
    """One line of a plan."""

    name: str
    charge: Charge
    times: int = 1

    @property
    def total(self) -> Charge:
        """The charge as often as it is planned."""
        return self.charge if self.times == 1 else self.charge * self.times


@dataclass(frozen=True)
class WrittenPlan:
    """Named charges, and the promise they should fit if one was written."""

    items: tuple[Item, ...]
    promise: Budget | None = None

    @property
    def charge(self) -> Charge:
        """Everything together."""
        return self.items[0].total if len(self.items) == 1 else Composed(tuple(item.total for item in self.items))


def read_plan(sources: str | Sequence[str]) -> WrittenPlan:
    """Read files and inline charges, in order, into one plan.

    >>> plan = read_plan("laplace:scale=20,l1=1,l2_squared=1,times=12")
    >>> plan.items[0].times, round(plan.charge.price().rho / 1e12, 6)
    (12, 0.014997)
    """
    items: list[Item] = []
    promise: Budget | None = None
    for source in [sources] if isinstance(sources, str) else sources:
        plan = _inline(source) if _looks_inline(source) else plan_of(read_document(source))
        items += plan.items
        if promise is not None and plan.promise is not None:
            raise SpecError("two files state a promise", where=source, hint="keep one of them")
        promise = promise or plan.promise
    if not items:
        raise SpecError(
            "nothing to price", where="charges", hint="name a file, or write laplace:scale=20,l1=1,l2_squared=1"
        )
    return WrittenPlan(tuple(items), promise)


def plan_of(document: Node) -> WrittenPlan:
    """Read a plan from a parsed document."""
    root = document.mapping("version", "promise", "charges", required=("version", "charges"))
    if root["version"].whole() != VERSION:
        root["version"].refuse(f"this release reads version {VERSION}")
    promise = None
    if "promise" in root:
        said = root["promise"].mapping("epsilon", "delta", required=("epsilon",))
        epsilon = said["epsilon"].number(above=0, at_most=10**6)
        promise = Budget(epsilon, said["delta"].number(at_least=0, below=1) if "delta" in said else 0)
    nodes = root["charges"].items()
    if not nodes:
        root["charges"].refuse("the list is empty", "add at least one charge")
    return WrittenPlan(tuple(_item(node, number) for number, node in enumerate(nodes, 1)), promise)


def _item(node: Node, number: int) -> Item:
    given = node.mapping(required=("kind",))
    name = given["kind"].text()
    if name not in _WRITABLE:
        hint = (
            "write the parts as entries of their own, with `times`"
            if name in KINDS
            else did_you_mean(name, _WRITABLE)
        )
        given["kind"].refuse(f"unknown kind {name[:40]!r}", hint)
    kind = _WRITABLE[name]
    wanted = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # every kind is a dataclass
    needed = [field.name for field in fields(kind) if field.default is MISSING]  # type: ignore[arg-type]
    node.mapping("kind", "name", "times", *wanted, required=needed)
    for field in wanted:
        if field in given and not isinstance(given[field].value, str):
            given[field].refuse("expected a number" if field != "law" else "expected discrete or continuous")
    try:
        charge = kind(**{field: given[field].text() for field in wanted if field in given})
    except EpsilogError as error:
        at = given.get(error.where, node)
        raise SpecError(error.what, where=at.where, hint=error.hint) from None
    times = given["times"].whole(at_least=1, at_most=10**9) if "times" in given else 1
    title = given["name"].text().strip() if "name" in given else f"{name} {number}"
    return Item(title or f"{name} {number}", charge, times)


def _looks_inline(source: str) -> bool:
    """kind:field=value,… unless a file of that very name exists."""
    return ":" in source and not source.startswith((".", "/")) and not Path(source).exists()


def _inline(source: str) -> WrittenPlan:
    kind, _, rest = source.partition(":")
    where = "charge"
    lines = [f"kind: {_quote(kind.strip())}", f"name: {_quote(kind.strip())}"]
    for pair in rest.split(","):
        field, equals, value = pair.partition("=")
        if not equals or not field.strip() or not value.strip():
            raise SpecError(
                f"{pair.strip()[:40]!r} is not field=value",
                where=where,
                hint=f"write {kind[:20]}:field=value,field=value",
            )
        lines.append(f"{_quote(field.strip())}: {_quote(value.strip())}")
    try:
        return WrittenPlan((_item(parse_document("\n".join(lines), where), 1),))
    except SpecError as error:
        # A line number means nothing on a command line; the field does.
        _, _, field = error.where.partition(", ")
        hint = error.hint.replace("add `", "add ").replace(": …`", "=…").replace("first at line", "also at")
        raise SpecError(error.what, where=field or where, hint="" if "also at" in hint else hint) from None


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''").replace("\n", " ") + "'"
