// SPDX-License-Identifier: Apache-2.0
// Dead positions: known ones, and laws that reveal wrong answers.
#include "rules/dead.h"

#include <stdlib.h>

#include "dead_walk.h"
#include "locked_positions.h"
#include "rules/dead_parts.h"

typedef struct {
    const char *fen;
    CanWin white, black;
} Known;

#define NO CAN_WIN_NO
#define YES CAN_WIN_YES

static const Known KNOWN[] = {
    // The game is over: mate, also against the material rule, and stalemate.
    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", NO, YES},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NO, NO},
    {"8/8/8/8/8/8/5kqK/8 w - - 0 1", NO, YES},
    // Material.
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", NO, NO},
    {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", NO, NO},
    {"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", YES, NO},
    {"4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1", YES, YES},
    {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", NO, NO},
    // The last piece must be captured.
    {"k7/8/8/8/8/8/6q1/7K w - - 0 1", NO, NO},
    {"7k/6Q1/8/8/8/8/8/K7 b - - 0 1", NO, NO},
    {"kQ6/8/8/8/8/8/8/7K b - - 0 1", NO, NO},
    // Walls: closed, and with a bishop that stays behind it.
    {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", NO, NO},
    {"8/8/1k6/1p1p1p1p/1P1P1P1P/8/5K2/8 w - - 0 1", NO, NO},
    {"2b5/8/1k6/1p1p1p1p/1P1P1P1P/8/5K2/2B5 w - - 0 1", NO, NO},
    // The pawns at the edge can be captured on the way around.
    {"8/8/1k6/3p1p1p/3P1P1P/8/5K2/8 w - - 0 1", YES, YES},
    // The side to move decides.
    {"8/8/8/8/8/k1p5/2P5/K7 b - - 0 1", YES, YES},
};

static void test_known(void) {
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        const Board b = position_of(KNOWN[i].fen, STANDARD).board;
        check_context(KNOWN[i].fen);
        CHECK_INT(dead_can_win(&b, WHITE, EFFORT_NORMAL), KNOWN[i].white);
        CHECK_INT(dead_can_win(&b, BLACK, EFFORT_NORMAL), KNOWN[i].black);
        const bool alive = KNOWN[i].white == YES || KNOWN[i].black == YES;
        CHECK_INT(dead_any_can_win(&b, EFFORT_NORMAL), alive ? YES : NO);
    }
    check_context(NULL);
}

// Plays the moves of a helpmate, which must be legal and end in mate. Returns their number.
static int check_helpmate(const Board *b, Color us, uint32_t effort) {
    Move *line = NULL;
    Board at = *b;
    const int count = dead_helpmate(b, us, effort, &line);
    for (int i = 0; i < count; i++) {
        if (!CHECK(move_is_legal(&at, line[i]))) break;
        board_play(&at, line[i]);
    }
    if (count >= 0) CHECK_INT(status_of(&at, DRAWS_NONE, 1), status_won(STATUS_CHECKMATE_WHITE, us));
    if (count > 0) free(line);
    return count;
}

static void test_helpmates(void) {
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
        "8/8/8/K1PpP2r/8/8/8/7k w - d6 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const Board b = position_of(fens[i], STANDARD).board;
        check_context(fens[i]);
        CHECK(check_helpmate(&b, WHITE, EFFORT_NORMAL) > 0);
    }
    const Board mated = position_of(KNOWN[0].fen, STANDARD).board;
    check_context(KNOWN[0].fen);
    CHECK_INT(check_helpmate(&mated, BLACK, EFFORT_NORMAL), 0);
    CHECK_INT(check_helpmate(&mated, WHITE, EFFORT_NORMAL), -1);
    check_context(NULL);
}

static bool contradict(CanWin a, CanWin b) { return (a == NO && b == YES) || (a == YES && b == NO); }

static CanWin either(CanWin a, CanWin b) {
    if (a == YES || b == YES) return YES;
    return a == NO && b == NO ? NO : CAN_WIN_UNKNOWN;
}

// No answer contradicts the search of all positions; most of the positions that cannot be won are found.
static void test_against_reference(void) {
    Random r = {4711};
    int dead = 0, found = 0;
    for (int i = 0; i < 600; i++) {
        const Position p = random_locked(&r, i % LOCKED_KINDS);
        check_context(fen_of(&p));
        CanWin low[2];
        for (Color us = WHITE; us <= BLACK; us++) {
            const CanWin truth = reference_can_win(&p.board, us, 6000);
            const CanWin normal = dead_can_win(&p.board, us, EFFORT_NORMAL);
            low[us] = dead_can_win(&p.board, us, EFFORT_LOW);
            CHECK(!contradict(low[us], truth));
            CHECK(!contradict(dead_can_win(&p.board, us, 500), truth));
            CHECK(!contradict(normal, truth));
            dead += truth == NO;
            found += truth == NO && normal == NO;
        }
        CHECK_INT(dead_any_can_win(&p.board, EFFORT_LOW), either(low[WHITE], low[BLACK]));
    }
    check_context(NULL);
    CHECK(dead > 400 && 100 * found >= 94 * dead);
}

// If the pictures of a wall prove a result, the search of all positions must prove it, too, if it completes.
static void test_walls(void) {
    Random r = {12};
    int proved = 0, likely = 0;
    for (int i = 0; i < 700; i++) {
        const Position p = random_locked(&r, i % 2 ? 0 : 3);
        const Color us = (Color)(i / 2 % 2);
        int32_t budget = 20000;
        if (!movegen_any(&p.board) || !dead_wall_may_help(&p.board, ANY_STEPS)) continue;
        if (dead_wall(&p.board, us, &budget) != NO) continue;
        check_context(fen_of(&p));
        proved++;
        likely += dead_wall_may_help(&p.board, FEW_STEPS);
        CHECK(reference_can_win(&p.board, us, 8000) != YES);
    }
    check_context(NULL);
    CHECK(proved > 100 && 100 * likely >= 95 * proved);
}

// The answer for the mirrored position, or with colours exchanged, is the same; and a side that cannot win cannot
// win after any move.
static void test_symmetry(void) {
    Random r = {99};
    for (int i = 0; i < 400; i++) {
        const Position p = random_locked(&r, i % LOCKED_KINDS);
        const Board left = mirrored(&p.board), turned = board_turned(p.board);
        Move list[MAX_MOVES];
        check_context(fen_of(&p));
        for (Color us = WHITE; us <= BLACK; us++) {
            const CanWin answer = dead_can_win(&p.board, us, 3000);
            CHECK(!contradict(answer, dead_can_win(&left, us, 3000)));
            CHECK(!contradict(answer, dead_can_win(&turned, !us, 3000)));
            CHECK_INT(dead_can_win(&p.board, us, 3000), answer);
            if (answer != NO) continue;
            for (int m = movegen_list(&p.board, list) - 1; m >= 0; m--) {
                Board child = p.board;
                board_play(&child, list[m]);
                CHECK(dead_can_win(&child, us, 3000) != YES);
            }
        }
    }
    check_context(NULL);
}

// Random games in which both sides help: a side that has mated could win at each earlier ply.
static void test_games_that_end_in_mate(void) {
    Random r = {5};
    int mates = 0;
    for (int game = 0; game < 4000 && mates < 60; game++) {
        Position at[160];
        int ply = 0;
        at[0] = game % 2 ? random_locked(&r, game / 2 % LOCKED_KINDS) : random_start(&r, STANDARD);
        for (Move m; ply + 1 < 160 && (m = random_move(&r, &at[ply].board)) != NO_MOVE; ply++) {
            at[ply + 1] = at[ply];
            position_make(&at[ply + 1], m);
        }
        const Status end = status_of(&at[ply].board, DRAWS_NONE, 1);
        if (end != STATUS_CHECKMATE_WHITE && end != STATUS_CHECKMATE_BLACK) continue;
        mates++;
        const Color winner = end == STATUS_CHECKMATE_WHITE ? WHITE : BLACK;
        for (int i = 0; i <= ply; i++) {
            check_context(fen_of(&at[i]));
            CHECK(dead_can_win(&at[i].board, winner, i % 8 ? EFFORT_LOW : 2000) != NO);
        }
    }
    check_context(NULL);
    CHECK(mates >= 60);
}

// More effort never reverses an answer, and exhausted memory only leads to UNKNOWN.
static void test_memory(void) {
    const Board b = position_of("8/8/1k6/1p1p1p1p/1P1P1P1P/8/5K2/8 w - - 0 1", STANDARD).board;
    const Board open = position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", STANDARD).board;
    for (int n = 1; n < 40; n++) {
        fail_allocation(n);
        CHECK(dead_can_win(&b, WHITE, EFFORT_NORMAL) != YES);
        fail_allocation(n);
        CHECK(dead_can_win(&open, WHITE, EFFORT_NORMAL) != NO);
        fail_allocation(n);
        check_helpmate(&open, BLACK, EFFORT_NORMAL);
    }
    fail_allocation(0);
}

// Variants: their own ends, material and searches.
static void test_variants(void) {
    const Board hill = position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", KING_OF_THE_HILL).board;
    CHECK_INT(dead_can_win(&hill, WHITE, EFFORT_NORMAL), YES);
    const Board atomic = position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ATOMIC).board;
    CHECK_INT(dead_can_win(&atomic, WHITE, EFFORT_NORMAL), NO);
    const Board house = position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", CRAZYHOUSE).board;
    CHECK(dead_can_win(&house, BLACK, EFFORT_NORMAL) != NO);
}

int main(void) {
    tests_begin();
    test_known();
    test_helpmates();
    test_against_reference();
    test_walls();
    test_symmetry();
    test_games_that_end_in_mate();
    test_memory();
    test_variants();
    return tests_end("dead");
}
