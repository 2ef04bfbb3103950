// SPDX-License-Identifier: Apache-2.0
// A game as bytes, for storage and transport. All numbers are little endian:
//
// clang-format off
//
//     0  "BNB"
//     3  version, 1
//     4  variant
//     5  draw mode, and dead mode << 4
//     6  result (Status), or 0
//     7  f, bytes of the start FEN; 0 if the game starts from its variant's start position
//     8  u32  n, moves
//    12  u32  x, extra bytes
//    16  start FEN, f bytes
//        moves, 2 n bytes (move.h)
//        extra, x bytes, the caller's own
//        u32  CRC-32 of all bytes before it (ISO 3309, as in gzip and PNG)
//
// clang-format on
//
// Moves for redo are not stored.
#ifndef STATE_H
#define STATE_H

#include "game.h"

size_t state_size(const Game *g, size_t extra_length);

// Writes state_size() bytes. extra must not overlap out.
void state_write(const Game *g, const uint8_t *extra, size_t extra_length, uint8_t *out);

// Creates a new game, owned by the caller. Every part of the bytes is checked: ERR_STATE_*, ERR_MEMORY. *extra is
// borrowed from bytes.
ErrorCode state_read(const uint8_t *bytes, size_t size, Game **out, const uint8_t **extra, size_t *extra_length);

#endif
