// SPDX-License-Identifier: Apache-2.0
// Results, null moves and glyphs.
#include "pgn/symbols.h"

#include "support.h"

#define LENGTH(text) ((uint32_t)strlen(text))

static void test_results(void) {
    static const struct {
        const char *text;
        PgnResult result;
    } cases[] = {
        {"1-0", PGN_WHITE_WINS},
        {"1:0", PGN_WHITE_WINS},
        {"0-1", PGN_BLACK_WINS},
        {"0:1", PGN_BLACK_WINS},
        {"1/2-1/2", PGN_DRAW},
        {"1/2", PGN_DRAW},
        {"\xC2\xBD", PGN_DRAW},
        {"\xC2\xBD-\xC2\xBD", PGN_DRAW},
        {"\xBD", PGN_DRAW},
        {"\xBD-\xBD", PGN_DRAW},
        {"*", PGN_UNFINISHED},
        {"1", PGN_NO_RESULT},
        {"0-0", PGN_NO_RESULT},
        {"1-1", PGN_NO_RESULT},
        {"1-00", PGN_NO_RESULT},
        {"01-0", PGN_NO_RESULT},
        {"0-0-0", PGN_NO_RESULT},
        {"1/3", PGN_NO_RESULT},
        {"1-", PGN_NO_RESULT},
        {"**", PGN_NO_RESULT},
        {"e4", PGN_NO_RESULT},
        {"\xE2\x99\x98", PGN_NO_RESULT},
        {"\xC2", PGN_NO_RESULT},
        {"-", PGN_NO_RESULT},
        {"1 - 0", PGN_WHITE_WINS},
        {" 0 : 1 ", PGN_BLACK_WINS},
        {"1\xE2\x80\x93"
         "0",
         PGN_WHITE_WINS},
        {"1\x96"
         "0",
         PGN_WHITE_WINS},
        {"1-O", PGN_WHITE_WINS},
        {"o-1", PGN_BLACK_WINS},
        {"O-O", PGN_NO_RESULT},
        {"0.5-0.5", PGN_DRAW},
        {"0,5:0,5", PGN_DRAW},
        {"1/2 - 1/2", PGN_DRAW},
        {"1/2:1/2", PGN_DRAW},
        {"\xC2\xBD \xE2\x80\x94 \xBD", PGN_DRAW},
        {"1\xE2\x81\x84"
         "2",
         PGN_DRAW},
        {"1-0.", PGN_WHITE_WINS},
        {"1/2-1/2.", PGN_DRAW},
        {"1/2-1/2-", PGN_NO_RESULT},
        {"1/2-1/2-1/2", PGN_NO_RESULT},
        {"+-", PGN_NO_RESULT},
        {"\xD0\xBD", PGN_NO_RESULT},
        {"", PGN_NO_RESULT},
        {".", PGN_NO_RESULT},
        {"5-5", PGN_NO_RESULT},
        {" ", PGN_NO_RESULT},
        {"1-1/2", PGN_NO_RESULT},
        {"1-0\xC3\xA9", PGN_NO_RESULT},
        {"1-0\x01\x7F\xFF", PGN_WHITE_WINS},
        {"\x01", PGN_NO_RESULT},
        {"1\x01/2", PGN_DRAW},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_context(cases[i].text);
        CHECK_INT(pgn_result(cases[i].text, LENGTH(cases[i].text)), cases[i].result);
    }
    CHECK_INT(pgn_result("1-0x", 3), PGN_WHITE_WINS); // only the given number of bytes is read
    CHECK_INT(pgn_result("1-0", 2), PGN_NO_RESULT);
    check_context(NULL);
}

static void test_null_moves(void) {
    static const char *const yes[] = {"--", "Z0", "@@@@", "0000", "null", "NULL", "pass", "---", "----"};
    static const char *const no[] = {"-", "-----", "-+", "--+", "Z", "Z1", "@@", "000", "00000", "e4", "+-", "nul"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) CHECK(pgn_null_move(yes[i], LENGTH(yes[i])));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) CHECK(!pgn_null_move(no[i], LENGTH(no[i])));
}

static void test_en_passant(void) {
    static const char *const marks[] = {"e.p.", "e.p", "ep", "ep.", "E.P.", "EP"};
    static const char *const words[] = {"e.", "p.", "en", "passant"};
    static const char *const no[] = {"e", "x", "", "e.p.x", "e4", "epp", "p"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        CHECK_INT(pgn_en_passant_mark(marks[i], LENGTH(marks[i])), EN_PASSANT_MARK);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        CHECK_INT(pgn_en_passant_mark(words[i], LENGTH(words[i])), EN_PASSANT_WORD);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        CHECK_INT(pgn_en_passant_mark(no[i], LENGTH(no[i])), NOT_EN_PASSANT);
}

typedef struct {
    const char *text;
    int nag;
} Glyph;

// PGN standard 10, and https://en.wikipedia.org/wiki/Numeric_Annotation_Glyphs
static const Glyph GLYPHS[] = {
    {"!", 1},
    {"?", 2},
    {"!!", 3},
    {"??", 4},
    {"!?", 5},
    {"?!", 6},
    {"\xE2\x80\xBC", 3},
    {"\xE2\x81\x87", 4},
    {"\xE2\x81\x89", 5},
    {"\xE2\x81\x88", 6},
    {"!!!", 3},
    {"?!?!?!", 6},
    {"\xE2\x96\xA1", 7},
    {"=", 10},
    {"\xE2\x88\x9E", 13},
    {"+=", 14},
    {"+/=", 14},
    {"\xE2\xA9\xB2", 14},
    {"=+", 15},
    {"=/+", 15},
    {"\xE2\xA9\xB1", 15},
    {"+/-", 16},
    {"\xC2\xB1", 16},
    {"\xB1", 16},
    {"-/+", 17},
    {"\xE2\x88\x93", 17},
    {"+-", 18},
    {"-+", 19},
    {"+--", 20},
    {"--+", 21},
    {"\xE2\xA8\x80", 22},
    {"\xE2\x97\x8B", 26},
    {"\xE2\x9F\xB3", 32},
    {"\xE2\x86\x91", 36},
    {"\xE2\x86\x92", 40},
    {"=/\xE2\x88\x9E", 44},
    {"\xE2\x87\x86", 132},
    {"\xE2\x8A\x95", 138},
    {"\xE2\x88\x86", 140},
    {"\xE2\x8C\x93", 142},
    {"N", 146},
    {"D", 220},
};

static void test_glyphs(void) {
    static const Glyph others[] = {{"+", 0},    {"#", 0},    {"++", 0},  {"mate", 0}, {"e.p.", -1},
                                   {"--", -1},  {"e4", -1},  {"-", -1},  {"!+", -1},  {"$", -1},
                                   {"1-0", -1}, {"!x!", -1}, {"DD", -1}, {"", -1},    {"\xE2", -1}};
    for (size_t i = 0; i < sizeof GLYPHS / sizeof *GLYPHS; i++) {
        check_context(GLYPHS[i].text);
        CHECK_INT(pgn_glyph(GLYPHS[i].text, LENGTH(GLYPHS[i].text)), GLYPHS[i].nag);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        check_context(others[i].text);
        CHECK_INT(pgn_glyph(others[i].text, LENGTH(others[i].text)), others[i].nag);
    }
    check_context(NULL);
}

// The longest glyph at the end of a symbol is used.
static void test_glued_glyphs(void) {
    static const char *const none[] = {"Nf3", "e4", "O-O", "e8=Q", "Nf3+", "Qh4#", "1-0", "x"};
    for (size_t i = 0; i < sizeof GLYPHS / sizeof *GLYPHS; i++) {
        char text[32];
        int nag = 0;
        const uint32_t length = LENGTH(GLYPHS[i].text);
        sprintf(text, "Nf3%s", GLYPHS[i].text);
        check_context(text);
        CHECK_INT(pgn_glued_glyph(text, 3 + length, &nag), length);
        CHECK_INT(nag, GLYPHS[i].nag);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        int nag;
        check_context(none[i]);
        CHECK_INT(pgn_glued_glyph(none[i], LENGTH(none[i]), &nag), 0);
    }
    check_context(NULL);
}

int main(void) {
    tests_begin();
    test_results();
    test_null_moves();
    test_en_passant();
    test_glyphs();
    test_glued_glyphs();
    return tests_end("pgn_symbols");
}
