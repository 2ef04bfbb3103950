// SPDX-License-Identifier: Apache-2.0
// Beginnings of games that are known to lead to the position sought: most games reach an early position by a few of
// them, and then need not be replayed.
//
// Equal moves from a variant's own start lead to equal positions: a known beginning decides for every game that has it.
#ifndef DATABASE_LINES_H
#define DATABASE_LINES_H

#include "store.h"

enum { LINE_COUNT = 1 << 10 };

typedef struct {
    Move moves[EARLY_PLIES];
    uint8_t plies;   // number of moves
    uint8_t variant; // Variant
    bool is_known;
} Line;

typedef struct {
    Line lines[LINE_COUNT];
    uint32_t lengths; // bit n: some line has n plies
} Lines;

void lines_clear(Lines *known);

// Adds the beginning of a game that starts from its variant's own start and first matches at this ply.
void lines_add(Lines *known, const Row *row, const Move *moves, uint32_t ply);

// The number of plies after which these `most` moves from a variant's own start match; UINT32_MAX if no beginning
// is known.
uint32_t lines_find(const Lines *known, Variant variant, const Move *moves, uint32_t most);

#endif
