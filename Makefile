# Trackmill: every target sets up what it needs. `make help` says what there is.
SHELL := /bin/bash
SWIFT ?= swift
PREFIX ?= /usr/local
PIPELINE ?= pipelines/nightly.yaml
PROGRAM := .build/release/trackmill
MAP_LIBRARY := .build/map-library

.DEFAULT_GOAL := help
.PHONY: help setup vendor-map build install run test test-browser test-exports test-readers check format lint docs bench bench-growth fuzz mutants soak reprocess report sample-data clean

help: ## what there is
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  \1\t\2/' | expand -t 18

setup: ## install the system packages that are missing, and the map library
	@scripts/setup
	@scripts/vendor-map

vendor-map: ## fetch the library that map reports draw with, to .build/map-library
	@scripts/vendor-map

build: setup ## make the program: .build/release/trackmill
	@$(SWIFT) build -c release --static-swift-stdlib --product trackmill

install: build ## put the program into PREFIX/bin, the map library into PREFIX/share/trackmill (PREFIX=/usr/local)
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/trackmill
	@if [ -e $(MAP_LIBRARY)/maplibre-gl.js ]; then set -x; \
		install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/trackmill $(MAP_LIBRARY)/maplibre-gl.js $(MAP_LIBRARY)/maplibre-gl.css; \
	else echo "The map library is not there ('make vendor-map'), so it is not installed; map reports will have no map." >&2; fi

run: build ## run pipelines/nightly.yaml over the sample week (65, damaged input, is printed and counts as done)
	@scripts/run-program run $(PIPELINE)

reprocess: build ## make days anew: FROM=2025-06-01 TO=2025-06-07
	@test -n "$(FROM)" -a -n "$(TO)" || { echo "make reprocess wants FROM=DAY TO=DAY, such as FROM=2025-06-01 TO=2025-06-07" >&2; exit 64; }
	@scripts/run-program run $(PIPELINE) --from $(FROM) --to $(TO)

report: build ## a page over days: FROM=2025-06-01 TO=2025-06-07, to out/report.html
	@test -n "$(FROM)" -a -n "$(TO)" || { echo "make report wants FROM=DAY TO=DAY, such as FROM=2025-06-01 TO=2025-06-07" >&2; exit 64; }
	@mkdir -p out
	@$(PROGRAM) report $(PIPELINE) --from $(FROM) --to $(TO) -o out/report.html && echo out/report.html

test: build ## every test, and how many were skipped; those in a browser where Chromium is
	@SWIFT=$(SWIFT) scripts/test
	@[ -n "$(NO_BROWSER)" ] || scripts/test-browser --if-there
	@[ -n "$(NO_BROWSER)" ] || scripts/test-exports --if-there

test-browser: build ## map reports in a real browser, off line; installs Chromium where it lacks
	@scripts/test-browser

test-exports: build ## exports as other programs read them: gpsbabel, GDAL, xmllint, pyarrow, DuckDB, Polars; installs what lacks
	@scripts/test-exports

test-readers: build ## every view in DuckDB, GDAL, pandas and Datasette, and the lines of docs/analysts.md; skipped where pip cannot fetch them
	@scripts/test-readers

fuzz: ## 5,000 logs, JSON texts and replies with faults: nothing is lost or made up, nothing traps
	@TRACKMILL_FUZZ_SEEDS=5000 $(SWIFT) test --filter 'ReadingFuzzTests|JSONFuzzTests|ReplyFuzzTests'

mutants: ## change the algorithms one expression at a time: the unit tests must notice 95 %
	@scripts/mutants

soak: ## long tests: thousands of random pipelines, hundreds of killed runs
	@TRACKMILL_SEEDS=5000 TRACKMILL_MODEL_SEEDS=1000 TRACKMILL_KILLS=250 $(SWIFT) test \
		--filter 'PurityPropertyTests|ChangedPipelineTests|ChangedFolderTests|ModelComparisonTests|KillTests'

check: build ## check every pipeline file
	@$(PROGRAM) check pipelines/*.yaml

format: ## format all code
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

lint: ## what the formatter and the linter object to
	@$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	@scripts/check-imports
	@scripts/lint-page

docs: build ## make the reference pages anew: docs/reference
	@scripts/make-reference $(PROGRAM)

bench: build ## measure; figures stand in docs/performance.md
	@scripts/bench

bench-growth: build ## how the cost of a night grows with what is there already
	@scripts/bench growth

sample-data: build ## make the sample week anew
	@rm -rf sample-data/logs
	@$(PROGRAM) generate --devices 14 --days 7 --seed 1 -o sample-data/logs

clean: ## remove what was built and made
	rm -rf .build out
