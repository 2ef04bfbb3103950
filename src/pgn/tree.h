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
//   COMMENT   where its bytes end in `text`; they begin where those of the comment before end, those of the
//             first comment where the tags end
//   STARTING  the same, of a comment before the move that follows
//   BEGIN     a variation, another choice than the MOVE before it; the index of its END
//   END       0
//
// 1. e4 {a} (1. d4 d5) 1... e5 $1 is MOVE e4, COMMENT, BEGIN 5, MOVE d4, MOVE d5, END, MOVE e5, NAG 1.
// A STARTING stands right before its MOVE, and a variation has a MOVE at least.
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

void pgn_tree_clear(PgnTree *t); // keeps its memory
void pgn_tree_free(PgnTree *t);

bool pgn_tree_reserve_word(PgnTree *t); // one, and more

// False when memory is out. Moves are words of their own and are added without a call, because there are so many.
INLINE bool pgn_tree_add_word(PgnTree *t, uint32_t word) {
    if (t->count == t->capacity && !pgn_tree_reserve_word(t)) return false;
    t->words[t->count++] = word;
    return true;
}
bool pgn_tree_add(PgnTree *t, TreeOp op, uint32_t value);
bool pgn_tree_add_text(PgnTree *t, const char *text, uint32_t length);

// Ends a variation that begins at that index; returns whether it has moves. One without is taken out again.
bool pgn_tree_close(PgnTree *t, uint32_t begin);

// No move has come for the STARTING comments at the end: they belong to the move before.
void pgn_tree_settle_comments(PgnTree *t);

#endif
