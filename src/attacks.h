// SPDX-License-Identifier: Apache-2.0
// The squares that a piece attacks.
//
// Sliding pieces use fancy magic bitboards: the relevant blockers of a square, multiplied by a magic number, give
// the index into the square's own table (2^5 to 2^12 entries; 107,648 in all, 841 KiB). Hyperbola quintessence
// needs no tables, but was 62 % slower in this perft.
// https://www.chessprogramming.org/Magic_Bitboards#Fancy
//
// SLIDERS_BY_RAYS, for the core in JS, follows the four rays to their first blockers: there a product of 64 bits costs
// more than they do, and the tables cost a tenth of a second at start.
#ifndef ATTACKS_H
#define ATTACKS_H

#include "bitboard.h"

extern Bitboard knight_attacks[65];
extern Bitboard king_attacks[65];    // none from NO_SQUARE
extern Bitboard pawn_attacks[2][65]; // none from NO_SQUARE
extern Bitboard bishop_rays[65];     // on an empty board
extern Bitboard rook_rays[65];
extern Bitboard between[66][64]; // squares strictly between two on one line, otherwise none

// Fills the tables. Call once before using anything in this header.
void attacks_init(void);

#ifdef SLIDERS_BY_RAYS

Bitboard bishop_attacks(Square s, Bitboard occupied);
Bitboard rook_attacks(Square s, Bitboard occupied);

#else

typedef struct {
    Bitboard mask;   // squares where a blocker shortens the ray
    Bitboard magic;  // magics.inc
    uint32_t offset; // start of the square's table in slider_attacks
    uint32_t shift;  // 64 - popcount(mask)
    uint64_t unused; // pads to 32 bytes, so that indexing is a shift
} Magic;

extern Bitboard slider_attacks[107648];
// The entry NO_SQUARE is empty: a missing king, in games of an untrusted database, attacks nothing.
extern Magic bishop_magics[65];
extern Magic rook_magics[65];

INLINE Bitboard magic_attacks(const Magic *m, Bitboard occupied) {
    return slider_attacks[m->offset + (uint32_t)(((occupied & m->mask) * m->magic) >> m->shift)];
}

INLINE Bitboard bishop_attacks(Square s, Bitboard occupied) { return magic_attacks(&bishop_magics[s], occupied); }
INLINE Bitboard rook_attacks(Square s, Bitboard occupied) { return magic_attacks(&rook_magics[s], occupied); }

#endif

#endif
