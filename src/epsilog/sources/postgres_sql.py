"""Ibis expressions in PostgreSQL's words, where those differ from DuckDB's or would fail for some values.

PostgreSQL has errors where IEEE 754 has infinities and zeros, and no 128-bit integers: here a product or quotient
with a constant is what binary64 says it is, and sums are `numeric`, which is exact.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final

import ibis.expr.operations as ops
import sqlglot as sg
import sqlglot.expressions as sge
from ibis.backends.sql.compilers.postgres import PostgresCompiler

_DAY: Final = 86_400_000_000
_LONG_AGO: Final = 1_000_000  # days before 1970, so that a quotient towards zero is a floor
_LEAST_EXPONENT: Final = -700  # exp of less is an error in PostgreSQL, and 0 for every purpose here


def sql_of(expression: Any) -> str:
    """PostgreSQL's SQL for an Ibis expression over tables known by name.

    >>> import ibis
    >>> rows = ibis.table({"x": "float64"}, name="rows")
    >>> "CASE WHEN" in sql_of(rows.select(y=rows.x * 100.0))
    True
    """
    return str(PostgresSql().to_sqlglot(expression).sql(dialect="postgres"))


class PostgresSql(PostgresCompiler):  # type: ignore[misc]
    """The compiler of Ibis with a few sentences of our own."""

    __slots__ = ()

    def visit_ScalarUDF(self, op: Any, **given: Any) -> Any:  # noqa: N802
        """The functions of engine_functions.py, which bear DuckDB's names."""
        first, *rest = given.values()
        match op.__func_name__:
            case "nfc_normalize":
                return self.f.anon.normalize(first)
            case "chr":
                return sg.parse_one("CAST(NULL AS TEXT)", read="postgres")  # no text here holds a NUL to look for
            case "make_timestamp":
                days = sge.Div(this=sge.paren(first + _DAY * _LONG_AGO), expression=_number(_DAY), typed=True)
                return sge.paren(sge.cast(sge.convert("1970-01-01"), "date") + sge.cast(days - _LONG_AGO, "int"))
            case "divide" if isinstance(op.args[1], ops.Literal):
                return sge.Div(this=sge.cast(first, "bigint"), expression=rest[0], typed=True)
            case "divide":
                return self.f.anon.div(first, *rest)  # of `numeric`: towards zero
            case "factorial" | "floor" | "md5" as same:
                return self.f.anon[same](first)
            case "list_last":
                return first  # see visit_AggUDF
        raise NotImplementedError(op.__func_name__)

    def visit_AggUDF(self, op: Any, *, where: Any, **given: Any) -> Any:  # noqa: N802
        """The one of a group's numbers at a place in ascending order, or the last."""
        if op.__func_name__ != "min" or where is not None:
            raise NotImplementedError(op.__func_name__)
        column, place = given.values()
        listed = f"(ARRAY_AGG({_spell(column)} ORDER BY {_spell(column)}))"
        return sg.parse_one(f"{listed}[LEAST({_spell(place)}, COUNT({_spell(column)}))]", read="postgres")

    def visit_Cast(self, op: Any, *, arg: Any, to: Any) -> Any:  # noqa: N802
        """A text becomes a number in one place only: `0x` and hexadecimal digits."""
        if op.arg.dtype.is_string() and to.is_integer():
            padded = f"LPAD(SUBSTR({_spell(arg)}, 3), 16, '0')"
            return sg.parse_one(f"CAST(CAST('x' || {padded} AS BIT(64)) AS BIGINT)", read="postgres")
        return super().visit_Cast(op, arg=arg, to=to)

    def visit_Sum(self, op: Any, *, arg: Any, where: Any) -> Any:  # noqa: N802
        """Of 64-bit integers: those are added as `numeric`, shorter ones in 64 bits that may not suffice."""
        if op.arg.dtype.is_integer() and op.arg.dtype.nbytes < 8:
            arg = sge.cast(arg, "bigint")
        return super().visit_Sum(op, arg=arg, where=where)

    def visit_Multiply(self, op: Any, *, left: Any, right: Any) -> Any:  # noqa: N802
        """A product with a constant of at least 1 is infinite where it does not fit."""
        if op.dtype.is_floating() and isinstance(op.right, ops.Literal):
            most, factor = largest_product(float(op.right.value)), _float(float(op.right.value))
            x = _spell(left)
            return sg.parse_one(
                f"(CASE WHEN {x} > {_float(most)} THEN {_float(math.inf)} "
                f"WHEN {x} < {_float(-most)} THEN {_float(-math.inf)} ELSE {x} * {factor} END)",
                read="postgres",
            )
        return self.binop(sge.Mul, left, right)

    def visit_Divide(self, op: Any, *, left: Any, right: Any) -> Any:  # noqa: N802
        """A quotient by a constant of at least 1 is 0 where it is too small."""
        if op.dtype.is_floating() and isinstance(op.right, ops.Literal) and float(op.right.value) >= 1:
            least, x = largest_vanishing(float(op.right.value)), _spell(left)
            return sg.parse_one(
                f"(CASE WHEN ABS({x}) <= {_float(least)} THEN {_float(0.0)} "
                f"ELSE {x} / {_float(float(op.right.value))} END)",
                read="postgres",
            )
        return super().visit_Divide(op, left=left, right=right)

    def visit_Exp(self, op: Any, *, arg: Any) -> Any:  # noqa: N802
        """An exponential that cannot be too small."""
        return self.f.exp(self.f.greatest(arg, _LEAST_EXPONENT))


def largest_product(factor: float) -> float:
    """The largest number whose product with a factor of at least 1 is finite.

    >>> largest_product(2.0) * 2.0 < math.inf, math.nextafter(largest_product(2.0), math.inf) * 2.0
    (True, inf)
    """
    if not 1 <= factor < math.inf:
        raise ValueError("a factor of at least 1")
    number = math.nextafter(1.7976931348623157e308 / factor, math.inf)
    while math.isinf(number * factor):
        number = math.nextafter(number, 0.0)
    while number < 1.7976931348623157e308 and not math.isinf(math.nextafter(number, math.inf) * factor):
        number = math.nextafter(number, math.inf)
    return number


def largest_vanishing(divisor: float) -> float:
    """The largest number whose quotient by a divisor of at least 1 is 0.

    >>> largest_vanishing(1.0), largest_vanishing(3.0), 5e-324 / 3.0, 1e-323 / 3.0
    (0.0, 5e-324, 0.0, 5e-324)
    """
    if not 1 <= divisor < math.inf:
        raise ValueError("a divisor of at least 1")
    number = float(Fraction(divisor) / 2**1075)
    while number and number / divisor:
        number = math.nextafter(number, 0.0)
    while not math.nextafter(number, math.inf) / divisor:
        number = math.nextafter(number, math.inf)
    return number


def _float(number: float) -> str:
    return f"CAST('{number!r}' AS DOUBLE PRECISION)"


def _number(number: int) -> Any:
    return sge.Literal.number(number)


def _spell(expression: Any) -> str:
    return str(expression.sql(dialect="postgres"))
