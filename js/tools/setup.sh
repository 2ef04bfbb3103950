#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the tools that a build step needs and this machine lacks, with the system's package manager.
#
# usage: sh js/tools/setup.sh TOOL...        node emcc clang native-cc chromium chromium-headless-shell firefox-esr
#                                            webkit2gtk-driver clang-format clang-tidy cppcheck llvm
#                                            stockfish fairy-stockfish pgn-extract redis-server postgresql nginx curl
#                                            ethereal-chess toga2 gnuchess glaurung polyglot scid systemd-analyze promtool
#                                            strace
#        sh js/tools/setup.sh --has TOOL     only looks: exit code 0 if it is there
#        sh js/tools/setup.sh --native-cc    prints the C compiler for tests: clang, or else gcc
# This needs apt-get and root rights (root itself, or sudo without a password). Without them it prints all that is missing
# and one command that installs it, and the exit code is 1; it is 0 if only tools are missing that can be done without.
set -eu

# Where Debian's package has it. TOP is a folder that a test takes for /.
DEBIANS_NODE=${TOP-}/usr/bin/node

have() { command -v "$1" >/dev/null 2>&1; }

# clang alone is not enough: its sanitizers and libFuzzer are in a separate package.
clang_is_complete() {
    have clang || return 1
    probe=$(mktemp -d)
    echo '#include <stdlib.h>
int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n > 1 ? abs(0) : 0; }' >"$probe/probe.c"
    clang -fsanitize=fuzzer,address,undefined "$probe/probe.c" -o "$probe/probe" >/dev/null 2>&1 && complete=0 || complete=1
    rm -rf "$probe"
    return $complete
}

is_present() {
    case $1 in
        node) have node && have npm && [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] ;;
        clang | native-cc) clang_is_complete ;;
        llvm) have llvm-cov && have llvm-profdata ;;
        chromium-headless-shell) [ -n "${CHROMIUM-}" ] || have chromium-headless-shell ;;
        chromium) [ -n "${CHROMIUM-}" ] || have chromium || have chromium-browser || have google-chrome ;;
        webkit2gtk-driver) have WebKitWebDriver && have Xvfb ;;
        firefox-esr) [ -n "${FIREFOX-}" ] || have firefox-esr || have firefox ;;
        stockfish) [ -n "${STOCKFISH-}" ] || have stockfish || [ -x /usr/games/stockfish ] ;;
        # Debian keeps its programs out of the PATH.
        nginx) have nginx || [ -x /usr/sbin/nginx ] ;;
        postgresql) { have initdb && have postgres; } || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ;;
        fairy-stockfish | pgn-extract | ethereal-chess | toga2 | gnuchess | glaurung | polyglot)
            have "$1" || [ -x "/usr/games/$1" ]
            ;;
        scid) [ -x /usr/games/tkscid ] ;;
        *) have "$1" ;;
    esac
}

# Can what it is for be skipped, or done in another way?
is_optional() {
    case $1 in
        native-cc) have gcc ;;
        webkit2gtk-driver) true ;;
        # Chromium does the same, and takes longer.
        chromium-headless-shell) is_present chromium ;;
        *) false ;;
    esac
}

packages_of() {
    case $1 in
        node) ;; # Debian's may be too old.
        emcc) echo emscripten ;;
        clang | native-cc) echo clang libclang-rt-dev ;;
        webkit2gtk-driver) echo webkit2gtk-driver xvfb ;;
        chromium | chromium-headless-shell | firefox-esr | clang-format | clang-tidy | cppcheck | llvm | stockfish | fairy-stockfish | pgn-extract | redis-server | postgresql | nginx | curl) echo "$1" ;;
        ethereal-chess | toga2 | gnuchess | glaurung | polyglot | scid | strace) echo "$1" ;;
        systemd-analyze) echo systemd ;;
        promtool) echo prometheus ;;
        *)
            echo "setup: unknown tool $1" >&2
            exit 2
            ;;
    esac
}

# Sets `root` to the prefix for root rights; fails if there is none.
find_root() {
    if [ "$(id -u)" = 0 ]; then
        root=
    elif have sudo && sudo -n true 2>/dev/null; then
        root='sudo -n'
    else
        return 1
    fi
}

apt_get() {
    $root env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=600 "$@" </dev/null >>"$log" 2>&1
}

is_in_lists() { apt-cache show "$1" >/dev/null 2>&1; }

# Removes from `packages` those that this release of the distribution does not have.
choose_packages() {
    for package in $packages; do
        is_in_lists "$package" || {
            apt_get update || true
            break
        }
    done
    known=
    for package in $packages; do
        case $package in
            # Before LLVM 14 the sanitizers were part of clang, and this package does not exist.
            libclang-rt-dev | webkit2gtk-driver | chromium-headless-shell) is_in_lists "$package" || continue ;;
        esac
        known="$known $package"
    done
    packages=$known
}

# Debian's nodejs, which emscripten brings, is older than 20, and would overwrite a Node.js that was unpacked into /usr.
keep_node() {
    [ "$(command -v node)" -ef "$DEBIANS_NODE" ] && ! dpkg -S "$DEBIANS_NODE" >/dev/null 2>&1 || return 0
    # shellcheck disable=SC2086 # a list of words
    plan "$packages" | grep -q ' nodejs_' || return 0
    echo "setup: missing:$missing" >&2
    echo "setup: apt-get would install Debian's nodejs with it, and overwrite your node $(node --version), which is $DEBIANS_NODE" >&2
    echo 'setup: and belongs to no package. Nothing is installed. Unpack Node.js into /usr/local instead, such as by' >&2
    echo 'setup: tar -xf node-v20.*.tar.xz -C /usr/local --strip-components 1, then run make again.' >&2
    exit 1
}

# What apt-get would do: packages, sizes, files.
plan() {
    # shellcheck disable=SC2086 # a list of words
    LC_ALL=C apt-get --print-uris -y -q install --no-install-recommends $1 2>/dev/null
}

install_packages() {
    echo "setup: apt-get install$packages" >&2
    plan "$packages" | sed -n 's/^Need to get \(.*\) of archives\.$/setup: it fetches \1, which takes minutes/p
s/^After this operation, \(.*\) of additional disk space will be used\.$/setup: and fills \1 of the disk/p' >&2
    # shellcheck disable=SC2086 # a list of words
    apt_get install --no-install-recommends $packages && return
    # Outdated lists name files that no longer exist.
    # shellcheck disable=SC2086
    apt_get update && apt_get install --no-install-recommends $packages
}

# Debian starts servers when it installs them, and whenever the machine starts. Tests start their own, so those that are
# installed here stay off; servers that were there before are not touched.
POLICY=${TOP-}/usr/sbin/policy-rc.d

forbid_starts() {
    before=$(clusters | tr '\n' ' ')
    [ -e $POLICY ] && return
    trap allow_starts EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' | $root tee $POLICY >/dev/null
    $root chmod 755 $POLICY
}

allow_starts() {
    trap - EXIT
    $root rm -f $POLICY
}

clusters() { ls -d /etc/postgresql/*/* 2>/dev/null || true; }

turn_off() {
    for tool in $missing; do
        case $tool in
            redis-server | nginx | promtool)
                if have systemctl; then $root systemctl disable "$(packages_of "$tool")" >>"$log" 2>&1 || true; fi
                ;;
            postgresql)
                for cluster in $(clusters); do
                    case " $before" in *" $cluster "*) continue ;; esac
                    version=$(basename "$(dirname "$cluster")")
                    $root pg_dropcluster "$version" "$(basename "$cluster")" >>"$log" 2>&1 || true
                done
                ;;
        esac
    done
}

give_up() {
    echo "setup: $*" >&2
    exit 1
}

if [ "${1-}" = --has ]; then
    is_present "$2" && exit 0
    exit 1
fi

if [ "${1-}" = --native-cc ]; then
    is_present clang || have gcc || sh "$0" native-cc >&2
    if is_present clang; then
        echo clang
    else
        echo 'setup: gcc takes the place of clang, and nothing is fuzzed.' >&2
        echo gcc
    fi
    exit 0
fi

missing=
packages=
required=
for tool; do
    is_present "$tool" && continue
    missing="$missing $tool"
    packages="$packages $(packages_of "$tool")"
    is_optional "$tool" || required="$required $tool"
done
[ -n "$missing" ] || exit 0
# shellcheck disable=SC2046,SC2086 # lists of words
packages=$(printf ' %s' $(printf '%s\n' $packages | sort -u))

# What users have to do, if this cannot: all at once.
explain() {
    echo "setup: missing:$missing" | sed 's/native-cc/clang/' >&2
    case " $missing " in
        *' node '*)
            if have node; then echo "setup: $(command -v node) is version $(node --version)$(have npm || echo ', without npm')." >&2; fi
            echo 'setup: Node.js 20 or later, with npm, is needed: https://nodejs.org; unpack it into /usr/local' >&2
            ;;
    esac
    [ "$packages" = ' ' ] || echo "setup: as root: apt-get install$packages" >&2
    [ -n "$required" ] || exit 0
    echo 'setup: then run make again.' >&2
    exit 1
}

case " $missing " in
    *' node '*) explain ;;
esac
if ! have apt-get || ! find_root; then explain; fi

mkdir -p build/setup
log=build/setup/apt.log
if have flock; then
    exec 9>build/setup/lock
    flock 9
fi
choose_packages
keep_node
forbid_starts
install_packages || {
    tail -n 5 "$log" >&2
    echo "setup: apt-get could not install all of it (see build/setup/apt.log)." >&2
    explain
}
turn_off
# All of them: a package may have replaced what was there before.
for tool; do
    is_present "$tool" || is_optional "$tool" || give_up "apt-get installed$packages, but $tool still does not work."
done
