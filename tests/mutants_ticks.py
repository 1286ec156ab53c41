"""Bugs planted in the ticks of streams: file, what stands there, what would, and who must notice."""

from __future__ import annotations

UNIT = "tests/unit/ledger/test_ticks.py"
RACES = "tests/integration/ledger/test_streams.py"
FORGED = "tests/integration/ledger/test_forged_entries.py::test_an_entry_that_cannot_be_is_named"
TAMPERED = "tests/integration/ledger/test_tampering.py::test_the_first_damaged_tick_is_named"
SCREEN = "tests/integration/test_cli_ledger_streams.py"
TICKING, REPLAYED = "epsilog/ledger/ticking.py", "epsilog/ledger/replayed_ticks.py"

OF_TICKS = (
    # Entering
    (
        "tick",
        'if known is None or known["digest"] != digest:',
        "if known is None:",
        f"{UNIT}::test_a_repeated_tick_is_the_same_and_another_value_is_refused",
    ),
    (
        "tick",
        "if number <= so_far.ticks:",
        "if number == so_far.ticks:",
        f"{UNIT}::test_a_repeated_tick_is_the_same_and_another_value_is_refused",
    ),
    (
        "tick",
        "if number != so_far.ticks + 1:",
        "if number > so_far.ticks + 2:",
        f"{UNIT}::test_a_repeated_tick_is_the_same_and_another_value_is_refused",
    ),
    (
        "tick",
        "        page.refuse_if_stopped(",
        "        len(",
        f"{UNIT}::test_a_stop_stops_streams",
    ),
    (
        "tick",
        'page.lineage(page.by_id(release["account"])["name"])',
        '[page.by_id(release["account"])]',
        f"{UNIT}::test_a_stop_stops_streams",
    ),
    (
        "tick",
        "        if so_far.closed:\n            raise",
        "        if so_far.closed and number > so_far.ticks + 1:\n            raise",
        f"{UNIT}::test_a_closed_stream_takes_no_tick",
    ),
    (
        "tick",
        "if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):",
        "if not isinstance(digest, str) or not _DIGEST.match(digest):",
        f"{UNIT}::test_what_is_no_digest",
    ),
    (
        "ledger/ticking.py::_stream",
        'if release["state"] not in (State.COMMITTED, State.DELIVERED):',
        'if release["state"] not in (State.STARTED, State.COMMITTED, State.DELIVERED):',
        f"{UNIT}::test_only_an_opened_stream_has_ticks",
    ),
    (
        "ledger/ticking.py::close",
        "        if so_far.closed:\n            return",
        "        if so_far.closed and not so_far.ticks:\n            return",
        f"{UNIT}::test_a_closed_stream_takes_no_tick",
    ),
    (
        "last_tick",
        "return (so_far.ticks, so_far.digest) if so_far.ticks else None",
        'return (so_far.ticks, so_far.digest) if so_far.digest else (1, "")',
        f"{UNIT}::test_ticks_follow_one_another_and_cost_nothing",
    ),
    (
        "Store.writing",
        'connection.execute("BEGIN IMMEDIATE")',
        'connection.execute("BEGIN")',
        f"{RACES}::test_rivals_never_send_two_values_for_one_tick[file-12]",
    ),
    # What verify asks of them
    (
        "Streams.take",
        "if number <= entered:",
        "if number < entered:",
        f"{FORGED}[file-a tick twice]",
    ),
    (
        "Streams.take",
        "if number > entered + 1:",
        "if number > entered + 2:",
        f"{FORGED}[file-ticks exchanged]",
    ),
    (
        "Streams.take",
        "if stream.closed:",
        'if stream.closed and kind == "close":',
        f"{FORGED}[file-a tick after the close]",
    ),
    (
        "Streams.take",
        'if body["ticks"] != entered:',
        'if body["ticks"] < entered:',
        f"{FORGED}[file-closed too late]",
    ),
    (
        "Streams.take",
        "if state not in (State.COMMITTED, State.DELIVERED):",
        "if state not in (State.STARTED, State.COMMITTED, State.DELIVERED):",
        f"{FORGED}[file-a tick before its opening]",
    ),
    (
        "Streams.take",
        "if len(value) != _SIZE or value.hex() != digest:",
        "if len(value) != _SIZE:",
        f"{FORGED}[file-a digest in capitals]",
    ),
    (
        "Replay._take",
        'if kind == "tick" and stopped:',
        'if kind == "tick" and self.stopped:',
        f"{FORGED}[file-a tick while stopped above]",
    ),
    (
        "Streams.wrong",
        'if row["digest"] != stream.digest(tick):',
        'if not row["digest"]:',
        f"{TAMPERED}[one is changed]",
    ),
    (
        "Streams.wrong",
        "found += _missing(stream, receipt, range(seen[receipt] + 1, tick))",
        "pass",
        f"{TAMPERED}[one is missing]",
    ),
    (
        "ledger/replayed_ticks.py::_rows",
        "return len(stream.seqs) + bool(stream.closed)",
        "return len(stream.seqs)",
        f"{TAMPERED}[opened again]",
    ),
    (
        "_sum_damage",
        "or _results(session, replay, seq) or _ticks(session, replay, seq)",
        "or _results(session, replay, seq)",
        f"{TAMPERED}[all are missing]",
    ),
    (
        "ledger/schema.py",
        '_ONLY_GROW: Final = ("journal", "ticks")',
        '_ONLY_GROW: Final = ("journal",)',
        "tests/integration/ledger/test_tampering.py::test_the_journal_only_grows",
    ),
    # Older books, and the screen
    (
        "_from_3",
        '    schema.create_table(session, "ticks")\n    schema.guard(session)\n',
        '    schema.create_table(session, "ticks")\n',
        "tests/unit/ledger/test_keeping.py::test_version_3_migrates_in_place_and_goes_on",
    ),
    (
        "_Kept.take",
        "line = replace(line, since=before.since or before)",
        "line = replace(line, since=before)",
        f"{SCREEN}::test_the_ticks_of_a_stream_are_one_line",
    ),
    (
        "cli/ledger/history.py::history",
        "fold=not screen.as_json",
        "fold=True",
        f"{SCREEN}::test_a_machine_gets_every_tick",
    ),
    # The server's memory
    (
        "Store._prepare",
        "        self._must_be_fine(connection.pgconn.exec_(_ROOM_TO_WORK))\n",
        "",
        "tests/unit/ledger/test_pay_fast.py::test_a_page_needs_no_new_memory_of_the_server",
    ),
)
