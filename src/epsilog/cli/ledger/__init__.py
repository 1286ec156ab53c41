"""`epsilog ledger`: the books from the command line. Each command is one call into the library."""
