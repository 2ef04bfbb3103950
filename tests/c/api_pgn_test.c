// SPDX-License-Identifier: Apache-2.0
// The exported functions for PGN, compiled natively.
#include "api_support.h"
#include "pgn_log.h"

enum { PLAY = PGN_LAST | PGN_MAIN_LINE | PGN_PLAYABLE };

static const char *buffer_text(int32_t length) {
    static char text[512];
    snprintf(text, sizeof text, "%.*s", length > 0 ? (int)length : 0, io_buffer());
    return text;
}

static const char *read_text(void) {
    static Log log;
    memset(&log, 0, sizeof log);
    log_game(&log, api_pgn_reader(), 0);
    return log.text;
}

// --- reading ---------------------------------------------------------------------------------------

static void test_before_anything(void) {
    const int32_t game = new_api_game(NULL);
    CHECK_INT(binbo_pgn_load(game), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_error(0), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_read(0, 1, 0, STANDARD), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_lines(0, 1), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_read(0, 0, PGN_LAST, STANDARD), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_lines(0, 0), -ERR_ARGUMENT);
    CHECK(binbo_pgn_reserve(1) != 0);
    CHECK_INT(binbo_pgn_read(0, 0, PGN_LAST, STANDARD), 0);
    CHECK_INT(api_pgn_reader()->facts.state, PGN_NOTHING);
    CHECK_INT(binbo_pgn_load(game), -ERR_ARGUMENT);
    CHECK_TEXT(buffer_text(binbo_pgn_start_fen()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    binbo_game_free(game);
}

static void test_reading(void) {
    static const char text[] = "[White \"A\"]\n1. e4 {a} (d4 xx) e5 1-0 1. c4 -- *";
    const int32_t second = (int32_t)(strstr(text, "1. c4") - text);
    CHECK_INT(read_api_pgn(text, 0), second);
    CHECK_TEXT(read_text(), "[White=A] e4 {a} (d4) e5 1-0 E405@26.2");
    CHECK_INT(binbo_pgn_error(0), -ERR_PGN_TOKEN);
    CHECK_INT(binbo_error_offset(), 26);
    CHECK_INT(binbo_error_ply(), 2);
    CHECK_INT(binbo_pgn_error(1), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_error(-1), -ERR_ARGUMENT);
    // The text is not moved; offsets of errors count from its start.
    CHECK_INT(binbo_pgn_read((uint32_t)second, sizeof text - 1, PGN_LAST | PGN_PLAYABLE, CHESS960), sizeof text - 1);
    CHECK_TEXT(read_text(), "960 c4 * E408@43.2");
    CHECK_INT(binbo_pgn_error(0), -ERR_PGN_NULL_MOVE);
    CHECK_INT(binbo_error_offset(), second + 6);
    CHECK_INT(binbo_pgn_read(0, 20, 0, STANDARD), 0);
    CHECK_INT(api_pgn_reader()->facts.state, PGN_INCOMPLETE);
    CHECK_INT(read_api_pgn("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 7 9\"] *", PGN_LAST), 39);
    CHECK_TEXT(buffer_text(binbo_pgn_start_fen()), "4k3/8/8/8/8/8/8/4K3 b - - 7 9");
}

static void test_goals(void) {
    static const char text[] = "1. e4 (1. d4 d5) e5 2. Nf3 *";
    CHECK_INT(binbo_pgn_goal(PGN_GOAL_POSITION, put_text("8/8"), STANDARD), -ERR_FEN_FIELDS);
    CHECK_INT(binbo_pgn_goal(PGN_GOAL_POSITION, put_text("4k3/8/8/8/8/8/8/4K3 w - -"), VARIANT_COUNT), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_goal(PGN_GOAL_POSITION, put_text("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"),
                             STANDARD),
              0);
    read_api_pgn(text, PGN_LAST);
    CHECK_INT(binbo_pgn_reached(), 2);
    read_api_pgn("1. d4 (1. e4 e5) *", PGN_LAST);
    CHECK_INT(binbo_pgn_reached(), -1);
    uint64_t men[2][6] = {{0}};
    men[WHITE][KNIGHT] = bit(21);
    memcpy(io_buffer(), men, sizeof men);
    CHECK_INT(binbo_pgn_goal(PGN_GOAL_BOARD, 0, 0), 0);
    read_api_pgn(text, PGN_LAST | PGN_MAIN_LINE);
    CHECK_INT(binbo_pgn_reached(), 3);
    men[WHITE][KNIGHT] = 0;
    men[WHITE][KING] = men[BLACK][KING] = men[WHITE][ROOK] = 1;
    memcpy(io_buffer(), men, sizeof men);
    CHECK_INT(binbo_pgn_goal(PGN_GOAL_MATERIAL, 0, 0), 0);
    read_api_pgn("[FEN \"1k6/8/8/8/8/8/8/K1Qr4 b - - 0 1\"] 1... Rxc1 *", PGN_LAST);
    CHECK_INT(binbo_pgn_reached(), 1); // Black's material
    read_api_pgn("[FEN \"kK/8\"] *", PGN_LAST);
    CHECK_INT(binbo_pgn_reached(), -1);
    read_api_pgn("1. e4 (1. d4 d5 ", 0);
    CHECK_INT(binbo_pgn_reached(), -1); // no game yet
}

// The contents of the buffer are kept when it grows, and lost when it is freed.
static void test_reserve(void) {
    CHECK(binbo_pgn_reserve(16) != 0);
    memcpy(api_pgn_text(), "e4 e5 Nf3 Nc6 *\n", 16);
    CHECK(binbo_pgn_reserve(1 << 20) != 0);
    CHECK_INT(binbo_pgn_read(0, 16, PGN_LAST, STANDARD), 15);
    CHECK_TEXT(read_text(), "e4 e5 Nf3 Nc6 *");
    CHECK(binbo_pgn_reserve(3) != 0); // never smaller
    CHECK_INT(binbo_pgn_read(0, 1 << 20, PGN_TAGS_ONLY, STANDARD), 0);
    CHECK_INT(binbo_pgn_reserve(0), 0);
    CHECK_INT(binbo_pgn_read(0, 1, PGN_LAST, STANDARD), -ERR_ARGUMENT);
    CHECK_INT(api_pgn_reader()->tree.count, 0);
    CHECK_INT(binbo_pgn_error(0), -ERR_ARGUMENT);
}

static void test_letters(void) {
    CHECK_INT(binbo_pgn_letters(put_text("KDTLSB")), 0);
    CHECK_INT(read_api_pgn("Sf3 Sf6 *", PGN_LAST | BINBO_PGN_LOCAL), 9);
    CHECK_TEXT(read_text(), "Nf3 Nf6 *");
    CHECK_INT(binbo_pgn_letters(put_text("kqrbnp")), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_letters(put_text("KDTLSBX")), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_letters(UINT32_MAX), -ERR_ARGUMENT);
    CHECK_INT(read_api_pgn("Sf3 Sf6 *", PGN_LAST | BINBO_PGN_LOCAL), 9); // the failed call has changed nothing
    CHECK_TEXT(read_text(), "Nf3 Nf6 *");
    binbo_pgn_reserve(0);
    CHECK_INT(read_api_pgn("Sf3 Sf6 *", PGN_LAST | BINBO_PGN_LOCAL), 9);
    CHECK_TEXT(read_text(), "Nf3 Nf6 *");
    CHECK_INT(read_api_pgn("Sf3 Sf6 *", PGN_LAST), 9);
    CHECK_TEXT(read_text(), "* E405@0.1");
    CHECK_INT(binbo_pgn_letters(put_text("RDTFC")), 0); // no letter for pawns
    CHECK_INT(read_api_pgn("Cf3 Cf6 *", PGN_LAST | BINBO_PGN_LOCAL), 9);
    CHECK_TEXT(read_text(), "Nf3 Nf6 *");
}

static void test_lines(void) {
    CHECK(binbo_pgn_reserve(64) != 0);
    memcpy(api_pgn_text(), "a\nb\r\nc\rd\n\n", 10);
    CHECK_INT(binbo_pgn_lines(0, 10), 5);
    CHECK_INT(binbo_pgn_lines(2, 4), 1);
    CHECK_INT(binbo_pgn_lines(4, 4), 0);
    CHECK_INT(binbo_pgn_lines(5, 4), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_lines(0, UINT32_MAX), -ERR_ARGUMENT);
    memcpy(api_pgn_text(), " \n%x\n [A", 9);
    CHECK_INT(binbo_pgn_skip(0, 9), 6);
    CHECK_INT(binbo_pgn_skip(2, 9), 6);
    CHECK_INT(binbo_pgn_skip(7, 9), 7);
    CHECK_INT(binbo_pgn_skip(0, 6), 6);
    CHECK_INT(binbo_pgn_skip(6, 5), -ERR_ARGUMENT);
    CHECK_INT(binbo_pgn_skip(0, UINT32_MAX), -ERR_ARGUMENT);
}

static void test_odd_arguments(void) {
    static const uint32_t places[] = {0, 1, 7, 63, 64, 65, 1u << 26, 1u << 31, UINT32_MAX};
    static const int32_t flags[] = {0, 1, -1, INT32_MIN, INT32_MAX, 255, 2};
    static const int32_t variants[] = {-1, 0, VARIANT_COUNT - 1, VARIANT_COUNT, INT32_MIN, INT32_MAX};
    binbo_pgn_reserve(0);
    CHECK(binbo_pgn_reserve(64) != 0);
    memset(api_pgn_text(), 'e', 64);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++)
            for (int flag = 0; flag < 7; flag++)
                for (int v = 0; v < 6; v++) {
                    const bool fine = places[i] <= places[k] && places[k] <= 64 && variant_is_known(variants[v]);
                    const int32_t end = binbo_pgn_read(places[i], places[k], flags[flag], variants[v]);
                    if (fine) CHECK(end >= (int32_t)places[i] && end <= (int32_t)places[k]);
                    else CHECK_INT(end, -ERR_ARGUMENT);
                }
}

// --- loading ---------------------------------------------------------------------------------------

static void test_loading(void) {
    const int32_t game = new_api_game(NULL);
    CHECK_INT(load_api_pgn(game, "[White \"A\"]\n1. e4 {x} e5 (c5) 2. Ke2 1-0"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_ply(game), 3);
    CHECK_INT(load_api_pgn(game, "f3 e5 g4 Qh4#"), STATUS_CHECKMATE_BLACK);
    CHECK_INT(binbo_game_ply(game), 4);
    CHECK_INT(load_api_pgn(game, "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"] O-O"),
              STATUS_CONTINUE);
    CHECK_INT(binbo_game_variant(game), CHESS960);
    CHECK_INT(binbo_game_own_variant(game), STANDARD);
    CHECK_TEXT(buffer_text(binbo_game_start_fen(game)), "4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    // Through a draw by rule.
    CHECK_INT(load_api_pgn(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_ply(game), 13);
    CHECK_INT(load_api_pgn(game, "[A \"b\"]"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_ply(game), 0);
    binbo_game_free(game);
}

// Only a main line that is complete and without errors gives a game.
static void test_refusals(void) {
    static const struct {
        const char *text;
        int32_t flags;
    } cases[] = {
        {"e4 e4", PLAY},
        {"e4 -- e5", PLAY},
        {"e4 {x", PLAY},
        {"", PLAY},
        {"e4 e5", PLAY & ~PGN_LAST},
        {"e4 e5", (PLAY & ~PGN_LAST) | PGN_CUT},
        {"e4 e5", PLAY & ~PGN_PLAYABLE},
        {"e4 $1 {a} e5", PLAY & ~PGN_MAIN_LINE},
        {"[A \"b\"] e4", PLAY | PGN_TAGS_ONLY},
        {"e4 e5", PLAY | PGN_SKIP_MOVES},
    };
    const int32_t game = new_api_game(NULL);
    play_api(game, "d4\nd5");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_context(cases[i].text);
        CHECK(read_api_pgn(cases[i].text, cases[i].flags) >= 0);
        CHECK_INT(binbo_pgn_load(game), -ERR_ARGUMENT);
        CHECK_INT(binbo_game_ply(game), 2);
    }
    check_context(NULL);
    CHECK(read_api_pgn("e4", PLAY) >= 0);
    CHECK_INT(binbo_game_free(game), 0);
    CHECK_INT(binbo_pgn_load(game), -ERR_GAME_STOPPED);
}

int main(void) {
    CHECK_INT(binbo_init(), BINBO_ABI_VERSION);
    test_before_anything();
    test_reading();
    test_goals();
    test_reserve();
    test_letters();
    test_lines();
    test_odd_arguments();
    test_loading();
    test_refusals();
    binbo_pgn_reserve(0);
    return tests_end("api_pgn");
}
