"""Bugs planted in the quick ways of paying: file, what stands there, what would, and who must notice."""

from __future__ import annotations

TESTS = "tests/integration/ledger"
UNIT = "tests/unit/ledger"
QUICK = f"{TESTS}/test_review_quick.py"

OF_QUICK = (
    (
        "_Desk.page_for",
        "if _key_of(other) in keys:",
        "if not keys:",
        f"{UNIT}/test_pay_batch.py::test_one_key_asked_for_by_many_threads_is_one_debit",
    ),
    (
        "_Desk.serve",
        "known = paid = False",
        "known = paid = True",
        f"{UNIT}/test_pay_batch.py::test_an_answer_lost_for_a_shared_page_is_found_by_every_key[False]",
    ),
    (
        "Together.pay",
        "        return ask.paid\n",
        "        return True\n",
        f"{UNIT}/test_pay_fast.py::test_it_yields_when_anything_is_unusual[server]",
    ),
    (
        "_Desk.serve",
        "            if len(page) == 1:\n                raise\n            known = True",
        "            if page:\n                raise\n            known = True",
        f"{QUICK}::test_a_neighbour_whose_words_the_database_cannot_write_is_refused_alone",
    ),
    (
        "_Desk.gives_the_pen_to",
        "if self.writer is None or self.writer.left:",
        "if self.writer is None or self.writer.done:",
        f"{QUICK}::test_an_interrupt_between_taking_the_pen_and_the_next_line_leaves_it_free",
    ),
    (
        "Together.pay",
        "            if desk.writer is ask or not ask.known:\n",
        "            if not ask.known:\n",
        f"{UNIT}/test_pay_batch.py::test_more_than_a_page_holds_take_several_pages_and_nobody_is_forgotten",
    ),
    (
        "ledger/pay_batch.py::_write",
        "books.check_anchors(*written[-1])",
        "books.anchored(*written[0])",
        f"{UNIT}/test_pay_batch.py::test_a_shared_page_is_anchored_before_anybody_hears_of_it",
    ),
    (
        "_tag_of",
        "wanted = (asked.account, asked.charge, asked.blocks, asked.started)",
        "wanted = (asked.account, asked.charge, (), asked.started)",
        f"{UNIT}/test_pay_fast.py::test_both_ways_agree_on_a_long_random_history[file]",
    ),
    (
        "_tag_of",
        "wanted = (asked.account, asked.charge, asked.blocks, asked.started)",
        "wanted = (asked.account, asked.charge, asked.blocks, True)",
        f"{UNIT}/test_pay_fast.py::test_both_ways_agree_on_a_long_random_history[server]",
    ),
    (
        "_look_up",
        'if same and row["lineage"] == "/".join(str(one["id"]) for one in above):',
        "if above:",
        f"{QUICK}::test_an_account_cut_off_from_its_root_pays_by_no_way[file-no root]",
    ),
    (
        "_look_up",
        "with books.store.writing() as session:",
        "with books.store.reading() as session:",
        f"{UNIT}/test_pay_fast.py::test_nothing_is_learnt_about_an_account_that_is_not_on_disk[server]",
    ),
    (
        "ledger/pay_sqlite.py",
        "(accounts.divided = 0 OR accounts.id <> ?)",
        "(accounts.divided >= 0 OR accounts.id <> ?)",
        f"{UNIT}/test_pay_fast.py::test_both_ways_agree_on_a_long_random_history[file]",
    ),
    (
        "ledger/pay_sqlite.py",
        "AND held_delta + spent_delta + delta <= balances.cap_delta",
        "AND held_delta + spent_delta + delta >= 0",
        f"{UNIT}/test_pay_fast.py::test_both_ways_agree_on_a_long_random_history[file]",
    ),
    (
        "ledger/pay_sqlite.py::write",
        "at = next_moment(books.clock(), head[2])",
        'at = next_moment(books.clock(), "")',
        f"{QUICK}::test_a_clock_that_slews_back_does_not_turn_time_round[file]",
    ),
    (
        "ledger/pay_postgres.py",
        'greatest(last_at COLLATE "C", now_at)',
        "now_at",
        f"{QUICK}::test_a_clock_that_slews_back_does_not_turn_time_round[server]",
    ),
    (
        "ledger/pay_postgres.py",
        'AND last_at <= at_most COLLATE "C"',
        "AND at_most IS NOT NULL",
        f"{TESTS}/test_faults.py::test_a_clock_that_goes_back_stops_everything[server]",
    ),
    (
        "ledger/pay_postgres.py",
        "(divided = 0 OR id <> ALL (payers))",
        "(divided >= 0 OR id <> ALL (payers))",
        f"{UNIT}/test_pay_batch.py::test_one_unusual_request_does_not_touch_its_neighbours",
    ),
    (
        "ledger/pay_postgres.py::write",
        "if new != hash_of(seq, at, one.kind, body, prev):",
        "if not new:",
        f"{QUICK}::test_a_hash_the_database_computed_wrongly_stops_everything",
    ),
    (
        "_added_up",
        "sums[side] += posting.amount.main",
        "sums[side] = posting.amount.main",
        f"{UNIT}/test_pay_batch.py::test_the_cap_is_reached_exactly_within_a_shared_page[4-3]",
    ),
    (
        "ledger/pay_postgres.py::_texts",
        """value.replace("\\\\", "\\\\\\\\").replace('"', '\\\\"')""",
        """value.replace('"', '\\\\"')""",
        f"{QUICK}::test_odd_words_are_written_as_they_are_and_found_again[server]",
    ),
)
