"""The README's code runs as printed, and its links lead somewhere."""

import re
from pathlib import Path

import typer

from epsilog.cli.app import application
from epsilog.plan import planner
from epsilog.registry.plans import PLANS
from epsilog.roles.document import parse_document
from epsilog.spec.file import spec_from_node

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_python_blocks_run_and_show_what_the_text_says(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len(blocks) == 2
    scope: dict[str, object] = {}
    exec(compile(blocks[0], "README.md", "exec"), scope)
    shown = capsys.readouterr().out
    assert "19 times in 20" in shown
    assert "epsilon = 0.05" in shown
    assert "nothing was spent" in shown
    exec(compile(blocks[1], "README.md", "exec"), scope)
    verdict = scope["verdict"]
    assert not verdict.passed
    assert verdict.epsilon > 2.5


def test_the_spec_is_complete_and_the_commands_exist():
    (spec,) = re.findall(r"```yaml\n(.*?)```", README, re.S)
    plan = planner.plan(spec_from_node(parse_document(spec, "README.md")))
    assert [draw.query for draw in plan.draws] == [0, 1, 1]
    named = {line.split()[2] for line in README.splitlines() if line.startswith("$ epsilog ")}
    assert {"init", "check", "plan", "publish", "explain", "verify", "ledger"} <= named
    assert named <= set(typer.main.get_command(application()).commands)


def test_every_link_and_picture_exists():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_the_figures_quoted_from_the_benchmark_are_the_measured_ones():
    page = (ROOT / "docs/benchmarks/noise.md").read_text("utf-8")
    lowest = int(re.search(r"Lowest ratio here: \*\*(\d+)\*\*", page)[1])
    assert f"{lowest} to " in README
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
