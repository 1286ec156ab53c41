# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2
# Hundreds of tests start a process of their own: compiled modules halve what that takes, wherever it was switched off.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo demo-live test lint types contracts check nightly benchmarks statistics docs clean

demo: .venv                ## the core at work: noise, budget, audit, ledger; says where the pictures are
	$(BIN)/epsilog demo

demo-live: .venv           ## three days of an invented building, replayed and published live; says where the page is
	rm -rf demo-live demo-live.private
	$(BIN)/epsilog stream demo --out demo-live --seconds 20

test: .venv                ## every test that fits in minutes
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not nightly"

lint: .venv
	$(BIN)/ruff check src tests benchmarks docs/pictures docs/site
	$(BIN)/ruff format --check src tests benchmarks docs/pictures docs/site

types: .venv
	$(BIN)/mypy

contracts: .venv           ## who may import whom
	$(BIN)/lint-imports

check: lint types contracts test

nightly: .venv             ## the long checks; dated results go to docs/nightly/
	$(BIN)/python tests/nightly.py

benchmarks: .venv          ## speed against peers, each in an environment of its own
	$(BIN)/python benchmarks/noise.py
	$(BIN)/python benchmarks/ledger.py
	$(BIN)/python benchmarks/live.py
	$(BIN)/python benchmarks/local.py

statistics: .venv          ## stated coverage and size, measured again: docs/benchmarks/statistics.md
	$(BIN)/python benchmarks/statistics_coverage.py

docs: .venv                ## all pages for reading offline, in build/docs: open index.html
	$(BIN)/python docs/site/build.py
	$(BIN)/python docs/site/check_links.py
	$(BIN)/python docs/site/check_links.py build/docs

.venv: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "epsilog needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[accounting,audit,test]'
	touch .venv

clean:
	rm -rf .venv .peers demo-output demo-live build dist
