// SPDX-License-Identifier: Apache-2.0
// Decides whether a side can still mate. FIDE 5.2.2 (dead positions), 6.9 (flag falls).
//
// "Can" means by any series of legal moves, with both sides helping; clocks and repetition are ignored. Of the three
// answers, NO is given only after a complete proof: by material, by every reachable position, or by a finite set of
// pictures (dead_wall.c) that together contain every reachable position. YES is given only for a mate that was found.
// UNKNOWN means that the search was cut off. The answer depends only on the board, the side and the effort.
#ifndef DEAD_H
#define DEAD_H

#include "rules.h"

// JS gets the enumerators of this header.
typedef enum {
    CAN_WIN_NO = 0,
    CAN_WIN_YES = 1,
    CAN_WIN_UNKNOWN = 2,
} CanWin;

// The approximate number of positions to examine; any number from 1 to EFFORT_MOST is an effort.
enum {
    EFFORT_LOW = 64,
    EFFORT_NORMAL = 30000,
    EFFORT_HIGH = 1000000,
    EFFORT_MOST = 10000000,
};

// The effort with which a game checks for dead positions after every change. Values are fixed: they are stored in
// game states.
typedef enum {
    DEAD_OFF = 0,
    DEAD_LOW = 1,
    DEAD_NORMAL = 2,
} DeadMode;

// Whether `us` can win; in variants, by the variant's rules.
CanWin dead_can_win(const Board *b, Color us, uint32_t effort);

// Whether either side can win. NO: the position is dead, and the game drawn.
CanWin dead_any_can_win(const Board *b, uint32_t effort);

// Finds moves to a win by `us`, not necessarily the shortest. Returns their number: 0 if `us` has already won, -1
// if none were found or memory is exhausted. *line is owned by the caller if the number is above 0.
int dead_helpmate(const Board *b, Color us, uint32_t effort, Move **line);

#endif
