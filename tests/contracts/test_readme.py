"""The front pages are short, in two languages, and true: every command runs as printed, every link leads on."""

import csv
import re
import shlex
from pathlib import Path

import pytest

from epsilog.cli.app import run
from epsilog.registry.plans import PLANS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CHINESE = (ROOT / "README.zh.md").read_text("utf-8")
FENCE = re.compile(r"(?:`([\w.-]+)`[:：]\n\n)?```(\w+)\n(.*?)```", re.S)


def test_the_front_pages_are_short_and_of_one_shape():
    assert len(README.split()) <= 700
    assert len(re.findall(r"[\u4e00-\u9fff]|[A-Za-z0-9][\w.,/-]*", CHINESE)) <= 1_400
    for shape in (r"(?m)^#+ ", r"\]\(([^)]+\.(?:md|png))\)", r"(?m)^\*\*\d\.", r"(?m)^\|", r"(?m)^- "):
        mine = [part.replace("README.zh.md", "README.md") for part in re.findall(shape, README)]
        assert mine == re.findall(shape, CHINESE), shape
    told = [[re.sub(r"\s*#.*", "", text) for _, _, text in FENCE.findall(page)] for page in (README, CHINESE)]
    assert told[0] == [text.replace(" --lang zh", "") for text in told[1]]


@pytest.mark.parametrize("page", [README, CHINESE], ids=["en", "zh"])
def test_the_story_runs_as_printed_and_its_release_is_useful(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    told = {}
    for saved, language, text in FENCE.findall(page):
        if saved:
            Path(saved).write_text(text, "utf-8")
        for command in text.splitlines() if language == "bash" else ():
            program, *words = shlex.split(command)
            assert (program, run(words)) == ("epsilog", 0), command
            told[words[0]] = " ".join(capsys.readouterr().out.split())
    assert "30,000" in told["demo"]
    assert "79,416" in told["demo"]
    for figure in ("±63", "1,667", "±0.0889"):
        assert figure in told["new"]
    assert (tmp_path / "visits-2026/report.html").exists()
    # Useful on its own data, with what the bound leaves out. False alarm: below 1e-6, sigma 32 in 48 cells.
    truth = {}
    with open("visits.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cell = (row["region"], row["visited_at"][:7])
            truth[cell] = truth.get(cell, 0) + 1
    (table,) = (tmp_path / "visits-2026/tables").glob("1-*.csv")
    with table.open(encoding="utf-8-sig") as file:
        found = {(row["region"], row["visited_at"]): float(row["value"]) for row in csv.DictReader(file)}
    assert set(found) == set(truth)
    off = [abs(found[cell] - many) / many for cell, many in truth.items()]
    assert sum(off) / len(off) < 0.06
    assert 0.03 < 1 - sum(found.values()) / sum(truth.values()) < 0.05  # what the page says of the bound
    # Power: a table that was shuffled is not useful by the same measure.
    cells = sorted(truth)
    wrong = [abs(found[cells[at - 7]] - truth[cell]) / truth[cell] for at, cell in enumerate(cells)]
    assert sum(wrong) / len(wrong) > 0.12


def test_the_python_of_the_foundations_runs_and_shows_what_the_text_says(capsys):
    page = (ROOT / "docs/foundations.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) == 2
    scope: dict[str, object] = {}
    exec(compile(blocks[0], "foundations.md", "exec"), scope)
    shown = capsys.readouterr().out
    assert "19 times in 20" in shown
    assert "epsilon = 0.05" in shown
    assert "nothing was spent" in shown
    exec(compile(blocks[1], "foundations.md", "exec"), scope)
    verdict = scope["verdict"]
    assert not verdict.passed
    assert verdict.epsilon > 2.5


def test_the_commands_of_the_foundations_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EPSILOG_LEDGER", raising=False)
    page = (ROOT / "docs/foundations.md").read_text("utf-8")
    lines = [line.partition("  #")[0][2:] for line in page.splitlines() if line.startswith("$ epsilog ")]
    assert len(lines) == 8
    for command in (command for line in lines for command in line.split(" && ")):
        assert run(shlex.split(command)[1:]) == 0, command
    told = " ".join(capsys.readouterr().out.split())
    for figure in ("15.5 %", "84.5 %", "487", "0.0243559"):
        assert figure in told
        assert figure in page


def test_every_link_and_picture_exists():
    for page in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_the_figures_quoted_from_the_benchmark_are_the_measured_ones():
    page = (ROOT / "docs/benchmarks/noise.md").read_text("utf-8")
    lowest = int(re.search(r"Lowest ratio here: \*\*(\d+)\*\*", page)[1])
    assert f"{lowest} to " in (ROOT / "docs/foundations.md").read_text("utf-8")
    assert lowest >= 50


def test_the_index_of_the_documents_names_every_page():
    named = set(re.findall(r"\]\(([^)#]+\.md)\)", (ROOT / "docs/README.md").read_text("utf-8")))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert named == {page for page in pages if page != "README.md" and not page.startswith("nightly/")}


def test_the_glossary_names_every_kind_role_and_stage():
    page = (ROOT / "docs/glossary.md").read_text("utf-8")
    sections = {part.split("\n", 1)[0].split(":")[0]: part for part in page.split("\n## ")[1:]}

    def listed(title):
        return set(re.findall(r"^\| `(\w+)` \|", sections[title], re.M))

    kinds = {path.name for path in (ROOT / "src/epsilog/kinds").iterdir() if path.is_dir() and path.name[0] != "_"}
    roles = {path.stem for kind in kinds for path in (ROOT / "src/epsilog/kinds" / kind).iterdir()}
    assert listed("Kinds") == kinds == set(PLANS)
    assert listed("Roles") >= {role for role in roles if not role.startswith("_")}
    assert listed("Stages") == {path.name for path in (ROOT / "src/epsilog/first").iterdir() if path.name[0] != "_"}
