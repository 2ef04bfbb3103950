// SPDX-License-Identifier: Apache-2.0
// Grows the memory of a tree and adds words and texts.
#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_SIZE = 1 << 20 }; // memory of larger games is freed

static TreeOp op_at(const PgnTree *t, uint32_t index) { return (TreeOp)(t->words[index] >> WORD_OP_SHIFT); }

static uint32_t word_of(TreeOp op, uint32_t value) { return (uint32_t)op << WORD_OP_SHIFT | value; }

void pgn_tree_clear(PgnTree *t) {
    if (t->capacity > KEPT_SIZE || t->text_capacity > KEPT_SIZE) pgn_tree_free(t);
    t->count = t->size = 0;
}

COLD void pgn_tree_free(PgnTree *t) {
    free(t->words);
    free(t->text);
    memset(t, 0, sizeof *t);
}

// Doubles the capacity, at least to `wanted`; returns the new memory, or NULL.
COLD static void *grow(void *memory, uint32_t *capacity, uint32_t wanted, uint32_t size) {
    const uint32_t more = wanted < 512 ? 1024 : 2 * wanted;
    void *grown = realloc(memory, (size_t)more * size);
    if (grown) *capacity = more;
    return grown;
}

COLD bool pgn_tree_reserve_word(PgnTree *t) {
    uint32_t *grown = grow(t->words, &t->capacity, t->count, sizeof *t->words);
    if (grown) t->words = grown;
    return grown;
}

bool pgn_tree_add(PgnTree *t, TreeOp op, uint32_t value) { return pgn_tree_add_word(t, word_of(op, value)); }

// Most texts are short, for which memcpy() is slow.
static void copy(char *to, const char *from, uint32_t length) {
    if (length < 8) {
        for (uint32_t i = 0; i < length; i++) to[i] = from[i];
        return;
    }
    for (uint32_t i = 0; i < length - 8; i += 8) memcpy(to + i, from + i, 8);
    memcpy(to + length - 8, from + length - 8, 8);
}

bool pgn_tree_add_text(PgnTree *t, const char *text, uint32_t length) {
    if (length > t->text_capacity - t->size) {
        char *grown = grow(t->text, &t->text_capacity, t->size + length, 1);
        if (!grown) return false;
        t->text = grown;
    }
    if (length) copy(t->text + t->size, text, length);
    t->size += length;
    return true;
}

bool pgn_tree_close(PgnTree *t, uint32_t begin) {
    for (uint32_t i = begin + 1; i < t->count; i++) {
        if (op_at(t, i) != OP_MOVE) continue;
        t->words[begin] = word_of(OP_BEGIN, t->count);
        return true;
    }
    t->count--;
    memmove(t->words + begin, t->words + begin + 1, (t->count - begin) * sizeof *t->words);
    pgn_tree_settle_comments(t);
    return false;
}

COLD void pgn_tree_settle_comments(PgnTree *t) {
    for (uint32_t i = t->count; i-- > 0 && op_at(t, i) == OP_STARTING;)
        t->words[i] -= word_of(OP_STARTING, 0) - word_of(OP_COMMENT, 0);
}
