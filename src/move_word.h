// SPDX-License-Identifier: Apache-2.0
// A move with everything that its SAN and its description need, without the board on which it was played. Moves
// cross to JS and are stored in trees in this form; src/wasm/api.h draws it.
#ifndef MOVE_WORD_H
#define MOVE_WORD_H

#include "error.h"
#include "rules/rules.h"

typedef uint32_t MoveWord;

enum { NULL_MOVE_WORD = 0 };

// The bit at which each part begins, above the move of src/move.h. JS gets these enumerators by the same names.
enum {
    WORD_PIECE_SHIFT = 16,
    WORD_CAPTURED_SHIFT = 19,
    WORD_ORIGIN_SHIFT = 22,
    WORD_CHECK_SHIFT = 24,
    WORD_OP_SHIFT = 26, // used in the words of trees; 0 in a move word
};

// Values of the check part.
enum {
    WORD_CHECK = 1,
    WORD_MATE = 2,
};

INLINE Move move_word_move(MoveWord w) { return (Move)w; }

// Describes a legal move.
MoveWord move_word(const Board *b, Move m);

// The same, for callers that have the board after the move.
MoveWord move_word_with(const Board *b, Move m, const Board *child);

// The same, for callers that know that SAN does not name the origin.
MoveWord move_word_without_origin(const Board *b, Move m, const Board *child);

// Only its check part: WORD_CHECK, WORD_MATE or 0.
MoveWord move_word_mark(const Board *child);

#endif
