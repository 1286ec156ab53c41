"""The name of a table's files."""

from __future__ import annotations

import re
from typing import Final

from epsilog.roles.entry import Entry

_LONGEST_NAME: Final = 60


def stem(at: int, query: Entry) -> str:
    """The name of a table's files: its number, and its own name with everything odd replaced.

    >>> from epsilog import Query
    >>> stem(0, Query("rows", name="../../etc/passwd")), stem(2, Query("rows", name="门诊 visits"))
    ('1-etc-passwd', '3-门诊-visits')
    """
    words = re.sub(r"[^\w]+", "-", query.name).strip("-_")[:_LONGEST_NAME].strip("-_")
    return f"{at + 1}-{words}" if words else str(at + 1)
