"""The ledger: one book for everything, exact under concurrency, crash, rollback and tampering."""
