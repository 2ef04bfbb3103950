// SPDX-License-Identifier: Apache-2.0
// FENs in the I/O buffer.
#ifndef FENS_H
#define FENS_H

#include "../fen.h"

// Reads the FEN at the buffer's start. Returns 0, or a failure with its place.
int32_t fens_read(uint32_t length, int32_t variant, bool strict, Position *out);

// Returns the length.
int32_t fens_write(const Position *p, FenEnPassant en_passant, FenCastling castling);

#endif
