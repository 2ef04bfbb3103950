// SPDX-License-Identifier: Apache-2.0
// Reading and writing moves as squares.
#include "lan.h"

#include "support.h"

static int packed_of(const char *text) {
    int packed = -1;
    return lan_parse(text, strlen(text), &packed) ? packed : -1;
}

static void test_parsing(void) {
    CHECK_INT(packed_of("a1b1"), 0 | 1 << 6);
    CHECK_INT(packed_of("e2e4"), 12 | 28 << 6);
    CHECK_INT(packed_of("h8a1"), 63 | 0 << 6);
    CHECK_INT(packed_of("a7a8n"), 48 | 56 << 6 | 1 << 12);
    CHECK_INT(packed_of("a7a8b"), 48 | 56 << 6 | 2 << 12);
    CHECK_INT(packed_of("a7a8r"), 48 | 56 << 6 | 3 << 12);
    CHECK_INT(packed_of("a7a8q"), 48 | 56 << 6 | 4 << 12);
    CHECK_INT(packed_of("a7a8k"), 48 | 56 << 6 | 5 << 12); // antichess
    CHECK_INT(packed_of("P@e6"), 44 | 44 << 6 | 9 << 12);  // crazyhouse
    CHECK_INT(packed_of("Q@a1"), 13 << 12);
    static const char *const wrong[] = {"",      "e2",    "e2e",   "e2e9",  "i2e4",  "e0e4",   "E2E4",
                                        "e2e4p", "e2e4Q", "e2e4 ", "e2-e4", " e2e4", "e7e8qq", "0000",
                                        "K@e6",  "P@e9",  "p@e6",  "@e6",   "P@e6q"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK_INT(packed_of(wrong[i]), -1);
    int packed;
    CHECK(!lan_parse("e2e4\0", 5, &packed));
}

// Every packed number against the list: listed moves resolve to themselves. Other numbers only resolve to castling
// in its other form, to the queen meant by bare squares, and with a promotion that is ignored.
static void check_every_number(const Position *p, Variant variant, Random *r) {
    static uint16_t expected[2 * IF_PROMOTING];
    Move list[MAX_MOVES];
    const Board *b = &p->board;
    if (random_below(r, 12)) return;
    memset(expected, 0, sizeof expected);
    const int count = movegen_list(b, list);
    for (int i = 0; i < count; i++) {
        const Move m = list[i];
        const Square from = move_from(m), to = move_to(m), king_to = castle_king_to(from, to);
        expected[lan_pack(m, (Geometry)variant)] = m;
        if (move_kind(m) == MOVE_PROMOTE_QUEEN) expected[move_of(from, to, MOVE_PLAIN)] = m;
        if (move_kind(m) != MOVE_CASTLE) continue;
        expected[move_of(from, to, MOVE_PLAIN)] = m;
        const bool may_step = from != king_to && (king_attacks[from] & bit(king_to));
        if (!may_step && from != king_to) expected[move_of(from, king_to, MOVE_PLAIN)] = m;
    }
    for (int packed = IF_PROMOTING; packed < 2 * IF_PROMOTING; packed++) {
        const Move by_squares = expected[packed & 0xFFF];
        expected[packed] = move_is_promotion(by_squares) ? expected[packed & ~IF_PROMOTING] : by_squares;
    }
    for (int packed = 0; packed < 2 * IF_PROMOTING; packed++) {
        Move m = NO_MOVE;
        const ErrorCode error = lan_resolve(b, packed, &m);
        if ((error != ERR_NONE) == (expected[packed] == NO_MOVE) && (error || m == expected[packed])) continue;
        fprintf(stderr, "    at %c%c%c%c %d\n", 'a' + packed % 8, '1' + packed / 8 % 8, 'a' + packed / 64 % 8,
                '1' + packed / 512 % 8, packed >> 12);
        CHECK_INT(error ? NO_MOVE : m, expected[packed]);
        return;
    }
}

static void test_errors(void) {
    static const struct {
        const char *fen, *move;
        ErrorCode error;
    } cases[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "d2d4", ERR_MOVE_NO_PIECE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e8e7", ERR_MOVE_WRONG_SIDE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1e2", ERR_MOVE_OWN_CAPTURE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", ERR_MOVE_ILLEGAL},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", ERR_MOVE_ILLEGAL},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1e1", ERR_MOVE_OWN_CAPTURE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1g1", ERR_MOVE_ILLEGAL},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4q", ERR_MOVE_PROMOTION},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1d1q", ERR_MOVE_PROMOTION},
        {"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d1", ERR_MOVE_KING_IN_CHECK},
        {"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", ERR_MOVE_KING_IN_CHECK},
        {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ERR_MOVE_KING_IN_CHECK},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1q", ERR_MOVE_OWN_CAPTURE},
        {"4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", ERR_MOVE_KING_IN_CHECK},
        {"4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", ERR_MOVE_ILLEGAL},
        {"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", ERR_MOVE_ILLEGAL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position p = position_of(cases[i].fen, STANDARD);
        Move m = 0x5A5A;
        check_context(cases[i].fen);
        const ErrorCode error = lan_resolve(&p.board, packed_of(cases[i].move), &m);
        if (strcmp(cases[i].move, "e1g1q") == 0) CHECK_INT(error, ERR_MOVE_PROMOTION);
        else CHECK_INT(error, cases[i].error);
        CHECK_INT(m, 0x5A5A);
    }
    check_context(NULL);
    const Position p = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", STANDARD);
    static const int numbers[] = {-1, INT32_MIN, INT32_MAX & ~IF_PROMOTING, 5 << 12 | 12 | 28 << 6, 1 << 17};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        Move m;
        CHECK_INT(lan_resolve(&p.board, numbers[i], &m), ERR_MOVE_PROMOTION);
    }
}

static void test_castling(void) {
    static const struct {
        const char *fen;
        Variant variant;
        const char *move;
        int castles; // 1, or 0 for another legal move, or -1 for none
        const char *out;
    } cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", STANDARD, "e1g1", 1, "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", STANDARD, "e1h1", 1, "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", STANDARD, "e1c1", 1, "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", STANDARD, "e1a1", 1, "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", STANDARD, "e8c8", 1, "e8c8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", STANDARD, "e1b1", -1, ""},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", CHESS960, "e1g1", 1, "e1h1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", CHESS960, "e1h1", 1, "e1h1"},
        {"4k3/8/8/8/8/8/8/5K1R w K - 0 1", CHESS960, "f1g1", 0, "f1g1"},
        {"4k3/8/8/8/8/8/8/5K1R w K - 0 1", CHESS960, "f1h1", 1, "f1h1"},
        {"4k3/8/8/8/8/8/8/6KR w K - 0 1", CHESS960, "g1h1", 1, "g1h1"},
        {"4k3/8/8/8/8/8/8/6KR w K - 0 1", CHESS960, "g1g1", -1, ""},
        {"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", CHESS960, "b1c1", 0, "b1c1"},
        {"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", CHESS960, "b1a1", 1, "b1a1"},
        {"4k3/8/8/8/8/8/8/R5K1 w Q - 0 1", CHESS960, "g1c1", 1, "g1a1"},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", STANDARD, "e1g1", -1, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position p = position_of(cases[i].fen, cases[i].variant);
        Move m = NO_MOVE;
        check_context(cases[i].fen);
        const ErrorCode error = lan_resolve(&p.board, packed_of(cases[i].move), &m);
        CHECK_INT(error == ERR_NONE, cases[i].castles >= 0);
        if (error) continue;
        CHECK_INT(move_kind(m) == MOVE_CASTLE, cases[i].castles);
        CHECK_INT(lan_pack(m, (Geometry)cases[i].variant), packed_of(cases[i].out));
    }
    check_context(NULL);
}

// A pawn may become a king only in antichess.
static void test_king_promotion(void) {
    const char *fen = "8/P7/8/8/8/8/8/k6K w - - 0 1";
    const Position anti = position_of(fen, ANTICHESS), hill = position_of(fen, KING_OF_THE_HILL);
    Move m = NO_MOVE;
    CHECK_INT(lan_resolve(&anti.board, packed_of("a7a8k"), &m), ERR_NONE);
    CHECK_INT(move_kind(m), MOVE_PROMOTE_KING);
    CHECK_INT(lan_resolve(&hill.board, packed_of("a7a8k"), &m), ERR_MOVE_PROMOTION);
}

int main(void) {
    tests_begin();
    test_parsing();
    test_king_promotion();
    test_errors();
    test_castling();
    visit_games(71, 40, 80, check_every_number);
    visit_setups(72, 4000, check_every_number);
    return tests_end("lan");
}
