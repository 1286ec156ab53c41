"""Bugs planted in the board's page, one at a time. Each must be caught by its test.

python tests/mutants_board.py
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

BOARD = "tests/unit/show/test_board.py"

MUTANTS = [
    Mutant(
        "board: ten releases at the price of one",
        "repeat_release",
        "main = times * price.main",
        "main = price.main",
        f"{BOARD}::test_ten_pure_releases_cost_ten_times",
    ),
    Mutant(
        "board: events of ten releases counted once",
        "repeat_release",
        "Fraction(times * price.delta, DELTA_UNITS)",
        "Fraction(price.delta, DELTA_UNITS)",
        f"{BOARD}::test_events_add_up_beside_rho",
    ),
    Mutant(
        "board: room in an account that takes no payments",
        "room_for",
        "if account.stopped is not None:",
        "if account.stopped is None and account.failures < 0:",
        f"{BOARD}::test_room_counts_what_is_left",
    ),
    Mutant(
        "board: deniability claimed whatever the factor",
        "Board.risk",
        "if factor > _DENIABLE:",
        "if factor < 0:",
        f"{BOARD}::test_a_weak_promise_is_called_weak",
    ),
    Mutant(
        "board: a folder that is not what it says shown without a word",
        "Board.alarms",
        "if evidence is not None and not evidence.verdict.whole:",
        "if evidence is not None and evidence.verdict is None:",
        f"{BOARD}::test_a_folder_is_verified_on_the_way",
    ),
    Mutant(
        "board: a seed passed over in silence",
        "Board.assumed",
        'self.say("board.assumed.seed" if seeded else "board.assumed.random")',
        'self.say("board.assumed.random")',
        f"{BOARD}::test_a_seeded_release_says_so_everywhere",
    ),
    Mutant(
        "board: a public total not named",
        "Board.public",
        "if query.total is not None:",
        "if query.total is None and query.total != query.total:",
        f"{BOARD}::test_public_numbers_are_named",
    ),
    Mutant(
        "board: dates within a year not told to whoever reads HIPAA",
        "_facts",
        'if any(query.every not in (None, "1y") for query in queries):',
        'if any(query.every == "1y" for query in queries):',
        f"{BOARD}::test_the_rules_get_the_facts_of_this_release",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
