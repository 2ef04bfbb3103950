// SPDX-License-Identifier: Apache-2.0
// A hash table of positions, in which each ply of a game is looked up.
#include "repertoire.h"

#include <stdlib.h>

#include "postings.h"

enum { LEAST_CAPACITY = 64, MOST_POSITIONS = 1 << 24 };

static int men_on(const Board *b) { return popcount(b->color[WHITE] | b->color[BLACK]); }

// The slot of an equal position, or the free one where it belongs.
static uint32_t *slot_of(const Repertoire *r, const Board *b, uint32_t key) {
    const uint32_t mask = REPERTOIRE_SLOTS * r->capacity - 1;
    for (uint32_t at = key & mask;; at = (at + 1) & mask) {
        uint32_t *slot = &r->slots[at];
        if (*slot == 0 || (r->keys[*slot - 1] == key && rules_same_position(&r->boards[*slot - 1], b, 0))) return slot;
    }
}

static bool grow(Repertoire *r) {
    const uint32_t capacity = r->capacity ? 2 * r->capacity : LEAST_CAPACITY;
    if (capacity > MOST_POSITIONS) return false;
    Board *boards = realloc(r->boards, capacity * sizeof *boards);
    if (boards) r->boards = boards;
    uint32_t *keys = realloc(r->keys, capacity * sizeof *keys);
    if (keys) r->keys = keys;
    uint8_t *reached = realloc(r->reached, capacity);
    if (reached) r->reached = reached;
    uint32_t *slots = calloc((size_t)REPERTOIRE_SLOTS * capacity, sizeof *slots);
    if (!boards || !keys || !reached || !slots) {
        free(slots);
        return false;
    }
    free(r->slots);
    r->slots = slots;
    r->capacity = capacity;
    for (uint32_t i = 0; i < r->count; i++) *slot_of(r, &r->boards[i], r->keys[i]) = 1 + i;
    return true;
}

uint32_t repertoire_add(Repertoire *r, const Board *b) {
    if (r->count == r->capacity && !grow(r)) return UINT32_MAX;
    const uint32_t key = postings_key(b);
    uint32_t *slot = slot_of(r, b, key);
    if (*slot) return *slot - 1;
    r->boards[r->count] = *b;
    r->keys[r->count] = key;
    r->reached[r->count] = 0;
    if (r->count == 0 || men_on(b) < r->least_men) r->least_men = men_on(b);
    r->rules |= 1u << b->rules;
    *slot = ++r->count;
    return r->count - 1;
}

void repertoire_free(Repertoire *r) {
    free(r->boards);
    free(r->keys);
    free(r->reached);
    free(r->slots);
    *r = (Repertoire){0};
}

bool repertoire_leave(Repertoire *r, const Store *s, const Segment *seg, uint32_t game, RepertoireHit *hit) {
    const Row *row = &seg->rows[game];
    const Move *moves = seg->moves + row->moves;
    if (r->count == 0 || !(r->rules >> s->starts[row->variant].rules & 1)) return false;
    Board b;
    store_start(s, row, &b);
    const bool returns = rules_captures_return(&b);
    bool found = false;
    for (uint32_t ply = 0;; ply++) {
        const uint32_t known = *slot_of(r, &b, postings_key(&b));
        if (known) {
            r->reached[known - 1] = 1;
            *hit = (RepertoireHit){known - 1, ply < row->plies ? moves[ply] : (uint32_t)QUERY_END};
            found = true;
        }
        if (ply == row->plies) return found;
        store_play(&b, moves[ply]);
        if (!returns && men_on(&b) < r->least_men) return found;
    }
}
