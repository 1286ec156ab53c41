"""What an account protects and promises, in words and for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.accounting.filter import Amount
    from epsilog.cli.screen import Screen
    from epsilog.core.unit import Unit
    from epsilog.ledger import Terms

PERIODS: Final = {"1h": "hour", "1d": "day", "1w": "week", "1mo": "month", "1q": "quarter", "1y": "year"}


def terms_pairs(screen: Screen, terms: Terms, cap: Amount) -> list[tuple[str, str]]:
    """The terms as names and sentences; a department shares them and has a cap of its own."""
    pairs = [
        (screen.say("ledger.protects"), protects(screen, terms.unit)),
        (screen.say("ledger.promises"), promises(screen, terms)),
        (screen.say("ledger.counts"), counts(screen, terms, cap)),
    ]
    if terms.unit.per is not None:
        about, words = ("blocks", "ledger") if terms.period else ("window", "plan")
        period = screen.say(f"{words}.period.{PERIODS[terms.unit.per]}")
        rule = screen.say(f"ledger.{about}.rule", period=period, zone=terms.zone)
        pairs.append((screen.say(f"ledger.{about}"), rule))
    return pairs


def protects(screen: Screen, unit: Unit) -> str:
    """Who is protected."""
    if unit.each == "row":
        who = screen.say("ledger.unit.row")
    elif unit.per is None:
        who = screen.say("ledger.unit.person", each=unit.each)
    else:
        period = screen.say(f"ledger.period.{PERIODS[unit.per]}")
        who = screen.say("ledger.unit.period", each=unit.each, period=period)
    if unit.per is not None and unit.window is not None:
        said = {"window": f"{unit.window:,}", "period": screen.say(f"plan.period.{PERIODS[unit.per]}")}
        who = screen.say("ledger.unit.window.period", each=unit.each, **said)
    elif unit.window is not None:
        who = screen.say("ledger.unit.window", who=who, window=f"{unit.window:,}")
    relation = "ledger.neighbours.replace" if unit.neighbours == "replace" else "ledger.neighbours.add_remove"
    return screen.say(relation, who=who)


def promises(screen: Screen, terms: Terms) -> str:
    """What holds once the account is used up. There is no such sentence for "so far"."""
    allowance = terms.allowance
    words = {"epsilon": plain(float(allowance.epsilon), 6, "up")}
    if allowance.delta:  # also where it counts in pure epsilon now: it may be turned back
        return screen.say("ledger.promise.zcdp", **words, delta=plain(float(allowance.delta), way="up"))
    return screen.say(f"ledger.promise.{'pure' if allowance.coin == 'pure' else 'metre'}", **words)


def counts(screen: Screen, terms: Terms, cap: Amount) -> str:
    """In which currency the account counts, and up to where."""
    coin, most = terms.allowance.coin, plain(cap.main / 1e12, 6, "down")
    if terms.allowance.is_turned:
        return screen.say("ledger.coin.turned", cap=most)
    if coin == "zcdp" and cap.delta:
        return screen.say("ledger.coin.events", cap=most, events=plain(cap.delta / 1e18, way="down"))
    return screen.say(f"ledger.coin.{'metre' if coin == 'per-metre' else coin}", cap=most)


def terms_record(terms: Terms) -> dict[str, Any]:
    """The same for machines: stated numbers as text, caps in whole units."""
    unit, allowance = terms.unit, terms.allowance
    return {
        "protects": {
            **{name: getattr(unit, name) for name in ("each", "per", "window", "neighbours")},
            "zone": terms.zone,
        },
        "promises_when_used_up": {"epsilon": float(allowance.epsilon), "delta": float(allowance.delta)},
        "coin": allowance.coin,
        "can_be_turned": allowance.turns,
        "allowance": allowance.to_dict(),
        "failures_that_stop": terms.failures,
    }
