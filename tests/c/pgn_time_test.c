// SPDX-License-Identifier: Apache-2.0
// The time to read a text is proportional to its length, for any text; and very long and deep games.
#include <time.h>

#include "pgn_log.h"

// Sizes for sanitizers. Quadratic time would be 16 times as long for four times the text.
enum { SMALL = 1 << 14, LARGE = 4 * SMALL, TURNS = 20 };

// `before`, then `unit` repeated for half of the text, `between`, and `other` for the rest; without `other`, `unit`
// fills the whole text.
typedef struct {
    const char *before, *unit, *between, *other;
} Hostile;

static const Hostile HOSTILE[] = {
    // Each byte that opens something which is never closed.
    {"", "(", NULL, NULL},
    {"", "[", NULL, NULL},
    {"", "{", NULL, NULL},
    {"", "$", NULL, NULL},
    {"", ";", NULL, NULL},
    {"", "%", NULL, NULL},
    {"", "\"", NULL, NULL},
    {"", ")", NULL, NULL},
    {"", "}", NULL, NULL},
    {"", "]", NULL, NULL},
    {"", "<", NULL, NULL},
    {"", "\\", NULL, NULL},
    {"", "\0", NULL, NULL},
    {"", "\xFF", NULL, NULL},
    {"", "\x80", NULL, NULL},
    // Tags.
    {"", "[a \"", NULL, NULL},
    {"", "[a \"\" ", NULL, NULL},
    {"", "[a \"\"]", NULL, NULL},
    {"", "[Event \"a\"]", NULL, NULL},
    {"[a \"", "\\", "", "\""},
    {"[a \"", "\\\"", NULL, NULL},
    {"[a \"", "\" ", NULL, NULL},
    {"[a ", " ", NULL, NULL},
    {"[a ", "\n", NULL, NULL},
    {"", "[a\n", NULL, NULL},
    {"", "\n[", NULL, NULL},
    {"", "\n[a \"b\n", NULL, NULL},
    {"[", "a", NULL, NULL},
    {"[", "a", " \"", "b"},
    {"e4 ", "\n[e4 ", NULL, NULL},
    // Comments.
    {"", "{}", NULL, NULL},
    {"", "{}", "[a \"b\"]", "e4 {}"},
    {"{", "\n[", NULL, NULL},
    {"{", "\n\n[a", NULL, NULL},
    {"{", "\n\n[a ", NULL, NULL},
    {"{", "\n", "", "["},
    {"{", "\n", "", " "},
    {"", "{\n[Event \"", NULL, NULL},
    {"", "{\n\n[a \"", NULL, NULL},
    {"", "{\n\n[a \"\"]\n", NULL, NULL},
    {"{", "\n\n[a \"\"]", NULL, NULL},
    {"e4 ", "null {\n\n[a \"\"]\n", NULL, NULL},
    {"", "1-0 {\n\n[a \"\"]\n", "", "x"},
    {"{\n[", "a", NULL, NULL},
    {"", ";\n", NULL, NULL},
    {"", "%\n", NULL, NULL},
    {"", ";a\r", NULL, NULL},
    {"e4 1-0 ", "{}", NULL, NULL},
    {"e4 1-0 ", "{", NULL, NULL},
    {"", "1-0 {", NULL, NULL},
    {"", "1-0 {}", NULL, NULL},
    {"", "1-0 x ", NULL, NULL},
    {"", "1-0 x\n", NULL, NULL},
    {"", "1-0\n", NULL, NULL},
    {"", "* ", NULL, NULL},
    {"e4 ", "2. {} ", NULL, NULL},
    {"e4 ", "2. {} ", "", "(d4)"},
    {"e4 ", "2. {} ", "", "$1"},
    {"e4 ", "2. {} (d4 ", NULL, NULL},
    // Variations.
    {"e4 ", "(e4 ", NULL, NULL},
    {"e4 ", "(d4 ", NULL, NULL},
    {"e4 ", "(d4 (e4 ", NULL, NULL},
    {"e4 ", "(d4)", NULL, NULL},
    // Text that is looked at ahead.
    {"", "(null)", NULL, NULL},
    {"e4 ", "null ", NULL, NULL},
    {"e4 ", "null ", "", "e5"},
    {"e4 ", "null {} ", NULL, NULL},
    {"e4 ", "null (", NULL, NULL},
    {"e4 ", "null (null) ", NULL, NULL},
    {"e4 ", "null (d4 null ", NULL, NULL},
    {"e4 (d4 ", "null ", NULL, NULL},
    {"e4 ", "N ", NULL, NULL},
    {"e4 ", "N {} ", NULL, NULL},
    {"e4 ", ",", NULL, NULL},
    {"e4 ", "a, ", NULL, NULL},
    {"e4 ", "\\a", NULL, NULL},
    {"e4 ", "<>", NULL, NULL},
    {"e4 ", "(d4 ", "", ")"},
    {"e4 ", "(", "", ")"},
    {"e4 ", "()", NULL, NULL},
    {"e4 ", "({})", NULL, NULL},
    {"e4 ", "({}", NULL, NULL},
    {"e4 (", "{}", "", ")(d4)"},
    {"e4 ", "(xx)", NULL, NULL},
    {"e4 ", "(xx ", NULL, NULL},
    {"e4 (xx ", "(", "", "<"},
    {"e4 ", "(<)", NULL, NULL},
    {"e4 e5 ", "(c5 (Nf6 ", "", "))"},
    // Symbols.
    {"", "x", NULL, NULL},
    {"", "x ", NULL, NULL},
    {"e4 ", "x ", NULL, NULL},
    {"", "\xC3\xA9", NULL, NULL},
    {"", "\xE2\x80\x93", NULL, NULL},
    {"", "\xC3\xA9.", NULL, NULL},
    {"", "1", NULL, NULL},
    {"", "1", "a", "."},
    {"", "1", "a.", "a."},
    {"", "1", "\xC3\xA9", "."},
    {"", "1", ".", "1."},
    {"", "0000.", NULL, NULL},
    {"", "1.", NULL, NULL},
    {"", ".", NULL, NULL},
    {"", "\xE2\x80\xA6", NULL, NULL},
    {"", "e8(", NULL, NULL},
    {"", "e8(Q)", NULL, NULL},
    {"", "e8(Q", NULL, NULL},
    {"", "*", NULL, NULL},
    {"", "*a", NULL, NULL},
    // Glyphs.
    {"e4", "+-", NULL, NULL},
    {"e4", "!", NULL, NULL},
    {"e4 ", "! ", NULL, NULL},
    {"e4 ", "$1", NULL, NULL},
    {"e4 $", "1", NULL, NULL},
    {"e4 ", "(d4+-+-!)", NULL, NULL},
    {"e4 ", "(d4+-+-+-+-+-!)", NULL, NULL},
    // Blanks.
    {"", " ", NULL, NULL},
    {"", "\n", NULL, NULL},
    {"", "\xC2\xA0", NULL, NULL},
    {"", "\xA0", NULL, NULL},
    {"", "\xEF\xBB\xBF", NULL, NULL},
    {"", "\x1A", NULL, NULL},
    {"e4", "\xC2\xA0", NULL, NULL},
    // Games.
    {"", "Nf3 Nf6 Ng1 Ng8 ", NULL, NULL},
    {"", "1. Nf3 {a} Nf6 $1 2. Ng1 (2. e4) Ng8 ", NULL, NULL},
    {"", "-- ", NULL, NULL},
    {"", "[Event \"a\"]\n\n1. e4 e5 *\n\n", NULL, NULL},
};

static uint32_t fill(char *out, uint32_t at, uint32_t end, const char *unit) {
    const uint32_t length = *unit ? (uint32_t)strlen(unit) : 1;
    for (; at + length <= end; at += length) memcpy(out + at, unit, length);
    return at;
}

static uint32_t write_hostile(const Hostile *h, uint32_t size, char *out) {
    uint32_t at = (uint32_t)strlen(h->before);
    memcpy(out, h->before, at);
    at = fill(out, at, h->other ? size / 2 : size, h->unit);
    if (!h->other) return at;
    memcpy(out + at, h->between, strlen(h->between));
    return fill(out, at + (uint32_t)strlen(h->between), size, h->other);
}

// Seconds to read all games.
static double read_all(const char *text, uint32_t length, uint32_t flags) {
    PgnReader r = {0};
    const clock_t begin = clock();
    for (uint32_t at = 0; at < length;) {
        const uint32_t end = pgn_read(&r, text + at, length - at, flags);
        if (end == 0 || r.facts.state == PGN_INCOMPLETE) break;
        at += end;
    }
    const clock_t end = clock();
    pgn_reader_free(&r);
    return (double)(end - begin) / CLOCKS_PER_SEC;
}

// Four times the text may take nine times as long. clock() measures only this process; taking the least of several
// turns removes the influence of other programs on caches.
static bool is_linear(const Hostile *h, uint32_t flags, char *text, double *small, double *large) {
    *small = *large = 1e9;
    for (int i = 0; i < TURNS; i++) {
        const double one = read_all(text, write_hostile(h, SMALL, text), flags);
        const double four = read_all(text, write_hostile(h, LARGE, text), flags);
        if (one < *small) *small = one;
        if (four < *large) *large = four;
        if (*large < 9 * *small + 0.01) return true;
    }
    return false;
}

static void test_hostile_texts(void) {
    static const uint32_t modes[] = {
        PGN_LAST, 0, PGN_LAST | PGN_MAIN_LINE, PGN_LAST | PGN_SKIP_MOVES, PGN_LAST | PGN_TAGS_ONLY, PGN_CUT};
    char *text = malloc(LARGE + 64);
    for (size_t i = 0; i < sizeof HOSTILE / sizeof *HOSTILE; i++)
        for (int mode = 0; mode < 6; mode++) {
            const Hostile *h = &HOSTILE[i];
            double small, large;
            char what[100];
            snprintf(what, sizeof what, "'%s' '%s' '%s' '%s', mode %d", h->before, h->unit,
                     h->between ? h->between : "", h->other ? h->other : "", mode);
            check_context(what);
            if (!CHECK(is_linear(h, modes[mode], text, &small, &large)))
                fprintf(stderr, "    %g s for %d bytes, %g s for %d\n", small, SMALL, large, LARGE);
        }
    check_context(NULL);
    free(text);
}

// --- long and deep ---------------------------------------------------------------------------------

enum { MANY = 100000 };

static void test_long_game(void) {
    static const char round[] = "Nf3 Nf6 Ng1 Ng8 ";
    char *text = malloc(MANY / 4 * (sizeof round - 1));
    const uint32_t length = fill(text, 0, MANY / 4 * (sizeof round - 1), round);
    PgnReader r = {0};
    CHECK_INT(pgn_read(&r, text, length, PGN_LAST), length);
    CHECK_INT(r.facts.plies, MANY);
    CHECK_INT(r.facts.error_count, 0);
    CHECK(!law_tree(&r, length));
    CHECK_INT(pgn_read(&r, text, length, PGN_LAST | PGN_MAIN_LINE | PGN_PLAYABLE), length);
    Game *g = pgn_game(&r, DRAWS_AUTOMATIC);
    CHECK_INT(g->move_count, MANY);
    CHECK_INT(game_status(g), STATUS_RULE50);
    game_free(g);
    pgn_reader_free(&r);
    free(text);
}

// 1. e4 (1. d4 (1. c4 (1. e4 …, closed or not.
static void test_deep_variations(void) {
    static const char *const moves[] = {"1. e4 (", "1. d4 (", "1. c4 ("};
    char *text = malloc(MANY * 8 + 8);
    for (int closed = 0; closed < 2; closed++) {
        PgnReader r = {0};
        uint32_t length = 0;
        for (int i = 0; i < MANY; i++, length += 7) memcpy(text + length, moves[i % 3], 7);
        memcpy(text + length, "1. e3", 5);
        length += 5;
        if (closed) memset(text + length, ')', MANY);
        if (closed) length += MANY;
        CHECK_INT(pgn_read(&r, text, length, PGN_LAST), length);
        CHECK_INT(r.facts.error_count, !closed);
        CHECK_INT(r.tree.count, 1 + 3 * MANY);
        CHECK_INT(r.facts.plies, 1);
        CHECK(!law_tree(&r, length));
        // An error at the deepest level does not take longer.
        text[(MANY * 7) + 3] = 'x';
        CHECK_INT(pgn_read(&r, text, length, PGN_LAST), length);
        CHECK_INT(r.facts.error_count, 1 + !closed);
        CHECK_INT(r.tree.count, 1 + 3 * (MANY - 1));
        CHECK(!law_tree(&r, length));
        pgn_reader_free(&r);
    }
    free(text);
}

// Deep variations, with long lines at every depth.
static void test_deep_lines(void) {
    enum { DEPTH = 20000 };
    static const char unit[] = "Nf3 Nf6 Ng1 Ng8 (Na6 ";
    char *text = malloc(DEPTH * (sizeof unit - 1) + DEPTH);
    uint32_t length = fill(text, 0, DEPTH * (sizeof unit - 1), unit);
    memset(text + length, ')', DEPTH);
    length += DEPTH;
    PgnReader r = {0};
    // After ...Na6 the knights return home only once: the second time, Black's other knight would have to.
    CHECK_INT(pgn_read(&r, text, length, PGN_LAST), length);
    CHECK(!law_tree(&r, length));
    CHECK(r.facts.plies == 4 && r.facts.result == PGN_NO_RESULT);
    pgn_reader_free(&r);
    free(text);
}

int main(void) {
    tests_begin();
    test_hostile_texts();
    test_long_game();
    test_deep_variations();
    test_deep_lines();
    return tests_end("pgn_time");
}
