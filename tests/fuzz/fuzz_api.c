// SPDX-License-Identifier: Apache-2.0
// Calls of the exported functions in any order, with any arguments and stale handles. Each byte of the
// input chooses a call, a handle or an argument. Failed calls and reading calls change nothing.
#include <string.h>

#include "api.h"
#include "api_pgn.h"
#include "boundary.h"
#include "error.h"
#include "fuzz.h"

enum { HANDLES = 8, MOST_CALLS = 300 };

static int32_t handles[HANDLES]; // live, stale or never used; not yet forgotten

typedef struct {
    uint64_t hash;
    int32_t ply, status, clock, number, claimable;
} Glance;

static Glance glance(int32_t g) {
    return (Glance){binbo_game_hash(g),
                    binbo_game_ply(g),
                    binbo_game_status(g),
                    binbo_game_halfmove_clock(g),
                    binbo_game_fullmove_number(g),
                    binbo_game_claimable(g)};
}

static bool same(const Glance *a, const Glance *b) {
    return a->hash == b->hash && a->ply == b->ply && a->status == b->status && a->clock == b->clock &&
           a->number == b->number && a->claimable == b->claimable;
}

static int32_t take_number(Input *in) {
    const uint8_t kind = take_byte(in);
    if (kind < 160) return kind % 80;
    if (kind < 200) return -(int32_t)take_byte(in);
    uint32_t number = 0;
    for (int i = 0; i < 4; i++) number = number << 8 | take_byte(in);
    return (int32_t)number;
}

// Copies input into the buffer. Returns its length, or sometimes another number.
static uint32_t put_input(Input *in) {
    size_t length = take_byte(in);
    if (length > (size_t)(in->end - in->at)) length = (size_t)(in->end - in->at);
    memcpy(io_buffer(), in->at, length);
    in->at += length;
    return take_byte(in) == 255 ? (uint32_t)take_number(in) : (uint32_t)length;
}

// Copies input to the PGN buffer, and reads a game from it or from the previous contents.
static void read_pgn(Input *in) {
    uint32_t length = take_byte(in);
    if (length > (size_t)(in->end - in->at)) length = (uint32_t)(in->end - in->at);
    LAW(binbo_pgn_reserve(256) != 0);
    memcpy(api_pgn_text(), in->at, length);
    in->at += length;
    const uint8_t choice = take_byte(in);
    const uint32_t start = choice & 1 ? (uint32_t)take_number(in) : 0,
                   end = choice & 2 ? (uint32_t)take_number(in) : length;
    const int32_t flags = choice & 4 ? take_number(in) : PGN_LAST | PGN_MAIN_LINE | PGN_PLAYABLE;
    const int32_t next = binbo_pgn_read(start, end, flags, choice >> 3 & 15);
    LAW(next == -ERR_ARGUMENT || (next >= (int32_t)start && next <= (int32_t)end));
    const PgnReader *r = api_pgn_reader();
    LAW(r->facts.error_count <= PGN_MAX_ERRORS && r->facts.tags_size <= r->tree.size);
    LAW(binbo_pgn_goal(choice % 3, put_input(in), choice >> 3 & 15) <= 0);
    LAW(binbo_pgn_reached() <= (int32_t)r->facts.plies);
    for (uint32_t i = 0; i < r->facts.error_count && next >= 0; i++) {
        LAW(binbo_pgn_error((int32_t)i) < 0);
        LAW(binbo_error_offset() >= (int32_t)start && binbo_error_offset() <= (int32_t)end);
    }
}

// A game's position as JS stores it, a move word, and the position after that move.
static void check_kept_position(Input *in, int32_t g) {
    if (binbo_position_of(g) < 0) return;
    LAW(binbo_position_load() == 0);
    LAW(binbo_game_hash(BINBO_LOADED) == binbo_game_hash(g));
    LAW(binbo_position_of(g) > 0 && binbo_position_equals(0) == 1);
    int32_t word = binbo_position_text(put_input(in), take_byte(in) & 1);
    LAW(word < 1 << 26);
    const bool read = word >= 0;
    if (!read) word = take_number(in);
    const int32_t count = binbo_position_play(word);
    LAW(count == 10 || count == 15 || (!read && count == -ERR_ARGUMENT));
    const int32_t length = binbo_game_fen(BINBO_LOADED, EN_PASSANT_ALWAYS, CASTLING_SHREDDER);
    LAW(length > 0);
    if (count > 0) LAW(binbo_fen_validate((uint32_t)length, binbo_game_variant(g), 0) == 0);
}

// Moves and codes of lines from the input, unchecked.
static void check_openings(Input *in) {
    const uint32_t moves = take_byte(in) % 16, given = put_input(in);
    const uint32_t length = given < 3 * moves ? 0 : given - 3 * moves;
    const int32_t lines = binbo_openings_read(moves, length);
    LAW(lines < 0 || (uint32_t)lines <= length);
    for (int32_t i = 0; i < lines; i++) LAW(binbo_openings_line((uint32_t)i) <= (int32_t)length);
    LAW(binbo_openings_line((uint32_t)(lines < 0 ? 1 << 12 : lines)) == -ERR_ARGUMENT);
}

// A legal move, by its index in the list.
static int32_t take_legal(Input *in, int32_t g) {
    const int32_t count = binbo_game_legal_moves(g, BINBO_LIST_PACKED, BINBO_ANY_SQUARE);
    if (count <= 0) return take_number(in);
    uint16_t packed;
    memcpy(&packed, io_buffer() + 2 * (take_byte(in) % count), 2);
    LAW(binbo_game_is_legal(g, packed) == 1);
    return packed;
}

static void check_listing(int32_t g) {
    const int32_t count = binbo_game_legal_count(g, BINBO_ANY_SQUARE);
    LAW(binbo_game_legal_moves(g, BINBO_LIST_PACKED, BINBO_ANY_SQUARE) == count);
    LAW(binbo_game_legal_moves(g, BINBO_LIST_WORDS, BINBO_ANY_SQUARE) == count);
    if (count < 0) return;
    int32_t sum = 0;
    for (int32_t s = 0; s < 64; s++) sum += binbo_game_legal_count(g, s);
    for (int32_t type = BINBO_PAWN; type <= BINBO_KING; type++) sum += binbo_game_legal_count(g, BINBO_DROPS + type);
    LAW(sum == count);
    LAW(!binbo_game_status(g) || count == 0);
}

// Calls that work on any board, with any number of kings.
static void check_sides(int32_t g) {
    const int32_t pockets = binbo_game_pockets(g), checks = binbo_game_checks(g), geometry = binbo_game_geometry(g);
    if (pockets < 0) return;
    LAW((pockets == 0 || pockets == 10) && (checks == 0 || checks == 2) && !(pockets && checks));
    LAW(geometry == 0 || geometry == 1);
    for (int32_t color = 0; color < 2; color++) {
        LAW(binbo_game_pinned(g, color) >= 0 && binbo_game_has_mating_material(g, color) >= 0);
        for (int32_t s = 0; s < 64; s++) LAW(binbo_game_attackers(g, s, color) >= 0);
    }
}

// A state written is read back to the same game.
static void check_state(int32_t g) {
    const int32_t size = binbo_game_state(g, 3);
    if (size < 0) return;
    const int32_t back = binbo_game_from_state((uint32_t)size);
    LAW(back > 0 && binbo_state_extra_length() == 3);
    const Glance a = glance(g), b = glance(back);
    LAW(same(&a, &b));
    LAW(binbo_game_forget(back) == 0);
}

// A FEN written is read back to the same position.
static void check_fen(int32_t g) {
    const int32_t length = binbo_game_fen(g, EN_PASSANT_ALWAYS, CASTLING_SHREDDER);
    if (length < 0) return;
    const int32_t back = binbo_game_new((uint32_t)length, binbo_game_variant(g), DRAWS_CLAIM, 0);
    LAW(back > 0 && binbo_game_hash(back) == binbo_game_hash(g));
    LAW(binbo_game_forget(back) == 0);
}

static int32_t make_game(Input *in, int32_t g) {
    switch (take_byte(in) % 4) {
    case 0: return binbo_game_clone(g);
    case 1: return binbo_game_from_state(put_input(in));
    case 2: {
        const uint32_t length = put_input(in);
        return binbo_game_new(length, take_number(in) % VARIANT_COUNT, take_number(in) & 1, take_number(in));
    }
    default: return binbo_game_new(0, take_byte(in) % VARIANT_COUNT, take_byte(in) & 1, 0);
    }
}

static int32_t change(Input *in, int32_t g) {
    switch (take_byte(in) % 16) {
    case 0: return binbo_game_set_fen(g, put_input(in), take_byte(in) & 1);
    case 1: return binbo_game_san(g, put_input(in));
    case 2: return binbo_game_play(g, put_input(in));
    case 3: return binbo_game_move(g, take_number(in));
    case 4:
    case 5: return binbo_game_undo(g);
    case 6: return binbo_game_redo(g);
    case 7: return binbo_game_set_result(g, take_number(in));
    case 8: return binbo_game_claim(g);
    case 10: return binbo_pgn_load(g);
    case 11: return binbo_game_append(g, put_input(in) / 4);
    default: return binbo_game_move(g, take_legal(in, g));
    }
}

static void look(Input *in, int32_t g) {
    switch (take_byte(in) % 26) {
    case 0: check_listing(g); break;
    case 1: check_state(g); break;
    case 2: check_fen(g); break;
    case 3: binbo_game_line(g, put_input(in)); break;
    case 4: binbo_game_moves(g); break;
    case 5: binbo_game_last_move(g); break;
    case 6: binbo_game_is_legal_text(g, put_input(in)); break;
    case 7: binbo_game_attackers(g, take_number(in), take_number(in)); break;
    case 8: binbo_game_pinned(g, take_number(in)); break;
    case 9: binbo_game_has_mating_material(g, take_number(in)); break;
    case 10: binbo_game_legal_moves(g, take_number(in), take_number(in)); break;
    case 11: binbo_pgn_start_fen(); break;
    case 12: read_pgn(in); break;
    case 13: check_kept_position(in, g); break;
    case 14: binbo_error_candidates(); break;
    case 15: binbo_pgn_reserve((uint32_t)take_byte(in) << 4); break;
    case 16: binbo_pgn_letters(put_input(in)); break;
    case 17: binbo_pgn_error(take_number(in)); break;
    case 18: binbo_pgn_lines((uint32_t)take_number(in), (uint32_t)take_number(in)); break;
    case 19: check_sides(g); break;
    case 20: binbo_position_move(take_number(in)); break;
    case 21: binbo_variant_parse(put_input(in)); break;
    case 22: binbo_game_is_check(g); break;
    case 23: check_openings(in); break;
    case 24: binbo_openings_of(put_input(in), take_number(in), take_byte(in)); break;
    default: binbo_buffer_reserve((uint32_t)take_byte(in) << 9);
    }
}

static void call(Input *in) {
    const uint8_t choice = take_byte(in);
    const int slot = choice % HANDLES;
    const int32_t any = choice % 32 == 31 ? take_number(in) : handles[slot];
    // The loaded position is not a game: other calls replace it, and check_kept_position() reads it.
    const int32_t g = any == BINBO_LOADED ? 0 : any;
    const uint32_t alive = binbo_game_count();
    const Glance before = glance(g);
    if (choice < 32) {
        const int32_t made = make_game(in, g);
        const bool replaced = made > 0 && binbo_game_ply(handles[slot]) >= 0;
        LAW(made != 0 && binbo_game_count() == alive + (made > 0));
        if (made > 0 && handles[slot]) LAW(binbo_game_forget(handles[slot]) == 0);
        if (made > 0) handles[slot] = made;
        LAW(binbo_game_count() == alive + (made > 0) - replaced);
    } else if (choice < 40) {
        LAW(binbo_game_free(g) == (before.ply >= 0 ? 0 : -ERR_GAME_STOPPED));
        LAW(binbo_game_ply(g) == -ERR_GAME_STOPPED && binbo_game_hash(g) == 0);
    } else if (choice < 200) {
        const int32_t result = change(in, g);
        const Glance after = glance(g);
        if (result < 0) LAW(same(&before, &after));
        LAW(binbo_game_count() == alive);
    } else {
        look(in, g);
        const Glance after = glance(g);
        LAW(same(&before, &after));
        LAW(binbo_game_count() == alive);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    memset(handles, 0, sizeof handles);
    handles[0] = binbo_game_new(0, STANDARD, DRAWS_CLAIM, 0);
    handles[1] = binbo_game_new(0, CHESS960, DRAWS_AUTOMATIC, 0);
    if (size) handles[2] = binbo_game_new(0, data[size - 1] % VARIANT_COUNT, DRAWS_NONE, 0);
    for (int i = 0; i < MOST_CALLS && in.at < in.end; i++) call(&in);
    for (int i = 0; i < HANDLES; i++)
        if (handles[i]) binbo_game_forget(handles[i]);
    LAW(binbo_game_count() == 0);
    binbo_buffer_reserve(0);
    binbo_pgn_reserve(0);
    return 0;
}
