"""Addresses of PostgreSQL servers: postgresql://host/name, or the `host=… dbname=…` that libpq reads as well.

Such a text may hold a password, so it is recognised before anything else is tried with it, as a file for instance,
and it is never printed.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, urlencode

from epsilog.errors import SpecError

_PAIR: Final = re.compile(r"\s*([A-Za-z_]+)\s*=\s*('(?:[^'\\]|\\.)*'|(?:[^\s'\\]|\\.)*)(?=\s|$)")
# Any of these makes it an address and no name of a file, whatever else is said.
_TELLING: Final = re.compile(r"(?:^|\s)(?:host|hostaddr|dbname|service|password|passfile)\s*=", re.IGNORECASE)


def is_server(place: object) -> bool:
    """Whether a place is a server and no file.

    >>> [is_server(one) for one in ("ledger.db", "postgresql://clinic/books", "host=clinic dbname=books", "a=b.db")]
    [False, True, True, False]
    """
    return "://" in str(place) or _TELLING.search(str(place)) is not None


def as_url(place: str, where: str = "ledger") -> str:
    """Keywords as an address with a scheme; anything else stays as it is.

    >>> as_url("host=clinic port=5433 dbname='the books' user=ada sslmode=require")
    'postgresql://ada@clinic:5433/the%20books?sslmode=require'
    >>> as_url("dbname=books"), as_url("ledger.db")
    ('postgresql:///books', 'ledger.db')
    """
    if "://" in place or not is_server(place):
        return place
    said = _pairs(place, where)
    user, secret = said.pop("user", ""), said.pop("password", "")
    host, port, name = said.pop("host", ""), said.pop("port", ""), said.pop("dbname", "")
    if re.search("[/,:]", host) or "," in port:  # a socket, several servers, an address with colons
        said |= {"host": host} | ({"port": port} if port else {})
        host = port = ""
    who = quote(user, safe="") + (f":{quote(secret, safe='')}" if secret else "")
    at = f"{who}@" if who else ""
    end = f"?{urlencode(said, quote_via=quote)}" if said else ""
    return f"postgresql://{at}{quote(host, safe='')}{f':{port}' if port else ''}/{quote(name, safe='')}{end}"


def _pairs(text: str, where: str) -> dict[str, str]:
    at, found = 0, dict[str, str]()
    while at < len(text.rstrip()):
        pair = _PAIR.match(text, at)
        if pair is None:
            raise SpecError(
                "keywords of a server that cannot be read", where=where, hint="host=clinic dbname=records user=ada"
            )
        raw = pair[2][1:-1] if pair[2].startswith("'") else pair[2]
        found[pair[1].lower()] = re.sub(r"\\(.)", r"\1", raw)
        at = pair.end()
    if not re.fullmatch(r"[0-9,]*", found.get("port", "")):
        raise SpecError("a port is a number", where=where, hint="port=5432")
    return found
