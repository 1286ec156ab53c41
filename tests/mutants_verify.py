"""Bugs planted in what `verify` asks of an entry: file, what stands there, what would, and who must notice."""

from __future__ import annotations

TESTS = "tests/integration/ledger"
FORGED = f"{TESTS}/test_forged_entries.py::test_an_entry_that_cannot_be_is_named"

OF_VERIFY = (
    (
        "Releases.pay",
        'main, delta = self._price(account["terms"], body["charge"], charge)',
        'main, delta = (max(posting[n] for posting in body["postings"]) for n in (3, 4))',
        f"{TESTS}/test_wrong_programs.py::test_a_program_that_prices_wrongly",
    ),
    (
        "must_post",
        "if sorted(posted) != sorted(expected):",
        "if not posted:",
        f"{TESTS}/test_wrong_programs.py::test_a_program_that_posts_wrongly",
    ),
    (
        "must_post",
        "if places[0] != places[1]:",
        "if not set(places[1]) <= set(places[0]):",
        f"{FORGED}[file-twice]",
    ),
    (
        "_everywhere",
        "        found += [[account",
        "        blocks = blocks[:1]\n        found += [[account",
        f"{TESTS}/test_wrong_programs.py::test_a_program_that_posts_wrongly",
    ),
    (
        "Releases.pay",
        'raise Impossible("it names no blocks of its account") from None',
        'blocks = tuple(body["blocks"])',
        f"{FORGED}[file-no month named]",
    ),
    (
        "Releases.pay",
        'if list(blocks) != body["blocks"]:',
        'if not body["blocks"]:',
        f"{FORGED}[file-a month named twice]",
    ),
    (
        "Releases.pay",
        'if body["receipt"] in self.known:',
        'if not body["receipt"]:',
        f"{FORGED}[file-paid twice]",
    ),
    (
        "Releases.step",
        "if release.state != before:",
        "if release.state == after:",
        f"{TESTS}/test_wrong_programs.py::test_a_program_that_forgets_the_order",
    ),
    (
        "Releases.step",
        'if kind == "refund" and release.ticks:',
        'if kind == "refund" and release.ticks > 1:',
        f"{TESTS}/test_wrong_programs.py::test_a_program_that_refunds_what_it_must_not[file-tick]",
    ),
    (
        "Releases.commit",
        "if release.state != State.STARTED:",
        "if release.state == State.COMMITTED:",
        f"{TESTS}/test_wrong_programs.py::test_a_program_that_forgets_the_order",
    ),
    (
        "Releases.commit",
        "if where in self.results:",
        "if where is None:",
        f"{FORGED}[file-a tick committed twice]",
    ),
    (
        "Releases.deliver",
        "if result.delivered:",
        "if result.delivered > 1:",
        f"{FORGED}[file-delivered twice]",
    ),
    (
        "Replay._take",
        "return postings_of(release, self._lineages[release.account], side)",
        'return list(body["postings"])',
        f"{TESTS}/test_wrong_programs.py::test_a_program_that_moves_wrongly",
    ),
    (
        "Replay.add",
        "        must_post(posted, expected)",
        "        if expected:\n            must_post(posted, expected)",
        f"{FORGED}[file-a stop that refunds]",
    ),
    (
        "_must_name_two",
        "if len({skeleton(name) for name in approvers}) < 2:",
        "if len(approvers) < 2:",
        f"{FORGED}[file-a refund by one, twice]",
    ),
    (
        "Replay._write_cap",
        "if list(cap) != [allowance.cap, allowance.cap_delta]:",
        "if not cap[0]:",
        f"{FORGED}[file-a cap above the promise]",
    ),
    (
        "Replay._write_cap",
        'if given[place] > above[f"cap_{part}"]:',
        "if given[place] < 0:",
        f"{FORGED}[file-more given away than there is]",
    ),
    (
        "Replay._write_cap",
        'if any(given > part for given, part in zip(self._given[row["id"]], cap, strict=True)):',
        "if not cap:",
        f"{FORGED}[file-moved below what was given away]",
    ),
    (
        "ledger/replay.py::Replay",
        "            _must_be_within_its_walls(balance)\n\n    def _new_terms",
        "\n    def _new_terms",
        f"{FORGED}[file-moved below what is used]",
    ),
    (
        "Replay._new_terms",
        'if canonical({**terms, "allowance": old.to_dict()}) != root["terms"] or new.coin != old.coin:',
        "if new.coin != old.coin:",
        f"{FORGED}[file-raised to another unit]",
    ),
    (
        "Replay._new_terms",
        "if new.cap < old.cap or new.cap_delta < old.cap_delta:",
        "if new.cap_delta < old.cap_delta:",
        f"{FORGED}[file-raised to less]",
    ),
    (
        "Replay._name",
        "again = seq != 1 if kind",
        "again = seq < 1 if kind",
        f"{FORGED}[file-a second beginning]",
    ),
    (
        "_results",
        ' or row["digest"] != expected.digest:',
        ":",
        f"{TESTS}/test_wrong_programs.py::test_a_changed_result_names_the_entry_that_committed_it",
    ),
    (
        "_results",
        'digest_of(bytes(row["body"])) != row["digest"] or ',
        "",
        f"{TESTS}/test_tampering.py::test_every_cell_of_a_column[results.body]",
    ),
    (
        "checked_blocks",
        "if period is not None and not _in_the_calendar(block, period):",
        "if not block:",
        "tests/unit/ledger/test_calendar.py::test_nothing_is_paid_in_a_month_that_never_comes",
    ),
)
