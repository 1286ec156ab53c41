"""YAML without its traps: no tags, anchors or duplicate keys, bounded size and depth, every value with its line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import yaml

from epsilog.errors import SpecError

_LARGEST: Final = 256 * 1024
_DEEPEST: Final = 16


@dataclass(frozen=True)
class Document:
    """A mapping and the line on which each of its top-level fields begins."""

    values: dict[str, Any]
    lines: dict[str, int]


def read(text: str, name: str) -> Document:
    """Parse a mapping, or say what is wrong and on which line of `name`.

    >>> read("a: 1", "spec.yaml").values
    {'a': 1}
    >>> read("a: 1\\na: 2", "spec.yaml")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: spec.yaml:2: the field 'a' is given twice
    """
    if len(text.encode("utf-8", "replace")) > _LARGEST:
        raise SpecError(f"a spec of more than {_LARGEST} bytes", where=name)
    try:
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.TagToken | yaml.AnchorToken | yaml.AliasToken):
                raise SpecError(
                    "tags, anchors and aliases are not allowed", where=f"{name}:{token.start_mark.line + 1}"
                )
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark is not None else ""
        raise SpecError(
            f"not YAML: {getattr(error, 'problem', None) or 'it cannot be read'}", where=name + line
        ) from None
    except RecursionError:
        raise SpecError(f"nested deeper than {_DEEPEST}", where=name) from None
    if not isinstance(node, yaml.MappingNode):
        raise SpecError("a spec is a mapping of fields to values", where=f"{name}:1")
    values = _value(node, name, 0)
    return Document(values, {key.value: key.start_mark.line + 1 for key, _ in node.value})


def _value(node: yaml.Node, name: str, depth: int) -> Any:
    where = f"{name}:{node.start_mark.line + 1}"
    if depth > _DEEPEST:
        raise SpecError(f"nested deeper than {_DEEPEST}", where=where)
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, value in node.value:
            place = f"{name}:{key.start_mark.line + 1}"
            if not isinstance(key, yaml.ScalarNode) or key.tag != "tag:yaml.org,2002:str":
                raise SpecError("a field name is text", where=place)
            if key.value in found:
                raise SpecError(f"the field {key.value!r} is given twice", where=place)
            found[key.value] = _value(value, name, depth + 1)
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, name, depth + 1) for item in node.value]
    kind = node.tag.rpartition(":")[2]
    text = node.value
    if kind == "str":
        return text
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() in ("true", "yes", "on")
    if kind in ("int", "float") and text.replace("-", "", 1).replace("+", "", 1)[:1].isdigit():
        try:
            return int(text) if kind == "int" else float(text)
        except ValueError:
            pass
    # Octal, hexadecimal, base 60, dates, .inf and .nan mean something else to most readers.
    raise SpecError(f"write {text[:40]!r} as a plain decimal number or as quoted text", where=where)
