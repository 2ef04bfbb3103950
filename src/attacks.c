// SPDX-License-Identifier: Apache-2.0
// Computes the attack tables at start, from the seeds of the magic numbers.
#include "attacks.h"

Bitboard knight_attacks[65];
Bitboard king_attacks[65];
Bitboard pawn_attacks[2][65];
Bitboard bishop_rays[65];
Bitboard rook_rays[65];
Bitboard between[66][64];

// Directions in pairs: the first of each towards higher squares, the second towards lower ones.
enum { DIRECTIONS = 8, FIRST_BISHOP = 0, FIRST_ROOK = 4 };

typedef struct {
    int8_t file, rank;
} Step;

static const Step directions[DIRECTIONS] = {{1, 1}, {-1, -1}, {-1, 1}, {1, -1}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static const Step knight_steps[8] = {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}};

static Bitboard empty_rays[DIRECTIONS][65]; // none from NO_SQUARE

static bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

static Bitboard step_targets(Square s, const Step *steps) {
    Bitboard targets = 0;
    for (int i = 0; i < 8; i++) {
        const int file = file_of(s) + steps[i].file, rank = rank_of(s) + steps[i].rank;
        if (on_board(file, rank)) targets |= bit(square_at(file, rank));
    }
    return targets;
}

static Bitboard empty_ray(Square s, Step step) {
    Bitboard squares = 0;
    int file = file_of(s) + step.file, rank = rank_of(s) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) squares |= bit(square_at(file, rank));
    return squares;
}

// One ray up to and including its first blocker. https://www.chessprogramming.org/Classical_Approach
static Bitboard ray(Square s, int direction, Bitboard occupied) {
    const Bitboard squares = empty_rays[direction][s], blockers = squares & occupied;
    if (!blockers) return squares;
    const Square first = direction % 2 == 0 ? lsb(blockers) : 63 - __builtin_clzll(blockers);
    return squares ^ empty_rays[direction][first];
}

// The four rays of a bishop or a rook.
static Bitboard rays(Square s, int first_direction, Bitboard occupied) {
    return ray(s, first_direction, occupied) | ray(s, first_direction + 1, occupied) |
           ray(s, first_direction + 2, occupied) | ray(s, first_direction + 3, occupied);
}

#ifdef SLIDERS_BY_RAYS

Bitboard bishop_attacks(Square s, Bitboard occupied) { return rays(s, FIRST_BISHOP, occupied); }
Bitboard rook_attacks(Square s, Bitboard occupied) { return rays(s, FIRST_ROOK, occupied); }

static void fill_sliders(void) {}

#else

Bitboard slider_attacks[107648];
Magic bishop_magics[65];
Magic rook_magics[65];

// First the 64 for bishops, then the 64 for rooks; found by tools/find_magics.c. The module is loaded over
// networks, so it holds small seeds instead of the magic numbers.
static const uint32_t magic_seeds[2][64] = {
#include "magics.inc"
};

// The edge squares of a ray never shorten it, so they stay out of the mask.
static Bitboard relevant_blockers(Square s, Bitboard empty_board_rays) {
    Bitboard edges = ((RANK_1 | RANK_1 << 56) & ~rank_mask(rank_of(s))) | ((FILE_A | FILE_H) & ~file_mask(file_of(s)));
    return empty_board_rays & ~edges;
}

// One set of blockers on the two opposite rays of a line.
typedef struct {
    Bitboard product, attacks; // blockers * magic; the squares reached
} Line;

// Writes every set of blockers on the line of a direction and its opposite. Returns their number, at most 64.
static int line_sets(Line sets[64], Square s, int direction, Bitboard mask, Bitboard magic) {
    const Bitboard line = mask & (empty_rays[direction][s] | empty_rays[direction + 1][s]);
    Bitboard blockers = 0;
    int count = 0;
    do { // every subset of the line, by the carry-rippler
        const Bitboard attacks = ray(s, direction, blockers) | ray(s, direction + 1, blockers);
        sets[count++] = (Line){blockers * magic, attacks};
        blockers = (blockers - line) & line;
    } while (blockers);
    return count;
}

// Magic numbers have few bits: the common bits of three random numbers.
static Bitboard magic_of(uint32_t seed) {
    Bitboard random = seed, magic = ~0ull;
    for (int i = 0; i < 3; i++) {
        random *= 0x9E3779B97F4A7C15ull;
        random ^= random >> 32;
        magic &= random;
    }
    return magic;
}

// Fills one square's table and returns the offset of the next one. The two lines of a slider share no square, so
// products and attacks of both can be added: 64 + 64 rays to compute, not 64 * 64.
static uint32_t fill_table(Magic *m, Square s, int first_direction, Bitboard magic, uint32_t offset) {
    m->mask = relevant_blockers(s, rays(s, first_direction, 0));
    m->magic = magic;
    m->offset = offset;
    m->shift = 64 - (uint32_t)popcount(m->mask);
    Line first[64], second[64];
    const int firsts = line_sets(first, s, first_direction, m->mask, magic);
    const int seconds = line_sets(second, s, first_direction + 2, m->mask, magic);
    Bitboard *table = slider_attacks + offset;
    for (int i = 0; i < firsts; i++)
        for (int j = 0; j < seconds; j++)
            table[(first[i].product + second[j].product) >> m->shift] = first[i].attacks | second[j].attacks;
    return offset + (1u << popcount(m->mask));
}

static void fill_sliders(void) {
    uint32_t offset = 0;
    for (Square s = 0; s < 64; s++) {
        offset = fill_table(&bishop_magics[s], s, FIRST_BISHOP, magic_of(magic_seeds[0][s]), offset);
        offset = fill_table(&rook_magics[s], s, FIRST_ROOK, magic_of(magic_seeds[1][s]), offset);
    }
    REQUIRE(offset == sizeof slider_attacks / sizeof slider_attacks[0]);
}

#endif

static void fill_lines(Square a, const Bitboard targets[64], int first_direction) {
    for (Bitboard rest = targets[a]; rest;) {
        const Square b = pop(&rest);
        between[a][b] = rays(a, first_direction, bit(b)) & rays(b, first_direction, bit(a));
    }
}

void attacks_init(void) {
    for (int d = 0; d < DIRECTIONS; d++)
        for (Square s = 0; s < 64; s++) empty_rays[d][s] = empty_ray(s, directions[d]);
    for (Square s = 0; s < 64; s++) {
        knight_attacks[s] = step_targets(s, knight_steps);
        king_attacks[s] = step_targets(s, directions);
        for (Color us = WHITE; us <= BLACK; us++) pawn_attacks[us][s] = pawn_west(us, bit(s)) | pawn_east(us, bit(s));
        bishop_rays[s] = rays(s, FIRST_BISHOP, 0);
        rook_rays[s] = rays(s, FIRST_ROOK, 0);
        fill_lines(s, bishop_rays, FIRST_BISHOP);
        fill_lines(s, rook_rays, FIRST_ROOK);
    }
    fill_sliders();
}
