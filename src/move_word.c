// SPDX-License-Identifier: Apache-2.0
#include "move_word.h"

#include "legality.h"
#include "movegen.h"
#include "san.h"

// Piece type + 1 of what stands there, 0 for nothing, without branches that no processor foresees.
static MoveWord code_at(const Board *b, Square s) {
    const MoveWord diagonal = b->diagonal >> s & 1, orthogonal = b->orthogonal >> s & 1;
    const MoveWord sliders =
        diagonal * (BISHOP + 1) + orthogonal * (ROOK + 1) - (diagonal & orthogonal) * (BISHOP + ROOK + 1 - QUEEN);
    return sliders + (b->pawns >> s & 1) * (PAWN + 1) + (b->knights >> s & 1) * (KNIGHT + 1) +
           (b->kings >> s & 1) * (KING + 1);
}

static MoveWord check_by(const Board *child) { return movegen_any(child) ? WORD_CHECK : WORD_MATE; }

static MoveWord word_of(const Board *b, Move m, MoveWord check) {
    const MoveKind kind = move_kind(m);
    const MoveWord piece = code_at(b, move_from(m)), at_target = code_at(b, move_to(m));
    const MoveWord captured = kind == MOVE_CASTLE ? 0 : kind == MOVE_EN_PASSANT ? PAWN + 1 : at_target;
    const MoveWord origin = kind == MOVE_CASTLE ? 0 : san_origin(b, (PieceType)(piece - 1), m);
    return check << WORD_CHECK_SHIFT | origin << WORD_ORIGIN_SHIFT | captured << WORD_CAPTURED_SHIFT |
           piece << WORD_PIECE_SHIFT | m;
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
