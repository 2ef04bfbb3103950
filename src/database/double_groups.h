// SPDX-License-Identifier: Apache-2.0
// Finds the groups of doubles among games.
#ifndef DATABASE_DOUBLE_GROUPS_H
#define DATABASE_DOUBLE_GROUPS_H

#include "doubles.h"

// The group of a game: its first game, and whether another game of the group is the better copy.
typedef struct {
    uint32_t first, is_worse;
} GroupedGame;

// Finds the groups: a game is in that of the longest game, of these that with the lowest number, that it is a double of
// and that is in no group of another one; games without doubles are alone. `games` are different numbers; their order
// does not matter. Writes the group of each into `out`. DOUBLES_DONE, DOUBLES_UNFOLDED or DOUBLES_NO_MEMORY.
DoublesResult double_groups_find(Doubles *d, const Store *s, const uint32_t *games, uint32_t count, GroupedGame *out);

#endif
