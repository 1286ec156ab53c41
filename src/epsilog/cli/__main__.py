"""`python -m epsilog.cli`, for where scripts are not on the path."""

from epsilog.cli import main

main()
