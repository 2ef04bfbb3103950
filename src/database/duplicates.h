// SPDX-License-Identifier: Apache-2.0
// Finds duplicates of games in a store: games with the same players, year, result, start and moves. It is a hash
// table of game numbers, built on first use; games with equal hashes are compared in full.
#ifndef DATABASE_DUPLICATES_H
#define DATABASE_DUPLICATES_H

#include "store.h"

typedef struct {
    uint32_t *slots;    // owned; two words for each place: half of a hash, and a game's number + 1 or 0
    uint32_t places;    // a power of two
    uint32_t games;     // the number of the store's games in the table
    uint32_t *removed;  // owned; a bit for each game that is not compared
    uint32_t bit_words; // of `removed`; games beyond them are compared
} Duplicates;

// Sets the games that are not compared: one bit each, the lowest first. False if memory is exhausted.
bool duplicates_without(Duplicates *d, const uint32_t *removed, uint32_t words);

// Adds all games of the store to the table. False if memory is exhausted.
bool duplicates_update(Duplicates *d, const Store *s);

// Whether the table has a game equal to the one with this head, of tags_read(), and these moves.
bool duplicates_have(const Duplicates *d, const Store *s, const Head *head, const Move *moves);

uint32_t duplicates_bytes(const Duplicates *d);

#endif
