// SPDX-License-Identifier: Apache-2.0
// The opening of a game, by its moves: the last of its positions that has a name.
#ifndef DATABASE_NAMING_H
#define DATABASE_NAMING_H

#include "men.h"

// Reads the named lines (../openings.h), one list for all stores. Returns their number, 0 for an invalid text.
uint32_t naming_read(const char *text, uint32_t moves, uint32_t length, const Board *start);

// The opening of a game of standard rules: 1 + the number of its line; 0: none. `start` is NULL for the start given to
// naming_read().
uint16_t naming_of(const Board *start, const Move *moves, uint32_t plies);

#endif
