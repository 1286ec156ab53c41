"""A strict reader of YAML and JSON that remembers where everything was written.

A request is read into nodes that know their file, line and field, so that every complaint can point at the
place. Only a small, unambiguous part of YAML is read: mappings, lists, text, true, false and null. Anchors,
aliases, tags, merge keys, directives, several documents, duplicate keys and the words for NaN and infinity are
refused, and so are files that are too large, too deep or hold too many values. Numbers stay the text that was
written until somebody asks for one, so that ``0.1`` is one tenth and the postal code ``01067`` keeps its zero.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from json.decoder import scanstring  # type: ignore[attr-defined]  # documented in CPython, absent from the stubs
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import yaml

from epsilog.core.number import Number, exact, whole
from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean as did_you_mean
from epsilog.words.advice import number_advice, yaml_advice

T = TypeVar("T")

LARGEST: Final = 1 << 20
DEEPEST: Final = 32
MOST_VALUES: Final = 50_000

_NOT_A_NUMBER: Final = re.compile(r"[+-]?\.?(nan|inf|infinity)", re.IGNORECASE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# What could move a terminal's cursor or turn the reading direction around has no place in a request.
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
_JSON_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_JSON_WORDS: Final = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class Node:
    """One value of a document, and where it stands.

    >>> node = parse_document("noise:\\n  scale: 2.5\\n", "plan.yaml")
    >>> scale = node.mapping("noise")["noise"].mapping("scale")["scale"]
    >>> scale.number(above=0), scale.where
    (Fraction(5, 2), 'plan.yaml:2, noise.scale')
    """

    value: bool | str | dict[str, Node] | list[Node] | None
    file: str
    line: int
    field: str = ""
    quoted: bool = False
    spelled: str = ""  # a YAML scalar or a JSON truth value as it was written

    @property
    def where(self) -> str:
        """File, line and field, as a message shows them."""
        return f"{self.file}:{self.line}" + (f", {self.field}" if self.field else "")

    def refuse(self, what: str, hint: str = "") -> NoReturn:
        """Raise a SpecError that points here."""
        raise SpecError(what, where=self.where, hint=hint)

    def mapping(self, *allowed: str, required: Iterable[str] = ()) -> dict[str, Node]:
        """The fields of a mapping; with names given, any other field is refused with the nearest name."""
        if not isinstance(self.value, dict):
            self.refuse(f"expected fields, found {self._kind}", "write `name: value` pairs")
        if allowed:
            for name, node in self.value.items():
                if name not in allowed:
                    hint = did_you_mean(name, allowed)
                    if node.value is None and name.isdecimal():  # {epsilon: 0,5} is two fields to YAML
                        hint = "a number has a point, not a comma: 0.5"
                    node.refuse(f"unknown field {name[:60]!r}", hint)
        for name in required:
            if name not in self.value:
                self.refuse(f"the field {name!r} is missing", f"add `{name}: …`")
        return self.value

    def items(self) -> list[Node]:
        """The entries of a list."""
        if not isinstance(self.value, list):
            self.refuse(f"expected a list, found {self._kind}", "a list is [a, b], or lines that begin with `- `")
        return self.value

    def text(self) -> str:
        """Text exactly as written, digits included."""
        if not isinstance(self.value, str):
            self.refuse(f"expected text, found {self._kind}", 'text may stand in quotes: "…"')
        return self.value

    def word(self) -> str:
        """Text as it was written, also where it reads true, false or null: a key of somebody's data.

        >>> [node.word() for node in parse_document("[01067, no, NULL, 2026-01-01]").items()]
        ['01067', 'no', 'NULL', '2026-01-01']
        """
        if isinstance(self.value, str):
            return self.value
        if isinstance(self.value, dict | list) or not self.spelled:
            self.refuse(f"expected text, found {self._kind}", 'text may stand in quotes: "…"')
        return self.spelled

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.refuse(f"expected true or false, found {self._kind}", "write true or false, without quotes")
        return self.value

    def choice(self, options: Iterable[str]) -> str:
        """One word out of a few."""
        known, word = list(options), self.text()
        if word not in known:
            self.refuse(f"unknown value {word[:60]!r}", did_you_mean(word, known))
        return word

    def number(
        self,
        *,
        above: Number | None = None,
        at_least: Number | None = None,
        below: Number | None = None,
        at_most: Number | None = None,
    ) -> Fraction:
        """An exact rational within its bounds."""
        return self.asking(
            lambda text, name: exact(text, name, above=above, at_least=at_least, below=below, at_most=at_most)
        )

    def whole(self, *, at_least: int = 0, at_most: int = 2**62) -> int:
        """An integer within its bounds."""
        return self.asking(lambda text, name: whole(text, name, at_least=at_least, at_most=at_most))

    def asking(self, read: Callable[[object, str], T]) -> T:
        """Read the written text with somebody else's reader; its complaint gets this place."""
        if isinstance(self.value, dict | list) or self.value is None:
            self.refuse(f"expected a number, found {self._kind}", number_advice(self.field))
        try:
            return read(self.value, self.field)
        except SpecError as error:
            raise SpecError(error.what, where=self.where, hint=error.hint) from None

    def plain(self) -> Any:
        """The value without its places; numbers remain text."""
        if isinstance(self.value, dict):
            return {name: node.plain() for name, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def data(self) -> Any:
        """The value without its places, unquoted numbers as int or float: input for an audited function."""
        if isinstance(self.value, dict):
            return {name: node.data() for name, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.data() for node in self.value]
        if isinstance(self.value, str) and not self.quoted and (found := _JSON_NUMBER.fullmatch(self.value)):
            return float(self.number()) if found.group(2) or found.group(3) else self.asking(_integer)
        return self.value

    @property
    def _kind(self) -> str:
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, list):
            return "a list"
        if self.value is None:
            return "nothing"
        return str(self.value).lower() if isinstance(self.value, bool) else "text"


def read_fields(fields: Mapping[str, Node], **readers: Callable[[Node], Any]) -> dict[str, Any]:
    """The fields among these that are said, each read in its own way, in this order.

    >>> read_fields(parse_document("zone: UTC").mapping(), per=Node.word, zone=Node.text)
    {'zone': 'UTC'}
    """
    return {name: read(fields[name]) for name, read in readers.items() if name in fields}


def read_document(path: str | os.PathLike[str]) -> Node:
    """Read a .json file as JSON and any other as YAML; UTF-8, with or without a byte-order mark."""
    name = Path(path).name or str(path)
    try:
        # Opening a FIFO would wait for a writer for ever, so the kind of file is settled before it is opened.
        kind = os.stat(path).st_mode
        if stat.S_ISDIR(kind):
            raise SpecError("a folder, not a file", where=name, hint="name the file in it, such as visits.yaml")
        if not stat.S_ISREG(kind):
            raise SpecError("not a regular file", where=name, hint="save the request as a file and name that")
        with open(path, "rb") as handle:
            raw = handle.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        raise SpecError(f"cannot read it: {reason.lower()}", where=name, hint="check the path") from None
    try:
        text = raw[: LARGEST + 1].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(raw) <= LARGEST:
            line = raw.count(b"\n", 0, error.start) + 1
            raise SpecError("not UTF-8 text", where=f"{name}:{line}", hint="save the file as UTF-8") from None
        text = " " * (LARGEST + 1)
    return parse_document(text, name, as_json=name.lower().endswith(".json"))


def parse_document(text: str, name: str = "<text>", *, as_json: bool = False) -> Node:
    """Parse text; `name` is what messages call it.

    >>> parse_document("epsilon: 1\\nepsilon: 2", "plan.yaml")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: plan.yaml:2, epsilon: the field is written twice (hint: first at line 1)
    """
    if len(text) > LARGEST or len(text.encode("utf-8", "replace")) > LARGEST:
        raise SpecError(f"larger than {LARGEST:,} bytes", where=name, hint="is this the file you mean?")
    if _SURROGATE.search(text):
        raise SpecError("holds half a character (a lone surrogate)", where=name, hint="save the file as UTF-8")
    return _Json(text, name).read() if as_json else _read_yaml(text, name)


def _read_yaml(text: str, name: str) -> Node:
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Yaml(yaml.parse(text, Loader=loader), name).read()
    except yaml.YAMLError as error:
        mark, began = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
        where = f"{name}:{mark.line + 1}" if mark is not None else name
        problem = getattr(error, "problem", None) or "a character that is not text"
        hint = "save the file as plain UTF-8 text"
        if mark is not None:
            opened = (str(getattr(error, "context", "")), began.line) if began is not None else None
            hint = yaml_advice(text, mark.line, mark.column, problem, opened)
        raise SpecError(f"not readable YAML: {problem}", where=where, hint=hint) from None


def _integer(text: object, name: str) -> int:
    return whole(text, name, at_least=-(2**63), at_most=2**63 - 1)


def _is_quoted(event: Any) -> bool:
    return event.style not in (None, "")  # the two parsers of PyYAML spell a plain scalar differently


class _Builder:
    """What both languages share: counting, depth and the two checks on names."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def stop(self, line: int, what: str, hint: str = "", field: str = "") -> NoReturn:
        raise SpecError(what, where=f"{self.name}:{line}" + (f", {field}" if field else ""), hint=hint)

    def enter(self, line: int, depth: int) -> None:
        self.count += 1
        if self.count > MOST_VALUES:
            self.stop(line, f"more than {MOST_VALUES:,} values", "publish fewer keys at once")
        if depth > DEEPEST:
            self.stop(line, f"nested deeper than {DEEPEST}", "is this the file you mean?")

    def seen_text(self, text: str, line: int, path: str) -> str:
        if _UNSEEN.search(text):
            self.stop(line, "holds a control character", "remove it", path)
        return text

    def named(self, path: str, key: str, line: int, seen: dict[str, Node]) -> str:
        self.seen_text(key, line, path)
        field = f"{path}.{key[:60]}" if path else key[:60]
        if key in seen:
            self.stop(line, "the field is written twice", f"first at line {seen[key].line}", field)
        return field


class _Yaml(_Builder):
    def __init__(self, events: Iterator[Any], name: str) -> None:
        super().__init__(name)
        self.events = events

    def read(self) -> Node:
        next(self.events)  # the start of the stream
        start = next(self.events)
        if isinstance(start, yaml.StreamEndEvent):
            self.stop(1, "the file is empty", "begin with: epsilog init")
        if start.version or start.tags:
            self.stop(1, "YAML directives are not read", "remove the lines that begin with %")
        root = self.node(next(self.events), "", 0)
        next(self.events)  # the end of the document
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            self.stop(after.start_mark.line + 1, "only one document per file", "remove the second `---`")
        return root

    def node(self, event: Any, path: str, depth: int) -> Node:
        line = event.start_mark.line + 1
        self.enter(line, depth)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self.stop(line, "anchors and aliases (& and *) are not read", "write the value out", path)
        if event.tag is not None:
            self.stop(line, f"tags ({event.tag[:40]}) are not read", "write the plain value", path)
        if isinstance(event, yaml.ScalarEvent):
            value = self.scalar(event, line, path)
            return Node(value, self.name, line, path, quoted=_is_quoted(event), spelled=str(event.value))
        if isinstance(event, yaml.SequenceStartEvent):
            entries: list[Node] = []
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                entries.append(self.node(inner, f"{path}[{len(entries)}]", depth + 1))
            return Node(entries, self.name, line, path)
        fields: dict[str, Node] = {}
        while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
            key_line = inner.start_mark.line + 1
            if not isinstance(inner, yaml.ScalarEvent) or inner.anchor or inner.tag:
                self.stop(key_line, "a field's name is plain text", "write `name: value` pairs", path)
            key = str(inner.value)
            if key == "<<" and not _is_quoted(inner):
                self.stop(key_line, "merge keys (<<) are not read", "write the fields out", path)
            field = self.named(path, key, key_line, fields)
            # A complaint about a field points at its name, also where the value begins on a later line.
            fields[key] = replace(self.node(next(self.events), field, depth + 1), line=key_line)
        return Node(fields, self.name, line, path)

    def scalar(self, event: Any, line: int, path: str) -> bool | str | None:
        value = self.seen_text(str(event.value), line, path)
        if _is_quoted(event):
            return value
        if _NOT_A_NUMBER.fullmatch(value):
            self.stop(line, f"{value} is not a finite number", f"{number_advice(path)}; in quotes it is text", path)
        if value in ("", "~"):
            return None
        word = value.lower()
        return _JSON_WORDS.get(word, value)


class _Json(_Builder):
    """RFC 8259 and not a comma more."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(name)
        self.source = text
        self.at = 0
        self.counted = (0, 1)

    def read(self) -> Node:
        if not self.source.strip(" \t\r\n"):
            self.stop(1, "the file is empty", "begin with: epsilog init")
        root = self.node("", 0)
        if self.peek():
            self.wrong("text after the end of the document")
        return root

    def line(self) -> int:
        seen, line = self.counted
        self.counted = (self.at, line + self.source.count("\n", seen, self.at))
        return self.counted[1]

    def wrong(self, what: str, path: str = "") -> NoReturn:
        single = self.source.startswith(("'", "‘", "’", "“", "”"), self.at)
        hint = (
            'text stands in double quotes: "…"' if single else "check commas, brackets and quotes before this line"
        )
        self.stop(self.line(), f"not readable JSON: {what}", hint, path)

    def peek(self) -> str:
        while self.at < len(self.source) and self.source[self.at] in " \t\r\n":
            self.at += 1
        return self.source[self.at : self.at + 1]

    def expect(self, mark: str) -> None:
        if self.peek() != mark:
            self.wrong(f"expected {mark!r}")
        self.at += 1

    def string(self) -> str:
        self.expect('"')
        try:
            value, self.at = scanstring(self.source, self.at, True)
        except json.JSONDecodeError as error:
            self.wrong(error.msg.lower().removesuffix(" at"))
        if _SURROGATE.search(value):
            self.wrong("half a character (a lone surrogate)")
        return str(value)

    def node(self, path: str, depth: int) -> Node:
        mark, line = self.peek(), self.line()
        self.enter(line, depth)
        if mark == '"':
            return Node(self.seen_text(self.string(), line, path), self.name, line, path, quoted=True)
        if mark == "{":
            return Node(self.object(path, depth), self.name, line, path)
        if mark == "[":
            return Node(self.array(path, depth), self.name, line, path)
        for word, value in _JSON_WORDS.items():
            if self.source.startswith(word, self.at):
                self.at += len(word)
                return Node(value, self.name, line, path, spelled="" if value is None else word)
        number = _JSON_NUMBER.match(self.source, self.at)
        if number is None:
            if _NOT_A_NUMBER.match(self.source, self.at):
                self.stop(line, "NaN and Infinity are not finite numbers", number_advice(path), path)
            self.wrong("expected a value", path)
        self.at = number.end()
        return Node(number.group(), self.name, line, path)

    def object(self, path: str, depth: int) -> dict[str, Node]:
        self.expect("{")
        fields: dict[str, Node] = {}
        while self.peek() != "}":
            if fields:
                self.expect(",")
                self.peek()
            line = self.line()
            key = self.string()
            field = self.named(path, key, line, fields)
            self.expect(":")
            fields[key] = replace(self.node(field, depth + 1), line=line)
        self.at += 1
        return fields

    def array(self, path: str, depth: int) -> list[Node]:
        self.expect("[")
        entries: list[Node] = []
        while self.peek() != "]":
            if entries:
                self.expect(",")
            entries.append(self.node(f"{path}[{len(entries)}]", depth + 1))
        self.at += 1
        return entries
