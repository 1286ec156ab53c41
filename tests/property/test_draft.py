"""No header and no file makes a draft say more than its questions: names are quoted, comments stay comments."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.errors import EpsilogError, SpecError
from epsilog.publish.draft import draft_from, draft_spec
from epsilog.roles.document import parse_document
from epsilog.sources.draft import Column, FileSample, sample_file
from epsilog.spec.file import spec_from_text
from spec_samples import KEYS

NAMES = st.one_of(
    KEYS, st.text(max_size=8).filter(str.strip), st.sampled_from(["a\nb: c", "x # y", "- z", "é", "\x1b[2J"])
)
COLUMNS = st.builds(
    Column,
    NAMES.filter(lambda name: max(name) < "\ud800" or max(name) > "\udfff"),
    st.sampled_from(["text", "integer", "number", "date", "timestamp", "instant", "boolean"]),
    st.sampled_from(["person", "time", "key", "amount", "other"]),
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(COLUMNS, min_size=1, max_size=6, unique_by=lambda column: column.name),
    st.sampled_from(["en", "zh"]),
    st.sampled_from([",", ";", "\t", "|"]),
)
def test_a_draft_is_one_document_with_the_names_that_were_found(
    columns: list[Column], lang: str, delimiter: str
) -> None:
    seen = FileSample(tuple(columns), delimiter=delimiter)
    text = draft_spec(seen, "visits.csv", lang).text  # type: ignore[arg-type]
    unseen = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
    if any(unseen.search(column.name) for column in columns):
        with pytest.raises(SpecError, match="holds a control character"):
            parse_document(text, "draft.yaml")
        return
    fields = parse_document(text, "draft.yaml").mapping()
    assert list(fields) == [
        name
        for name in ("epsilog", "release", "edition", "source", "protect", "bound", "during", "publish", "spend")
        if name != "during" or any(column.role == "time" for column in columns)
    ]
    found = fields["source"].mapping()["columns"].mapping()
    assert {name: kind.text() for name, kind in found.items()} == {column.name: column.kind for column in columns}
    with pytest.raises(SpecError, match="not answered yet"):
        spec_from_text(text, "draft.yaml")


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_give_a_look_or_a_refusal(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("rows.csv", "rows.parquet"):
            path = Path(folder, name)
            path.write_bytes(raw)
            refused = ""
            try:
                assert sample_file(path).columns
                draft_from(path, Path(folder))
            except EpsilogError as error:
                refused = error.where
            assert refused in ("", name)
