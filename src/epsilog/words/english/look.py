"""Sentences of check about what is read as what, and of a steward's own look at the rows."""

from typing import Final

LOOK: Final[dict[str, str]] = {
    "front.check.taken.row": (
        "PROTECTED: single rows (events), not people. Whoever has many rows is protected for each of them alone."
    ),
    "front.check.taken.id": (
        "PROTECTED: one value of {column}. If one person can have several (visits, bills, devices), each of "
        "them is "
        "protected alone, as an event, and the person is not: then write `each:` and the column that names the "
        "person. A row in which {column} is missing, or is no readable text, is left out."
    ),
    "front.check.taken.date": "{column} is read as a date written {way}. Anything else is missing.",
    "front.check.taken.number": "Read as numbers: {columns}. Anything else is missing.",
    "front.check.taken.line": (
        "Each line of a CSV is a row. A line with more or fewer cells than the header does not count. Neither does "
        "one whose quotation marks stay open, or one of more than a mebibyte. No error and no release says so."
    ),
    "front.check.taken.names": (
        "A name of a column looks like a value (source.columns, number {places}). Names are published: if the file "
        "has no header, this is somebody's row. Give it a first line with names."
    ),
    "front.check.taken.look": (
        "How many rows are left out in this way is not said here: epsilog check SPEC --look tells only you."
    ),
    "front.look.not": "Nothing was looked at: first correct what is wrong above.",
    "front.look.heading": "A look at the rows",
    "front.look.private": "PRIVATE. For your own screen: do not publish it, store it or pass it on.",
    "front.look.as": "read as",
    "front.look.how": "rows that are",
    "front.look.id": "id",
    "front.look.date": "date",
    "front.look.number": "number",
    "front.look.value": "value",
    "front.look.key": "one of the declared keys",
    "front.look.among": "one of the keys of `among`",
    "front.look.code": "one of all codes of `event`",
    "front.look.cause": "code of an event (`causes`)",
    "front.look.censored": "code of somebody lost (`censored`)",
    "front.look.days": "within the days of `during`",
    "front.look.none": "NONE",
    "front.look.some": "some",
    "front.look.most": "most",
    "front.look.all": "all",
    "front.look.rows.some": "Only some rows",
    "front.look.rows.most": "Most rows, but not all,",
    "front.look.none.id": (
        "NO ROW has an id that can be read in {column}: nobody would be counted. Is `encoding` right, and is "
        "it this column?"
    ),
    "front.look.none.date": "NO ROW has a date that can be read in {column}: nothing would be counted.",
    "front.look.none.number": (
        "NO ROW has a number that can be read in {column}. Does it have a decimal comma or a unit?"
    ),
    "front.look.none.key": (
        "NO ROW has one of the declared keys in {column}: only noise would be published. Are they spelled as in "
        "the data? Capital letters and spaces count."
    ),
    "front.look.none.among": (
        "NO ROW has one of the keys of `among` in {column}: the choice would be made by chance only. Are they "
        "spelled as in the data? Capital letters and spaces count."
    ),
    "front.look.none.code": (
        "NO ROW has one of the codes of `event` in {column}: nobody would be in the curve. Are `causes` and "
        "`censored` spelled as in the data? Capital letters and spaces count."
    ),
    "front.look.none.cause": (
        "NO ROW has one of the codes of `causes` in {column}: the curve would show no event, whatever happened. "
        "Are they spelled as in the data? Capital letters and spaces count."
    ),
    "front.look.none.censored": (
        "NO ROW has one of the codes of `censored` in {column}. That is right where nobody was lost; otherwise, "
        "are they spelled as in the data? Capital letters and spaces count."
    ),
    "front.look.none.days": (
        "NO ROW lies within {first} and {last} by {column}: only noise would be published. Are the days of "
        "`during` "
        "those of this file, and is it this column?"
    ),
    "front.look.part.id": (
        "{how} have an id that can be read in {column}. The others are left out, because nobody knows whose they "
        "are."
    ),
    "front.look.part.date": (
        "{how} have a date that can be read in {column}. What cannot be read is missing: where the release needs "
        "the time, such rows do not count. If they are empty, that may be right."
    ),
    "front.look.part.number": (
        "{how} have a number that can be read in {column}. The others are missing values. If they are empty, that "
        "may be right; otherwise, do they have a decimal comma or a unit?"
    ),
    "front.look.part.key": (
        "{how} have one of the declared keys in {column}. The others are not in the table. Are all keys spelled as "
        "in the data? Capital letters and spaces count."
    ),
    "front.look.part.among": (
        "{how} have one of the keys of `among` in {column}. The others cannot be chosen. Are all keys spelled as "
        "in the data? Capital letters and spaces count."
    ),
    "front.look.part.code": (
        "{how} have one of the codes of `event` in {column}. The others are left out of the curve. Are `causes` "
        "and `censored` complete, and spelled as in the data? Capital letters and spaces count."
    ),
    "front.look.part.days": (
        "{how} lie within {first} and {last} by {column}. The others do not count. Are these the days you mean?"
    ),
    "front.look.format": (
        'It is read as 2026-01-31. How are its dates written? Say it with `format`: "%m/%d/%Y" for month first, '
        '"%d/%m/%Y" or "%d.%m.%Y" for day first.'
    ),
    "front.look.format.said": "It is read as {way}: is that how its dates are written? If not, correct `format`.",
    "front.look.format.turned": (
        'It is read as {way}. If day and month stand the other way round in the file, write format: "{other}".'
    ),
    "front.look.lines.none": (
        "Lines of the file that do not count (other cells than the header, or unreadable): none."
    ),
    "front.look.lines.some": (
        "Some lines of the file do not count: they have more or fewer cells than the header, open quotation marks, "
        "or more than a mebibyte. Does a text contain the delimiter, or does an export program leave out empty "
        "cells? Then export it again, or as Parquet."
    ),
    "front.look.lines.most": (
        "MOST LINES of the file do not count: they have more or fewer cells than the header, open quotation marks, "
        "or more than a mebibyte. Are `delimiter` and `quote` right, and is the first line the header of the "
        "others?"
    ),
    "front.look.lines.all": (
        "ALL LINES of the file do not count: they have more or fewer cells than the header, open quotation marks, "
        "or more than a mebibyte. Are `delimiter` and `quote` right, and is the first line the header of the "
        "others?"
    ),
    "front.look.once": (
        "EVENT LEVEL: every value of {column} occurs once. This protects one row (an event), not a person, unless "
        "everybody has one row only. If a person can have several, protect the column that names the person."
    ),
    "front.look.written": (
        "Nothing was spent. The ledger now holds that you looked, and the cards of later releases from this "
        "account say so. Do not take bounds and ranges from a look: `bound: {{choose: {{look: …}}}}` pays for a "
        "search instead."
    ),
}
