"""Persons protected within a window of periods."""

from __future__ import annotations

from typing import Final

WINDOW: Final[dict[str, str]] = {
    "plan.unit.window": "one {each} within any {window} {period}s in a row",
    "release.unit.window": "everything of one {each} within any {window} {period}s in a row",
    "release.subject.window": "this person within these {window} {period}s",
    "release.one.window": "person within {window} {period}s in a row",
    "ledger.unit.window.period": "everything of each {each} within any {window} {period}s in a row",
    "ledger.window": "windows",
    "ledger.window.rule": (
        "a window meets several blocks of one {period} ({zone}), so all releases share one cap for all time"
    ),
    "plan.derive.window.apart": (
        "that is one {period}. A window has {many} of them that count here, and no two of them share a "
        "cell: L1 and L2² are {many} times as large."
    ),
    "plan.derive.window.shared": (
        "that is one {period}. A window has {many} of them that count here, and they may share cells: L1 "
        "is {many} times as large, L2² {squared} times."
    ),
    "plan.derive.window.persons": (
        "that is one {period}. A window has {many} of them that count here; a person counts once in a "
        "cell, so no cell moves by more than 1."
    ),
    "plan.person.window": (
        "{entry}: bounds hold within one {period}, and one window may hold {many} times as much. Over "
        "longer times one {each} may contribute more, and is protected less."
    ),
    "plan.cost.window": (
        "It is paid once for all time: a window of {window} {period}s lies in no single block, so blocks "
        "are not kept apart."
    ),
    "release.weight.window": (
        "{name}: these bounds hold within one {period}; one window may hold {many} of them, and the "
        "noise hides all of them together."
    ),
    "release.cost.window": (
        "The price counts for all time: windows of {window} {period}s overlap, so the account has one "
        "cap for all of them."
    ),
    "release.open.persons_over_several_windows": (
        "A person is protected within {window} {period}s in a row: what a longer time shows is protected less."
    ),
}
