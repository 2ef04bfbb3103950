// SPDX-License-Identifier: Apache-2.0
// The exports for games and their state bytes.
#include <stdlib.h>
#include <string.h>

#include "../notation.h"
#include "../rules/rules.h"
#include "../state.h"
#include "api.h"
#include "boundary.h"
#include "move_lists.h"

static bool is_square(int32_t square) { return square >= 0 && square < 64; }
static bool is_color(int32_t color) { return color == WHITE || color == BLACK; }

// --- games -----------------------------------------------------------------------------------------

// Takes ownership of a game (NULL: memory was exhausted).
static int32_t add_game(Game *g) {
    const int32_t handle = g ? handles_add(g) : 0;
    if (handle) return handle;
    game_free(g);
    return fail(ERR_MEMORY);
}

int32_t binbo_game_new(uint32_t fen_length, int32_t variant, int32_t draws, int32_t strict) {
    Position start;
    REQUIRE_ARGUMENT(variant_is_known(variant) && draws >= DRAWS_AUTOMATIC && draws <= DRAWS_NONE);
    const int32_t error = fen_length ? fens_read(fen_length, variant, strict, &start) : 0;
    return error ? error : add_game(game_new(fen_length ? &start : NULL, (Variant)variant, (DrawMode)draws));
}

int32_t binbo_game_clone(int32_t game) {
    FIND(g, game);
    return add_game(game_clone(g));
}

int32_t binbo_game_free(int32_t game) {
    Game *g = handles_remove(game);
    if (!g) return fail(ERR_GAME_STOPPED);
    game_free(g);
    return 0;
}

int32_t binbo_game_forget(int32_t game) {
    game_free(handles_forget(game));
    return 0;
}

int32_t binbo_game_set_fen(int32_t game, uint32_t fen_length, int32_t strict) {
    Position start;
    FIND(g, game);
    const int32_t error = fen_length ? fens_read(fen_length, g->own_variant, strict, &start) : 0;
    if (error) return error;
    game_reset(g, fen_length ? &start : NULL);
    return (int32_t)game_status(g);
}

int32_t binbo_game_move(int32_t game, int32_t packed) {
    Move m;
    FIND(g, game);
    if (game_status(g)) return fail(ERR_GAME_OVER);
    const ErrorCode error = lan_resolve(&g->now.board, packed, &m);
    return error ? fail(error) : status_or_error(game_play_one(g, m), g);
}

int32_t binbo_game_san(int32_t game, uint32_t san_length) {
    Move m;
    int offset;
    FIND(g, game);
    REQUIRE_ARGUMENT(san_length <= io_capacity());
    if (game_status(g)) return fail(ERR_GAME_OVER);
    const Board *b = &g->now.board;
    ErrorCode error = notation_parse(b, io_buffer(), san_length, &m, &offset);
    if (!error) return status_or_error(game_play_one(g, m), g);
    if (error < ERR_SAN_SYNTAX) error = ERR_SAN_ILLEGAL; // it was given in squares
    move_lists_note_candidates(b, io_buffer(), san_length);
    return fail_with_place(error, offset, 0);
}

int32_t binbo_error_candidates(void) { return move_lists_write_candidates(); }

// Reads one move of a list, in UCI or SAN, and adds it to a game.
typedef ErrorCode (*AddMove)(Game *g, Move m);

static int32_t add_lines(Game *g, uint32_t length, AddMove add) {
    const char *text = io_buffer(), *end = text + length;
    for (int32_t ply = 1; text < end; ply++) {
        Move m;
        int offset;
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (!line_end) line_end = end;
        if (add == game_play && game_status(g)) return fail_with_place(ERR_GAME_OVER, -1, ply);
        ErrorCode error = notation_parse(&g->now.board, text, (size_t)(line_end - text), &m, &offset);
        if (error) move_lists_note_candidates(&g->now.board, text, (size_t)(line_end - text));
        if (error) return fail_with_place(error, offset, ply);
        error = add(g, m);
        if (error) return fail_with_place(error, -1, ply);
        text = line_end + 1;
    }
    return 0;
}

int32_t binbo_game_play(int32_t game, uint32_t text_length) {
    FIND(g, game);
    REQUIRE_ARGUMENT(text_length <= io_capacity());
    if (!text_length) return (int32_t)game_status(g);
    Game *copy = game_clone(g); // all or none
    if (!copy) return fail(ERR_MEMORY);
    const int32_t error = add_lines(copy, text_length, game_play);
    if (error) game_free(copy);
    else game_replace(g, copy);
    return error ? error : (int32_t)game_status(g);
}

// Plays a move that others follow. A legal move after it shows that this was neither mate nor stalemate, so the
// status only has to consider draws.
static ErrorCode play_on(Game *g, Move m) {
    if (game_status(g)) return ERR_GAME_OVER;
    const ErrorCode error = game_append(g, m);
    const Board *b = &g->now.board;
    if (!is_standard(b) || g->dead) game_settle(g);
    else {
        const int occurrences = b->halfmove_clock < 4 ? 1 : game_occurrences(g, 5); // the third after 4 null moves
        g->status = (uint8_t)standard_drawn(b, (DrawMode)g->draws, occurrences);
    }
    return error;
}

int32_t binbo_game_play_packed(int32_t game, uint32_t count) {
    Move m;
    FIND(g, game);
    REQUIRE_ARGUMENT(count <= io_capacity() / sizeof(PackedMove));
    const PackedMove *packed = (const PackedMove *)(const void *)io_buffer();
    Game *copy = game_clone(g); // all or none
    if (!copy) return fail(ERR_MEMORY);
    for (uint32_t i = 0; i < count; i++) {
        ErrorCode error = lan_resolve(&copy->now.board, packed[i], &m);
        if (!error) error = play_on(copy, m);
        if (!error) continue;
        game_free(copy);
        return fail(error);
    }
    game_settle(copy);
    game_replace(g, copy);
    return (int32_t)game_status(g);
}

static ErrorCode append_word(Game *g, MoveWord word) {
    const Move m = move_word_move(word);
    return rules_is_legal(&g->now.board, m) ? game_append(g, m) : ERR_MOVE_ILLEGAL;
}

int32_t binbo_game_append(int32_t game, uint32_t count) {
    FIND(g, game);
    REQUIRE_ARGUMENT(count <= io_capacity() / sizeof(MoveWord));
    const MoveWord *words = move_lists_words();
    Game *copy = count == 1 ? g : game_clone(g); // all or none; a single move needs no copy
    if (!copy) return fail(ERR_MEMORY);
    for (uint32_t i = 0; i < count; i++) {
        const ErrorCode error = append_word(copy, words[i]);
        if (!error) continue;
        if (copy != g) game_free(copy);
        return fail_with_place(error, -1, (int32_t)i + 1);
    }
    game_settle(copy);
    if (copy != g) game_replace(g, copy);
    return (int32_t)game_status(g);
}

int32_t binbo_game_line(int32_t game, uint32_t text_length) {
    FIND(g, game);
    REQUIRE_ARGUMENT(text_length <= io_capacity());
    Game *scratch = game_new(&g->now, (Variant)g->variant, (DrawMode)g->draws);
    if (!scratch) return fail(ERR_MEMORY);
    int32_t result = add_lines(scratch, text_length, game_append);
    if (!result) result = move_lists_write_game(scratch);
    game_free(scratch);
    return result;
}

int32_t binbo_game_is_legal(int32_t game, int32_t packed) {
    Move m;
    FIND(g, game);
    return !game_status(g) && lan_resolve(&g->now.board, packed, &m) == ERR_NONE;
}

int32_t binbo_game_is_legal_text(int32_t game, uint32_t text_length) {
    Move m;
    int offset;
    FIND(g, game);
    REQUIRE_ARGUMENT(text_length <= io_capacity());
    return !game_status(g) && notation_parse(&g->now.board, io_buffer(), text_length, &m, &offset) == ERR_NONE;
}

int32_t binbo_game_undo(int32_t game) {
    Move m;
    FIND(g, game);
    const ErrorCode error = game_undo(g, &m);
    if (error) return fail(error);
    return m ? (int32_t)move_word(&g->now.board, m) : 0;
}

int32_t binbo_game_redo(int32_t game) {
    Move m;
    FIND(g, game);
    const Board before = g->now.board;
    const ErrorCode error = game_redo(g, &m);
    if (error) return fail(error);
    return m ? (int32_t)move_word_with(&before, m, &g->now.board) : 0;
}

int32_t binbo_game_pass(int32_t game) {
    FIND(g, game);
    return status_or_error(game_pass(g), g);
}

int32_t binbo_game_edit(int32_t game, uint32_t fen_length) {
    Position p;
    int offset;
    FIND(g, game);
    REQUIRE_ARGUMENT(fen_length <= io_capacity() && g->variant == STANDARD);
    const ErrorCode error = fen_parse_board(io_buffer(), fen_length, &p, &offset);
    return error ? fail_with_place(error, offset, 0) : status_or_error(game_edit(g, &p), g);
}

int32_t binbo_game_rights(int32_t game, int32_t en_passant) {
    FIND(g, game);
    REQUIRE_ARGUMENT(en_passant >= EN_PASSANT_ALWAYS && en_passant <= EN_PASSANT_LEGAL);
    const Board *b = &g->now.board;
    int32_t found = (fen_writes_en_passant(b, (FenEnPassant)en_passant) ? b->en_passant : NO_SQUARE) << 4;
    for (Bitboard rooks = b->castling; rooks;) {
        const Square rook = pop(&rooks);
        const Color us = rook >= A8 ? BLACK : WHITE;
        found |= 1 << (2 * us + castle_wing(board_king(b, us), rook));
    }
    return found;
}

int32_t binbo_game_moves(int32_t game) {
    FIND(g, game);
    return move_lists_write_game(g);
}

int32_t binbo_game_last_move(int32_t game) {
    FIND(g, game);
    return (int32_t)game_last_word(g);
}

static bool is_origin(int32_t from) { return from >= 0 && from <= BINBO_DROPS + BINBO_KING; }

// The legal moves from a square, all, or the drops of a piece. None if the game is over.
static int list_moves(const Game *g, int32_t from, Move list[MAX_MOVES]) {
    if (game_status(g)) return 0;
    const int count = rules_list(&g->now.board, list);
    if (from == BINBO_ANY_SQUARE) return count;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const Move m = list[i];
        const int32_t origin = move_is_drop(m) ? BINBO_DROPS + BINBO_PAWN + (int32_t)move_dropped(m) : move_from(m);
        if (origin == from) list[kept++] = m;
    }
    return kept;
}

int32_t binbo_game_legal_moves(int32_t game, int32_t list, int32_t from) {
    Move moves[MAX_MOVES];
    FIND(g, game);
    REQUIRE_ARGUMENT(is_origin(from));
    REQUIRE_ARGUMENT(list == BINBO_LIST_WORDS || list == BINBO_LIST_PACKED);
    const int count = list_moves(g, from, moves);
    if (list == BINBO_LIST_PACKED) return move_lists_write_packed(moves, count, (Geometry)g->now.board.geometry);
    return move_lists_write(&g->now.board, moves, count);
}

int32_t binbo_game_legal_count(int32_t game, int32_t from) {
    Move moves[MAX_MOVES];
    FIND(g, game);
    REQUIRE_ARGUMENT(is_origin(from));
    if (from == BINBO_ANY_SQUARE) return game_status(g) ? 0 : rules_count(&g->now.board);
    return list_moves(g, from, moves);
}

int32_t binbo_game_fen(int32_t game, int32_t en_passant, int32_t castling) {
    FIND(g, game);
    REQUIRE_ARGUMENT(en_passant >= EN_PASSANT_ALWAYS && en_passant <= EN_PASSANT_LEGAL);
    REQUIRE_ARGUMENT(castling == CASTLING_XFEN || castling == CASTLING_SHREDDER);
    return fens_write(&g->now, (FenEnPassant)en_passant, (FenCastling)castling);
}

int32_t binbo_game_start_fen(int32_t game) {
    FIND(g, game);
    return fens_write(game_start(g), EN_PASSANT_ALWAYS, CASTLING_XFEN);
}

int32_t binbo_game_status(int32_t game) {
    FIND(g, game);
    return (int32_t)game_status(g);
}

int32_t binbo_game_variant(int32_t game) {
    FIND(g, game);
    return g->variant;
}

int32_t binbo_game_geometry(int32_t game) {
    FIND(g, game);
    return g->now.board.geometry == GEOMETRY_CHESS960;
}

int32_t binbo_game_own_variant(int32_t game) {
    FIND(g, game);
    return g->own_variant;
}

int32_t binbo_game_draws(int32_t game) {
    FIND(g, game);
    return g->draws;
}

int32_t binbo_game_side_to_move(int32_t game) {
    FIND(g, game);
    return g->now.board.side;
}

int32_t binbo_game_is_check(int32_t game) {
    FIND(g, game);
    return rules_is_check(&g->now.board);
}

int32_t binbo_game_halfmove_clock(int32_t game) {
    FIND(g, game);
    return g->now.board.halfmove_clock;
}

int32_t binbo_game_fullmove_number(int32_t game) {
    FIND(g, game);
    return g->now.board.fullmove_number;
}

int32_t binbo_game_ply(int32_t game) {
    FIND(g, game);
    return (int32_t)g->move_count;
}

static int32_t write_bytes(const uint8_t *bytes, size_t count) {
    memcpy(io_buffer(), bytes, count);
    return (int32_t)count;
}

int32_t binbo_game_pockets(int32_t game) {
    FIND(g, game);
    const Board *b = &g->now.board;
    return board_has(b, TRAIT_POCKETS) ? write_bytes(b->pocket[WHITE], sizeof b->pocket) : 0;
}

int32_t binbo_game_checks(int32_t game) {
    FIND(g, game);
    const Board *b = &g->now.board;
    return board_has(b, TRAIT_CHECKS) ? write_bytes(b->checks, sizeof b->checks) : 0;
}

uint64_t binbo_game_hash(int32_t game) {
    const Game *g = handles_get(game);
    return g ? g->now.hash : 0;
}

static uint8_t piece_code(const Board *b, Square s) {
    const PieceType type = board_piece_at(b, s);
    if (type == NO_PIECE) return 0;
    return (uint8_t)((b->color[BLACK] & bit(s) ? BLACK : WHITE) << BINBO_PIECE_COLOR_SHIFT | ((int)type + BINBO_PAWN));
}

int32_t binbo_game_pieces(int32_t game) {
    FIND(g, game);
    for (Square s = 0; s < 64; s++) io_buffer()[s] = (char)piece_code(&g->now.board, s);
    return 64;
}

int32_t binbo_game_piece_at(int32_t game, int32_t square) {
    FIND(g, game);
    REQUIRE_ARGUMENT(is_square(square));
    return piece_code(&g->now.board, square);
}

static int32_t write_squares(Bitboard squares) {
    int32_t count = 0;
    while (squares) io_buffer()[count++] = (char)pop(&squares);
    return count;
}

int32_t binbo_game_attackers(int32_t game, int32_t square, int32_t color) {
    FIND(g, game);
    REQUIRE_ARGUMENT(is_square(square) && is_color(color));
    return write_squares(board_attackers(&g->now.board, square, (Color)color, board_occupied(&g->now.board)));
}

int32_t binbo_game_pinned(int32_t game, int32_t color) {
    FIND(g, game);
    REQUIRE_ARGUMENT(is_color(color));
    return write_squares(rules_pinned(&g->now.board, (Color)color));
}

int32_t binbo_game_has_mating_material(int32_t game, int32_t color) {
    FIND(g, game);
    REQUIRE_ARGUMENT(is_color(color));
    return material_can_mate(&g->now.board, (Color)color);
}

int32_t binbo_game_set_result(int32_t game, int32_t status) {
    FIND(g, game);
    REQUIRE_ARGUMENT(status == STATUS_MANUAL_DRAW || status == STATUS_MANUAL_WINNER);
    return status_or_error(game_set_result(g, (Status)status), g);
}

int32_t binbo_game_claimable(int32_t game) {
    FIND(g, game);
    return game_claimable(g);
}

int32_t binbo_game_claim(int32_t game) {
    FIND(g, game);
    return status_or_error(game_claim(g), g);
}

// --- state -----------------------------------------------------------------------------------------

static uint32_t extra_length_read;

int32_t binbo_game_state(int32_t game, uint32_t extra_length) {
    FIND(g, game);
    REQUIRE_ARGUMENT(extra_length <= io_capacity() && !game_is_edited(g));
    uint8_t *extra = malloc(extra_length + 1);
    if (!extra) return fail(ERR_MEMORY);
    memcpy(extra, io_buffer(), extra_length);
    const size_t size = state_size(g, extra_length);
    const bool fits = size <= INT32_MAX && io_reserve((uint32_t)size);
    if (fits) state_write(g, extra, extra_length, (uint8_t *)io_buffer());
    free(extra);
    return fits ? (int32_t)size : fail(ERR_MEMORY);
}

static ErrorCode read_state(uint32_t length, Game **out) {
    const uint8_t *extra;
    size_t extra_length;
    const ErrorCode error = state_read((const uint8_t *)io_buffer(), length, out, &extra, &extra_length);
    if (error) return error;
    memmove(io_buffer(), extra, extra_length);
    extra_length_read = (uint32_t)extra_length;
    return ERR_NONE;
}

int32_t binbo_game_from_state(uint32_t state_length) {
    Game *g;
    REQUIRE_ARGUMENT(state_length <= io_capacity());
    const ErrorCode error = read_state(state_length, &g);
    if (error) return fail(error);
    return add_game(g);
}

uint32_t binbo_state_extra_length(void) { return extra_length_read; }
