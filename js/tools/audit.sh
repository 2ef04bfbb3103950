#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# npm audit of what users install, and of everything; says so where the registry does not answer it, such as a mirror.
#
# usage: sh js/tools/audit.sh    (from the top of the repository; exit code 1 for a finding)
status=0

audit() {
    if report=$(npm audit "$@" 2>&1); then
        echo "npm audit $*: no findings"
    elif echo "$report" | grep -qE 'audit endpoint|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT'; then
        echo "npm audit $*: skipped, the registry does not answer: $(echo "$report" | grep -m 1 error)"
    else
        echo "$report" >&2
        status=1
    fi
}

audit --omit=dev
audit --include=dev
exit $status
