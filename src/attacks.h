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
// What is behind the last square is empty: a king that there is not, in games of a stranger's database, sees nothing.
extern Magic bishop_magics[65];
extern Magic rook_magics[65];

extern Bitboard knight_attacks[65];
extern Bitboard king_attacks[65];    // none from NO_SQUARE
extern Bitboard pawn_attacks[2][65]; // none from NO_SQUARE
extern Bitboard bishop_rays[65];     // on an empty board
extern Bitboard rook_rays[65];
extern Bitboard between[66][64]; // squares strictly between two on one line, else none

// Fills the tables. Call once before anything else here.
void attacks_init(void);

INLINE Bitboard magic_attacks(const Magic *m, Bitboard occupied) {
    return slider_attacks[m->offset + (uint32_t)(((occupied & m->mask) * m->magic) >> m->shift)];
}

INLINE Bitboard bishop_attacks(Square s, Bitboard occupied) { return magic_attacks(&bishop_magics[s], occupied); }
INLINE Bitboard rook_attacks(Square s, Bitboard occupied) { return magic_attacks(&rook_magics[s], occupied); }

#endif
