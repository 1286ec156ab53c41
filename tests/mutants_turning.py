"""Bugs planted where an account is turned: file, what stands there, what would stand there, who must notice."""

from __future__ import annotations

from typing import Final

UNIT: Final = "tests/unit/ledger/test_turning.py"
FRONT: Final = "tests/integration/test_cli_turn.py"
LIFE: Final = "tests/property/test_turning_books.py::test_a_random_life_keeps_to_one_of_the_two[day]"
STALE: Final = f"{UNIT}::test_a_price_learnt_before_the_turn_never_books"
ANEW: Final = f"{UNIT}::test_holds_forfeits_blocks_and_children_are_priced_anew[file]"

OF_TURNING: Final = (
    # A stale currency on a quick way
    ("epsilog/ledger/pay_sqlite.py", " AND accounts.coin = ?", " AND ? IS NOT NULL", f"{STALE}[file]"),
    (
        "epsilog/ledger/pay_postgres.py",
        "above (id, name, coin) JOIN accounts USING (id, name, coin)",
        "above (id, name, remembered) JOIN accounts USING (id, name)",
        f"{STALE}[server]",
    ),
    (
        "epsilog/ledger/pay_postgres.py",
        'above = dict.fromkeys((row["id"], row["name"], row["coin"]) for tag in tags for row in tag.lineage)',
        'above = [*{r["id"]: tuple(r[n] for n in ("id", "name", "coin")) for tag in tags for r in tag.lineage}'
        ".values()]",
        f"{UNIT}::test_bills_priced_before_and_after_a_turn_do_not_share_a_page",
    ),
    (
        "epsilog/ledger/pay_fast.py",
        "        books.tags.clear()\n\n\ndef _look_up",
        "        pass\n\n\ndef _look_up",
        f"{STALE}[file]",
    ),
    (
        "epsilog/ledger/paying.py",
        'if asked.coin not in (None, lineage[-1]["coin"]):',
        "if asked.coin == lineage:",
        f"{UNIT}::test_a_release_planned_before_the_turn_is_refused[file]",
    ),
    # What is not priced, or not priced anew
    (
        "epsilog/ledger/turning.py",
        '            without += row["n"]',
        '            found[row["charge"]] = Amount(0, 0)',
        f"{UNIT}::test_a_held_gaussian_closes_pure_epsilon_until_it_is_given_back[file]",
    ),
    (
        "epsilog/ledger/turning.py",
        "WHERE root = :root AND state <> 'RELEASED' GROUP BY",
        "WHERE root = :root AND state NOT IN ('RELEASED', 'RESERVED') GROUP BY",
        ANEW,
    ),
    (
        "epsilog/ledger/turning.py",
        "WHERE root = :root AND state <> 'RELEASED' GROUP BY",
        "WHERE root = :root AND state NOT IN ('RELEASED', 'FORFEITED') GROUP BY",
        ANEW,
    ),
    (
        "epsilog/ledger/turning.py",
        "    for one in balances.values():\n        _must_fit",
        "    for one in [one for one in balances.values() if one['account'] == root['id']]:\n        _must_fit",
        f"{UNIT}::test_a_child_that_is_too_full_keeps_the_tree_where_it_is[file]",
    ),
    (
        "epsilog/ledger/turning.py",
        "    for one in found.balances:\n        page",
        "    for one in found.balances[-1:]:\n        page",
        ANEW,
    ),
    (
        "epsilog/ledger/turning.py",
        'charge_from_dict(json.loads(row["charge"])))',
        '(lambda one: getattr(one, "charge", one))(charge_from_dict(json.loads(row["charge"]))))',
        f"{UNIT}::test_an_open_stream_is_priced_for_its_whole_horizon[file]",
    ),
    (
        "epsilog/ledger/turning.py",
        "        page.session.run(_REPRICE, values)",
        "        assert values",
        f"{UNIT}::test_what_is_freed_started_or_refunded_moves_in_the_new_currency[file]",
    ),
    (
        "epsilog/ledger/turning.py",
        "    _must_add_up(session, tree, booked)\n",
        "",
        f"{UNIT}::test_balances_that_were_edited_are_not_turned_into_sound_ones",
    ),
    (
        "epsilog/core/charge.py",
        "        return None\n\n\n@dataclass(frozen=True)\nclass BoundedRange",
        "        return ceiling(self.epsilon * EPSILON_UNITS)\n\n\n@dataclass(frozen=True)\nclass BoundedRange",
        f"{UNIT}::test_no_threshold_is_paid_in_pure_epsilon[file]",
    ),
    # Caps and promises
    (
        "epsilog/ledger/turning.py",
        "    return cap * new // old if old else 0",
        "    return -(-cap * new // old) if old else 0",
        f"{UNIT}::test_the_promise_stays_and_everything_goes_on[file]",
    ),
    (
        "epsilog/ledger/governing.py",
        "    return allowance.epsilon, allowance.cap, other.cap, allowance.cap_delta",
        "    return allowance.cap, allowance.cap_delta",
        f"{UNIT}::test_nothing_of_a_larger_allowance_is_smaller[file]",
    ),
    (
        "epsilog/accounting/allowance.py",
        'return self.coin != "per-metre" and self.delta > 0',
        'return self.coin != "per-metre"',
        f"{UNIT}::test_a_promise_without_a_delta_never_turns",
    ),
    (
        "epsilog/ledger/turning.py",
        "        _refuse_calendars(page.session, root)\n",
        "",
        f"{UNIT}::test_a_calendar_in_force_keeps_the_currency",
    ),
    (
        "epsilog/ledger/turning.py",
        "names, why, coin = two_people(approvers), label",
        "names, why, coin = list(approvers), label",
        f"{UNIT}::test_two_people_turn_a_whole_tree[file]",
    ),
    # Replay
    (
        "epsilog/ledger/replay.py",
        "                self._turn(seq, body)",
        "                pass",
        f"{UNIT}::test_the_promise_stays_and_everything_goes_on[file]",
    ),
    (
        "epsilog/ledger/replay.py",
        "        if not same or not old.turns or new.coin == old.coin",
        "        if not old.turns or new.coin == old.coin",
        f"{UNIT}::test_a_forged_turn_cannot_follow",
    ),
    (
        "epsilog/ledger/replay.py",
        'if sorted(row for row in booked if any(row[2:])) != body["booked"]:',
        "if not sorted(booked):",
        f"{UNIT}::test_a_forged_turn_cannot_follow",
    ),
    (
        "epsilog/ledger/replay.py",
        '(root["id"] in self._turned and not covers(new, old))',
        "False",
        f"{UNIT}::test_a_raise_to_a_smaller_epsilon_cannot_follow_a_turn",
    ),
    (
        "epsilog/ledger/replayed_release.py",
        "if release.account in accounts and release.state != State.RELEASED:",
        "if release.account in accounts and release.state not in (State.RELEASED, State.FORFEITED):",
        ANEW,
    ),
    # What is shown
    (
        "epsilog/cli/ledger/terms.py",
        "    if allowance.delta:  # also where",
        '    if allowance.coin == "zcdp":  # also where',
        f"{FRONT}::test_nothing_calls_a_turned_account_zcdp",
    ),
    (
        "epsilog/cli/ledger/terms.py",
        'return screen.say("ledger.coin.turned", cap=most)',
        'return screen.say("ledger.coin.zcdp", cap=most)',
        f"{FRONT}::test_nothing_calls_a_turned_account_zcdp",
    ),
    (
        "epsilog/ledger/reading.py",
        'kind = "zcdp" if allowance.delta else',
        'kind = "zcdp" if allowance.coin == "zcdp" else',
        f"{FRONT}::test_nothing_calls_a_turned_account_zcdp",
    ),
    (
        "epsilog/roles/budget.py",
        "if spend.delta and not allowance.is_turned:",
        "if spend.delta:",
        f"{FRONT}::test_a_delta_that_is_said_stays_valid_and_events_do_not",
    ),
    (
        "epsilog/plan/currency.py",
        "if there <= here and not any(more < less for _, more, less in errors):",
        "if there <= here:",
        f"{FRONT}::test_both_currencies_are_said_and_neither_is_taken",
    ),
    # A way that is closed in silence, or offered where it is closed
    (
        "epsilog/ledger/turning.py",
        "    booked = [*booked, *planned]\n",
        "",
        f"{FRONT}::test_what_would_be_booked_is_tried_by_the_code_that_turns",
    ),
    (
        "epsilog/plan/currency.py",
        "ledger.try_turn(_root(ledger, account), _other(allowance), after=after)",
        "_root(ledger, account), _other(allowance)",
        f"{FRONT}::test_the_release_that_closes_a_way_says_so_before",
    ),
)
__all__ = ["LIFE", "OF_TURNING"]
