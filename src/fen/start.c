// SPDX-License-Identifier: Apache-2.0
// Builds Chess960 start positions from their number.
#include "fen.h"

#include <string.h>

// Puts this piece type on the n-th free file from the left.
COLD static void put_on_free_file(PieceType row[8], int n, PieceType type) {
    for (int file = 0; file < 8; file++)
        if (row[file] == NO_PIECE && n-- == 0) {
            row[file] = type;
            return;
        }
}

COLD void fen_chess960_start(int number, Position *out) {
    // The two of five free files that the knights take.
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    PieceType row[8] = {NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE};
    const int light = number % 4 * 2 + 1, dark = number / 4 % 4 * 2;
    row[light] = BISHOP;
    row[dark] = BISHOP;
    put_on_free_file(row, number / 16 % 6, QUEEN);
    put_on_free_file(row, knights[number / 96][1], KNIGHT); // the right one first: it does not renumber the left one
    put_on_free_file(row, knights[number / 96][0], KNIGHT);
    put_on_free_file(row, 0, ROOK);
    put_on_free_file(row, 0, KING);
    put_on_free_file(row, 0, ROOK);
    Board b;
    memset(&b, 0, sizeof b);
    for (int file = 0; file < 8; file++) {
        board_put(&b, file, WHITE, row[file]);
        board_put(&b, file + 8, WHITE, PAWN);
        board_put(&b, file + 48, BLACK, PAWN);
        board_put(&b, file + 56, BLACK, row[file]);
    }
    b.castling = b.orthogonal & ~b.diagonal;
    b.geometry = GEOMETRY_CHESS960;
    b.en_passant = NO_SQUARE;
    b.fullmove_number = 1;
    *out = (Position){b, board_hash(&b)};
}
