"""What killed writers leave behind, and keys that two processes make at once."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.cli.publish import _key
from epsilog.errors import EpsilogError, SpecError
from epsilog.ledger.signing import new_key, public_text, read_key
from epsilog.show.artefact import write
from release_scenes import everything, plan_of, result_of, stored

KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from epsilog.show import artefact
from release_scenes import everything, plan_of, result_of, stored
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
artefact._put_in_place = die
folder = Path(sys.argv[1])
_, release = stored(result_of(plan_of(everything())), folder)
artefact.write(release, folder / "out", key=Ed25519PrivateKey.generate())
"""


def test_what_a_killed_writer_left_is_swept_and_what_a_living_one_has_is_not(tmp_path: Path) -> None:
    tests = str(Path(__file__).parents[2])
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), tests], check=False)
    assert ended.returncode == -9
    left = [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]
    assert len(left) == 1
    (tmp_path / ".out.0123456789ab.old").mkdir()
    strangers = [
        tmp_path / ".out.mine.tmp",
        tmp_path / ".other.0123456789ab.tmp",
        tmp_path / ".out.0123456789cd.tmp",
    ]
    for stranger in strangers[:2]:
        stranger.mkdir()
    strangers[2].write_text("a file, and no folder of ours")
    living = tmp_path / ".out.ba9876543210.tmp"
    living.mkdir()
    from epsilog.show.artefact import _hold

    held = _hold(living)
    assert held is not None
    _, release = stored(result_of(plan_of(everything())), tmp_path, "other.db")
    write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
    os.close(held)
    assert not left[0].exists()
    assert not (tmp_path / ".out.0123456789ab.old").exists()
    assert living.exists()
    assert all(stranger.exists() for stranger in strangers)


def test_the_first_key_is_made_once(tmp_path: Path) -> None:
    """Eight at once: all sign with the same key, and nobody ever reads half of one."""
    ledger = tmp_path / "ledger.db"
    ledger.touch()
    found: list[str] = []
    ready = threading.Barrier(8)

    def ask() -> None:
        ready.wait()
        try:
            found.append(public_text(_key(None, str(ledger))[0]))
        except EpsilogError as error:
            found.append(error.what)

    for _ in range(10):
        (tmp_path / "ledger.certificate.key").unlink(missing_ok=True)
        found.clear()
        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8
        assert len(set(found)) == 1
        assert found[0] == public_text(read_key(tmp_path / "ledger.certificate.key"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ledger.certificate.key", "ledger.db"]


def test_a_ledger_reached_through_a_link_has_one_key(tmp_path: Path) -> None:
    (tmp_path / "books").mkdir()
    ledger = tmp_path / "books" / "ledger.db"
    ledger.touch()
    (tmp_path / "link.db").symlink_to(ledger)
    key, made = _key(None, str(tmp_path / "link.db"))
    assert made == tmp_path.resolve() / "books" / "ledger.certificate.key"
    assert public_text(_key(None, str(ledger))[0]) == public_text(key)
    assert not list(tmp_path.glob("*.key"))


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o601])
def test_a_key_that_others_may_use_is_refused(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    public = new_key(path)
    path.chmod(mode)
    with pytest.raises(SpecError, match="other people than its owner") as refused:
        read_key(path)
    assert "chmod 600" in refused.value.hint
    for fine in (0o600, 0o400):
        path.chmod(fine)
        assert public_text(read_key(path)) == public


def test_a_pipe_is_no_key_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "key.pem", 0o600)
    with pytest.raises(EpsilogError, match="no readable signing key"):
        read_key(tmp_path / "key.pem")
