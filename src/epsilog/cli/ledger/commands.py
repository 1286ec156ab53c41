"""The commands of `epsilog ledger`, in the order of its help."""

from __future__ import annotations

import typer

from epsilog.cli.ledger import debit, dividing, history, keeping, opening, show, stopping

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")


@app.callback()
def ledger() -> None:
    """Keep the books: accounts that cannot be overdrawn, an entry for everything, anchors that notice a false copy.

    Every command reads --ledger (or EPSILOG_LEDGER): a file on a local disk, or a postgresql:// address.

    Begin with: epsilog ledger open clinic/2026 --each patient_id --epsilon 2 --delta 1e-6 --by Ada
    """


app.command("open")(opening.open_account)
app.command("show")(show.show)
app.command("history")(history.history)
app.command("debit")(debit.debit)
app.command("allocate")(dividing.allocate)
app.command("move")(dividing.move)
app.command("raise")(dividing.raise_cap)
app.command("turn")(opening.turn)
app.command("approve")(dividing.approve)
app.command("stop")(stopping.stop)
app.command("resume")(stopping.resume)
app.command("recover")(stopping.recover)
app.command("refund")(stopping.refund)
app.command("verify")(keeping.verify)
app.command("anchor")(keeping.anchor)
app.command("backup")(keeping.backup)
app.command("restore")(keeping.restore)
app.command("migrate")(keeping.migrate)
