// SPDX-License-Identifier: Apache-2.0
// The exported functions for positions, compiled natively: a written position loads as the same position, and the
// loaded position is read as a game.
#include "api_support.h"
#include "rules/rules.h"
#include "san_text.h"
#include "support.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CHECKED "4k3/8/8/8/8/8/8/K3r3 w - - 0 1"

static const char *buffer_text(int32_t length) {
    static char text[512];
    snprintf(text, sizeof text, "%.*s", length > 0 ? (int)length : 0, io_buffer());
    return text;
}

static const char *loaded_fen(void) {
    return buffer_text(binbo_game_fen(BINBO_LOADED, EN_PASSANT_ALWAYS, CASTLING_XFEN));
}

static int32_t load_fen(const char *fen, int32_t variant) { return binbo_position_read(put_text(fen), variant, 0); }

static int32_t word_of_text(const char *text, int32_t in_tree) { return binbo_position_text(put_text(text), in_tree); }

static void test_moves_of_trees(void) {
    static const struct {
        const char *fen, *move;
        int32_t result;
    } cases[] = {
        {START, "e4", 1 << 16 | 7 << 12 | 28 << 6 | 12},
        {START, "e2e4", 1 << 16 | 7 << 12 | 28 << 6 | 12},
        {START, "Nf3!?", 2 << 16 | 21 << 6 | 6},
        {START, "--", 0},
        {START, "Z0", 0},
        {START, "0000", 0},
        {CHECKED, "--", -ERR_PGN_NULL_MOVE},
        {CHECKED, "Ka1", -ERR_SAN_ILLEGAL},
        {CHECKED, "a1a2", 6 << 16 | 8 << 6},
        {START, "e5", -ERR_SAN_ILLEGAL},
        {START, "e2e5", -ERR_MOVE_ILLEGAL},
        {START, "Sf3", -ERR_SAN_SYNTAX},
        {START, "", -ERR_SAN_SYNTAX},
        {"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", -ERR_SAN_AMBIGUOUS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_context(cases[i].move);
        CHECK_INT(load_fen(cases[i].fen, STANDARD), 10);
        CHECK_INT(word_of_text(cases[i].move, 1), cases[i].result);
    }
    check_context(NULL);
    CHECK_INT(binbo_error_candidates(), 2);
    load_fen(START, STANDARD);
    CHECK_INT(word_of_text("e2e5", 0), -ERR_SAN_ILLEGAL);
    CHECK_INT(word_of_text("--", 0), -ERR_SAN_SYNTAX);
    CHECK_INT(binbo_position_move(28 << 6 | 12) & 0xffff, 7 << 12 | 28 << 6 | 12);
    CHECK_INT(binbo_position_move(36 << 6 | 12), -ERR_MOVE_ILLEGAL);
    CHECK_INT(binbo_position_text(UINT32_MAX, 1), -ERR_ARGUMENT);
}

static void test_reading(void) {
    CHECK_INT(load_fen("8/8", STANDARD), -ERR_FEN_FIELDS);
    CHECK_INT(load_fen(START, VARIANT_COUNT), -ERR_ARGUMENT);
    CHECK_INT(binbo_position_read(UINT32_MAX, STANDARD, 0), -ERR_ARGUMENT);
    CHECK_INT(binbo_position_read(0, STANDARD, 0), -ERR_FEN_EMPTY);
    CHECK_INT(load_fen(START, CHESS960), 10);
    CHECK_INT(binbo_game_variant(BINBO_LOADED), CHESS960);
    CHECK_INT(binbo_game_geometry(BINBO_LOADED), 1);
    CHECK_INT(load_fen("8/8", STANDARD), -ERR_FEN_FIELDS);
    CHECK_TEXT(loaded_fen(), START);
    CHECK_INT(load_fen("1r2k3/8/8/8/8/8/8/4K2R w Kq - 0 1", ATOMIC), 10);
    CHECK_INT(binbo_game_geometry(BINBO_LOADED), 1);
    CHECK_INT(binbo_game_variant(BINBO_LOADED), ATOMIC);
    CHECK_INT(binbo_position_of(0), -ERR_GAME_STOPPED);
}

static void test_status(void) {
    static const struct {
        const char *fen;
        int32_t status, count;
    } cases[] = {
        {START, STATUS_CONTINUE, 20},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", STATUS_INSUFFICIENT_MATERIAL, 5},
        {"4k3/8/8/8/8/8/8/4K2R w - - 100 80", STATUS_RULE50, 14},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", STATUS_STALEMATE, 0},
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", STATUS_CHECKMATE_WHITE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_context(cases[i].fen);
        load_fen(cases[i].fen, STANDARD);
        CHECK_INT(binbo_position_status(), cases[i].status);
        CHECK_INT(binbo_game_legal_count(BINBO_LOADED, BINBO_ANY_SQUARE), cases[i].count);
    }
    check_context(NULL);
}

static void test_playing(void) {
    load_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", STANDARD);
    CHECK_INT(binbo_position_play(0), 10);
    CHECK_TEXT(loaded_fen(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9");
    load_fen(CHECKED, STANDARD);
    CHECK_INT(binbo_position_play(0), -ERR_ARGUMENT);
    for (int32_t word = 1; word < 1 << 16; word++) { // no legal move, no change
        load_fen(START, STANDARD);
        const int32_t count = binbo_position_play(word);
        CHECK(count == 10 || count == -ERR_ARGUMENT);
        if (count < 0) CHECK_TEXT(loaded_fen(), START);
    }
}

// The numbers of a position, as JS stores them.
typedef struct {
    int32_t count;
    char bytes[60];
} Kept;

static Kept keep(int32_t count) {
    Kept kept = {.count = count};
    CHECK(count == 10 || count == 15);
    memcpy(kept.bytes, io_buffer(), (size_t)count * 4);
    return kept;
}

static void load_kept(const Kept *kept) {
    memset(io_buffer(), 255, sizeof kept->bytes);
    memcpy(io_buffer(), kept->bytes, (size_t)kept->count * 4);
    CHECK_INT(binbo_position_load(), 0);
}

static bool equals(const Kept *other, int32_t ignored) {
    memcpy(io_buffer(), other->bytes, (size_t)other->count * 4);
    return binbo_position_equals(ignored) == 1;
}

static void test_equality(void) {
    static const struct {
        const char *a, *b;
        int32_t ignored;
    } cases[] = {
        {START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9", 0},
        {START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", IGNORE_TURN},
        {START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1", IGNORE_CASTLING},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", 0},
        {"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", IGNORE_EN_PASSANT},
        // the capture would leave the king in check
        {"8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "8/8/8/8/R3Pp1k/8/8/4K3 b - - 0 1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_context(cases[i].b);
        const Kept a = keep(load_fen(cases[i].a, STANDARD)), b = keep(load_fen(cases[i].b, STANDARD));
        CHECK(equals(&b, 0));
        CHECK_INT(equals(&a, 0), cases[i].ignored == 0);
        CHECK(equals(&a, cases[i].ignored));
        CHECK(equals(&a, 7));
    }
    check_context(NULL);
    const Kept atomic = keep(load_fen(START, ATOMIC)), chess960 = keep(load_fen(START, CHESS960));
    load_fen(START, STANDARD);
    CHECK(equals(&chess960, 0) && !equals(&atomic, 7));
    const Kept pocket = keep(load_fen("4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1", CRAZYHOUSE));
    const Kept promoted = keep(load_fen("4k3/8/8/8/8/8/8/4K2Q~[q] w - - 0 1", CRAZYHOUSE));
    load_fen("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", CRAZYHOUSE);
    CHECK(!equals(&pocket, 7));
    load_fen("4k3/8/8/8/8/8/8/4K2Q[q] w - - 0 1", CRAZYHOUSE);
    CHECK(!equals(&promoted, 7));
    const Kept checks = keep(load_fen("4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", THREE_CHECK));
    load_fen("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", THREE_CHECK);
    CHECK(!equals(&checks, 7));
}

// The numbers contain the whole position; words, and positions after them, match the core.
static void check_position(const Position *p, Variant variant, Random *r) {
    (void)r;
    Move list[MAX_MOVES];
    const Kept kept = keep(load_fen(fen_of(p), (int32_t)variant));
    load_fen(CHECKED, STANDARD);
    load_kept(&kept);
    CHECK_TEXT(loaded_fen(), fen_of(p));
    CHECK_HEX(binbo_game_hash(BINBO_LOADED), p->hash);
    CHECK_INT(binbo_game_variant(BINBO_LOADED), variant);
    CHECK(equals(&kept, 0));
    for (int i = rules_list(&p->board, list) - 1; i >= 0; i -= 3) {
        char san[16];
        Position child = *p;
        rules_make(&child, list[i]);
        san_text(&p->board, list[i], san);
        load_kept(&kept);
        const int32_t word = word_of_text(san, i & 1);
        CHECK_INT(word, move_word_with(&p->board, list[i], &child.board));
        const Kept after = keep(binbo_position_play(word));
        CHECK_TEXT(loaded_fen(), fen_of(&child));
        CHECK_HEX(binbo_game_hash(BINBO_LOADED), child.hash);
        CHECK(equals(&after, 0) && !equals(&kept, 0));
    }
}

int main(void) {
    CHECK_INT(binbo_init(), BINBO_ABI_VERSION);
    test_moves_of_trees();
    test_reading();
    test_status();
    test_playing();
    test_equality();
    visit_games(171, 20, 60, check_position);
    for (Variant v = CRAZYHOUSE; v < VARIANT_COUNT; v++)
        visit_games_from(variant_start_fen(v), v, 172 + (uint64_t)v, 4, 60, check_position);
    CHECK_INT(binbo_game_count(), 0);
    return tests_end("api_position");
}
