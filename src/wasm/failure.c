// SPDX-License-Identifier: Apache-2.0
#include "failure.h"

Failure last_failure;

int32_t fail_at(ErrorCode code, int32_t offset, int32_t ply) {
    last_failure = (Failure){offset, ply};
    return -(int32_t)code;
}

int32_t fail(ErrorCode code) { return fail_at(code, -1, 0); }

int32_t status_or_error(ErrorCode error, const Game *g) { return error ? fail(error) : (int32_t)game_status(g); }
