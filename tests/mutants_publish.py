"""Bugs planted in the way from a request to a release, one at a time. Each must be caught by the test named for it.

python tests/mutants_publish.py            all of them
python tests/mutants_publish.py door       those whose name contains "door"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

TESTS = "tests/integration/publish"
FAILURES, REFUSALS, PIPELINE = (f"{TESTS}/test_{name}.py" for name in ("failures", "refusals", "pipeline"))
CANARY = "tests/contracts/test_canary.py"
EDITION, LOOKING = f"{TESTS}/test_edition.py", "tests/unit/ledger/test_looking.py"
STEPS, FRONT = "tests/integration/test_cli_first_steps.py", "tests/integration/test_cli_front.py"
SPECFILE = "tests/unit/spec/test_specfile.py"
SAME = f"{FAILURES}::test_every_failure_behind_the_door_looks_the_same"

MUTANTS = [
    Mutant(
        "entry: a field that no kind reads is ignored in silence",
        "read_asked",
        "if name in _OWNED - fields.read:",
        "if name not in _OWNED:",
        "tests/unit/registry/test_asks.py::test_a_field_that_no_kind_reads_is_refused",
    ),
    Mutant(
        "plan: a stored record read by its entry and not by its mark",
        "read_planned",
        'return (marked or planner_for(spec.publish[record["query"]])).read(spec, record)',
        'return planner_for(spec.publish[record["query"]]).read(spec, record)',
        "tests/unit/registry/test_plans.py::test_what_is_offered_for_another_kind_is_told_by_who_offered_it",
    ),
    Mutant(
        "plan: a budget divided without weights",
        "registry/plans.py::pull_of",
        "return vector.weight * own",
        "return own",
        "tests/unit/registry/test_plans.py::test_weights_count_and_nothing_else_of_an_entry_without_a_kind",
    ),
    Mutant(
        "spine: a receipt that is somebody else's is drawn for",
        "pay_once",
        "if receipt.repeated:",
        "if False:",
        f"{FAILURES}::test_the_same_key_from_several_processes_at_once",
    ),
    Mutant(
        "spine: data is opened before the start is on disk",
        "pay_once",
        "        with start_release(ledger, receipt):\n"
        "            stored_safely(ledger, receipt, priced.make(receipt))\n",
        "        made = priced.make(receipt)\n        with start_release(ledger, receipt):\n"
        "            stored_safely(ledger, receipt, made)\n",
        f"{PIPELINE}::test_stopped_between_holding_and_starting_gives_back",
    ),
    Mutant(
        "pipeline: the result hides its seed",
        "publish/pipeline.py::_answer",
        "software(), rng.reproducible, day)",
        "software(), False, day)",
        f"{PIPELINE}::test_the_noise_is_the_plans_and_nothing_else",
    ),
    Mutant(
        "spine: a known key is read for all the same",
        "pay_once",
        "    if (known := find_finished(asked, ledger, waiting)) is not None:",
        "    if (known := find_finished(asked, ledger, waiting)) is not None and False:",
        f"{PIPELINE}::test_a_known_key_is_the_stored_release_and_the_file_is_left_alone",
    ),
    Mutant(
        "request: the time column is not fixed",
        "Request.price_at",
        "        fix_time_column(plan.spec, ledger, plan.blocks)\n",
        "",
        f"{REFUSALS}::test_periods_are_told_by_one_column",
    ),
    Mutant(
        "pipeline: any stored result is taken for the one that was paid for",
        "_deliver",
        "if not result.plan.is_paid_by(receipt):",
        "if False:",
        f"{PIPELINE}::test_a_result_that_was_exchanged_for_anothers_is_not_handed_out",
    ),
    Mutant(
        "key: a key with another request is taken for ours",
        "pay/key.py::find_finished",
        "if known.request != spec.digest:",
        "if False:",
        f"{REFUSALS}::test_a_key_that_means_something_else_is_refused",
    ),
    Mutant(
        "check: ready where a dead process left the key",
        "publish/check.py::_key",
        " and not ledger.is_abandoned(receipt)",
        "",
        "tests/integration/publish/test_killed.py::test_killed_at_a_step_on_a_file",
    ),
    Mutant(
        "key: a failed release stays under way",
        "_settle",
        "        ledger.forfeit(known, why=FAILED)\n",
        "        pass\n",
        SAME,
    ),
    Mutant(
        "key: what was started is given back",
        "_settle",
        "    elif known.state is State.STARTED:\n        ledger.forfeit(known, why=FAILED)\n",
        "    elif known.state is State.STARTED:\n        ledger.forfeit(known, why=FAILED)\n"
        '        ledger.assert_refund(known, approvers=("a", "b"), why="sorry")\n',
        SAME,
    ),
    Mutant(
        "key: a hold outlives a refused start",
        "_settle",
        "        ledger.release(known, why=NEVER_OPENED)\n",
        "        pass\n",
        f"{PIPELINE}::test_stopped_between_holding_and_starting_gives_back",
    ),
    Mutant(
        "key: the cause is written into the books",
        "start_release",
        "    except BaseException:\n        _left_behind.add(receipt.id)\n",
        "    except BaseException as error:\n        ledger.forfeit(receipt, why=str(error)[:100])\n"
        "        _left_behind.add(receipt.id)\n",
        SAME,
    ),
    Mutant(
        "key: a lost answer is not asked for again",
        "pay/key.py",
        "_PAUSES: Final = (0.2, 1.0)",
        "_PAUSES: Final = ()",
        f"{FAILURES}::test_a_lost_answer_at_the_commit_is_asked_for_again",
    ),
    Mutant(
        "key: a process waits for itself",
        "start_release",
        "        _left_behind.add(receipt.id)\n",
        "        pass\n",
        f"{FAILURES}::test_books_out_of_reach_are_settled_later",
    ),
    Mutant(
        "request: sensitivities of the planner are believed",
        "Request._checked",
        "if read_plan(plan.to_dict()).draws != plan.draws:",
        "if False:",
        f"{FAILURES}::test_a_plan_that_disagrees_with_its_spec_is_refused",
    ),
    Mutant(
        "request: a plan may cost more than its share",
        "Request.of",
        "if cost.main > share.cap or cost.delta > share.cap_delta:",
        "if False:",
        f"{FAILURES}::test_a_plan_that_disagrees_with_its_spec_is_refused",
    ),
    Mutant(
        "request: more numbers than can be stored",
        "Request.of",
        "if numbers > MOST_CELLS:",
        "if False:",
        f"{REFUSALS}::test_a_bad_request_spends_nothing_and_leaves_the_key_free",
    ),
    Mutant(
        "drawing: the number of cells comes from the data",
        "exact_tables",
        "if any(cells.values.size != query.grid().size for cells in answers):",
        "if False:",
        SAME,
    ),
    Mutant(
        "drawing: one draw for two vectors",
        "DrawCells.exact",
        "return answers[planned.part]",
        "return answers[0]",
        f"{PIPELINE}::test_the_noise_is_the_plans_and_nothing_else",
    ),
    Mutant(
        "mechanism: grains without a look at what is covered",
        "Laplace.grains",
        "        refuse_unless_covered(self, exact)\n",
        "",
        SAME,
    ),
    Mutant(
        "door: the cause stays chained",
        "_seal",
        "            told: BaseException = instead(type(error).__name__)\n",
        "            raise instead(type(error).__name__) from None\n",
        f"{CANARY}::test_an_engine_that_quotes_everything",
    ),
    Mutant(
        "door: our own errors pass in their own words",
        "Door.behind",
        "return _seal(work, failed)",
        "return _seal(work, failed, passes=EpsilogError)",
        SAME,
    ),
    Mutant(
        "door: the kind of the cause is told",
        "Door.behind",
        'f"the release failed after data was opened (number {number[:12]}); its price is spent"',
        'f"the release failed after data was opened (number {number[:12]} {kind}); its price is spent"',
        SAME,
    ),
    Mutant(
        "door: a missing column is explained with those that are there",
        "missing_column",
        'hint=f"{advice} Nothing was read or spent"',
        'hint=f"there are {found}"',
        f"{CANARY}::test_files_that_cannot_be_read",
    ),
    Mutant(
        "door: columns are not looked for",
        "Door._unlocked",
        "if wrong is not None:",
        "if False:",
        f"{REFUSALS}::test_a_bad_request_spends_nothing_and_leaves_the_key_free",
    ),
    Mutant(
        "door: a broken progress bar costs a release",
        "Door.progress",
        "            except Exception:\n                self._watcher = None\n",
        "            except ZeroDivisionError:\n                self._watcher = None\n",
        f"{PIPELINE}::test_progress_is_told_in_hundredths_and_may_break",
    ),
    Mutant(
        "door: the number of rows is told",
        "Door.reading",
        'self.progress("read", 0 if total <= 0 else max(0, min(100, 100 * done // total)), 100)',
        'self.progress("read", done, total)',
        f"{PIPELINE}::test_progress_is_told_in_hundredths_and_may_break",
    ),
    Mutant(
        "conditions: a refund next door is not named",
        "assertions",
        'concerns = session.first(payer, {"receipt": line.body["receipt"]}) == root',
        "concerns = False",
        f"{PIPELINE}::test_assertions_of_people_are_named",
    ),
    Mutant(
        "conditions: a refund of other people's account is named",
        "assertions",
        'concerns = session.first(payer, {"receipt": line.body["receipt"]}) == root',
        "concerns = True",
        f"{PIPELINE}::test_assertions_of_people_are_named",
    ),
    Mutant(
        "conditions: a restored ledger is not named",
        "assertions",
        'line.body.get("nothing_spent_since") is True',
        "False",
        f"{PIPELINE}::test_assertions_of_people_are_named",
    ),
    Mutant(
        "result: a flag may be a number",
        "Result.from_bytes",
        "type(result.reproducible) is not bool",
        "False",
        "tests/unit/show/test_result.py::test_a_changed_result_is_refused",
    ),
    Mutant(
        "result: numbers go through floats",
        "Result.from_bytes",
        "np.array(vector, dtype=np.int64)",
        "np.array(vector, dtype=np.float64).astype(np.int64)",
        "tests/unit/show/test_result.py::test_whole_numbers_survive_whatever_their_size",
    ),
    Mutant(
        "edition: a changed request takes an old name",
        "publish/pipeline.py::_ready",
        "    refuse_a_second_meaning(spec, ledger)\n",
        "",
        f"{EDITION}::test_a_changed_request_needs_a_new_edition",
    ),
    Mutant(
        "edition: what was given back keeps its name",
        "another_release",
        "and one.state is not State.RELEASED",
        "",
        f"{EDITION}::test_what_was_given_back_frees_its_name_and_what_was_forfeited_does_not",
    ),
    Mutant(
        "edition: what was forfeited frees its name",
        "another_release",
        "one.state is not State.RELEASED",
        "one.state not in (State.RELEASED, State.FORFEITED)",
        f"{EDITION}::test_what_was_given_back_frees_its_name_and_what_was_forfeited_does_not",
    ),
    Mutant(
        "edition: a longer name is taken for its beginning",
        "receipts_of_name",
        'if len(row["key"]) == len(start) + _DIGITS',
        "",
        f"{LOOKING}::test_a_name_finds_its_own_keys_and_no_others",
    ),
    Mutant(
        "edition: another account's name counts",
        "receipts_of_name",
        'f" AND account = :account ORDER',
        'f" AND :account = :account ORDER',
        f"{LOOKING}::test_a_name_is_looked_for_in_one_account_alone",
    ),
    Mutant(
        "edition: the blocks of a stored plan are believed",
        "Plan.is_paid_by",
        "(receipt.request, receipt.charge, receipt.blocks) == (self.spec.digest, self.charge, touched)",
        "(receipt.request, receipt.charge) == (self.spec.digest, self.charge)",
        f"{EDITION}::test_a_result_of_other_blocks_is_not_handed_out",
    ),
    Mutant(
        "check: a published request still needs its file",
        "publish/check.py::check",
        "if ledger is not None and _try(lambda: _key(spec, ledger))[0] == PUBLISHED:",
        "if False:",
        f"{EDITION}::test_a_published_request_is_ready_though_its_file_is_gone",
    ),
    Mutant(
        "check: a name that is taken looks free",
        "publish/check.py::_key",
        'return Finding("key", wrong or name_is_taken(stream))',
        'return Finding("key")',
        f"{EDITION}::test_check_and_plan_say_so_before",
    ),
    Mutant(
        "verify: looking delivers",
        "Verifying.books",
        "        receipt = stored.receipt\n",
        "        receipt = stored.receipt\n        ledger.deliver(receipt)\n",
        f"{STEPS}::test_a_verification_writes_nothing",
    ),
    Mutant(
        "verify: the books are excused where the folder is wrong too",
        "Verifying.books",
        "if kept != stored.digest or kept != card.fingerprint:",
        "if False:",
        f"{STEPS}::test_books_that_hold_something_else_are_still_blamed",
    ),
    Mutant(
        "verify: a stranger's key counts as pinned",
        "Verifying.signature",
        "bool(self.verdict.signer) and certificate.key in trusted",
        "bool(self.verdict.signer)",
        f"{STEPS}::test_whole_is_said_with_the_key_nobody_pinned",
    ),
    Mutant(
        "specfile: an open question is no reason to stop",
        "spec_from_node",
        "    _no_question_is_open(root)\n",
        "",
        f"{SPECFILE}::test_an_open_question_is_refused_with_all_its_lines",
    ),
    Mutant(
        "specfile: a file that says something else is written",
        "to_yaml",
        'if spec_from_text(text, "spec.yaml").digest != spec.digest:',
        "if False:",
        f"{SPECFILE}::test_what_cannot_be_written_is_refused",
    ),
    Mutant(
        "specfile: neighbours are read and forgotten",
        "_protect",
        'neighbours=partial(Node.choice, options=("add-remove", "replace")),',
        "",
        f"{SPECFILE}::test_who_is_protected_is_read_to_the_letter",
    ),
    Mutant(
        "specfile: a relative error is not a percentage",
        "spec/entry.py::_error",
        ".number(above=0) / 100",
        ".number(above=0)",
        f"{SPECFILE}::test_every_field",
    ),
    Mutant(
        "commands: a folder in the way is found after paying",
        "cli/publish.py::publish",
        "        must_be_ours(folder, request.spec.key)\n",
        "",
        f"{FRONT}::test_a_folder_in_the_way_costs_nothing",
    ),
    Mutant(
        "commands: init writes over what is there",
        "cli/init.py::write_spec",
        'path.open("x", encoding="utf-8")',
        'path.open("w", encoding="utf-8")',
        "tests/integration/test_cli_front_init.py::test_nothing_is_overwritten",
    ),
    Mutant(
        "commands: a language said first is lost",
        "language_last",
        "return [*rest[:end], *said, *rest[end:]]",
        "return rest",
        f"{STEPS}::test_the_language_may_stand_before_the_command",
    ),
    Mutant(
        "commands: the largest epsilon cannot be explained",
        "posterior_limit",
        "min(raised.value, _MOST)",
        "raised.value",
        f"{STEPS}::test_the_largest_epsilon_is_published_and_warned_of",
    ),
    Mutant(
        "commands: names are broken anywhere",
        "fold_text",
        "else _at_joints(line, width)",
        "else [line]",
        f"{STEPS}::test_names_are_broken_at_their_joints",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
