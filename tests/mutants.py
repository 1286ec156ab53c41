"""Plants known bugs, one at a time, into a copy of our source and demands that a named test catches each.

    python tests/mutants.py            all of them
    python tests/mutants.py noise      those whose name contains "noise"

A mutant is a textual patch of one function or class, found by its name (`planted_place`). It must apply exactly
once; the named test must pass on the clean copy and fail on the patched one. Anything else (a survivor, a patch
that no longer applies, a test that fails anyway) ends with status 1. Add a mutant with every bug you can imagine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from planted_place import planted

ROOT = Path(__file__).resolve().parent.parent


class Mutant(NamedTuple):
    """One planted bug: at this place, this text becomes that one, and this test must notice."""

    name: str
    place: str
    old: str
    new: str
    test: str


NOISE, CORE, ACCOUNTING, AUDIT = "tests/unit/noise", "tests/unit/core", "tests/unit/accounting", "tests/unit/audit"

MUTANTS = [
    Mutant(
        "noise: sum of two geometrics instead of their difference",
        "laplace_draws",
        "np.subtract(low[:size], low[size:]",
        "np.add(low[:size], low[size:]",
        "tests/statistical/test_laplace.py::test_the_law_is_exact",
    ),
    Mutant(
        "noise: digit thresholds one off",
        "digits_of",
        "row[:count] = [threshold(logistic(2**digit / scale), word_bits) for",
        "row[:count] = [threshold(logistic(2**digit / scale), word_bits) + 1 for",
        f"{NOISE}/test_digits.py::test_thresholds_are_the_integer_parts",
    ),
    Mutant(
        "noise: a tie always decided as zero",
        "Digits._bits",
        "bits[at] = is_below(int(words[at]), self.word_bits, law, rng)",
        "bits[at] = False",
        f"{NOISE}/test_digits.py::test_a_tie_is_cut_where_the_true_probability_is",
    ),
    Mutant(
        "noise: the tail beyond the digits dropped",
        "Digits._far",
        "near = words > self.tail",
        "near = words >= 0",
        f"{NOISE}/test_digits.py::test_the_tail_adds_whole_blocks_beyond_the_digits",
    ),
    Mutant(
        "noise: a new key after a fork forgotten",
        "Randomness._context",
        "stream is None or stream.process != process or stream.used",
        "stream is None or stream.used",
        f"{NOISE}/test_forks.py::test_children_and_parent_all_differ",
    ),
    Mutant(
        "noise: huge noise wraps instead of saturating",
        "saturate",
        "return max(-SATURATION, min(SATURATION, noise))",
        "return (noise + SATURATION) % (2 * SATURATION) - SATURATION",
        f"{NOISE}/test_saturation.py::test_huge_noise_is_held_and_never_wraps",
    ),
    Mutant(
        "noise: the sum clipped before the noise only",
        "saturating_add",
        "return np.clip(held, -LIMIT, LIMIT, out=held)",
        "return held",
        f"{NOISE}/test_saturation.py::test_the_sum_is_a_function_of_the_clipped_answer_plus_unbounded_noise",
    ),
    Mutant(
        "noise: an undecided comparison given up",
        "is_below",
        "        word = word << 64 | int(rng.words(1, 64)[0])\n        bits += 64",
        "        return True",
        f"{NOISE}/test_coins.py::test_a_comparison_goes_on_until_it_is_sure",
    ),
    Mutant(
        "core: prices rounded down",
        "rho_of_pure",
        "return ceiling(scale * Fraction(one - low, one + low))",
        "return int(scale * Fraction(one - low, one + low))",
        f"{CORE}/test_charge.py::test_rho_of_pure_is_rounded_up_by_less_than_one_unit",
    ),
    Mutant(
        "core: the count of a repeated charge forgotten",
        "Repeated.price",
        "return self.charge.price() * self.times",
        "return self.charge.price()",
        f"{CORE}/test_charge.py::test_n_charges_are_n_times_one",
    ),
    Mutant(
        "core: epsilon²/8 for any pure mechanism",
        "Pure.price",
        "return Price(rho_of_pure(self.epsilon), 0)",
        "return Price(ceiling(self.epsilon**2 / 8 * RHO_UNITS), 0)",
        "tests/property/test_accounting_divergences.py::test_any_pure_mechanism",
    ),
    Mutant(
        "core: the two norms of a Laplace charge swapped",
        "Laplace.price",
        "min(rho_of_pure(self.l1 / self.scale), rho_of_pure(1 / self.scale, self.l2_squared))",
        "min(rho_of_pure(self.l2_squared / self.scale), rho_of_pure(1 / self.scale, self.l1))",
        "tests/property/test_accounting_divergences.py::test_discrete_laplace_vectors",
    ),
    Mutant(
        "core: sigma taken for its square",
        "Gaussian.price",
        "ceiling(self.l2_squared / (2 * self.sigma_squared) * RHO_UNITS)",
        "ceiling(self.l2_squared / (2 * self.sigma_squared**2) * RHO_UNITS)",
        "tests/property/test_accounting_divergences.py::test_discrete_gaussian_vectors",
    ),
    Mutant(
        "core: delta of an approximate charge not charged",
        "Approx.price",
        "ceiling(self.delta * DELTA_UNITS)",
        "0",
        f"{ACCOUNTING}/test_filter.py::test_events_have_their_own_cap",
    ),
    Mutant(
        "core: two spellings of one stored charge accepted",
        "core/charge.py::_read",
        "if not _spelled_alike(charge, given):",
        "if False:",
        f"{CORE}/test_charge_codec.py::test_hostile_records_are_refused",
    ),
    Mutant(
        "accounting: two caps joined by or",
        "Filter._fits",
        "total.main <= self._allowance.cap and total.delta",
        "total.main <= self._allowance.cap or total.delta",
        f"{ACCOUNTING}/test_filter.py::test_events_have_their_own_cap",
    ),
    Mutant(
        "accounting: a delta not added up",
        "Filter.price",
        "return Amount(price.rho, price.delta)",
        "return Amount(price.rho, 0)",
        f"{ACCOUNTING}/test_filter.py::test_events_have_their_own_cap",
    ),
    Mutant(
        "accounting: one unit beyond the cap admitted",
        "Filter._fits",
        "return total.main <= self._allowance.cap and",
        "return total.main <= self._allowance.cap + 1 and",
        f"{ACCOUNTING}/test_filter.py::test_the_last_unit_fits_and_one_more_does_not",
    ),
    Mutant(
        "accounting: the conversion without ln alpha",
        "_enclosed_extra",
        "return (-intervals.log(enclose(chance)) - intervals.log(alpha)) / a",
        "return (-intervals.log(enclose(chance))) / a",
        f"{ACCOUNTING}/test_zcdp.py::test_worked_budgets",
    ),
    Mutant(
        "audit: no correction for the number of events",
        "Run._measured",
        "each = settings.alpha / max(1, len(live)) / tests",
        "each = settings.alpha",
        f"{AUDIT}/test_run.py::test_every_finalist_is_paid_for",
    ),
    Mutant(
        "audit: events bounded on the draws that chose them",
        "Run._measured",
        "(stage, 2, state.batches)",
        "(stage, 1, state.batches)",
        f"{AUDIT}/test_run.py::test_pure_noise_never_looks_leaky",
    ),
    Mutant(
        "audit: the limits of the two sides swapped",
        "epsilon_low",
        "upper(rare, rare_draws, alpha / 2))\n    low = float(lower(likely,",
        "lower(rare, rare_draws, alpha / 2))\n    low = float(upper(likely,",
        f"{AUDIT}/test_bound.py::test_the_bound_is_wrong_at_most_as_often_as_it_says",
    ),
    Mutant(
        "audit: delta forgotten",
        "epsilon_low",
        "low = float(lower(likely, draws, alpha / 2)) - delta",
        "low = float(lower(likely, draws, alpha / 2))",
        f"{AUDIT}/test_run.py::test_a_delta_excuses_what_it_should_and_no_more",
    ),
    Mutant(
        "audit: one direction only",
        "Run.choose",
        "for likely in (0, 1):",
        "for likely in (0,):",
        f"{AUDIT}/test_run.py::test_nan_on_one_side_only_is_an_event",
    ),
    Mutant(
        "testing: the refusal of a suite that lost a check lost",
        "Report.complete",
        "if self.count != expected:",
        "if False:",
        "tests/unit/testing/test_testing.py::test_a_suite_that_lost_a_check_fails",
    ),
]


def outcome(mutant: Mutant, clean: dict[str, bool]) -> str:
    """Caught, or what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        if mutant.test not in clean:
            clean[mutant.test] = passes(mutant.test, source)
        if not clean[mutant.test]:
            return "the test fails on clean source"
        try:
            file, text = planted(source / "epsilog", mutant.place, mutant.old, mutant.new)
        except LookupError as error:
            return str(error)
        file.write_text(text, encoding="utf-8")
        return "SURVIVED" if passes(mutant.test, source) else "caught"


def passes(test: str, source: Path) -> bool:
    """Whether a test passes against this copy of the source. A test that is not collected is an error."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    where = [sys.executable, "-c", "import epsilog; print(epsilog.__file__)"]
    found = subprocess.run(where, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    if not found.startswith(str(source)):
        raise SystemExit("the copy is not what Python imports: every verdict would be about the original")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-m", "", test],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 1):  # 1: tests failed; anything else: they did not run
        raise SystemExit(f"{test} did not run:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    return run.returncode == 0


def main(wanted: list[str], mutants: list[Mutant] = MUTANTS) -> int:
    """Run the chosen mutants and print the table."""
    chosen = [m for m in mutants if not wanted or any(word in m.name for word in wanted)]
    if not chosen:
        sys.stdout.write("no mutant of that name\n")
        return 1
    clean: dict[str, bool] = {}
    survivors = 0
    sys.stdout.write("| planted bug | test | outcome |\n|---|---|---|\n")
    for mutant in chosen:
        result = outcome(mutant, clean)
        survivors += result != "caught"
        sys.stdout.write(f"| {mutant.name} | `{mutant.test.rpartition('/')[2]}` | {result} |\n")
        sys.stdout.flush()
    sys.stdout.write(f"\n{len(chosen) - survivors} of {len(chosen)} caught\n")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
