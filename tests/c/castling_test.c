// SPDX-License-Identifier: Apache-2.0
// Castling paths of every king and rook on the back ranks, square by square.
#include "castling.h"
#include "support.h"

static Bitboard files(int first, int a, int b) {
    Bitboard squares = 0;
    for (int file = a < b ? a : b; file <= (a < b ? b : a); file++) squares |= 1ull << (first + file);
    return squares;
}

static void check_path(int first, int king, int rook) {
    const bool kingside = rook > king;
    const int king_to = kingside ? 6 : 2, rook_to = kingside ? 5 : 3;
    const Bitboard two = files(first, king, king) | files(first, rook, rook);
    const CastlePath *path = castle_path(first + king, first + rook);
    const Bitboard king_way = files(first, king, king_to), rook_way = files(first, rook, rook_to);
    CHECK_HEX(path->empty, (king_way | rook_way) & ~two);
    CHECK_HEX(path->safe | files(first, king, king), king_way);
    CHECK(path->safe >> (first + king_to) & 1);
    CHECK_INT(castle_king_to(first + king, first + rook), first + king_to);
    CHECK_INT(castle_rook_to(first + king, first + rook), first + rook_to);
    CHECK_INT(castle_wing(first + king, first + rook), kingside ? KINGSIDE : QUEENSIDE);
}

static void test_paths(void) {
    for (int first = 0; first < 64; first += 56)
        for (int king = 0; king < 8; king++)
            for (int rook = 0; rook < 8; rook++)
                if (rook != king) check_path(first, king, rook);
}

static void test_standard(void) {
    CHECK_HEX(castle_path(E1, H1)->empty, 0x60);
    CHECK_HEX(castle_path(E1, H1)->safe, 0x60);
    CHECK_HEX(castle_path(E1, A1)->empty, 0x0E);
    CHECK_HEX(castle_path(E1, A1)->safe, 0x0C);
}

int main(void) {
    tests_begin();
    test_paths();
    test_standard();
    return tests_end("castling");
}
