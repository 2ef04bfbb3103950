// SPDX-License-Identifier: Apache-2.0
// The exports for the module and for positions without a game.
#include "api.h"

#include <string.h>

#include "../perft.h"
#include "boundary.h"
#include "move_lists.h"

static struct {
    Board board;
    Move moves[MAX_MOVES];
    int count, depth;
    bool bulk;
} divided;

// --- module ----------------------------------------------------------------------------------------

int32_t binbo_init(void) {
    attacks_init();
    castling_init();
    return BINBO_ABI_VERSION;
}

uint32_t binbo_buffer_address(void) { return (uint32_t)(uintptr_t)io_buffer(); }
uint32_t binbo_buffer_capacity(void) { return io_capacity(); }
int32_t binbo_buffer_reserve(uint32_t size) { return io_reserve(size) ? 0 : fail(ERR_MEMORY); }
int32_t binbo_error_offset(void) { return last_failure.offset; }
int32_t binbo_error_ply(void) { return last_failure.ply; }
uint32_t binbo_game_count(void) { return handles_count(); }

// --- names -----------------------------------------------------------------------------------------

static int32_t write_name(const char *text) {
    const size_t length = strlen(text);
    memcpy(io_buffer(), text, length);
    return (int32_t)length;
}

int32_t binbo_variant_name(int32_t variant, int32_t form) {
    REQUIRE_ARGUMENT(variant_is_known(variant) && form >= NAME_BINBO && form < NAME_FORMS);
    return write_name(variant_name((Variant)variant, (NameForm)form));
}

int32_t binbo_variant_start_fen(int32_t variant) {
    REQUIRE_ARGUMENT(variant_is_known(variant));
    return write_name(variant_start_fen((Variant)variant));
}

int32_t binbo_variant_parse(uint32_t text_length) {
    Variant v;
    REQUIRE_ARGUMENT(text_length <= io_capacity() && variant_parse(io_buffer(), text_length, &v));
    return (int32_t)v;
}

// --- positions without a game ----------------------------------------------------------------------

int32_t binbo_fen_validate(uint32_t fen_length, int32_t variant, int32_t strict) {
    Position p;
    return fens_read(fen_length, variant, strict, &p);
}

int32_t binbo_chess960_fen(int32_t number) {
    REQUIRE_ARGUMENT(number >= 0 && number < 960);
    Position p;
    fen_chess960_start(number, &p);
    return fens_write(&p, EN_PASSANT_ALWAYS, CASTLING_XFEN);
}

double binbo_perft(uint32_t fen_length, int32_t variant, int32_t depth, int32_t bulk) {
    Position p;
    REQUIRE_ARGUMENT(depth >= 0);
    const int32_t error = fens_read(fen_length, variant, false, &p);
    return error ? error : (double)perft(&p.board, depth, bulk);
}

int32_t binbo_perft_divide(uint32_t fen_length, int32_t variant, int32_t depth, int32_t bulk) {
    Position p;
    REQUIRE_ARGUMENT(depth > 0);
    const int32_t error = fens_read(fen_length, variant, false, &p);
    if (error) return error;
    divided.board = p.board;
    divided.depth = depth;
    divided.bulk = bulk;
    divided.count = rules_list(&p.board, divided.moves);
    return move_lists_write_packed(divided.moves, divided.count, (Geometry)p.board.geometry);
}

double binbo_perft_divide_next(int32_t index) {
    REQUIRE_ARGUMENT(index >= 0 && index < divided.count);
    Position child = {divided.board, 0};
    rules_make(&child, divided.moves[index]);
    return (double)perft(&child.board, divided.depth - 1, divided.bulk);
}
