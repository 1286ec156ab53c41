"""Bugs planted in local protocols and in the device: claims, coins, memories, budgets. Each is caught by its test.

python tests/mutants_local.py            all of them
python tests/mutants_local.py device     those whose name contains "device"
"""

from __future__ import annotations

import sys

import mutants
from mutants import Mutant

LOCAL = "tests/unit/mechanisms/local"
ORACLES = f"{LOCAL}/test_oracles.py"
LASTING = f"{LOCAL}/test_lasting.py"
LAWS = "tests/statistical/test_local_laws.py"
DEVICE = "tests/unit/device/test_device.py"
ANSWER = "tests/unit/device/test_answer.py"
CAMPAIGN = "tests/unit/device/test_campaign.py"
SHARES = "tests/unit/postprocess/local/test_shares.py"
CLAIM = f"{ORACLES}::test_the_table_keeps_the_claim_and_uses_it_up"

MUTANTS = [
    Mutant(
        "odds: rounded up",
        "_odds",
        "return Fraction((1 << bits + _BITS) // high, 1 << _BITS)",
        "return Fraction((1 << bits + _BITS) // high + 1, 1 << _BITS)",
        "tests/unit/core/test_odds.py::test_odds_are_below_and_near",
    ),
    Mutant(
        "odds: an epsilon rounded down",
        "core/odds.py::epsilon_of",
        "        units += 1\n",
        "        return Fraction(units, EPSILON_UNITS)\n",
        "tests/unit/core/test_odds.py::test_epsilons_are_above_and_near",
    ),
    Mutant(
        "pick: an undecided word is decided",
        "_picks",
        "np.flatnonzero(rest > np.uint64(2**64 - n))",
        "np.flatnonzero(rest > np.uint64(2**64 - 1))",
        "tests/unit/noise/test_pick.py::test_an_undecided_word_gets_more_bits",
    ),
    Mutant(
        "derived: parts of a label run together",
        "DerivedRandomness.__init__",
        'len(part).to_bytes(4, "big") + part',
        "part",
        "tests/unit/noise/test_derived.py::test_labels_are_never_confused",
    ),
    Mutant(
        "derived: every label from the start of one stream",
        "DerivedRandomness.__init__",
        "hmac.new(secret, text, hashlib.sha256)",
        "hmac.new(secret, b'', hashlib.sha256)",
        "tests/unit/noise/test_derived.py::test_labels_are_never_confused",
    ),
    Mutant(
        "derived: drawn again after a fork",
        "draw_once",
        "return draw() if isinstance(rng, DerivedRandomness) else redrawn_after_fork(draw)",
        "return redrawn_after_fork(draw)",
        "tests/unit/noise/test_forks.py::test_a_fork_within_a_draw_of_derived_words_changes_nothing",
    ),
    Mutant(
        "generalized response: one value too few",
        "GeneralizedResponse.q",
        "return 1 / (self.odds + self.size - 1)",
        "return 1 / (self.odds + self.size - 2)",
        f"{ORACLES}::test_every_report_supports_as_p_and_q_say",
    ),
    Mutant(
        "generalized response: the other value may be the own one",
        "mechanisms/local/generalized_response.py::respond",
        "other + (other >= values)",
        "other",
        f"{LAWS}::test_the_law_is_the_table",
    ),
    Mutant(
        "unary: the whole epsilon for each of two bits",
        "Unary.p",
        "half = odds_within(self.epsilon / 2)",
        "half = odds_within(self.epsilon)",
        CLAIM,
    ),
    Mutant(
        "unary: the own mark is always set, as in a public client",
        "one_hot_bits",
        "bernoulli(p, len(ones), rng)",
        "bernoulli(1, len(ones), rng)",
        f"{LAWS}::test_the_law_is_the_table[unary]",
    ),
    Mutant(
        "subset selection: the value comes on top of the set",
        "SubsetSelection._sets",
        "        others ^= leaves\n",
        "",
        f"{LAWS}::test_the_law_is_the_table",
    ),
    Mutant(
        "subset selection: the chance of a uniform set",
        "SubsetSelection.q",
        "(self.chosen - self.p) / (self.size - 1)",
        "Fraction(self.chosen, self.size)",
        f"{ORACLES}::test_every_report_supports_as_p_and_q_say",
    ),
    Mutant(
        "subset selection: equal words are kept",
        "uniform_sets",
        "left = left[sets[left].sum(axis=1) != size]",
        "left = left[:0]",
        f"{LOCAL}/test_ties.py::test_a_row_with_equal_words_is_drawn_again",
    ),
    Mutant(
        "Hadamard response: the row of all plus belongs to the first value",
        "HadamardResponse.reports",
        "rows = self.valid(values) + 1",
        "rows = self.valid(values)",
        f"{LAWS}::test_the_law_is_the_table",
    ),
    Mutant(
        "one-bit Hadamard: the sign is always true",
        "OneBitHadamard.reports",
        "^ ~true & 1",
        "^ ~(true | True) & 1",
        f"{LAWS}::test_the_law_is_the_table",
    ),
    Mutant(
        "hashing: cells as wide as if they were a power of two",
        "LocalHashing.support_of",
        "-(-(cell << 32) // self.cells)",
        "cell * (2**32 // self.cells)",
        f"{LOCAL}/test_hashing.py::test_counting_cuts_cells_where_the_definition_does",
    ),
    Mutant(
        "linear hashing: digits that are not there",
        "inner_product",
        "a, x = a // g, x // g",
        "a = a // g",
        f"{LOCAL}/test_hashing.py::test_linear_functions_are_pairwise_independent_exactly",
    ),
    Mutant(
        "window: it is wider at one end",
        "SlidingWindow.slide",
        "within = values + pick_below(self.width, len(values), rng)",
        "within = values + pick_below(self.width, len(values), rng) * (values < 2)",
        f"{LAWS}::test_the_law_is_the_table",
    ),
    Mutant(
        "Duchi: as much tilt as a report has odds",
        "Duchi.tilt",
        "(self.odds - 1) / (self.odds + 1)",
        "(self.odds - 1) / self.odds",
        CLAIM,
    ),
    Mutant(
        "several: every told one has the whole epsilon",
        "Several.questions",
        "maker(self.epsilon / self.told)",
        "maker(self.epsilon)",
        f"{LOCAL}/test_several.py::test_the_told_ones_share_epsilon",
    ),
    Mutant(
        "lasting: the published calibration",
        "second_p",
        "share = tilt(odds, size) / tilt(odds_ever, size)",
        "share = tilt(odds, 2) / tilt(odds_ever, 2)",
        f"{LASTING}::test_generalized_response_in_two_rounds_has_exactly_the_odds_of_one",
    ),
    Mutant(
        "lasting: the second round flips nothing",
        "LastingUnary.reports",
        "flips = bernoulli(self.flip, (len(memos), self.size), rng)",
        "flips = bernoulli(0, (len(memos), self.size), rng)",
        f"{LAWS}::test_both_rounds_follow_their_tables",
    ),
    Mutant(
        "RAPPOR: a bit that is set is never cleared",
        "Rappor.remember",
        "np.where(keep, true, fair)",
        "np.where(keep, true, fair) | true",
        f"{LOCAL}/test_rappor.py::test_a_bit_that_is_set_can_be_cleared",
    ),
    Mutant(
        "RAPPOR: permanent bits counted once for two words",
        "Rappor.odds_ever",
        "** (2 * self.hashes)",
        "** self.hashes",
        f"{LOCAL}/test_rappor.py::test_tables_keep_the_claims",
    ),
    Mutant(
        "shares: ranges as if nothing were lost near zero supporters",
        "postprocess/local/shares.py::shares_of",
        "tail = float(1 - level) / 2\n",
        "tail = float(1 - level)\n",
        f"{SHARES}::test_ranges_hold_as_often_as_said",
    ),
    Mutant(
        "shares: a name for everybody who passes once in twenty",
        "find_above",
        'chance = float(exact(miss, "miss", above=0, below=1)) / candidates',
        'chance = float(exact(miss, "miss", above=0, below=1))',
        f"{SHARES}::test_no_false_name_more_often_than_said",
    ),
    Mutant(
        "shuffled: reports that can be linked",
        "accounting/shuffled.py::shuffle_promise",
        "    if linkable:\n",
        "    if not devices:\n",
        "tests/unit/accounting/test_shuffled.py::test_what_can_be_linked_is_not_amplified",
    ),
    Mutant(
        "shuffled: one tail forgotten",
        "shuffled_delta",
        "theirs = (1 - true) * below + true * above",
        "theirs = (1 - true) * below + above",
        "tests/unit/accounting/test_shuffled.py::test_it_is_the_divergence_of_the_pair",
    ),
    Mutant(
        "device: a report is drawn anew when asked again",
        "Device.report",
        'if period == kept["last"]:',
        'if period == kept["last"] and False:',
        f"{DEVICE}::test_one_report_a_period_whatever_is_asked",
    ),
    Mutant(
        "device: coins of a report that do not follow from the secret",
        "device/answer.py::_copy",
        "    return bytes(protocol.reports(choice, memos, rng)[0])",
        "    return bytes(protocol.reports(choice, memos)[0])",
        f"{ANSWER}::test_asked_again_it_says_the_same",
    ),
    Mutant(
        "device: a held answer looks again every period",
        "device/answer.py::answer",
        "if memory.hold != hold:",
        "if memory.hold <= hold:",
        f"{ANSWER}::test_a_held_answer_does_not_look_at_later_values",
    ),
    Mutant(
        "device: the same value has the same answer in every hold",
        "device/answer.py::answer",
        'b"hold %d" % hold, value',
        'b"hold", value',
        f"{ANSWER}::test_a_held_answer_does_not_look_at_later_values",
    ),
    Mutant(
        "device: values are not counted",
        "device/answer.py::answer",
        "memory = Memory(tags=(*memory.tags, tag))",
        "memory = Memory(tags=memory.tags)",
        f"{ANSWER}::test_each_new_value_costs_and_then_nothing_depends_on_it",
    ),
    Mutant(
        "device: used up, further values go on being told",
        "device/answer.py::answer",
        "memo if paid else nobody",
        "memo",
        f"{ANSWER}::test_each_new_value_costs_and_then_nothing_depends_on_it",
    ),
    Mutant(
        "device: what is no value is refused",
        "device/device.py::_index_or_none",
        "    except Exception:",
        "    except KeyError:",
        f"{DEVICE}::test_what_is_no_value_is_reported_as_none",
    ),
    Mutant(
        "device: none is free",
        "device/answer.py::answer",
        "paid = known or len(memory.tags) < campaign.promise.answers",
        "paid = value is not None and (known or len(memory.tags) < campaign.promise.answers)",
        f"{ANSWER}::test_none_is_one_more_value",
    ),
    Mutant(
        "device: none pays and has the answer of used-up values",
        "device/answer.py::answer",
        'b"none" if value is None else b"value"',
        'b"nobody" if value is None else b"value"',
        f"{ANSWER}::test_none_is_one_more_value",
    ),
    Mutant(
        "device: no value is told as the first one",
        "device/answer.py::_value_or_stand_in",
        "return stand_in if value is None else value",
        "return 0 if value is None else value",
        f"{ANSWER}::test_over_secrets_the_law_is_the_table[lasting response-held]",
    ),
    Mutant(
        "device: a changed campaign is another campaign",
        "_refuse_changed",
        'if (kept["name"], kept["edition"]) == (campaign.name, campaign.edition):',
        'if (kept["name"], kept["edition"]) == (campaign.edition, campaign.name):',
        f"{DEVICE}::test_a_changed_campaign_is_refused",
    ),
    Mutant(
        "device: nobody is asked about by value",
        "Device.enrol",
        "and by_value is not True",
        "and by_value is None",
        f"{DEVICE}::test_a_campaign_by_value_is_agreed_to_in_so_many_words",
    ),
    Mutant(
        "device: campaigns spend nothing",
        "device/device.py::_remaining",
        'return Fraction(body["total"]) - promised',
        'return Fraction(body["total"])',
        f"{DEVICE}::test_the_budget_is_the_owner_s_and_never_comes_back",
    ),
    Mutant(
        "device: a clock that was set back reports again",
        "device/device.py::_period",
        'if period < kept["last"]:',
        "if period < 0:",
        f"{DEVICE}::test_clocks",
    ),
    Mutant(
        "device: an older state is taken",
        "device/keep.py::load",
        "if ahead not in (0, 1):",
        "if ahead > 1:",
        f"{DEVICE}::test_an_older_file_that_was_put_back_is_noticed[state]",
    ),
    Mutant(
        "device: a lost mark is nothing",
        "device/keep.py::load",
        "if ahead not in (0, 1):",
        "if ahead < 0:",
        f"{DEVICE}::test_an_older_file_that_was_put_back_is_noticed[mark]",
    ),
    Mutant(
        "device: a copy goes on",
        "device/keep.py::load",
        "if moved and not anywhere:",
        "if moved and anywhere:",
        f"{DEVICE}::test_two_devices_with_one_secret_are_noticed",
    ),
    Mutant(
        "device: older files in the same place go on",
        "device/keep.py::load",
        ' or (ahead == 0 and mark.get("file") != _file_of(found))',
        "",
        f"{DEVICE}::test_older_files_put_back_into_the_same_ones_are_noticed",
    ),
    Mutant(
        "device: the time of change is not kept",
        "device/keep.py::_file_of",
        "return [found.st_ino, found.st_ctime_ns]",
        "return [found.st_ino, found.st_mtime_ns * 0]",
        f"{DEVICE}::test_older_files_put_back_into_the_same_ones_are_noticed",
    ),
    Mutant(
        "device: a mark that is behind falls further behind",
        "device/keep.py::save",
        '_write_mark(folder, secret, body["serial"])\n    body =',
        "pass\n    body =",
        f"{DEVICE}::test_marks_that_fail_again_and_again_end_no_device",
    ),
    Mutant(
        "device: a secret may have two names",
        "device/keep.py::_read",
        "found.st_nlink != 1 and",
        "found.st_nlink < 1 and",
        f"{DEVICE}::test_a_secret_with_two_names_is_refused",
    ),
    Mutant(
        "device: a state that was changed is read",
        "device/keep.py::_open_sealed",
        "if not hmac.compare_digest(seal, expected):",
        "if not text:",
        f"{DEVICE}::test_a_changed_state_is_refused",
    ),
    Mutant(
        "device: everybody may read the state",
        "device/keep.py",
        "_OWNER_ONLY: Final = 0o600",
        "_OWNER_ONLY: Final = 0o644",
        f"{DEVICE}::test_only_its_owner_reads_it",
    ),
    Mutant(
        "campaign: a kind that is no text ends with a traceback",
        "Campaign.read",
        'str(protocol.get("kind")) not in _PROTOCOLS',
        'protocol.get("kind") not in _PROTOCOLS',
        f"{CAMPAIGN}::test_a_kind_or_period_that_is_no_text_is_refused",
    ),
    Mutant(
        "campaign: more periods than are paid for",
        "Campaign._check",
        "if self.cost > promise.for_ever:",
        "if self.cost > promise.for_ever * self.periods:",
        f"{CAMPAIGN}::test_what_would_break_a_promise_is_refused",
    ),
    Mutant(
        "campaign: a hold that is cut off costs nothing",
        "Campaign.cost",
        "-(-self.periods // self.promise.hold)",
        "(self.periods // self.promise.hold)",
        f"{CAMPAIGN}::test_what_would_break_a_promise_is_refused[a hold that ends too early]",
    ),
    Mutant(
        "campaign: bits of a file are believed",
        "Campaign._check",
        "if protocol.epsilon > promise.epsilon or (self.is_lasting and protocol.ever > promise.ever):",
        "if protocol.epsilon < 0:",
        f"{CAMPAIGN}::test_bits_that_tell_more_than_is_promised_are_refused",
    ),
    Mutant(
        "campaign: a private number is quoted",
        "device/question.py::_number",
        "            raise refusal from None  # its own message would quote the value",
        "            raise",
        f"{CAMPAIGN}::test_what_is_no_answer_is_refused_without_a_word_of_it[duchi]",
    ),
    Mutant(
        "wire: any period is one",
        "device/wire.py::read_frame",
        " or period >= campaign.periods:",
        ":",
        f"{DEVICE}::test_forged_reports_are_dropped",
    ),
]

if __name__ == "__main__":
    mutants.MUTANTS[:] = MUTANTS
    sys.exit(mutants.main(sys.argv[1:]))
