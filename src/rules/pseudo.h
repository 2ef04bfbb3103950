// SPDX-License-Identifier: Apache-2.0
// Moves by the way the pieces move, whatever becomes of a king: for rules whose legality is decided otherwise, or not
// at all. No castling.
#ifndef PSEUDO_H
#define PSEUDO_H

#include "../movegen.h"

typedef struct {
    Move *list;
    int count;
} MoveList;

INLINE void pseudo_put(MoveList *out, Square from, Square to, MoveKind kind) {
    out->list[out->count++] = move_of(from, to, kind);
}

INLINE void pseudo_put_targets(MoveList *out, Square from, Bitboard targets) {
    while (targets) pseudo_put(out, from, pop(&targets), MOVE_PLAIN);
}

// Every target minus step is a pawn's origin; on the last rank it promotes, to a king too where `kings` says so.
INLINE void pseudo_put_pawns(MoveList *out, Bitboard targets, int step, Bitboard last_rank, bool kings) {
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

// Moves to squares of `quiet`, which are empty, and captures on squares of `takes`, where enemies stand. Pawns step
// twice from `doubles`. En passant is left out.
INLINE void pseudo_list(MoveList *out, const Board *b, Color us, Bitboard quiet, Bitboard takes, Bitboard doubles,
                        bool kings) {
    const Bitboard own = b->color[us], occupied = board_occupied(b), pawns = b->pawns & own, targets = quiet | takes;
    const Bitboard last_rank = rank_for(us, 7), ahead = pawn_ahead(us, pawns) & ~occupied;
    const int step = us == WHITE ? 8 : -8;
    pseudo_put_pawns(out, ahead & quiet, step, last_rank, kings);
    for (Bitboard twice = pawn_ahead(us, ahead & pawn_ahead(us, doubles)) & ~occupied & quiet; twice;) {
        const Square to = pop(&twice);
        pseudo_put(out, to - 2 * step, to, MOVE_DOUBLE);
    }
    pseudo_put_pawns(out, pawn_west(us, pawns) & takes, us == WHITE ? 7 : -9, last_rank, kings);
    pseudo_put_pawns(out, pawn_east(us, pawns) & takes, us == WHITE ? 9 : -7, last_rank, kings);
    for (Bitboard knights = b->knights & own; knights;) {
        const Square s = pop(&knights);
        pseudo_put_targets(out, s, knight_attacks[s] & targets);
    }
    for (Bitboard diagonal = b->diagonal & own; diagonal;) {
        const Square s = pop(&diagonal);
        pseudo_put_targets(out, s, bishop_attacks(s, occupied) & targets);
    }
    for (Bitboard orthogonal = b->orthogonal & own; orthogonal;) {
        const Square s = pop(&orthogonal);
        pseudo_put_targets(out, s, rook_attacks(s, occupied) & targets);
    }
    for (Bitboard kinglike = b->kings & own; kinglike;) {
        const Square s = pop(&kinglike);
        pseudo_put_targets(out, s, king_attacks[s] & targets);
    }
}

INLINE void pseudo_list_en_passant(MoveList *out, const Board *b, Color us) {
    for (Bitboard from = board_en_passant_capturers(b, us); from;)
        pseudo_put(out, pop(&from), b->en_passant, MOVE_EN_PASSANT);
}

#endif
