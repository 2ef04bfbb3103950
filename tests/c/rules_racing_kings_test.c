// SPDX-License-Identifier: Apache-2.0
// Racing Kings: node counts of scalachess and Fairy-Stockfish, laws, and single cases.
#include "variant_support.h"

// --- racing kings once more, slowly ----------------------------------------------------------------

static int slow_moves(const Reference *r, Move *list) {
    Move any[MAX_MOVES];
    int count = 0;
    const int tries = reference_moves(r, any);
    for (int i = 0; i < tries; i++) {
        const Reference child = reference_make(r, any[i]);
        if (!reference_in_check(&child, child.white)) list[count++] = any[i];
    }
    return count;
}

static const SlowRules SLOW = {slow_moves, reference_make};

static Board any_start(Random *r) {
    if (random_below(r, 3) == 0) return variant_board("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -", RACING_KINGS);
    for (;;) {
        Board b = {.rules = RACING_KINGS, .side = (uint8_t)random_below(r, 2), .en_passant = NO_SQUARE};
        board_put(&b, random_below(r, 64), WHITE, KING);
        for (int n = 1 + random_below(r, 12); n > 0; n--) {
            const Square s = random_below(r, 64);
            const Color us = (Color)random_below(r, 2);
            if (board_occupied(&b) & bit(s)) continue;
            board_put(&b, s, us, board_has_king(&b, BLACK) ? (PieceType)(KNIGHT + random_below(r, 4)) : KING);
            if (board_has_king(&b, BLACK)) continue;
            b.color[us] ^= bit(s);
            b.color[BLACK] |= bit(s);
        }
        if (!board_has_king(&b, BLACK)) continue;
        const Reference reference = reference_of(&b);
        if (!reference_in_check(&reference, true) && !reference_in_check(&reference, false)) return b;
    }
}

// --- corner cases ----------------------------------------------------------------------------------

static const VariantCount COUNTS[] = {
    {"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -", 4, 296242},
    {"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -", 5, 9472927},
    {"4brn1/2K2k2/8/8/8/8/8/8 w - -", 6, 265932}, // a goal square is taken
};

static Status status(const char *fen) {
    const Board b = variant_board(fen, RACING_KINGS);
    return status_of(&b, DRAWS_AUTOMATIC, 1);
}

static void test_checks(void) {
    CHECK(!variant_allows("8/8/1rk4K/8/8/8/8/8 b - -", RACING_KINGS, "c6d7")); // opens the rook's line
    CHECK(variant_allows("8/8/1rk4K/8/8/8/8/8 b - -", RACING_KINGS, "c6d6"));  // stays on it
    CHECK(!variant_allows("8/8/8/8/8/2k5/8/K2R3R w - -", RACING_KINGS, "h1h3"));
    CHECK(variant_allows("8/8/8/8/8/2k5/8/K3R2R w - -", RACING_KINGS, "h1h2"));
    CHECK(!variant_allows("8/8/8/8/k2N3R/8/8/K7 w - -", RACING_KINGS, "d4e6")); // uncovers
    CHECK(!variant_allows("8/8/8/8/8/k7/8/K2N4 w - -", RACING_KINGS, "a1a2"));
    CHECK(!variant_allows("8/8/8/4q3/8/8/8/K1k4R b - -", RACING_KINGS, "c1b1"));
}

static void test_race(void) {
    CHECK_INT(status("1K6/7k/8/8/8/8/8/8 b - -"), STATUS_CONTINUE); // Black arrives as well
    CHECK_INT(status("1K5k/8/8/8/8/8/8/8 w - -"), STATUS_RACE_DRAW);
    CHECK_INT(status("1K6/8/7k/8/8/8/8/8 b - -"), STATUS_RACE);
    CHECK_INT(status("1K6/7k/8/8/8/8/8/8 w - -"), STATUS_RACE); // Black did something else
    CHECK_INT(status("7k/1K6/8/8/8/8/8/8 w - -"), STATUS_RACE + 1);
    CHECK_INT(status("7k/1K6/8/8/8/8/8/8 b - -"), STATUS_RACE + 1);
    CHECK_INT(status("2KR4/k7/2Q5/4q3/8/8/8/2N5 b - -"), STATUS_RACE);
    CHECK_INT(status("4Q1K1/8/7k/4R3/8/5B2/8/3N4 b - -"), STATUS_RACE); // without moves
    CHECK_INT(status("1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - -"), STATUS_STALEMATE);
    CHECK_INT(status("8/8/8/8/8/8/8/K1k5 w - -"), STATUS_CONTINUE); // never insufficient
    CHECK_INT(status("K7/8/8/8/8/8/8/7k b - -"), STATUS_RACE);
    CHECK_INT(status("K7/7k/8/8/8/8/8/6R1 b - -"), STATUS_CONTINUE); // h8 is still free
    CHECK_INT(status("K7/7k/8/4B3/8/8/8/6R1 b - -"), STATUS_RACE);   // h8 is attacked
    CHECK_INT(status("K5nr/7k/8/8/8/8/8/8 b - -"), STATUS_RACE);     // own pieces are in the way
    CHECK_INT(status("K6R/6k1/8/8/8/8/8/8 b - -"), STATUS_CONTINUE); // by a capture
    const Board over = variant_board("1K6/8/7k/8/8/8/8/8 b - -", RACING_KINGS);
    CHECK_INT(rules_count(&over), 0);
    CHECK_INT(perft(&over, 3, false), 0);
    CHECK(!rules_is_check(&over));
}

// Checks with the reference: White has arrived and Black is to move.
static void check_last_chance(const Board *b) {
    const Reference r = reference_of(b);
    Move list[MAX_MOVES];
    bool chance = false;
    for (int i = slow_moves(&r, list) - 1; i >= 0; i--)
        if (r.square[move_from(list[i])] == 'k' && move_to(list[i]) >= A8) chance = true;
    check_context(board_fen(b));
    CHECK_INT(rules_of(b)->end(b), chance ? STATUS_CONTINUE : STATUS_RACE);
}

static void test_last_chances(void) {
    Random r = {7};
    int tested = 0;
    while (tested < 2000) {
        const Board b = any_start(&r);
        const Bitboard home = b.kings & rank_mask(7);
        if (b.side != BLACK || !home || home != (b.kings & b.color[WHITE])) continue;
        check_last_chance(&b);
        tested++;
    }
    check_context(NULL);
}

int main(void) {
    tests_begin();
    check_variant_counts(RACING_KINGS, COUNTS, sizeof COUNTS / sizeof *COUNTS);
    test_checks();
    test_race();
    test_last_chances();
    check_variant_games(103, 200, 60, any_start, &SLOW);
    return tests_end("rules_racing_kings");
}
