// SPDX-License-Identifier: Apache-2.0
// Tests whether one given move is legal. It agrees with the generator, without generating the list.
#ifndef LEGALITY_H
#define LEGALITY_H

#include "position.h"

// Whether the piece can move there, ignoring the safety of its own king. The move's kind must also be correct. For
// castling: the right, an empty path, and not in check now.
bool move_is_pseudo_legal(const Board *b, Move m);

// Whether a pseudo-legal move keeps its king out of check. For castling: on the king's whole path.
bool move_is_safe(const Board *b, Move m);

// Whether a legal move gives check.
bool move_gives_check(const Board *b, Move m);

INLINE bool move_is_legal(const Board *b, Move m) { return move_is_pseudo_legal(b, m) && move_is_safe(b, m); }

#endif
