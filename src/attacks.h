// SPDX-License-Identifier: Apache-2.0
// Which squares a piece attacks.
//
// Sliding pieces use fancy magic bitboards: the blockers that matter for a square, times a magic
// number, give the index into a table of its own size for that square (2^5 to 2^12 entries; 107,648
// in all, 841 KiB). Hyperbola quintessence needs no tables and was 62 % slower in perft here.
// https://www.chessprogramming.org/Magic_Bitboards#Fancy
#ifndef ATTACKS_H
#define ATTACKS_H

#include "bitboard.h"

typedef struct {
    Bitboard mask;   // squares where a blocker shortens the ray
    Bitboard magic;  // magics.inc
    uint32_t offset; // of the square's table in slider_attacks
    uint32_t shift;  // 64 - popcount(mask)
    uint64_t unused; // 32 bytes: an index is a shift
} Magic;

extern Bitboard slider_attacks[107648];
extern Magic bishop_magics[64];
extern Magic rook_magics[64];

extern Bitboard knight_attacks[64];
extern Bitboard king_attacks[65];    // none from NO_SQUARE
extern Bitboard pawn_attacks[2][65]; // none from NO_SQUARE
extern Bitboard bishop_rays[64];     // on an empty board
extern Bitboard rook_rays[64];
extern Bitboard between[64][64]; // squares strictly between two on one line, else none

// Fills the tables. Call once before anything else here.
void attacks_init(void);

INLINE Bitboard magic_attacks(const Magic *m, Bitboard occupied) {
    return slider_attacks[m->offset + (uint32_t)(((occupied & m->mask) * m->magic) >> m->shift)];
}

INLINE Bitboard bishop_attacks(Square s, Bitboard occupied) { return magic_attacks(&bishop_magics[s], occupied); }
INLINE Bitboard rook_attacks(Square s, Bitboard occupied) { return magic_attacks(&rook_magics[s], occupied); }

#endif
