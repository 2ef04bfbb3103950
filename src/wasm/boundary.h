// SPDX-License-Identifier: Apache-2.0
// Shared by the exported functions: the I/O buffer, failures, and FENs in the buffer.
#ifndef BOUNDARY_H
#define BOUNDARY_H

#include "../game.h"
#include "handles.h"

// --- the I/O buffer ---------------------------------------------------------------------------------

// A fixed buffer, or a larger one while it is needed. Borrowed; valid until the next io_reserve().
char *io_buffer(void);
uint32_t io_capacity(void);

// Makes room for size bytes, losing the contents; 0 returns to the fixed buffer. False if memory is exhausted: the
// buffer is then unchanged.
bool io_reserve(uint32_t size);

// --- failures ---------------------------------------------------------------------------------------

typedef struct {
    int32_t offset, ply;
} Failure;

// The position of the last failure, for binbo_error_*().
extern Failure last_failure;

// Return -code. offset is -1 if unknown; ply is 0 if no move failed.
int32_t fail(ErrorCode code);
int32_t fail_with_place(ErrorCode code, int32_t offset, int32_t ply);

// The status that a call returns, or its error.
int32_t status_or_error(ErrorCode error, const Game *g);

// Declares `name` as the game of a handle, or returns from the function.
#define FIND(name, handle)            \
    Game *name = handles_get(handle); \
    if (!name) return fail(ERR_GAME_STOPPED)

#define REQUIRE_ARGUMENT(condition) \
    if (!(condition)) return fail(ERR_ARGUMENT)

// --- FENs -------------------------------------------------------------------------------------------

// Reads the FEN at the start of the buffer. Returns 0, or a failure with its offset.
int32_t fens_read(uint32_t length, int32_t variant, bool strict, Position *out);

// Returns the length.
int32_t fens_write(const Position *p, FenEnPassant en_passant, FenCastling castling);

#endif
