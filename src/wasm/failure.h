// SPDX-License-Identifier: Apache-2.0
// How the exported functions fail: a negated code, and the place kept for binbo_error_*().
#ifndef FAILURE_H
#define FAILURE_H

#include "../game.h"
#include "handles.h"

typedef struct {
    int32_t offset, ply;
} Failure;

extern Failure last_failure;

// Return -code. Without a place, offset is -1; ply is 0 where no move failed.
int32_t fail(ErrorCode code);
int32_t fail_at(ErrorCode code, int32_t offset, int32_t ply);

// The status that a call returns, or its error.
int32_t status_or_error(ErrorCode error, const Game *g);

// Names the game of a handle, or leaves the function.
#define FIND(name, handle)            \
    Game *name = handles_get(handle); \
    if (!name) return fail(ERR_GAME_STOPPED)

#define REQUIRE_ARGUMENT(condition) \
    if (!(condition)) return fail(ERR_ARGUMENT)

#endif
