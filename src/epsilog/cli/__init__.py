"""The `epsilog` command: one function per command, each one library call."""


def main() -> None:
    """Run the command line."""
