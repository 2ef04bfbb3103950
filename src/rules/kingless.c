// SPDX-License-Identifier: Apache-2.0
// Standard chess on a board where a side has no king, for analysis and for drop-ins of libraries that allow it. A side
// without a king is never in check, and a missing king gives no check.
#include "pseudo.h"
#include "rules.h"

bool kingless_is_check(const Board *b) { return board_has_king(b, (Color)b->side) && board_is_check(b); }

static Status end(const Board *b) {
    (void)b;
    return STATUS_CONTINUE;
}

int kingless_list(const Board *b, Move moves[MAX_MOVES]) {
    const Color us = (Color)b->side;
    if (board_has_king(b, us)) return movegen_list(b, moves);
    MoveList out = {moves, 0};
    pseudo_list(&out, b, us, ~board_occupied(b), b->color[!us], rank_for(us, 1), false);
    pseudo_list_en_passant(&out, b, us);
    return out.count;
}

// A king can be captured here, which also ends its castling rights; standard chess handles neither.
static void play(Board *b, Move m) {
    const Color them = !b->side;
    b->kings &= ~(bit(move_to(m)) & b->color[them]);
    if (!board_has_king(b, them)) b->castling &= ~rank_for(them, 0);
    board_play(b, m);
}

static bool can_win(const Board *b, Color us) { return !board_has_king(b, !us) || standard_can_win(b, us); }

RULES_PERFT(perft_kingless, kingless_list, play, end)

const Rules kingless_rules = {.list = kingless_list,
                              .play = play,
                              .is_check = kingless_is_check,
                              .end = end,
                              .can_win = can_win,
                              .perft = perft_kingless};
