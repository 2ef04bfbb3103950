// SPDX-License-Identifier: Apache-2.0
// The exported functions for dead positions and for variants, and those that take packed moves.
#include "api_support.h"
#include "lan.h"
#include "rules/dead.h"
#include "support.h"

static const char PAWN_ENDING[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
static const char KNIGHT_ALONE[] = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1";
static const char LOCKED[] = "8/8/1k6/1p1p1p1p/1P1P1P1P/8/5K2/8 w - - 0 1"; // dead, although there are pawns
static const char TAKES_OR_DIES[] = "7k/8/8/8/8/8/5KQr/8 w - - 0 1";        // after Qxh2+ White has a queen

static int32_t variant_game(int32_t variant) { return binbo_game_new(0, variant, DRAWS_CLAIM, 0); }

static int32_t packed(const char *squares) {
    const int from = squares[0] - 'a' + 8 * (squares[1] - '1'), to = squares[2] - 'a' + 8 * (squares[3] - '1');
    return from | to << 6;
}

// Plays moves of four letters, separated by blanks.
static int32_t play_packed(int32_t game, const char *moves) {
    PackedMove list[16];
    const uint32_t count = (uint32_t)(strlen(moves) + 1) / 5;
    for (uint32_t i = 0; i < count; i++) list[i] = (PackedMove)packed(moves + 5 * i);
    put_bytes(list, count * sizeof *list);
    return binbo_game_play_packed(game, count);
}

// --- dead positions --------------------------------------------------------------------------------

static void test_can_win(void) {
    const int32_t pawn = new_api_game(PAWN_ENDING), knight = new_api_game(KNIGHT_ALONE);
    CHECK_INT(binbo_game_can_win(pawn, WHITE, EFFORT_NORMAL), CAN_WIN_YES);
    CHECK_INT(binbo_game_can_win(pawn, BLACK, EFFORT_NORMAL), CAN_WIN_NO);
    CHECK_INT(binbo_game_any_can_win(pawn, EFFORT_NORMAL), CAN_WIN_YES);
    CHECK_INT(binbo_game_any_can_win(knight, EFFORT_NORMAL), CAN_WIN_NO);
    static const int32_t efforts[] = {INT32_MIN, -1, 0, EFFORT_MOST + 1, INT32_MAX};
    for (int i = 0; i < 5; i++) {
        CHECK_INT(binbo_game_can_win(pawn, WHITE, efforts[i]), -ERR_ARGUMENT);
        CHECK_INT(binbo_game_any_can_win(pawn, efforts[i]), -ERR_ARGUMENT);
        CHECK_INT(binbo_game_helpmate(pawn, WHITE, efforts[i]), -ERR_ARGUMENT);
    }
    CHECK_INT(binbo_game_can_win(pawn, 2, EFFORT_LOW), -ERR_ARGUMENT);
    CHECK_INT(binbo_game_helpmate(pawn, -1, EFFORT_LOW), -ERR_ARGUMENT);
    binbo_game_free(pawn);
    binbo_game_free(knight);
}

// The moves of a helpmate can be played as written, and end in a mate by the requested side.
static void test_helpmate(void) {
    const int32_t game = new_api_game(PAWN_ENDING);
    CHECK_INT(binbo_game_helpmate(game, BLACK, EFFORT_NORMAL), 0);
    const int32_t count = binbo_game_helpmate(game, WHITE, EFFORT_NORMAL) - 1;
    CHECK(count > 0);
    CHECK_INT(binbo_game_play_packed(game, (uint32_t)count), STATUS_CHECKMATE_WHITE);
    CHECK_INT(binbo_game_ply(game), count);
    CHECK_INT(binbo_game_helpmate(game, WHITE, EFFORT_NORMAL), 1); // mated already: no moves
    binbo_game_free(game);
}

static void test_dead_mode(void) {
    const int32_t game = new_api_game(LOCKED);
    CHECK_INT(binbo_game_dead(game), DEAD_OFF);
    CHECK_INT(binbo_game_status(game), STATUS_CONTINUE);
    CHECK_INT(binbo_game_set_dead(game, DEAD_NORMAL), STATUS_DEAD_POSITION);
    CHECK_INT(binbo_game_dead(game), DEAD_NORMAL);
    CHECK_INT(play_api(game, "Kf3"), -ERR_GAME_OVER);
    CHECK_INT(play_packed(game, "f2f3"), -ERR_GAME_OVER);
    CHECK_INT(binbo_game_set_dead(game, DEAD_OFF), STATUS_CONTINUE);
    CHECK_INT(binbo_game_set_dead(game, DEAD_NORMAL + 1), -ERR_ARGUMENT);
    CHECK_INT(binbo_game_set_dead(game, -1), -ERR_ARGUMENT);
    CHECK_INT(binbo_game_dead(game), DEAD_OFF);
    CHECK_INT(play_packed(game, "f2f3"), STATUS_CONTINUE);
    binbo_game_free(game);

    const int32_t alive = new_api_game(TAKES_OR_DIES);
    CHECK_INT(binbo_game_set_dead(alive, DEAD_LOW), STATUS_CONTINUE);
    CHECK_INT(play_packed(alive, "g2h2"), STATUS_CONTINUE);
    binbo_game_free(alive);
}

static void test_stale_handles(void) {
    const int32_t game = new_api_game(NULL);
    binbo_game_free(game);
    const int32_t results[] = {
        binbo_game_can_win(game, WHITE, 1),
        binbo_game_any_can_win(game, 1),
        binbo_game_helpmate(game, WHITE, 1),
        binbo_game_dead(game),
        binbo_game_set_dead(game, 0),
        binbo_game_pockets(game),
        binbo_game_checks(game),
        binbo_game_geometry(game),
        binbo_game_play_packed(game, 0),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) CHECK_INT(results[i], results[0]);
    CHECK(results[0] < 0);
}

// --- variants --------------------------------------------------------------------------------------

static void test_names(void) {
    for (int32_t v = STANDARD; v < VARIANT_COUNT; v++)
        for (int32_t form = NAME_BINBO; form < NAME_FORMS; form++)
            if (form != NAME_UCI || v != CHESS960)
                CHECK_INT(binbo_variant_parse((uint32_t)binbo_variant_name(v, form)), v);
    CHECK_INT(binbo_variant_parse(put_text("draughts")), -ERR_ARGUMENT);
}

static void test_pockets_and_checks(void) {
    const int32_t house = variant_game(CRAZYHOUSE), checks = variant_game(THREE_CHECK);
    CHECK_INT(play_packed(house, "e2e4 d7d5 e4d5 d8d5"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_pockets(house), 10);
    static const char both_have_a_pawn[10] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0};
    CHECK(memcmp(io_buffer(), both_have_a_pawn, 10) == 0);
    CHECK_INT(play_packed(checks, "e2e4 d7d5 f1b5"), STATUS_CONTINUE);
    CHECK_INT(binbo_game_checks(checks), 2);
    CHECK_INT(io_buffer()[0], 2);
    CHECK_INT(io_buffer()[1], 3);
    CHECK_INT(binbo_game_checks(house), 0);
    CHECK_INT(binbo_game_pockets(checks), 0);
    binbo_game_free(house);
    binbo_game_free(checks);
}

static void test_geometry(void) {
    const int32_t standard = new_api_game(NULL), shuffled = variant_game(CHESS960);
    CHECK_INT(binbo_game_geometry(standard), 0);
    CHECK_INT(binbo_game_geometry(shuffled), 1);
    CHECK_INT(binbo_game_variant(shuffled), CHESS960);
    binbo_game_free(standard);
    binbo_game_free(shuffled);
}

// --- packed moves ----------------------------------------------------------------------------------

// All or none; an illegal move leaves the game unchanged.
static void test_packed(void) {
    const int32_t game = new_api_game(NULL);
    CHECK_INT(play_packed(game, "e2e4 e7e5 e1e3"), -ERR_MOVE_ILLEGAL);
    CHECK_INT(binbo_game_ply(game), 0);
    CHECK_INT(play_packed(game, "f2f3 e7e5 g2g4 d8h4"), STATUS_CHECKMATE_BLACK);
    CHECK_INT(binbo_game_ply(game), 4);
    CHECK_INT(binbo_game_play_packed(game, UINT32_MAX), -ERR_ARGUMENT);
    binbo_game_free(game);

    const int32_t repeated = binbo_game_new(0, STANDARD, DRAWS_AUTOMATIC, 0);
    CHECK_INT(play_packed(repeated, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"), STATUS_THREEFOLD_REPETITION);
    CHECK_INT(play_packed(repeated, "e2e4"), -ERR_GAME_OVER);
    binbo_game_free(repeated);
}

int main(void) {
    CHECK_INT(binbo_init(), BINBO_ABI_VERSION);
    test_can_win();
    test_helpmate();
    test_dead_mode();
    test_stale_handles();
    test_names();
    test_pockets_and_checks();
    test_geometry();
    test_packed();
    return tests_end("api_rules");
}
