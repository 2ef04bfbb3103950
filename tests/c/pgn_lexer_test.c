// SPDX-License-Identifier: Apache-2.0
// PGN text and the tokens that it makes, as a log: the same for every way to cut the text.
#include "pgn_lexer.h"

#include <stdlib.h>

#include "support.h"

typedef struct {
    char text[1 << 14];
    size_t length;
    bool in_comment;
} Log;

static void add_text(Log *log, const char *text, size_t length) {
    for (size_t i = 0; i < length && log->length < sizeof log->text - 8; i++) {
        const char c = text[i];
        if (c == 0) log->text[log->length++] = '=';
        else if (c == '\n') log->text[log->length++] = '~';
        else log->text[log->length++] = c;
    }
    log->text[log->length] = 0;
}

static bool add_token(void *context, const PgnToken *t) {
    static const char *const names[] = {" tag:", " ", " #", " $", " {", "", "}", " (", " )"};
    Log *log = context;
    char place[16] = "";
    if (t->type != PGN_COMMENT_TEXT && t->type != PGN_COMMENT_END) snprintf(place, sizeof place, "@%u", t->offset);
    add_text(log, names[t->type], strlen(names[t->type]));
    if (t->type != PGN_COMMENT_BEGIN && t->type != PGN_COMMENT_END && t->type != PGN_VARIATION_BEGIN &&
        t->type != PGN_VARIATION_END)
        add_text(log, t->text, t->length);
    add_text(log, place, strlen(place));
    return true;
}

// Each chunk in a block of its own, so that a read past its end is seen.
static void feed_copy(PgnLexer *l, const char *text, size_t length) {
    char *copy = malloc(length ? length : 1);
    memcpy(copy, text, length);
    pgn_lexer_feed(l, copy, length);
    free(copy);
}

static void run(const char *text, size_t length, size_t chunk, Log *log) {
    PgnLexer l;
    char error[32] = "";
    memset(log, 0, sizeof *log);
    pgn_lexer_begin(&l, add_token, log);
    for (size_t at = 0; at < length; at += chunk) feed_copy(&l, text + at, at + chunk < length ? chunk : length - at);
    pgn_lexer_finish(&l);
    if (l.error) snprintf(error, sizeof error, " E%d@%u", l.error, l.error_offset);
    add_text(log, error, strlen(error));
    pgn_lexer_free(&l);
}

static void check_every_chunk(const char *text, size_t length, const char *expected) {
    static Log whole, cut;
    run(text, length, length ? length : 1, &whole);
    if (expected) CHECK_TEXT(whole.text[0] == ' ' ? whole.text + 1 : whole.text, expected);
    for (size_t chunk = 1; chunk < length && chunk < 40; chunk++) {
        run(text, length, chunk, &cut);
        if (!CHECK_TEXT(cut.text, whole.text)) fprintf(stderr, "    in chunks of %zu\n", chunk);
    }
}

typedef struct {
    const char *text, *tokens;
} Case;

// @ is the offset of a token; # a number, $ a glyph, {…} a comment, E an error. In tags, '=' stands
// for the zero byte after the name; in comments, '~' for the end of a line.
static const Case CASES[] = {
    {"", ""},
    {" \t\r\n\v\f", ""},
    {"e4 e5", "e4@0 e5@3"},
    {"1. e4 e5 2.Nf3 2...Nc6 3 Bb5", "#1@0 e4@3 e5@6 #2@9 Nf3@11 #2@15 Nc6@19 #3@23 Bb5@25"},
    {"1.e4 1...e5 1. ... e5", "#1@0 e4@2 #1@5 e5@9 #1@12 e5@19"},
    {"12345678901. e4", "#12345678901@0 e4@13"},
    {"1-0", "1-0@0"},
    {"1/2-1/2 *", "1/2-1/2@0 *@8"},
    {"0-0-0+!?", "0-0-0+!?@0"},
    {"e4!! $1 $255x $", "e4!!@0 $1@5 $255@8 x@12 $@14"},
    {"{a}{}{ b\n}", "{@0a} {@3} {@5 b~}"},
    {"{a (b) [c] $1 ; \" \\ } e4", "{@0a (b) [c] $1 ; \" \\ } e4@22"},
    {"e4;rest\ne5", "e4@0 {@2rest} e5@8"},
    {"e4 ; rest\r\ne5 ;end", "e4@0 {@3 rest} e5@11 {@14end}"},
    {"{ {x}", "{@0 {x}"},
    {"%escaped [x\ne4", "e4@12"},
    {"e4\n%x }{\r%y\ne5", "e4@0 e5@12"},
    {"e4 %", "e4@0 E405@3"},
    {"(e4 (d4) )", "(@0 e4@1 (@4 d4@5 )@7 )@9"},
    {"[A \"b\"]", "tag:A=b@0"},
    {"[ A\t\"b\" ]e4", "tag:A=b@0 e4@9"},
    {"[A\"b\"]", "tag:A=b@0"},
    {"[A \"\"]", "tag:A=@0"},
    {"[A \"b\\\"c\\\\d\\e\"]", "tag:A=b\"c\\d\\e@0"},
    {"[A \"b \"quoted\" c\"]", "tag:A=b \"quoted\" c@0"}, // a quote that nobody escaped
    {"[A \"b]c\"]", "tag:A=b]c@0"},
    {"[A\n\"b\"]", "tag:A=b@0"},
    {"[A \"b\n\"]", "E402@0"},
    {"[A \"b\"\n]", "E402@0"},
    {"[A b]", "E402@0"},
    {"[]", "E402@0"},
    {"[\"b\"]", "E402@0"},
    {"[A]", "E402@0"},
    {"[A \"b\\\n\"]", "E402@0"},
    {"e4 [A \"b", "e4@0 E402@3"},
    {"e4 {x", "e4@0 {@3x E409@3"},
    {"e4 }", "e4@0 E405@3"},
    {"e4 \"", "e4@0 E405@3"},
    {"<e4>", "E405@0"},
    {"e4]", "e4@0 E405@2"},
    // Promotions in parentheses, and variations right behind a square.
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
    {"e8(Q {x})", "e8@0 (@2 Q@3 {@5x} )@8"},
    {"e4(Q)", "e4@0 (@2 Q@3 )@4"},
    {"e8((Q))", "e8@0 (@2 (@3 Q@4 )@5 )@6"},
    // Marks and blanks of other alphabets.
    {"\xEF\xBB\xBF"
     "e4",
     "e4@3"},
    {"\xEF\xBB\xBF[A \"b\"]", "tag:A=b@3"},
    {"\xEF\xBB\xBF%x\ne4", "e4@6"},
    {"e4\xC2\xA0"
     "e5",
     "e4@0 e5@4"},
    {"\xC2\xA0"
     "e5",
     "e5@2"},
    {"e4\xA0"
     "e5",
     "e4@0 e5@3"},
    {"e4\xE2\x80\x89"
     "e5",
     "e4@0 e5@5"},
    {"e4\xE3\x80\x80"
     "e5",
     "e4@0 e5@5"},
    {"0\xE2\x80\x93"
     "0",
     "0-0@0"},
    {"O\xE2\x80\x94O\xE2\x80\x91O e4", "O-O-O@0 e4@10"},
    {"1\xE2\x88\x92"
     "0",
     "1-0@0"},
    {"1\xE2\x80\xA6 e5", "#1@0 e5@5"},
    {"\xE2\x99\x98"
     "f3",
     "\xE2\x99\x98"
     "f3@0"},
    {"\xC2\xBD-\xC2\xBD", "\xC2\xBD-\xC2\xBD@0"},
    {"-- 0000 @@@@", "--@0 0000@3 @@@@@8"}, // null moves
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        check_context(CASES[i].text);
        check_every_chunk(CASES[i].text, strlen(CASES[i].text), CASES[i].tokens);
    }
    check_context(NULL);
}

// A zero byte ends nothing; in a tag it is an error, however it gets there.
static void test_zero_bytes(void) {
    static const Case cases[] = {
        {"[A \"b#c\"]", "E402@0"}, {"[A \"b\\#c\"]", "E402@0"}, {"[A \"b\"#\"]", "E402@0"}, {"[A# \"b\"]", "E402@0"},
        {"[#A \"b\"]", "E402@0"},  {"[A #\"b\"]", "E402@0"},    {"{#}", "{@0=}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        strcpy(text, cases[i].text);
        *strchr(text, '#') = 0;
        check_context(cases[i].text);
        check_every_chunk(text, strlen(cases[i].text), cases[i].tokens);
    }
    check_context(NULL);
}

static void test_limits(void) {
    enum { LONG = 70000 };
    static char text[LONG + 16];
    static Log log;
    memset(text, 'x', LONG);
    run(text, PGN_MAX_SYMBOL, 1000, &log);
    CHECK_INT(log.length, PGN_MAX_SYMBOL + 3);
    run(text, PGN_MAX_SYMBOL + 1, 1000, &log);
    CHECK_TEXT(log.text, " E411@0");
    memcpy(text, "[A \"", 4);
    memcpy(text + LONG, "\"]", 2);
    run(text, LONG + 2, 4096, &log);
    CHECK_TEXT(log.text, " E411@0");
    memset(text + 4, ' ', LONG - 4);
    text[5] = '"';
    text[LONG - 1] = 'x';
    run(text, LONG + 2, 4096, &log);
    CHECK_TEXT(log.text, " E411@0");
    memset(text, 'N', LONG);
    text[0] = '[';
    run(text, LONG, 4096, &log);
    CHECK_TEXT(log.text, " E411@0");
}

// Bytes that mean something, in any order: each way to cut them tells the same.
static void test_random_texts(void) {
    static const char *const parts[] = {"[",
                                        "]",
                                        "\"",
                                        "\\",
                                        "(",
                                        ")",
                                        "{",
                                        "}",
                                        ";",
                                        "%",
                                        "$1",
                                        "\n",
                                        "\r",
                                        " ",
                                        "e8",
                                        "(Q)",
                                        "Q",
                                        "1.",
                                        "...",
                                        "O",
                                        "\xE2\x80\x93",
                                        "\xE2",
                                        "\x80",
                                        "\xA0",
                                        "\xC2\xA0",
                                        "\xEF\xBB\xBF",
                                        "A \"",
                                        "--",
                                        "0000",
                                        "*",
                                        "e4"};
    Random r = {141};
    for (int i = 0; i < 6000; i++) {
        char text[200] = "";
        for (int n = random_below(&r, 24); n > 0; n--)
            strcat(text, parts[random_below(&r, sizeof parts / sizeof *parts)]);
        check_context(text);
        check_every_chunk(text, strlen(text), NULL);
    }
    check_context(NULL);
}

static bool stop_at_first(void *context, const PgnToken *t) {
    *(int *)context += t->type == PGN_SYMBOL;
    return false;
}

static void test_stopping(void) {
    PgnLexer l;
    int count = 0;
    pgn_lexer_begin(&l, stop_at_first, &count);
    pgn_lexer_feed(&l, "e4 e5 d4", 8);
    pgn_lexer_feed(&l, " {", 2);
    pgn_lexer_finish(&l);
    CHECK(l.stopped && !l.error);
    CHECK_INT(count, 1);
    pgn_lexer_free(&l);
}

int main(void) {
    tests_begin();
    test_cases();
    test_zero_bytes();
    test_limits();
    test_random_texts();
    test_stopping();
    return tests_end("pgn_lexer");
}
