"""What refusals say, so that a reader of another language can be told the same. Used by the command line alone."""

from typing import Final

REFUSALS: Final[dict[str, str]] = {
    "refusal.unknown_field": "unknown field {name}",
    "refusal.missing_field": "the field {name} is missing",
    "refusal.add_field": "add `{name}: …`",
    "refusal.twice": "the field is written twice",
    "refusal.first_at": "first at line {line}",
    "refusal.unknown_value": "unknown value {word}",
    "refusal.did_you_mean": "did you mean {word}?",
    "refusal.one_of": "one of {words}",
    "refusal.expected_fields": "expected fields, found {kind}",
    "refusal.expected_list": "expected a list, found {kind}",
    "refusal.expected_text": "expected text, found {kind}",
    "refusal.expected_number": "expected a number, found {kind}",
    "refusal.expected_flag": "expected true or false, found {kind}",
    "refusal.kind_mapping": "a mapping",
    "refusal.kind_list": "a list",
    "refusal.kind_nothing": "nothing",
    "refusal.kind_text": "text",
    "refusal.pairs": "write `name: value` pairs",
    "refusal.above": "must be above {bound}, got {value}",
    "refusal.at_least": "must be at least {bound}, got {value}",
    "refusal.below": "must be below {bound}, got {value}",
    "refusal.at_most": "must be at most {bound}, got {value}",
    "refusal.whole": "must be a whole number, got {value}",
    "refusal.number": "{value} is not a number",
    "refusal.finite": "{value} is not a finite number",
    "refusal.plain_number": "write a plain number such as 0.5",
    "refusal.point": "with a point: {number}",
    "refusal.point_not_comma": "a number has a point, not a comma: 0.5",
    "refusal.cannot_read": "cannot read it: {reason}",
    "refusal.no_such_file_or_directory": "no such file or directory",
    "refusal.check_path": "check the path",
    "refusal.not_utf": "not UTF-8 text",
    "refusal.save_utf": "save the file as UTF-8",
    "refusal.yaml": "not readable YAML: {problem}",
    "refusal.tabs": "use spaces, not tabs",
    "refusal.empty": "the file is empty",
    "refusal.question": "a question of the draft is not answered yet",
    "refusal.answer_lines": "put your answer in place of ____; not answered yet: lines {lines}",
    "refusal.answer_line": "put your answer in place of ____; not answered yet: line {line}",
    "refusal.day": "{text} is not a day",
    "refusal.day_form": "write it as 2026-01-31",
    "refusal.two_ends": "give two ends",
    "refusal.ends_order": "the lower end must be below the upper end",
    "refusal.no_thing": "this entry does not say what to publish",
    "refusal.nothing_to_publish": "nothing to publish",
    "refusal.not_declared": "the column {name} is not declared",
    "refusal.no_column": "the data has no column {name}; its header has {count}",
    "refusal.near": "did you mean {name}? Nothing was read or spent",
    "refusal.otherwise": "all names are found with {words} in `source`. Nothing was read or spent",
    "refusal.not_a_header": (
        "none of the declared names is there: is the first line a "
        "header, and is this the file? Nothing was read or spent"
    ),
    "refusal.first_line_is_a_row": "the first line looks like a row, not like names of columns",
    "refusal.first_line_with_names": "add a first line with names; if it does name the columns: --header",
    "refusal.as_they_stand": (
        "Names are compared as they are written, capitals and spaces too: compare it with the first line. Nothing "
        "was read or spent"
    ),
    "refusal.lines_of_a_cell": (
        "if a cell continues over several lines, one row can hide other rows, and no price covers that"
    ),
    "refusal.lines_of_a_cell.mend": (
        "keep the rows as Parquet or in a database, or write new lines in cells as spaces"
    ),
    "refusal.own_lookup": "the rows are private, and are their own public lookup",
    "refusal.own_lookup.mend": "a lookup that is public is a file or table of its own, and no view of the rows",
    "refusal.nothing_spent": "nothing was read and nothing was spent",
    "refusal.no_file": "no such file: {file}",
    "refusal.beside": "a relative path starts at the folder of the spec",
    "refusal.no_ledger": "there is no ledger at {place}",
    "refusal.make_ledger": (
        "open the first account and it is made: {command}; if it is somewhere else: --ledger PLACE or "
        "EPSILOG_LEDGER"
    ),
    "refusal.open_it": "open it: {command}",
    "refusal.no_account": "no account {name}",
    "refusal.taken": "this name and edition belong to a release of another request, which was changed since",
    "refusal.new_edition_or_old": (
        "a changed request needs a new edition; the stored release comes back for the request as it was"
    ),
    "refusal.given_back": "this key was given back and is used up; nothing is spent for it",
    "refusal.forfeited": (
        "this key was forfeited: its release failed or was stopped after data was opened. Its price is spent, and "
        "nothing will be drawn again under it"
    ),
    "refusal.new_edition_or_refund": (
        "give the request a new edition, at a new price; two people who did not ask for it may state that nothing "
        "left the machine: {command}"
    ),
    "refusal.values_elsewhere": (
        "the folder holds published values of another stream, or of this one in another ledger"
    ),
    "refusal.state_elsewhere": (
        "the private folder holds the state of another stream, or of this one in another ledger"
    ),
    "refusal.opened_elsewhere": "--ledger PLACE where it was opened; for a new stream --out ANOTHER",
    "refusal.new_edition": "give the request a new edition",
    "refusal.cannot_pay": "{account} cannot pay: the release costs {price}, {left} is left",
    "refusal.ways_out": "spend less, publish fewer cells, or have two people raise the cap",
    "refusal.folder_other": "the folder holds something else",
    "refusal.out_or_empty": "--out ANOTHER, or empty it",
    "refusal.no_folder": "there is no such folder",
    "refusal.key_missing": "there is no signing key {file}",
    "refusal.key_open": "other people than its owner may use the signing key {file}",
    "refusal.key_chmod": "chmod 600 {file}; if somebody may have read it, make a new one",
    "refusal.key_empty": "the file of the signing key {file} is empty",
    "refusal.key_forbidden": "the signing key {file} may not be read here",
    "refusal.key_unreadable": "{file} holds no readable signing key",
    "refusal.key_other": "{file} is not an Ed25519 key",
    "refusal.key_make": "point at the file of a key, or make one: epsilog ledger anchor --new-key FILE",
    "refusal.series_open": "a live series of this spec is open: {done} of {total} ticks are published",
    "refusal.series_closed": "a live series of this spec was closed: {done} of {total} ticks were published",
    "refusal.stream_open_hint": (
        "epsilog stream status SPEC says how far it is, epsilog stream run SPEC continues it; a release of the "
        "same rows needs an edition of its own"
    ),
    "refusal.stream_not_here": "no stream of this spec was found in the ledger {place}",
    "refusal.stream_no_ledger": "no stream of this spec was found: there is no ledger at {place}",
    "refusal.stream_elsewhere": (
        "if it was opened under another ledger: --ledger PLACE or EPSILOG_LEDGER; only if it is new: {command}"
    ),
    "refusal.all_stopped": "the whole ledger is stopped: {why}",
    "refusal.stopped": "{account} is stopped: {why}",
    "refusal.resume": "two people may resume it: epsilog ledger resume",
    "refusal.no_ledger_file": "the database could not be used ({kind})",
    "refusal.right_file": (
        "see whether it is the file of a ledger; if it was one, it is damaged: epsilog ledger restore BACKUP"
    ),
    "refusal.exists": "this file exists already",
    "refusal.entries": "a list is [a, b], or lines that begin with `- `",
    "refusal.in_quotes": 'text may stand in quotes: "…"',
    "refusal.flag": "write true or false, without quotes",
    "refusal.field_epsilon": "such as 0.5: a smaller number is more private and less exact",
    "refusal.field_delta": "0 for pure epsilon, or a tiny number such as 1e-8",
    "refusal.field_rows": "such as 4: so many rows of one unit count, further ones are left out",
    "refusal.field_cells": "such as 4: one unit counts in so many cells of a table, and not in further ones",
    "refusal.field_rows_per_cell": "such as 1: so many rows of one unit count in one cell",
    "refusal.field_expect": "such as 200: a public guess of a typical number",
    "refusal.field_error": 'such as 25, or "5%" with `expect`: how far off a number may be',
    "refusal.field_weight": "such as 2: twice as important as an entry of weight 1",
    "refusal.from_to": "a number from {low} to {high}",
    "refusal.number_above": "a number above {low}",
    "refusal.such_as": "such as {number}",
    "refusal.or_text": "{advice}; in quotes it is text",
    "refusal.no_fraction": "without a fraction, such as {number}",
    "refusal.folder": "a folder, not a file",
    "refusal.name_file": "name the file in it, such as visits.yaml",
    "refusal.not_regular": "not a regular file",
    "refusal.open_quote": "line {line} opens a quote and does not close it",
    "refusal.open_bracket": "line {line} opens {sign}: is it closed, with a comma between its parts?",
    "refusal.begins_with": "text that begins with {sign} stands in quotes",
    "refusal.holds_colon": 'text that holds `: ` stands in quotes: "a: b"',
    "refusal.no_colon": "line {line} has no colon: a field is `name: value`",
    "refusal.colon_blank": "a colon and a space follow the name of a field: `name: value`",
    "refusal.same_column": "fields of one level begin in the same column, and each is `name: value`",
    "refusal.no_by": "says no column with its keys",
    "refusal.some_by": "{example}, or leave `by` out",
    "refusal.window_per": "a window is a number of periods: say how long one of them is",
    "refusal.window_per_hint": (
        "--per 1h protects a person within any {ticks} hours in a row, --per 1d within any {same} days"
    ),
    "refusal.near_or_open": "{near} If it is new, open it: {command}",
    "refusal.too_wide": "the noise would be wider or narrower than can be drawn",
    "refusal.too_wide_hint": "use a coarser grain, tighter bounds, or another budget",
    "refusal.extreme_grain": "a grain lies between 1e-100 and 1e100",
    "refusal.extreme_grain_hint": "count in another unit, such as metres instead of millimetres",
    "refusal.failed_trial": "a trial of this plan failed ({kind}), and so might the release; nothing was spent",
    "refusal.plain_letters": "letters stand for themselves here; codes begin with %",
}
