// SPDX-License-Identifier: Apache-2.0
// Antichess: captures are compulsory, a king is an ordinary piece, and the side that has no piece or no move left
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

// Corrects board_play(), which leaves a captured king on the board and removes a pawn that promotes to a king.
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

static Bitboard diagonal_steps(Bitboard b) {
    return pawn_west(WHITE, b) | pawn_east(WHITE, b) | pawn_west(BLACK, b) | pawn_east(BLACK, b);
}

// For sides whose bishops and pawns are on different colours and so capture nothing: whether no pawn can move, but
// a bishop of each side can, and can always move back. Then neither side wins.
static bool is_blocked(const Board *b, Bitboard bishops) {
    const Bitboard white = b->pawns & b->color[WHITE], steps = diagonal_steps(bishops) & ~board_occupied(b);
    return (b->pawns & b->color[BLACK]) == white << 8 && colors_of(steps) == 3;
}

// A bishop can only be captured by bishops of its square colour. With one knight each, the knight of the side to
// move can only be captured if both are on one colour, the other knight if they are not.
static bool can_win(const Board *b, Color us) {
    const Bitboard own = b->color[us], other = b->color[!us], all = own | other, bishops = b->diagonal & ~b->orthogonal;
    const int ours = colors_of(own), theirs = colors_of(other);
    if (!own || !other) return !own;
    if (all == bishops) return !(ours & ~theirs);
    if (all == b->knights && popcount(all) == 2) return (ours == theirs) == (us == (Color)b->side);
    return all != (bishops | b->pawns) || ours & theirs || !is_blocked(b, bishops);
}

RULES_PERFT(perft_antichess, list, play, RULES_NO_END) // a side without pieces or moves lists none

const Rules antichess_rules = {
    .list = list, .play = play, .is_check = is_check, .end = end, .can_win = can_win, .perft = perft_antichess};
