// SPDX-License-Identifier: Apache-2.0
// Which games a store has already: those with the same players, year, result, start and moves. A hash table of game
// numbers, made when it is first asked for; games are compared as a whole where their hashes are equal.
#ifndef DATABASE_DUPLICATES_H
#define DATABASE_DUPLICATES_H

#include "store.h"

typedef struct {
    uint32_t *slots;    // owned; two for each place: half of a hash, and a game's number + 1 or 0
    uint32_t places;    // a power of two
    uint32_t games;     // so many of the store's are in the table
    uint32_t *removed;  // owned; a bit for each game that does not count
    uint32_t bit_words; // of removed; games behind them do count
} Duplicates;

// Sets which games do not count: a bit each, the lowest first. False when memory is out.
bool duplicates_without(Duplicates *d, const uint32_t *removed, uint32_t words);

// Puts all games of the store into the table. False when memory is out.
bool duplicates_update(Duplicates *d, const Store *s);

// Is a game of the table equal to one of that row, of store_row(), and these moves?
bool duplicates_have(const Duplicates *d, const Store *s, const Row *row, const Move *moves);

uint32_t duplicates_bytes(const Duplicates *d);

#endif
