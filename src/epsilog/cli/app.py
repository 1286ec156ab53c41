"""The command `epsilog`, its sub-commands, and how refusals leave it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from epsilog import __version__
from epsilog.cli import (
    audit,
    calibrate,
    check,
    convert,
    demo,
    explain,
    init,
    meaning,
    noise,
    plan,
    price,
    publish,
    verify,
)
from epsilog.cli.ledger import commands as ledger
from epsilog.cli.screen import show_refusal
from epsilog.errors import EpsilogError

app = typer.Typer(
    name="epsilog",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"epsilog {__version__}")
        raise typer.Exit


@app.callback()
def epsilog(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and stop.")
    ] = False,
) -> None:
    """Publish data about people without betraying any one of them.

    From a file to a release: init, ledger open, plan, check, publish, explain, verify.

    Exact noise, honest prices, an auditor that keeps both honest, and a ledger that cannot be overdrawn.

    Every command takes --json for machines and --lang zh for 简体中文. Begin with: epsilog demo
    """


app.command("init")(init.init)
app.command("plan")(plan.plan)
app.command("check")(check.check)
app.command("publish")(publish.publish)
app.command("explain")(explain.explain)
app.command("verify")(verify.verify)
app.command("price")(price.price)
app.command("convert")(convert.convert)
app.command("calibrate")(calibrate.calibrate)
app.command("meaning")(meaning.meaning)
app.command("noise")(noise.noise)
app.command("audit")(audit.audit)
app.add_typer(ledger.app, name="ledger")
app.command("demo")(demo.demo)


def run(arguments: Sequence[str]) -> int:
    """Run one command and give back its exit status: 0, or the code of the kind of error (usage errors are 2)."""
    try:
        typer.main.get_command(app).main(list(arguments), prog_name="epsilog")
    except EpsilogError as error:
        show_refusal(error, arguments)
        return error.code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return 0
