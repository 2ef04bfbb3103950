// SPDX-License-Identifier: Apache-2.0
// White is to move in every node: for Black the board is turned, which halves this code and does not change the
// counts.
#include "perft.h"

#include "generator.h"
#include "rules/rules.h"

// Counts Black's replies to each of White's moves, each on its own board.
struct Output {
    int count;
    const Board *board;
};

INLINE void count_replies(Output *out, Board child) { out->count += movegen_count_black(child); }

// board_make() for a plain or double move whose mover is known at compile time: half the work. `takes` is false if
// it cannot be a capture.
INLINE Board make_known(Board b, Square from, Square to, Mover mover, bool takes) {
    const Bitboard both = bit(from) | bit(to), rest = takes ? ~bit(to) : ~0ull;
    b.castling &= ~both;
    b.color[WHITE] ^= both;
    b.color[BLACK] &= rest;
    b.pawns &= rest;
    b.knights &= rest;
    b.diagonal &= rest;
    b.orthogonal &= rest;
    if (mover == BY_PAWN) b.pawns ^= both;
    if (mover == BY_KNIGHT) b.knights ^= both;
    if (mover == BY_DIAGONAL) {
        b.diagonal ^= both;
        b.orthogonal ^= both & -(b.orthogonal >> from & 1);
    }
    if (mover == BY_ORTHOGONAL) {
        b.orthogonal ^= both;
        b.diagonal ^= both & -(b.diagonal >> from & 1);
    }
    if (mover == BY_KING) {
        b.kings ^= both;
        b.castling &= ~RANK_1;
    }
    return b;
}

INLINE void put(Output *out, Square from, Square to, MoveKind kind) {
    Board child = *out->board;
    board_play(&child, move_of(from, to, kind));
    count_replies(out, child);
}

INLINE void put_targets(Output *out, Square from, Bitboard targets, Mover mover) {
    while (targets) count_replies(out, make_known(*out->board, from, pop(&targets), mover, true));
}

INLINE void put_pawns(Output *out, Bitboard targets, int step, MoveKind kind) {
    while (targets) {
        const Square to = pop(&targets);
        Board child = make_known(*out->board, to - step, to, BY_PAWN, step % 8 != 0);
        count_replies(out, child);
        if (kind != MOVE_DOUBLE) continue;
        child.en_passant = (uint8_t)(to - step / 2);
        if (UNLIKELY(board_en_passant_capturers(&child, BLACK))) out->count += movegen_count_en_passant(&child, BLACK);
    }
}

INLINE void put_promotions(Output *out, Bitboard targets, int step) {
    while (targets) {
        const Square to = pop(&targets);
        Board pawn = make_known(*out->board, to - step, to, BY_PAWN, step % 8 != 0);
        pawn.pawns ^= bit(to);
        for (int piece = KNIGHT; piece <= QUEEN; piece++) {
            Board child = pawn;
            if (piece == KNIGHT) child.knights |= bit(to);
            if (piece == BISHOP || piece == QUEEN) child.diagonal |= bit(to);
            if (piece == ROOK || piece == QUEEN) child.orthogonal |= bit(to);
            count_replies(out, child);
        }
    }
}

static NOINLINE int count_all_replies(const Board *b) {
    Output out = {.board = b};
    const Context c = context_of(b, WHITE);
    generate_masked(&out, b, &c, WHITE);
    generate_en_passant(&out, b, WHITE);
    return out.count;
}

// White is to move; depth is 2 or more.
static uint64_t count(const Board *b, int depth, bool bulk) {
    if (depth == 2 && bulk) return (uint64_t)count_all_replies(b);
    Move list[MAX_MOVES], leaves[MAX_MOVES];
    uint64_t nodes = 0;
    const int moves = movegen_list_white(b, list);
    for (int i = 0; i < moves; i++) {
        const Board child = board_turned(board_make(*b, list[i], WHITE));
        nodes += depth == 2 ? (uint64_t)movegen_list_white(&child, leaves) : count(&child, depth - 1, bulk);
    }
    return nodes;
}

uint64_t perft(const Board *b, int depth, bool bulk) {
    Move list[MAX_MOVES];
    if (depth == 0) return 1;
    if (b->rules != STANDARD) return rules_of(b)->perft(b, depth);
    if (depth == 1) return (uint64_t)movegen_list(b, list);
    const Board white = b->side == WHITE ? *b : board_turned(*b);
    return count(&white, depth, bulk);
}
