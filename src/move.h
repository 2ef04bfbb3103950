// SPDX-License-Identifier: Apache-2.0
// A move in 16 bits:
//
//    15      12 11        6 5         0
//   +----------+-----------+-----------+
//   |   kind   |    to     |   from    |
//   +----------+-----------+-----------+
//
// A promotion's kind is its piece type. Castling is the king taking its own rook, also in standard chess. A drop
// (crazyhouse) has from = to.
#ifndef MOVE_H
#define MOVE_H

#include "bitboard.h"

typedef uint16_t Move;

// Values are fixed: they are stored in game states.
typedef enum {
    MOVE_PLAIN = 0,
    MOVE_PROMOTE_KNIGHT = 1,
    MOVE_PROMOTE_BISHOP = 2,
    MOVE_PROMOTE_ROOK = 3,
    MOVE_PROMOTE_QUEEN = 4,
    MOVE_CASTLE = 5,
    MOVE_EN_PASSANT = 6,
    MOVE_DOUBLE = 7,
    MOVE_PROMOTE_KING = 8, // antichess
    MOVE_DROP_PAWN = 9,
    MOVE_DROP_KNIGHT = 10,
    MOVE_DROP_BISHOP = 11,
    MOVE_DROP_ROOK = 12,
    MOVE_DROP_QUEEN = 13,
} MoveKind;

_Static_assert((int)MOVE_PROMOTE_KNIGHT == KNIGHT && (int)MOVE_PROMOTE_QUEEN == QUEEN, "promotions are piece types");

// The bit at which each part begins. JS gets these enumerators, and the kinds, by the same names.
enum {
    MOVE_TO_SHIFT = 6,
    MOVE_KIND_SHIFT = 12,
};

enum { NO_MOVE = 0 }; // from and to are both a1: never a move
// More than any position that the FEN reader accepts: in standard chess 15 queens and a king on an open board have
// at most 416. In crazyhouse, with at most 64 men on board and in pockets, 672 is a bound: five drops and eight
// arrivals of sliders on every empty square; hill climbing found 478. Generators may write one move past the last.
enum { MAX_MOVES = 704 };

INLINE Move move_of(Square from, Square to, MoveKind kind) {
    return (Move)(from | to << MOVE_TO_SHIFT | (int)kind << MOVE_KIND_SHIFT);
}
INLINE Square move_from(Move m) { return m & 63; }
INLINE Square move_to(Move m) { return m >> MOVE_TO_SHIFT & 63; }
INLINE MoveKind move_kind(Move m) { return (MoveKind)(m >> MOVE_KIND_SHIFT); }
INLINE bool move_is_drop(Move m) { return m >= MOVE_DROP_PAWN << MOVE_KIND_SHIFT; }
INLINE PieceType move_dropped(Move m) { return (PieceType)((int)move_kind(m) - MOVE_DROP_PAWN); }
INLINE bool move_is_promotion(Move m) {
    return m >= MOVE_PROMOTE_KNIGHT << MOVE_KIND_SHIFT && m < MOVE_CASTLE << MOVE_KIND_SHIFT;
}

#endif
