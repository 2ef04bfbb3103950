// SPDX-License-Identifier: Apache-2.0
#include "move_word.h"

#include "movegen.h"
#include "san.h"

static MoveWord code_of(PieceType type) { return type == NO_PIECE ? 0 : (MoveWord)type + 1; }

MoveWord move_word_of(const Board *b, Move m, const Board *child) {
    const PieceType piece = board_piece_at(b, move_from(m));
    const MoveKind kind = move_kind(m);
    const PieceType captured = kind == MOVE_CASTLE       ? NO_PIECE
                               : kind == MOVE_EN_PASSANT ? PAWN
                                                         : board_piece_at(b, move_to(m));
    const MoveWord origin = kind == MOVE_CASTLE ? 0 : san_origin(b, piece, m);
    const MoveWord check = !board_is_check(child) ? 0 : movegen_any(child) ? 1 : 2;
    return check << 24 | origin << 22 | code_of(captured) << 19 | code_of(piece) << 16 | m;
}
