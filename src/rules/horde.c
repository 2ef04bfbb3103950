// SPDX-License-Identifier: Apache-2.0
// Horde: White has no king but many pawns, and wins by mate; Black wins by capturing everything.
#include "pseudo.h"
#include "rules.h"

// From rank 1 a pawn may also move two squares, which does not allow en passant; on rank 2 it may do so again.
static int list(const Board *b, Move moves[MAX_MOVES]) {
    int count = kingless_list(b, moves);
    if (b->side == BLACK) return count;
    const Bitboard empty = ~board_occupied(b), passed = b->pawns & b->color[WHITE] & RANK_1;
    for (Bitboard twice = (passed << 8 & empty) << 8 & empty; twice;) {
        const Square to = pop(&twice);
        moves[count++] = move_of(to - 16, to, MOVE_PLAIN);
    }
    return count;
}

static Status end(const Board *b) {
    return b->color[WHITE] ? STATUS_CONTINUE : status_won(STATUS_HORDE_DESTROYED, BLACK);
}

static bool can_win(const Board *b, Color us) { return us == BLACK || horde_can_mate(b); }

RULES_PERFT(perft_horde, list, board_play, end)

const Rules horde_rules = {.list = list,
                           .play = board_play,
                           .is_check = kingless_is_check,
                           .end = end,
                           .can_win = can_win,
                           .perft = perft_horde};
