"""The audit itself: choose events on one part of the draws, bound them on the rest, say what was found."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from epsilog.audit.answers import Answers, is_failure, join, widen
from epsilog.audit.bound import epsilon_low
from epsilog.audit.checkpoint import VERSION as CHECKPOINT_VERSION
from epsilog.audit.checkpoint import Checkpoint, digest_of, fingerprint
from epsilog.audit.claim import Claim
from epsilog.audit.code_digest import code_digest
from epsilog.audit.event import Candidate, Event, Family, Target
from epsilog.audit.families import families_of
from epsilog.audit.verdict import Bound, Finding, Verdict
from epsilog.audit.worker import Mechanism, Unanswered, Worker
from epsilog.core.charge import Charge
from epsilog.core.number import Number, exact, whole
from epsilog.core.price import Budget
from epsilog.errors import SpecError

SIDES: Final = ("before", "after")
_CHOOSING_ROWS: Final = 1 << 22
_CHOOSING_BYTES: Final = 1 << 28
_BATCH: Final = 1 << 18
_SINGLE_BATCH: Final = 1 << 12
_GLANCE: Final = 256  # draws thrown away to see how the mechanism behaves
_ENOUGH_ENTROPY: Final = 40
FROM_FILE: Final = "epsilog_audited_file_"  # begins the module name of what was loaded from a file

Progress = Callable[[str, int, int], None]
AnyClaim = Claim | Charge | Budget | Number | tuple[Number, Number] | Mapping[str, Any]


def audit(
    mechanism: Mechanism,
    before: object,
    after: object,
    claim: AnyClaim,
    *,
    samples: int = 200_000,
    confidence: Number = "0.9999",
    families: Sequence[Family | str] | None = None,
    seed: int | None = None,
    finalists: int = 4,
    patience: Number = 60,
    isolate: bool = True,
    progress: Progress | None = None,
    checkpoint: str | Path | None = None,
) -> Verdict:
    """Measure what an attacker learns from `mechanism` about whether it saw `before` or `after`.

    `samples` draws on each neighbour; at most half choose the events, the others bound them. `claim` is a charge, a
    budget, an epsilon or a pair (epsilon, delta). How a mechanism is called is described in `epsilog.audit.worker`.

    >>> def leaky(data, size, rng):
    ...     return sum(data) + rng.laplace(scale=1.0, size=size)      # one row may weigh 3, the noise says 1
    >>> verdict = audit(leaky, [0, 0], [0, 3], claim=1.0, samples=100_000, seed=1)
    >>> verdict.passed, verdict.epsilon > 2.5
    (False, True)
    """
    settings = Settings.of(
        claim, samples, confidence, families, seed, finalists=finalists, patience=patience, isolate=isolate
    )
    with settings.worker(mechanism, (before, after)) as worker:
        run = Run(settings, worker, name_of(mechanism), progress or no_progress)
        return run.judge((0, 1), "before and after", 0, None if checkpoint is None else Path(checkpoint))


def name_of(mechanism: object) -> str:
    """How reports name a mechanism: module and name, never its arguments."""
    named = mechanism if hasattr(mechanism, "__qualname__") else type(mechanism)
    module = str(getattr(named, "__module__", "?"))
    if module.startswith(FROM_FILE):
        module = module.removeprefix(FROM_FILE) + ".py"
    return f"{module}:{getattr(named, '__qualname__', '?')}"


@dataclass(frozen=True)
class Settings:
    """Everything about an audit but the mechanism and its inputs, checked."""

    claim: Claim
    samples: int
    alpha: float
    families: tuple[Family, ...]
    seed: int | None
    finalists: int
    patience: float
    isolate: bool

    @classmethod
    def of(
        cls,
        claim: AnyClaim,
        samples: int,
        confidence: Number,
        families: Sequence[Family | str] | None,
        seed: int | None,
        *,
        finalists: int = 4,
        patience: Number = 60,
        isolate: bool = True,
    ) -> Settings:
        """Read settings as a user gives them."""
        sure = exact(confidence, "confidence", above=0, below=1)
        return cls(
            Claim.of(claim),
            whole(samples, "samples", at_least=1000, at_most=10**12),
            float(1 - sure),
            families_of(families),
            None if seed is None else whole(seed, "seed"),
            whole(finalists, "finalists", at_least=1, at_most=1000),
            float(exact(patience, "patience", above=0, at_most=10**6)),
            isolate,
        )

    def worker(self, mechanism: Mechanism, inputs: Sequence[object]) -> Worker:
        """A worker for these inputs."""
        made = Worker(mechanism, inputs, patience=self.patience, isolate=self.isolate)
        if self.seed is not None and not made.calling.takes_rng:
            raise SpecError(
                "a seed needs a mechanism with a parameter called rng",
                where="seed",
                hint="def mechanism(data, size, rng): …, or leave the seed out",
            )
        return made

    def definition(self, name: str, inputs: str) -> dict[str, Any]:
        """What a checkpoint must agree with."""
        return {
            "version": CHECKPOINT_VERSION,
            "mechanism": name,
            "inputs": inputs,
            "claim": [(level.epsilon, level.delta) for level in self.claim.levels],
            "samples": self.samples,
            "alpha": self.alpha,
            "families": [(family.name, repr(family)) for family in self.families],
            "seed": self.seed,
            "finalists": self.finalists,
        }


@dataclass
class Run:
    """One worker, one claim: draws batches, remembers what kinds of response came back."""

    settings: Settings
    worker: Worker
    mechanism: str
    progress: Progress
    seen: set[str] = field(default_factory=set)
    repeats: bool = False
    width: int = 1
    code: str = field(init=False)

    def __post_init__(self) -> None:
        self.code = code_digest(self.worker.mechanism)  # before the first draw: the file may change later

    def judge(
        self, pair: tuple[int, int], described: str, stage: int, path: Path | None, tests: int = 1
    ) -> Verdict:
        """Audit one pair of inputs; `tests` is how many pairs share the error probability."""
        settings = self.settings
        responses: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        problems: list[str] = []
        findings: tuple[Finding, ...] = ()
        try:
            self.glance(pair, stage)
            if not self.only_fails(pair, stage, responses):
                findings = self._measured(pair, stage, path, tests, responses)
        except SideUnanswered as silent:
            problems.append(f"{silent.what} on {silent.side}")
        problems.extend(_failures(responses))
        if self.repeats:
            problems.append("repeats its draws: two batches were the same, so they are not independent")
        if path is not None and not problems:
            path.unlink(missing_ok=True)
        return Verdict(
            mechanism=self.mechanism,
            claim=settings.claim,
            findings=findings,
            problems=tuple(problems),
            responses=responses,
            samples=settings.samples,
            confidence=1 - settings.alpha,
            reproducible=settings.seed is not None,
            seed=settings.seed,
            pair=described,
            identical=_same(*(self.worker.inputs[index] for index in pair)),
        )

    def glance(self, pair: tuple[int, int], stage: int) -> None:
        """A few draws thrown away: if a vectorised call raises, single calls show each draw's own fate."""
        for side, index in zip(SIDES, pair, strict=True):
            size = _GLANCE if not self.worker.singly else 1
            try:
                self._draw(side, index, size, (stage, 0, 0))
            except SideUnanswered as silent:
                if self.worker.singly or not silent.what.startswith(("raised", "returned")):
                    raise
                self.worker.singly = True

    def only_fails(self, pair: tuple[int, int], stage: int, responses: dict[str, dict[str, int]]) -> bool:
        """Whether a few hundred calls on either side all failed: then more of them would say nothing else.

        Where one side answers the failures are an event like any other, and the audit counts it.
        """
        if not self.worker.singly:
            return False
        found: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        for side, index in zip(SIDES, pair, strict=True):
            for part, size in ((2, 1), (3, _GLANCE - 1)):  # one call is enough to know a mechanism that answers
                answers = self._draw(side, index, size, (stage, 0, part))
                if not all(is_failure(kind) for kind in answers.counts()):
                    return False
                _count(found[side], answers)
        responses.update(found)
        return True

    def choose(
        self, pair: tuple[int, int], stage: int, draws: int, target: Target, responses: dict[str, dict[str, int]]
    ) -> list[tuple[Candidate, Family, int]]:
        """The most promising events of all families in both directions, best first."""
        drawn: list[Answers] = []
        for side, index in zip(SIDES, pair, strict=True):
            parts: list[Answers] = []
            done = 0
            while done < draws:
                size = min(self._batch(), draws - done)
                parts.append(self._draw(side, index, size, (stage, 1, len(parts))))
                done += size
                self.progress("choosing", done + (draws if side == "after" else 0), 2 * draws)
            drawn.append(join(parts))
            _count(responses[side], drawn[-1])
        self.width = max(answers.values.shape[1] for answers in drawn)
        drawn = [widen(answers, self.width) for answers in drawn]
        found: list[tuple[Candidate, Family, int]] = []
        for likely in (0, 1):
            for family in self.settings.families:
                for candidate in family.candidates(drawn[likely], drawn[1 - likely], target):
                    found.append((candidate, family, likely))
        return sorted(found, key=lambda item: -item[0].score)

    def _measured(
        self,
        pair: tuple[int, int],
        stage: int,
        path: Path | None,
        tests: int,
        responses: dict[str, dict[str, int]],
    ) -> tuple[Finding, ...]:
        settings = self.settings
        choosing = self.choosing_draws(pair, stage)
        bounding = settings.samples - choosing
        target = Target(settings.claim.levels, bounding, settings.alpha / settings.finalists / tests)
        digest = digest_of(settings.definition(self.mechanism, _digest_of_inputs(self.worker, pair)))
        state = Checkpoint.load(path, digest, self.code) if path is not None else None
        if state is None:
            chosen = self.choose(pair, stage, choosing, target, responses)[: settings.finalists]
            events = [
                {"family": settings.families.index(family), "likely": likely, "event": candidate.event.record()}
                for candidate, family, likely in chosen
            ]
            live: list[tuple[Event, Family, int]] = [(c.event, family, likely) for c, family, likely in chosen]
            state = Checkpoint(
                digest, self.code, events, [[0, 0] for _ in events], 0, 0, responses, sorted(self.seen), self.width
            )
        else:
            live = [self._rebuilt(record) for record in state.events]
            responses.update(state.responses)
            self.seen.update(state.seen)
            self.width = state.width
        while state.done < bounding:
            size = min(self._batch(), bounding - state.done)
            fresh = [
                widen(self._draw(side, index, size, (stage, 2, state.batches)), self.width)
                for side, index in zip(SIDES, pair, strict=True)
            ]
            for side, answers in zip(SIDES, fresh, strict=True):
                _count(responses[side], answers)
                for (event, _, _), counts in zip(live, state.counts, strict=True):
                    counts[SIDES.index(side)] += int(event.contains(answers).sum())
            state.done += size
            state.batches += 1
            if path is not None:
                state.responses, state.seen = responses, sorted(self.seen)
                state.save(path)
            self.progress("bounding", state.done, bounding)
        each = settings.alpha / max(1, len(live)) / tests
        return tuple(
            self._finding(event, family, likely, counts, bounding, each)
            for (event, family, likely), counts in zip(live, state.counts, strict=True)
        )

    def choosing_draws(self, pair: tuple[int, int], stage: int) -> int:
        """Half of the draws, but no more than fit in memory."""
        sample = self._draw(SIDES[0], pair[0], 1 if self.worker.singly else 16, (stage, 0, 1))
        width = max(1, sample.values.dtype.itemsize * sample.values.shape[1])
        return int(min(self.settings.samples // 2, _CHOOSING_ROWS, _CHOOSING_BYTES // width))

    def _rebuilt(self, record: Mapping[str, Any]) -> tuple[Event, Family, int]:
        family = self.settings.families[int(record["family"])]
        return family.rebuild(record["event"]), family, int(record["likely"])

    def _finding(
        self, event: Event, family: Family, likely: int, counts: Sequence[int], draws: int, alpha: float
    ) -> Finding:
        k1, k0 = counts[likely], counts[1 - likely]
        bounds = tuple(
            Bound(at.delta, epsilon_low(k1, draws, k0, draws, delta=at.delta, alpha=alpha), at.epsilon)
            for at in self.settings.claim.levels
        )
        return Finding(family.name, event.words, SIDES[likely], k1, draws, k0, draws, alpha, bounds)

    def _batch(self) -> int:
        return _SINGLE_BATCH if self.worker.singly else _BATCH

    def _draw(self, side: str, index: int, size: int, place: tuple[int, int, int]) -> Answers:
        seed = self.settings.seed
        entropy = None if seed is None else (seed, index, *place)
        try:
            answers = self.worker.draw(index, size, entropy)
        except Unanswered as silent:
            raise SideUnanswered(silent.what, side) from None
        if len(answers) != size:
            raise SideUnanswered(f"returned {len(answers)} answers instead of {size}", side)
        if place[1]:
            self._notice(side, answers)
        return answers

    def _notice(self, side: str, answers: Answers) -> None:
        """Two equal batches of enough entropy are one batch counted twice."""
        differs = int((answers.values != answers.values[0]).any(axis=1).sum())
        varied = min(differs, len(answers) - differs) >= _ENOUGH_ENTROPY
        if not varied and len(np.unique(answers.values[:4096, 0])) < 100:
            return
        mark = fingerprint([side.encode(), answers.kind.tobytes(), np.ascontiguousarray(answers.values).tobytes()])
        self.repeats = self.repeats or mark in self.seen
        self.seen.add(mark)


class SideUnanswered(Exception):
    """One neighbour gave nothing to count."""

    def __init__(self, what: str, side: str) -> None:
        super().__init__(what)
        self.what, self.side = what, side


def _failures(responses: Mapping[str, Mapping[str, int]]) -> list[str]:
    found = []
    for side in SIDES:
        total = sum(responses[side].values())
        for kind, count in sorted(responses[side].items()):
            if is_failure(kind):
                found.append(f"{kind} on {side} in {count} of {total} calls")
        if total and set(responses[side]) <= {"NaN", "None"}:
            found.append(f"never answered on {side}: only {' and '.join(sorted(responses[side]))}")
    return found


def _count(counts: dict[str, int], answers: Answers) -> None:
    for kind, count in answers.counts().items():
        counts[kind] = counts.get(kind, 0) + count


def _digest_of_inputs(worker: Worker, pair: tuple[int, int]) -> str:
    state = hashlib.sha256()
    for index in pair:
        data = worker.inputs[index]
        try:
            state.update(pickle.dumps(data, protocol=4))  # written only, never read back
        except Exception:  # what cannot be pickled is known by its text alone
            state.update(repr(data).encode())
    return state.hexdigest()


def _same(before: object, after: object) -> bool:
    try:
        return before is after or pickle.dumps(before, protocol=4) == pickle.dumps(after, protocol=4)
    except Exception:  # what cannot be pickled is compared by nobody
        return False


def no_progress(stage: str, done: int, total: int) -> None:
    """No progress wanted."""
