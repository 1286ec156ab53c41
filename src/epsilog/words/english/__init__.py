"""English, for a hospital board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from epsilog.words.english.board import BOARD
from epsilog.words.english.building import BUILDING
from epsilog.words.english.calendar import CALENDAR
from epsilog.words.english.choice import CHOICE
from epsilog.words.english.demo import DEMO
from epsilog.words.english.front import FRONT
from epsilog.words.english.law import LAW
from epsilog.words.english.ledger import LEDGER
from epsilog.words.english.look import LOOK
from epsilog.words.english.mean import CLIPPING, NORM, PAIR
from epsilog.words.english.meaning import MEANING
from epsilog.words.english.pictures import PICTURES
from epsilog.words.english.plan import PLAN
from epsilog.words.english.recommend import RECOMMEND
from epsilog.words.english.refusals import REFUSALS
from epsilog.words.english.release import RELEASE
from epsilog.words.english.reproduce import REPRODUCE
from epsilog.words.english.screens import SCREENS
from epsilog.words.english.series import METHOD, RADIUS, REPEAT, SERIES, WINDOW
from epsilog.words.english.stream import STREAM
from epsilog.words.english.study import LIFE, STUDY
from epsilog.words.english.tables import CUT, LEVELS, MAP

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **BOARD,
        **LAW,
        **BUILDING,
        **CALENDAR,
        **CHOICE,
        **CLIPPING,
        **RADIUS,
        **RECOMMEND,
        **MEANING,
        **LEVELS,
        **LIFE,
        **MAP,
        **NORM,
        **PAIR,
        **PICTURES,
        **SCREENS,
        **STREAM,
        **SERIES,
        **METHOD,
        **STUDY,
        **WINDOW,
        **LEDGER,
        **PLAN,
        **RELEASE,
        **REPEAT,
        **REPRODUCE,
        **FRONT,
        **LOOK,
        **CUT,
        **DEMO,
        **REFUSALS,
    }
)
