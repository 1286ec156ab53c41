"""Plans as people write them: files and one-liners, and where a complaint points."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from epsilog.accounting.side_by_side import side_by_side
from epsilog.cli.written_plan import read_plan
from epsilog.core.charge import Approx, Gaussian, GeoInd, Laplace, Pure
from epsilog.core.price import Budget
from epsilog.errors import CurrencyMismatch, SpecError

PLAN = """\
version: 1
promise: {epsilon: 1, delta: 1e-6}
charges:
  - name: 门诊
    kind: laplace
    scale: 0.1
    l1: 1
    l2_squared: 1
    times: 3
  - kind: gaussian
    sigma_squared: 1/3
    l2_squared: 4
"""


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(PLAN, encoding="utf-8")
    plan = read_plan(str(tmp_path / "plan.yaml"))
    assert plan.promise == Budget(1, 1e-6)
    assert [item.name for item in plan.items] == ["门诊", "gaussian 2"]
    assert plan.items[0].charge == Laplace(Fraction(1, 10), 1, 1)
    assert plan.items[1].charge == Gaussian(Fraction(1, 3), 4)
    assert plan.charge.price() == (Laplace(Fraction(1, 10), 1, 1) * 3 + Gaussian(Fraction(1, 3), 4)).price()


def test_files_and_lines_together(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(PLAN, encoding="utf-8")
    plan = read_plan([str(tmp_path / "plan.yaml"), "pure:epsilon=0.5", "approx: epsilon = 1 , delta=1e-7"])
    assert [item.charge for item in plan.items[2:]] == [
        Pure(Fraction(1, 2)),
        Approx(Fraction(1), Fraction(1, 10**7)),
    ]
    with pytest.raises(SpecError, match="two files"):
        read_plan([str(tmp_path / "plan.yaml")] * 2)


@pytest.mark.parametrize(
    ("line", "where", "hint"),
    [
        ("laplace:scale=20", "charge", "l1=…"),
        ("lapalce:scale=20", "kind", "laplace"),
        ("laplace:scal=20,l1=1,l2_squared=1", "scal", "scale"),
        ("laplace:scale=nan,l1=1,l2_squared=1", "scale", ""),
        ("laplace:scale=1e400,l1=1,l2_squared=1", "scale", ""),
        ("laplace:scale=-0.0,l1=1,l2_squared=1", "scale", ""),
        ("laplace:scale=0x1,l1=1,l2_squared=1", "scale", ""),
        ("laplace:scale=1,l1=0,l2_squared=1", "l1", ""),
        ("laplace:scale=1,l1=1.5,l2_squared=2", "l1", ""),
        (f"laplace:scale=1,l1={2**63},l2_squared=1", "l1", ""),
        ("pure:epsilon=1,epsilon=2", "epsilon", ""),
        ("pure:epsilon=1,times=0", "times", ""),
        ("pure:epsilon", "charge", "field=value"),
        ("pure:", "charge", "field=value"),
        (":epsilon=1", "kind", ""),
        ("composed:charges=1", "kind", "entries of their own"),
        ("gaussian:sigma_squared=1,l2_squared=1,law=discrte", "law", "discrete"),
        ("pure:epsilon='; drop", "epsilon", ""),
        ("nofile.yaml", "nofile.yaml", "path"),
        ("", "", ""),
    ],
)
def test_bad_lines_point_at_the_field(line: str, where: str, hint: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_plan(line)
    assert caught.value.where == where
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("version: 1", "version: 2", "plan.yaml:1, version"),
        ("scale: 0.1", "scale: .nan", "plan.yaml:6, charges[0].scale"),
        ("scale: 0.1", "scale: true", "plan.yaml:6, charges[0].scale"),
        ("scale: 0.1", "scale: [1]", "plan.yaml:6, charges[0].scale"),
        ("scale: 0.1", "scale: 0", "plan.yaml:6, charges[0].scale"),
        ("times: 3", "tiems: 3", "plan.yaml:9, charges[0].tiems"),
        ("    l1: 1\n", "", "plan.yaml:4, charges[0]"),
        ("kind: gaussian", "kind: gausian", "plan.yaml:10, charges[1].kind"),
        ("epsilon: 1,", "epsilon: -1,", "plan.yaml:2, promise.epsilon"),
        ("delta: 1e-6", "delta: 1", "plan.yaml:2, promise.delta"),
        ("charges:\n", "charges: []\nmore:\n", "plan.yaml:4, more"),
    ],
)
def test_bad_files_point_at_the_line(old: str, new: str, where: str, tmp_path: Path) -> None:
    assert old in PLAN
    (tmp_path / "plan.yaml").write_text(PLAN.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        read_plan(str(tmp_path / "plan.yaml"))
    assert caught.value.where == where


def test_currencies_do_not_mix() -> None:
    plan = read_plan(["geo-ind:epsilon_per_metre=0.01", "pure:epsilon=1"])
    with pytest.raises(CurrencyMismatch):
        plan.charge.price()


def test_side_by_side_worked_numbers() -> None:
    rules = {rule.name: rule for rule in side_by_side(Pure(Fraction(1, 100)) * 487, "1e-6")}
    promises = {name: rule.promise for name, rule in rules.items()}
    assert promises["basic"] is not None
    assert promises["basic"].epsilon == pytest.approx(4.87)
    assert promises["zcdp"] is not None
    assert promises["frozen"] is not None
    assert promises["frozen"].epsilon <= promises["zcdp"].epsilon <= 1
    assert {name for name, rule in rules.items() if rule.adaptive} == {"basic", "zcdp"}


def test_side_by_side_of_the_mission() -> None:
    each = Approx(Fraction(5, 100), Fraction(1, 10**8))
    rules = {rule.name: rule.promise for rule in side_by_side(each * 1440, Fraction(145, 10**7))}
    assert rules["basic"] is not None
    assert (rules["basic"].epsilon, rules["basic"].delta) == (pytest.approx(72), pytest.approx(1.44e-5))
    assert rules["advanced"] is not None
    assert rules["advanced"].epsilon == pytest.approx(14.46, abs=0.005)
    assert rules["advanced"].delta == pytest.approx(1.45e-5)


def test_side_by_side_says_nothing_where_a_rule_is_silent() -> None:
    rules = {rule.name: rule.promise for rule in side_by_side(Gaussian(Fraction(100), 1), "1e-6")}
    assert rules["basic"] is None
    assert rules["advanced"] is None
    assert rules["zcdp"] is not None
    with pytest.raises(CurrencyMismatch):
        side_by_side(GeoInd(Fraction(1)), "1e-6")
    nothing_left = side_by_side(Approx(Fraction(1), Fraction(1, 1000)), "1e-6")
    assert [rule.promise for rule in nothing_left if rule.name == "zcdp"] == [None]
