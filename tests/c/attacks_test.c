// SPDX-License-Identifier: Apache-2.0
// Attack tables compared with rays that are followed square by square.
#include "attacks.h"
#include "support.h"

static Bitboard walk(Square s, const int (*vectors)[2], int count, bool far, Bitboard occupied) {
    Bitboard squares = 0;
    for (int i = 0; i < count; i++) {
        int file = s % 8 + vectors[i][0], rank = s / 8 + vectors[i][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            squares |= 1ull << (rank * 8 + file);
            if (!far || (occupied >> (rank * 8 + file) & 1)) break;
            file += vectors[i][0];
            rank += vectors[i][1];
        }
    }
    return squares;
}

static const int DIAGONAL[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int ORTHOGONAL[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int JUMPS[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
static const int WHITE_PAWN[2][2] = {{-1, 1}, {1, 1}}, BLACK_PAWN[2][2] = {{-1, -1}, {1, -1}};

static void check_sliders(Square s, Bitboard occupied) {
    CHECK_HEX(bishop_attacks(s, occupied), walk(s, DIAGONAL, 4, true, occupied));
    CHECK_HEX(rook_attacks(s, occupied), walk(s, ORTHOGONAL, 4, true, occupied));
}

static void test_sliders(void) {
    Random r = {1};
    for (Square s = 0; s < 64; s++) {
        check_sliders(s, 0);
        check_sliders(s, ~0ull);
        for (int i = 0; i < 1500; i++) {
            const Bitboard many = random_next(&r) | random_next(&r), some = random_next(&r);
            check_sliders(s, some);
            check_sliders(s, many & some);
            check_sliders(s, some & random_next(&r) & random_next(&r));
        }
    }
}

static void test_steps(void) {
    for (Square s = 0; s < 64; s++) {
        CHECK_HEX(knight_attacks[s], walk(s, JUMPS, 8, false, 0));
        CHECK_HEX(king_attacks[s], walk(s, DIAGONAL, 4, false, 0) | walk(s, ORTHOGONAL, 4, false, 0));
        CHECK_HEX(pawn_attacks[WHITE][s], walk(s, WHITE_PAWN, 2, false, 0));
        CHECK_HEX(pawn_attacks[BLACK][s], walk(s, BLACK_PAWN, 2, false, 0));
        CHECK_HEX(bishop_rays[s], walk(s, DIAGONAL, 4, true, 0));
        CHECK_HEX(rook_rays[s], walk(s, ORTHOGONAL, 4, true, 0));
    }
    CHECK_HEX(pawn_attacks[WHITE][NO_SQUARE] | pawn_attacks[BLACK][NO_SQUARE], 0);
}

// The squares from a in the direction of b, to the edge of the board, or up to b.
static Bitboard towards(Square a, Square b, bool up_to_b) {
    const int files = b % 8 - a % 8, ranks = b / 8 - a / 8;
    const int step[1][2] = {{(files > 0) - (files < 0), (ranks > 0) - (ranks < 0)}};
    return walk(a, step, 1, true, up_to_b ? 1ull << b : 0);
}

static void test_lines(void) {
    for (Square a = 0; a < 64; a++)
        for (Square b = 0; b < 64; b++) {
            const int files = b % 8 - a % 8, ranks = b / 8 - a / 8;
            const bool aligned = a != b && (!files || !ranks || files == ranks || files == -ranks);
            CHECK_HEX(between[a][b], aligned ? towards(a, b, true) & ~(1ull << b) : 0);
        }
}

int main(void) {
    tests_begin();
    test_sliders();
    test_steps();
    test_lines();
    return tests_end("attacks");
}
