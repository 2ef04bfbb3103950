// SPDX-License-Identifier: Apache-2.0
// Racing Kings: the first king on rank 8 wins, and no move may give check. White moves first, so a black king that
// arrives one move later draws. There are no pawns, and no king is ever in check.
#include "rules.h"

static bool is_check(const Board *b) {
    (void)b;
    return false;
}

// The pieces of `us` that are the only ones between a slider of their own side and the other king.
static Bitboard shields(const Board *b, Color us, Square king) {
    const Bitboard lines = (bishop_rays[king] & b->diagonal) | (rook_rays[king] & b->orthogonal);
    Bitboard found = 0;
    for (Bitboard snipers = lines & b->color[us]; snipers;) {
        const Bitboard blockers = between[king][pop(&snipers)] & board_occupied(b);
        if (!more_than_one(blockers)) found |= blockers & b->color[us];
    }
    return found;
}

static bool on_one_line(Square king, Square from, Square to) {
    return (between[king][from] & bit(to)) || (between[king][to] & bit(from));
}

// The other king is not in check now, so a slider never gives check along a line through its own origin.
static int list(const Board *b, Move moves[MAX_MOVES]) {
    const Square king = board_king(b, !b->side);
    const Bitboard diagonal = bishop_attacks(king, board_occupied(b)),
                   orthogonal = rook_attacks(king, board_occupied(b));
    const Bitboard uncovering = shields(b, b->side, king);
    const int any = movegen_list(b, moves);
    int count = 0;
    for (int i = 0; i < any; i++) {
        const Square from = move_from(moves[i]), to = move_to(moves[i]);
        const Bitboard piece = bit(from);
        const Bitboard sees_king = (b->knights & piece ? knight_attacks[king] : 0) |
                                   (b->diagonal & piece ? diagonal : 0) | (b->orthogonal & piece ? orthogonal : 0);
        if (sees_king & bit(to) || (uncovering & piece && !on_one_line(king, from, to))) continue;
        moves[count++] = moves[i];
    }
    return count;
}

// Whether the black king can move to rank 8, where the white one is. This cannot uncover a check: no line of the
// white king leads through a king on rank 7 that is not next to it.
static bool can_arrive(const Board *b) {
    const Square king = board_king(b, BLACK);
    for (Bitboard steps = king_attacks[king] & rank_mask(7) & ~b->color[BLACK]; steps;)
        if (!board_attackers(b, pop(&steps), WHITE, board_occupied(b))) return true;
    return false;
}

static Status end(const Board *b) {
    const Bitboard home = b->kings & rank_mask(7);
    if (!home) return STATUS_CONTINUE;
    if (more_than_one(home)) return STATUS_RACE_DRAW;
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
