"""An approved calendar pins what is asked: a release under a planned name asks what two people agreed to.

The books compare names, prices and time blocks. They see a request as one number, the digest of its spec, and
cannot know beforehand the digests of a year of specs. So the plan that is approved says for each report the digest
of its *question*: the spec without what differs from tick to tick (edition and days) and without what the price
limits already (budget, errors, weights, mechanism). `publish` compares before anything is held, and `check` says
it too. Whoever pays from a program of their own is bound by names, prices and blocks as ever, and leaves the digest
of the spec.
"""

from __future__ import annotations

from typing import Any, Final

from epsilog.core.during import slots_between
from epsilog.errors import PolicyError
from epsilog.ledger import Ledger
from epsilog.ledger.chain import canonical, digest_of
from epsilog.roles.spec import Spec

# What is no part of a question: when, for how much, how exactly.
_APART: Final = ("edition", "during", "spend", "version")
_WISHES: Final = ("during", "error", "relative", "expect", "weight", "mechanism")
_HINT: Final = 'epsilog plan --calendar year.yaml --release "daily@2026-03-05" writes the planned spec'


def question_of(spec: Spec) -> str:
    """The digest of what a spec asks, whenever and at whatever price."""
    record: dict[str, Any] = {name: part for name, part in spec.to_dict().items() if name not in _APART}
    record["publish"] = [
        {name: part for name, part in entry.items() if name not in _WISHES} for entry in record["publish"]
    ]
    return digest_of(canonical(record).encode())


def another_question(spec: Spec, ledger: Ledger) -> PolicyError | None:
    """Why a calendar in force does not plan this question; None where it does, or where none names the release.

    A calendar that was approved before questions were pinned holds its names, prices and blocks only.
    """
    for account, record in ledger.calendars(spec.spend.account).items():
        for one in record["releases"]:
            if one["release"] != spec.release or "question" not in one:
                continue
            wrong = ""
            if one["question"] != question_of(spec):
                wrong = "asks another question than the approved calendar plans"
            elif not _is_its_tick(spec, one["every"]):
                wrong = "covers other days than its tick of the approved calendar"
            if wrong:
                what = f"this release {wrong} ({account}: {record['name']})"
                return PolicyError(what, where="publish", hint=_HINT)
    return None


def refuse_a_planned_name(release: str, account: str, ledger: Ledger) -> None:
    """Refuse a stream, or a choice by somebody's own function, under a name that is planned for tables."""
    for above, record in ledger.calendars(account).items():
        if any(one["release"] == release and "question" in one for one in record["releases"]):
            what = f"this name is planned for tables by the approved calendar ({above}: {record['name']})"
            raise PolicyError(what, where="release", hint="no calendar plans these: pay from another account")


def refuse_another_question(spec: Spec, ledger: Ledger) -> None:
    """Refuse a planned name with another question behind it, before a price is held."""
    wrong = another_question(spec, ledger)
    if wrong is not None:
        raise wrong


def _is_its_tick(spec: Spec, every: Any) -> bool:
    """Whether its days are exactly those of the tick its edition names; `2026-03-05+2` is a second attempt."""
    days = spec.during
    if days is None or any(query.during != days for query in spec.publish):
        return False
    slots = list(slots_between(days.first, days.last, every))
    named = spec.edition.partition("+")[0]
    return [(slot.label, slot.first, slot.last) for slot in slots] == [(named, days.first, days.last)]
