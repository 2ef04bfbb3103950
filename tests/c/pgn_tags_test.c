// SPDX-License-Identifier: Apache-2.0
// Tags, and the start position that they give.
#include "pgn/tags.h"

#include "pgn_log.h"

#define FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"

static void test_reading(void) {
    static const PgnCase cases[] = {
        {"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n", "[White=A] [Black=B] e4 e5 *"},
        {"[White \"A\"]", "[White=A]"},
        {"[White \"A\"][Black \"B\"] [Round \"1\"]1. e4", "[White=A] [Black=B] [Round=1] e4"},
        {"[White \"A\"]\n1. e4 *\n[White \"B\"]\n1. d4 *", "[White=A] e4 * // [White=B] d4 *"},
        {"[White \"\\\"q\\\" \\\\ \\x\"]", "[White=\"q\" \\ \\x]"},
        {"[White \"\\\\\"]", "[White=\\]"},
        {"[White \"\\\\\\\"\"]", "[White=\\\"]"},
        {"[White \"say \"hi\" to\"]", "[White=say \"hi\" to]"},
        {"[White \"a] b\"]", "[White=a] b]"},
        {"[White \"\"]", "[White=]"},
        {"[White \" a \"]", "[White= a ]"},
        {"[UTC_Date1 \"x\"] [1 \"y\"] [_ \"z\"]", "[UTC_Date1=x] [1=y] [_=z]"},
        {"  [  White\t\"A\"  ]  ", "[White=A]"},
        {"[White\"A\"]", "[White=A]"},
        {"[White \"J\xC3\xBCrgen\"] [Black \"J\xFCrgen\"]", "[White=J??rgen] [Black=J?rgen]"},
        {"[White \"A\"]\r[Black \"B\"]\r\re4", "[White=A] [Black=B] e4"},
        {"[White \"A\"]\n%[Black \"B\"]\ne4", "[White=A] e4"},
        {"[White \"A\"] [White \"B\"]", "[White=A] [White=B]"},
        {"[Event \"A\"] [Event \"B\"]", "[Event=A] // [Event=B]"},
        {"[Event \"A\"] [event \"B\"]", "[Event=A] [event=B]"},
        {"[White \"{a} (b) ; $1\"]", "[White={a} (b) ; $1]"},
        {"[White \"A\nB\"]\ne4", "[White=A B] e4"},
        {"[White \"A \r\n \tB\r\nC\"]\ne4", "[White=A B C] e4"},
        {"[White \"A\n\"]\ne4", "[White=A] e4"},
        {"[White \"A\nB\nC\nD\"]\ne4", "[White=A B C D] e4"},
        {"|[White \"A\n|B\nC\nD\nE\"]\ne4", "E402@ E405@.1"},
        {"|[White \"A\n\n|B\"]\ne4", "E402@ E405@.1"},
        {"|[White \"A\n[Black \"B\"]\ne4", "[Black=B] e4 E402@"},
        {"[fen \"" FEN "\"]\nO-O", "[FEN=" FEN "] fen O-O"},
        {"[VARIANT \"|chess960\"]\n[SETUP \"1\"]\n[result \"1-0\"] e4",
         "[Variant=chess960] [SetUp=1] [Result=1-0] 960 e4 E416@"},
        {"[White \"A\"]\n\n[White \"B\"]\n\ne4", "[White=A] // [White=B] e4"},
        {"[White \"A\"]\n\n[Black \"B\"]\n[wHITE \"C\"]\ne4", "[White=A] // [Black=B] [wHITE=C] e4"},
        {"[White \"A\"]\n\n[Black \"B\"]\n\n[Round \"1\"] e4", "[White=A] [Black=B] [Round=1] e4"},
        {"[White \"A\"]\n[White \"B\"]\n\ne4", "[White=A] [White=B] e4"},
    };
    EXPECT_ALL(cases);
}

static void test_starts(void) {
    static const PgnCase cases[] = {
        {"[FEN \"" FEN "\"]\nO-O", "[FEN=" FEN "] fen O-O"},
        {"[SetUp \"1\"]\n[FEN \"" FEN "\"]\nO-O", "[SetUp=1] [FEN=" FEN "] fen O-O"},
        {"[FEN \"" FEN "\"]\n[SetUp \"1\"]\nO-O", "[FEN=" FEN "] [SetUp=1] fen O-O"},
        {"[SetUp \"0\"]\n[FEN \"" FEN "\"]\nO-O", "[SetUp=0] [FEN=" FEN "] fen O-O"},
        {"[SetUp \"1\"]\ne4", "[SetUp=1] e4"},
        {"[FEN \"8/8\"]\n[FEN \"" FEN "\"]\nO-O", "[FEN=8/8] [FEN=" FEN "] fen O-O"}, // the last one counts
        {"[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 7 57\"]\n57... Kd7 58. Kd2",
         "[FEN=4k3/8/8/8/8/8/8/4K3 b - - 7 57] fen Kd7 Kd2"},
        {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8(Q) Kd7",
         "[FEN=4k3/P7/8/8/8/8/8/4K3 w - - 0 1] fen a8=Q+ Kd7"},
        {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=N (Kd1) Kd7",
         "[FEN=4k3/P7/8/8/8/8/8/4K3 w - - 0 1] fen a8=N (Kd1) Kd7"},
        {"[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6 e.p. Kd7",
         "[FEN=4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1] fen exd6 Kd7"},
        {"[FEN \"4k3/8/8/8/8/8/8/4K3 w - -\"] Kd1", "[FEN=4k3/8/8/8/8/8/8/4K3 w - -] fen Kd1"},
        {"[FEN \"\"]\ne4", "[FEN=] e4"},
        {"[FEN \"|x\"]\ne4", "[FEN=x] fen E403@"},
        {"[Variant \"|Chess960\"]\ne4", "[Variant=Chess960] 960 e4 E416@"},
        {"[Variant \"Chess960\"]\n[FEN \"|?\"]\ne4", "[Variant=Chess960] [FEN=?] 960 e4 E416@"},
        {"[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\nO-O",
         "[Variant=Chess960] [FEN=4k3/8/8/8/8/8/8/5K1R w H - 0 1] 960 fen O-O"},
        {"[Variant \"\"]\ne4", "[Variant=] e4"},
        {"[Variant \"|Bughouse\"]\ne4 *", "[Variant=Bughouse] * E404@"},
        {"[Variant \"|Bughouse\"] [FEN \"x\"] e4", "[Variant=Bughouse] [FEN=x] E404@"},
    };
    EXPECT_ALL(cases);
    expect_pgn("[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\nO-O", "[FEN=4k3/8/8/8/8/8/8/5K1R w H - 0 1] 960 fen O-O",
               CHESS960, NULL);
    expect_pgn("[Variant \"Standard\"] e4", "[Variant=Standard] e4", CHESS960, NULL);
}

// Reading continues with a repaired FEN; tests/data/pgn/mended-fens.md has more cases.
static void test_mended_starts(void) {
    static const PgnCase cases[] = {
        {"[FEN \"|4k3/8/8/8/8/8/8/4K2R w Kq - 0 1\"]\nO-O", "[FEN=4k3/8/8/8/8/8/8/4K2R w Kq - 0 1] fen O-O E412@"},
        {"[FEN \"|4k3/8/8/8/8/8/8/4K2R  w K e3\"]\nO-O", "[FEN=4k3/8/8/8/8/8/8/4K2R  w K e3] fen O-O E412@"},
        {"[FEN \"|r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1\"]\nO-O",
         "[FEN=r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1] 960 fen O-O+ E412@"},
        {"[FEN \"|4k3/8/8/8/8/8/8/4K1RR w G - 0 1\"]\nO-O", "[FEN=4k3/8/8/8/8/8/8/4K1RR w G - 0 1] 960 fen O-O E412@"},
        {"[Variant \"From Position\"]\n[FEN \"|4k3/8/8/8/8/8/8/1R2K2R w KB\"]\nO-O-O",
         "[Variant=From Position] [FEN=4k3/8/8/8/8/8/8/1R2K2R w KB] 960 fen O-O-O E412@"},
        {"[FEN \"|4k3/8/8/8/8/8/8/8  w - - 0 1\"]\nO-O", "[FEN=4k3/8/8/8/8/8/8/8  w - - 0 1] fen E403@"},
    };
    EXPECT_ALL(cases);
}

static void test_variants(void) {
    static const char *const chess960[] = {"Chess960",
                                           "chess 960",
                                           "CHESS-960",
                                           "Fischerandom",
                                           "fischerandom",
                                           "Fischer Random",
                                           "FischerRandom",
                                           "Fischer Random Chess",
                                           "Freestyle Chess",
                                           "960",
                                           "FRC",
                                           "Standard 960",
                                           "FischerRandom960"};
    static const char *const standard[] = {"Standard", "standard", "Chess", "Normal", "From Position", "", "Classical"};
    static const char *const others[] = {
        "Losers", "Chess99", "Chess960x", "Losers960", "Bughouse", "Xiangqi", "Shuffle with a long name"};
    for (size_t i = 0; i < sizeof chess960 / sizeof *chess960; i++) {
        char text[64], log[64];
        sprintf(text, "[Variant \"|%s\"]", chess960[i]);
        sprintf(log, "[Variant=%s] 960 E416@", chess960[i]);
        expect_pgn(text, log, STANDARD, NULL);
    }
    for (int v = CRAZYHOUSE; v < VARIANT_COUNT; v++) {
        char text[64], log[64];
        sprintf(text, "[Variant \"%s\"]", variant_name((Variant)v, NAME_PGN));
        sprintf(log, "[Variant=%s]", variant_name((Variant)v, NAME_PGN));
        expect_pgn(text, log, STANDARD, NULL);
    }
    for (int v = CRAZYHOUSE; v < VARIANT_COUNT; v++)
        for (int form = 0; form < NAME_FORMS; form++) {
            char text[64];
            PgnReader r;
            sprintf(text, "[Variant \"%s 960\"]", variant_name((Variant)v, (NameForm)form));
            const LawInput in = {text, (uint32_t)strlen(text), STANDARD, NULL, 0};
            law_read(&in, 0, in.length, PGN_LAST, &r);
            CHECK_INT(r.facts.variant, v);
            CHECK_INT(r.facts.error_count, 0);
            pgn_reader_free(&r);
        }
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
        char text[64], log[64];
        sprintf(text, "[Variant \"%s\"]", standard[i]);
        sprintf(log, "[Variant=%s]", standard[i]);
        expect_pgn(text, log, STANDARD, NULL);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char text[64], log[64];
        sprintf(text, "[Variant \"|%s\"]", others[i]);
        sprintf(log, "[Variant=%s] E404@", others[i]);
        expect_pgn(text, log, STANDARD, NULL);
    }
}

// If the moves end with another result, that one is used.
static void test_results(void) {
    static const PgnCase cases[] = {
        {"[Result \"|\xC2\xBD\"]\ne4 *", "[Result=??] e4 1/2-1/2 E414@"},
        {"[Result \"|\xBD\"]\ne4 *", "[Result=?] e4 1/2-1/2 E414@"},
        {"[result \" 1 : 0 \"]\ne4 1-0", "[Result= 1 : 0 ] e4 1-0"},
        {"[Result \"1\xE2\x80\x93"
         "0\"]\ne4 1-0",
         "[Result=1???0] e4 1-0"},
        {"[Result \"White won\"]\ne4 1-0", "[Result=White won] e4 1-0"},
        {"[Result \"\"]\ne4 1-0", "[Result=] e4 1-0"},
        {"[Result \"|1-0\"]\ne4 0-1", "[Result=1-0] e4 0-1 E414@"},
        {"[Result \"|1/2\"]\ne4 *", "[Result=1/2] e4 1/2-1/2 E414@"},
        {"[Result \"|0-1\"]\ne4 *", "[Result=0-1] e4 0-1 E414@"},
        {"[Result \"?\"]\ne4 *", "[Result=?] e4 *"},
        {"[Result \"|*\"]\ne4 (d4 0-1) 1-0", "[Result=*] e4 (d4) 1-0 E414@"},
        {"[Result \"1-0\"] [Result \"|0-1\"]\ne4 1-0", "[Result=1-0] [Result=0-1] e4 1-0 E414@"},
        {"[Result \"0-1\"] [Result \"1-0\"]\ne4 1-0", "[Result=0-1] [Result=1-0] e4 1-0"},
    };
    EXPECT_ALL(cases);
}

// The effect of PGN_STRICT on the FEN; the remaining tags with PGN_NO_TAGS.
static void test_flags(void) {
    static const char text[] =
        "[White \"A\"] [FEN \"4k3/8/8/8/8/8/8/r3K2r w - - 0 1\"] [SetUp \"1\"] [Event \"b\"] Kd2";
    const LawInput in = {text, sizeof text - 1, STANDARD, NULL, 0};
    static Log log;
    PgnReader r;
    law_read(&in, 0, in.length, PGN_LAST, &r);
    CHECK_INT(r.facts.error_count, 0);
    CHECK_INT(r.facts.plies, 1);
    pgn_reader_free(&r);
    law_read(&in, 0, in.length, PGN_LAST | PGN_STRICT, &r);
    CHECK_INT(r.facts.error_count, 1);
    CHECK_INT(r.errors[0].code, ERR_PGN_TAG_FEN);
    CHECK_INT(r.facts.plies, 0);
    pgn_reader_free(&r);
    memset(&log, 0, sizeof log);
    law_read(&in, 0, in.length, PGN_LAST | PGN_NO_TAGS, &r);
    log_game(&log, &r, 0);
    CHECK_TEXT(log.text, "[FEN=4k3/8/8/8/8/8/8/r3K2r w - - 0 1] [Event=b] fen Kd2");
    pgn_reader_free(&r);
    memset(&log, 0, sizeof log);
    const uint32_t end = law_read(&in, 0, in.length, PGN_LAST | PGN_TAGS_ONLY, &r);
    log_game(&log, &r, 0);
    CHECK(strstr(log.text, "[White=A]") == log.text && strstr(log.text, "[Event=b]"));
    CHECK_INT(r.tree.count, 0);
    CHECK_INT(end, in.length - 3);
    pgn_reader_free(&r);
}

static void test_names(void) {
    const PgnToken t = {.text = "Eventual", .length = 5};
    CHECK(pgn_tag_is(&t, "Event"));
    CHECK(!pgn_tag_is(&t, "Eventual"));
    CHECK(!pgn_tag_is(&t, "Even"));
    CHECK(!pgn_tag_is(&t, "event"));
}

int main(void) {
    tests_begin();
    test_reading();
    test_starts();
    test_mended_starts();
    test_variants();
    test_results();
    test_flags();
    test_names();
    return tests_end("pgn_tags");
}
