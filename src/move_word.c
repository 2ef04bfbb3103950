// SPDX-License-Identifier: Apache-2.0
// Builds move words: finds the captured piece, the origin for SAN, and check or mate.
#include "move_word.h"

#include "san.h"

// Piece type + 1 of the piece on s, 0 if empty, without unpredictable branches.
static MoveWord code_at(const Board *b, Square s) {
    const MoveWord diagonal = b->diagonal >> s & 1, orthogonal = b->orthogonal >> s & 1;
    const MoveWord sliders =
        diagonal * (BISHOP + 1) + orthogonal * (ROOK + 1) - (diagonal & orthogonal) * (BISHOP + ROOK + 1 - QUEEN);
    const MoveWord pawn = b->pawns >> s & 1, knight = b->knights >> s & 1, king = b->kings >> s & 1;
    return sliders + pawn * (PAWN + 1) + knight * (KNIGHT + 1) + king * (KING + 1);
}

static bool is_checked(const Board *b) {
    const Color us = b->side;
    return board_attackers(b, board_king(b, us), !us, board_occupied(b)) != 0;
}

// Whether the king in check can step away: it nearly always can, and the test is quick.
static bool king_can_step(const Board *b) {
    const Color us = b->side;
    const Square king = board_king(b, us);
    for (Bitboard steps = king_attacks[king] & ~b->color[us]; steps;)
        if (!board_attackers(b, pop(&steps), !us, board_occupied(b) ^ bit(king))) return true;
    return false;
}

COLD static MoveWord check_by(const Board *child) {
    return king_can_step(child) || movegen_count(child) ? WORD_CHECK : WORD_MATE;
}

// The same by the variant's rules: '#' if the game is decided, otherwise check.
COLD static MoveWord mark_by_rules(const Board *child) {
    const Status end = row_status(child, DRAWS_NONE, 1);
    if (end == STATUS_CHECKMATE_WHITE || end == STATUS_CHECKMATE_BLACK || end >= STATUS_VARIANT) return WORD_MATE;
    return rules_is_check(child) ? WORD_CHECK : 0;
}

MoveWord move_word_mark(const Board *child) {
    if (!is_standard(child)) return mark_by_rules(child);
    return UNLIKELY(is_checked(child)) ? check_by(child) : 0;
}

NOINLINE static MoveWord word_of(const Board *b, Move m, MoveWord check) {
    const MoveKind kind = move_kind(m);
    const MoveWord piece = UNLIKELY(move_is_drop(m)) ? (MoveWord)move_dropped(m) + 1 : code_at(b, move_from(m));
    const MoveWord at_target = code_at(b, move_to(m));
    const MoveWord captured = kind == MOVE_CASTLE ? 0 : kind == MOVE_EN_PASSANT ? PAWN + 1 : at_target;
    return check << WORD_CHECK_SHIFT | captured << WORD_CAPTURED_SHIFT | piece << WORD_PIECE_SHIFT | m;
}

COLD static MoveWord with_origin(const Board *b, MoveWord word) {
    const Move m = move_word_move(word);
    if (move_kind(m) == MOVE_CASTLE || move_is_drop(m)) return word;
    return san_origin(b, (PieceType)((word >> WORD_PIECE_SHIFT & 7) - 1), m) << WORD_ORIGIN_SHIFT | word;
}

MoveWord move_word_without_origin(const Board *b, Move m, const Board *child) {
    return word_of(b, m, move_word_mark(child));
}

MoveWord move_word_with(const Board *b, Move m, const Board *child) {
    return with_origin(b, move_word_without_origin(b, m, child));
}

MoveWord move_word(const Board *b, Move m) {
    if (is_standard(b) && !move_gives_check(b, m)) return with_origin(b, word_of(b, m, 0));
    Board child = *b;
    rules_play(&child, m);
    return move_word_with(b, m, &child);
}
