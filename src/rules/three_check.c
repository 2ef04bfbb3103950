// SPDX-License-Identifier: Apache-2.0
// Three-check: standard chess, and the third check wins. A check by two pieces counts once.
#include "rules.h"

static void play(Board *b, Move m) {
    uint8_t *left = &b->checks[b->side];
    board_play(b, m);
    if (*left && board_is_check(b)) --*left;
}

static Status end(const Board *b) {
    for (Color us = WHITE; us <= BLACK; us++)
        if (!b->checks[us]) return status_won(STATUS_THREE_CHECKS, us);
    return STATUS_CONTINUE;
}

// Any piece can give checks.
static bool can_win(const Board *b, Color us) { return (b->color[us] & ~b->kings) != 0; }

RULES_PERFT(perft_three_check, movegen_list, play, end)

const Rules three_check_rules = {.list = movegen_list,
                                 .play = play,
                                 .is_check = board_is_check,
                                 .end = end,
                                 .can_win = can_win,
                                 .perft = perft_three_check};
