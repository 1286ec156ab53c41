"""Every sentence a reader sees that no single kind owns: English above 简体中文, one file a subject."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from epsilog.words.sentences.beginning import BEGINNING
from epsilog.words.sentences.board import BOARD
from epsilog.words.sentences.building import BUILDING
from epsilog.words.sentences.calendar import CALENDAR
from epsilog.words.sentences.choice import CHOICE
from epsilog.words.sentences.decide import DECIDE
from epsilog.words.sentences.demo import DEMO
from epsilog.words.sentences.derivation import DERIVATION
from epsilog.words.sentences.front import FRONT
from epsilog.words.sentences.law import LAW
from epsilog.words.sentences.ledger import LEDGER
from epsilog.words.sentences.look import LOOK
from epsilog.words.sentences.mean import CLIPPING, NORM, PAIR
from epsilog.words.sentences.meaning import MEANING
from epsilog.words.sentences.methods import METHOD, RADIUS, REPEAT
from epsilog.words.sentences.pictures import PICTURES
from epsilog.words.sentences.plan import PLAN
from epsilog.words.sentences.recommend import RECOMMEND
from epsilog.words.sentences.refusals import REFUSALS
from epsilog.words.sentences.release import RELEASE
from epsilog.words.sentences.reproduce import REPRODUCE
from epsilog.words.sentences.screens import SCREENS
from epsilog.words.sentences.series import SERIES, WINDOW
from epsilog.words.sentences.stream import STREAM
from epsilog.words.sentences.study import LIFE, STUDY
from epsilog.words.sentences.tables import CUT, LEVELS, MAP
from epsilog.words.sentences.verify import VERIFY

TABLES = (
    BEGINNING,
    BOARD,
    BUILDING,
    CALENDAR,
    CHOICE,
    DECIDE,
    DEMO,
    DERIVATION,
    FRONT,
    LAW,
    LEDGER,
    LOOK,
    CLIPPING,
    NORM,
    PAIR,
    MEANING,
    METHOD,
    RADIUS,
    REPEAT,
    PICTURES,
    PLAN,
    RECOMMEND,
    REFUSALS,
    RELEASE,
    REPRODUCE,
    SCREENS,
    SERIES,
    WINDOW,
    STREAM,
    LIFE,
    STUDY,
    CUT,
    LEVELS,
    MAP,
    VERIFY,
)
SENTENCES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {key: pair for table in TABLES for key, pair in table.items()}
)
