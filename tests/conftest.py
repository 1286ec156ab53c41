"""Real databases for every test that needs one: a fresh file, or a fresh database on a server from a wheel.

No test is timed, Hypothesis' own included: a busy machine is no reason to fail.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from ledger_places import Places

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("daily", settings.get_profile("untimed"), max_examples=30)
settings.load_profile("untimed")

# Started in the background (`make test &`, nohup) a process inherits that Ctrl-C is ignored, and hands it on. Tests
# that press Ctrl-C, here or in a process of their own, need it to be heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# While tests are collected nothing that is made is thrown away: the collector would look through it in vain.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on rubbish is collected as always."""
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Fewer examples by day, where a test does not say how many; `make nightly` tries all."""
    if config.option.markexpr == "not nightly":
        settings.load_profile("daily")


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
