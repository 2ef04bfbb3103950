// SPDX-License-Identifier: Apache-2.0
// A move in 16 bits:
//
//    15      12 11        6 5         0
//   +----------+-----------+-----------+
//   |   kind   |    to     |   from    |
//   +----------+-----------+-----------+
//
// A promotion's kind is its piece type. Castling is written king takes own rook, in standard chess
// too. Kinds from 8 on are free for variants.
#ifndef MOVE_H
#define MOVE_H

#include "bitboard.h"

typedef uint16_t Move;

typedef enum {
    MOVE_PLAIN = 0,
    MOVE_PROMOTE_KNIGHT = KNIGHT,
    MOVE_PROMOTE_BISHOP = BISHOP,
    MOVE_PROMOTE_ROOK = ROOK,
    MOVE_PROMOTE_QUEEN = QUEEN,
    MOVE_CASTLE = 5,
    MOVE_EN_PASSANT = 6,
    MOVE_DOUBLE = 7,
} MoveKind;

enum { NO_MOVE = 0 }; // from and to are both a1: never a move
// A bound on the legal moves of any position that FEN accepts: 15 queens and a king on an open board.
// (The most in a reachable position is 218.)
enum { MAX_MOVES = 15 * 27 + 8 + 3 };

INLINE Move move_of(Square from, Square to, MoveKind kind) { return (Move)(from | to << 6 | (int)kind << 12); }
INLINE Square move_from(Move m) { return m & 63; }
INLINE Square move_to(Move m) { return m >> 6 & 63; }
INLINE MoveKind move_kind(Move m) { return (MoveKind)(m >> 12); }
INLINE bool move_is_promotion(Move m) { return m >= 1 << 12 && m < 5 << 12; }

#endif
