// SPDX-License-Identifier: Apache-2.0
// Finds the magic numbers and prints magics.inc. Native program, run by hand:
//     cc -O2 -o find_magics src/tools/find_magics.c && ./find_magics > src/magics.inc
//
// Random numbers with few bits are tried for each square until one maps every set of blockers to an
// index of popcount(mask) bits without a harmful collision; of those found, one with many zero bytes
// is kept.
// https://www.chessprogramming.org/Looking_for_Magics
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TRIES = 20000000 };

static uint64_t seed = 0x9E3779B97F4A7C15ull;

static uint64_t random64(void) { // xorshift64*, https://doi.org/10.18637/jss.v008.i14
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * 0x2545F4914F6CDD1Dull;
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

// Zero bytes compress, and the module is loaded over networks.
static int zero_bytes(uint64_t n) {
    int count = 0;
    for (int i = 0; i < 64; i += 8) count += (n >> i & 255) == 0;
    return count;
}

static uint64_t find(int square, bool rook) {
    static uint64_t blockers[4096], attacks[4096];
    uint64_t mask = slide(square, rook, 0, false), subset = 0;
    int count = 0;
    do {
        blockers[count] = subset;
        attacks[count++] = slide(square, rook, subset, true);
        subset = (subset - mask) & mask;
    } while (subset);
    uint64_t best = 0;
    for (int tries = 0; tries < TRIES || !best; tries++) {
        const uint64_t magic = random64() & random64() & random64();
        if (best && zero_bytes(magic) <= zero_bytes(best)) continue;
        if (fits(magic, mask, blockers, attacks, count)) best = magic;
    }
    return best;
}

int main(void) {
    puts("// SPDX-License-Identifier: Apache-2.0");
    puts("// Written by tools/find_magics.c: 64 for bishops, 64 for rooks, a1 to h8.");
    for (int rook = 0; rook < 2; rook++) {
        printf("{\n");
        for (int square = 0; square < 64; square++)
            printf("    0x%016llXull,%s", (unsigned long long)find(square, rook), square % 4 == 3 ? "\n" : "");
        printf("},\n");
    }
    return 0;
}
