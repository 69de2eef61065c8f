# Two commands are all that a newcomer needs: make run, make test.
.DEFAULT_GOAL := help
.PHONY: help run test check backup restore bench strength limits load mutate

PYTHON ?= python3
UV_VERSION := $(shell sed -n 's/.*"uv==\([0-9.]*\)".*/\1/p' pyproject.toml)
READY := .venv/.ready

help: ## what there is
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' Makefile

run: $(READY) ## the site at http://127.0.0.1:8000/ (another port: make run PORT=8001)
	@exec .venv/bin/python -m bidbase_site.run --make $$PPID

test: $(READY) ## everything that proves the project
	@exec .venv/bin/python -m tests.prove

check: $(READY) ## what a change can break, in two minutes (since a revision: make check ARGS='--since HEAD~2')
	@exec .venv/bin/python -m tests.check $(ARGS)

backup: $(READY) ## all that people have: make backup FILE=bidbase.tar.gz
	@exec .venv/bin/python -m bidbase_site.backup $(FILE)

restore: $(READY) ## a backup, on a site that does not run: make restore FILE=bidbase.tar.gz
	@exec .venv/bin/python -m bidbase_site.backup --restore $(FILE)

bench: $(READY) ## how fast the engine is here
	@exec .venv/bin/python -m tests.bench

strength: $(READY) ## how well the systems bid (more: make strength ARGS='--worst 20')
	@exec .venv/bin/python -m tests.strength $(ARGS)

limits: $(READY) ## what a point more or less gains (more: make limits ARGS='--system 2over1 --minutes 60')
	@exec .venv/bin/python -m tests.strength.limits $(ARGS)

mutate: $(READY) ## the share of small changes that the tests notice (more: make mutate ARGS='--module bidbase.game')
	@exec .venv/bin/python -m tests.mutate $(ARGS)

load: $(READY) ## students practicing on this machine (fewer: make load ARGS='--students 20 --site run')
	@exec .venv/bin/python bidbase_site/leash.py $$PPID .venv/bin/python -m tests.load $(ARGS)

# The environment, made again when the lock changes.
$(READY): uv.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "BidBase needs Python 3.11 or newer: make PYTHON=...")'
	@echo 'Preparing the environment in .venv'
	@test -x .venv/bin/python || $(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@UV_PROJECT_ENVIRONMENT=.venv .venv/bin/uv sync --frozen --all-extras --quiet --compile-bytecode
	@touch $@
