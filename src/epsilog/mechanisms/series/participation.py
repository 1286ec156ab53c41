"""How one unit may move a series: a word of the vocabulary, known here by its old name."""

from __future__ import annotations

from epsilog.core.participation import Participation as Participation
from epsilog.core.participation import rounded_root as rounded_root
