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
SAME = f"{FAILURES}::test_every_failure_behind_the_door_looks_the_same"

MUTANTS = [
    Mutant(
        "pipeline: a receipt that is somebody else's is drawn for",
        "publish/pipeline.py",
        "if receipt.repeated:",
        "if False:",
        f"{FAILURES}::test_the_same_key_from_several_processes_at_once",
    ),
    Mutant(
        "pipeline: data is opened before the start is on disk",
        "publish/pipeline.py",
        "        with started(ledger, receipt):\n",
        "        source.bounded((), spec.protect, spec.bound)\n        with started(ledger, receipt):\n",
        f"{PIPELINE}::test_stopped_between_holding_and_starting_gives_back",
    ),
    Mutant(
        "pipeline: the result hides its seed",
        "publish/pipeline.py",
        "software(), rng.reproducible)",
        "software(), False)",
        f"{PIPELINE}::test_the_noise_is_the_plans_and_nothing_else",
    ),
    Mutant(
        "pipeline: a known key is read for all the same",
        "publish/pipeline.py",
        "    if (known := finished(spec, ledger, door.progress)) is not None:",
        "    if (known := finished(spec, ledger, door.progress)) is not None and False:",
        f"{PIPELINE}::test_a_known_key_is_the_stored_release_and_the_file_is_left_alone",
    ),
    Mutant(
        "request: the time column is not fixed",
        "publish/request.py",
        "        fix_time_column(spec, ledger, plan.blocks)\n",
        "",
        f"{REFUSALS}::test_periods_are_told_by_one_column",
    ),
    Mutant(
        "pipeline: any stored result is taken for the one that was paid for",
        "publish/pipeline.py",
        "if result.plan.spec.digest != receipt.request or result.plan.charge != receipt.charge:",
        "if False:",
        f"{PIPELINE}::test_a_result_that_was_exchanged_for_anothers_is_not_handed_out",
    ),
    Mutant(
        "key: a key with another request is taken for ours",
        "publish/key.py",
        "if known.request != spec.digest:",
        "if False:",
        f"{REFUSALS}::test_a_key_that_means_something_else_is_refused",
    ),
    Mutant(
        "key: a failed release stays under way",
        "publish/key.py",
        "        ledger.forfeit(known, why=FAILED)\n",
        "        pass\n",
        SAME,
    ),
    Mutant(
        "key: what was started is given back",
        "publish/key.py",
        "    elif known.state is State.STARTED:\n        ledger.forfeit(known, why=FAILED)\n",
        "    elif known.state is State.STARTED:\n        ledger.forfeit(known, why=FAILED)\n"
        '        ledger.assert_refund(known, approvers=("a", "b"), why="sorry")\n',
        SAME,
    ),
    Mutant(
        "key: a hold outlives a refused start",
        "publish/key.py",
        "        ledger.release(known, why=NEVER_OPENED)\n",
        "        pass\n",
        f"{PIPELINE}::test_stopped_between_holding_and_starting_gives_back",
    ),
    Mutant(
        "key: the cause is written into the books",
        "publish/key.py",
        "    except BaseException:\n        _left_behind.add(receipt.id)\n",
        "    except BaseException as error:\n        ledger.forfeit(receipt, why=str(error)[:100])\n"
        "        _left_behind.add(receipt.id)\n",
        SAME,
    ),
    Mutant(
        "key: a lost answer is not asked for again",
        "publish/key.py",
        "_PAUSES: Final = (0.2, 1.0)",
        "_PAUSES: Final = ()",
        f"{FAILURES}::test_a_lost_answer_at_the_commit_is_asked_for_again",
    ),
    Mutant(
        "key: a process waits for itself",
        "publish/key.py",
        "        _left_behind.add(receipt.id)\n",
        "        pass\n",
        f"{FAILURES}::test_books_out_of_reach_are_settled_later",
    ),
    Mutant(
        "request: sensitivities of the planner are believed",
        "publish/request.py",
        "if Plan.from_dict(plan.to_dict()).draws != plan.draws:",
        "if False:",
        f"{FAILURES}::test_a_plan_that_disagrees_with_its_spec_is_refused",
    ),
    Mutant(
        "request: a plan may cost more than its share",
        "publish/request.py",
        "if cost.main > share.cap or cost.delta > share.cap_delta:",
        "if False:",
        f"{FAILURES}::test_a_plan_that_disagrees_with_its_spec_is_refused",
    ),
    Mutant(
        "request: more numbers than can be stored",
        "publish/request.py",
        "if numbers > MOST_CELLS:",
        "if False:",
        f"{REFUSALS}::test_a_bad_request_spends_nothing_and_leaves_the_key_free",
    ),
    Mutant(
        "drawing: the number of cells comes from the data",
        "publish/drawing.py",
        "if table.values.size != plan.spec.publish[draw.query].grid().size:",
        "if False:",
        SAME,
    ),
    Mutant(
        "drawing: one draw for two vectors",
        "publish/drawing.py",
        "tables = [exact[draw.query][draw.part] for draw in plan.draws]",
        "tables = [exact[draw.query][0] for draw in plan.draws]",
        f"{PIPELINE}::test_the_noise_is_the_plans_and_nothing_else",
    ),
    Mutant(
        "mechanism: grains without a look at what is covered",
        "mechanisms/tables/laplace.py",
        "        refuse_unless_covered(self, exact)\n",
        "",
        SAME,
    ),
    Mutant(
        "door: the cause stays chained",
        "publish/door.py",
        "            told: BaseException = instead(type(error).__name__)\n",
        "            raise instead(type(error).__name__) from None\n",
        f"{CANARY}::test_an_engine_that_quotes_everything",
    ),
    Mutant(
        "door: our own errors pass in their own words",
        "publish/door.py",
        "return _sealed(work, failed)",
        "return _sealed(work, failed, passes=EpsilogError)",
        SAME,
    ),
    Mutant(
        "door: the kind of the cause is told",
        "publish/door.py",
        'f"the release failed after data was opened (number {number[:12]}); its price is spent"',
        'f"the release failed after data was opened (number {number[:12]} {kind}); its price is spent"',
        SAME,
    ),
    Mutant(
        "door: a missing column is explained with those that are there",
        "publish/door.py",
        'hint="nothing was read and nothing was spent",\n                    )\n',
        'hint=f"there are {found}",\n                    )\n',
        f"{CANARY}::test_files_that_cannot_be_read",
    ),
    Mutant(
        "door: columns are not looked for",
        "publish/door.py",
        "if same_text(name) not in found:",
        "if False:",
        f"{REFUSALS}::test_a_bad_request_spends_nothing_and_leaves_the_key_free",
    ),
    Mutant(
        "door: a broken progress bar costs a release",
        "publish/door.py",
        "            except Exception:\n                self._watcher = None\n",
        "            except ZeroDivisionError:\n                self._watcher = None\n",
        f"{PIPELINE}::test_progress_is_told_in_hundredths_and_may_break",
    ),
    Mutant(
        "door: the number of rows is told",
        "publish/door.py",
        'self.progress("read", 0 if total <= 0 else max(0, min(100, 100 * done // total)), 100)',
        'self.progress("read", done, total)',
        f"{PIPELINE}::test_progress_is_told_in_hundredths_and_may_break",
    ),
    Mutant(
        "conditions: a refund next door is not named",
        "ledger/reading.py",
        'concerns = session.first(payer, {"receipt": line.body["receipt"]}) == root',
        "concerns = False",
        f"{PIPELINE}::test_assertions_of_people_are_named",
    ),
    Mutant(
        "conditions: a refund of other people's account is named",
        "ledger/reading.py",
        'concerns = session.first(payer, {"receipt": line.body["receipt"]}) == root',
        "concerns = True",
        f"{PIPELINE}::test_assertions_of_people_are_named",
    ),
    Mutant(
        "conditions: a restored ledger is not named",
        "ledger/reading.py",
        'line.body.get("nothing_spent_since") is True',
        "False",
        f"{PIPELINE}::test_assertions_of_people_are_named",
    ),
    Mutant(
        "result: a flag may be a number",
        "publish/result.py",
        "type(result.reproducible) is not bool",
        "False",
        "tests/unit/publish/test_result.py::test_a_changed_result_is_refused",
    ),
    Mutant(
        "result: numbers go through floats",
        "publish/result.py",
        "np.array(vector, dtype=np.int64)",
        "np.array(vector, dtype=np.float64).astype(np.int64)",
        "tests/unit/publish/test_result.py::test_whole_numbers_survive_whatever_their_size",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
