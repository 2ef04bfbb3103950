// SPDX-License-Identifier: Apache-2.0
// King of the hill: standard chess, and a king in the centre wins. A bare king can win.
#include "rules.h"

static const Bitboard HILL = 0x0000001818000000ull; // d4, e4, d5, e5

// In a game, only the king that has just moved can be there; in a FEN, either king.
static Status end(const Board *b) {
    const Bitboard arrived = b->kings & HILL;
    if (!arrived) return STATUS_CONTINUE;
    const Color moved = (Color)!b->side;
    return status_won(STATUS_HILL, arrived & b->color[moved] ? moved : (Color)b->side);
}

static bool can_win(const Board *b, Color us) {
    (void)b;
    (void)us;
    return true;
}

RULES_PERFT(perft_hill, movegen_list, board_play, end)

const Rules king_of_the_hill_rules = {.list = movegen_list,
                                      .play = board_play,
                                      .is_check = board_is_check,
                                      .end = end,
                                      .can_win = can_win,
                                      .perft = perft_hill};
