// SPDX-License-Identifier: Apache-2.0
// Antichess: captures are compulsory, a king is a piece like others, and the side that has no piece or no move left
// wins.
#include "pseudo.h"
#include "rules.h"

static bool is_check(const Board *b) {
    (void)b;
    return false;
}

static int list(const Board *b, Move moves[MAX_MOVES]) {
    const Color us = (Color)b->side;
    MoveList out = {moves, 0};
    pseudo_list_en_passant(&out, b, us);
    pseudo_list(&out, b, us, 0, b->color[!us], 0, true);
    if (!out.count) pseudo_list(&out, b, us, ~board_occupied(b), 0, rank_for(us, 1), true);
    return out.count;
}

// board_play() leaves a captured king where it was, and takes a pawn that becomes a king off the board.
static void play(Board *b, Move m) {
    const Bitboard to = bit(move_to(m));
    b->kings &= ~to;
    board_play(b, m);
    if (UNLIKELY(move_kind(m) == MOVE_PROMOTE_KING)) b->kings |= to;
}

static Status end(const Board *b) {
    const Color us = (Color)b->side;
    if (!b->color[us]) return status_won(STATUS_NO_PIECES, us);
    Move moves[MAX_MOVES];
    return list(b, moves) ? STATUS_CONTINUE : status_won(STATUS_NO_MOVES, us);
}

// --- material --------------------------------------------------------------------------------------

// Bishops and pawns, one side's on dark squares, the other's on light ones: nothing can be captured. No pawn can move,
// but some bishop of either side can, and can always move back.
static bool is_blocked(const Board *b) {
    if (colors_of(b->color[WHITE]) & colors_of(b->color[BLACK])) return false;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard bishops = b->diagonal & b->color[us], up = pawn_west(us, bishops) | pawn_east(us, bishops);
        if (pawn_ahead(us, b->pawns & b->color[us]) & ~(b->pawns & b->color[!us])) return false;
        if (!((up | pawn_west(!us, bishops) | pawn_east(!us, bishops)) & ~b->color[us])) return false;
    }
    return true;
}

// A bishop can only be captured by bishops of its square colour. A lone knight can only be captured by the side whose
// turn it is when the two stand on different colours.
static bool can_win(const Board *b, Color us) {
    const Bitboard own = b->color[us], other = b->color[!us], all = own | other;
    const Bitboard bishops = b->diagonal & ~b->orthogonal;
    if (!own || !other) return !own;
    if (all == bishops) return !(colors_of(own) & ~colors_of(other));
    if (all == b->knights && !several(own) && !several(other))
        return (colors_of(own) == colors_of(other)) == (us == (Color)b->side);
    return all != (bishops | b->pawns) || !is_blocked(b);
}

RULES_PERFT(perft_antichess, list, play, RULES_NO_END) // who has no piece or no move has none to list

const Rules antichess_rules = {
    .list = list, .play = play, .is_check = is_check, .end = end, .can_win = can_win, .perft = perft_antichess};
