#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs tests that are built already. All of them run even if one fails; the exit code is then 1.
#
# usage: sh tests/runner/run-tests.sh [c] [fuzz] [js]
#   FUZZ_SECONDS  for each fuzz target, default 3
#   FUZZ_JS_SECONDS  for each of those in JS, default 1
#   FILE_SECONDS  after which a file of tests in JS is ended and has failed, default 900
set -u

status=0
export ASAN_OPTIONS="allocator_may_return_null=1:${ASAN_OPTIONS-}"
export UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS-}"

fail() {
    echo "FAILED: $*" >&2
    status=1
}

# Runs a command and prints its output only if it fails.
quietly() {
    log=$1
    shift
    "$@" >"$log" 2>&1 && return
    tail -n 60 "$log" >&2
    return 1
}

# Runs one of the parts below for each C file, two at a time.
for_each() {
    part=$1
    shift
    printf '%s\n' "$@" | xargs -n 1 -P 2 sh "$0" "$part" || status=1
}

run_c() {
    for_each one_c tests/c/*_test.c
}

run_one_c() {
    name=$(basename "$1" .c)
    echo "test $name"
    quietly "build/native/$name.log" "build/native/$name" || fail "$name"
}

run_fuzz() {
    if [ "$(cat build/setup/native-cc)" != clang ]; then
        echo "fuzzing is skipped: it needs clang with its sanitizers (packages clang and libclang-rt-dev)."
        return
    fi
    ${MAKE-make} --no-print-directory fuzzers || {
        fail "building the fuzz targets"
        return
    }
    for_each one_fuzz tests/fuzz/fuzz_*.c
}

# New inputs go to a scratch corpus; the committed seeds are not changed.
run_one_fuzz() {
    name=$(basename "$1" .c)
    target=${name#fuzz_}
    seconds=${FUZZ_SECONDS-3}
    corpus=build/fuzz/corpus/$target
    findings=build/fuzz/findings/$target-
    seeds=tests/fuzz/seeds/$target
    mkdir -p "$corpus" build/fuzz/findings
    [ -d "$seeds" ] || seeds=
    words=
    [ -e "tests/fuzz/$target.dict" ] && words=-dict=tests/fuzz/$target.dict
    echo "fuzz $target, $seconds s"
    # shellcheck disable=SC2086 # no seeds or words, no argument
    quietly "build/fuzz/$name.log" "build/fuzz/$name" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 -artifact_prefix="$findings" $words "$corpus" $seeds || fail "fuzz $target (input in $findings*)"
}

run_js() {
    # The same inputs each time, as far as the time lasts; make fuzz-js finds others.
    quietly build/fuzz-js.log env SEED="${SEED-1}" SECONDS="${FUZZ_JS_SECONDS-1}" node tests/fuzz/js/run.js || fail "fuzzing the parsers in JS"
    node --expose-gc tests/runner/run-js-tests.js || fail "tests in JS"
}

case ${1-} in
    one_*) "run_$1" "$2" ;;
    *) for part; do "run_$part"; done ;;
esac
exit $status
