// SPDX-License-Identifier: Apache-2.0
// Lists pseudo-legal moves of all pieces.
#include "pseudo.h"

static void put_targets(MoveList *out, Square from, Bitboard targets) {
    while (targets) pseudo_put(out, from, pop(&targets), MOVE_PLAIN);
}

// Every target minus step is a pawn's origin; on the last rank it promotes, with `kings` also to a king.
static void put_pawns(MoveList *out, Bitboard targets, int step, Bitboard last_rank, bool kings) {
    while (targets) {
        const Square to = pop(&targets);
        if (!(last_rank & bit(to))) {
            pseudo_put(out, to - step, to, MOVE_PLAIN);
            continue;
        }
        for (int kind = MOVE_PROMOTE_QUEEN; kind >= MOVE_PROMOTE_KNIGHT; kind--)
            pseudo_put(out, to - step, to, (MoveKind)kind);
        if (kings) pseudo_put(out, to - step, to, MOVE_PROMOTE_KING);
    }
}

void pseudo_list(MoveList *out, const Board *b, Color us, Bitboard quiet, Bitboard takes, Bitboard doubles,
                 bool kings) {
    const Bitboard own = b->color[us], occupied = board_occupied(b), pawns = b->pawns & own, targets = quiet | takes;
    const Bitboard last_rank = rank_for(us, 7), ahead = pawn_ahead(us, pawns) & ~occupied;
    const int step = us == WHITE ? 8 : -8;
    put_pawns(out, ahead & quiet, step, last_rank, kings);
    for (Bitboard twice = pawn_ahead(us, ahead & pawn_ahead(us, doubles)) & ~occupied & quiet; twice;) {
        const Square to = pop(&twice);
        pseudo_put(out, to - 2 * step, to, MOVE_DOUBLE);
    }
    put_pawns(out, pawn_west(us, pawns) & takes, us == WHITE ? 7 : -9, last_rank, kings);
    put_pawns(out, pawn_east(us, pawns) & takes, us == WHITE ? 9 : -7, last_rank, kings);
    for (Bitboard knights = b->knights & own; knights;) {
        const Square s = pop(&knights);
        put_targets(out, s, knight_attacks[s] & targets);
    }
    for (Bitboard diagonal = b->diagonal & own; diagonal;) {
        const Square s = pop(&diagonal);
        put_targets(out, s, bishop_attacks(s, occupied) & targets);
    }
    for (Bitboard orthogonal = b->orthogonal & own; orthogonal;) {
        const Square s = pop(&orthogonal);
        put_targets(out, s, rook_attacks(s, occupied) & targets);
    }
    for (Bitboard kinglike = b->kings & own; kinglike;) {
        const Square s = pop(&kinglike);
        put_targets(out, s, king_attacks[s] & targets);
    }
}
