// SPDX-License-Identifier: Apache-2.0
// Crazyhouse: a player may drop a captured piece on an empty square instead of moving.
#include "rules.h"

// Empty squares; in check only those that shield the king: none against two pieces or one that does not slide.
static Bitboard drop_squares(const Board *b) {
    const Square king = board_king(b, (Color)b->side);
    const Bitboard occupied = board_occupied(b), checkers = board_attackers(b, king, (Color)!b->side, occupied);
    if (!checkers) return ~occupied;
    return more_than_one(checkers) ? 0 : between[king][lsb(checkers)];
}

static int list(const Board *b, Move moves[MAX_MOVES]) {
    int count = movegen_list(b, moves);
    const uint8_t *pocket = b->pocket[b->side];
    const Bitboard squares = drop_squares(b);
    for (PieceType type = PAWN; type < KING; type++) {
        if (!pocket[type]) continue;
        for (Bitboard rest = type == PAWN ? squares & ~(rank_mask(0) | rank_mask(7)) : squares; rest;) {
            const Square to = pop(&rest);
            moves[count++] = move_of(to, to, (MoveKind)(MOVE_DROP_PAWN + (int)type));
        }
    }
    return count;
}

static void drop(Board *b, Square to, PieceType type) {
    b->pocket[b->side][type]--;
    board_put(b, to, (Color)b->side, type);
    board_pass(b);
}

// A captured piece enters the pocket, as a pawn if it was promoted, and `promoted` is updated.
static void play(Board *b, Move m) {
    if (move_is_drop(m)) {
        drop(b, move_to(m), move_dropped(m));
        return;
    }
    const Bitboard from = bit(move_from(m)), to = bit(move_to(m));
    uint8_t *pocket = b->pocket[b->side];
    if (move_kind(m) == MOVE_EN_PASSANT) pocket[PAWN]++;
    if (b->color[!b->side] & to) pocket[b->promoted & to ? PAWN : board_piece_at(b, move_to(m))]++;
    const bool castles = move_kind(m) == MOVE_CASTLE; // in a FEN, a promoted rook may have a castling right
    const bool promoted = (b->promoted & (castles ? to : from)) || move_is_promotion(m);
    b->promoted &= ~(from | to);
    if (promoted) b->promoted |= castles ? bit(castle_rook_to(move_from(m), move_to(m))) : to;
    board_play(b, m);
}

static Status end(const Board *b) {
    (void)b;
    return STATUS_CONTINUE;
}

// Pieces do not leave the game: three men that cannot mate now never will.
static bool can_win(const Board *b, Color us) {
    (void)us;
    int count = popcount(board_occupied(b)), strong = 0;
    for (Color owner = WHITE; owner <= BLACK; owner++)
        for (PieceType type = PAWN; type < KING; type++) {
            count += b->pocket[owner][type];
            if (type != KNIGHT && type != BISHOP) strong += b->pocket[owner][type];
        }
    return count > 3 || strong || b->pawns || b->orthogonal || b->promoted;
}

RULES_PERFT(perft_crazyhouse, list, play, end)

const Rules crazyhouse_rules = {.list = list,
                                .play = play,
                                .is_check = board_is_check,
                                .end = end,
                                .can_win = can_win,
                                .perft = perft_crazyhouse,
                                .captures_return = true};
