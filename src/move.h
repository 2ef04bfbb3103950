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

// Values are pinned: they are kept in game states.
typedef enum {
    MOVE_PLAIN = 0,
    MOVE_PROMOTE_KNIGHT = 1,
    MOVE_PROMOTE_BISHOP = 2,
    MOVE_PROMOTE_ROOK = 3,
    MOVE_PROMOTE_QUEEN = 4,
    MOVE_CASTLE = 5,
    MOVE_EN_PASSANT = 6,
    MOVE_DOUBLE = 7,
} MoveKind;

_Static_assert((int)MOVE_PROMOTE_KNIGHT == KNIGHT && (int)MOVE_PROMOTE_QUEEN == QUEEN, "promotions are piece types");

// Where the parts begin. JS gets these enumerators, and the kinds, by the same names.
enum {
    MOVE_TO_SHIFT = 6,
    MOVE_KIND_SHIFT = 12,
};

enum { NO_MOVE = 0 }; // from and to are both a1: never a move
// A bound on the legal moves of any position that FEN accepts: 15 queens and a king on an open board. The
// most in a reachable position is 218. Queens stand in each other's way, so a list always has room for the
// one move that the generator may write past the last.
enum { MAX_MOVES = 15 * 27 + 8 + 3 };

INLINE Move move_of(Square from, Square to, MoveKind kind) {
    return (Move)(from | to << MOVE_TO_SHIFT | (int)kind << MOVE_KIND_SHIFT);
}
INLINE Square move_from(Move m) { return m & 63; }
INLINE Square move_to(Move m) { return m >> MOVE_TO_SHIFT & 63; }
INLINE MoveKind move_kind(Move m) { return (MoveKind)(m >> MOVE_KIND_SHIFT); }
INLINE bool move_is_promotion(Move m) {
    return m >= MOVE_PROMOTE_KNIGHT << MOVE_KIND_SHIFT && m < MOVE_CASTLE << MOVE_KIND_SHIFT;
}

#endif
