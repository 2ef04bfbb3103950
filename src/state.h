// SPDX-License-Identifier: Apache-2.0
// A game as bytes, for storage and transport. All numbers are little endian:
//
//     0  "BNB"          3  version: 3 for variants other than Chess960 or a dead mode, else 2 where the draw mode is
//     NONE, else 1 4  variant        5  draw mode, and dead mode << 4       6  result (Status) or 0     7  length f of
//     the start FEN, or 0 8  u32 moves n   12  u32 extra bytes x
//    16  start FEN, f bytes | moves, 2 n bytes (move.h) | extra, x bytes, the caller's own
//    16 + f + 2 n + x  u32 CRC-32 of all bytes before (ISO 3309, as in gzip and PNG)
//
// The FEN is there only when the game does not start from its variant's start position. Moves for redo are not kept.
#ifndef STATE_H
#define STATE_H

#include "game.h"

size_t state_size(const Game *g, size_t extra_length);

// Writes state_size() bytes. extra must not overlap out.
void state_write(const Game *g, const uint8_t *extra, size_t extra_length, uint8_t *out);

// Makes a new game, owned by the caller; every part of the bytes is checked: ERR_STATE_*, ERR_MEMORY. *extra is
// borrowed from bytes.
ErrorCode state_read(const uint8_t *bytes, size_t size, Game **out, const uint8_t **extra, size_t *extra_length);

#endif
