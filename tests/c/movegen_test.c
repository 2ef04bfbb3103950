// SPDX-License-Identifier: Apache-2.0
// Legal moves against the slow reference; and the count, the list, the existence test and the single-move test
// against each other.
#include "movegen.h"

#include <stdlib.h>

#include "legality.h"
#include "reference.h"
#include "support.h"

static int by_value(const void *a, const void *b) { return *(const Move *)a - *(const Move *)b; }

static void check_list(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    Move list[MAX_MOVES], expected[2 * MAX_MOVES];
    const Reference reference = reference_of(&p->board);
    const int count = movegen_list(&p->board, list), expected_count = reference_moves(&reference, expected);
    CHECK_INT(movegen_count(&p->board), count);
    CHECK_INT(movegen_any(&p->board), count > 0);
    if (!CHECK_INT(count, expected_count)) return;
    qsort(list, (size_t)count, sizeof *list, by_value);
    qsort(expected, (size_t)count, sizeof *expected, by_value);
    for (int i = 0; i < count; i++) CHECK_INT(list[i], expected[i]);
}

// All 65,536 values: the 16 bits of a move may come from a file.
static void check_all_words(const Position *p) {
    static uint8_t listed[1 << 16];
    Move list[MAX_MOVES];
    const int count = movegen_list(&p->board, list);
    for (int i = 0; i < count; i++) listed[list[i]] = 1;
    for (int m = 0; m < 1 << 16; m++)
        if (move_is_legal(&p->board, (Move)m) != listed[m]) {
            CHECK_INT(m, listed[m] ? -1 : -2); // shows the move; -1 listed, -2 not
            break;
        }
    for (int i = 0; i < count; i++) listed[list[i]] = 0;
}

static void check_every_move(const Position *p, Variant variant, Random *r) {
    (void)variant;
    if (random_below(r, 16) == 0) check_all_words(p);
}

// The rook shields the king, and castling would remove it: not legal, unless the man behind it does not slide.
// Random games rarely reach such positions.
static void test_shielding_rooks(void) {
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "4k3/8/8/8/8/8/8/bRK5 w B - 0 1",
        "Qrk5/8/8/8/8/8/8/4K3 b b - 0 1", "Rr1k4/8/8/8/8/8/8/4K3 b b - 0 1", "Nr1k4/8/8/8/8/8/8/4K3 b b - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const Position p = position_of(fens[i], CHESS960);
        const bool white = p.board.side == WHITE;
        const Square king = board_king(&p.board, p.board.side);
        check_context(fens[i]);
        check_list(&p, CHESS960, NULL);
        check_all_words(&p);
        CHECK_INT(move_is_legal(&p.board, move_of(king, white ? 1 : 57, MOVE_CASTLE)), i % 3 == 2);
    }
    check_context(NULL);
}

static void check_gives_check(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    Move list[MAX_MOVES];
    const Reference reference = reference_of(&p->board);
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) {
        const Reference child = reference_make(&reference, list[i]);
        CHECK_INT(move_gives_check(&p->board, list[i]), reference_in_check(&child, child.white));
    }
}

// The position with the most moves of all that a game can reach.
static void test_most_moves(void) {
    const Position p = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", STANDARD);
    CHECK_INT(movegen_count(&p.board), 218);
}

int main(void) {
    tests_begin();
    test_most_moves();
    test_shielding_rooks();
    visit_games(31, 400, 120, check_list);
    visit_setups(32, 30000, check_list);
    visit_games(35, 100, 100, check_gives_check);
    visit_setups(36, 8000, check_gives_check);
    visit_games(33, 60, 80, check_every_move);
    visit_setups(34, 6000, check_every_move);
    return tests_end("movegen");
}
