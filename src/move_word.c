// SPDX-License-Identifier: Apache-2.0
#include "move_word.h"

#include "legality.h"
#include "movegen.h"
#include "san.h"

static MoveWord code_of(PieceType type) { return type == NO_PIECE ? 0 : (MoveWord)type + 1; }

static MoveWord check_by(const Board *child) { return movegen_any(child) ? WORD_CHECK : WORD_MATE; }

static MoveWord word_of(const Board *b, Move m, MoveWord check) {
    const PieceType piece = board_piece_at(b, move_from(m));
    const MoveKind kind = move_kind(m);
    const PieceType captured = kind == MOVE_CASTLE       ? NO_PIECE
                               : kind == MOVE_EN_PASSANT ? PAWN
                                                         : board_piece_at(b, move_to(m));
    const MoveWord origin = kind == MOVE_CASTLE ? 0 : san_origin(b, piece, m);
    return check << WORD_CHECK_SHIFT | origin << WORD_ORIGIN_SHIFT | code_of(captured) << WORD_CAPTURED_SHIFT |
           code_of(piece) << WORD_PIECE_SHIFT | m;
}

MoveWord move_word_with(const Board *b, Move m, const Board *child) {
    return word_of(b, m, move_gives_check(b, m) ? check_by(child) : 0);
}

MoveWord move_word(const Board *b, Move m) {
    if (!move_gives_check(b, m)) return word_of(b, m, 0);
    Board child = *b;
    board_play(&child, m);
    return word_of(b, m, check_by(&child));
}
