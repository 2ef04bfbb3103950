// SPDX-License-Identifier: Apache-2.0
// The positions of a repertoire, each once, and the last of them that a game reaches.
#ifndef DATABASE_REPERTOIRE_H
#define DATABASE_REPERTOIRE_H

#include "query.h"

typedef struct {
    Board *boards;            // owned, like the other arrays
    uint32_t *keys;           // theirs
    uint8_t *reached;         // 1 if repertoire_leave() has found it in a game
    uint32_t *slots;          // a hash table by key: 1 + the number of a position, 0 for a free slot
    uint32_t count, capacity; // there are REPERTOIRE_SLOTS times as many slots
    uint32_t rules;           // a bit for each set of rules
    int least_men;            // of all positions
} Repertoire;

enum { REPERTOIRE_SLOTS = 4 };

// Adds a position. Returns its number, from 0, which equal positions (rules_same_position) share; UINT32_MAX if
// memory is exhausted.
uint32_t repertoire_add(Repertoire *r, const Board *b);

void repertoire_free(Repertoire *r);

typedef struct {
    uint32_t position; // its number
    uint32_t next;     // the move that the game plays there, QUERY_END at its end
} RepertoireHit;

// Finds the last position of a game that is in the repertoire, and marks all of them as reached. False if there is
// none.
bool repertoire_leave(Repertoire *r, const Store *s, const Segment *seg, uint32_t game, RepertoireHit *hit);

#endif
