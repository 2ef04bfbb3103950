// SPDX-License-Identifier: Apache-2.0
// Tests making moves, and the hash.
#include "position.h"

#include "legality.h"
#include "reference.h"
#include "support.h"
#include "zobrist_keys.h"

// --- making ----------------------------------------------------------------------------------------

typedef struct {
    const char *before;
    Square from, to;
    MoveKind kind;
    const char *after;
} Making;

enum { B1 = 1, A3 = 16, E2 = 12, E4 = 28, D5 = 35, E5 = 36, D6 = 43, D4 = 27, E3 = 20, B7 = 49, C8 = 58, D7 = 51 };
enum { E7 = 52, E8 = 60, B8 = 57 };

static const Making MAKINGS[] = {
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 7 9", E2, E4, MOVE_DOUBLE, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9"},
    {"4k3/4p3/8/8/8/8/8/4K3 b - - 7 9", E7, E5, MOVE_DOUBLE, "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 10"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", E5, D6, MOVE_EN_PASSANT, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 9", E4, 19, MOVE_EN_PASSANT, "4k3/8/8/8/8/3p4/8/4K3 w - - 0 10"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 9", E4, E3, MOVE_PLAIN, "4k3/8/8/8/3P4/4p3/8/4K3 w - - 0 10"},
    {"2r1k3/1P6/8/8/8/8/8/4K3 w - - 5 9", B7, C8, MOVE_PROMOTE_KNIGHT, "2N1k3/8/8/8/8/8/8/4K3 b - - 0 9"},
    {"2r1k3/1P6/8/8/8/8/8/4K3 w - - 5 9", B7, B8, MOVE_PROMOTE_BISHOP, "1Br1k3/8/8/8/8/8/8/4K3 b - - 0 9"},
    {"2r1k3/1P6/8/8/8/8/8/4K3 w - - 5 9", B7, B8, MOVE_PROMOTE_ROOK, "1Rr1k3/8/8/8/8/8/8/4K3 b - - 0 9"},
    {"2r1k3/1P6/8/8/8/8/8/4K3 w - - 5 9", B7, C8, MOVE_PROMOTE_QUEEN, "2Q1k3/8/8/8/8/8/8/4K3 b - - 0 9"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", E1, H1, MOVE_CASTLE, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", E1, A1, MOVE_CASTLE, "r3k2r/8/8/8/8/8/8/2KR3R b kq - 6 9"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", E8, H8, MOVE_CASTLE, "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 6 10"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", E8, A8, MOVE_CASTLE, "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", A1, A8, MOVE_PLAIN, "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", H1, G1, MOVE_PLAIN, "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 6 9"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", E1, D1, MOVE_PLAIN, "r3k2r/8/8/8/8/8/8/R2K3R b kq - 6 9"},
    {"4k3/8/8/8/8/8/8/1N2K3 w - - 65535 65535", B1, A3, MOVE_PLAIN, "4k3/8/8/8/8/N7/8/4K3 b - - 65535 65535"},
    {"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", E8, D7, MOVE_PLAIN, "8/3k4/8/8/8/8/8/4K3 w - - 65535 65535"},
};

static void test_makings(void) {
    for (size_t i = 0; i < sizeof MAKINGS / sizeof *MAKINGS; i++) {
        const Making *t = &MAKINGS[i];
        Position p = position_of(t->before, STANDARD);
        const Move m = move_of(t->from, t->to, t->kind);
        check_context(t->before);
        CHECK(move_is_legal(&p.board, m));
        position_make(&p, m);
        CHECK_TEXT(fen_of(&p), t->after);
        CHECK_HEX(p.hash, board_hash(&p.board));
    }
    check_context(NULL);
}

static void check_children(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    Move list[MAX_MOVES];
    const Reference before = reference_of(&p->board);
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) {
        Position child = *p;
        position_make(&child, list[i]);
        const Reference made = reference_make(&before, list[i]), read = reference_of(&child.board);
        CHECK(reference_equals(&made, &read));
        CHECK_HEX(child.hash, board_hash(&child.board));
        CHECK_INT(board_is_check(&child.board), reference_in_check(&made, made.white));
    }
}

// --- passing ---------------------------------------------------------------------------------------

static void test_passes(void) {
    static const struct {
        const char *before, *after;
    } cases[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9"}, // en passant is gone
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 9", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 1 10"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 98 9", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 10"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position p = position_of(cases[i].before, STANDARD);
        check_context(cases[i].before);
        position_pass(&p);
        CHECK_TEXT(fen_of(&p), cases[i].after);
        CHECK_HEX(p.hash, board_hash(&p.board));
    }
    check_context(NULL);
}

static void check_pass(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    if (board_is_check(&p->board)) return;
    const Reference before = reference_of(&p->board);
    Position passed = *p;
    Board board = p->board;
    position_pass(&passed);
    board_pass(&board);
    Reference after = reference_of(&passed.board);
    CHECK_INT(after.white, !before.white);
    CHECK_INT(after.en_passant, -1);
    after.white = before.white;
    after.en_passant = before.en_passant;
    CHECK(reference_equals(&after, &before));
    CHECK_HEX(passed.hash, board_hash(&passed.board));
    board.halfmove_clock = passed.board.halfmove_clock; // board_pass() leaves the clocks to position_pass()
    board.fullmove_number = passed.board.fullmove_number;
    CHECK(same_board(&board, &passed.board));
}

// --- turning ---------------------------------------------------------------------------------------

// The other side's pieces on the mirrored squares, and back again.
static void check_turned(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    const Board turned = board_turned(p->board), again = board_turned(turned);
    Board back = p->board;
    memcpy(&back, &again, offsetof(Board, promoted)); // fields for variants are not copied
    CHECK_INT(turned.side, !p->board.side);
    for (Square s = 0; s < 64; s++) {
        const Square mirrored = s ^ A8;
        CHECK_INT(board_piece_at(&turned, mirrored), board_piece_at(&p->board, s));
        CHECK_INT(turned.color[WHITE] >> mirrored & 1, p->board.color[BLACK] >> s & 1);
        CHECK_INT(turned.castling >> mirrored & 1, p->board.castling >> s & 1);
    }
    CHECK_INT(turned.en_passant, p->board.en_passant == NO_SQUARE ? NO_SQUARE : p->board.en_passant ^ A8);
    CHECK(same_board(&back, &p->board));
}

// --- pieces ----------------------------------------------------------------------------------------

static void check_pieces(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    const Reference board = reference_of(&p->board);
    Bitboard all = 0;
    for (Color us = WHITE; us <= BLACK; us++)
        for (int type = PAWN; type <= KING; type++) {
            const Bitboard pieces = board_pieces(&p->board, us, (PieceType)type);
            CHECK(!(all & pieces));
            all |= pieces;
            for (Square s = 0; s < 64; s++)
                if (pieces & bit(s)) CHECK_INT(board.square[s], "PNBRQKpnbrqk"[us * 6 + (unsigned)type]);
        }
    CHECK_HEX(all, board_occupied(&p->board));
    for (Square s = 0; s < 64; s++)
        for (Color by = WHITE; by <= BLACK; by++)
            CHECK_INT(board_attackers(&p->board, s, by, all) != 0, reference_attacked(&board, s, by == WHITE));
}

// A piece is pinned if removing only this piece opens a new attack on its king by a slider.
static void check_pinned(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    const Board *b = &p->board;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Square king = board_king(b, us);
        const Bitboard occupied = board_occupied(b), before = board_attackers(b, king, !us, occupied);
        Bitboard pinned = 0;
        for (Bitboard own = b->color[us] & ~b->kings; own;) {
            const Square s = pop(&own);
            if (board_attackers(b, king, !us, occupied & ~bit(s)) & ~before) pinned |= bit(s);
        }
        CHECK_HEX(board_pinned(b, us), pinned);
    }
}

// --- the hash --------------------------------------------------------------------------------------

// The published test keys of the Polyglot book format. http://hgm.nubati.net/book_format.html
static void test_polyglot_keys(void) {
    static const struct {
        const char *fen;
        uint64_t key;
    } keys[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
        {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3", 0x652a607ca3f242c1},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4", 0x00fdd303c946bdd9},
        {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
        {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        CHECK_HEX(position_of(keys[i].fen, STANDARD).hash, keys[i].key);
}

// Board, then castling KQkq at 768, en passant at 772, side at 780.
static void test_hash_layout(void) {
    const Position bare = position_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1", STANDARD);
    CHECK_HEX(bare.hash, zobrist_keys[64 * 10 + E8] ^ zobrist_keys[64 * 11 + E1]);
    const char *letters = "pPnNbBrRqQkK";
    for (int piece = 2; piece < 10; piece++) {
        char fen[] = "4k3/8/8/8/8/8/7?/4K3 w - - 0 1";
        *strchr(fen, '?') = letters[piece];
        CHECK_HEX(position_of(fen, STANDARD).hash ^ bare.hash ^ zobrist_keys[780], zobrist_keys[64 * piece + 15]);
    }
    const uint64_t rooks = position_of("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", STANDARD).hash;
    for (int right = 0; right < 4; right++) {
        char fen[] = "r3k2r/8/8/8/8/8/8/R3K2R w ? - 0 1";
        *strchr(fen, '?') = "KQkq"[right];
        CHECK_HEX(position_of(fen, STANDARD).hash ^ rooks, zobrist_keys[768 + right]);
    }
    CHECK_HEX(position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", STANDARD).hash ^
                  position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", STANDARD).hash,
              zobrist_keys[772 + 3]);
}

static void test_en_passant(void) {
    static const struct {
        const char *fen;
        bool pseudo, legal;
    } cases[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", false, false},
        {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", false, false},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true, true},
        {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true, false}, // on a file
        {"7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", true, false},   // both pawns leave the rank
        {"7k/8/8/K1PpP2r/8/8/8/8 w - d6 0 1", true, true},   // one of two can
        {"6bk/8/8/3pP3/8/1K6/8/8 w - d6 0 1", true, false},  // the captured pawn is pinned on a diagonal
        {"4k2b/8/8/3pP3/3K4/8/8/8 w - d6 0 1", true, false}, // the capturing pawn is
        {"4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", true, true},   // captures the checker
        {"4k3/8/8/8/1K1Pp2r/8/8/8 b - d3 0 1", true, true},
        {"8/8/8/8/1R1Pp2k/8/8/4K3 b - d3 0 1", true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position p = position_of(cases[i].fen, STANDARD);
        check_context(cases[i].fen);
        CHECK_INT(board_en_passant_is_pseudo(&p.board), cases[i].pseudo);
        CHECK_INT(board_en_passant_is_legal(&p.board), cases[i].legal);
    }
    check_context(NULL);
}

int main(void) {
    tests_begin();
    test_makings();
    test_passes();
    test_polyglot_keys();
    test_hash_layout();
    test_en_passant();
    visit_games(21, 150, 100, check_children);
    visit_setups(22, 4000, check_children);
    visit_games(26, 100, 100, check_pass);
    visit_setups(27, 4000, check_pass);
    visit_games(28, 40, 60, check_turned);
    visit_setups(29, 2000, check_turned);
    visit_games(23, 40, 60, check_pieces);
    visit_games(24, 200, 100, check_pinned);
    visit_setups(25, 4000, check_pinned);
    return tests_end("position");
}
