// SPDX-License-Identifier: Apache-2.0
// Beginnings of games that are known to lead to what is looked for: most games reach an early position by few of them,
// and are then not replayed.
//
// Equal moves from a variant's own start lead to equal positions: a beginning that is known decides for every game that
// has it.
#ifndef DATABASE_LINES_H
#define DATABASE_LINES_H

#include "store.h"

enum { LINE_COUNT = 1 << 10 };

typedef struct {
    Move moves[EARLY_PLIES];
    uint8_t plies;   // how many of them
    uint8_t variant; // Variant
    bool is_known;
} Line;

typedef struct {
    Line lines[LINE_COUNT];
    uint32_t lengths; // bit n: some line has n plies
} Lines;

void lines_clear(Lines *known);

// The game begins by its variant's own start, and what is looked for holds first after so many plies.
void lines_add(Lines *known, const Row *row, const Move *moves, uint32_t ply);

// How many plies lead there, at most `most`, of so many moves from a variant's own start; UINT32_MAX for no known
// beginning.
uint32_t lines_find(const Lines *known, Variant variant, const Move *moves, uint32_t most);

#endif
