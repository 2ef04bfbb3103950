// SPDX-License-Identifier: Apache-2.0
// The stages of dead.c that have their own files. `budget` is the approximate number of positions that may still be
// examined; each stage subtracts what it uses, and answers UNKNOWN when it is used up.
#ifndef DEAD_PARTS_H
#define DEAD_PARTS_H

#include "dead.h"

// Whether the game has ended with a win by `us` (dead_search.c).
bool dead_has_won(const Board *b, Color us);

// Examines pictures of locked positions (dead_wall.c): NO or UNKNOWN. The game must not be over.
CanWin dead_wall(const Board *b, Color us, int32_t *budget);

// Whether dead_wall() may help: only if a pawn faces a pawn, and only in standard chess without castling rights. With
// FEW_STEPS, pawns must also have few squares to step to: so do almost all positions that dead_wall() proves, and few
// positions of games.
bool dead_wall_may_help(const Board *b, int most_steps);

// The most squares to which pawns can step.
enum { FEW_STEPS = 2, ANY_STEPS = 64 };

// Searches all reachable positions (dead_search.c). The game must not be over. If `line` is not NULL, it gets the
// *count moves of a win, owned by the caller.
CanWin dead_search(const Board *b, Color us, int32_t *budget, Move **line, int *count);

#endif
