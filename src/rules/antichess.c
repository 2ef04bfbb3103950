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

// Moves of each sort; a pawn's five promotions count.
typedef struct {
    int takes, quiets;
} Counts;

INLINE void count_pawns(int *count, Bitboard targets, Bitboard last_rank) {
    *count += popcount(targets) + 4 * popcount(targets & last_rank);
}

INLINE void count_targets(Counts *c, Bitboard targets, Bitboard enemy, Bitboard empty) {
    c->takes += popcount(targets & enemy);
    c->quiets += popcount(targets & empty);
}

// The length of the list, without making it.
static int count(const Board *b) {
    const Color us = (Color)b->side;
    const Bitboard own = b->color[us], enemy = b->color[!us], occupied = own | enemy, empty = ~occupied;
    const Bitboard pawns = b->pawns & own, last_rank = rank_for(us, 7), ahead = pawn_ahead(us, pawns) & empty;
    Counts c = {popcount(board_en_passant_capturers(b, us)), popcount(pawn_ahead(us, ahead & rank_for(us, 2)) & empty)};
    count_pawns(&c.takes, pawn_west(us, pawns) & enemy, last_rank);
    count_pawns(&c.takes, pawn_east(us, pawns) & enemy, last_rank);
    count_pawns(&c.quiets, ahead, last_rank);
    for (Bitboard pieces = b->knights & own; pieces;) count_targets(&c, knight_attacks[pop(&pieces)], enemy, empty);
    for (Bitboard pieces = b->kings & own; pieces;) count_targets(&c, king_attacks[pop(&pieces)], enemy, empty);
    for (Bitboard pieces = b->diagonal & own; pieces;)
        count_targets(&c, bishop_attacks(pop(&pieces), occupied), enemy, empty);
    for (Bitboard pieces = b->orthogonal & own; pieces;)
        count_targets(&c, rook_attacks(pop(&pieces), occupied), enemy, empty);
    return c.takes ? c.takes : c.quiets;
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
    return count(b) ? STATUS_CONTINUE : status_won(STATUS_NO_MOVES, us);
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
    if (all == bishops) return !(colors_of(own) & ~colors_of(other));
    if (all == b->knights && own && other && !several(own) && !several(other))
        return (colors_of(own) == colors_of(other)) == (us == (Color)b->side);
    return all != (bishops | b->pawns) || !is_blocked(b);
}

static uint64_t perft_antichess(const Board *b, int depth) {
    if (depth == 1) return (uint64_t)count(b);
    Move moves[MAX_MOVES];
    uint64_t nodes = 0;
    for (int i = list(b, moves) - 1; i >= 0; i--) {
        Board child = *b;
        play(&child, moves[i]);
        nodes += perft_antichess(&child, depth - 1);
    }
    return nodes;
}

const Rules antichess_rules = {
    .list = list, .play = play, .is_check = is_check, .end = end, .can_win = can_win, .perft = perft_antichess};
