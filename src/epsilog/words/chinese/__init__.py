"""简体中文，写给机关与医院的读者."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from epsilog.words.chinese.board import BOARD
from epsilog.words.chinese.building import BUILDING
from epsilog.words.chinese.calendar import CALENDAR
from epsilog.words.chinese.choice import CHOICE
from epsilog.words.chinese.demo import DEMO
from epsilog.words.chinese.front import FRONT
from epsilog.words.chinese.law import LAW
from epsilog.words.chinese.ledger import LEDGER
from epsilog.words.chinese.look import LOOK
from epsilog.words.chinese.mean import CLIPPING, NORM, PAIR
from epsilog.words.chinese.meaning import MEANING
from epsilog.words.chinese.pictures import PICTURES
from epsilog.words.chinese.plan import PLAN
from epsilog.words.chinese.recommend import RECOMMEND
from epsilog.words.chinese.refusals import REFUSALS
from epsilog.words.chinese.release import RELEASE
from epsilog.words.chinese.reproduce import REPRODUCE
from epsilog.words.chinese.screens import SCREENS
from epsilog.words.chinese.series import METHOD, RADIUS, REPEAT, SERIES, WINDOW
from epsilog.words.chinese.stream import STREAM
from epsilog.words.chinese.study import LIFE, STUDY
from epsilog.words.chinese.tables import CUT, LEVELS, MAP

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
