// SPDX-License-Identifier: Apache-2.0
// The exports for moves in game trees.
#include "../legality.h"
#include "../move_word.h"
#include "../notation.h"
#include "../pgn/symbols.h"
#include "api.h"
#include "failure.h"
#include "fens.h"
#include "io.h"
#include "records.h"

int32_t binbo_tree_move(uint32_t fen_length, int32_t variant, uint32_t move_length) {
    Position p;
    Move m;
    int offset;
    REQUIRE_ARGUMENT(move_length <= io_capacity() && fen_length <= io_capacity() - move_length);
    const int32_t failure = fens_read(fen_length, variant, false, &p);
    if (failure) return failure;
    const char *move = io_buffer() + fen_length;
    if (pgn_is_null_move(move, move_length)) return board_is_check(&p.board) ? fail(ERR_PGN_NULL_MOVE) : 0;
    const ErrorCode error = notation_parse(&p.board, (Variant)variant, move, move_length, &m, &offset);
    if (error) records_note_candidates(&p.board, move, move_length);
    if (error) return fail_at(error, offset, 0);
    Board child = p.board;
    board_play(&child, m);
    return (int32_t)move_word_of(&p.board, m, &child);
}

int32_t binbo_tree_fen(uint32_t fen_length, int32_t variant, int32_t word) {
    Position p;
    const Move m = move_word_move((MoveWord)word);
    const int32_t failure = fens_read(fen_length, variant, false, &p);
    if (failure) return failure;
    REQUIRE_ARGUMENT(m == NO_MOVE ? !board_is_check(&p.board) : move_is_legal(&p.board, m));
    if (m == NO_MOVE) position_pass(&p);
    else position_make(&p, m);
    return fens_write(&p, EN_PASSANT_ALWAYS, CASTLING_XFEN);
}
