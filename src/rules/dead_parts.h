// SPDX-License-Identifier: Apache-2.0
// The stages of dead.c that have files of their own. `budget` is how much may still be examined, about so many
// positions; each stage takes off what it uses, and answers UNKNOWN when it is used up.
#ifndef DEAD_PARTS_H
#define DEAD_PARTS_H

#include "dead.h"

// Has the game ended with a win by `us` (dead_search.c)?
bool dead_has_won(const Board *b, Color us);

// Pictures of locked positions (dead_wall.c): NO or UNKNOWN. The position is not over.
CanWin dead_wall(const Board *b, Color us, int32_t *budget);

// Is that worth a try? Only where a pawn stands before a pawn, and only in standard chess without castling rights.
bool dead_wall_may_help(const Board *b);

// All reachable positions (dead_search.c). The position is not over. With `line`, the moves of a win are copied for the
// caller to own, *count of them.
CanWin dead_search(const Board *b, Color us, int32_t *budget, Move **line, int *count);

#endif
