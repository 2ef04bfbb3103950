// SPDX-License-Identifier: Apache-2.0
// Can a side still mate? FIDE 5.2.2 (dead positions), 6.9 (flag falls).
//
// "Can" is by any series of legal moves, both sides helping; clocks and repetition do not count. Of the three answers,
// NO is given only after a complete argument: the material, or every reachable position, or a finite set of pictures
// that together contain every reachable position. YES is given only for a mate that was found. A proof that was cut
// short is UNKNOWN. Answers are functions of the board, the side and the effort alone.
#ifndef DEAD_H
#define DEAD_H

#include "rules.h"

// JS gets the enumerators of this header.
typedef enum {
    CAN_WIN_NO = 0,
    CAN_WIN_YES = 1,
    CAN_WIN_UNKNOWN = 2,
} CanWin;

// About how many positions are examined; any number from 1 to EFFORT_MOST is an effort.
enum {
    EFFORT_LOW = 64,
    EFFORT_NORMAL = 30000,
    EFFORT_HIGH = 1000000,
    EFFORT_MOST = 10000000,
};

// How hard a game looks for dead positions after every change. Values are pinned: they are kept in game states.
typedef enum {
    DEAD_OFF = 0,
    DEAD_LOW = 1,
    DEAD_NORMAL = 2,
} DeadMode;

// Can `us` win? With other rules than those of standard chess: win as they have it.
CanWin dead_can_win(const Board *b, Color us, uint32_t effort);

// Can either side? NO: the position is dead, and the game drawn.
CanWin dead_any_can_win(const Board *b, uint32_t effort);

// Finds moves to a win by `us`, not the fewest. Returns how many: 0 if `us` has won, -1 if none were found or memory
// was out. *line is owned by the caller where the number is above 0.
int dead_helpmate(const Board *b, Color us, uint32_t effort, Move **line);

#endif
