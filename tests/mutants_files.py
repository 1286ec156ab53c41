"""Bugs planted where files are told apart and read: names, links, lookups, lines. Each is caught by its test.

python tests/mutants_files.py            all of them
python tests/mutants_files.py names      those whose name contains "names"
"""

from __future__ import annotations

import sys

import mutants
from mutants import Mutant

ONCE = "tests/unit/sources/test_one_file_once.py"

MUTANTS = [
    Mutant(
        "files: names instead of files are told apart",
        "sources/place.py",
        "return (status.st_dev, status.st_ino) if status.st_ino else str(path)",
        "return str(path)",
        f"{ONCE}::test_one_file_is_read_once",
    ),
    Mutant(
        "files: a hidden copy is read as well",
        "sources/place.py",
        'os.listdir(folder) if not name.startswith("."))',
        "os.listdir(folder))",
        f"{ONCE}::test_one_file_is_read_once",
    ),
    Mutant(
        "files: a star takes what is hidden",
        "sources/place.py",
        'if pattern.startswith(".") or not name.startswith("."):',
        "if name:",
        f"{ONCE}::test_what_is_asked_for_by_a_dot_is_found",
    ),
    Mutant(
        "files: a file that came in the place of another is read twice",
        "sources/open_files.py",
        "what = identity_of(status, file)",
        "what = str(file)",
        f"{ONCE}::test_names_that_come_to_mean_one_file_are_read_once",
    ),
    Mutant(
        "files: told apart by what is open, read by name",
        "sources/open_files.py",
        "by_number = _HELD.is_dir()",
        "by_number = False",
        f"{ONCE}::test_what_was_told_apart_is_what_is_read",
    ),
    Mutant(
        "files: a loop of links is walked round",
        "sources/place.py",
        "                seen.add(what)\n",
        "",
        f"{ONCE}::test_a_loop_below_is_not_walked_round",
    ),
]

if __name__ == "__main__":
    mutants.MUTANTS[:] = MUTANTS
    sys.exit(mutants.main(sys.argv[1:]))
