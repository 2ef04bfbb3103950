// SPDX-License-Identifier: Apache-2.0
// The exported functions, compiled natively: results, failures, and arguments of every size.
#include "api_support.h"
#include "error.h"
#include "lan.h"
#include "san_text.h"
#include "support.h"

static const int32_t ODD[] = {INT32_MIN, -65536, -2, -1, 0,   1,   2,     3,       7,        8,
                              11,        63,     64, 65, 255, 960, 65536, 1 << 23, INT32_MAX};
enum { ODDS = sizeof ODD / sizeof *ODD };

static const char *buffer_text(int32_t length) {
    static char text[512];
    snprintf(text, sizeof text, "%.*s", length > 0 ? (int)length : 0, io_buffer());
    return text;
}

static const char *san_of(int32_t word) {
    static char text[16];
    san_of_word((MoveWord)word, text);
    return text;
}

// The move word at an index of the list in the buffer.
static int32_t word_at(int32_t index) {
    MoveWord word;
    memcpy(&word, io_buffer() + index * (int32_t)sizeof word, sizeof word);
    return (int32_t)word;
}

static const char *san_at(int32_t index) { return san_of(word_at(index)); }

// --- a game, as JS plays it ------------------------------------------------------------------------

static void test_a_game(void) {
    const int32_t game = binbo_game_new(0, STANDARD, DRAWS_AUTOMATIC, 0);
    CHECK(game > 0);
    CHECK_INT(binbo_game_count(), 1);
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK_HEX(binbo_game_hash(game), 0x463b96181691fc9c);
    CHECK_INT(binbo_game_legal_count(game, BINBO_ANY_SQUARE), 20);
    CHECK_INT(binbo_game_legal_count(game, 12), 2);
    CHECK_INT(binbo_game_move(game, 12 | 28 << 6), STATUS_CONTINUE);
    CHECK_TEXT(san_of(binbo_game_last_move(game)), "e4");
    CHECK_INT(move_kind((Move)binbo_game_last_move(game)), MOVE_DOUBLE);
    CHECK_INT(binbo_game_san(game, put_text("e5")), STATUS_CONTINUE);
    CHECK_INT(play_api(game, "Nf3\nb8c6\nBb5"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_ply(game), 5);
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)),
               "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    CHECK_INT(binbo_game_moves(game), 5);
    CHECK_TEXT(san_at(4), "Bb5");
    CHECK_INT(binbo_game_side_to_move(game), BLACK);
    CHECK_INT(binbo_game_is_check(game), 0);
    CHECK_INT(binbo_game_halfmove_clock(game), 3);
    CHECK_INT(binbo_game_fullmove_number(game), 3);
    CHECK_INT(binbo_game_piece_at(game, 33), BINBO_BISHOP);
    CHECK_INT(binbo_game_piece_at(game, 60), BLACK << BINBO_PIECE_COLOR_SHIFT | BINBO_KING);
    CHECK_INT(binbo_game_pieces(game), 64);
    CHECK_INT(io_buffer()[4], BINBO_KING);
    CHECK_INT(binbo_game_attackers(game, 42, WHITE), 1);
    CHECK_INT(io_buffer()[0], 33);
    CHECK_INT(binbo_game_pinned(game, BLACK), 0);
    CHECK_TEXT(san_of(binbo_game_undo(game)), "Bb5");
    CHECK_TEXT(san_of(binbo_game_redo(game)), "Bb5");
    CHECK_INT(binbo_game_redo(game), 0);
    CHECK_INT(binbo_game_line(game, put_text("a7a6\nBxc6\n")), 2);
    CHECK_TEXT(san_at(1), "Bxc6");
    CHECK_INT(binbo_game_ply(game), 5);
    CHECK_TEXT(buffer_text(binbo_game_start_fen(game)), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK_INT(binbo_game_set_result(game, STATUS_MANUAL_DRAW), STATUS_MANUAL_DRAW);
    CHECK_INT(binbo_game_legal_moves(game, BINBO_LIST_WORDS, BINBO_ANY_SQUARE), 0);
    CHECK_INT(binbo_game_move(game, 48 | 40 << 6), -ERR_GAME_OVER);
    CHECK_INT(binbo_game_is_legal(game, 48 | 40 << 6), 0);
    CHECK_INT(binbo_game_free(game), 0);
    CHECK_INT(binbo_game_free(game), -ERR_GAME_STOPPED);
    CHECK_INT(binbo_game_forget(game), 0);
    CHECK_INT(binbo_game_count(), 0);
    const int32_t dropped = new_api_game(NULL);
    CHECK_INT(binbo_game_forget(dropped), 0); // frees it
    CHECK_INT(binbo_game_free(dropped), -ERR_GAME_STOPPED);
    CHECK_INT(binbo_game_count(), 0);
}

static void test_failures(void) {
    const int32_t game = new_api_game("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1");
    CHECK_INT(binbo_game_san(game, put_text("Ne2")), -ERR_SAN_AMBIGUOUS);
    CHECK_INT(binbo_error_candidates(), 2);
    CHECK(strcmp(san_at(0), "Nce2") == 0 || strcmp(san_at(0), "Nge2") == 0);
    CHECK_INT(binbo_game_san(game, put_text("Nf3 and")), -ERR_SAN_SYNTAX);
    CHECK_INT(binbo_error_offset(), 3);
    CHECK_INT(binbo_error_ply(), 0);
    CHECK_INT(binbo_game_san(game, put_text("e1e8")), -ERR_SAN_ILLEGAL);
    CHECK_INT(play_api(game, "Nf3\nKe7\nQh5"), -ERR_SAN_ILLEGAL);
    CHECK_INT(binbo_error_ply(), 3);
    CHECK_INT(play_api(game, "Nf3\n\nKd2"), -ERR_SAN_SYNTAX);
    CHECK_INT(binbo_error_ply(), 2);
    CHECK_INT(binbo_game_ply(game), 0); // all or none
    CHECK_INT(binbo_game_set_fen(game, put_text("8/8/8/8/8/8/8/x w - - 0 1"), 0), -ERR_FEN_PIECE);
    CHECK_INT(binbo_error_offset(), 14);
    CHECK_INT(binbo_game_claim(game), -ERR_DRAW_CLAIM);
    CHECK_INT(binbo_error_offset(), -1);
    CHECK_INT(play_api(game, ""), STATUS_CONTINUE);
    CHECK_INT(binbo_game_line(game, 0), 0);
    binbo_game_free(game);
}

static void test_append(void) {
    const int32_t game = new_api_game(NULL);
    enum { F3 = 21, F6 = 45, G8 = 62 };
    const uint32_t there = G1 | F3 << 6, back = F3 | G1 << 6, answer = G8 | F6 << 6, again = F6 | G8 << 6;
    uint32_t words[64];
    for (int i = 0; i < 64; i += 4) {
        words[i] = there | 1 << 16; // only the lower 16 bits are used
        words[i + 1] = answer;
        words[i + 2] = back;
        words[i + 3] = again;
    }
    CHECK_INT(binbo_game_append(game, 0), STATUS_CONTINUE);
    put_bytes(words, sizeof words);
    CHECK_INT(binbo_game_append(game, 64), STATUS_FIVEFOLD_REPETITION); // reached long before the end
    CHECK_INT(binbo_game_ply(game), 64);
    CHECK(binbo_game_undo(game) > 0);
    CHECK_INT(binbo_game_ply(game), 63);
    words[0] = again;
    words[1] = again;
    put_bytes(words, sizeof words);
    CHECK_INT(binbo_game_append(game, 2), -ERR_MOVE_ILLEGAL);
    CHECK_INT(binbo_error_ply(), 2);
    CHECK_INT(binbo_error_offset(), -1);
    CHECK_INT(binbo_game_ply(game), 63); // all or none
    for (uint32_t word = 0; word < 1 << 16; word++) {
        memcpy(io_buffer(), &word, sizeof word);
        const int32_t result = binbo_game_append(game, 1);
        CHECK(result == -ERR_MOVE_ILLEGAL || binbo_game_ply(game) == 64);
        if (result >= 0) binbo_game_undo(game);
    }
    binbo_game_free(game);
}

static void test_state(void) {
    const int32_t game = new_api_game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    static uint8_t kept[4096];
    play_api(game, "e4\nKd7");
    const int32_t size = binbo_game_state(game, put_text("some extra words"));
    CHECK(size > 0);
    memcpy(kept, io_buffer(), (size_t)size);
    const int32_t other = binbo_game_from_state(put_bytes(kept, (size_t)size));
    CHECK(other > 0);
    CHECK_INT(binbo_state_extra_length(), 16);
    CHECK(memcmp(io_buffer(), "some extra words", 16) == 0);
    CHECK_INT(binbo_game_ply(other), 2);
    kept[17] ^= 1;
    CHECK_INT(binbo_game_from_state(put_bytes(kept, (size_t)size)), -ERR_STATE_CHECKSUM);
    CHECK_INT(binbo_game_ply(other), 2);
    binbo_game_free(game);
    binbo_game_free(other);
}

// A result longer than the fixed buffer.
static void test_long_results(void) {
    const int32_t game = new_api_game(NULL);
    static char text[1 << 17];
    enum { ROUNDS = 1200, PLIES = 4 * ROUNDS };
    for (int i = 0; i < ROUNDS; i++) memcpy(text + 16 * i, "Nf3 Nf6 Ng1 Ng8 ", 17);
    CHECK_INT(load_api_pgn(game, text), STATUS_RULE75);
    CHECK_INT(binbo_game_moves(game), PLIES);
    CHECK(binbo_buffer_capacity() >= PLIES * sizeof(MoveWord));
    CHECK_TEXT(san_at(PLIES - 1), "Ng8");
    memset(text, 'x', sizeof text);
    const int32_t size = binbo_game_state(game, put_bytes(text, sizeof text));
    CHECK_INT(size, 16 + 2 * PLIES + sizeof text + 4);
    const int32_t back = binbo_game_from_state((uint32_t)size);
    CHECK_INT(binbo_game_status(back), STATUS_RULE75);
    CHECK_INT(binbo_state_extra_length(), sizeof text);
    CHECK(memcmp(io_buffer(), text, sizeof text) == 0);
    binbo_game_free(back);
    CHECK_INT(binbo_buffer_reserve(0), 0);
    const uint32_t fixed = binbo_buffer_capacity();
    CHECK(fixed < sizeof text);
    for (uint32_t least = fixed - 1; least <= fixed + 1; least++) {
        binbo_buffer_reserve(least);
        CHECK_INT(binbo_buffer_capacity(), least > fixed ? least : fixed);
    }
    binbo_game_free(game);
}

static void test_positions(void) {
    CHECK_INT(binbo_fen_validate(put_text("4k3/8/8/8/8/8/8/r3K2r w - - 0 1"), STANDARD, 0), 0);
    CHECK_INT(binbo_fen_validate(put_text("4k3/8/8/8/8/8/8/r3K2r w - - 0 1"), STANDARD, 1), -ERR_FEN_STRICT_CHECK_PAIR);
    CHECK_INT(binbo_fen_validate(0, STANDARD, 0), -ERR_FEN_EMPTY);
    CHECK_TEXT(buffer_text(binbo_chess960_fen(518)), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const char *kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    CHECK_INT(binbo_perft(put_text(kiwipete), STANDARD, 3, 1), 97862);
    CHECK_INT(binbo_perft(put_text(kiwipete), STANDARD, 3, 0), 97862);
    CHECK_INT(binbo_perft(put_text(kiwipete), STANDARD, 0, 1), 1);
    double sum = 0;
    const int32_t count = binbo_perft_divide(put_text(kiwipete), STANDARD, 3, 1);
    CHECK_INT(count, 48);
    for (int32_t i = 0; i < count; i++) sum += binbo_perft_divide_next(i);
    CHECK_INT(sum, 97862);
    CHECK_INT(binbo_perft_divide_next(count), -ERR_ARGUMENT);
    CHECK_INT(binbo_perft_divide_next(-1), -ERR_ARGUMENT);
    CHECK_INT(binbo_perft_divide(put_text(kiwipete), STANDARD, 0, 1), -ERR_ARGUMENT);
    CHECK_INT(binbo_perft(put_text("x"), STANDARD, 1, 1), -ERR_FEN_FIELDS);
}

static int setup_extras(const char *fen) {
    CHECK(binbo_setup_read(put_text(fen)) >= BINBO_SETUP_CASTLING);
    return io_buffer()[BINBO_SETUP_EXTRAS];
}

static void test_setups(void) {
    CHECK_INT(setup_extras("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
    CHECK_INT(setup_extras("4k3/8/8/8/8/8/8/4K3[] w - - 0 1"), BINBO_SETUP_HAS_POCKETS);
    CHECK_INT(setup_extras("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"), BINBO_SETUP_HAS_CHECKS);
    CHECK_INT(setup_extras("4k3/8/8/8/8/8/8/4K3[Pq] w - - 2+1 0 1"), BINBO_SETUP_HAS_POCKETS | BINBO_SETUP_HAS_CHECKS);
    CHECK_INT(io_buffer()[BINBO_SETUP_CHECKS] * 10 + io_buffer()[BINBO_SETUP_CHECKS + 1], 21);
    CHECK_INT(io_buffer()[BINBO_SETUP_POCKETS], 1);
    CHECK_INT(io_buffer()[BINBO_SETUP_POCKETS + 9], 1);
}

// Reads a setup with only a few fields; returns the text of its castling rights.
static const char *setup_rights(const char *fen) {
    const int32_t length = binbo_setup_read(put_text(fen));
    CHECK(length >= BINBO_SETUP_CASTLING);
    io_buffer()[length] = 0;
    CHECK_INT(io_buffer()[BINBO_SETUP_EN_PASSANT], NO_SQUARE);
    CHECK_INT(io_buffer()[BINBO_SETUP_FULLMOVE], 1);
    return io_buffer() + BINBO_SETUP_CASTLING;
}

static void test_incomplete_setups(void) {
    CHECK_TEXT(setup_rights("r3k2r/8/8/8/8/8/8/R3K2R"), "KQkq");
    CHECK_INT(io_buffer()[BINBO_SETUP_SIDE], WHITE);
    CHECK_TEXT(setup_rights(" r3k3/8/8/8/8/8/8/4K2R b\n"), "Kq");
    CHECK_INT(io_buffer()[BINBO_SETUP_SIDE], BLACK);
    CHECK_TEXT(setup_rights("8/8/8/8/8/8/8/8"), "");
    CHECK_TEXT(setup_rights("r3k2r/8/8/8/8/8/8/R3K2R w k"), "k");
    CHECK_TEXT(setup_rights("r3k2r/8/8/8/8/8/8/R3K2R w - - 7"), "-");
    CHECK_INT(io_buffer()[BINBO_SETUP_HALFMOVE], 7);
    CHECK_INT(binbo_setup_read(put_text("8/8/8/8/8/8/8/8 w - - 0 1 2")), -ERR_FEN_FIELDS);
    CHECK_INT(binbo_setup_read(put_text("8/8/8/8/8/8/8/8  w")), -ERR_FEN_FIELDS);
    CHECK_INT(binbo_setup_read(put_text("8/8/8/8/8/8/8/8 x")), -ERR_FEN_SIDE);
}

// --- arguments of every size -----------------------------------------------------------------------

// A value that is invalid for every argument with a few choices.
static void check_code(int32_t result, int32_t low, int32_t high) {
    CHECK((result >= low && result <= high) || result == -ERR_ARGUMENT || result == -ERR_GAME_STOPPED ||
          (result < -100 && result > -700));
}

static void check_odd_handles(void) {
    for (int i = 0; i < ODDS; i++) {
        const int32_t h = ODD[i];
        CHECK_INT(binbo_game_clone(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_free(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_set_fen(h, 0, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_move(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_san(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_play(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_play_packed(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_append(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_line(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_is_legal(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_is_legal_text(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_undo(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_redo(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_moves(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_last_move(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_legal_moves(h, 0, 64), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_legal_count(h, 64), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_fen(h, 0, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_start_fen(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_status(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_variant(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_draws(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_side_to_move(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_is_check(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_halfmove_clock(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_fullmove_number(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_ply(h), -ERR_GAME_STOPPED);
        CHECK_HEX(binbo_game_hash(h), 0);
        CHECK_INT(binbo_game_pieces(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_piece_at(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_attackers(h, 0, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_pinned(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_has_mating_material(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_set_result(h, STATUS_MANUAL_DRAW), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_claimable(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_claim(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_state(h, 0), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_own_variant(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_geometry(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_pockets(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_game_checks(h), -ERR_GAME_STOPPED);
        CHECK_INT(binbo_pgn_load(h), -ERR_GAME_STOPPED);
    }
}

static void check_odd_choices(int32_t game) {
    for (int i = 0; i < ODDS; i++)
        for (int j = 0; j < ODDS; j++) {
            const int32_t a = ODD[i], b = ODD[j];
            check_code(binbo_game_legal_moves(game, a, b), 0, MAX_MOVES);
            check_code(binbo_game_fen(game, a, b), 20, MAX_FEN);
            check_code(binbo_variant_name(a, b), 5, 20);
            check_code(binbo_game_attackers(game, a, b), 0, 16);
            check_code(binbo_game_new(0, a, b, a), 0, INT32_MAX);
            check_code(binbo_fen_validate(put_text("4k3/8/8/8/8/8/8/4K3 w - -"), a, b), 0, 0);
            if (b <= 3) check_code((int32_t)binbo_perft(put_text("4k3/8/8/8/8/8/8/4K3 w - -"), a, b, a), 0, 1000);
            check_code(binbo_perft_divide(put_text("4k3/8/8/8/8/8/8/4K3 w - -"), a, b, a), 0, 30);
        }
    for (int i = 0; i < ODDS; i++) {
        check_code(binbo_game_legal_count(game, ODD[i]), 0, MAX_MOVES);
        check_code(binbo_variant_start_fen(ODD[i]), 20, MAX_FEN);
        check_code(binbo_game_piece_at(game, ODD[i]), 0, 14);
        check_code(binbo_game_pinned(game, ODD[i]), 0, 16);
        check_code(binbo_game_has_mating_material(game, ODD[i]), 0, 1);
        check_code(binbo_game_is_legal(game, ODD[i]), 0, 1);
        check_code(binbo_chess960_fen(ODD[i]), 50, MAX_FEN);
        check_code(binbo_game_move(game, ODD[i]), 0, 10);
        if (ODD[i] != STATUS_MANUAL_DRAW && ODD[i] != STATUS_MANUAL_WINNER)
            CHECK_INT(binbo_game_set_result(game, ODD[i]), -ERR_ARGUMENT);
    }
}

static void check_odd_lengths(int32_t game) {
    static const uint32_t lengths[] = {1, 2, 3, 65535, 65536, 65537, 1u << 20, 1u << 31, UINT32_MAX - 1, UINT32_MAX};
    binbo_buffer_reserve(0);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const uint32_t n = lengths[i];
        const bool too_long = n > binbo_buffer_capacity();
        memset(io_buffer(), 'e', binbo_buffer_capacity());
        const int32_t results[] = {
            binbo_fen_validate(n, 0, 0), binbo_game_new(n, 0, 0, 0),       binbo_game_set_fen(game, n, 0),
            binbo_game_san(game, n),     binbo_game_play(game, n),         binbo_game_line(game, n),
            binbo_game_from_state(n),    (int32_t)binbo_perft(n, 0, 1, 1), binbo_perft_divide(n, 0, 1, 1),
            binbo_game_append(game, n),  binbo_game_play_packed(game, n),  binbo_variant_parse(n),
        };
        for (size_t k = 0; k < sizeof results / sizeof *results; k++) {
            CHECK(results[k] < 0);
            if (too_long) CHECK_INT(results[k], -ERR_ARGUMENT);
        }
        CHECK_INT(binbo_game_is_legal_text(game, n), too_long ? -ERR_ARGUMENT : 0);
        if (too_long) CHECK_INT(binbo_game_state(game, n), -ERR_ARGUMENT);
        binbo_buffer_reserve(0);
    }
}

static void test_arguments(void) {
    const int32_t game = new_api_game(NULL);
    for (int i = 0; i < ODDS; i++) CHECK(ODD[i] != game);
    check_odd_handles();
    check_odd_choices(game);
    check_odd_lengths(game);
    CHECK_INT(binbo_game_status(game), 0);
}

// --- edits and null moves ---------------------------------------------------------------------------

static int32_t edit(int32_t game, const char *fen) { return binbo_game_edit(game, put_text(fen)); }

static void test_edits(void) {
    const int32_t game = new_api_game(NULL);
    CHECK_INT(play_api(game, "e4\ne5"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_pass(game), STATUS_CONTINUE);
    CHECK_INT(binbo_game_last_move(game), 0);
    CHECK_INT(binbo_game_side_to_move(game), BLACK);
    CHECK_INT(binbo_game_state(game, 0), -ERR_ARGUMENT);
    CHECK_INT(edit(game, "8/8/8/8/8/8/4p3/R3K2R b KQ e3 0 1"), STATUS_STALEMATE); // Black has no king
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)), "8/8/8/8/8/8/4p3/R3K2R b KQ - 0 1");
    CHECK_INT(binbo_game_rights(game, EN_PASSANT_ALWAYS), 1 | 2 | 64 << 4); // e3 was dropped
    CHECK_INT(binbo_game_legal_count(game, BINBO_ANY_SQUARE), 0);           // the pawn is blocked
    CHECK_INT(edit(game, "8/8/8/8/8/p7/8/R3K2R b KQ - 0 1"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_legal_count(game, BINBO_ANY_SQUARE), 1);
    CHECK_INT(binbo_game_san(game, put_text("axb2")), -ERR_SAN_ILLEGAL);
    CHECK_INT(binbo_game_san(game, put_text("a2")), STATUS_CONTINUE);
    CHECK_INT(binbo_game_san(game, put_text("Kxe8")), -ERR_SAN_ILLEGAL);
    CHECK_INT(binbo_game_san(game, put_text("O-O")), STATUS_STALEMATE);
    CHECK_INT(binbo_game_moves(game), 5);
    CHECK_TEXT(san_at(1), "e5");
    CHECK_INT(word_at(2), 0); // the null move
    CHECK_TEXT(san_at(3), "a2");
    CHECK_TEXT(san_at(4), "O-O");
    CHECK_TEXT(san_of(binbo_game_undo(game)), "O-O");
    CHECK_TEXT(san_of(binbo_game_undo(game)), "a2");
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)), "8/8/8/8/8/p7/8/R3K2R b KQ - 0 1");
    CHECK_INT(binbo_game_undo(game), 0); // the null move
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)),
               "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    CHECK_INT(binbo_game_rights(game, EN_PASSANT_ALWAYS), 1 | 2 | 4 | 8 | square_at(4, 5) << 4);
    CHECK_INT(binbo_game_rights(game, EN_PASSANT_PSEUDO), 1 | 2 | 4 | 8 | 64 << 4);
    CHECK_INT(binbo_game_rights(game, 3), -ERR_ARGUMENT);
    CHECK_INT(binbo_game_redo(game), 0);
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)), "8/8/8/8/8/p7/8/R3K2R b KQ - 0 1");
    CHECK_INT(edit(game, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_pass(game), -ERR_PGN_NULL_MOVE);
    CHECK_INT(edit(game, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"), STATUS_CONTINUE); // the king can be captured
    CHECK_INT(binbo_game_san(game, put_text("Rxe8")), STATUS_STALEMATE);
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)), "4R3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK_INT(edit(game, "r3k2r/8/8/8/8/8/4R3/R3K2R w Kq - 0 1"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_rights(game, EN_PASSANT_ALWAYS), 1 | 8 | 64 << 4);
    CHECK_INT(binbo_game_san(game, put_text("Rxe8")), STATUS_CONTINUE);
    CHECK_INT(binbo_game_rights(game, EN_PASSANT_ALWAYS), 1 | 64 << 4); // a captured king loses its rights
    CHECK_TEXT(buffer_text(binbo_game_fen(game, 0, 0)), "r3R2r/8/8/8/8/8/8/R3K2R b K - 0 1");
    CHECK_INT(edit(game, "4K3/8/8/8/8/8/R7/k6r w - - 0 1"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_san(game, put_text("Rxa1")), STATUS_CONTINUE);
    CHECK_INT(binbo_game_san(game, put_text("Rh8+")), STATUS_CONTINUE);
    CHECK_INT(binbo_game_is_check(game), 1); // White's only king is the one on e8
    CHECK_INT(edit(game, "4k3/8/8/8/8/8/8/4K2K w - - 0 1"), -ERR_FEN_TOO_MANY_KINGS);
    CHECK_INT(edit(game, "4k3/8/8"), -ERR_FEN_FIELDS);
    CHECK_INT(binbo_game_free(game), 0);
    const int32_t empty = new_api_game(NULL);
    CHECK(edit(empty, "8/8/8/8/8/8/8/8 w - - 0 1") >= 0); // without moves it becomes the start
    CHECK_INT(binbo_game_ply(empty), 0);
    CHECK_TEXT(buffer_text(binbo_game_start_fen(empty)), "8/8/8/8/8/8/8/8 w - - 0 1");
    CHECK_INT(binbo_game_free(empty), 0);
}

// --- named openings ---------------------------------------------------------------------------------

static uint64_t hash_after(const char *moves) {
    const int32_t game = new_api_game(NULL);
    CHECK(play_api(game, moves) >= 0);
    const uint64_t hash = binbo_game_hash(game);
    CHECK_INT(binbo_game_free(game), 0);
    return hash;
}

// Codes, and the squares of the moves, count from LINE_ZERO.
static int32_t read_openings(const char *codes, uint32_t length) {
    static const char moves[][3] = {{12, 28, MOVE_DOUBLE}, {11, 27, MOVE_DOUBLE}, {G1, 21, MOVE_PLAIN}};
    for (uint32_t i = 0; i < sizeof moves; i++) io_buffer()[i] = (char)(LINE_ZERO + moves[i / 3][i % 3]);
    for (uint32_t i = 0; i < length; i++) io_buffer()[sizeof moves + i] = (char)(LINE_ZERO + codes[i]);
    return binbo_openings_read(sizeof moves / sizeof *moves, length);
}

static const char three_lines[] = {0, 0, 2, LINE_END + 2, LINE_END + 1, 1, LINE_END};

static void test_openings(void) {
    enum { END = LINE_END };
    const uint64_t open = hash_after("e4\ne5"), knight = hash_after("e4\ne5\nNf3"), queen = hash_after("e4\nd5");
    const uint64_t first = hash_after("e4");
    CHECK_INT(read_openings(three_lines, sizeof three_lines), 3); // e4 e5 Nf3; e4 e5; e4 d5
    CHECK_INT(binbo_openings_at(first), 1);
    CHECK_INT(binbo_openings_at(knight), 2);
    CHECK_INT(binbo_openings_at(open), 3);
    CHECK_INT(binbo_openings_at(queen), 4);
    CHECK_INT(binbo_openings_at(hash_after("d4")), 0);
    const int32_t plies[] = {3, 2, 2};
    for (uint32_t i = 0; i < 3; i++) CHECK_INT(binbo_openings_line(i), plies[i]);
    MoveWord word;
    memcpy(&word, io_buffer() + sizeof word, sizeof word);
    CHECK_HEX(move_word_move(word), move_of(51, 35, MOVE_DOUBLE)); // d5
    CHECK_INT(binbo_openings_line(3), -ERR_ARGUMENT);
    const char wrong[][3] = {{0, END + 2, 0}, {0, 0, 0}, {3, END, 0}, {0, END - 1, 0}};
    for (uint32_t i = 0; i < 4; i++) CHECK_INT(read_openings(wrong[i], 3), -ERR_ARGUMENT);
    CHECK_INT(binbo_openings_at(queen), 0); // forgotten
    CHECK_INT(binbo_openings_read(1 << 14, 0), -ERR_ARGUMENT);
    CHECK_INT(binbo_openings_read(0, binbo_buffer_capacity() + 1), -ERR_ARGUMENT);
    static char shuffle[1 << 7]; // more plies than are allowed in a line
    for (uint32_t i = 0; i < sizeof shuffle; i++) shuffle[i] = i % 4 < 2 ? 1 : 2;
    static const char knights[][3] = {{0}, {G1, 21, MOVE_PLAIN}, {21, G1, MOVE_PLAIN}};
    for (uint32_t i = 0; i < 9; i++) io_buffer()[i] = (char)(LINE_ZERO + knights[i / 3][i % 3]);
    for (uint32_t i = 0; i < sizeof shuffle; i++) io_buffer()[9 + i] = (char)(LINE_ZERO + shuffle[i]);
    CHECK_INT(binbo_openings_read(3, sizeof shuffle), -ERR_ARGUMENT);
}

// Writes a game's words to the buffer; returns the value, and sets the ply.
static int32_t opening_of(uint32_t fen_length, const MoveWord *words, uint32_t count, uint32_t *ply) {
    memcpy(io_buffer() + BINBO_LINE_WORDS, words, sizeof *words * count);
    const int32_t value = binbo_openings_of(fen_length, STANDARD, count);
    memcpy(ply, io_buffer(), sizeof *ply);
    return value;
}

static void test_opening_of_a_game(void) {
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const MoveWord words[] = {move_of(12, 28, MOVE_DOUBLE), move_of(52, 36, MOVE_DOUBLE), move_of(G1, 21, MOVE_PLAIN),
                              move_of(48, 40, MOVE_PLAIN), NO_MOVE}; // e4 e5 Nf3 a6 --
    uint32_t ply;
    CHECK_INT(read_openings(three_lines, sizeof three_lines), 3);
    CHECK_INT(opening_of(0, words, 5, &ply), 2);
    CHECK_INT(ply, 3);
    CHECK_INT(opening_of(put_text(start), words, 2, &ply), 3);
    CHECK_INT(ply, 2);
    CHECK_INT(opening_of(0, words, 1, &ply), 0);
    CHECK_INT(opening_of(0, words + 1, 1, &ply), 0); // not Black's turn
    CHECK_INT(opening_of(0, words + 4, 1, &ply), 0);
    const MoveWord flank[] = {words[3] ^ 56 ^ 56 << 6, words[1], words[0], words[2]}; // a3: no name after it
    CHECK_INT(opening_of(0, flank, 4, &ply), 0);
    CHECK_INT(opening_of(put_text("8/8 w"), words, 0, &ply), -ERR_FEN_FIELDS);
    CHECK_INT(binbo_openings_of(0, ATOMIC, 0), -ERR_ARGUMENT);
    CHECK_INT(binbo_openings_of(MAX_FEN + 1, STANDARD, 0), -ERR_ARGUMENT);
    CHECK_INT(binbo_openings_of(0, STANDARD, binbo_buffer_capacity() / 4), -ERR_ARGUMENT);
}

int main(void) {
    CHECK_INT(binbo_init(), BINBO_ABI_VERSION);
    test_a_game();
    test_failures();
    test_append();
    test_state();
    test_edits();
    test_long_results();
    test_positions();
    test_setups();
    test_incomplete_setups();
    test_arguments();
    test_openings();
    test_opening_of_a_game();
    return tests_end("api");
}
