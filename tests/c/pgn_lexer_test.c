// SPDX-License-Identifier: Apache-2.0
// PGN text and its tokens, as a log.
#include "pgn/lexer.h"

#include <stdlib.h>

#include "pgn/scan.h"
#include "support.h"

typedef struct {
    char text[1 << 14];
    size_t length;
} Log;

static void add_text(Log *log, const char *text, size_t length) {
    for (size_t i = 0; i < length && log->length < sizeof log->text - 8; i++) {
        const char c = text[i];
        log->text[log->length++] = c == '\n' ? '~' : c ? c : '0';
    }
    log->text[log->length] = 0;
}

static void add_token(Log *log, const PgnToken *t, uint32_t offset) {
    static const char *const names[] = {"tag:", "", "#", "$", "{", "(", ")"};
    char place[32];
    if (log->length) add_text(log, " ", 1);
    if (t->type == PGN_BAD) {
        snprintf(place, sizeof place, "E%d@%u", t->error, offset);
    } else {
        const bool bracket = t->type == PGN_VARIATION_BEGIN || t->type == PGN_VARIATION_END;
        add_text(log, names[t->type], strlen(names[t->type]));
        if (t->type == PGN_NAG) add_text(log, place, (size_t)snprintf(place, sizeof place, "%u", t->number));
        else if (!bracket) add_text(log, t->text, t->length);
        if (t->type == PGN_TAG) add_text(log, "=", 1);
        if (t->type == PGN_TAG) add_text(log, t->value, t->value_length);
        snprintf(place, sizeof place, "%s@%u", t->type == PGN_COMMENT ? "}" : "", offset);
    }
    add_text(log, place, strlen(place));
}

enum { COMPLETE = 1, BARE = 2, WITHOUT_BARE = 4 };

// Reads from a separate memory block, so that a read past the end is detected.
static void run(const char *text, size_t length, int how, Log *log) {
    static PgnLexer l;
    PgnToken t = {.type = PGN_BAD};
    char *copy = malloc(length);
    memset(log, 0, sizeof *log);
    if (length) memcpy(copy, text, length);
    l = (PgnLexer){.start = copy, .at = copy, .end = copy + length, .last = how & COMPLETE, .bare = how & BARE};
    for (const char *at = copy; pgn_lexer_next(&l, &t) < PGN_END; at = l.at) {
        CHECK(t.start >= at && t.start < l.at && l.at <= l.end);
        if (how & WITHOUT_BARE && (t.type == PGN_COMMENT || t.type == PGN_NUMBER)) continue;
        add_token(log, &t, (uint32_t)(t.start - copy));
    }
    CHECK_INT(t.type, how & COMPLETE ? PGN_END : PGN_MORE);
    free(copy);
}

// Exactly the text before the first token is skipped.
static void check_skipping(const char *text, size_t length) {
    PgnLexer l = {.start = text, .at = text, .end = text + length, .last = true};
    const char *begin = pgn_lexer_skip(&l);
    PgnToken t;
    l = (PgnLexer){.start = text, .at = text, .end = text + length, .last = true};
    pgn_lexer_next(&l, &t);
    CHECK_INT(begin - text, t.start - text);
}

// Every beginning of the text gives the first tokens of the whole, and then requests more.
static void check_every_cut(const char *text, size_t length, const char *expected) {
    static Log whole, other;
    run(text, length, COMPLETE, &whole);
    if (expected) CHECK_TEXT(whole.text, expected);
    check_skipping(text, length);
    for (size_t cut = 0; cut <= length; cut++) {
        run(text, cut, 0, &other);
        if (!CHECK(memcmp(other.text, whole.text, other.length) == 0))
            fprintf(stderr, "    cut at %zu: %s\n", cut, other.text);
    }
    run(text, length, COMPLETE | WITHOUT_BARE, &whole);
    run(text, length, COMPLETE | WITHOUT_BARE | BARE, &other);
    CHECK_TEXT(other.text, whole.text);
}

typedef struct {
    const char *text, *tokens;
} Case;

#define DASH "\xE2\x80\x93"
#define NBSP "\xC2\xA0"
#define BOM "\xEF\xBB\xBF"

// @ is the offset of a token; # a number, $ a glyph, {…} a comment, E an error. '~' is a line end.
static const Case CASES[] = {
    {"", ""},
    {" \t\r\n\v\f\x1A", ""},
    {"e4 e5", "e4@0 e5@3"},
    {"1. e4 e5 2.Nf3 2...Nc6 3 Bb5", "#1@0 e4@3 e5@6 #2@9 Nf3@11 #2@15 Nc6@19 #3@23 Bb5@25"},
    {"1.e4 1...e5 1. ... e5", "#1@0 e4@2 #1@5 e5@9 #1@12 e5@19"},
    {"12345678901. e4", "#12345678901@0 e4@13"},
    {"0. e4 00. e5 0000. d4 00000 1", "#0@0 e4@3 #00@6 e5@10 0000.@13 d4@19 #00000@22 #1@28"},
    {"1-0", "1-0@0"},
    {"1/2-1/2 *", "1/2-1/2@0 *@8"},
    {"e4* *1", "e4@0 *@2 *@4 #1@5"},
    {"0-0-0+!?", "0-0-0+!?@0"},
    {"e4!! $1 $255x $0 $007", "e4!!@0 $1@5 $255@8 x@12 $0@14 $7@17"},
    {"$ e4", "E405@0 e4@2"},
    {"$67108863 $67108864 $99999999999999999999", "$67108863@0 E405@10 E405@20"},
    {"{a}{}{ b\n}", "{a}@0 {}@3 { b~}@5"},
    {"{a (b) [c] $1 ; \" \\ } e4", "{a (b) [c] $1 ; \" \\ }@0 e4@22"},
    {"e4;rest\ne5", "e4@0 {rest}@2 e5@8"},
    {"e4 ; rest\r\ne5 ;end", "e4@0 { rest}@3 e5@11 {end}@14"},
    {"e4;a\re5", "e4@0 {a}@2 e5@5"},
    {"{ {x}", "{ {x}@0"},
    {"%escaped [x\ne4", "e4@12"},
    {"e4\n%x }{\r%y\ne5", "e4@0 e5@12"},
    {"e4 %", "e4@0 E415@3"},
    {"e4% e5", "e4%@0 e5@4"},
    {"(e4 (d4) )", "(@0 e4@1 (@4 d4@5 )@7 )@9"},
    {"e4(d4)e5", "e4@0 (@2 d4@3 )@5 e5@6"},
    {"[A \"b\"]", "tag:A=b@0"},
    {"[ A\t\"b\" ]e4", "tag:A=b@0 e4@9"},
    {"[A\"b\"]", "tag:A=b@0"},
    {"[A \"\"]", "tag:A=@0"},
    {"[A_1-b:c \"\"]", "tag:A_1-b:c=@0"},
    {"[A \"b\\\"c\\\\d\\e\"]", "tag:A=b\\\"c\\\\d\\e@0"},
    {"[A \"b\\\\\"]", "tag:A=b\\\\@0"},
    {"[A \"b\\\\\\\"]\"]", "tag:A=b\\\\\\\"]@0"},
    {"[A \"b \"quoted\" c\"]", "tag:A=b \"quoted\" c@0"}, // an unescaped quote
    {"[A \"b]c\"]", "tag:A=b]c@0"},
    {"[A \"b\tc\"]", "tag:A=b\tc@0"},
    {"[A \"b\"][C \"d\"] [E \"f\"]", "tag:A=b@0 tag:C=d@7 tag:E=f@15"},
    {"[A\n\"b\"]", "tag:A=b@0"},
    {"[A \"b\n\"]", "tag:A=b~@0"},
    {"[A b] e4\ne5", "E402@0 e5@9"},
    {"[]", "E402@0"},
    {"[\"b\"]", "E402@0"},
    {"[A]", "E402@0"},
    {"[A \"b\\\"]", "E402@0"},
    {"[\n[C \"d\"]", "E402@0 tag:C=d@2"},
    {"[A\n[C \"d\"]", "E402@0 tag:C=d@3"},
    {"e4 [A \"b", "e4@0 E402@3"},
    {"e4 {x", "e4@0 E409@3"},
    {"{x\n[A \"b\"] y", "E409@0"},
    {"{x\n\n[A \"b\"] y", "E409@0 tag:A=b@4 y@12"},
    {"{x\n[Event \"b\"] y", "E409@0 tag:Event=b@3 y@15"},
    {"{x [Event \"b\"] y", "E409@0"},
    {"{x\r[Event\t\"b\"] y", "E409@0 tag:Event=b@3 y@15"},
    {"{x\r\n \t\r\n[A \"b\"] y", "E409@0 tag:A=b@8 y@16"},
    {"{x\n\n[%clk \"b\"] y}", "{x~~[%clk \"b\"] y}@0"},
    {"{x\n\n[Event b] y}", "{x~~[Event b] y}@0"},
    {"{x\n\ny [A \"b\"]}", "{x~~y [A \"b\"]}@0"},
    {"{x\n\n[A \"b\"] y} e4", "{x~~[A \"b\"] y}@0 e4@15"},
    {"{x\n\n[A \"b\"]\n\n[C \"d\"]}", "{x~~[A \"b\"]~~[C \"d\"]}@0"},
    {"{x\n\n[A \"b\"] {y}", "E409@0 tag:A=b@4 {y}@12"},
    {"{x\n\n[A \"b\"]\n[Event \"c\"] }", "E409@0 tag:A=b@4 tag:Event=c@12 E415@24"},
    {"{x\n[Event \"b\"] }", "E409@0 tag:Event=b@3 E415@15"},
    {"e4 }", "e4@0 E415@3"},
    {"e4 \"", "e4@0 E415@3"},
    {"<e4>", "E415@0 e4@1 E415@3"},
    {"e4 <>< >", "e4@0 <>@3 E415@5 E415@7"},
    {"e4 (null) ((null) (nul (NULL)", "e4@0 E415@3 (@10 E415@11 (@18 nul@19 (@23 NULL@24 )@28"},
    {"e4]", "e4@0 E415@2"},
    // Promotions in parentheses, and variations right after a square.
    {"e8(Q)", "e8(Q)@0"},
    {"e8(Q)+ e5", "e8(Q)+@0 e5@7"},
    {"dxe1(n)", "dxe1(n)@0"},
    {"e8 (Qd1)", "e8@0 (@3 Qd1@4 )@7"},
    {"e8(Qd1)", "e8@0 (@2 Qd1@3 )@6"},
    {"e8(d4)", "e8@0 (@2 d4@3 )@5"},
    {"e8(1. d4)", "e8@0 (@2 #1@3 d4@6 )@8"},
    {"e8()", "e8@0 (@2 )@3"},
    {"e8(", "e8@0 (@2"},
    {"e8(Q", "e8@0 (@2 Q@3"},
    {"e8(Q {x})", "e8@0 (@2 Q@3 {x}@5 )@8"},
    {"e4(Q)", "e4@0 (@2 Q@3 )@4"},
    {"e8((Q))", "e8@0 (@2 (@3 Q@4 )@5 )@6"},
    // Marks and blanks outside ASCII.
    {BOM "e4", "e4@3"},
    {BOM "[A \"b\"]", "tag:A=b@3"},
    {BOM "%x\ne4", "e4@6"},
    {"e4" NBSP "e5", "e4@0 e5@4"},
    {NBSP NBSP "e5" NBSP, "e5@4"},
    {"e4\xA0"
     "e5\xA0\xA0 d4 \xA0\xA0",
     "e4@0 e5@3 d4@8"},
    {"e4\xE2\x80\x89"
     "e5",
     "e4@0 e5@5"},
    {"e4\xE3\x80\x80"
     "e5",
     "e4@0 e5@5"},
    {"0" DASH "0", "0-0@0"},
    {"O\xE2\x80\x95O e4", "O-O@0 e4@6"},
    {"O\xE2\x80\x94O\xE2\x80\x91O e4", "O-O-O@0 e4@10"},
    {"1\xE2\x88\x92"
     "0",
     "1-0@0"},
    {"1\x96"
     "0 0\x97"
     "1",
     "1-0@0 0-1@4"},
    {"1\xE2\x80\xA6 e5", "#1@0 e5@5"},
    {"1\xE2\x80\xA6"
     "e5",
     "#1@0 e5@4"},
    {"1\x85 e5", "#1@0 e5@3"},
    {"\xE2\x99\x98"
     "f3",
     "\xE2\x99\x98"
     "f3@0"},
    {"\xC2\xBD-\xC2\xBD", "\xC2\xBD-\xC2\xBD@0"},
    {"\xBD-\xBD \xBD", "\xBD-\xBD@0 \xBD@4"},
    {"-- 0000 @@@@", "--@0 0000@3 @@@@@8"}, // null moves
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        check_context(CASES[i].text);
        check_every_cut(CASES[i].text, strlen(CASES[i].text), CASES[i].tokens);
    }
    check_context(NULL);
}

// A zero byte does not end the text; in a tag it is an error.
static void test_zero_bytes(void) {
    static const Case cases[] = {
        {"[A \"b#c\"]", "E402@0"}, {"[A \"b\\#c\"]", "E402@0"}, {"[A \"b\"#\"]", "E402@0"}, {"[A# \"b\"]", "E402@0"},
        {"[#A \"b\"]", "E402@0"},  {"[A #\"b\"]", "E402@0"},    {"{#}", "{0}@0"},           {"e#4 #", "e04@0 0@4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        const size_t length = strlen(cases[i].text);
        strcpy(text, cases[i].text);
        for (size_t k = 0; k < length; k++)
            if (text[k] == '#') text[k] = 0;
        check_context(cases[i].text);
        check_every_cut(text, length, cases[i].tokens);
    }
    check_context(NULL);
}

static void test_limits(void) {
    enum { LONG = 70000 };
    static char text[LONG + 16];
    static Log log;
    memset(text, 'x', LONG);
    run(text, PGN_MAX_SYMBOL, COMPLETE, &log);
    CHECK_INT(log.length, PGN_MAX_SYMBOL + 2);
    run(text, PGN_MAX_SYMBOL + 1, COMPLETE, &log);
    CHECK_TEXT(log.text, "E411@0");
    run(text, LONG, COMPLETE, &log);
    CHECK_TEXT(log.text, "E411@0");
    memcpy(text, "[A \"", 4);
    memcpy(text + LONG, "\"]e4", 4);
    run(text, LONG + 4, COMPLETE, &log);
    CHECK_TEXT(log.text, "E411@0 e4@70002");
    memset(text + 4, ' ', LONG - 4);
    text[5] = '"';
    text[LONG - 1] = 'x';
    run(text, LONG + 4, COMPLETE, &log);
    CHECK_TEXT(log.text, "E411@0 e4@70002");
    memset(text, 'N', LONG);
    text[0] = '[';
    memcpy(text + LONG, " \"\"]", 4);
    run(text, LONG + 4, COMPLETE, &log);
    CHECK_TEXT(log.text, "E411@0");
}

// Bytes with a meaning, in any order.
static void test_random_texts(void) {
    static const char *const parts[] = {"[",        "]",    "\"",   "\\", "(",    ")",    "{",    "}",
                                        ";",        "%",    "$1",   "\n", "\r",   " ",    "e8",   "(Q)",
                                        "Q",        "1.",   "...",  "O",  DASH,   "\xE2", "\x80", "\xA0",
                                        "\xC2\xA0", BOM,    "A \"", "--", "0000", "*",    "e4",   "\n\n[A \"b\"]",
                                        "7",        "\x85", "\xBD"};
    Random r = {141};
    for (int i = 0; i < 6000; i++) {
        char text[300] = "";
        for (int n = random_below(&r, 24); n > 0; n--)
            strcat(text, parts[random_below(&r, sizeof parts / sizeof *parts)]);
        check_context(text);
        check_every_cut(text, strlen(text), NULL);
    }
    check_context(NULL);
}

// --- lines -----------------------------------------------------------------------------------------

static void test_scan(void) {
    Random r = {143};
    for (int i = 0; i < 20000; i++) {
        const uint32_t length = (uint32_t)random_below(&r, 40);
        char *text = malloc(length);
        uint32_t found = 0;
        for (uint32_t k = 0; k < length; k++)
            text[k] = random_below(&r, 30) ? "\x80\xFFxyz |~"[k % 8] : "}\n\x1F"[k % 3];
        while (found < length && text[found] != '}' && (unsigned char)text[found] >= ' ') found++;
        CHECK_INT(pgn_scan(text, text + length, '}') - text, found);
        free(text);
    }
}

static void test_line_ends(void) {
    Random r = {142};
    for (int i = 0; i < 20000; i++) {
        const uint32_t length = (uint32_t)random_below(&r, 40);
        char *text = malloc(length);
        uint32_t ends = 0, last = 0, line;
        for (uint32_t k = 0; k < length; k++) text[k] = "\n\rx \t\x80\xFF{xyz"[random_below(&r, 12)];
        for (uint32_t k = 0; k < length; k++) {
            if (text[k] != '\n' && (text[k] != '\r' || (k + 1 < length && text[k + 1] == '\n'))) continue;
            ends++;
            last = k + 1;
        }
        CHECK_INT(pgn_line_ends(text, length, &line), ends);
        CHECK_INT(line, last);
        free(text);
    }
}

int main(void) {
    tests_begin();
    test_cases();
    test_zero_bytes();
    test_limits();
    test_random_texts();
    test_scan();
    test_line_ends();
    return tests_end("pgn_lexer");
}
