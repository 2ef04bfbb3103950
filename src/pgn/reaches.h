// SPDX-License-Identifier: Apache-2.0
// Looks for a position on the main lines of games.
#ifndef REACHES_H
#define REACHES_H

#include "reader.h"

// JS gets these enumerators.
typedef enum {
    PGN_GOAL_POSITION = 0, // all but the clocks; en passant counts where it is legal
    PGN_GOAL_MATERIAL = 1, // these pieces and no others, of either color
    PGN_GOAL_BOARD = 2,    // at least these pieces on these squares
} PgnGoalKind;

typedef struct {
    PgnGoalKind kind;
    Board position;     // of PGN_GOAL_POSITION
    uint64_t men[2][6]; // by color and PieceType: how many for PGN_GOAL_MATERIAL, where for PGN_GOAL_BOARD
} PgnGoal;

// The ply of the first position of the main line of the game read last that meets the goal: 0 is the start, -1 none. A
// game whose start could not be read has none.
int32_t pgn_reached(const PgnReader *r, const PgnGoal *goal);

#endif
