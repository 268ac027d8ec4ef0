# make book    install, build and serve the book      PORT=8123 to choose the port
# make test    install, run every check
# make quick   lint, and the tests of what changed, in less than a minute
# make lint    look at the code, the scripts and the styles, in seconds
# make record  execute the chapters that changed      ALL=1 for every chapter
# make thorough  10,000 random graphs, more seeds for each exercise, chapters with all solved
# make replay  run the records again and compare
# make numbers refuse each number that is neither printed by code nor listed as given, in seconds
# make mutate  change each number of the book, and say which changes nothing would notice
# make html    build into _build/html, without serving
# make pdf     print the book to _build/five-lines.pdf, with the Chromium of this machine
# make audit   Lighthouse on every page, as a phone sees it; fails below audit/budget.json
# make ahead   build without Jupyter Book, by the newest Sphinx; fails where a page says something else
# make bench   measure the speed ladder, a few minutes
# make launch  assemble what Colab and Binder open, in _build/launch
# make lab     copy the chapters and open them in JupyterLab      FOLDER=my-notebooks
# make font    make the font of the equations again      SOURCE=XCharter-Math.otf
# make lock    pin again, in requirements*.txt and binder/, what pyproject.toml asks for

# The first Python here that will do; PYTHON=... overrides.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PORT ?= 8000
# The environment in which the book is verified; LOCK= takes the newest releases instead.
LOCK ?= requirements.txt
# Where `make lab` puts the chapters that the reader writes in.
FOLDER ?= my-notebooks

BIN := .venv/bin
READY := .venv/ready

.PHONY: book test quick thorough record replay numbers mutate html pdf audit ahead bench launch lab setup \
	lint lock font clean

book: html
	@$(BIN)/python -m publishing.tools.serve _build/html $(PORT)

# Without nbval, which only the replay needs and which takes seconds to load.
test: lint
	$(BIN)/python -m pytest -p no:nbval -n 2 --dist loadgroup
	$(MAKE) replay
	$(MAKE) html

quick: lint
	@$(BIN)/python -m tests.support.quick

thorough: $(READY)
	HYPOTHESIS_PROFILE=nightly FIVELINES_THOROUGH=1 $(BIN)/python -m pytest -n 2 --dist loadgroup \
		tests/package/test_value_properties.py tests/exercises/test_tasks.py \
		tests/exercises/test_exercises_in_chapters.py

record: $(READY)
	@$(BIN)/python -m publishing.record.run $(if $(ALL),--all)

replay: $(READY)
	$(BIN)/python -m pytest -p publishing.record.replay --nbval -n 2 --dist loadfile notebooks

numbers: $(READY)
	@$(BIN)/python -m publishing.numbers.sources

mutate: $(READY)
	@$(BIN)/python -m publishing.numbers.mutate

# Always a clean build: a second, incremental one would pass with the first one's warnings in it.
html: $(READY)
	@rm -rf _build/html _build/.doctrees
	$(BIN)/python -m publishing.page build book --config _config.yml --toc $(CURDIR)/_toc.yml --path-output . \
		-W -n --keep-going --quiet

pdf: html
	@$(BIN)/python -m publishing.tools.pdf _build/html _build/five-lines.pdf

audit: html
	@$(BIN)/python -m publishing.tools.audit _build/html

ahead: html
	@$(BIN)/python -m publishing.tools.ahead _build/html

# One thread for everybody (NPROC is XLA's); and OpenBLAS chooses the code for this processor itself.
bench: $(READY)
	@env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
		VECLIB_MAXIMUM_THREADS=1 XLA_FLAGS=--xla_cpu_multi_thread_eigen=false NPROC=1 \
		$(BIN)/python -m benchmarks

launch: $(READY)
	@$(BIN)/python -m publishing.launch.tree

font: $(READY)
	@$(BIN)/python -m publishing.tools.font $(SOURCE) book/_static/fonts/math.woff2

lab: $(READY)
	@$(BIN)/fivelines notebooks $(FOLDER)
	$(BIN)/jupyter lab --ServerApp.root_dir=$(FOLDER)

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m publishing.tools.lint

setup: $(READY)
	@echo "Ready. make book shows the book, make quick tests what you change."

# What Node makes for the pages is made here too, so that building needs no network.
$(READY): pyproject.toml requirements.txt $(wildcard requirements-torch.txt live/package-lock.json live/worker/prepare.mjs live/cells/editor.js)
	@test -n "$(PYTHON)" || { \
		echo "Five Lines needs Python 3.11 or newer; install it, or name it: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Five Lines needs Python 3.11 or newer, and $(PYTHON) is %s: make PYTHON=/path/to/python3.12" % sys.version.split()[0])'
	$(PYTHON) -m venv .venv
ifeq ($(LOCK),)
	$(BIN)/pip install --quiet --upgrade pip setuptools
	$(BIN)/pip install --quiet --no-deps --requirement requirements-torch.txt
	$(BIN)/pip install --quiet --group book --group test --group lab --editable '.[terminal]'
else
	$(BIN)/pip install --quiet --require-hashes --requirement $(LOCK)
	$(BIN)/pip install --quiet --no-deps --requirement requirements-torch.txt
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
endif
	@$(BIN)/python -m publishing.tools.prepare
	@touch $@

# torch's own CUDA packages are left out: its builds for CPUs do without them.
CUDA := ^(nvidia-|cuda-|triton)
COMPILE = $(BIN)/uv pip compile --quiet --python-version 3.11 --no-header --no-annotate pyproject.toml

# A pin and the hashes below it go together. torch comes from elsewhere and has its own file. In binder/
# and there, the comment and the options at the head stay; in binder/, torch for CPUs is +cpu.
lock: $(READY)
	@mkdir -p _build
	$(COMPILE) --upgrade --universal --fork-strategy fewest --extra terminal --generate-hashes \
		--group book --group test --group lab > _build/lock.txt
	awk '/^[^ ]/ {out = /$(CUDA)|^torch==/} !out' _build/lock.txt > requirements.txt
	{ grep -E '^(#|--|$$)' requirements-torch.txt; grep -oE '^torch==[^ ]+' _build/lock.txt; } > _build/torch.txt
	mv _build/torch.txt requirements-torch.txt
	{ grep -E '^(#|--|$$)' binder/requirements.txt; \
		$(COMPILE) --constraint requirements.txt --python-platform x86_64-manylinux_2_28 \
			--group frameworks | grep -vE '$(CUDA)' | sed 's/^torch==.*/&+cpu/'; } > _build/binder.txt
	mv _build/binder.txt binder/requirements.txt

clean:
	rm -rf .venv _build live/node_modules
