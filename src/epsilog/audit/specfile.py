"""An audit from a file.

::

    mechanism: mine.py:noisy_count     # or package.module:function
    before: [1, 1, 0]
    after: [1, 0, 0]
    claim: {epsilon: 0.5, delta: 0}
    samples: 200000                    # optional, as are the fields below
    confidence: 0.9999
    families: [half-lines, likelihood]
    seed: 7                            # needs a parameter called rng
    patience: 60                       # seconds of silence before giving up on a batch
    version: 1

The mechanism is code you name, and it is run: audit only what you would run anyway.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from epsilog.audit.run import Progress, audit
from epsilog.audit.strictyaml import Document, read
from epsilog.audit.verdict import Verdict
from epsilog.errors import EpsilogError, SpecError

REQUIRED: Final = ("mechanism", "before", "after", "claim")
OPTIONAL: Final = ("samples", "confidence", "families", "seed", "patience", "version")


def run_file(
    path: str | Path, *, progress: Progress | None = None, checkpoint: str | Path | None = None
) -> Verdict:
    """Read a spec file, run the audit it describes, return the verdict."""
    place = Path(path)
    try:
        text = place.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"cannot be read as UTF-8 text ({type(error).__name__})", where=str(place)) from None
    document = read(text, str(place))
    fields = _checked(document, str(place))
    mechanism = load(fields.pop("mechanism"), place.parent, _line(document, str(place), "mechanism"))
    fields.pop("version", None)
    try:
        return audit(
            mechanism,
            fields.pop("before"),
            fields.pop("after"),
            fields.pop("claim"),
            progress=progress,
            checkpoint=checkpoint,
            **fields,
        )
    except EpsilogError as error:
        top = error.where.partition(".")[0]
        if top not in document.lines:
            raise
        line = _line(document, str(place), top)
        where = line if error.where == top else f"{line} ({error.where})"
        raise type(error)(error.what, where=where, hint=error.hint) from None


def load(name: object, folder: Path, where: str) -> Callable[..., Any]:
    """The function a spec names: `package.module:function`, or `file.py:function` beside the spec."""
    if not isinstance(name, str) or name.count(":") != 1 or not all(name.split(":")):
        raise SpecError(
            "name the mechanism as module:function", where=where, hint='for example "mine.py:noisy_count"'
        )
    module_name, _, function_name = name.partition(":")
    try:
        if module_name.endswith(".py"):
            file = folder / module_name
            spec = importlib.util.spec_from_file_location(f"audited_{file.stem}", file)
            if spec is None or spec.loader is None or not file.is_file():
                raise SpecError(f"no file {module_name!r} beside the spec", where=where)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = importlib.import_module(module_name)
    except SpecError:
        raise
    except Exception as error:  # the user's module may fail in any way
        raise SpecError(
            f"{module_name!r} cannot be imported ({type(error).__name__}: {str(error)[:120]})", where=where
        ) from None
    function = getattr(module, function_name, None)
    if not callable(function):
        near = difflib.get_close_matches(function_name, [n for n in dir(module) if callable(getattr(module, n))], 1)
        raise SpecError(
            f"{module_name!r} has no function {function_name!r}",
            where=where,
            hint=f"did you mean {near[0]}?" if near else "",
        )
    return function  # type: ignore[no-any-return]  # it is callable, which is all we know


def _checked(document: Document, name: str) -> dict[str, Any]:
    known = (*REQUIRED, *OPTIONAL)
    for field in document.values:
        if field not in known:
            near = difflib.get_close_matches(field, known, 1)
            raise SpecError(
                f"unknown field {field[:40]!r}",
                where=_line(document, name, field),
                hint=f"did you mean {near[0]}?" if near else "one of " + ", ".join(known),
            )
    for field in REQUIRED:
        if field not in document.values:
            raise SpecError(f"the field {field!r} is missing", where=name)
    if document.values.get("version", 1) != 1:
        raise SpecError("unknown version of an audit spec", where=_line(document, name, "version"), hint="1")
    claim = document.values["claim"]
    if not isinstance(claim, dict):
        raise SpecError("a claim is {epsilon: …, delta: …}", where=_line(document, name, "claim"))
    for field in claim:
        if field not in ("epsilon", "delta"):
            raise SpecError(f"unknown field {field[:40]!r} of claim", where=_line(document, name, "claim"))
    families = document.values.get("families")
    if families is not None and not (isinstance(families, list) and all(isinstance(f, str) for f in families)):
        raise SpecError("families is a list of names", where=_line(document, name, "families"))
    return dict(document.values)


def _line(document: Document, name: str, field: str) -> str:
    return f"{name}:{document.lines[field]} {field}"
