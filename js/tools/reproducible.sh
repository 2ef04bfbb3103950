#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and packs the committed sources twice, in two folders, and compares dist/ and the tarballs byte by byte. The
# folders lie below build/reproducible; node_modules is that of the repository.
#
# usage: sh js/tools/reproducible.sh    (at the top of the repository, after npm ci)
set -eu

top=$PWD
folder=$top/build/reproducible
commit=$(git rev-parse HEAD)
rm -rf "$folder"
mkdir -p "$folder"

pack() {
    copy=$folder/$1
    git clone --quiet --no-checkout . "$copy"
    git -C "$copy" checkout --quiet "$commit"
    cp -al node_modules "$copy/node_modules"
    touch "$copy/node_modules/.package-lock.json"
    echo "build and pack $1"
    (cd "$copy" && npm pack --silent >/dev/null)
    changed=$(cd "$copy" && git status --porcelain)
    [ -z "$changed" ] || {
        echo "packing leaves behind: $changed" >&2
        exit 1
    }
}

pack one
sleep 2 # another time in seconds
pack another-folder

diff -r "$folder/one/dist" "$folder/another-folder/dist"
cmp "$folder"/one/binbo-*.tgz "$folder"/another-folder/binbo-*.tgz
(cd "$folder/one" && sha256sum binbo-*.tgz)
rm -rf "$folder"
