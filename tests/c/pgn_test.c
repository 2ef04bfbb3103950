// SPDX-License-Identifier: Apache-2.0
// Games that are read as intended; see pgn_log.h for their notation. pgn_error_test.c tests errors in games,
// pgn_tags_test.c their start positions.
#include "pgn/reader.h"

#include "pgn_log.h"

#define DASH "\xE2\x80\x93"
#define NBSP "\xC2\xA0"

static void test_moves(void) {
    static const PgnCase cases[] = {
        {"", ""},
        {" \r\n\t", ""},
        {"1. e4 e5", "e4 e5"},
        {"e4 e5 *", "e4 e5 *"},
        {"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 1/2-1/2", "e4 e5 Nf3 Nc6 Bb5 a6 1/2-1/2"},
        {"1. e4 1... e5 1-0", "e4 e5 1-0"},
        {"1 e2e4 1. ... e7-e5 0-1", "e4 e5 0-1"},
        {"1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"},
        {"0. e4 0... e5 0. Nf3", "e4 e5 Nf3"},
        {"57. e4 12345678901. e5", "e4 e5"},
        {"1" NBSP ". e4" NBSP NBSP "1\xE2\x80\xA6 e5", "e4 e5"},
        {"1.\xA0"
         "e4\xA0\xA0"
         "e5",
         "e4 e5"}, // Latin-1
        {"1\x85 e4 e5", "e4 e5"},
        {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O" DASH "O", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"},
        {"1.\xE2\x99\x98"
         "f3 \xE2\x99\x9E\xEF\xB8\x8E"
         "f6",
         "Nf3 Nf6"},
        {"e4 d5 exd5 c5 dxc6 e.p. Nxc6", "e4 d5 exd5 c5 dxc6 Nxc6"},
        {"e4 d5 exd5 c5 dxc6 ep Nxc6", "e4 d5 exd5 c5 dxc6 Nxc6"},
        {"e4 d5 exd5 c5 dxc6e.p.! Nxc6", "e4 d5 exd5 c5 dxc6 $1 Nxc6"},
        {"f3 e5 g4 Qh4 mate", "f3 e5 g4 Qh4#"},
        {"f3 e5 g4 Qh4++ 0-1", "f3 e5 g4 Qh4# 0-1"},
        {"e4 f5 Qh5 + g6", "e4 f5 Qh5+ g6"},
        {"#### e4 #### e5 ++", "e4 e5"}, // lone check signs, with nothing before them
        {"%escaped\ne4\r%again { (\re5\n% and again", "e4 e5"},
        {"\xEF\xBB\xBF%escaped\ne4", "e4"},
        // Through a threefold repetition.
        {"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4"},
    };
    EXPECT_ALL(cases);
}

static void test_comments(void) {
    static const PgnCase cases[] = {
        {"1. e4 {good} e5 {[%clk 0:01:00]} ; done ", "e4 {good} e5 {[%clk 0:01:00]} { done }"},
        {"{before} 1. e4", "{before} e4"},
        {"{a}{} {b}\n1. e4 {c} {d}", "{a} {} {b} e4 {c} {d}"},
        {"; one\n; two\n1. e4;three\ne5", "{ one} { two} e4 {three} e5"},
        {"1. {a} e4 1... {b} {c} e5", "<a> e4 <b> <c> e5"},
        {"1. e4 {a} 1... e5", "e4 {a} e5"},
        {"1. e4 1... {a}", "e4 {a}"},
        {"1. e4 1... {a} 1-0", "e4 {a} 1-0"},
        {"1. e4 1... {a} $1", "e4 {a} $1"},
        {"1. e4 1... {a} $1 {b} e5", "e4 <a> <b> e5 $1"},
        {"1. e4 1... {a} (1. d4) {b} 1... e5", "e4 {a} (d4) {b} e5"},
        {"1. e4{a}e5{b}*", "e4 {a} e5 {b} *"},
        {"1. e4 {two\nlines} {\r\n}", "e4 {two~lines} {\r~}"},
        {"1. e4 { ( [ $1 ; % \" \\ { }", "e4 { ( [ $1 ; % \" \\ { }"},
        {"1. e4 {[Event \"x\"] [White \"y\"]} e5", "e4 {[Event \"x\"] [White \"y\"]} e5"},
        {"1. e4 {a\n[White \"y\"]\n\n[%clk \"1\"]} e5", "e4 {a~[White \"y\"]~~[%clk \"1\"]} e5"},
        {"1. e4 {\xE9t\xE9} {\xC3\xA9}", "e4 {?t?} {??}"},
        // Before tags, between them, and between them and the moves.
        {"{a} [A \"b\"] {c} [D \"e\"] {f} e4 {g}", "[A=b] [D=e] {a} {c} {f} e4 {g}"},
        {";a\n[A \"b\"] ;c\n\n;d\ne4", "[A=b] {a} {c} {d} e4"},
        {"{a} [A \"b\"] {c}", "[A=b] {a} {c}"},
        {"{a}", ""},
        {"e4 *\n\n{a}\n", "e4 *"},
        {"e4 *\n\n{a}\n[A \"b\"]", "e4 * // [A=b] {a}"},
        // After the result, on its line.
        {"e4 1-0 {a} ;b\n{c} e4", "e4 {a} {b} 1-0 // {c} e4"},
        {"e4 1-0 {a\n} {b}\n{c} e4", "e4 {a~} {b} 1-0 // {c} e4"},
        {"e4 1-0 " NBSP "\n{c} e4", "e4 1-0 // {c} e4"},
        {"e4 {x} (d4 {y}) 1-0\t{a}", "e4 {x} (d4 {y}) {a} 1-0"},
        {"* {a}", "{a} *"},
    };
    EXPECT_ALL(cases);
}

static void test_variations(void) {
    static const PgnCase cases[] = {
        {"1. e4 (1. d4 d5) 1... e5", "e4 (d4 d5) e5"},
        {"1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 (c5) (e6) *", "e4 (d4 d5 (Nf6 c4)) e5 (c5) (e6) *"},
        {"1.e4(1.d4)(1.c4)e5", "e4 (d4) (c4) e5"},
        {"1. e4 {a} (1. d4 {b} d5 {c}) {d} 1... e5", "e4 {a} (d4 {b} d5 {c}) {d} e5"},
        {"1. e4 ({a} 1. {b} d4 {c})", "e4 (<a> <b> d4 {c})"},
        {"1. e4 ({a} d4 (c4) {b} d5) $1", "e4 (<a> d4 (c4) {b} d5) $1"},
        {"1. e4 ({nothing}) e5", "e4 {nothing} e5"},
        {"1. e4 () e5", "e4 e5"},
        {"1. e4 ($1) e5", "e4 e5"},
        {"1. e4 ({a} {b}) {c} e5", "e4 {a} {b} {c} e5"},
        {"1. e4 (1. d4 1-0) (c4 * d5) e5 0-1", "e4 (d4) (c4 d5) e5 0-1"},
        {"1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5) 3. exd5) 2... d6) 2. f4",
         "e4 e5 (c5 Nf3 (c3 d5 (Nf6 e5) exd5) d6) f4"},
        {"e4 e5 (e6 d4 d5) (c5) Nf3 (f4 (d4) exf4) Nc6", "e4 e5 (e6 d4 d5) (c5) Nf3 (f4 (d4) exf4) Nc6"},
        // A promotion in parentheses is not a variation.
        {"h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8(Q) Nxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q Nxg8"},
        {"h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q(h8=N) Nxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q (h8=N) Nxg8"},
        {"h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8(d4) Nxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q (d4) Nxg8"},
    };
    EXPECT_ALL(cases);
}

static void test_glyphs(void) {
    static const PgnCase cases[] = {
        {"$5 e4 $1 $139 $0 e5 $67108863", "$5 e4 $1 $139 $0 e5 $67108863"},
        {"e4! e5? Nf3!! Nc6?? Bb5!? a6?!", "e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6"},
        {"e4 ! e5 ?! Nf3 !!! Nc6!?!", "e4 $1 e5 $6 Nf3 $3 Nc6 $5"},
        {"e4+= e5=+ Nf3+- Nc6-+ Bb5= a6\xC2\xB1", "e4 $14 e5 $15 Nf3 $18 Nc6 $19 Bb5 $10 a6 $16"},
        {"e4 += e5 =+ Nf3 +- Nc6 -+ Bb5 = a6 \xC2\xB1", "e4 $14 e5 $15 Nf3 $18 Nc6 $19 Bb5 $10 a6 $16"},
        {"e4 +/- e5 -/+ Nf3 +/= Nc6 =/+", "e4 $16 e5 $17 Nf3 $14 Nc6 $15"},
        {"e4+/- e5-/+ Nf3+/= Nc6=/+", "e4 $16 e5 $17 Nf3 $14 Nc6 $15"},
        {"e4\xB1 e5 \xB1", "e4 $16 e5 $16"}, // Latin-1
        {"Nf3\xE2\x96\xA1 Nf6 \xE2\x96\xA1", "Nf3 $7 Nf6 $7"},
        {"Nf3\xE2\xA9\xB2 Nf6\xE2\xA9\xB1 e3\xE2\x88\x93 e6\xE2\x88\x9E", "Nf3 $14 Nf6 $15 e3 $17 e6 $13"},
        {"Nf3D Nf6 D e4N e5 N Bc4N", "Nf3 $220 Nf6 $220 e4 $146 e5 $146 Bc4 $146"},
        {"Nf3!+- Nf6?!= e4 !? \xC2\xB1 D", "Nf3 $1 $18 Nf6 $6 $10 e4 $5 $16 $220"},
        {"Nf3+-! Nf6", "Nf3 $18 $1 Nf6"},
        {"Nf3 ! ! +- $14", "Nf3 $1 $1 $18 $14"},
        {"e4 f5 Qh5+! g6 Qxg6+- hxg6", "e4 f5 Qh5+ $1 g6 Qxg6+ $18 hxg6"},
        {"e4 f5 Qh5!+ g6", "e4 f5 Qh5+ $1 g6"},
        {"f3 e5 g4?? Qh4!!#", "f3 e5 g4 $4 Qh4# $3"},
        {"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O!? O-O+-", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O $5 O-O $18"},
        {"e4 e5 Nf3 Nf6 Bc4 Bc5 0-0-+ O-O=", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O $19 O-O $10"},
        {"e4 (d4! d5 +-) $1 e5", "e4 (d4 $1 d5 $18) $1 e5"},
        {"-- $1 Z0! @@@@ ?", "-- $1 -- $1 -- $2"},
        {"h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=N! Nxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=N $1 Nxg8"},
        {"h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q= Nxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q $10 Nxg8"},
        {"h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8!= Nxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q $1 $10 Nxg8"},
        {"--!? Z0+- 0000? @@@@", "-- $5 -- $18 -- $2 --"},
        {"g1f3! g8f6+- e2e4 = e7e5??", "Nf3 $1 Nf6 $18 e4 $10 e5 $4"},
        {"h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8N+- Nxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=N $18 Nxg8"},
    };
    EXPECT_ALL(cases);
}

static void test_null_moves(void) {
    static const PgnCase cases[] = {
        {"1. e4 -- 2. d4 Z0 3. c4 @@@@", "e4 -- d4 -- c4 --"},
        {"1. -- e5 2. 0000 pass e4", "-- e5 -- -- e4"},
        {"1. <> e5 2. z0 <>! 3. Z0", "-- e5 -- -- $1 --"},
        {"1. " DASH DASH " e5", "-- e5"},
        {"1. e4 c5 2. e5 d5 3. -- -- 4. exd6", "e4 c5 e5 d5 -- -- E406@30.7"}, // en passant is no longer possible
        {"1. e4 c5 2. e5 d5 3. exd6", "e4 c5 e5 d5 exd6"},
        {"1. e4 (1. -- e5 2. d4) 1... -- (e5) 2. d4", "e4 (-- e5 d4) -- (e5) d4"},
        {"1. e4 --- 2. d4 ----! 3. c4 ---??", "e4 -- d4 -- $1 c4 -- $4"},
    };
    EXPECT_ALL(cases);
}

static void test_results(void) {
    static const PgnCase cases[] = {
        {"1-0", "1-0"},
        {"*", "*"},
        {"e4 1-0", "e4 1-0"},
        {"e4 0-1", "e4 0-1"},
        {"e4 1/2-1/2", "e4 1/2-1/2"},
        {"e4 1/2", "e4 1/2-1/2"},
        {"e4 1:0", "e4 1-0"},
        {"e4 1" DASH "0", "e4 1-0"},
        {"e4 0\xE2\x88\x92"
         "1",
         "e4 0-1"},
        {"e4 1/2" DASH "1/2", "e4 1/2-1/2"},
        {"e4 \xC2\xBD-\xC2\xBD", "e4 1/2-1/2"},
        {"e4 \xC2\xBD" DASH "\xC2\xBD", "e4 1/2-1/2"},
        {"e4 \xC2\xBD", "e4 1/2-1/2"},
        {"e4 \xBD-\xBD", "e4 1/2-1/2"}, // Latin-1
        {"e4* d4", "e4 * // d4"},
        {"e4 1-0\x1A", "e4 1-0"}, // the end of a file in DOS
        {"e4 1-0 1-0\n", "e4 1-0"},
        {"e4 1-0.", "e4 1-0"},
        {"e4 1-O", "e4 1-0"},
        {"e4 1/2 - 1/2", "e4 1/2-1/2"},
        {"e4 \xBD - \xBD", "e4 1/2-1/2"},
        {"e4 0.5-0.5", "e4 1/2-1/2"},
        {"e4\n\n0.5" DASH "0.5", "e4 1/2-1/2"},
        {"e4 0,5:0,5", "e4 1/2-1/2"},
        {"e4 1 |- 0", "e4 E405@.2"},
        {"e4 |-", "e4 E405@.2"},
        {"0. e4 0.e5 *", "e4 e5 *"},
    };
    EXPECT_ALL(cases);
}

// Bytes that are not text are not a game.
static void test_rubbish(void) {
    static const PgnCase cases[] = {
        {"e4 1-0\x01\x7F\x02", "e4 1-0"},
        {"e4 *\xFF\xFF\xFE", "e4 *"},
        {"e4 1-0\xFF\xFF {a}\n\xFF", "e4 {a} 1-0"},
        {"e4 1/2\n\n\f\n\x01\xFF\xEF\xBF\xBD\xC2\x80\n", "e4 1/2-1/2"},
        {"e4 *\n\f\n\x01{a}\n\x02", "e4 *"},
        {"\x01\xFF[A \"b\"]\n\ne4 *\n\n\x7F[A \"c\"]\n\nd4 *", "[A=b] e4 * // [A=c] d4 *"},
        {"e4 e5\n\n\f1. d4", "e4 e5 // d4"},
        {"e4 *\n\x01\n{a}\xFF d4", "e4 * // {a} d4"},
        {"\x01\xFF", ""},
        {"e4 |e5\x01 *", "e4 * E405@.2"},
        {"e4 |\xFF *", "e4 * E405@.2"},
        {"e4 *\n\n|\xE9\n", "e4 * // E405@.1"},
    };
    EXPECT_ALL(cases);
}

// Comments, glyphs and variations after the result belong to the game.
static void test_behind_results(void) {
    static const PgnCase cases[] = {
        {"e4 e5 1-0 {a} (c5)", "e4 e5 {a} (c5) 1-0"},
        {"e4 e5 1-0 (1... c5 2. d4 (2. c4) d5) (1... e6) {a} $1 ;b\nd4",
         "e4 e5 (c5 d4 (c4) d5) (e6) {a} $1 {b} 1-0 // d4"},
        {"e4 e5 *\n(c5)\n(e6)\n\nd4", "e4 e5 (c5) (e6) * // d4"},
        {"e4 e5 * {a}\n{b}\n;c\n(1... {d} c5) {e}\n{f} d4", "e4 e5 {a} {b} {c} (<d> c5) {e} * // {f} d4"},
        {"e4 e5 * \x01 (c5)\x02 {a}", "e4 e5 (c5) {a} *"},
        {"e4 e5 *\n\x01\n(c5)\x02\n", "e4 e5 (c5) *"},
        {"e4 e5 *\r\n( -- ) 1. d4", "e4 e5 (--) * // d4"},
        {"e4 e5 *\n{b}\n{c}\n1. d4", "e4 e5 * // {b} {c} d4"},
        {"e4 e5 *\n\n{b}\n|(c5)", "e4 e5 * // {b} E410@"},
        {"e4 e5 * (c5 1-0) 0-1 d4", "e4 e5 (c5) * // d4"},
        {"e4 e5 * |(c5 d4\n[A \"b\"]", "e4 e5 (c5 d4) * E410@ // [A=b]"},
        {"e4 e5 * (|c4)\nd4", "e4 e5 * E406@.2 // d4"},
        {"e4 |e4 * (c5) {a} $1\nd4", "e4 * E406@.2 // d4"},
        {"* |(e4) {a}\nd4", "{a} * E410@ // d4"},
        {"e4 * (on time) (|e5 is best)", "e4 * E406@.1"},
        {"e4 * (on time) (1-0) ()\n(c) 2020", "e4 * // E410@24"},
        {"e4 * $14 {a} $2\n$3 d4", "e4 $14 {a} $2 * // $3 d4"},
    };
    EXPECT_ALL(cases);
}

static void test_en_passant(void) {
    static const PgnCase cases[] = {
        {"e4 a6 e5 d5 exd6(e.p.) exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 a6 e5 d5 exd6 ( ep ) exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 a6 e5 d5 exd6(E.P.)+!? exd6", "e4 a6 e5 d5 exd6 $5 exd6"},
        {"e4 a6 e5 d5 Nf3 (exd6(e.p.) cxd6) Nf6", "e4 a6 e5 d5 Nf3 (exd6 cxd6) Nf6"},
        {"e4 a6 e5 d5 exd6 e.p.+! (d4) exd6", "e4 a6 e5 d5 exd6 $1 (d4) exd6"},
        {"e4 a6 e5 d5 exd6 ep# exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 a6 e5 d5 exd6 EP exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 a6 e5 d5 exd6 E.P.+ exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 a6 e5 d5 exd6 e. p. exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 a6 e5 d5 exd6 en passant exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 a6 e5 d5 exd6 (en passant) exd6", "e4 a6 e5 d5 exd6 exd6"},
        {"e4 d5 exd5 (|e.p.) Qxd5", "e4 d5 exd5 Qxd5 E406@.2"},
        {"e4 d5 exd5 |en passant", "e4 d5 exd5 E405@.4"},
        {"e4 (e3) a6 (e5)", "e4 (e3) a6 (e5)"},
    };
    EXPECT_ALL(cases);
}

// Blanks and marks without width between words.
static void test_invisible(void) {
    static const char *const marks[] = {"\xE2\x80\x8B", "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAA", "\xE2\x80\xAE",
                                        "\xE2\x81\xA0", "\xE2\x81\xA6", "\xE2\x81\xA9", "\xEF\xBB\xBF", "\xC2\xAD",
                                        "\xAD",         "\xD8\x9C",     "\xE1\xA0\x8E", "\xE3\x80\x80", "\xE2\x80\xA8"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *m = marks[i];
        char text[256];
        sprintf(text, "%s[A \"b\"]%s\n%s\n%s1.%se4%s1...%s e5%s(%sc5%s)%s{a}%s1-0%s\n\n%s1. d4", m, m, m, m, m, m, m, m,
                m, m, m, m, m, m);
        expect_pgn(text, "[A=b] e4 e5 (c5) {a} 1-0 // d4", STANDARD, NULL);
    }
}

static void test_several_games(void) {
    static const PgnCase cases[] = {
        {"1. e4 *\n1. d4 1-0\n\n\n1. c4", "e4 * // d4 1-0 // c4"},
        {"1. e4 * 1. d4 1-0 1. c4", "e4 * // d4 1-0 // c4"},
        {"[A \"b\"]\n\n1. e4 *\n\n[A \"c\"]\n\n1. d4 *\n", "[A=b] e4 * // [A=c] d4 *"},
        {"[A \"b\"]1. e4[A \"c\"][D \"e\"]1. d4", "[A=b] e4 // [A=c] [D=e] d4"},
        {"1. e4 e5\n\n[Event \"next\"]\n1. d4", "e4 e5 // [Event=next] d4"},
        {"1. e4 e5\n[White \"next\"]", "e4 e5 // [White=next]"},
        {"[Event \"a\"]\n[Event \"b\"]\n1. e4", "[Event=a] // [Event=b] e4"}, // a game with only tags
        {"[Event \"a\"]\r\r1. e4\r\r[Event \"b\"]\r\r1. d4\r", "[Event=a] e4 // [Event=b] d4"},
        {"[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *\r\n", "[Event=a] e4 * // [Event=b] d4 *"},
        {"\xEF\xBB\xBF[Event \"a\"]\n*\n\xEF\xBB\xBF[Event \"b\"]\n*", "[Event=a] * // [Event=b] *"},
        {"* *\n*", "* // *"},
        // Words after a result that are not moves have no meaning.
        {"e4 1-0 White resigns\nd4", "e4 1-0 // d4"},
        {"e4 1-0 White (time) $1 resigns. {a}\n{b} d4", "e4 {a} 1-0 // {b} d4"},
        {"e4 1-0 1. d4", "e4 1-0 // d4"},
        {"e4 1-0 d4 d5", "e4 1-0 // d4 d5"},
        {"e4 1-0 [A \"b\"] d4", "e4 1-0 // [A=b] d4"},
    };
    EXPECT_ALL(cases);
}

// Letters of another language; a letter without a meaning is not a move.
static void test_letters(void) {
    static const char german[26] = {['K' - 'A'] = 'K', ['D' - 'A'] = 'Q', ['T' - 'A'] = 'R',
                                    ['L' - 'A'] = 'B', ['S' - 'A'] = 'N', ['B' - 'A'] = 'P'};
    static const char french[26] = {['R' - 'A'] = 'K', ['D' - 'A'] = 'Q', ['T' - 'A'] = 'R',
                                    ['F' - 'A'] = 'B', ['C' - 'A'] = 'N', ['P' - 'A'] = 'P'};
    static const struct {
        const char *letters, *text, *log;
    } cases[] = {
        {german, "1. Sf3! Sc6+- 2. e4 Be5", "Nf3 $1 Nc6 $18 e4 e5"},
        {german, "1. e4 e5 2. Dh5 Sc6 3. Lc4 Sf6 4. Dxf7#", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"},
        {german, "1. e4 e5 2. Sf3 Sf6 3. Lc4 Lc5 4. O-O 0-0 5. Te1 Te8", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O Re1 Re8"},
        {german, "h4 g5 hxg5 h6 gxh6 Sf6 h7 Tg8 hxg8D Sxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q Nxg8"},
        {german, "h4 g5 hxg5 h6 gxh6 Sf6 h7 Tg8 hxg8=S", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=N"},
        {german, "h4 g5 hxg5 h6 gxh6 Sf6 h7 Tg8 hxg8(T)", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=R"},
        {german,
         "\xE2\x99\x98"
         "f3 e5 Z0 Sc6",
         "Nf3 e5 -- Nc6"},
        {german, "h4 g5 hxg5 h6 gxh6 Sf6 h7 Tg8 h7xg8=t+", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=R"},
        {german, "h4 g5 hxg5 h6 gxh6 Sf6 h7 Tg8 hxg8d Sxg8", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q Nxg8"},
        {german, "h2h4 g7g5 h4g5 h7h6 g5h6 g8f6 h6h7 h8g8 h7g8n", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=N"},
        {german, "e4 d5 exd5 c5 dxc6ep bxc6", "e4 d5 exd5 c5 dxc6 bxc6"},
        {german, "e4 d5 exd5 c5 dxc6e.p. bxc6", "e4 d5 exd5 c5 dxc6 bxc6"},
        {german, "1. |Nf3", "E405@.1"},
        {german, "1. |Qf3", "E405@.1"},
        {french, "1. Cf3 Cc6 2. e4 e5 3. Fb5 a6 4. Re2 d6 5. De1 De7 6. Tf1",
         "Nf3 Nc6 e4 e5 Bb5 a6 Ke2 d6 Qe1 Qe7 Rf1"},
        {NULL, "1. |Sf3", "E405@.1"},
        {NULL, "1. |Cf3", "E405@.1"},
        {NULL, "1. e4 e5 |Dh5", "e4 e5 E405@.3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_pgn(cases[i].text, cases[i].log, STANDARD, cases[i].letters);
}

// With PGN_PLAYABLE, for programs that play the game, a null move is not allowed.
static void test_playable(void) {
    static const PgnCase cases[] = {
        {"1. e4 -- 2. d4", "e4 E408@6.2"},
        {"1. e4 (1. -- e5) e5", "e4 e5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PgnReader r;
        Log log = {.length = 0};
        const LawInput in = {cases[i].text, (uint32_t)strlen(cases[i].text), STANDARD, NULL, 0};
        law_read(&in, 0, in.length, PGN_LAST | PGN_PLAYABLE, &r);
        log_game(&log, &r, 0);
        CHECK_INT(r.facts.plies, i + 1);
        CHECK(strstr(log.text, "E408") != NULL || i == 1);
        pgn_reader_free(&r);
        CHECK(law_read(&in, 0, in.length, PGN_LAST | PGN_PLAYABLE | PGN_MAIN_LINE, &r) > 0);
        CHECK_INT(r.facts.error_count, i == 0);
        Game *g = i ? pgn_game(&r, DRAWS_CLAIM) : NULL;
        if (i) CHECK_INT(g->move_count, 2);
        game_free(g);
        pgn_reader_free(&r);
    }
}

// Games without tags and results: a move number of White at the beginning of a paragraph begins a game.
static void test_games_by_number(void) {
    static const PgnCase cases[] = {
        {"1. e4 e5\n\n1. d4\n\n1. c4", "e4 e5 // d4 // c4"},
        {"1. e4 e5\r\n\r\n1. d4\r\n \t\r\n 1. c4", "e4 e5 // d4 // c4"},
        {"1. e4 e5\r\r1. d4", "e4 e5 // d4"},
        {"1.e4 e5\n\n1 . d4\n\n1 c4\n\n\n1.\nf4", "e4 e5 // d4 // c4 // f4"},
        {"1. e4 e5\n1. d4", "e4 e5 d4"},
        {"1. e4 e5\n\n2. d4\n\n2... d5", "e4 e5 d4 d5"},
        {"1. e4\n\n1... e5\n\n2. d4\n\n1.. d5", "e4 e5 d4 d5"},
        {"1. e4\n\n1. ... e5\n\n1 \xE2\x80\xA6 d4\n\n1\xE2\x80\xA6 d5", "e4 e5 d4 d5"},
        {"1. e4\n\ne5 1. d4", "e4 e5 d4"},
        {"1. e4 {\n\n1. d4\n\n} e5 (\n\n1... c5\n\n1. d4\n\n) 2. d4 *", "e4 {~~1. d4~~} e5 (c5 d4) d4 *"},
        {"1. e4 e5\n\n{Game 2}\n\n1. d4", "e4 e5 {Game 2} // d4"},
        {"{Game 1}\n\n1. e4 e5\n\n{Game 2}\n1. d4", "{Game 1} e4 e5 {Game 2} d4"},
        {"[A \"b\"]\n\n1. e4 e5\n\n1. d4 d5\n\n[A \"c\"]\n\n1. c4", "[A=b] e4 e5 // d4 d5 // [A=c] c4"},
        {"7. e4 e5 8. d4\n\n7. d4 d5\n\n7. c4", "e4 e5 d4 // d4 d5 c4"}, // as low as the last one says nothing
        {"9. e4 (10. d4) e5\n\n9. d4", "e4 (d4) e5 d4"},
        {"9. e4 (1. d4) e5\n\n8. d4", "e4 (d4) e5 // d4"},
        {"1. e4 e5\n\n1.", "e4 e5"},
        {"1. e4 e5\n\n1. \n", "e4 e5"},
        {"1. e4 e5\n\n1\n", "e4 e5"},
        {"1. e4 e5\n\n1 - 0", "e4 e5 E405@12.3"},
        {"1. e4 e5\n\n0-1\n\n1. d4", "e4 e5 0-1 // d4"},
        {"1. e4 |e4 e5\n\n1. d4 *", "e4 E406@.2 // d4 *"},
        {"1.\n\n1. e4 e5", "e4 e5"},
        {"1. $2\n\n1. e4 e5", "e4 $2 e5"},
        {"1. e4 e5\n%x\n1. d4", "e4 e5 d4"},
        {"1. e4 e5\n\n%x\n%y\n1. d4", "e4 e5 // d4"},
        {"1. e4 e5\n%x\n\n%y\n1. d4", "e4 e5 // d4"},
        {"1. e4 e5\n\n\xEF\xBB\xBF"
         "1. d4\n\xC2\xA0\n\xA0"
         "1. c4",
         "e4 e5 // d4 // c4"},
        {"1. e4 e5\n\n0000 d5", "e4 e5 -- d5"},
        {"1. e4 e5\n\n01. d4\n\n00000000000000000000000001. c4", "e4 e5 // d4 // c4"},
        {"99999999999999999999. e4 e5\n\n1234. d4", "e4 e5 // d4"},
    };
    EXPECT_ALL(cases);
}

// PGN_FIRST with a text of only comments.
static void test_first_of_comments(void) {
    static const char *const texts[] = {"{a}", "; a\n\n{b}\n", "%x\n{a}\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const LawInput in = {texts[i], (uint32_t)strlen(texts[i]), STANDARD, NULL, 0};
        static const uint32_t modes[] = {0, PGN_MAIN_LINE, PGN_SKIP_MOVES, PGN_TAGS_ONLY};
        PgnReader r;
        check_context(texts[i]);
        for (int k = 0; k < 4; k++) {
            CHECK_INT(law_read(&in, 0, in.length, PGN_LAST | PGN_FIRST | modes[k], &r), in.length);
            CHECK_INT(r.facts.state, PGN_COMPLETE);
            CHECK_INT(r.tree.count, k > 0 ? 0 : i == 1 ? 2 : 1);
            pgn_reader_free(&r);
            CHECK_INT(law_read(&in, 0, in.length, PGN_FIRST | modes[k], &r), 0);
            CHECK_INT(r.facts.state, PGN_INCOMPLETE);
            pgn_reader_free(&r);
            law_read(&in, 0, in.length, PGN_LAST | modes[k], &r);
            CHECK_INT(r.facts.state, PGN_NOTHING);
            pgn_reader_free(&r);
        }
    }
    check_context(NULL);
    const LawInput blank = {" \n%x\n", 5, STANDARD, NULL, 0};
    PgnReader r;
    law_read(&blank, 0, blank.length, PGN_LAST | PGN_FIRST, &r);
    CHECK_INT(r.facts.state, PGN_NOTHING);
    pgn_reader_free(&r);
}

// Glyphs between a number and its move wait for the move.
static void test_waiting_nags(void) {
    static const PgnCase cases[] = {
        {"1. $1 e4 1... $2 $3 e5 2. ! Nf3", "e4 $1 e5 $2 $3 Nf3 $1"},
        {"1. $1 e4! *", "e4 $1 $1 *"},
        {"1. e4 2. $1 *", "e4 $1 *"},
        {"1. e4 2. $1 * {a}", "e4 $1 {a} *"},
        {"1. e4 2. $1 (1. d4 2. $2 (1. c4) d5) e5", "e4 $1 (d4 $2 (c4) d5) e5"},
        {"1. e4 e5 2. $1 |Nc4 *", "e4 e5 * E406@.3"},
        {"1. e4 (1. $1 d4 d5 2. $2) (1. $1) (1. $2 {x}) e5", "e4 (d4 $1 d5 $2) {x} e5"},
    };
    EXPECT_ALL(cases);
}

int main(void) {
    tests_begin();
    test_games_by_number();
    test_first_of_comments();
    test_waiting_nags();
    test_moves();
    test_comments();
    test_variations();
    test_glyphs();
    test_null_moves();
    test_results();
    test_rubbish();
    test_behind_results();
    test_en_passant();
    test_invisible();
    test_several_games();
    test_letters();
    test_playable();
    return tests_end("pgn");
}
