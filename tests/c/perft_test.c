// SPDX-License-Identifier: Apache-2.0
// Node counts of known positions. https://www.chessprogramming.org/Perft_Results and
// https://www.chessprogramming.org/Chess960_Perft_Results; the tricky positions were counted with Stockfish 15.1.
#include "perft.h"

#include "support.h"

typedef struct {
    const char *fen;
    Variant variant;
    int depth;
    uint64_t nodes;
} Count;

static const Count COUNTS[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", STANDARD, 5, 4865609},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", STANDARD, 4, 4085603},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", STANDARD, 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", STANDARD, 4, 422333},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", STANDARD, 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", STANDARD, 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", STANDARD, 4, 3894594},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", CHESS960, 4, 326672},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", CHESS960, 4, 667366},
    {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", CHESS960, 4, 273318},
    {"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", STANDARD, 5, 185429},
    {"8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", STANDARD, 5, 185429},
    {"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", STANDARD, 5, 62297},
    {"8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", STANDARD, 5, 62297},
    {"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", STANDARD, 5, 206379},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", STANDARD, 5, 120330},
    {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", STANDARD, 5, 141077},
    {"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", STANDARD, 3, 27826},
    {"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", STANDARD, 3, 50509},
    {"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", STANDARD, 5, 266199},
    {"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", STANDARD, 4, 31961},
    {"4k3/1P6/8/8/8/8/K7/8 w - - 0 1", STANDARD, 5, 38983},
    {"8/P1k5/K7/8/8/8/8/8 w - - 0 1", STANDARD, 5, 18135},
    {"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", STANDARD, 5, 10857},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", STANDARD, 4, 182838},
    {"K1k5/8/P7/8/8/8/8/8 w - - 0 1", STANDARD, 6, 2217},
    {"r3k1r1/8/8/8/8/8/8/1R2K2R w HBga - 0 1", CHESS960, 3, 15085},
    {"1rk3r1/8/8/8/8/8/8/rRK3R1 w GBgb - 0 1", CHESS960, 4, 215218},
    {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1", CHESS960, 4, 285754},
    {"qbbnnrkr/pppppp2/8/6pP/8/8/PPPPPP2/QBBNNRKR w HFhf g6 0 3", CHESS960, 3, 14026},
};

static void test_counts(void) {
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        const Position p = position_of(COUNTS[i].fen, COUNTS[i].variant);
        check_context(COUNTS[i].fen);
        CHECK_INT(perft(&p.board, COUNTS[i].depth, true), COUNTS[i].nodes);
        CHECK_INT(perft(&p.board, COUNTS[i].depth - 1, true), perft(&p.board, COUNTS[i].depth - 1, false));
    }
    check_context(NULL);
}

static void test_small_depths(void) {
    const Position mated = position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", STANDARD);
    for (int bulk = 0; bulk < 2; bulk++) {
        CHECK_INT(perft(&mated.board, 0, bulk), 1);
        CHECK_INT(perft(&mated.board, 1, bulk), 0);
        CHECK_INT(perft(&mated.board, 5, bulk), 0);
    }
}

// Compares counting the replies to each move with listing them, position by position.
static void check_replies(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    Move list[MAX_MOVES], answers[MAX_MOVES];
    uint64_t replies = 0;
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) {
        Position child = *p;
        position_make(&child, list[i]);
        replies += (uint64_t)movegen_list(&child.board, answers);
    }
    CHECK_INT(perft(&p->board, 2, true), replies);
    CHECK_INT(perft(&p->board, 2, false), replies);
}

int main(void) {
    tests_begin();
    test_counts();
    test_small_depths();
    visit_games(37, 100, 100, check_replies);
    visit_setups(38, 8000, check_replies);
    return tests_end("perft");
}
