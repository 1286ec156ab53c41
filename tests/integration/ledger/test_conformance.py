"""The public checks pass on both databases, and fail on ledgers that break a promise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from epsilog.core.charge import Charge
from epsilog.errors import EpsilogError
from epsilog.ledger import Ledger, Receipt
from epsilog.ledger.conformance import check_ledger
from ledger_places import Places


def test_both_databases_conform(place: str) -> None:
    assert check_ledger(lambda: Ledger.open(place, create=True)) == 51


class Generous(Ledger):
    """Charges half."""

    def debit(self, account: str, charge: Charge, *rest: Any, **more: Any) -> Receipt:
        from ledger_scenes import pure

        half = getattr(charge, "epsilon", 0) * 10**12 // 2
        return super().debit(account, pure(max(1, int(half))), *rest, **more)


class Forgetful(Ledger):
    """Draws again for a known key."""

    def debit(
        self, account: str, charge: Charge, plan_digest: str, *, key: str, blocks: Iterable[str] = ()
    ) -> Receipt:
        if self.find(account, key) is not None:
            key = f"{key} again"
        return super().debit(account, charge, plan_digest, key=key, blocks=blocks)


class Kind(Ledger):
    """Gives back what was started."""

    def forfeit(self, receipt: Receipt | str, *, why: str) -> None:
        super().forfeit(receipt, why=why)
        super().assert_refund(receipt, approvers=("Ada", "Grace"), why="kindness")


class Deaf(Ledger):
    """Hears no stop."""

    def stop(self, account: str | None, *, by: str, why: str) -> None:
        return


class Creative(Ledger):
    """Delivers something fresh each time."""

    drawn = 0

    def deliver(self, receipt: Receipt | str, *, tick: int = 0) -> bytes:
        Creative.drawn += 1
        return super().deliver(receipt, tick=tick) + bytes([Creative.drawn % 256])


class Endless(Ledger):
    """Never closes a stream."""

    def close_stream(self, receipt: Receipt | str) -> None:
        return


class Silent(Ledger):
    """Believes any tick and enters none but the next."""

    def tick(self, receipt: Receipt | str, number: int, digest: str) -> None:
        if number == (self.last_tick(receipt) or (0, ""))[0] + 1:
            super().tick(receipt, number, digest)


@pytest.mark.parametrize("broken", [Generous, Forgetful, Kind, Deaf, Creative, Endless, Silent])
def test_a_broken_promise_is_noticed(places: Places, broken: type[Ledger]) -> None:
    place = places.file()
    with pytest.raises((AssertionError, EpsilogError)):
        check_ledger(lambda: broken.open(place, create=True))
