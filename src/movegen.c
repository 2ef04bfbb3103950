// SPDX-License-Identifier: Apache-2.0
// Instances of the generator that count and list legal moves.
#include "movegen.h"

#include "generator.h"

// The number of moves, and optionally their list.
struct Output {
    int count;
    Move *list;
};

INLINE void put(Output *out, Square from, Square to, MoveKind kind) {
    if (out->list) out->list[out->count] = move_of(from, to, kind);
    out->count++;
}

// Lists first + target * factor for each target. Their number is hard to predict, so they are written two at a
// time; an extra one is overwritten or lies beyond the count.
INLINE void put_all(Output *out, Bitboard targets, int first, int factor) {
    const int count = out->count;
    out->count += popcount(targets);
    if (!out->list) return;
    for (Move *at = out->list + count; targets;) {
        for (int i = 0; i < 2; i++) {
            *at++ = (Move)(first + lsb_or_none(targets) * factor);
            targets &= targets - 1;
        }
    }
}

INLINE void put_targets(Output *out, Square from, Bitboard targets, Mover mover) {
    (void)mover;
    put_all(out, targets, from, move_of(0, 1, MOVE_PLAIN));
}

INLINE void put_pawns(Output *out, Bitboard targets, int step, MoveKind kind) {
    put_all(out, targets, move_of(0, 0, kind) - step, move_of(1, 1, MOVE_PLAIN));
}

INLINE void put_promotions(Output *out, Bitboard targets, int step) {
    if (!out->list) out->count += 4 * popcount(targets);
    else
        while (targets) {
            const Square to = pop(&targets);
            put(out, to - step, to, MOVE_PROMOTE_QUEEN);
            put(out, to - step, to, MOVE_PROMOTE_ROOK);
            put(out, to - step, to, MOVE_PROMOTE_BISHOP);
            put(out, to - step, to, MOVE_PROMOTE_KNIGHT);
        }
}

INLINE int generate(BOARD_PARAMETERS, Color us, Move *list) {
    const Board b = {.pawns = pawns,
                     .knights = knights,
                     .diagonal = diagonal,
                     .orthogonal = orthogonal,
                     .kings = kings,
                     .color = {white, black},
                     .castling = castling};
    const Context c = context_of(&b, us);
    Output out = {0, list};
    if (UNLIKELY(is_bound(&c))) generate_masked(&out, &b, &c, us);
    else generate_free(&out, &b, &c, us);
    return out.count;
}

#define ARGUMENTS pawns, knights, diagonal, orthogonal, kings, white, black, castling

NOINLINE int movegen_count_black_values(BOARD_PARAMETERS) { return generate(ARGUMENTS, BLACK, 0); }
NOINLINE int movegen_list_white_values(BOARD_PARAMETERS, Move *list) { return generate(ARGUMENTS, WHITE, list); }

NOINLINE int movegen_list_en_passant(const Board *b, Color us, Move *list) {
    Output out = {0, list};
    generate_en_passant(&out, b, us);
    return out.count;
}

int movegen_list(const Board *b, Move list[MAX_MOVES]) {
    if (b->side == WHITE) return movegen_list_white(b, list);
    const Board turned = board_turned(*b);
    const int count = movegen_list_white(&turned, list);
    for (int i = 0; i < count; i++) list[i] ^= move_of(A8, A8, MOVE_PLAIN); // turns both squares back
    return count;
}

int movegen_count_en_passant(const Board *b, Color us) {
    Move list[2];
    return movegen_list_en_passant(b, us, list);
}

int movegen_count(const Board *b) {
    Move list[MAX_MOVES];
    return movegen_list(b, list);
}

// Almost always some pawn can step ahead, so this is tested first.
bool movegen_any(const Board *b) {
    const Color us = (Color)b->side;
    const Bitboard free = b->pawns & b->color[us] & ~board_pinned(b, us);
    if ((pawn_ahead(us, free) & ~board_occupied(b)) && !board_is_check(b)) return true;
    return movegen_count(b) > 0;
}
