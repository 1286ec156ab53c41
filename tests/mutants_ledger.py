"""Bugs planted in the ledger, one at a time. Each must make the test that is named for it fail.

Run: ``python tests/mutants_ledger.py`` (about five minutes), or with numbers to run only those.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mutants_quick import OF_QUICK
from mutants_ticks import OF_TICKS
from mutants_turning import OF_TURNING
from mutants_types import OF_TYPES
from mutants_verify import OF_VERIFY
from planted_place import planted

ROOT = Path(__file__).parent.parent
TESTS = "tests/integration/ledger"
UNIT = "tests/unit/ledger"
QUICK = f"{TESTS}/test_review_quick.py"


@dataclass(frozen=True)
class Mutant:
    """A bug: at which place (`planted_place`), what stands there, what would stand there, and who must notice."""

    place: str
    old: str
    new: str
    test: str


MUTANTS = (
    Mutant(
        "assert_refund",
        "    if {skeleton(name) for name in asked.values()} & {skeleton(name) for name in names}:\n",
        "    if False:\n",
        f"{UNIT}/test_governing.py::test_an_asserted_refund_names_two_and_only_helps_the_forfeited",
    ),
    Mutant(
        "Replay.add",
        'if "requester" in body and skeleton(body["requester"]) in {',
        'if "requester" in body and "" in {',
        f"{TESTS}/test_forged_entries.py::test_an_entry_that_cannot_be_is_named[file-a refund by the requester]",
    ),
    Mutant(
        "_refuse_above_the_cap",
        "if after.main > cap.main or after.delta > cap.delta:",
        "if after.main > cap.main + 7 or after.delta > cap.delta:",
        f"{TESTS}/test_races.py::test_writers_race_to_the_exact_cap[file-6]",
    ),
    Mutant(
        "_repeat_or_refuse",
        'and known["charge"] == canonical(asked.charge.to_dict())',
        "and True",
        f"{TESTS}/test_races.py::test_one_key_from_eight_processes_is_one_debit[file]",
    ),
    Mutant(
        "postings_for",
        "if cost.delta:",
        "if cost.delta < 0:",
        f"{TESTS}/test_races.py::test_blocks_fill_one_by_one_and_delta_over_all[file]",
    ),
    Mutant(
        "Store.writing",
        'connection.execute("BEGIN IMMEDIATE")',
        'connection.execute("BEGIN")',
        f"{TESTS}/test_races.py::test_writers_race_to_the_exact_cap[file-6]",
    ),
    Mutant(
        "Store._forget_parents",
        "if os.getpid() == self._pid:",
        "if True:",
        f"{TESTS}/test_forks.py::test_a_child_speaks_through_a_connection_of_its_own",
    ),
    Mutant(
        "commit",
        'if stored["digest"] != digest:',
        'if stored["digest"] == "":',
        f"{TESTS}/test_races.py::test_one_result_from_eight_processes_that_drew_different_noise[file]",
    ),
    Mutant(
        "release",
        "        _must_be(row, State.RESERVED)\n        _give_back(page, row, why)",
        "        _give_back(page, row, why)",
        f"{TESTS}/test_conformance.py::test_both_databases_conform[file]",
    ),
    Mutant(
        "_lose",
        'if values["failures"] >= Terms',
        'if values["failures"] > Terms',
        f"{TESTS}/test_conformance.py::test_both_databases_conform[file]",
    ),
    Mutant(
        "ledger/spending.py::recover",
        'if not is_gone(row["owner"]):',
        "if False:",
        f"{TESTS}/test_crashes.py::test_the_living_are_left_alone[file]",
    ),
    Mutant(
        "is_gone",
        "    if where[2] != here[2] or not where[2]:",
        "    if False:",
        f"{UNIT}/test_words.py::test_a_process_is_gone_only_when_it_certainly_is",
    ),
    Mutant(
        "_began",
        "        return None  # it is there, and hidden from this user",
        '        return "alive"',
        f"{UNIT}/test_words.py::test_a_process_that_is_hidden_is_not_gone",
    ),
    Mutant(
        "_give_back",
        'page.append("release", body, postings_of(lineage, row, "free"))',
        'page.append("release", body)',
        f"{TESTS}/test_crashes.py::test_the_story_runs_to_its_end_unharmed[file]",
    ),
    Mutant(
        "assert_refund",
        "if ticks is not None:",
        "if ticks is not None and not ticks:",
        f"{TESTS}/test_crashes.py::test_a_stream_dies_between_ticks[file]",
    ),
    Mutant(
        "two_people",
        "if len(names) < 2:",
        "if len(names) < 1:",
        f"{TESTS}/test_hostile.py::test_one_person_is_not_two",
    ),
    Mutant(
        "_must_be_new",
        'above = ["/".join(parts[:n]) for n in range(1, len(parts))] if below is None else []',
        "above: list[str] = []",
        f"{TESTS}/test_hostile.py::test_no_second_account_that_looks_like_the_first",
    ),
    Mutant(
        "next_moment",
        'raise ClockWentBack("the clock went back", hint="set it right, then verify and resume")',
        "return last",
        f"{TESTS}/test_faults.py::test_a_clock_that_goes_back_stops_everything[file]",
    ),
    Mutant(
        "_entry_damage",
        'if row["prev"] != last["hash"]:',
        'if row["prev"] == "":',
        f"{TESTS}/test_tampering.py::test_order_is_part_of_the_record",
    ),
    Mutant(
        "_entry_damage",
        'if hash_of(seq, row["at"], row["kind"], row["body"], row["prev"]) != row["hash"]:',
        'if row["hash"] == "":',
        f"{TESTS}/test_tampering.py::test_every_cell_of_a_column[journal.at]",
    ),
    Mutant(
        "_end_damage",
        'if missing or head["head_seq"] > seq:',
        'if head["head_seq"] > seq:',
        f"{TESTS}/test_anchors.py::test_a_cut_tail_is_named",
    ),
    Mutant(
        "ledger/verify.py::verify",
        "    anchors = anchored_hashes(books)\n    with books.store.reading() as session:\n",
        '    with books.store.reading() as session:\n        session.rows("SELECT * FROM ledger")\n'
        "        anchors = anchored_hashes(books)\n",
        f"{TESTS}/test_anchors.py::test_entries_signed_while_we_look_raise_no_false_alarm[file]",
    ),
    Mutant(
        "Anchors.newest",
        "            self._must_be_of(identity, anchor, number)\n            if found is None",
        "            if anchor.identity != identity:\n                continue\n            if found is None",
        f"{TESTS}/test_anchors.py::test_a_ledger_thrown_away_and_begun_again_is_refused",
    ),
    Mutant(
        "Anchors._check",
        "if not is_signed(anchor.key, text, anchor.signature):",
        "if not anchor.signature:",
        f"{TESTS}/test_anchors.py::test_an_anchor_with_one_field_changed_is_refused",
    ),
    Mutant(
        "ledger/store.py",
        "pg_logical_emit_message(true, 'epsilog', '')",
        "1",
        f"{TESTS}/test_server_crash.py::test_a_server_that_loses_power_keeps_what_it_acknowledged",
    ),
    Mutant(
        "ledger/pay_postgres.py",
        "WHERE stopped IS NULL AND (divided = 0",
        "WHERE (divided = 0",
        f"{TESTS}/test_conformance.py::test_both_databases_conform[server]",
    ),
    Mutant(
        "ledger/pay_postgres.py",
        "held_main + spent_main + main < cap_main",
        "held_main + spent_main + main < cap_main + 9",
        f"{TESTS}/test_races.py::test_writers_race_to_the_exact_cap[server-6]",
    ),
    Mutant(
        "ledger/pay_sqlite.py",
        "held_main + spent_main + main < balances.cap_main",
        "held_main + spent_main + main < balances.cap_main + 9",
        f"{TESTS}/test_races.py::test_writers_race_to_the_exact_cap[file-6]",
    ),
    Mutant(
        "ledger/pay_sqlite.py",
        "WHERE accounts.stopped IS NULL AND",
        "WHERE",
        f"{TESTS}/test_conformance.py::test_both_databases_conform[file]",
    ),
    *(Mutant(*quick) for quick in OF_QUICK),
    Mutant(
        "Store.in_one_journey",
        "            with self._outcome_unknown():\n                self._must_be_fine(on_disk)",
        "            self._must_be_fine(on_disk)",
        f"{QUICK}::test_a_page_whose_wait_for_the_disk_was_cancelled_is_asked_for_again[True]",
    ),
    Mutant(
        "Store.writing",
        "with self._outcome_unknown(), connection.pipeline():",
        "with connection.pipeline():",
        f"{QUICK}::test_a_page_whose_wait_for_the_disk_was_cancelled_is_asked_for_again[False]",
    ),
    Mutant(
        "Store._must_be_fine",
        'raise error if error.sqlstate else self._driver.OperationalError("the connection is lost")',
        "raise error",
        f"{QUICK}::test_a_service_goes_on_after_all_its_connections_broke[False]",
    ),
    Mutant(
        "Store.connect",
        "                if broken:\n",
        "                if broken and connection is None:\n",
        f"{QUICK}::test_a_service_goes_on_after_all_its_connections_broke[True]",
    ),
    Mutant(
        "ledger/paying.py::pay",
        "    must_not_be_a_child(pid)  #",
        "    assert pid  #",
        f"{QUICK}::test_a_child_forked_in_the_middle_of_a_payment_does_not_hold_its_parents_receipt[server]",
    ),
    # Forks, files and anchors
    Mutant(
        "ledger/forking.py::_before",
        "            keeper.let_go()",
        "            pass",
        f"{TESTS}/test_forks.py::test_what_a_child_was_told_outlives_its_parents_connection",
    ),
    Mutant(
        "ledger/forking.py::_before",
        "while any(thread != me for thread, _ in _users) and time.monotonic() < deadline:",
        "while False:",
        f"{TESTS}/test_forks.py::test_a_fork_waits_for_the_pages_of_other_threads",
    ),
    Mutant(
        "ledger/forking.py::_before",
        "    finally:  # an interrupt ends",
        "    except LedgerError:  # an interrupt ends",
        f"{QUICK}::test_a_fork_whose_wait_is_interrupted_still_lets_go_of_the_file",
    ),
    Mutant(
        "_after_in_child",
        "_lost.update(path for _, path in _users)",
        "_lost.clear()",
        f"{TESTS}/test_forks.py::test_a_child_forked_in_the_middle_of_a_page_may_not_touch_the_file",
    ),
    Mutant(
        "using",
        "        if path in _lost:",
        "        if False:",
        f"{TESTS}/test_forks.py::test_a_child_forked_in_the_middle_of_a_page_may_not_touch_the_file",
    ),
    Mutant(
        "_after_in_child",
        "    _users.clear()",
        "    pass",
        f"{TESTS}/test_forks.py::test_a_child_forks_again_after_a_page_of_its_own",
    ),
    Mutant(
        "must_not_be_a_child",
        'if os.getpid() != pid:\n        raise LedgerError("this process was forked in the middle',
        'if pid < 0:\n        raise LedgerError("this process was forked in the middle',
        f"{TESTS}/test_forks.py::test_a_page_begun_before_a_fork_is_finished_by_the_parent_alone",
    ),
    Mutant(
        "Store._must_be_the_same_file",
        "if self._number is not None and self._number != _number_of(self.place):",
        "if self._number == (0, 0):",
        f"{TESTS}/test_faults.py::test_a_file_that_was_taken_away_is_not_written_to_any_more",
    ),
    Mutant(
        "Anchors._confirm_new",
        "confirm(self._newest)  # once more",
        "pass  # once more",
        f"{TESTS}/test_anchors.py::test_books_put_back_under_a_running_program_are_noticed_by_its_next_page",
    ),
    Mutant(
        "Anchors._remember",
        "if anchor.seq >= self._signed_to():",
        "if self._newest is None:",
        f"{TESTS}/test_anchors.py::test_books_put_back_under_a_running_program_are_noticed_by_its_next_page",
    ),
    Mutant(
        "_resume_everything",
        "            _must_hold_the_newest_anchor(books, session)\n",
        "",
        f"{TESTS}/test_resuming.py::test_a_copy_that_signs_meanwhile_is_noticed",
    ),
    Mutant(
        "_resume_everything",
        "if (page.seq, page.hash) != (verdict.entries, verdict.head):",
        "if page.seq < verdict.entries:",
        f"{TESTS}/test_resuming.py::test_damage_that_comes_meanwhile_is_not_overlooked[file-1]",
    ),
    *(Mutant(*planted) for planted in OF_VERIFY),
    *(Mutant(*planted) for planted in OF_TICKS),
    *(Mutant(*planted) for planted in OF_TURNING),
    *(Mutant(*planted) for planted in OF_TYPES),
    # What the command line leaves
    Mutant(
        "cli/ledger/opening.py::open_account",
        'name, by = account_name(name), person_name(by, "by")',
        "assert account_name and person_name",
        f"{TESTS}/test_nothing_is_left.py::test_no_file",
    ),
    Mutant(
        "cli/ledger/place.py::open_ledger",
        'known.of("")',
        "pass",
        f"{TESTS}/test_nothing_is_left.py::test_no_file",
    ),
)


def survives(mutant: Mutant) -> bool:
    """Plant it in a copy of src/, run its test against the copy; True if nobody noticed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
        path, text = planted(copy / "epsilog", mutant.place, mutant.old, mutant.new)
        path.write_text(text, "utf-8")
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        where = "import epsilog, sys; sys.exit(not epsilog.__file__.startswith(sys.argv[1]))"
        subprocess.run([sys.executable, "-c", where, str(copy)], env=environment, check=True)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--timeout=120", mutant.test]
        ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if ended.returncode not in (0, 1):  # 1: tests failed; anything else means that the test did not run
            raise SystemExit(f"{mutant.test} could not be run:\n{ended.stdout[-2000:]}")
        return ended.returncode == 0


def main(numbers: list[str]) -> int:
    """Run all, or those named; the exit status is the number of survivors."""
    survivors = 0
    for number, mutant in enumerate(MUTANTS, 1):
        if numbers and str(number) not in numbers:
            continue
        lives = survives(mutant)
        survivors += lives
        verdict = "SURVIVES" if lives else "caught"
        print(f"{number:3} {verdict:9} {mutant.place}: {mutant.old.splitlines()[0].strip()[:70]}", flush=True)  # noqa: T201
    return survivors


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
