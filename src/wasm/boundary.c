// SPDX-License-Identifier: Apache-2.0
// Implements the I/O buffer and the record of the last failure.
#include "boundary.h"

#include <stdlib.h>

enum { FIXED_SIZE = 1 << 16 };

static _Alignas(8) char fixed[FIXED_SIZE];
static char *larger; // owned; NULL while the fixed buffer is large enough
static uint32_t larger_size;

Failure last_failure;

char *io_buffer(void) { return larger ? larger : fixed; }
uint32_t io_capacity(void) { return larger ? larger_size : FIXED_SIZE; }

bool io_reserve(uint32_t size) {
    if (size && size <= io_capacity()) return true;
    char *wanted = size > FIXED_SIZE ? malloc(size) : NULL;
    if (size > FIXED_SIZE && !wanted) return false;
    free(larger);
    larger = wanted;
    larger_size = size;
    return true;
}

int32_t fail_with_place(ErrorCode code, int32_t offset, int32_t ply) {
    last_failure = (Failure){offset, ply};
    return -(int32_t)code;
}

int32_t fail(ErrorCode code) { return fail_with_place(code, -1, 0); }

int32_t status_or_error(ErrorCode error, const Game *g) { return error ? fail(error) : (int32_t)game_status(g); }

int32_t fens_read(uint32_t length, int32_t variant, bool strict, Position *out) {
    int offset;
    REQUIRE_ARGUMENT(length <= io_capacity() && variant_is_known(variant));
    const ErrorCode error = fen_parse(io_buffer(), length, (Variant)variant, strict, out, &offset);
    return error ? fail_with_place(error, offset, 0) : 0;
}

int32_t fens_write(const Position *p, FenEnPassant en_passant, FenCastling castling) {
    Writer w = writer_of(io_buffer(), io_capacity());
    fen_write(&w, p, en_passant, castling);
    return writer_length(&w);
}
