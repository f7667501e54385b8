# make demo: set up what a user installs, run one figure and one diagnosis, write an HTML report.
# make test: set up everything, run the tests that protect a user.   make test FILE=tests/test_ties.py: one room.
# make test-all: also what is exhaustive.   make check: make test, lint, types, the import contract.
# make docs: set up, make the documentation site in build/docs.   make site: the lab without Python, in build/site.   make paper: the paper, build/paper.pdf.
# make findings: run what paper/findings.md lists again and compare its checksums, a night; with PART=cells in minutes.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BASE   := $(VENV)/.base
STAMP  := $(VENV)/.ready
# Processes that start again and again should not parse the source each time.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup demo test test-all test-both docs site paper findings debian javascript sphinx check lint types contract \
  bench lock checksums clean

setup: $(STAMP)

# The lock files name every package with its checksum, so that nothing is searched for.
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps

# What a user installs: the library and what draws figures.
$(BASE): requirements/uv.txt requirements/base.txt pyproject.toml
	@echo "Setting up $(VENV): about 20 seconds, once."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@$(INSTALL) --require-hashes -r requirements/base.txt
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(STAMP): $(BASE) requirements/dev.txt
	$(INSTALL) --require-hashes -r requirements/dev.txt
	touch $@

demo: $(BASE)
	@$(BIN)/python docs/demo.py results/demo

# Chess engines for the tests, a browser for those of the lab, and a program that draws what it prints, from Debian: in
# one step, since only one apt-get runs at a time. Without them those tests say so and the rest still runs.
ENGINES := stockfish glaurung ethereal-chess gnuchess

debian:
	@for engine in $(ENGINES); do test -x /usr/games/$$engine || missing="$$missing $$engine"; done; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v pdftoppm >/dev/null || missing="$$missing poppler-utils"; \
	test -n "$$missing" || exit 0; \
	if test -z "$(NO_APT)" && command -v apt-get >/dev/null; then \
	echo "Installing from Debian, for tests of engines, of the lab and of the paper:$$missing (NO_APT=1 leaves them out)."; \
	apt-get install -qq -y --no-install-recommends $$missing >/dev/null 2>&1 || { apt-get update -qq >/dev/null 2>&1 && \
	apt-get install -qq -y --no-install-recommends $$missing >/dev/null 2>&1; } && exit 0; fi; \
	echo "Not installed:$$missing. Tests that need them are skipped; the last line counts them."

# A type checker and an accessibility checker for the lab's page, from npm.
TSC := .node/node_modules/.bin/tsc
AXE := .node/node_modules/axe-core/axe.min.js

javascript:
	@test -x $(TSC) -a -f $(AXE) || \
	npm install --silent --no-audit --no-fund --prefix .node typescript@5.9.3 axe-core@4.11.1 >/dev/null 2>&1 || \
	echo "Not installed: typescript, axe-core. The lab's page will not be checked for types and for accessibility."

# Tests that drive a browser wait now and then: half as many workers again as cores keep all cores busy.
WORKERS := $(shell $(PYTHON) -c "import os; cores = len(os.sched_getaffinity(0)); print(cores + cores // 2)" 2>/dev/null || echo auto)

# What makes the documentation site and the paper, so that they are tested too.
sphinx: setup
	@$(MAKE) --no-print-directory $(VENV)/.docs >/dev/null 2>&1 || \
	echo "Not installed: sphinx. The documentation site will not be tested."
	@$(MAKE) --no-print-directory $(VENV)/.paper >/dev/null 2>&1 || \
	echo "Not installed: pandoc and Typst. The paper will not be tested."

# What tests compile is kept outside the checkout for a month, also for other checkouts: a kernel is found again if its
# file is the same, by Numba, and all that it calls, by its name. Without this, a third of the time is compiling.
# Neighbours need the same kernels, so a process takes whole runs of tests.
KERNELS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/overthink-tests.tar

define run_tests
	-@test ! -f $(KERNELS) || tar -xf $(KERNELS) --skip-old-files
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m $(1); code=$$?; \
	mkdir -p $(dir $(KERNELS)) && find src tests validation -name '*.nb[ci]' -mtime -30 | \
	tar -cf $(KERNELS).$$$$ -T - && mv $(KERNELS).$$$$ $(KERNELS); exit $$code
endef

test: setup debian
	$(call run_tests,"not exhaustive" $(FILE))

test-all: setup debian javascript sphinx
	$(call run_tests,exhaustive)

# Both at once, for CI: tests are collected, and the lab and browsers started, once.
test-both: setup debian javascript sphinx
	$(call run_tests,"exhaustive or not exhaustive")

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

contract: setup
	$(BIN)/lint-imports

# The lab as a folder for any web server or a memory stick, with its documentation.
site: setup
	$(BIN)/overthink lab --static build/site

# The documentation site. Its tools are installed beside the rest, with the same versions of what both need.
docs: $(VENV)/.docs
	$(BIN)/python docs/make_site.py build/docs

$(VENV)/.docs: $(STAMP) requirements/docs.txt
	$(INSTALL) --require-hashes -r requirements/docs.txt
	touch $@

# The paper, and the page on citing, whose entries are the paper's.
paper: $(VENV)/.paper
	$(BIN)/python paper/make_paper.py citing
	$(BIN)/python paper/make_paper.py pdf

$(VENV)/.paper: $(BASE) requirements/paper.txt
	$(INSTALL) --require-hashes -r requirements/paper.txt
	touch $@

# PART=cells: one small cell of each. DEVICE=gpu: on a GPU what can run there. STUDIES="emm/fig6 nau/puzzle": these alone.
PART   ?= whole
DEVICE ?= cpu

findings: $(BASE)
	$(BIN)/python -m paper.findings $(PART) $(STUDIES) --device $(DEVICE)

check: lint types contract test

bench: setup
	$(BIN)/python -m benchmarks

lock:
	uv pip compile --universal --generate-hashes --no-header --quiet pyproject.toml --group dev -o requirements/dev.txt
	uv pip compile --universal --generate-hashes --no-header --quiet pyproject.toml --extra docs \
	  -c requirements/dev.txt -o requirements/docs.txt
	uv pip compile --universal --generate-hashes --no-header --quiet requirements/paper.in -o requirements/paper.txt
	echo "uv>=0.5" | uv pip compile --universal --generate-hashes --no-header --no-annotate --quiet \
	  -c requirements/dev.txt - -o requirements/uv.txt

# One small cell of every study, after a change that is meant to give other numbers.
checksums: setup
	$(BIN)/python -m tests.checksums

clean:
	rm -rf $(VENV) results dist build
