"""Bugs planted where cells of another type are met: file, what stands there, what would, and who must notice."""

from __future__ import annotations

from typing import Final

WRONG: Final = "tests/integration/ledger/test_wrong_types.py"

OF_TYPES: Final = (
    (
        "ledger/pay_sqlite.py",
        "typeof(balances.{side}_{part}) = 'integer'",
        "typeof(balances.{side}_{part}) <> 'no'",
        f"{WRONG}::test_a_text_is_no_room_in_a_balance",
    ),
    (
        "ledger/cells.py::check_row",
        "if name in _ALLOWED and type(value) not in _ALLOWED[name]:",
        "if name not in row:",
        f"{WRONG}::test_a_text_is_no_room_in_a_balance",
    ),
    (
        "Books._stop_if_damaged",
        'self.stop_everything(f"damage: {error.what}")',
        "pass",
        f"{WRONG}::test_a_text_is_no_room_in_a_balance",
    ),
    (
        "verify_in",
        "    except Damaged as error:\n",
        "    except ZeroDivisionError as error:\n        assert isinstance(error, Damaged)\n",
        f"{WRONG}::test_a_wrong_type_in_any_column_stops_the_books",
    ),
    (
        "Store.connect",
        "connection.rollback()  # the error",
        "pass  # the error",
        f"{WRONG}::test_a_text_is_no_room_in_a_balance",
    ),
)
