// SPDX-License-Identifier: Apache-2.0
// Finds the seeds of the magic numbers and prints magics.inc. Native program, run by hand:
//     make build/native/find_magics && build/native/find_magics > src/magics.inc
//
// For each square it tries seeds from 1 on, until the magic number of a seed maps every set of blockers to an index
// of popcount(mask) bits without a harmful collision.
// https://www.chessprogramming.org/Looking_for_Magics
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// As in attacks.c.
static uint64_t magic_of(uint32_t seed) {
    uint64_t random = seed, magic = ~0ull;
    for (int i = 0; i < 3; i++) {
        random *= 0x9E3779B97F4A7C15ull;
        random ^= random >> 32;
        magic &= random;
    }
    return magic;
}

static uint64_t slide(int square, bool rook, uint64_t occupied, bool keep_edge) {
    static const int steps[2][4][2] = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    uint64_t squares = 0;
    for (int d = 0; d < 4; d++) {
        int df = steps[rook][d][0], dr = steps[rook][d][1];
        for (int f = square % 8 + df, r = square / 8 + dr; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
            bool last = f + df < 0 || f + df > 7 || r + dr < 0 || r + dr > 7;
            if (last && !keep_edge) break;
            squares |= 1ull << (r * 8 + f);
            if (occupied >> (r * 8 + f) & 1) break;
        }
    }
    return squares;
}

static bool fits(uint64_t magic, uint64_t mask, const uint64_t *blockers, const uint64_t *attacks, int count) {
    static uint64_t table[4096];
    int bits = __builtin_popcountll(mask);
    memset(table, 0, sizeof(uint64_t) << bits);
    for (int i = 0; i < count; i++) {
        uint64_t *entry = &table[(blockers[i] * magic) >> (64 - bits)];
        if (*entry && *entry != attacks[i]) return false;
        *entry = attacks[i]; // never 0: a slider attacks something from everywhere
    }
    return true;
}

static uint32_t find(int square, bool rook) {
    static uint64_t blockers[4096], attacks[4096];
    const uint64_t mask = slide(square, rook, 0, false);
    uint64_t subset = 0;
    int count = 0;
    do {
        blockers[count] = subset;
        attacks[count++] = slide(square, rook, subset, true);
        subset = (subset - mask) & mask;
    } while (subset);
    uint32_t seed = 1;
    while (!fits(magic_of(seed), mask, blockers, attacks, count)) seed++;
    return seed;
}

int main(void) {
    puts("// SPDX-License-Identifier: Apache-2.0");
    puts("// Written by tools/find_magics.c: 64 for bishops, 64 for rooks, a1 to h8.");
    for (int rook = 0; rook < 2; rook++) {
        printf("{\n");
        for (int square = 0; square < 64; square++)
            printf("%s%u,%s", square % 8 ? " " : "    ", (unsigned)find(square, rook), square % 8 == 7 ? "\n" : "");
        printf("},\n");
    }
    return 0;
}
