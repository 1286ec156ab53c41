"""Where the mechanism runs: a process of its own, so that a hang or a crash is an observation and not our end.

How a mechanism may be written (the sampling protocol):

* ``mechanism(data)``               one draw per call; returns a number, a sequence or mapping of numbers, a word.
* ``mechanism(data, size)``         `size` independent draws at once, as an array whose first axis is the draws.
* with a parameter called ``rng``   it is given a numpy Generator, new for every batch: derived from the audit's
                                    seed if there is one, from the operating system otherwise.

The worker is forked, so closures work. It is one process for a whole audit: a generator hidden in a closure goes on
where it stopped instead of repeating itself. Time is used for one thing only, to give up on a mechanism that is
silent; `while True` always ends as "did not answer".
"""

from __future__ import annotations

import copy
import inspect
import multiprocessing
import random
import signal
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import numpy as np

from epsilog.audit.answers import FAILED, Answers, from_array, from_list
from epsilog.errors import SpecError

Mechanism = Callable[..., Any]


class Unanswered(Exception):
    """The mechanism gave no usable batch; `what` says why in words for the report."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True)
class Calling:
    """How a mechanism wants to be called, read from its parameters."""

    vectorised: bool
    takes_rng: bool

    @classmethod
    def of(cls, mechanism: Mechanism) -> Calling:
        """Look for parameters called `size` and `rng`."""
        if not callable(mechanism):
            raise SpecError(f"a {type(mechanism).__name__} cannot be called", where="mechanism")
        try:
            names = inspect.signature(mechanism).parameters
        except (TypeError, ValueError):  # some built-ins have no signature
            return cls(False, False)
        return cls("size" in names, "rng" in names)


class Worker:
    """Draws batches from a mechanism on one of several inputs."""

    def __init__(
        self, mechanism: Mechanism, inputs: Sequence[object], *, patience: float, isolate: bool = True
    ) -> None:
        self.calling = Calling.of(mechanism)
        self.singly = not self.calling.vectorised
        self.mechanism = mechanism
        self.inputs = tuple(inputs)
        self._patience = patience
        self._isolate = isolate and "fork" in multiprocessing.get_all_start_methods()
        self._process: Any = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def draw(self, index: int, size: int, entropy: tuple[int, ...] | None) -> Answers:
        """`size` draws on input `index`; `Unanswered` if there is nothing to count."""
        request = (index, size, entropy, self.singly)
        if not self._isolate:
            return _usable(_respond(self.mechanism, self.calling, self.inputs, request))
        if self._pipe is None:
            self._start()
        pipe = self._pipe
        if pipe is None:
            raise RuntimeError("the worker did not start")
        try:
            pipe.send(request)
            if not pipe.poll(self._patience):
                self.close()
                raise Unanswered("did not answer")
            return _usable(pipe.recv())
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self.close()
            raise Unanswered("ended its process") from None

    def close(self) -> None:
        """End the worker process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe()
        arguments = (theirs, self.mechanism, self.calling, self.inputs)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        with warnings.catch_warnings():
            # Newer Pythons warn when a process with threads forks; the child runs only the mechanism.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        theirs.close()


def _usable(response: Answers | str) -> Answers:
    if isinstance(response, str):
        raise Unanswered(response)
    return response


def _serve(pipe: Connection, mechanism: Mechanism, calling: Calling, inputs: Sequence[object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    random.seed()  # the old global generators would otherwise repeat what other forks of us draw
    np.random.seed(None)  # noqa: NPY002
    while True:
        try:
            request = pipe.recv()
        except EOFError:
            return
        pipe.send(_respond(mechanism, calling, inputs, request))


def _respond(
    mechanism: Mechanism, calling: Calling, inputs: Sequence[object], request: tuple[Any, ...]
) -> Answers | str:
    index, size, entropy, singly = request
    extra: dict[str, Any] = {}
    if calling.takes_rng:
        extra["rng"] = np.random.default_rng(None if entropy is None else np.random.SeedSequence(entropy))
    data = copy.deepcopy(inputs[index])  # a mechanism that changes its input must not change the next batch
    if not singly:
        try:
            return from_array(mechanism(data, size=size, **extra), size)
        except (Exception, SystemExit) as error:  # anything it raises is an observation
            return f"{FAILED}{type(error).__name__}"
    responses: list[object] = []
    for _ in range(size):
        try:
            if calling.vectorised:
                one = np.asarray(mechanism(data, size=1, **extra))
                responses.append(one[0] if one.ndim and len(one) == 1 else _Odd())
            else:
                responses.append(mechanism(data, **extra))
        except (Exception, SystemExit) as error:
            responses.append(error)
    return from_list(responses)


class _Odd:
    """Stands for a response that is no data."""
