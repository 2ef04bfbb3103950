// SPDX-License-Identifier: Apache-2.0
// The exports for positions. JS stores them as numbers; one position at a time is loaded, into a game without
// moves, which the exports for games read.
#include <string.h>

#include "../legality.h"
#include "../notation.h"
#include "../pgn/symbols.h"
#include "api.h"
#include "boundary.h"
#include "move_lists.h"

_Static_assert(BINBO_LOADED == HANDLE_LOADED, "the handle of the loaded position");

// Three bitboards give each piece type a code of three bits, see api.h; a fourth one has Black's pieces. Then:
//
//     31 29    28      27   24  23     22     16 15          8 7           0
//    +-----+----------+-------+------+----------+-------------+-------------+
//    |  0  | geometry | rules | side | ep square| rooks of a8 | rooks of a1 |  that may castle
//    +-----+----------+-------+------+----------+-------------+-------------+
//
// and the clocks. Crazyhouse and three-check add their own state.
typedef struct {
    Bitboard diagonal, orthogonal, steps, black;
    uint32_t fields;
    uint16_t halfmove_clock, fullmove_number;
    Bitboard promoted;
    uint8_t checks[2], pocket[2][5];
} Packed;

enum { USUAL_NUMBERS = offsetof(Packed, promoted) / 4, ALL_NUMBERS = USUAL_NUMBERS + 5 };

_Static_assert(offsetof(Packed, diagonal) == BINBO_POSITION_DIAGONAL * 4, "the place of the sets");
_Static_assert(offsetof(Packed, orthogonal) == BINBO_POSITION_ORTHOGONAL * 4, "the place of the sets");
_Static_assert(offsetof(Packed, steps) == BINBO_POSITION_STEPS * 4, "the place of the sets");
_Static_assert(offsetof(Packed, black) == BINBO_POSITION_BLACK * 4, "the place of the sets");
_Static_assert(offsetof(Packed, fields) == BINBO_POSITION_FIELDS * 4, "the place of the side to move");
_Static_assert(offsetof(Packed, halfmove_clock) == BINBO_POSITION_CLOCKS * 4, "the place of the clocks");

static bool has_extras(const Board *b) { return board_has(b, TRAIT_POCKETS | TRAIT_CHECKS); }

static int32_t write_position(const Board *b) {
    Packed p = {
        .diagonal = b->diagonal | b->knights,
        .orthogonal = b->orthogonal | b->kings,
        .steps = b->pawns | b->knights | b->kings,
        .black = b->color[BLACK],
        .fields = (uint32_t)(b->castling & RANK_1) | (uint32_t)(b->castling >> A8) << 8 |
                  (uint32_t)b->en_passant << 16 | (uint32_t)b->side << 23 | (uint32_t)b->rules << 24 |
                  (uint32_t)b->geometry << 28,
        .halfmove_clock = b->halfmove_clock,
        .fullmove_number = b->fullmove_number,
    };
    const int count = has_extras(b) ? ALL_NUMBERS : USUAL_NUMBERS;
    p.promoted = b->promoted;
    memcpy(p.checks, b->checks, sizeof p.checks);
    memcpy(p.pocket, b->pocket, sizeof p.pocket);
    memcpy(io_buffer(), &p, (size_t)count * 4);
    return count;
}

static Board read_position(void) {
    Packed p;
    memcpy(&p, io_buffer(), sizeof p);
    const Bitboard occupied = p.diagonal | p.orthogonal | p.steps;
    Board b = {
        .pawns = p.steps & ~p.diagonal & ~p.orthogonal,
        .knights = p.steps & p.diagonal,
        .diagonal = p.diagonal & ~p.steps,
        .orthogonal = p.orthogonal & ~p.steps,
        .kings = p.steps & p.orthogonal,
        .color = {occupied & ~p.black, p.black},
        .castling = (p.fields & RANK_1) | (Bitboard)(p.fields >> 8 & 255) << A8,
        .side = p.fields >> 23 & 1,
        .en_passant = p.fields >> 16 & 127,
        .halfmove_clock = p.halfmove_clock,
        .fullmove_number = p.fullmove_number,
        .rules = p.fields >> 24 & 15,
        .geometry = p.fields >> 28 & 1,
    };
    if (has_extras(&b)) {
        b.promoted = p.promoted;
        memcpy(b.checks, p.checks, sizeof b.checks);
        memcpy(b.pocket, p.pocket, sizeof b.pocket);
    }
    return b;
}

static Game loaded = {.draws = DRAWS_NONE};

static void load(const Position *p) {
    Game *g = &loaded;
    const Board *b = &p->board;
    const bool is_chess960 = b->rules == STANDARD && b->geometry == GEOMETRY_CHESS960;
    g->now = *p;
    g->variant = is_chess960 ? CHESS960 : b->rules == KINGLESS ? STANDARD : b->rules;
    game_settle(g);
    handles_loaded = g;
}

int32_t binbo_position_of(int32_t game) {
    FIND(g, game);
    return write_position(&g->now.board);
}

int32_t binbo_position_load(void) {
    Position p = {.board = read_position()};
    p.hash = rules_hash(&p.board);
    load(&p);
    return 0;
}

int32_t binbo_position_read(uint32_t fen_length, int32_t variant, int32_t strict) {
    Position p;
    const int32_t failure = fens_read(fen_length, variant, strict, &p);
    if (failure) return failure;
    load(&p);
    return write_position(&p.board);
}

int32_t binbo_position_status(void) { return (int32_t)status_of(&loaded.now.board, DRAWS_AUTOMATIC, 1); }

int32_t binbo_position_equals(int32_t ignored) {
    const Board other = read_position();
    return rules_same_position(&loaded.now.board, &other, ignored);
}

int32_t binbo_position_move(int32_t packed) {
    const Board *b = &loaded.now.board;
    Move m;
    const ErrorCode error = lan_resolve(b, packed, &m);
    return error ? fail(error) : (int32_t)move_word(b, m);
}

int32_t binbo_position_text(uint32_t length, int32_t in_tree) {
    const Board *b = &loaded.now.board;
    Move m;
    int offset;
    REQUIRE_ARGUMENT(length <= io_capacity());
    if (in_tree && pgn_null_move(io_buffer(), length)) return rules_may_pass(b) ? 0 : fail(ERR_PGN_NULL_MOVE);
    ErrorCode error = notation_parse(b, io_buffer(), length, &m, &offset);
    if (!error) return (int32_t)move_word(b, m);
    if (!in_tree && error < ERR_SAN_SYNTAX) error = ERR_SAN_ILLEGAL; // it was given in squares
    move_lists_note_candidates(b, io_buffer(), length);
    return fail_with_place(error, offset, 0);
}

int32_t binbo_position_play(int32_t word) {
    Position p = loaded.now;
    const Move m = move_word_move((MoveWord)word);
    REQUIRE_ARGUMENT(m == NO_MOVE ? rules_may_pass(&p.board) : rules_is_legal(&p.board, m));
    if (m == NO_MOVE) {
        position_pass(&p);
        p.hash = rules_hash(&p.board);
    } else {
        rules_make(&p, m);
    }
    load(&p);
    return write_position(&p.board);
}
