// SPDX-License-Identifier: Apache-2.0
#include "perft.h"

static uint64_t count_white(const Board *b, int depth, bool bulk);
static uint64_t count_black(const Board *b, int depth, bool bulk);

// Leaves below one child, depth plies from here and 1 or more below it.
INLINE uint64_t count_child(const Board *child, Color us, int depth, bool bulk) {
    Move list[MAX_MOVES];
    if (depth > 1) return us == WHITE ? count_white(child, depth, bulk) : count_black(child, depth, bulk);
    if (!bulk) return (uint64_t)(us == WHITE ? movegen_list_white(child, list) : movegen_list_black(child, list));
    return (uint64_t)(us == WHITE ? movegen_count_white(*child) : movegen_count_black(*child));
}

// Depth is 2 or more.
INLINE uint64_t count(const Board *b, Color us, int depth, bool bulk) {
    Move list[MAX_MOVES];
    uint64_t nodes = 0;
    const int moves = us == WHITE ? movegen_list_white(b, list) : movegen_list_black(b, list);
    if (depth == 2 && bulk) { // a loop of its own: the child never leaves the registers
        for (int i = 0; i < moves; i++) {
            const Board child = board_make(*b, list[i], us);
            nodes += count_child(&child, !us, 1, true);
        }
        return nodes;
    }
    for (int i = 0; i < moves; i++) {
        const Board child = board_make(*b, list[i], us);
        nodes += count_child(&child, !us, depth - 1, bulk);
    }
    return nodes;
}

static NOINLINE uint64_t count_white(const Board *b, int depth, bool bulk) { return count(b, WHITE, depth, bulk); }
static NOINLINE uint64_t count_black(const Board *b, int depth, bool bulk) { return count(b, BLACK, depth, bulk); }

uint64_t perft(const Board *b, int depth, bool bulk) {
    return depth == 0 ? 1 : count_child(b, (Color)b->side, depth, bulk);
}
