// SPDX-License-Identifier: Apache-2.0
// Is one given move legal? Agrees with the generator, without making the list.
#ifndef LEGALITY_H
#define LEGALITY_H

#include "position.h"

// Can the piece move there, its own king's safety aside? The move's kind must fit as well. For castling: the right,
// an empty path, and no check now.
bool move_is_pseudo_legal(const Board *b, Move m);

// Does a pseudo-legal move keep its king out of check? For castling: the king's whole path.
bool move_is_safe(const Board *b, Move m);

// Does a legal move check the other king?
bool move_gives_check(const Board *b, Move m);

INLINE bool move_is_legal(const Board *b, Move m) { return move_is_pseudo_legal(b, m) && move_is_safe(b, m); }

#endif
