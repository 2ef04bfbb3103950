// SPDX-License-Identifier: Apache-2.0
// A game's moves, variations, comments and glyphs as a list of 32-bit words, in the order of the PGN, and
// their texts:
//
//    31   26 25          0
//   +-------+-------------+
//   |  op   |    value    |
//   +-------+-------------+
//
//   MOVE      a MoveWord (its op is 0)
//   NAG       the number
//   COMMENT   the end of its bytes in `text`; they begin at the end of the previous comment, those of the first
//             comment at the end of the tags
//   STARTING  the same, for a comment before the move that follows
//   BEGIN     a variation, an alternative to the previous MOVE; the index of its END
//   END       0
//
// 1. e4 {a} (1. d4 d5) 1... e5 $1 is MOVE e4, COMMENT, BEGIN 5, MOVE d4, MOVE d5, END, MOVE e5, NAG 1.
// STARTING words come right before their MOVE, and a variation has at least one MOVE.
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "../move_word.h"

// JS gets its enumerators.
typedef enum {
    OP_MOVE = 0,
    OP_NAG = 1,
    OP_COMMENT = 2,
    OP_STARTING = 3,
    OP_BEGIN = 4,
    OP_END = 5,
} TreeOp;

typedef struct {
    uint32_t *words; // owned
    char *text;      // owned; first the tags (tags.h), then the comments
    uint32_t count, capacity;
    uint32_t size, text_capacity;
} PgnTree;

void pgn_tree_clear(PgnTree *t); // keeps the memory
void pgn_tree_free(PgnTree *t);

bool pgn_tree_reserve_word(PgnTree *t); // space for at least one word

// False if memory is exhausted. Moves are words by themselves and are added without a call, since there are many.
INLINE bool pgn_tree_add_word(PgnTree *t, uint32_t word) {
    if (t->count == t->capacity && !pgn_tree_reserve_word(t)) return false;
    t->words[t->count++] = word;
    return true;
}
bool pgn_tree_add(PgnTree *t, TreeOp op, uint32_t value);
bool pgn_tree_add_text(PgnTree *t, const char *text, uint32_t length);

// Ends a variation that begins at that index; returns whether it has moves. A variation without moves is removed.
bool pgn_tree_close(PgnTree *t, uint32_t begin);

// No move follows the STARTING comments at the end: they become comments of the previous move.
void pgn_tree_settle_comments(PgnTree *t);

#endif
