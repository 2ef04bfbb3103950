// SPDX-License-Identifier: Apache-2.0
// Errors in games: their offsets, what is still read, and where the next game begins. See pgn_log.h for the
// notation of games; a '|' marks the place of an error.
#include "pgn/reader.h"

#include "pgn_log.h"

static void test_moves(void) {
    static const PgnCase cases[] = {
        {"1. e4 |e4 e5", "e4 E406@.2"},
        {"1. |Ke2", "E406@.1"},
        {"1. e4 |rubbish e5 *", "e4 * E405@.2"},
        {"1. e4 e5 2. |Sf3", "e4 e5 E405@.3"},
        {"1. e4 e5 2. |Qf3+x", "e4 e5 E405@.3"},
        {"f3 e5 g4 Qh4# |a3", "f3 e5 g4 Qh4# E406@.5"},
        {"1. e4 |e.p.", "e4 E406@.1"},
        {"e4 |$ e5", "e4 E405@.2"},
        {"e4 |$67108864 e5", "e4 E405@.2"},
        {"e4 -- -- |----- e5", "e4 -- -- E405@.4"},
        // Comments, glyphs and variations after the failing move are dropped with it.
        {"e4 {a} |e4 {b} $1 (d4) ; c\n e5 1-0 {d}", "e4 {a} 1-0 E406@.2"},
        {"e4 1... {a} |e4 {b} *", "e4 {a} * E406@.2"},
        // N after a move is a novelty, but not if a promotion is required.
        {"[FEN \"4k3/R7/8/8/8/8/8/4K3 w - - 0 1\"]\na7a6N", "[FEN=4k3/R7/8/8/8/8/8/4K3 w - - 0 1] fen Ra6 $146"},
        {"[FEN \"4k3/R7/8/8/8/8/8/4K3 w - - 0 1\"]\n|a7a8N", "[FEN=4k3/R7/8/8/8/8/8/4K3 w - - 0 1] fen E406@.1"},
    };
    EXPECT_ALL(cases);
    static const char *const promotions[] = {"=D", "D", "=", "=T+-", "=RR", "=K", "(D)", "=P", "=+-"};
    for (int i = 0; i < 9; i++) { // never read as a queen
        char text[64];
        sprintf(text, "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 |hxg8%s", promotions[i]);
        expect_pgn(text, "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 E405@.9", STANDARD, NULL);
    }
    expect_pgn("[FEN \"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1\"] |Ne2",
               "[FEN=4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1] fen E407@.1", STANDARD, NULL);
}

// Programs print them where they have no move.
static void test_null_words(void) {
    static const PgnCase cases[] = {
        {"1. e4 e5 |(null)", "e4 e5 E415@.3"},
        {"1. e4 |(null) e5 (c5 |(null)) |(null) 1-0", "e4 e5 (c5) 1-0 E415@.2 E415@.3 E415@.3"},
        {"|(null) 1. |(null) e4", "e4 E415@.1 E415@.1"},
        {"1. e4 (|NULL) (|pass {a}) e5", "e4 {a} e5 E415@.1 E415@.1"},
        {"1. e4 e5 |null", "e4 e5 E415@.3"},
        {"1. e4 e5 |null 1-0\n\n[Event \"b\"]\n|NULL *", "e4 e5 1-0 E415@.3 // [Event=b] * E415@.1"},
        {"1. e4 |null |pass! {a} $1 |NULL\n\n1. d4", "e4 {a} $1 E415@.2 E415@.2 E415@.2 // d4"},
        {"f3 e5 g4 Qh4# |null", "f3 e5 g4 Qh4# E415@.5"},
        {"1. e4 |null (1. d4) *", "e4 (d4) * E415@.2"},
        {"1. e4 e5 (null (1... c5))", "e4 e5 (-- (c5))"},
        // A move follows.
        {"1. e4 null {a} $1 (1... e5) 2. d4 pass 3. NULL null 4. e5", "e4 -- {a} $1 (e5) d4 -- -- -- e5"},
        {"1. e4 null (1... d5 |null) 2. Z0 null 3. d4+-", "e4 -- (d5) -- -- d4 $18 E415@.3"},
        {"1. e4 null e4,", "e4 -- E406@11.3"},
    };
    EXPECT_ALL(cases);
}

static void test_strays(void) {
    static const PgnCase cases[] = {
        {"e4 |< e5 |} Nf3 |& Nc6", "e4 e5 Nf3 Nc6 E415@.2 E415@.3 E415@.4"},
        {"e4 |\" e5 |] Nf3", "e4 e5 Nf3 E415@.2 E415@.3"},
        {"e4 |% e5", "e4 e5 E415@.2"}, // not at the line's beginning
        {"1. e4|, e5|,, 2. |,Nf3 |\\$14 Nc6!? |&+- *",
         "e4 e5 Nf3 $14 Nc6 $5 $18 * E415@.2 E415@.3 E415@.3 E415@.4 E415@.5"},
        {"1|,e4,e5,Nf3", "e4 e5 Nf3 E415@.1"},
        {"[A \"b\"]\n|} 1. e4 (|, d4|}) |> 1-0", "[A=b] e4 (d4) 1-0 E415@.1 E415@.1 E415@.2 E415@.2"},
        {"|} 1. e4", "e4 E415@.1"},
        {"1. e4|\\ 1-0\\", "e4 1-0 E415@.2"},
        // The next move decides; alone they are no game.
        {"e4 |, |e4 e5", "e4 E415@.2 E406@.2"},
        {"e4 |,|x5 e5", "e4 E415@.2 E405@.2"},
        {"|}", "E405@.1"},
        {"|,", "E405@.1"},
        {"e4 *\n\n|}\n|}", "e4 * // E405@.1 E415@.1"},
    };
    EXPECT_ALL(cases);
    char text[400] = "e4 ";
    for (int i = 0; i < 300; i++) text[3 + i] = i % 2 ? ' ' : '}';
    sprintf(text + 303, " x5 e5");
    static Log log;
    const LawInput in = {text, (uint32_t)strlen(text), STANDARD, NULL, 0};
    log_pgn(&log, &in, 0);
    CHECK(strstr(log.text, "E405@304.2")); // errors have space behind warnings
}

// 'N' and 'D' are signs only where no move is due.
static void test_split_moves(void) {
    static const PgnCase cases[] = {
        {"1. e4 e5 2. |N f3 Nc6", "e4 e5 E405@.3"},
        {"1. d4 d5 2. {a} |N\nc3", "d4 d5 {a} E405@.3"},
        {"1. e4 e5 2. |D d3", "e4 e5 E405@.3"},
        {"|N f3 d5", "E405@.1"},
        {"e4 (|N f3) e5 (1... |N f6) Nf3", "e4 e5 Nf3 E405@.1 E405@.2"},
        {"e4 e5 Nf3 |N c6", "e4 e5 Nf3 E407@.4"}, // c6 or Nc6
        {"e4 e5 Nf3 N d6 d4 D exd4", "e4 e5 Nf3 $146 d6 d4 $220 exd4"},
        {"e4 e5 2. Nf3 N {c} c6 D 3. N", "e4 e5 Nf3 $146 {c} c6 $220 E405@27.5"},
    };
    EXPECT_ALL(cases);
}

// The rest of the variation is dropped, including nested ones; reading continues after it.
static void test_variations(void) {
    static const PgnCase cases[] = {
        {"e4 (d4 |d4 c4 (c3) {x} $1) {y} e5", "e4 (d4) {y} e5 E406@.2"},
        {"e4 (d4 d5 (|e4 e5) c4) e5", "e4 (d4 d5 c4) e5 E406@.2"},
        {"e4 (d4 d5 (Nf6 |e9 (x (y))) c4 (|Sf3)) e5", "e4 (d4 d5 (Nf6) c4) e5 E405@.3 E405@.3"},
        {"e4 (|zz) e5", "e4 e5 E405@.1"},
        {"e4 ({a} |zz {b}) e5", "e4 {a} e5 E405@.1"},
        {"e4 (d4 |$ d5 (c4 > ( ) ) ) e5", "e4 (d4) e5 E405@.2"},
        // There is no move before it.
        {"|(d4) e4", "e4 E410@"},
        {"{a} 1. |(d4 (d5) {b}) {c} e4 e5", "{a} <c> e4 e5 E410@"},
        {"1. {a} |(2. d4) {b} e4", "<a> <b> e4 E410@"},
        {"e4 (|(d4)) e5", "e4 e5 E410@"},
        {"e4 ({a} |(c4) d4) e5", "e4 (<a> d4) e5 E410@"},
        // Parentheses that do not match.
        {"e4 (d4 d5) |) e5", "e4 (d4 d5) E410@"},
        {"|) e4", "E410@"},
        {"e4 |(d4 (c4 (b4 e5", "e4 (d4 (c4 (b4 e5))) E410@"},
        {"e4 |(d4 d5 (Nf6 1-0", "e4 (d4 d5 (Nf6)) E410@"},
        {"e4 |(d4 d5 1-0\n\n[Event \"b\"]\nd4", "e4 (d4 d5) E410@ // [Event=b] d4"},
        {"e4 |(", "e4 E410@"},
        {"e4 (((", "e4 E410@4 E410@3"},
        {"e4 (d4 (c4 e5 (xx", "e4 (d4 (c4 e5)) E405@15.2 E410@3"},
    };
    EXPECT_ALL(cases);
}

static void test_comments(void) {
    static const PgnCase cases[] = {
        {"e4 |{x", "e4 E409@"},
        {"|{x", "E409@"},
        {"e4 (d4 |{x) e5 1-0", "e4 (d4) E409@"},
        {"e4 |{x e5 1-0\n\n[Event \"b\"]\nd4", "e4 E409@ // [Event=b] d4"},
        {"e4 |{x e5 1-0\n[Event \"b\"]\nd4 {y}", "e4 E409@ // [Event=b] d4 {y}"},
        {"e4 |{x e5 1-0\r\n\r\n[White \"b\"]\r\nd4", "e4 E409@ // [White=b] d4"},
        {"e4 |{x e5 1-0\n \t\n[White \"b\"]\nd4", "e4 E409@ // [White=b] d4"},
        {"e4 |{x e5 1-0\r\r[Event \"b\"]\rd4", "e4 E409@ // [Event=b] d4"},
        {"e4 |{x e5 1-0\r\r[White \"b\"]\rd4", "e4 E409@ // [White=b] d4"},
        {"e4 |{x\n[White \"b\"] e5 \n\n[%clk \"1\"] *", "e4 E409@"}, // no tags that follow a blank line
        {"[A \"a\"]\n\n|{x e4\n\n[A \"b\"]\n\nd4", "[A=a] E409@ // [A=b] d4"},
        {"[A \"a\"] {c} |{x", "[A=a] {c} E409@"},
        {"e4 1-0 |{x\n\n[A \"b\"]\n\nd4", "e4 1-0 E409@ // [A=b] d4"},
        {"e4 1-0 |{x", "e4 1-0 E409@"},
        {"e4 1-0 {a} |{x", "e4 {a} 1-0 E409@"},
    };
    EXPECT_ALL(cases);
}

static void test_tags(void) {
    static const PgnCase cases[] = {
        {"|[A b]", "E402@"},
        {"|[]\ne4", "e4 E402@"},
        {"|[A]\ne4", "e4 E402@"},
        {"|[\"b\"]\ne4", "e4 E402@"},
        {"|[A \"b\ne4", "e4 E402@"},
        {"|[A \"b\n\n|\"|]\ne4", "e4 E402@ E415@.1 E415@.1"},
        {"[A \"a\"]\n|[B b]\n[C \"c\"]\ne4 *", "[A=a] [C=c] e4 * E402@"},
        {"[A \"a\"]\n|[B\n[C \"c\"]\ne4 *", "[A=a] [C=c] e4 * E402@"},
        {"[A \"a\"]\n|[\n[C \"c\"]\ne4 *", "[A=a] [C=c] e4 * E402@"},
        {"[A \"a\"]\n|[B \"b\"\n[C \"c\"]\ne4 *", "[A=a] [C=c] e4 * E402@"},
        // In move text it ends the line, like anything without a meaning.
        {"e4 |[x y] d4\ne5", "e4 E402@"},
        {"e4 (d4 |[x y])\n) e5", "e4 (d4) e5 E402@"},
        {"e4 e5\n\n|[Event b]\n[White \"c\"]\nd4", "e4 e5 E402@ // [White=c] d4"},
        // If a tag that gives the start cannot be read, the moves have no meaning.
        {"|[FEN b]\ne4 *", "* E402@"},
        {"|[FEN\ne4 *", "* E402@"},
        {"|[SetUp 1]\ne4 *", "* E402@"},
        {"|[Variant Atomic]\ne4 *", "* E402@"},
        {"[Variant \"|Bughouse\"]\ne4 {a} *", "[Variant=Bughouse] * E404@"},
        {"[FEN \"|8/8\"]\ne4 (d4) 1-0 {a}", "[FEN=8/8] fen 1-0 E403@"},
    };
    EXPECT_ALL(cases);
}

static void test_null_moves_in_check(void) {
    static const PgnCase cases[] = {
        {"e4 f5 Qh5+ |-- e5", "e4 f5 Qh5+ E408@.4"},
        {"e4 f5 Qh5+ |Z0", "e4 f5 Qh5+ E408@.4"},
        {"e4 f5 Qh5+ g6 (|@@@@ a3) a3", "e4 f5 Qh5+ g6 a3 E408@.4"},
        {"f3 e5 g4 Qh4# |--", "f3 e5 g4 Qh4# E408@.5"},
    };
    EXPECT_ALL(cases);
}

// The end of a game is found, whatever the game contains.
static void test_recovery(void) {
    static const PgnCase cases[] = {
        {"e4 |xx 1-0\nd4 *", "e4 1-0 E405@.2 // d4 *"},
        {"e4 |xx (1-0) 1-0\nd4 *", "e4 1-0 E405@.2 // d4 *"},
        {"e4 |xx {1-0} ;1-0\n *\nd4 *", "e4 * E405@.2 // d4 *"},
        {"e4 |xx\n[A \"b\"]\n|yy *\n[A \"c\"]\nd4 *", "e4 E405@.2 // [A=b] * E405@.1 // [A=c] d4 *"},
        {"e4 |Ke3 ) ) > 1-0\nd4 *", "e4 1-0 E406@.2 // d4 *"},
        {"[FEN \"|x\"]\n1. e4 *\n[A \"b\"]\nd4 *", "[FEN=x] fen * E403@ // [A=b] d4 *"},
        {"e4 1-0 White resigns\n\n[Event \"b\"]\nd4 *", "e4 1-0 // [Event=b] d4 *"},
    };
    EXPECT_ALL(cases);
}

// --- limits ----------------------------------------------------------------------------------------

typedef struct {
    char *text;
    uint32_t length;
} Long;

static Long long_text(const char *before, char middle, uint32_t count, const char *after) {
    Long l = {malloc(strlen(before) + count + strlen(after)), 0};
    memcpy(l.text, before, strlen(before));
    memset(l.text + strlen(before), middle, count);
    memcpy(l.text + strlen(before) + count, after, strlen(after));
    l.length = (uint32_t)(strlen(before) + count + strlen(after));
    return l;
}

static void expect_long(const char *before, char middle, uint32_t count, const char *after, ErrorCode error,
                        uint32_t offset, uint32_t plies, uint32_t error_ply) {
    Long l = long_text(before, middle, count, after);
    const LawInput in = {l.text, l.length, STANDARD, NULL, 0};
    PgnReader r;
    check_context(before);
    CHECK_INT(law_read(&in, 0, l.length, PGN_LAST, &r), l.length);
    CHECK_INT(r.facts.error_count, error != ERR_NONE);
    if (error) CHECK_INT(r.errors[0].code, error);
    if (error) CHECK_INT(r.errors[0].offset, offset);
    if (error) CHECK_INT(r.errors[0].ply, error_ply);
    CHECK_INT(r.facts.plies, plies);
    const char *broken = law_text(&in, l.length / 5);
    if (broken) CHECK_TEXT(broken, "");
    pgn_reader_free(&r);
    free(l.text);
    check_context(NULL);
}

static void test_lengths(void) {
    expect_long("e4 ", 'x', PGN_MAX_SYMBOL, " e5", ERR_PGN_TOKEN, 3, 1, 2);
    expect_long("e4 ", 'x', PGN_MAX_SYMBOL + 1, " e5", ERR_PGN_TOO_LARGE, 3, 1, 2);
    expect_long("e4 \xE2\x99\x98", 'x', PGN_MAX_SYMBOL, " e5", ERR_PGN_TOO_LARGE, 3, 1, 2);
    expect_long("e4 (d4 ", 'x', PGN_MAX_SYMBOL + 1, ") e5", ERR_PGN_TOO_LARGE, 7, 2, 2);
    expect_long("", '1', 100000, ". e4", ERR_PGN_TOO_LARGE, 0, 0, 1);
    expect_long("e4 $", '1', 100000, " e5", ERR_PGN_TOKEN, 3, 1, 2);
    expect_long("[A \"", 'x', PGN_MAX_VALUE, "\"] e4", ERR_NONE, 0, 1, 0);
    expect_long("[A \"", 'x', PGN_MAX_VALUE + 1, "\"] e4", ERR_PGN_TOO_LARGE, 0, 1, 0);
    expect_long("[", 'x', PGN_MAX_SYMBOL, " \"\"] e4", ERR_NONE, 0, 1, 0);
    expect_long("[", 'x', PGN_MAX_SYMBOL + 1, " \"\"] e4", ERR_PGN_TOO_LARGE, 0, 1, 0);
    expect_long("e4 {", 'x', 1 << 20, "} e5", ERR_NONE, 0, 2, 0);
    expect_long("e4 {", 'x', 1 << 20, " e5", ERR_PGN_COMMENT, 3, 1, 0);
    expect_long("e4 ;", 'x', 1 << 20, "\n e5", ERR_NONE, 0, 2, 0);
}

// A limited number of errors is kept, and the game is read to its end.
static void test_many_errors(void) {
    char text[4096] = "e4 ";
    for (int i = 0; i < 200; i++) strcat(text, "(xx) ");
    strcat(text, "e5 1-0");
    const LawInput in = {text, (uint32_t)strlen(text), STANDARD, NULL, 0};
    PgnReader r;
    law_read(&in, 0, in.length, PGN_LAST, &r);
    CHECK_INT(r.facts.error_count, PGN_MAX_ERRORS);
    CHECK_INT(r.facts.plies, 2);
    CHECK_INT(r.facts.result, PGN_WHITE_WINS);
    CHECK_INT(r.errors[PGN_MAX_ERRORS - 1].offset, 4 + 5 * (PGN_MAX_ERRORS - 1));
    pgn_reader_free(&r);
    const char *broken = law_text(&in, 37);
    if (broken) CHECK_TEXT(broken, "");
}

// Zero bytes are ordinary bytes.
static void test_zero_bytes(void) {
    static const char text[] = "e4 \0 e5 1-0 \0 \0\n{\0} d4 *\0";
    const LawInput in = {text, sizeof text - 1, STANDARD, NULL, 0};
    static Log log;
    log_pgn(&log, &in, 0);
    CHECK_TEXT(log.text, "e4 1-0 E405@3.2 // {0} d4 *");
    const char *broken = law_text(&in, 1);
    if (broken) CHECK_TEXT(broken, "");
}

// Truncated text ends the game with an error, after the complete part.
static void test_cut_off(void) {
    static const struct {
        const char *text, *log;
    } cases[] = {
        {"[A \"b\"] e4 {a} e5 {open", "[A=b] e4 {a} e5 E411@23"},
        {"e4 (d4 d5", "e4 (d4) E411@9"},
        {"e4 e5 ", "e4 e5 E411@6"},
        {"e4 e4 ", "e4 E406@3.2"},
        {"[A \"b", "E411@5"},
        {"[A \"b\"]\n", "[A=b] E411@8"},
        {"e4 e5 1-0", "e4 e5 E411@9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static Log log;
        PgnReader r;
        const LawInput in = {cases[i].text, (uint32_t)strlen(cases[i].text), STANDARD, NULL, 0};
        check_context(cases[i].text);
        memset(&log, 0, sizeof log);
        CHECK_INT(law_read(&in, 0, in.length, PGN_CUT, &r), in.length);
        CHECK_INT(r.facts.state, PGN_CUT_OFF);
        log_game(&log, &r, 0);
        CHECK_TEXT(log.text, cases[i].log);
        pgn_reader_free(&r);
    }
    check_context(NULL);
    // After its result a game is complete.
    const LawInput in = {"e4 1-0 {a} {b", 13, STANDARD, NULL, 0};
    PgnReader r;
    CHECK_INT(law_read(&in, 0, in.length, PGN_CUT, &r), 10);
    CHECK(r.facts.state == PGN_COMPLETE && r.facts.result == PGN_WHITE_WINS && r.tree.count == 2 &&
          !r.facts.error_count);
    pgn_reader_free(&r);
}

// A reader that has been used gives the same results as a new one.
static void test_reuse(void) {
    static const char *const texts[] = {
        "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"] [Variant \"Chess960\"] Kd1 (Ke2 {a} xx) <",
        "e4 (d4 (c4",
        "{a} e4 1-0",
        "[FEN \"x\"] e4",
        "e4 {x",
        ""};
    enum { TEXTS = sizeof texts / sizeof *texts };
    static const uint32_t flags[] = {
        PGN_LAST, PGN_CUT, 0, PGN_LAST | PGN_TAGS_ONLY, PGN_LAST | PGN_MAIN_LINE, PGN_LAST | PGN_SKIP_MOVES};
    PgnReader used = {0};
    for (int i = 0; i < 6 * 6 * TEXTS * TEXTS; i++) {
        PgnReader fresh = {0};
        const char *text = texts[i % TEXTS];
        pgn_read(&used, texts[i / TEXTS % TEXTS], (uint32_t)strlen(texts[i / TEXTS % TEXTS]),
                 flags[i / TEXTS / TEXTS % 6]);
        const uint32_t flag = flags[i / TEXTS / TEXTS / 6];
        const uint32_t end = pgn_read(&used, text, (uint32_t)strlen(text), flag);
        CHECK_INT(end, pgn_read(&fresh, text, (uint32_t)strlen(text), flag));
        const char *broken = law_same_game(&used, &fresh, 0);
        if (broken) CHECK_TEXT(broken, "");
        pgn_reader_free(&fresh);
    }
    pgn_reader_free(&used);
}

int main(void) {
    tests_begin();
    test_moves();
    test_null_words();
    test_strays();
    test_split_moves();
    test_variations();
    test_comments();
    test_tags();
    test_null_moves_in_check();
    test_recovery();
    test_lengths();
    test_many_errors();
    test_zero_bytes();
    test_cut_off();
    test_reuse();
    return tests_end("pgn_error");
}
