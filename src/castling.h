// SPDX-License-Identifier: Apache-2.0
// The squares of castling: king and rook may start anywhere on the back rank (Chess960) and end on the squares of
// standard chess; standard chess is the case e1, a1, h1. FIDE 3.8.2 and Guidelines II.
#ifndef CASTLING_H
#define CASTLING_H

#include "attacks.h"

// Where king and rooks start: on e, a and h, or anywhere. It affects only notation: castling is written as the king's
// move to g or c, or as king takes rook.
typedef enum { GEOMETRY_STANDARD, GEOMETRY_CHESS960 } Geometry;
typedef enum { KINGSIDE, QUEENSIDE } Wing;

typedef struct {
    Bitboard empty; // must be empty: all squares that king and rook cross or reach, except their own
    Bitboard safe;  // must not be attacked: all squares that the king crosses or reaches
} CastlePath;

// Indexed by the king's square (NO_SQUARE: all zero) and the rook's file, both on one back rank.
extern CastlePath castle_paths[65][8];

// Fills the table. Call once, after attacks_init().
void castling_init(void);

INLINE const CastlePath *castle_path(Square king, Square rook) { return &castle_paths[king][file_of(rook)]; }
INLINE Wing castle_wing(Square king, Square rook) { return rook > king ? KINGSIDE : QUEENSIDE; }
INLINE Square castle_king_to(Square king, Square rook) { return (king & 56) + (rook > king ? G1 : C1); }
INLINE Square castle_rook_to(Square king, Square rook) { return (king & 56) + (rook > king ? F1 : D1); }

#endif
