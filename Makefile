# SPDX-License-Identifier: Apache-2.0
# make build          dist/, which npm packs
# make test           all that a change can break, each thing once: about 10 minutes on two idle cores
# make test-more      the same elsewhere, more, with another SEED each time: other builds and browsers, long laws, longer fuzzing
# make steady FILES='tests/js/bridge.test.js' TIMES=20   runs tests again and again on a loaded machine; names those that fail now and then
# make check          formatters, linters, layers, types; make format formats
# make demo           the page, in a browser
# make pages          the page and its documents as a folder for any static host: build/pages
# make page-figures   the page's size and loading time
# make walk ACTIONS=5000 SEED=1   as many random actions on the page, on desktop and on a phone
# make views          pictures of all views of the page in six sizes, light and dark: build/views
# make screenshots    pictures of the page; make icons draws its icons
# make bench          speed compared with other libraries; writes build/bench.json and build/bench.svg
# make bench-check    fails where a ratio of them is more than 25 % below tests/bench/baseline.json
# make bench-baseline   writes that baseline and its chart, web/screenshots/bench.svg, anew: on a quiet machine
# make bench-chess-js   each call of chess.js against binbo/chess.js
# make compare-chess-js RUNS=10000   random programs, run by both
# make dead POSITIONS=file   canWin for a file of positions: found, wrong, times
# make reproducible   builds and packs twice, and compares byte by byte
# make stream         a PGN of 1 GB within 200 MB of memory
# make load           the engine bridge under load
# make load-server    the game server under load: latency, CPU, memory, clients that come back after kill -9
# make faults CYCLES=1000   games over three servers and Redis, one of which is killed every two seconds
# make pool           several engines at once, with 1,000 positions, and killed at random
# make strengths GAMES=100   the page's weak levels play each other
# make engines        twenty duties with all engines that Debian and npm have
# make fuzz SECONDS=60          the parsers in C; make fuzz-js those in JS, and calls of Game in any order
# make fuzz-seeds     keeps what fuzzing has found that reaches new code
# make mutants        puts faults into the core, one at a time: does a test in C notice each? ONLY=legality for some
# make coverage-c     the lines of src/ that the tests in C and the seeds of the fuzzers run
# make lint-c         clang-tidy and cppcheck over src/
# make variants GAMES=20000   random games of each variant, compared with chessops and ffish
# make api-report   rewrites the report of the public API, tests/types/api
# make types VERSIONS='5.0.4 7.0.2'   the packed types in versions of TypeScript, in all modes of modules
# make replay PGN=games.pgn   the packed package in Node and Chromium, compared
# make sim SCHEDULES=100000   game servers in simulation; SEED=42 make sim repeats one schedule
# make sim-faults     shows that the simulation finds faults in the code
# make everywhere     the packed package in Node, Bun, Deno, bundlers, test runners and browsers; ONLY=vite for one row
# make audit          npm audit, where the registry answers it
# make setup          install all that make demo, test, check and bench need; make clean removes what was built
# Each target installs the tools that it needs (js/tools/setup.sh). V=1 shows the commands.

SECONDS ?= 60
# For each variant of `make variants`.
GAMES ?= 20000

SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := build

ifndef V
Q := @
endif

SETUP := sh js/tools/setup.sh
GENERATED := js/core/generated
BIN := node_modules/.bin

# --- tools --------------------------------------------------------------------------------------

# What a goal needs. It is looked for at once, so that one message names all that is missing; goals that are not in this
# list need DIST_TOOLS first, and what their rules ask for then.
DIST_TOOLS := node emcc
BROWSER_TOOLS := chromium firefox-esr webkit2gtk-driver
# Programs that tests run.
TEST_PROGRAMS := stockfish fairy-stockfish redis-server postgresql nginx curl
ENGINES := stockfish fairy-stockfish ethereal-chess toga2 gnuchess glaurung polyglot
NEEDS_test := $(DIST_TOOLS) native-cc $(BROWSER_TOOLS) $(TEST_PROGRAMS)
NEEDS_test-more := $(NEEDS_test)
NEEDS_steady := $(NEEDS_test)
NEEDS_test-js := $(DIST_TOOLS) $(BROWSER_TOOLS) $(TEST_PROGRAMS)
NEEDS_coverage-js := $(DIST_TOOLS) $(TEST_PROGRAMS)
NEEDS_test-c := node native-cc
NEEDS_test-fuzz := node native-cc
NEEDS_fuzz := node native-cc
NEEDS_fuzz-seeds := node clang
NEEDS_fuzzers := clang
NEEDS_mutants := node clang
NEEDS_coverage-c := node clang llvm
NEEDS_check := $(DIST_TOOLS) clang-format
NEEDS_check-text := node
NEEDS_check-c := clang-format
NEEDS_check-layers := node
NEEDS_format := node clang-format
NEEDS_audit := node
NEEDS_page-figures := $(DIST_TOOLS) chromium
NEEDS_walk := $(DIST_TOOLS) chromium
NEEDS_icons := node chromium
NEEDS_screenshots := $(DIST_TOOLS) chromium
NEEDS_views := $(DIST_TOOLS) chromium
NEEDS_replay := $(DIST_TOOLS) chromium
NEEDS_bench := $(DIST_TOOLS) stockfish fairy-stockfish pgn-extract
NEEDS_load := $(DIST_TOOLS) stockfish
NEEDS_pool := $(DIST_TOOLS) stockfish
NEEDS_load-server := $(DIST_TOOLS) redis-server
NEEDS_faults := $(DIST_TOOLS) redis-server
NEEDS_engines := $(DIST_TOOLS) $(ENGINES)
NEEDS_everywhere := $(DIST_TOOLS) $(BROWSER_TOOLS) stockfish
NEEDS_setup := $(NEEDS_test) $(NEEDS_check) $(NEEDS_bench)

NEEDED := $(foreach goal,$(or $(MAKECMDGOALS),build),$(or $(NEEDS_$(goal)),$(DIST_TOOLS)))
UNSEEN := $(sort $(foreach tool,$(NEEDED),$(if $(wildcard build/setup/$(tool)),,$(tool))))

.PHONY: tools
tools:
	$(if $(UNSEEN),$(Q)$(SETUP) $(UNSEEN))

# A stamp means that the tool was found; delete build/setup to check again.
build/setup/%: | tools
	$(Q)mkdir -p $(@D)
	$(Q)$(SETUP) $*
	$(Q)touch $@

NPM := node_modules/.package-lock.json
$(NPM): package-lock.json | build/setup/node
	@echo "npm ci"
	$(Q)npm ci --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null >/dev/null
	$(Q)touch $@

# --- WebAssembly --------------------------------------------------------------------------------

CORE := $(sort $(wildcard src/*.c src/rules/*.c src/pgn/*.c))
BOUNDARY := $(sort $(wildcard src/wasm/*.c))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Werror

# Code that runs for every node, move or PGN byte is compiled for speed, the rest for size.
HOT := dead_search fen fen_judge fen_write game legality lexer line move_word movegen perft position san scan standard
EMCC := emcc
LEVEL = $(if $(filter $(HOT),$(1)),-O2,-Oz)
EMCFLAGS := -std=c11 -msimd128 $(WARNINGS) -Isrc

# 3.1.6 spells it TOTAL_STACK; newer versions accept both spellings. With --stack-first a stack overrun traps
# instead of overwriting data.
EMLDFLAGS := -O3 -sSTANDALONE_WASM --no-entry -Wl,--stack-first -sTOTAL_STACK=1MB -sMALLOC=emmalloc \
             -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB -sEXPORTED_FUNCTIONS=@build/exports.txt

WASM_OBJECTS := $(patsubst src/%.c,build/wasm/%.o,$(CORE) $(BOUNDARY))

build/wasm/%.o: src/%.c Makefile | build/setup/emcc
	@echo "emcc $<"
	$(Q)mkdir -p $(@D)
	$(Q)$(EMCC) $(EMCFLAGS) $(call LEVEL,$(*F)) -MMD -MP -c $< -o $@

build/core.wasm: $(WASM_OBJECTS) build/exports.txt js/tools/check-wasm.js js/tools/trim-wasm.js
	@echo "link $@"
	$(Q)$(EMCC) $(EMLDFLAGS) $(WASM_OBJECTS) -o $@
	$(Q)node js/tools/trim-wasm.js $@ -O3
	$(Q)node js/tools/check-wasm.js $@

# The module that decodes the text in which dist/ carries the core.
build/decode.wasm: build/wasm/tools/decode.o js/tools/trim-wasm.js
	@echo "link $@"
	$(Q)$(EMCC) -Oz -sSTANDALONE_WASM --no-entry -sTOTAL_STACK=1KB -sTOTAL_MEMORY=192KB \
	    -sEXPORTED_FUNCTIONS=_text,_decode $< -o $@
	$(Q)node js/tools/trim-wasm.js $@ -Oz

# Copying, filling and searching bytes, for a test of their own: no function of the core reaches all their cases.
build/string.wasm: build/wasm/wasm/string.o
	@echo "link $@"
	$(Q)$(EMCC) -sSTANDALONE_WASM --no-entry \
	    -sEXPORTED_FUNCTIONS=_memcpy,_memmove,_memset,_memcmp,_memchr,_strlen $< -o $@

# --- JS -----------------------------------------------------------------------------------------

BINDINGS := $(GENERATED)/bindings.js $(GENERATED)/errors.js $(GENERATED)/wasm-text.d.ts build/exports.txt
LIBRARY := $(shell find js -name '*.js' ! -path 'js/tools/*' ! -path '*/generated/*')

# The headers that api.h includes give JS their enumerators.
NUMBERS := $(addprefix src/,$(shell sed -n 's|^\#include "\.\./\(.*\)"|\1|p' src/wasm/api.h))

$(BINDINGS) &: src/wasm/api.h src/error.h src/rules/variant.c $(NUMBERS) js/tools/generate-bindings.js | build/setup/node
	@echo "generate bindings"
	$(Q)node js/tools/generate-bindings.js
	$(Q)touch $(BINDINGS)

$(GENERATED)/wasm-text.js: build/core.wasm build/decode.wasm js/tools/inline-wasm.js
	@echo "inline $<"
	$(Q)node js/tools/inline-wasm.js build/core.wasm build/decode.wasm $@

OPENINGS := js/openings/generated/packed-lines.js
OPENINGS_DATA := $(sort $(wildcard js/openings/data/*.tsv))

$(OPENINGS): $(OPENINGS_DATA) $(BINDINGS) build/core.wasm js/tools/pack-openings.js
	@echo "pack openings"
	$(Q)node js/tools/pack-openings.js $@ $(OPENINGS_DATA)

DIST := dist/index.js
$(DIST): $(LIBRARY) $(BINDINGS) $(GENERATED)/wasm-text.js $(OPENINGS) js/tools/build.js js/tools/roll-up-types.js $(wildcard js/tools/types/*.js) \
         js/tools/tsconfig-dist.json package.json | $(NPM)
	@echo "bundle dist"
	$(Q)node js/tools/build.js

# --- native, for tests --------------------------------------------------------------------------

NATIVE_FLAGS := -std=c11 $(WARNINGS) -Isrc -Isrc/wasm -g -O1 -fno-omit-frame-pointer -fno-sanitize-recover=all
SANITIZERS := address,undefined
# These files replace parts of the C library, on WebAssembly only.
NATIVE_CORE := $(filter-out src/wasm/sbrk.c src/wasm/string.c,$(CORE) $(BOUNDARY))

TEST_SOURCES := $(wildcard tests/c/*_test.c)
TEST_SUPPORT := $(filter-out $(TEST_SOURCES),$(wildcard tests/c/*.c))
TESTS := $(TEST_SOURCES:tests/c/%.c=build/native/%)
TEST_OBJECTS := $(NATIVE_CORE:src/%.c=build/native/src/%.o) \
                $(TEST_SUPPORT:tests/c/%.c=build/native/tests/%.o)

FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_SUPPORT := $(filter-out $(FUZZ_SOURCES),$(wildcard tests/fuzz/*.c))
FUZZERS := $(FUZZ_SOURCES:tests/fuzz/%.c=build/fuzz/%)
FUZZ_OBJECTS := $(NATIVE_CORE:src/%.c=build/fuzz/src/%.o) \
                $(FUZZ_SUPPORT:tests/fuzz/%.c=build/fuzz/tests/%.o) \
                build/fuzz/c/reference.o build/fuzz/c/slow_game.o

# Contains the name of the compiler: clang if it can be installed, else an installed gcc.
NATIVE_CC := build/setup/native-cc
$(NATIVE_CC): | tools
	$(Q)mkdir -p $(@D)
	$(Q)$(SETUP) --native-cc >$@

define compile_native
	@echo "cc $<"
	$(Q)mkdir -p $(@D)
	$(Q)$$(cat $(NATIVE_CC)) $(NATIVE_FLAGS) -fsanitize=$(SANITIZERS) -MMD -MP -c $< -o $@
endef

build/native/src/%.o: src/%.c Makefile | $(NATIVE_CC)
	$(compile_native)

build/native/tests/%.o: tests/c/%.c Makefile | $(NATIVE_CC)
	$(compile_native)

# tests/c/support.c wraps the allocator, so that a test can choose which allocation fails.
TEST_LDFLAGS := -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc

$(TESTS): build/native/%: build/native/tests/%.o $(TEST_OBJECTS)
	$(Q)$$(cat $(NATIVE_CC)) -fsanitize=$(SANITIZERS) $(TEST_LDFLAGS) $^ -o $@

define compile_fuzz
	@echo "cc (fuzz) $<"
	$(Q)mkdir -p $(@D)
	$(Q)clang $(NATIVE_FLAGS) -fsanitize=fuzzer-no-link,$(SANITIZERS) -MMD -MP -c $< -o $@
endef

build/fuzz/src/%.o: src/%.c Makefile | build/setup/clang
	$(compile_fuzz)

build/fuzz/tests/%.o: tests/fuzz/%.c Makefile | build/setup/clang
	$(compile_fuzz)

build/fuzz/c/%.o: tests/c/%.c Makefile | build/setup/clang
	$(compile_fuzz)

$(FUZZERS): build/fuzz/%: build/fuzz/tests/%.o $(FUZZ_OBJECTS)
	$(Q)clang -fsanitize=fuzzer,$(SANITIZERS) $^ -o $@

# The same programs for `make coverage-c`, without sanitizers.
COVERED := $(TEST_SOURCES:tests/c/%.c=build/coverage/%) $(FUZZ_SOURCES:tests/fuzz/%.c=build/coverage/%)
COVERAGE_FLAGS := -fprofile-instr-generate -fcoverage-mapping

build/coverage/src/%.o: src/%.c Makefile | build/setup/clang
	@echo "cc (coverage) $<"
	$(Q)mkdir -p $(@D)
	$(Q)clang $(NATIVE_FLAGS) $(COVERAGE_FLAGS) -MMD -MP -c $< -o $@

build/coverage/tests/%.o: tests/%.c Makefile | build/setup/clang
	@echo "cc $<"
	$(Q)mkdir -p $(@D)
	$(Q)clang $(NATIVE_FLAGS) -MMD -MP -c $< -o $@

COVERED_CORE := $(NATIVE_CORE:src/%.c=build/coverage/src/%.o)

build/coverage/%_test: build/coverage/tests/c/%_test.o $(TEST_SUPPORT:%.c=build/coverage/%.o) $(COVERED_CORE)
	$(Q)clang -fprofile-instr-generate $(TEST_LDFLAGS) $^ -o $@

build/coverage/fuzz_%: build/coverage/tests/fuzz/fuzz_%.o $(FUZZ_SUPPORT:%.c=build/coverage/%.o) \
                       build/coverage/tests/c/reference.o build/coverage/tests/c/slow_game.o $(COVERED_CORE)
	$(Q)clang -fprofile-instr-generate -fsanitize=fuzzer $^ -o $@

# The program that finds the magic numbers of src/magics.inc.
build/native/find_magics: src/tools/find_magics.c $(wildcard src/*.h) Makefile | $(NATIVE_CC)
	@echo "cc $<"
	$(Q)mkdir -p $(@D)
	$(Q)$$(cat $(NATIVE_CC)) -std=c11 $(WARNINGS) -Isrc -O2 $< -o $@

-include $(shell find build -name '*.d' 2>/dev/null)

# --- targets for users --------------------------------------------------------------------------

.PHONY: lint-c coverage-c mutants build test test-more test-c test-fuzz test-js steady coverage-js check check-text check-c check-types check-layers \
        fuzz fuzz-seeds fuzz-js fuzzers sim sim-faults api-report types demo pages page-figures walk icons screenshots views bench bench-check bench-baseline bench-chess-js compare-chess-js dead stream reproducible load load-server faults pool engines strengths variants replay everywhere format audit setup clean

# A bundle above the limit is only reported here; it fails `make test`.
build: $(DIST)
	$(Q)node js/tools/size.js || :

BROWSERS := $(BROWSER_TOOLS:%=build/setup/%)
PROGRAMS := $(TEST_PROGRAMS:%=build/setup/%)

# Its tests are skipped where it cannot be installed.
build/setup/webkit2gtk-driver: | tools
	$(Q)mkdir -p $(@D)
	$(Q)if $(SETUP) --has webkit2gtk-driver; then touch $@; else echo 'no tests in WebKitGTK'; fi

RUN := node tests/runner/run.js
TESTED := $(TESTS) $(DIST) build/string.wasm $(BROWSERS) $(PROGRAMS)
# Fuzzing needs clang; without it run.js says so and leaves it out.
BUILD_FUZZERS = $(Q)if [ "$$(cat $(NATIVE_CC))" = clang ]; then $(MAKE) --no-print-directory fuzzers; fi

test: $(TESTED)
	+$(BUILD_FUZZERS)
	$(Q)$(RUN) test

test-more: $(TESTED)
	+$(BUILD_FUZZERS)
	$(Q)$(RUN) more

test-c: $(TESTS) | build/setup/node
	$(Q)$(RUN) c

test-fuzz: | $(NATIVE_CC) build/setup/node
	+$(BUILD_FUZZERS)
	$(Q)FUZZ_SECONDS=$(SECONDS) $(RUN) fuzz

# Keeps what fuzzing has found that reaches new code.
fuzz-seeds: $(FUZZERS) | build/setup/node
	$(Q)node tests/fuzz/seeds.js keep

# SECONDS of the processor's time for each target, or for those of TARGETS.
fuzz-js: $(DIST)
	$(Q)SECONDS=$(SECONDS) node tests/fuzz/js/run.js $(TARGETS)

C_TEXT := $(shell find src tests/c tests/fuzz -name '*.[ch]' 2>/dev/null)

# All of them run, even if one fails.
check:
	+$(Q)$(MAKE) --no-print-directory --keep-going check-text check-c check-types check-layers
	@echo "all checks passed"

check-text: | $(NPM)
	@echo "biome"
	$(Q)$(BIN)/biome check --error-on-warnings --diagnostic-level=warn .

check-c: | build/setup/clang-format
	@echo "clang-format"
	$(Q)for file in $(C_TEXT); do clang-format $$file | cmp -s - $$file || echo "$$file: not formatted; make format does it"; done \
	    | { ! grep .; } >&2

# string.c and sbrk.c compile for WebAssembly alone. Passes with clang-tidy 14 and cppcheck 2.10; newer ones may find more.
LINTED := $(NATIVE_CORE) src/tools/find_magics.c src/tools/decode.c
lint-c: build/setup/clang-tidy build/setup/cppcheck
	@echo "cppcheck"
	$(Q)cppcheck --enable=warning,performance,portability --error-exitcode=1 --inline-suppr --std=c11 -q \
	    -D__clang__ -Isrc $(LINTED)
	@echo "clang-tidy"
	$(Q)clang-tidy -quiet $(LINTED) -- -std=c11 -Isrc 2>/dev/null

check-types: $(BINDINGS) $(OPENINGS) | $(NPM)
	@echo "tsc"
	$(Q)$(BIN)/tsc -p js

# It goes on where it was stopped; build/mutants/results.json has what it found.
mutants: | build/setup/node build/setup/clang
	$(Q)node tests/mutation/run.js "$(ONLY)"

check-layers: | build/setup/node
	@echo "layers"
	$(Q)node js/tools/check-layers.js

format: | $(NPM) build/setup/clang-format
	$(Q)$(BIN)/biome format --write --log-level=warn .
	$(Q)clang-format -i $(C_TEXT)

demo: $(DIST)
	$(Q)node js/tools/serve.js

pages: $(DIST)
	$(Q)node js/tools/write-pages.js

page-figures: $(DIST) build/setup/chromium
	$(Q)node tests/bench/page.js

# ACTIONS on each screen. Without SEED it walks another way each time.
walk: ACTIONS ?= 5000
walk: $(DIST) build/setup/chromium
	$(Q)ACTIONS=$(ACTIONS) SEED=$(or $(SEED),$(shell date +%s)) FILE_SECONDS=1000000 $(RUN) tests/browser/page-walk.test.js

icons: | $(NPM) build/setup/chromium
	$(Q)node tests/pictures/draw-icons.js

screenshots: $(DIST) build/setup/chromium
	$(Q)node tests/pictures/screenshots.js

views: $(DIST) build/setup/chromium
	$(Q)node tests/pictures/views.js

BENCH_PEERS := $(addprefix build/setup/,stockfish fairy-stockfish pgn-extract)
bench: $(DIST) $(BENCH_PEERS)
	$(Q)node tests/bench/run.js

bench-check: $(DIST) $(BENCH_PEERS)
	$(Q)node tests/bench/check.js

bench-baseline: $(DIST) $(BENCH_PEERS)
	$(Q)node tests/bench/check.js --write

bench-chess-js: $(DIST)
	$(Q)node tests/bench/chess-js.js

compare-chess-js: $(DIST)
	$(Q)RUNS=$(or $(RUNS),10000) SEED=$(or $(SEED),1) FILE_SECONDS=1000000 $(RUN) tests/js/chess-js.test.js

sim: $(DIST)
	$(Q)node tests/sim/run.js $(if $(SEED),--seed $(SEED),--schedules $(or $(SCHEDULES),2000))

sim-faults: $(DIST)
	$(Q)node tests/sim/run-faults.js

dead: $(DIST)
	$(Q)node tests/bench/dead.js "$(POSITIONS)"

# Of the committed sources.
reproducible: $(DIST)
	$(Q)sh js/tools/reproducible.sh

stream: $(DIST)
	$(Q)node tests/bench/stream.js

load: $(DIST) build/setup/stockfish
	$(Q)node tests/bench/bridge-load.js

load-server: $(DIST) build/setup/redis-server
	$(Q)node --expose-gc tests/bench/load-server.js

# A cycle takes two seconds.
faults: CYCLES ?= 30
faults: $(DIST) build/setup/redis-server
	$(Q)CYCLES=$(CYCLES) SEED=$(or $(SEED),$(shell date +%s)) node tests/js/support/run-faults.js

pool: $(DIST) build/setup/stockfish
	$(Q)node tests/bench/pool.js

engines: $(DIST) $(addprefix build/setup/,$(ENGINES))
	$(Q)node tests/bench/engines.js

strengths: $(DIST)
	$(Q)GAMES=$(if $(filter file,$(origin GAMES)),100,$(GAMES)) nice node tests/bench/strengths.js

variants: $(DIST)
	$(Q)GAMES=$(GAMES) VARIANT=$(VARIANT) GAME=$(GAME) node tests/js/support/run-variants.js

types: $(DIST)
	$(Q)nice node tests/js/support/run-types.js $(VERSIONS)

api-report: $(DIST)
	$(Q)node js/tools/api-report.js

replay: $(DIST) build/setup/chromium
	$(Q)node tests/replay/run.js "$(PGN)"

# What it installs stays in build/everywhere until make clean.
everywhere: $(DIST) $(BROWSERS) build/setup/stockfish
	$(Q)ONLY=$(ONLY) node tests/everywhere/run.js

audit: | $(NPM)
	$(Q)sh js/tools/audit.sh

setup: tools $(NPM)

clean:
	rm -rf build dist $(GENERATED) $(dir $(OPENINGS))
