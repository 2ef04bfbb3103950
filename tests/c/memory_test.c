// SPDX-License-Identifier: Apache-2.0
// Every allocation of every call fails in turn: the call reports it, and the games are unchanged and can continue.
#include "api_support.h"
#include "support.h"

enum { SNAPSHOT = 40000, LONG_ROUNDS = 700, SPARES = 50 };

static int32_t game, other; // the one under test, and another one

// Everything that can be read from a game.
static size_t snapshot(int32_t g, char *out) {
    int n = sprintf(out, "%d %d %d %d %d %016llx ", binbo_game_status(g), binbo_game_ply(g), binbo_game_claimable(g),
                    binbo_game_variant(g), binbo_game_draws(g), (unsigned long long)binbo_game_hash(g));
    const int32_t fen = binbo_game_fen(g, 0, 0);
    memcpy(out + n, io_buffer(), (size_t)fen);
    n += fen;
    const int32_t moves = binbo_game_legal_moves(g, BINBO_LIST_WORDS, BINBO_ANY_SQUARE);
    memcpy(out + n, io_buffer(), 4 * (size_t)moves);
    n += 4 * moves;
    const int32_t size = binbo_game_state(g, 0);
    memcpy(out + n, io_buffer(), (size_t)size);
    return (size_t)n + (size_t)size;
}

// --- the calls -------------------------------------------------------------------------------------

#define FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

static int32_t call_new(void) { return new_api_game(NULL); }
static int32_t call_new_fen(void) { return new_api_game(FEN); }
static int32_t call_clone(void) { return binbo_game_clone(game); }
static int32_t call_set_fen(void) { return binbo_game_set_fen(game, put_text(FEN), 0); }
static int32_t call_move(void) { return binbo_game_move(game, 6 | 21 << 6); }
static int32_t call_pawn_move(void) { return binbo_game_move(game, 12 | 28 << 6); }
static int32_t call_san(void) { return binbo_game_san(game, put_text("Nf3")); }
static int32_t call_play(void) {
    return play_api(game, "e4\nNf6\nNf3\nNg8\nNg1\nNf6\nNc3\nNc6\nNb1\nNb8\nNf3\nNg8\ne5");
}
static int32_t call_line(void) { return binbo_game_line(game, put_text("e2e4\ne7e5\nNf3\nNc6\nBb5\na6")); }
static int32_t call_undo(void) { return binbo_game_undo(game); }
static int32_t call_moves(void) { return binbo_game_moves(game); }
static int32_t call_reserve(void) { return binbo_buffer_reserve(1 << 20); }
static int32_t call_state(void) { return binbo_game_state(game, put_text("extra")); }

static uint8_t kept[1 << 14];
static size_t kept_size;

static int32_t call_from_state(void) { return binbo_game_from_state(put_bytes(kept, kept_size)); }

// A PGN that exceeds the initial sizes for words, text and variations.
static const char *pgn(void) {
    static char text[1 << 16];
    if (*text) return text;
    strcat(text, "[White \"A\"]\n[FEN \"" FEN "\"]\n");
    for (int i = 0; i < 40; i++) sprintf(text + strlen(text), "[Tag%d \"with a \\\"value\\\" that is long\"]\n", i);
    strcat(text, "{before} 1. e4 ");
    for (int i = 0; i < 40; i++) strcat(text, "(1. e3 {a comment, not short} Kd7 ");
    for (int i = 0; i < 40; i++) strcat(text, ")");
    for (int i = 0; i < 700; i++) strcat(text, "$1 {x} (e3) ");
    return strcat(text, "Kd7 2. e5 Kd8 3. e6 Ke7 *");
}

static int32_t call_read(void) { return read_api_pgn(pgn(), PGN_LAST); }
static int32_t call_cut(void) { return read_api_pgn(pgn(), PGN_CUT); }
static int32_t call_load(void) { return load_api_pgn(game, pgn()); }
static int32_t call_position(void) {
    const int32_t count = binbo_position_read(put_text(FEN), STANDARD, 0);
    return count < 0 ? count : binbo_position_text(put_text("e4"), 1);
}

// --- the game before the call ----------------------------------------------------------------------

static void at_start(void) {}
static void at_fen(void) { binbo_game_set_fen(game, put_text(FEN), 0); }
static void after_moves(void) { play_api(game, "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8"); }

static void before_key_rebuild(void) { // the move taken back is a pawn move after many positions
    after_moves();
    play_api(game, "e4");
    const int32_t copy = binbo_game_clone(game); // a clone has the smallest possible space for keys
    binbo_game_free(game);
    game = copy;
}

static void in_long_game(void) {
    static char text[16 * LONG_ROUNDS + 1];
    for (int i = 0; i < LONG_ROUNDS; i++) memcpy(text + 16 * i, "Nf3 Nf6 Ng1 Ng8 ", 17);
    load_api_pgn(game, text);
}

typedef struct {
    const char *name;
    void (*prepare)(void);
    int32_t (*call)(void);
    int least; // the required number of failures
} Call;

static const Call CALLS[] = {
    {"new", at_start, call_new, 1},
    {"new from a FEN", at_start, call_new_fen, 1},
    {"clone", after_moves, call_clone, 3},
    {"set_fen", after_moves, call_set_fen, 0},
    {"move", at_start, call_move, 2},
    {"move that leaves a start of its own", at_fen, call_pawn_move, 3},
    {"san", at_start, call_san, 2},
    {"play", after_moves, call_play, 4},
    {"line", at_start, call_line, 3},
    {"undo", after_moves, call_undo, 0},
    {"undo that rebuilds keys", before_key_rebuild, call_undo, 1},
    {"undo of a long game", in_long_game, call_undo, 1},
    {"moves", in_long_game, call_moves, 0},
    {"reserve", at_start, call_reserve, 1},
    {"state", after_moves, call_state, 1},
    {"state of a long game", in_long_game, call_state, 1},
    {"from_state", at_start, call_from_state, 3},
    {"pgn", after_moves, call_read, 8},
    {"pgn that is cut off", after_moves, call_cut, 8},
    {"pgn into a game", after_moves, call_load, 6},
    {"move of a tree", at_start, call_position, 0},
};

// Resets to free slots and the fixed buffer, so that a call allocates as much as possible.
static void start_again(void) {
    if (game) binbo_game_free(game);
    if (other) binbo_game_free(other);
    game = new_api_game(NULL);
    other = new_api_game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play_api(other, "O-O\nO-O-O\nRf3");
}

// Freed games are kept for reuse: takes them all, so that the call must allocate. Returns their number.
static int hold_spares(int32_t handles[SPARES]) {
    int count = 0;
    fail_allocation(1);
    for (int32_t handle; (handle = new_api_game(NULL)) > 0;) {
        REQUIRE(count < SPARES);
        handles[count++] = handle;
    }
    fail_allocation(0);
    return count;
}

static void check_failure(const Call *t, int n, bool *failed) {
    static char before[SNAPSHOT], after[SNAPSHOT], bystander[SNAPSHOT];
    int32_t spares[SPARES];
    start_again();
    t->prepare();
    const int held = hold_spares(spares);
    const size_t size = snapshot(game, before), other_size = snapshot(other, bystander);
    const uint32_t count = binbo_game_count();
    binbo_buffer_reserve(0);
    binbo_pgn_reserve(0);
    fail_allocation(n);
    const int32_t result = t->call();
    *failed = allocation_failed();
    fail_allocation(0);
    if (result >= 0) {
        if (t->call == call_new || t->call == call_new_fen || t->call == call_clone || t->call == call_from_state)
            CHECK_INT(binbo_game_free(result), 0);
    } else {
        CHECK(*failed);
        CHECK_INT(result, -ERR_MEMORY);
        if (t->call == call_read || t->call == call_cut) CHECK_INT(binbo_pgn_load(game), -ERR_ARGUMENT);
        CHECK_INT(snapshot(game, after), size);
        CHECK(memcmp(before, after, size) == 0);
    }
    CHECK_INT(binbo_game_count(), count);
    CHECK_INT(snapshot(other, after), other_size);
    CHECK(memcmp(bystander, after, other_size) == 0);
    CHECK(binbo_game_undo(game) >= 0); // it continues
    CHECK(binbo_game_legal_count(game, BINBO_ANY_SQUARE) >= 0);
    for (int i = 0; i < held; i++) CHECK_INT(binbo_game_free(spares[i]), 0);
}

static void test_calls(void) {
    start_again();
    after_moves();
    binbo_game_undo(game);
    kept_size = (size_t)binbo_game_state(game, 0);
    memcpy(kept, io_buffer(), kept_size);
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        bool failed = true;
        int failures = 0;
        check_context(CALLS[i].name);
        for (int n = 1; failed && n < 200; n++) {
            check_failure(&CALLS[i], n, &failed);
            failures += failed;
        }
        CHECK(!failed);
        if (!CHECK(failures >= CALLS[i].least)) fprintf(stderr, "    %d failures\n", failures);
    }
    check_context(NULL);
    binbo_game_free(game);
    binbo_game_free(other);
    binbo_pgn_reserve(0);
}

// The table of handles grows past its first size; both of its arrays may fail.
static void test_table_growth(void) {
    static int32_t handles[400];
    int count = 0, failures = 0;
    while (count < 400) {
        fail_allocation(1 + failures % 4);
        const int32_t handle = new_api_game(NULL);
        failures += allocation_failed();
        fail_allocation(0);
        if (handle > 0) handles[count++] = handle;
        else CHECK_INT(handle, -ERR_MEMORY);
        if (!handle) break;
        if (failures % 4 == 0) failures++; // otherwise the game itself would always fail
    }
    CHECK_INT(binbo_game_count(), count);
    for (int i = 0; i < count; i++) CHECK_INT(binbo_game_status(handles[i]), 0);
    for (int i = 0; i < count; i++) CHECK_INT(binbo_game_free(handles[i]), 0);
}

// If a larger buffer is refused, the current one and its contents are kept.
static void test_buffer(void) {
    enum { LARGE = 100000 };
    CHECK_INT(binbo_buffer_reserve(LARGE), 0);
    memset(io_buffer(), 'x', LARGE);
    char *const before = io_buffer();
    fail_allocation(1);
    CHECK_INT(binbo_buffer_reserve(2 * LARGE), -ERR_MEMORY);
    fail_allocation(0);
    CHECK(io_buffer() == before);
    CHECK_INT(binbo_buffer_capacity(), LARGE);
    CHECK(before[0] == 'x' && before[LARGE - 1] == 'x');
    CHECK_INT(binbo_buffer_reserve(0), 0);
}

// The reader alone: it reports a failure, stays consistent, and reads the next game.
static void test_reader(void) {
    static const uint32_t flags[] = {PGN_LAST,
                                     PGN_CUT,
                                     PGN_LAST | PGN_MAIN_LINE,
                                     PGN_LAST | PGN_SKIP_MOVES,
                                     PGN_LAST | PGN_TAGS_ONLY,
                                     PGN_LAST | PGN_NO_TAGS};
    const uint32_t length = (uint32_t)strlen(pgn());
    for (int i = 0; i < 6; i++) {
        bool failed = true;
        int failures = 0;
        for (int n = 1; failed && n < 100; n++) {
            PgnReader r = {0};
            fail_allocation(n);
            const uint32_t end = pgn_read(&r, pgn(), length, flags[i]);
            failed = allocation_failed();
            fail_allocation(0);
            failures += failed;
            CHECK_INT(end == UINT32_MAX, failed);
            if (failed) CHECK_INT(r.facts.state, PGN_NOTHING);
            CHECK_INT(pgn_read(&r, "[A \"b\"] e4 (d4) e5 *", 20, PGN_LAST), 20);
            CHECK(r.facts.state == PGN_COMPLETE && r.facts.plies == 2 && r.tree.count == 5 && !r.facts.error_count);
            pgn_reader_free(&r);
        }
        CHECK(!failed && failures > 0);
    }
}

// Very short games, so that each word and byte is once the one that needs more space.
static void test_every_growth(void) {
    static const char unit[] = "e4 (d4 {a} d5 (c5 {b}) $1 (e5)) ";
    static char text[3000 + 64];
    for (uint32_t before = 0; before < 2900; before += 7) {
        bool failed = true;
        uint32_t length = 0;
        for (uint32_t i = 0; i + 4 < before; i += 4)
            length += (uint32_t)sprintf(text + length, "%s", i % 16 < 8 ? "$1  " : "{}  ");
        length += (uint32_t)sprintf(text + length, "%s", unit);
        for (int n = 1; failed && n < 20; n++) {
            PgnReader r = {0};
            fail_allocation(n);
            const uint32_t end = pgn_read(&r, text, length, PGN_LAST);
            failed = allocation_failed();
            fail_allocation(0);
            CHECK_INT(end, failed ? UINT32_MAX : length);
            pgn_reader_free(&r);
        }
        CHECK(!failed);
    }
}

int main(void) {
    binbo_init();
    test_reader();
    test_every_growth();
    test_buffer();
    test_calls();
    test_table_growth();
    return tests_end("memory");
}
