// SPDX-License-Identifier: Apache-2.0
#include "attacks.h"

Bitboard slider_attacks[107648];
Magic bishop_magics[64];
Magic rook_magics[64];
Bitboard knight_attacks[64];
Bitboard king_attacks[64];
Bitboard pawn_attacks[2][65];
Bitboard bishop_rays[64];
Bitboard rook_rays[64];
Bitboard between[64][64];
Bitboard line[64][64];

// First the 64 for bishops, then the 64 for rooks; found by tools/find_magics.c.
static const Bitboard magic_numbers[2][64] = {
#include "magics.inc"
};

typedef struct {
    int8_t file, rank;
} Step;

static const Step bishop_steps[4] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const Step rook_steps[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const Step king_steps[8] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const Step knight_steps[8] = {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}};

static bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

static Bitboard step_targets(Square s, const Step *steps, int count) {
    Bitboard targets = 0;
    for (int i = 0; i < count; i++) {
        int file = file_of(s) + steps[i].file, rank = rank_of(s) + steps[i].rank;
        if (on_board(file, rank)) targets |= bit(square_at(file, rank));
    }
    return targets;
}

// One ray up to and with its first blocker.
static Bitboard ray(Square s, Step step, Bitboard occupied) {
    Bitboard squares = 0;
    int file = file_of(s) + step.file, rank = rank_of(s) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) {
        squares |= bit(square_at(file, rank));
        if (occupied & bit(square_at(file, rank))) break;
    }
    return squares;
}

static Bitboard rays(Square s, const Step steps[4], Bitboard occupied) {
    return ray(s, steps[0], occupied) | ray(s, steps[1], occupied) | ray(s, steps[2], occupied) |
           ray(s, steps[3], occupied);
}

// The edge squares of a ray never shorten it, so they stay out of the mask.
static Bitboard relevant_blockers(Square s, Bitboard empty_board_rays) {
    Bitboard edges = ((RANK_1 | RANK_1 << 56) & ~rank_mask(rank_of(s))) | ((FILE_A | FILE_H) & ~file_mask(file_of(s)));
    return empty_board_rays & ~edges;
}

// Fills one square's table and returns where the next one starts.
static uint32_t fill_table(Magic *m, Square s, const Step steps[4], Bitboard magic, uint32_t offset) {
    m->mask = relevant_blockers(s, rays(s, steps, 0));
    m->magic = magic;
    m->offset = offset;
    m->shift = 64 - (uint32_t)popcount(m->mask);
    Bitboard blockers = 0;
    do { // every subset of the mask, by the carry-rippler
        slider_attacks[offset + (uint32_t)((blockers * magic) >> m->shift)] = rays(s, steps, blockers);
        blockers = (blockers - m->mask) & m->mask;
    } while (blockers);
    return offset + (1u << popcount(m->mask));
}

static void fill_lines(Square a) {
    for (Square b = 0; b < 64; b++) {
        const Step *steps = bishop_rays[a] & bit(b) ? bishop_steps : rook_rays[a] & bit(b) ? rook_steps : 0;
        if (!steps) continue;
        between[a][b] = rays(a, steps, bit(b)) & rays(b, steps, bit(a));
        line[a][b] = (rays(a, steps, 0) & rays(b, steps, 0)) | bit(a) | bit(b);
    }
}

void attacks_init(void) {
    uint32_t offset = 0;
    for (Square s = 0; s < 64; s++) {
        knight_attacks[s] = step_targets(s, knight_steps, 8);
        king_attacks[s] = step_targets(s, king_steps, 8);
        for (Color us = WHITE; us <= BLACK; us++) pawn_attacks[us][s] = pawn_west(us, bit(s)) | pawn_east(us, bit(s));
        bishop_rays[s] = rays(s, bishop_steps, 0);
        rook_rays[s] = rays(s, rook_steps, 0);
        offset = fill_table(&bishop_magics[s], s, bishop_steps, magic_numbers[0][s], offset);
        offset = fill_table(&rook_magics[s], s, rook_steps, magic_numbers[1][s], offset);
    }
    REQUIRE(offset == sizeof slider_attacks / sizeof slider_attacks[0]);
    for (Square s = 0; s < 64; s++) fill_lines(s);
}
