"""A program that ends without closing its ledger loses nothing and ends in peace."""

from __future__ import annotations

import subprocess
import sys

import pytest

from epsilog.ledger import Ledger
from ledger_scenes import opened, used, whole

PROGRAM = """
import sys, threading
from epsilog.core.charge import Pure
from epsilog.ledger import Ledger

ledger = Ledger.open(sys.argv[1])
threads = [
    threading.Thread(target=ledger.debit, args=("clinic", Pure("1e-12"), "plan"), kwargs={"key": str(n)})
    for n in range(5)
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
ledger.debit("clinic", Pure("1e-12"), "plan", key="last")
if sys.argv[2] == "error":
    raise SystemExit(3)
"""


@pytest.mark.parametrize("ending", ["quiet", "error"])
def test_an_open_ledger_does_not_disturb_the_end(place: str, ending: str) -> None:
    opened(place).close()
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, place, ending], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (3 if ending == "error" else 0, "")
    with Ledger.open(place) as ledger:
        assert used(ledger) == (0, 6)
        whole(ledger)
