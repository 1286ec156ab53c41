"""An audit from a file.

::

    mechanism: mine.py:noisy_count     # or package.module:function
    before: [1, 1, 0]
    after: [1, 0, 0]
    claim: {epsilon: 0.5, delta: 0}    # or the epsilon alone
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
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from epsilog.audit.families import BY_NAME
from epsilog.audit.run import FROM_FILE, Progress, audit
from epsilog.audit.verdict import Verdict
from epsilog.errors import EpsilogError, SpecError
from epsilog.roles.document import read_document

REQUIRED: Final = ("mechanism", "before", "after", "claim")
OPTIONAL: Final = ("samples", "confidence", "families", "seed", "patience", "version")


def run_file(
    path: str | Path, *, progress: Progress | None = None, checkpoint: str | Path | None = None
) -> Verdict:
    """Read a spec file (YAML or JSON, strictly), run the audit it describes, return the verdict."""
    document = read_document(path)
    fields = document.mapping(*REQUIRED, *OPTIONAL, required=REQUIRED)
    if "version" in fields and fields["version"].text() != "1":
        fields["version"].refuse("unknown version of an audit spec", hint="this release reads 1")
    if isinstance(fields["claim"].value, str):
        claim = {"epsilon": fields["claim"]}
    else:
        claim = fields["claim"].mapping("epsilon", "delta", required=("epsilon",))
    chosen: dict[str, Any] = {name: fields[name].whole() for name in ("samples", "seed") if name in fields}
    chosen |= {name: fields[name].number() for name in ("confidence", "patience") if name in fields}
    if "families" in fields:
        chosen["families"] = [family.choice(BY_NAME) for family in fields["families"].items()]
    mechanism = load(fields["mechanism"].text(), Path(path).parent, fields["mechanism"].where)
    try:
        return audit(
            mechanism,
            fields["before"].data(),
            fields["after"].data(),
            (claim["epsilon"].number(), claim["delta"].number() if "delta" in claim else 0),
            progress=progress,
            checkpoint=checkpoint,
            **chosen,
        )
    except EpsilogError as error:
        top, _, below = error.where.partition(".")
        if top not in fields:
            raise
        node = claim.get(below, fields[top])
        raise type(error)(error.what, where=node.where, hint=error.hint) from None


def load(name: object, folder: Path, where: str, beside: str = "beside the spec") -> Callable[..., Any]:
    """The function a spec names: `package.module:function`, or `file.py:function` in this folder."""
    if not isinstance(name, str) or name.count(":") != 1 or not all(name.split(":")):
        raise SpecError(
            "name the mechanism as module:function", where=where, hint='for example "mine.py:noisy_count"'
        )
    module_name, _, function_name = name.partition(":")
    try:
        if module_name.endswith(".py"):
            file = folder / module_name
            spec = importlib.util.spec_from_file_location(f"{FROM_FILE}{file.stem}", file)
            if spec is None or spec.loader is None or not file.is_file():
                raise SpecError(f"no file {module_name!r} {beside}", where=where)
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module  # dataclasses look their module up while it is being run
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
