"""What a report found, in a few sentences at its top: differences, shares by the horizon, answers to the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from epsilog.registry.shows import FORMS
from epsilog.roles.derived import Derived
from epsilog.roles.page import Page, inline_svg
from epsilog.roles.telling import Told

MOST_LINES: Final = 8


def findings_part(page: Page, told: Told, derived: Sequence[Derived]) -> None:
    """A section of sentences; none where nothing was compared, followed or tested."""
    said = [line for one in derived for line in FORMS[one.form].findings(told, one)]
    if said:
        page.open(told.say("findings.title"))
        page.listed(said[:MOST_LINES])
        page.say(told.say("findings.note", times=told.times()), "note")
        page.close()


def derived_parts(
    page: Page,
    told: Told,
    derived: Sequence[Derived],
    pictures: Mapping[str, bytes],
    files: Mapping[str, str],
    place: int,
) -> None:
    """What was read off one entry, each with a heading, a picture where there is one, a sentence and a table."""
    for number, one in enumerate(derived):
        page.say(told.say(f"study.form.{one.form}"), "caption")
        if one.key in pictures:
            page.figure(inline_svg(pictures[one.key], place + number), told.say(f"study.form.{one.form}"))
        FORMS[one.form].part(page, told, one, files[one.key])
