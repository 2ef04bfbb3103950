// SPDX-License-Identifier: Apache-2.0
// Generates moves by the way pieces move, regardless of the king: for rules that test legality in another way, or
// not at all. No castling.
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

// Moves to squares of `quiet`, which are empty, and captures on squares of `takes`, which have enemies. Pawns may
// move two squares from `doubles`. En passant is not included.
void pseudo_list(MoveList *out, const Board *b, Color us, Bitboard quiet, Bitboard takes, Bitboard doubles, bool kings);

INLINE void pseudo_list_en_passant(MoveList *out, const Board *b, Color us) {
    for (Bitboard from = board_en_passant_capturers(b, us); from;)
        pseudo_put(out, pop(&from), b->en_passant, MOVE_EN_PASSANT);
}

#endif
