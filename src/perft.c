// SPDX-License-Identifier: Apache-2.0
#include "perft.h"

static uint64_t count_white(const Board *b, int depth, bool bulk);
static uint64_t count_black(const Board *b, int depth, bool bulk);

INLINE uint64_t list_children(const Board *b, Color us, int depth, bool bulk) {
    Move list[MAX_MOVES], leaves[MAX_MOVES];
    uint64_t nodes = 0;
    const int moves = us == WHITE ? movegen_list_white(b, list) : movegen_list_black(b, list);
    for (int i = 0; i < moves; i++) {
        const Board child = board_make(*b, list[i], us);
        if (depth > 2)
            nodes += us == WHITE ? count_black(&child, depth - 1, bulk) : count_white(&child, depth - 1, bulk);
        else nodes += (uint64_t)(us == WHITE ? movegen_list_black(&child, leaves) : movegen_list_white(&child, leaves));
    }
    return nodes;
}

// Depth is 2 or more.
INLINE uint64_t count(const Board *b, Color us, int depth, bool bulk) {
    return depth == 2 && bulk ? (uint64_t)movegen_count_replies(b, us) : list_children(b, us, depth, bulk);
}

static NOINLINE uint64_t count_white(const Board *b, int depth, bool bulk) { return count(b, WHITE, depth, bulk); }
static NOINLINE uint64_t count_black(const Board *b, int depth, bool bulk) { return count(b, BLACK, depth, bulk); }

uint64_t perft(const Board *b, int depth, bool bulk) {
    Move list[MAX_MOVES];
    if (depth == 0) return 1;
    if (depth == 1) return (uint64_t)(bulk ? movegen_count(b) : movegen_list(b, list));
    return b->side == WHITE ? count_white(b, depth, bulk) : count_black(b, depth, bulk);
}
