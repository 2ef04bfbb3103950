// SPDX-License-Identifier: Apache-2.0
// Searches the main lines of games for a position.
#ifndef REACHES_H
#define REACHES_H

#include "reader.h"

// JS gets these enumerators.
typedef enum {
    PGN_GOAL_POSITION = 0, // everything except the clocks; en passant counts if it is legal
    PGN_GOAL_MATERIAL = 1, // these pieces and no others, of either color
    PGN_GOAL_BOARD = 2,    // at least these pieces on these squares
} PgnGoalKind;

typedef struct {
    PgnGoalKind kind;
    Board position;     // for PGN_GOAL_POSITION
    uint64_t men[2][6]; // by color and PieceType: numbers for PGN_GOAL_MATERIAL, squares for PGN_GOAL_BOARD
} PgnGoal;

// The ply of the first position on the main line of the last game read that meets the goal: 0 is the start, -1
// none. A game whose start could not be read has none.
int32_t pgn_reached(const PgnReader *r, const PgnGoal *goal);

#endif
