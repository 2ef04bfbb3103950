// SPDX-License-Identifier: Apache-2.0
// Racing Kings: the first king on rank 8 wins, and no move may give check. White moves first, so a black king that
// arrives one move later draws. There are no pawns, and nobody is ever in check.
#include "rules.h"

static bool is_check(const Board *b) {
    (void)b;
    return false;
}

static int list(const Board *b, Move moves[MAX_MOVES]) {
    const int any = movegen_list(b, moves);
    int count = 0;
    for (int i = 0; i < any; i++)
        if (!move_gives_check(b, moves[i])) moves[count++] = moves[i];
    return count;
}

// Can the black king step on rank 8, where the white one is? It uncovers no check: no line of the white king leads
// through a king on rank 7 that is not next to it.
static bool can_arrive(const Board *b) {
    const Square king = board_king(b, BLACK);
    for (Bitboard steps = king_attacks[king] & rank_mask(7) & ~b->color[BLACK]; steps;)
        if (!board_attackers(b, pop(&steps), WHITE, board_occupied(b))) return true;
    return false;
}

static Status end(const Board *b) {
    const Bitboard home = b->kings & rank_mask(7);
    if (!home) return STATUS_CONTINUE;
    if (several(home)) return STATUS_RACE_DRAW;
    if (home & b->color[BLACK]) return status_won(STATUS_RACE, BLACK);
    return b->side == BLACK && can_arrive(b) ? STATUS_CONTINUE : status_won(STATUS_RACE, WHITE);
}

static bool can_win(const Board *b, Color us) {
    (void)b;
    (void)us;
    return true;
}

RULES_PERFT(perft_racing_kings, list, board_play, end)

const Rules racing_kings_rules = {.list = list,
                                  .play = board_play,
                                  .is_check = is_check,
                                  .end = end,
                                  .can_win = can_win,
                                  .perft = perft_racing_kings};
