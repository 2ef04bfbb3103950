// SPDX-License-Identifier: Apache-2.0
#include "fens.h"

#include "failure.h"
#include "io.h"

int32_t fens_read(uint32_t length, int32_t variant, bool strict, Position *out) {
    int offset;
    REQUIRE_ARGUMENT(length <= io_capacity() && (variant == STANDARD || variant == CHESS960));
    const ErrorCode error = fen_parse(io_buffer(), length, (Variant)variant, strict, out, &offset);
    return error ? fail_at(error, offset, 0) : 0;
}

int32_t fens_write(const Position *p, FenEnPassant en_passant, FenCastling castling) {
    Writer w = writer_of(io_buffer(), io_capacity());
    fen_write(&w, p, en_passant, castling);
    return writer_length(&w);
}
