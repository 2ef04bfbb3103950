// SPDX-License-Identifier: Apache-2.0
// Generates random positions that are often dead.
#include "locked_positions.h"

static bool put_free(Board *b, Square s, Color us, PieceType type) {
    if (s < 0 || s > 63 || (board_occupied(b) & bit(s))) return false;
    board_put(b, s, us, type);
    return true;
}

// Pawns facing pawns: on every second file in one row, which closes the board, and at some other squares; now and
// then one is missing.
static void put_wall(Random *r, Board *b) {
    const int rank = 2 + random_below(r, 3), first = random_below(r, 2), gap = random_below(r, 12);
    for (int file = 0; file < 8; file++) {
        const bool in_row = file % 2 == first;
        if (file == gap || (!in_row && random_below(r, 10))) continue;
        const int at = in_row ? rank : 1 + random_below(r, 5);
        put_free(b, square_at(file, at), WHITE, PAWN);
        put_free(b, square_at(file, at + 1), BLACK, PAWN);
    }
}

static void put_bishops(Random *r, Board *b, int count, Bitboard squares) {
    for (int tries = 0; count && tries < 200; tries++) {
        const Square s = random_below(r, 64);
        if ((squares & bit(s)) && put_free(b, s, (Color)random_below(r, 2), BISHOP)) count--;
    }
}

static void put_locked(Random *r, Board *b, int kind) {
    const Bitboard one = random_below(r, 2) ? DARK_SQUARES : ~DARK_SQUARES;
    if (kind == 0) {
        put_wall(r, b);
        if (random_below(r, 3) == 0) put_bishops(r, b, 1 + random_below(r, 2), ~0ull);
    } else if (kind == 1) {
        put_bishops(r, b, 1 + random_below(r, 3), one);
        if (random_below(r, 2)) put_free(b, random_below(r, 64), (Color)random_below(r, 2), QUEEN);
    } else if (kind == 2) {
        const PieceType last = (PieceType)(KNIGHT + random_below(r, 4));
        const Square king = board_king(b, BLACK);
        put_free(b, king ^ (random_below(r, 2) ? 1 : 9), WHITE, last);
        put_free(b, random_below(r, 64), WHITE, KNIGHT);
    } else {
        for (int file = 0; file < 4; file++) {
            put_free(b, square_at(file, 2), WHITE, PAWN);
            put_free(b, square_at(file, 3), BLACK, PAWN);
            put_free(b, square_at(file, 1), WHITE, random_below(r, 3) ? PAWN : BISHOP);
        }
        put_free(b, random_below(r, 3), WHITE, (PieceType)(KNIGHT + random_below(r, 3)));
        put_wall(r, b);
    }
}

Position random_locked(Random *r, int kind) {
    for (;;) {
        Position p;
        memset(&p, 0, sizeof p);
        Board *b = &p.board;
        b->en_passant = NO_SQUARE;
        b->fullmove_number = 1;
        b->side = (uint8_t)random_below(r, 2);
        const bool is_apart = kind % 3 == 0 && random_below(r, 6); // each side behind its own pawns
        board_put(b, random_below(r, is_apart ? 16 : 64), WHITE, KING);
        if (!put_free(b, is_apart ? 63 - random_below(r, 16) : random_below(r, 64), BLACK, KING)) continue;
        put_locked(r, b, kind);
        Position checked;
        int offset;
        const char *fen = fen_of(&p);
        if (fen_parse(fen, strlen(fen), STANDARD, false, &checked, &offset) == ERR_NONE) return checked;
    }
}
