"""Real databases for every test that needs one: a fresh file, or a fresh database on a server from a wheel.

No test is timed, Hypothesis' own included: a busy machine is no reason to fail.
"""

from __future__ import annotations

import functools
import gc
import signal
from collections.abc import Iterator

import pytest
import typer.main
from hypothesis import HealthCheck, settings

from ledger_places import Places

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("daily", settings.get_profile("untimed"), max_examples=50)
settings.load_profile("untimed")

# Started in the background (`make test &`, nohup) a process inherits that Ctrl-C is ignored, and hands it on. Tests
# that press Ctrl-C, here or in a process of their own, need it to be heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests call the command line in their own process a few thousand times. Each call reads the signatures of all
# commands again, which was half of what these tests took; the tree of commands is the same every time.
typer.main.get_command = functools.cache(typer.main.get_command)


def pytest_configure(config: pytest.Config) -> None:
    """Fewer examples by day, where a test does not say how many; `make nightly` tries all."""
    if config.option.markexpr == "not nightly":
        settings.load_profile("daily")


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the collector need not look through it again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Nothing stays frozen at exit, where engines look for what they think was leaked."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    """Fresh places for ledgers, of either kind."""
    found = Places(tmp_path_factory.mktemp("places"))
    yield found
    found.close()


@pytest.fixture(params=["file", "server"])
def place(request: pytest.FixtureRequest, places: Places) -> str:
    """A fresh place, once as a SQLite file and once as a PostgreSQL database."""
    return places.file() if request.param == "file" else places.server()
