#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts the program $NICED behind all others. As root, Chromium would put itself before them: it loses the right to do so.

set -eu
if [ "$(id -u)" = 0 ]; then exec setpriv --bounding-set=-sys_nice nice -n 10 "$NICED" "$@"; fi
exec nice -n 10 "$NICED" "$@"
