// SPDX-License-Identifier: Apache-2.0
// Antichess: node counts of python-chess and scalachess, which agree, laws, and single cases.
#include "variant_support.h"

// --- antichess once more, slowly -------------------------------------------------------------------

static int slow_moves(const Reference *r, Move *list) {
    Move any[MAX_MOVES];
    int takes = 0, quiets = 0;
    Move quiet[MAX_MOVES];
    for (int i = reference_pseudo_moves(r, any) - 1; i >= 0; i--) {
        const bool take = r->square[move_to(any[i])] != '.' || move_kind(any[i]) == MOVE_EN_PASSANT;
        Move *out = take ? list + takes : quiet + quiets;
        const int added = move_kind(any[i]) == MOVE_PROMOTE_QUEEN ? 2 : 1;
        out[0] = any[i];
        if (added == 2) out[1] = move_of(move_from(any[i]), move_to(any[i]), MOVE_PROMOTE_KING);
        if (take) takes += added;
        else quiets += added;
    }
    if (takes) return takes;
    memcpy(list, quiet, (size_t)quiets * sizeof *quiet);
    return quiets;
}

static const SlowRules SLOW = {slow_moves, reference_make};

// Any number of kings.
static Board any_start(Random *r) {
    Board b = random_setup(r, STANDARD).board;
    if (random_below(r, 3) == 0) b = random_start(r, CHESS960).board;
    b.rules = ANTICHESS;
    b.castling = 0;
    for (Bitboard rest = board_occupied(&b) & ~b.pawns; rest;) {
        const Bitboard at = bit(pop(&rest));
        if (random_below(r, 4)) continue;
        b.knights &= ~at;
        b.diagonal &= ~at;
        b.orthogonal &= ~at;
        b.kings &= ~at;
        if (random_below(r, 2)) b.kings |= at;
        else b.knights |= at;
    }
    return b;
}

// Few men: bishops, knights, and pawns that face each other.
static Board few_men(Random *r) {
    Board b = {.rules = ANTICHESS, .side = (uint8_t)random_below(r, 2), .en_passant = NO_SQUARE};
    const PieceType type = random_below(r, 3) ? BISHOP : KNIGHT;
    for (int n = 2 + random_below(r, 3); n > 0; n--) {
        const Square s = random_below(r, 64), pawn = 8 + random_below(r, 40);
        const Color us = (Color)random_below(r, 2);
        if (!(board_occupied(&b) & bit(s))) board_put(&b, s, us, type);
        if (random_below(r, 2) || board_occupied(&b) & (bit(pawn) | bit(pawn + 8))) continue;
        board_put(&b, pawn, WHITE, PAWN);
        board_put(&b, pawn + 8, BLACK, PAWN);
    }
    return b;
}

// --- corner cases ----------------------------------------------------------------------------------

static const VariantCount COUNTS[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", 5, 2732672},
    {"8/1p6/8/8/8/8/P7/8 w - -", 4, 3},
    {"8/1p6/8/8/8/8/P7/8 w - -", 5, 1},
    {"8/1p6/8/8/8/8/P7/8 w - -", 6, 0},
    {"8/2p5/8/8/8/8/P7/8 w - -", 13, 30873},
};

static Status status(const char *fen) {
    const Board b = variant_board(fen, ANTICHESS);
    return status_of(&b, DRAWS_AUTOMATIC, 1);
}

static int count(const char *fen) {
    const Board b = variant_board(fen, ANTICHESS);
    return rules_count(&b);
}

static void test_moves(void) {
    CHECK_INT(count("8/8/8/3pP3/8/8/8/K7 w - d6"), 1); // en passant is a capture
    CHECK_INT(count("8/P7/8/8/8/8/8/7k w - -"), 5);    // five promotions
    CHECK_INT(count("1r6/P7/8/8/8/8/8/7k w - -"), 5);  // only by capture
    CHECK_INT(count("8/8/8/8/8/1q6/8/K6K w - -"), 6);  // no check, and two kings
    CHECK_INT(count("8/8/8/8/8/8/1q6/K6K w - -"), 1);  // a king must also capture
    Board b = variant_board("8/P7/8/8/8/8/8/7k w - -", ANTICHESS);
    rules_play(&b, move_of(A8 - 8, A8, MOVE_PROMOTE_KING));
    CHECK_TEXT(board_fen(&b), "K7/8/8/8/8/8/8/7k b - - 0 1");
    Board taken = variant_board("8/8/8/8/8/8/1k6/K7 w - -", ANTICHESS);
    rules_play(&taken, move_of(A1, 9, MOVE_PLAIN));
    CHECK_TEXT(board_fen(&taken), "8/8/8/8/8/8/1K6/8 b - - 0 1");
    CHECK_INT(status_of(&taken, DRAWS_AUTOMATIC, 1), STATUS_NO_PIECES + 1);
}

static bool can_win(const char *fen, Color us) {
    const Board b = variant_board(fen, ANTICHESS);
    return material_can_mate(&b, us);
}

static void test_ends(void) {
    CHECK_INT(status("8/8/8/8/8/8/8/k7 w - -"), STATUS_NO_PIECES);
    CHECK_INT(status("8/p7/P7/8/8/8/8/8 b - -"), STATUS_NO_MOVES + 1);
    CHECK_INT(status("8/p7/P7/8/8/8/8/8 w - -"), STATUS_NO_MOVES);
    CHECK_INT(status("8/p7/8/P7/8/8/8/8 w - -"), STATUS_CONTINUE);
    CHECK_INT(status("8/p7/8/8/8/8/8/K7 w - -"), STATUS_CONTINUE);
    CHECK_INT(count("8/p7/P7/8/8/8/8/8 b - -"), 0);
    CHECK(can_win("8/8/8/8/8/8/8/k7 w - -", WHITE));
    CHECK(!can_win("8/8/8/8/8/8/8/k7 w - -", BLACK));
}

// Whether neither side can win, for either side to move.
static void check_dead(const char *fen, bool dead) {
    Board b = variant_board(fen, ANTICHESS);
    check_context(fen);
    for (b.side = WHITE; b.side <= BLACK; b.side++) {
        CHECK(material_is_insufficient(&b) == dead);
        CHECK(material_can_mate(&b, WHITE) != dead || material_can_mate(&b, BLACK) != dead);
    }
    check_context(NULL);
}

static void test_bishops(void) {
    check_dead("8/8/8/5b2/8/8/8/2B5 w - -", true);
    check_dead("8/8/8/6b1/8/8/8/2B5 w - -", false);
    check_dead("8/8/8/5b1b/8/8/8/B1B5 w - -", true);
    check_dead("8/8/8/5b2/8/8/8/2BB4 w - -", false);
    CHECK(!can_win("8/8/8/5b2/8/8/8/2BB4 w - -", WHITE)); // the dark one stays
    CHECK(can_win("8/8/8/5b2/8/8/8/2BB4 w - -", BLACK));
    CHECK(can_win("8/8/8/5bb1/8/8/8/2BB4 w - -", WHITE));
}

static void test_blocked(void) {
    check_dead("8/8/8/4p3/4P3/8/8/2b1B3 w - -", false); // e4 is light, c1 dark: its pawn is a target
    check_dead("5b2/8/8/4p3/4P3/8/8/3B4 w - -", true);  // white on light squares, black on dark ones
    check_dead("5b2/8/8/4p3/8/4P3/8/3B4 w - -", false); // the pawns can still move
    check_dead("5bn1/8/8/4p3/4P3/8/8/3B4 w - -", false);
    check_dead("8/8/8/4p3/4P3/8/8/3B4 w - -", false);  // black will have no move
    check_dead("7b/6p1/6P1/8/8/8/8/3B4 w - -", false); // nor here: its bishop is enclosed
    check_dead("5b2/6p1/6P1/8/8/8/8/3B4 w - -", true); // here it has e7
}

static void test_knights(void) {
    CHECK(can_win("7n/8/8/8/8/8/8/N7 w - -", WHITE)); // both on dark squares: only the side to move can be captured
    CHECK(!can_win("7n/8/8/8/8/8/8/N7 w - -", BLACK));
    CHECK(!can_win("7n/8/8/8/8/8/8/N7 b - -", WHITE));
    CHECK(can_win("7n/8/8/8/8/8/8/N7 b - -", BLACK));
    CHECK(!can_win("7n/8/8/8/8/8/8/1N6 w - -", WHITE));
    CHECK(can_win("7n/8/8/8/8/8/8/1N6 w - -", BLACK));
    CHECK(can_win("7n/8/8/8/8/8/8/1N6 b - -", WHITE));
    CHECK(!can_win("7n/8/8/8/8/8/8/1N6 b - -", BLACK));
    CHECK(can_win("3n2N1/8/8/8/8/8/8/8 w - -", BLACK) != can_win("3n2N1/8/8/8/8/8/8/8 b - -", BLACK));
    CHECK(can_win("6nn/8/8/8/8/8/8/N7 w - -", BLACK));
}

// Decides which side can win with one knight each, by visiting all positions. Every capture wins for the captured
// side.
static void visit_knights(int white, int black, Color side, bool seen[64][64][2], bool won[2]) {
    if (seen[white][black][side]) return;
    seen[white][black][side] = true;
    Board b = {.rules = ANTICHESS, .side = (uint8_t)side, .en_passant = NO_SQUARE};
    board_put(&b, white, WHITE, KNIGHT);
    board_put(&b, black, BLACK, KNIGHT);
    Move list[MAX_MOVES];
    for (int i = rules_list(&b, list) - 1; i >= 0; i--) {
        const Square to = move_to(list[i]);
        if (to == (side == WHITE ? black : white)) won[!side] = true;
        else visit_knights(side == WHITE ? to : white, side == WHITE ? black : to, (Color)!side, seen, won);
    }
}

static void test_knights_by_exhaustion(void) {
    static const int places[][2] = {{A1, H8}, {A1 + 1, H8}, {27, 28}, {D1, 10}};
    for (int i = 0; i < 4; i++)
        for (Color side = WHITE; side <= BLACK; side++) {
            static bool seen[64][64][2];
            bool won[2] = {false, false};
            memset(seen, 0, sizeof seen);
            visit_knights(places[i][0], places[i][1], side, seen, won);
            Board b = {.rules = ANTICHESS, .side = (uint8_t)side, .en_passant = NO_SQUARE};
            board_put(&b, places[i][0], WHITE, KNIGHT);
            board_put(&b, places[i][1], BLACK, KNIGHT);
            CHECK_INT(material_can_mate(&b, WHITE), won[WHITE]);
            CHECK_INT(material_can_mate(&b, BLACK), won[BLACK]);
        }
}

int main(void) {
    tests_begin();
    check_variant_counts(ANTICHESS, COUNTS, sizeof COUNTS / sizeof *COUNTS);
    test_moves();
    test_ends();
    test_bishops();
    test_blocked();
    test_knights();
    test_knights_by_exhaustion();
    check_variant_games(102, 300, 80, any_start, &SLOW);
    check_variant_games(104, 2000, 20, few_men, &SLOW);
    return tests_end("rules_antichess");
}
