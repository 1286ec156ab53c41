"""Name and edition together are one release for ever: a changed request needs a new edition.

The books tell requests apart by their digest, so a request that was changed and kept its edition would be another
release, with noise and a price of its own, under a name that readers have seen before: paid for honestly,
named dishonestly. So it is refused before anything is spent. It is a rule about names, not about privacy: two
processes that publish two such requests in the same moment may both get through, and both pay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from epsilog.core.ledger import Receipt, State
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.roles.spec import Spec

if TYPE_CHECKING:
    from epsilog.pay.stream_request import StreamRequest

WARNING = "plan.warn.edition"


def another_release(spec: Spec | StreamRequest, ledger: Ledger) -> Receipt | None:
    """A release of the same name and edition that the account holds or paid for, made from another request.

    What was given back before data was opened does not count: nobody has seen anything of it.
    """
    known = ledger.named(spec.spend.account, f"{spec.release}@{spec.edition}")
    return next(
        (one for one in known if one.request != spec.digest and one.state is not State.RELEASED),
        None,
    )


@dataclass(frozen=True)
class OpenStream:
    """The live series of a spec that was opened under its name: how far it is, and whether it was closed."""

    done: int
    total: str
    is_closed: bool

    @property
    def refusal(self) -> SpecError:
        """What is said where the same spec is taken for a release."""
        if self.is_closed:
            what = f"a live series of this spec was closed: {self.done:,} of {self.total} ticks were published"
        else:
            what = f"a live series of this spec is open: {self.done:,} of {self.total} ticks are published"
        return SpecError(
            what,
            where="edition",
            hint="epsilog stream status SPEC says how far it is, epsilog stream run SPEC continues it; a release "
            "of the same rows needs an edition of its own",
        )


def open_stream_of(spec: Spec | StreamRequest, ledger: Ledger) -> OpenStream | None:
    """The live series that was opened from this very spec, if the name is taken by it. Its books are of another
    digest, because its rules are part of it: nothing was changed."""
    from epsilog.pay.opening import opened_as, opening_of

    known = opened_as(spec, ledger) if isinstance(spec, Spec) else None
    receipt = None if known is None else ledger.find(known.spend.account, known.key)
    if known is None or receipt is None:
        return None
    opening, last = opening_of(known, ledger, receipt), ledger.last_tick(receipt)
    return OpenStream(0 if last is None else last[0], opening.total, ledger.is_closed(receipt))


def name_is_taken(stream: OpenStream | None = None) -> SpecError:
    """What is said of a name that belongs to another request; the same words wherever it is noticed."""
    if stream is not None:
        return stream.refusal
    return SpecError(
        "this name and edition belong to a release of another request, which was changed since",
        where="edition",
        hint="a changed request needs a new edition; the stored release comes back for the request as it was",
    )


def refuse_a_second_meaning(spec: Spec | StreamRequest, ledger: Ledger) -> None:
    """Refuse a request whose name and edition another one of the account has."""
    if ledger.look(spec.spend.account, spec.key) is not None:
        return  # its own release, from before or under way
    other = another_release(spec, ledger)
    if other is not None and other.state is State.RESERVED:
        ledger.recover()  # a hold whose process died is given back, and frees the name
        other = another_release(spec, ledger)
    if other is not None:
        raise name_is_taken(open_stream_of(spec, ledger))


def warn_of_taken_name(plan: Plan) -> Plan:
    """The plan, warning first of all that its name is taken."""
    said = (("release", plan.spec.release), ("edition", plan.spec.edition))
    return replace(plan, warnings=(Remark(WARNING, said), *plan.warnings))
