// SPDX-License-Identifier: Apache-2.0
// The tree of a game as a list of words.
#include "pgn/tree.h"

#include <stdlib.h>

#include "support.h"

// A small language: m move, n glyph, c comment, s starting comment, ( and ).
static void build(PgnTree *t, const char *ops) {
    uint32_t begins[8], depth = 0;
    pgn_tree_clear(t);
    for (; *ops; ops++) switch (*ops) {
        case 'm': CHECK(pgn_tree_add(t, OP_MOVE, 7)); break;
        case 'n': CHECK(pgn_tree_add(t, OP_NAG, 7)); break;
        case 'c':
        case 's':
            CHECK(pgn_tree_add_text(t, "x", 1));
            CHECK(pgn_tree_add(t, *ops == 'c' ? OP_COMMENT : OP_STARTING, t->size));
            break;
        case '(':
            begins[depth++] = t->count;
            CHECK(pgn_tree_add(t, OP_BEGIN, 0));
            break;
        case ')':
            if (pgn_tree_close(t, begins[--depth])) CHECK(pgn_tree_add(t, OP_END, 0));
        }
}

static const char *ops_of(const PgnTree *t) {
    static char text[64];
    for (uint32_t i = 0; i < t->count; i++) text[i] = "mncs()"[t->words[i] >> WORD_OP_SHIFT];
    text[t->count] = 0;
    return text;
}

static void test_words(void) {
    PgnTree t = {0};
    CHECK(pgn_tree_add(&t, OP_MOVE, 0x3FFFFFF));
    CHECK(pgn_tree_add(&t, OP_NAG, 0x3FFFFFF));
    CHECK(pgn_tree_add(&t, OP_END, 0));
    CHECK_INT(t.words[0], 0x3FFFFFF);
    CHECK_INT(t.words[1], 1u << 26 | 0x3FFFFFF);
    CHECK_INT(t.words[2], 5u << 26);
    CHECK(pgn_tree_add_text(&t, NULL, 0));
    CHECK(pgn_tree_add_text(&t, "abc", 3));
    CHECK(pgn_tree_add_text(&t, "d\0e", 3));
    CHECK_INT(t.size, 6);
    CHECK(memcmp(t.text, "abcd\0e", 6) == 0);
    pgn_tree_clear(&t);
    CHECK(t.count == 0 && t.size == 0 && t.capacity > 0);
    pgn_tree_free(&t);
    CHECK(!t.words && !t.text && !t.capacity && !t.text_capacity);
}

static void test_variations(void) {
    static const struct {
        const char *ops, *result;
    } cases[] = {
        {"m(mm)m", "m(mm)m"},
        {"m(m(m)(m))m", "m(m(m)(m))m"},
        {"m(sm)", "m(sm)"},
        // A variation without moves is removed, and its comments stay with the previous move.
        {"m()m", "mm"},
        {"m(s)m", "mcm"},
        {"mc(ss)m", "mcccm"},
        {"m(m(s)m)", "m(mcm)"},
        {"m(m)()(m)", "m(m)(m)"},
    };
    PgnTree t = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_context(cases[i].ops);
        build(&t, cases[i].ops);
        CHECK_TEXT(ops_of(&t), cases[i].result);
        for (uint32_t k = 0; k < t.count; k++)
            if (t.words[k] >> WORD_OP_SHIFT == OP_BEGIN)
                CHECK_INT(t.words[t.words[k] & 0x3FFFFFF] >> WORD_OP_SHIFT, OP_END);
        for (uint32_t k = 0, comments = 0; k < t.count; k++) {
            const uint32_t op = t.words[k] >> WORD_OP_SHIFT;
            if (op == OP_COMMENT || op == OP_STARTING) CHECK_INT(t.words[k] & 0x3FFFFFF, ++comments);
        }
    }
    check_context(NULL);
    pgn_tree_free(&t);
}

static void test_settling(void) {
    static const struct {
        const char *ops, *result;
    } cases[] = {{"", ""},       {"m", "m"},     {"ms", "mc"},       {"mss", "mcc"},
                 {"sms", "smc"}, {"mcs", "mcc"}, {"m(m)s", "m(m)c"}, {"msn", "msn"}};
    PgnTree t = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build(&t, cases[i].ops);
        const uint32_t last = t.count ? t.words[t.count - 1] & 0x3FFFFFF : 0;
        pgn_tree_settle_comments(&t);
        CHECK_TEXT(ops_of(&t), cases[i].result);
        if (t.count) CHECK_INT(t.words[t.count - 1] & 0x3FFFFFF, last);
    }
    pgn_tree_free(&t);
}

// Growing keeps the contents, as does a failure to grow.
static void test_growth(void) {
    PgnTree t = {0};
    uint32_t words = 0, bytes = 0, refused = 0;
    for (int i = 0; i < 300000; i++) {
        fail_allocation(i % 3 != 0);
        const bool word = pgn_tree_add(&t, OP_NAG, words);
        const bool text = pgn_tree_add_text(&t, "abcdefg", 7);
        refused += allocation_failed();
        fail_allocation(0);
        words += word;
        bytes += 7 * text;
        CHECK(t.count == words && t.size == bytes);
    }
    CHECK(refused > 5);
    for (uint32_t i = 0; i < words; i++)
        if (t.words[i] != (1u << 26 | i)) CHECK_INT(t.words[i], 1u << 26 | i);
    for (uint32_t i = 0; i < bytes; i++)
        if (t.text[i] != "abcdefg"[i % 7]) CHECK_INT(t.text[i], "abcdefg"[i % 7]);
    CHECK(t.capacity <= 4 * words && t.text_capacity <= 4 * bytes);
    pgn_tree_clear(&t);
    CHECK(t.text_capacity == 0); // a large one is freed
    pgn_tree_free(&t);
}

int main(void) {
    tests_begin();
    test_words();
    test_variations();
    test_settling();
    test_growth();
    return tests_end("pgn_tree");
}
