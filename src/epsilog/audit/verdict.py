"""What an audit found: events in words, counts, bounds, and whether the claim survived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from epsilog.audit.claim import Claim, Level

VERSION: Final = 1


@dataclass(frozen=True)
class Bound:
    """At this delta epsilon is at least `epsilon`; the claim says at most `claimed`."""

    delta: float
    epsilon: float
    claimed: float

    @property
    def margin(self) -> float:
        """How far above the claim; positive means the claim is false."""
        return self.epsilon - self.claimed


@dataclass(frozen=True)
class Finding:
    """One event: how often it happened on each neighbour, and what that forces."""

    family: str
    event: str
    likely_on: str
    hits: int
    draws: int
    other_hits: int
    other_draws: int
    alpha: float
    bounds: tuple[Bound, ...]

    @property
    def tightest(self) -> Bound:
        """The bound that comes closest to, or furthest beyond, its claim."""
        return max(self.bounds, key=lambda bound: bound.margin)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "family": self.family,
            "event": self.event,
            "likely_on": self.likely_on,
            "hits": self.hits,
            "draws": self.draws,
            "other_hits": self.other_hits,
            "other_draws": self.other_draws,
            "alpha": self.alpha,
            "bounds": [{"delta": b.delta, "epsilon": b.epsilon, "claimed": b.claimed} for b in self.bounds],
        }


@dataclass(frozen=True)
class Verdict:
    """The outcome of an audit. All bounds together are wrong with probability at most 1 - confidence.

    `passed` means: no bound exceeds the claim and every call was answered. It is evidence, not a proof; only a
    bound above the claim is (nearly) a proof, of the opposite. No timing is part of it.
    """

    mechanism: str
    claim: Claim
    findings: tuple[Finding, ...]
    problems: tuple[str, ...]
    responses: Mapping[str, Mapping[str, int]]
    samples: int
    confidence: float
    reproducible: bool
    seed: int | None
    pair: str = "before and after"
    identical: bool = False

    @property
    def warnings(self) -> tuple[str, ...]:
        """What makes the verdict worth less than it looks."""
        return ("before and after are the same data: nothing can be learnt",) if self.identical else ()

    @property
    def passed(self) -> bool:
        """Whether the claim survived."""
        return not self.problems and not self.violations

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings that contradict the claim."""
        return tuple(finding for finding in self.findings if finding.tightest.margin > 0)

    @property
    def epsilon(self) -> float:
        """The lower bound on epsilon at `delta`: nothing smaller is true of this mechanism."""
        return self._tightest.epsilon

    @property
    def delta(self) -> float:
        """The delta of that bound: the level where the claim is most in danger."""
        return self._tightest.delta

    @property
    def best(self) -> Finding | None:
        """The finding with the largest margin."""
        return max(self.findings, key=lambda finding: finding.tightest.margin, default=None)

    @property
    def _tightest(self) -> Bound:
        level: Level = self.claim.levels[0]
        return self.best.tightest if self.best else Bound(level.delta, 0.0, level.epsilon)

    def __str__(self) -> str:
        lines = [
            f"{'PASSED' if self.passed else 'FAILED'}  {self.mechanism}",
            f"  claimed   {self.claim.text}",
            f"  measured  epsilon is at least {self.epsilon:.4f} at delta = {self.delta:g}, "
            f"confidence {self.confidence:.7g}, {self.samples} draws on each of {self.pair}",
        ]
        if self.best:
            f = self.best
            lines.append(
                f"  event     {f.event}: {f.hits} of {f.draws} on {f.likely_on}, "
                f"{f.other_hits} of {f.other_draws} on the other"
            )
        lines.extend(f"  problem   {problem}" for problem in self.problems)
        lines.extend(f"  warning   {warning}" for warning in self.warnings)
        if self.reproducible:
            lines.append(f"  seed      {self.seed}: reproducible, for testing")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain data with a version, the same for the same draws."""
        return {
            "version": VERSION,
            "mechanism": self.mechanism,
            "claim": {
                "text": self.claim.text,
                "levels": [{"epsilon": level.epsilon, "delta": level.delta} for level in self.claim.levels],
            },
            "passed": self.passed,
            "epsilon": self.epsilon,
            "delta": self.delta,
            "findings": [finding.to_dict() for finding in self.findings],
            "problems": list(self.problems),
            "warnings": list(self.warnings),
            "responses": {side: dict(kinds) for side, kinds in self.responses.items()},
            "samples": self.samples,
            "confidence": self.confidence,
            "reproducible": self.reproducible,
            "seed": self.seed,
            "pair": self.pair,
        }
