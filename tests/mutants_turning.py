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
    ("ledger/pay_sqlite.py", " AND accounts.coin = ?", " AND ? IS NOT NULL", f"{STALE}[file]"),
    (
        "ledger/pay_postgres.py",
        "above (id, name, coin) JOIN accounts USING (id, name, coin)",
        "above (id, name, remembered) JOIN accounts USING (id, name)",
        f"{STALE}[server]",
    ),
    (
        "ledger/pay_postgres.py::write",
        'above = dict.fromkeys((row["id"], row["name"], row["coin"]) for tag in tags for row in tag.lineage)',
        'above = [*{r["id"]: tuple(r[n] for n in ("id", "name", "coin")) for tag in tags for r in tag.lineage}'
        ".values()]",
        f"{UNIT}::test_bills_priced_before_and_after_a_turn_do_not_share_a_page",
    ),
    (
        "ledger/pay_fast.py",
        "        books.tags.clear()\n\n\ndef _look_up",
        "        pass\n\n\ndef _look_up",
        f"{STALE}[file]",
    ),
    (
        "_pay_once",
        'if asked.coin not in (None, lineage[-1]["coin"]):',
        "if asked.coin == lineage:",
        f"{UNIT}::test_a_release_planned_before_the_turn_is_refused[file]",
    ),
    # What is not priced, or not priced anew
    (
        "_prices",
        '            without += row["n"]',
        '            found[row["charge"]] = Amount(0, 0)',
        f"{UNIT}::test_a_held_gaussian_closes_pure_epsilon_until_it_is_given_back[file]",
    ),
    (
        "ledger/turning.py",
        "WHERE root = :root AND state <> 'RELEASED' GROUP BY",
        "WHERE root = :root AND state NOT IN ('RELEASED', 'RESERVED') GROUP BY",
        ANEW,
    ),
    (
        "ledger/turning.py",
        "WHERE root = :root AND state <> 'RELEASED' GROUP BY",
        "WHERE root = :root AND state NOT IN ('RELEASED', 'FORFEITED') GROUP BY",
        ANEW,
    ),
    (
        "_turn",
        "    for one in balances.values():\n        _must_fit",
        "    for one in [one for one in balances.values() if one['account'] == root['id']]:\n        _must_fit",
        f"{UNIT}::test_a_child_that_is_too_full_keeps_the_tree_where_it_is[file]",
    ),
    (
        "ledger/turning.py::_write",
        "    for one in found.balances:\n        page",
        "    for one in found.balances[-1:]:\n        page",
        ANEW,
    ),
    (
        "_prices",
        'charge_from_dict(json.loads(row["charge"])))',
        '(lambda one: getattr(one, "charge", one))(charge_from_dict(json.loads(row["charge"]))))',
        f"{UNIT}::test_an_open_stream_is_priced_for_its_whole_horizon[file]",
    ),
    (
        "ledger/turning.py::_write",
        "        page.session.run(_REPRICE, values)",
        "        assert values",
        f"{UNIT}::test_what_is_freed_started_or_refunded_moves_in_the_new_currency[file]",
    ),
    (
        "_turn",
        "    _must_add_up(session, tree, booked)\n",
        "",
        f"{UNIT}::test_balances_that_were_edited_are_not_turned_into_sound_ones",
    ),
    (
        "core/charge.py",
        "        return None\n\n\n@dataclass(frozen=True)\nclass BoundedRange",
        "        return ceiling(self.epsilon * EPSILON_UNITS)\n\n\n@dataclass(frozen=True)\nclass BoundedRange",
        f"{UNIT}::test_no_threshold_is_paid_in_pure_epsilon[file]",
    ),
    # Caps and promises
    (
        "ledger/turning.py::_part",
        "    return cap * new // old if old else 0",
        "    return -(-cap * new // old) if old else 0",
        f"{UNIT}::test_the_promise_stays_and_everything_goes_on[file]",
    ),
    (
        "ledger/governing.py::_limits",
        "    return allowance.epsilon, allowance.cap, other.cap, allowance.cap_delta",
        "    return allowance.cap, allowance.cap_delta",
        f"{UNIT}::test_nothing_of_a_larger_allowance_is_smaller[file]",
    ),
    (
        "Allowance.turns",
        'return self.coin != "per-metre" and self.delta > 0',
        'return self.coin != "per-metre"',
        f"{UNIT}::test_a_promise_without_a_delta_never_turns",
    ),
    (
        "ledger/turning.py::turn",
        "        _refuse_calendars(page.session, root)\n",
        "",
        f"{UNIT}::test_a_calendar_in_force_keeps_the_currency",
    ),
    (
        "ledger/turning.py::turn",
        "names, why, coin = two_people(approvers), label",
        "names, why, coin = list(approvers), label",
        f"{UNIT}::test_two_people_turn_a_whole_tree[file]",
    ),
    # Replay
    (
        "Replay._take",
        "                self._turn(seq, body)",
        "                pass",
        f"{UNIT}::test_the_promise_stays_and_everything_goes_on[file]",
    ),
    (
        "Replay._turn",
        "        if not same or not old.turns or new.coin == old.coin",
        "        if not old.turns or new.coin == old.coin",
        f"{UNIT}::test_a_forged_turn_cannot_follow",
    ),
    (
        "Replay._turn",
        'if sorted(row for row in booked if any(row[2:])) != body["booked"]:',
        "if not sorted(booked):",
        f"{UNIT}::test_a_forged_turn_cannot_follow",
    ),
    (
        "Replay._new_terms",
        '(root["id"] in self._turned and not covers(new, old))',
        "False",
        f"{UNIT}::test_a_raise_to_a_smaller_epsilon_cannot_follow_a_turn",
    ),
    (
        "Releases.turn",
        "if release.account in accounts and release.state != State.RELEASED:",
        "if release.account in accounts and release.state not in (State.RELEASED, State.FORFEITED):",
        ANEW,
    ),
    # What is shown
    (
        "promises",
        "    if allowance.delta:  # also where",
        '    if allowance.coin == "zcdp":  # also where',
        f"{FRONT}::test_nothing_calls_a_turned_account_zcdp",
    ),
    (
        "cli/ledger/terms.py::counts",
        'return screen.say("ledger.coin.turned", cap=most)',
        'return screen.say("ledger.coin.zcdp", cap=most)',
        f"{FRONT}::test_nothing_calls_a_turned_account_zcdp",
    ),
    (
        "Account.__str__",
        'kind = "zcdp" if allowance.delta else',
        'kind = "zcdp" if allowance.coin == "zcdp" else',
        f"{FRONT}::test_nothing_calls_a_turned_account_zcdp",
    ),
    (
        "purse_of",
        "if spend.delta and not allowance.is_turned:",
        "if spend.delta:",
        f"{FRONT}::test_a_delta_that_is_said_stays_valid_and_events_do_not",
    ),
    (
        "other_leg",
        "if there <= here and not any(more < less for _, more, less in errors):",
        "if there <= here:",
        f"{FRONT}::test_both_currencies_are_said_and_neither_is_taken",
    ),
    # A way that is closed in silence, or offered where it is closed
    (
        "_turn",
        "    booked = [*booked, *planned]\n",
        "",
        f"{FRONT}::test_what_would_be_booked_is_tried_by_the_code_that_turns",
    ),
    (
        "can_turn",
        "ledger.try_turn(_root(ledger, account), _other(allowance), after=after)",
        "_root(ledger, account), _other(allowance)",
        f"{FRONT}::test_the_release_that_closes_a_way_says_so_before",
    ),
)
__all__ = ["LIFE", "OF_TURNING"]
