"""What a live series can be, and the key it is known by. Public: nothing here can draw."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Self

from epsilog.errors import SpecError
from epsilog.roles.spec import Spec, Spend
from epsilog.roles.stream_rules import Rules, Said, check_live


@dataclass(frozen=True)
class StreamRequest:
    """A spec and the rules of its clock. Its digest is its own: a batch of the same spec is another release.

    Rules are kept apart from the spec, whether they were said there or beside it: the same rules are the same
    stream, and the same key, wherever they were said.
    """

    spec: Spec
    rules: Rules

    def __post_init__(self) -> None:
        if self.spec.stream is not None and not self.spec.stream.agrees(self.rules):
            raise SpecError("the spec says other rules", where="stream", hint="StreamRequest.of(spec) takes them")
        live = tuple(replace(query, live=True) for query in self.spec.publish)
        object.__setattr__(self, "spec", replace(self.spec, stream=None, publish=live))
        check_live(self.spec, self.rules.late)

    @classmethod
    def of(cls, spec: Spec, said: Said | None = None) -> Self:
        """With the rules of the spec, what was said beside it, and the usual ones for the rest."""
        return cls(spec, (spec.stream or Said()).completed(said))

    @property
    def release(self) -> str:
        """Its name."""
        return self.spec.release

    @property
    def edition(self) -> str:
        """Its edition."""
        return self.spec.edition

    @property
    def spend(self) -> Spend:
        """The account that pays."""
        return self.spec.spend

    @property
    def digest(self) -> str:
        """SHA-256 of spec and rules."""
        said = {"spec": self.spec.digest, "stream": self.rules.to_dict()}
        return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    @property
    def key(self) -> str:
        """The idempotency key."""
        return f"{self.release}@{self.edition}#{self.digest[:16]}"
