"""Real processes for ledger tests: forked, started together at a gate, killed without warning, always reaped."""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import struct
import warnings
from collections.abc import Callable, Sequence
from typing import Any

Send = Callable[[Any], None]
_SIZE = struct.Struct(">I")


class Gate:
    """Children wait here until the parent opens it, so that they start as nearly together as the machine allows."""

    def __init__(self) -> None:
        self._wait, self._hold = os.pipe()

    def pass_through(self) -> None:
        """In a child: wait for the opening."""
        os.close(self._hold)
        os.read(self._wait, 1)
        os.close(self._wait)

    def open(self) -> None:
        """In the parent: let everybody go."""
        os.close(self._hold)
        os.close(self._wait)


class Child:
    """A process that runs `work(send)`. What it sent before it died is never lost."""

    def __init__(self, work: Callable[[Send], None], *, gate: Gate | None = None, **environment: str) -> None:
        self._read, write = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # forking is the point, threads or not
            self.pid = os.fork()
        if self.pid == 0:
            status = 70
            try:
                os.close(self._read)
                os.environ.update(environment)
                if gate is not None:
                    gate.pass_through()

                def send(message: Any) -> None:
                    data = pickle.dumps(message)
                    _write_all(write, _SIZE.pack(len(data)) + data)

                try:
                    work(send)
                    status = 0
                except BaseException as error:  # a child has nobody else to tell
                    send(("failed", type(error).__name__, str(error)))
            finally:
                os._exit(status)
        os.close(write)
        self._status: int | None = None
        atexit.register(self._bury)  # a test that fails halfway leaves nobody behind

    def next(self) -> Any:
        """The next message, or None when the child has ended."""
        head = self._exactly(_SIZE.size)
        if head is None:
            return None
        data = self._exactly(_SIZE.unpack(head)[0])
        return None if data is None else pickle.loads(data)  # noqa: S301 - from our own child

    def rest(self) -> list[Any]:
        """All further messages; waits for the end."""
        found = []
        while (message := self.next()) is not None:
            found.append(message)
        self.wait()
        return found

    def wait(self) -> int:
        """Reap it; the exit status, or minus the signal that ended it."""
        if self._status is None:
            _, status = os.waitpid(self.pid, 0)
            self._status = os.waitstatus_to_exitcode(status)
            os.close(self._read)
            atexit.unregister(self._bury)
        return self._status

    def kill(self) -> list[Any]:
        """End it without warning; returns what it had sent and nobody had read."""
        os.kill(self.pid, signal.SIGKILL)
        return self.rest()

    def _bury(self) -> None:
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)

    def _exactly(self, count: int) -> bytes | None:
        data = b""
        while len(data) < count:
            part = os.read(self._read, count - len(data))
            if not part:
                return None
            data += part
        return data


def together(works: Sequence[Callable[[Send], None]]) -> list[list[Any]]:
    """Run all at once; what each sent. Any child that failed fails the test."""
    gate = Gate()
    children = [Child(work, gate=gate) for work in works]
    gate.open()
    sent = [child.rest() for child in children]
    failures = [message for messages in sent for message in messages if message[0] == "failed"]
    assert not failures, failures
    assert [child.wait() for child in children] == [0] * len(children)
    return sent


def alone(work: Callable[[Send], None], **environment: str) -> tuple[int, list[Any]]:
    """Run one child to its end, whatever end that is."""
    child = Child(work, **environment)
    sent = child.rest()
    return child.wait(), sent


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
