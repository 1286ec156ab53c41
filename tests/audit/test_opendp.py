"""The real-world control: OpenDP 0.9.2 to 0.14.1 drew biased Laplace noise; 0.14.2 repaired it.

Both versions are installed by name into environments of their own, once. That is quick enough for the ordinary
tests. Claim: scale 3 and a step of 1, so epsilon = 1/3. Confidence 1 - 1e-6 per verdict.
"""

from __future__ import annotations

from audit.peers import OpenDpLaplace
from epsilog.audit import audit

CLAIM = "1/3"


def test_the_biased_version_is_caught() -> None:
    verdict = audit(OpenDpLaplace("0.14.1"), 0, 1, CLAIM, samples=300_000, confidence="0.999999", patience=300)
    assert not verdict.passed
    assert not verdict.problems
    assert verdict.epsilon > 1 / 3, str(verdict)


def test_the_repaired_version_passes() -> None:
    verdict = audit(OpenDpLaplace("0.16.0"), 0, 1, CLAIM, samples=300_000, confidence="0.999999", patience=300)
    assert verdict.passed, str(verdict)
    assert verdict.epsilon > 0.25  # it does look
