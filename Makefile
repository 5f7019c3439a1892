# Every target does its own set-up; when that is done already, it costs nothing.
# Another Python: make test PYTHON=python3.13        Another place for the environment: make test VENV=/tmp/venv

PYTHON ?= python3
VENV ?= .venv
ARGS ?=

python := $(VENV)/bin/python
with_code := $(wildcard $(addsuffix /*.py,dealer_table scanner_drivers simulators benchmarks tools tests))
checked := $(patsubst %/,%,$(sort $(dir $(with_code))))

# What was installed, and from which pins: set-up runs again when either file changes.
runtime := $(VENV)/.installed-runtime
dev := $(VENV)/.installed-dev
npm := node_modules/.installed
vendored := dealer_table/gateway/web/vendor/fluent-bundle.js
pins := pyproject.toml constraints.txt

# Debian keeps daemons where an ordinary user's PATH does not look, and the tests start one.
export PATH := $(PATH):/usr/local/sbin:/usr/sbin

# The tests start processes by the hundred. Whatever the caller's environment says, what they import is compiled once,
# and kept out of the tree.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(abspath $(VENV))/pycache

# Node comes as a wheel: Debian's is older, and not every machine has one.
pages vendor $(npm): export PATH := $(abspath $(VENV))/bin:$(PATH)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

.PHONY: help
help: ## List the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

.PHONY: demo
demo: $(runtime) ## Deal a shoe on this machine and print the address to watch it at (ARGS="--pace fast")
	$(VENV)/bin/dealer-table demo $(ARGS)

.PHONY: test
test: $(dev) programs ## Run every test but the long ones (ARGS="tests/dealer_table -k roads")
ifeq ($(strip $(ARGS)),)
	@# Brokers, processes and browsers mostly wait for each other: two files of them at a time, after the quick half.
	$(python) -m pytest -m "not soak and not e2e" --numprocesses 2 --dist loadfile
	$(python) -m pytest tests/end_to_end -m "not soak" --numprocesses 2 --dist loadfile
else
	$(python) -m pytest $(ARGS)
endif

.PHONY: soak
soak: $(dev) programs ## Run the long tests: a thousand kills, a thousand patrons, whole shoes through every driver
	$(python) -m pytest -m soak --timeout 21600 $(ARGS)

.PHONY: lint style types layers pages languages
lint: style types layers pages languages ## Check style, types, layers and pages (make --keep-going lint: all at once)

style: $(dev)
	$(python) -m ruff check $(checked)
	$(python) -m ruff format --check $(checked)

types: $(dev)
	$(python) -m mypy $(checked)

layers: $(dev)
	$(VENV)/bin/lint-imports --no-cache

# The pages run as they lie here; only their checks need packages of npm's.
pages: $(npm)
	node_modules/.bin/tsc --project tsconfig.json
	@tools/vendor_fluent.sh | cmp - $(vendored) || { echo "it is not what package.json names: make vendor" >&2; exit 1; }

languages: $(dev)
	$(python) tools/check_languages.py

.PHONY: vendor
vendor: $(npm) ## Write again the one library that the pages load, out of its npm package
	tools/vendor_fluent.sh > $(vendored)

.PHONY: format
format: $(dev) ## Rewrite the files as `make lint` wants them
	$(python) -m ruff check --fix $(checked)
	$(python) -m ruff format $(checked)

.PHONY: bench
bench: $(dev) programs ## Measure the way of a card and of a bet beside their floors; a table and JSON
	$(python) -m benchmarks $(ARGS)

.PHONY: bench-page
bench-page: $(dev) programs ## Watch the player's page for ten minutes at 60 cards a minute: its memory, its frames (ARGS="--minutes 3")
	$(python) tools/watch_page_at_pace.py $(ARGS)

.PHONY: screenshots
screenshots: $(dev) programs fonts ## Take the pictures in docs/screenshots of every page, on a table with a shoe in play
	$(python) tools/take_screenshots.py $(ARGS)

.PHONY: docs
docs: $(dev) ## Write again the documents that are drawn from the code
	$(python) tools/generate_docs.py

.PHONY: setup
setup: $(dev) $(npm) programs ## Install all that the other targets need

.PHONY: constraints
constraints: $(dev) ## Move every package to its newest version and pin it
	$(python) -m pip install --upgrade --upgrade-strategy eager --editable '.[dev]'
	$(python) -m pip freeze --exclude dealer-table > constraints.txt

.PHONY: clean
clean: ## Remove the environment and whatever was built or cached
	rm -rf $(VENV) node_modules build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find dealer_table scanner_drivers simulators tests tools -type d -name __pycache__ -prune -exec rm -rf {} +

.PHONY: programs
programs:
	@tools/require_commands.sh mosquitto
	@tools/require_browser.sh

.PHONY: fonts
fonts: programs
	@tools/require_thai.sh

$(runtime): $(pins)
	@tools/prepare_venv.sh $(VENV) $(PYTHON)
	@touch $@

$(npm): package.json package-lock.json $(dev)
	@echo "set-up: installing the pinned packages into node_modules" >&2
	@npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

# The development set holds the runtime one.
$(dev): $(pins)
	@tools/prepare_venv.sh $(VENV) $(PYTHON) dev
	@touch $(runtime) $@
