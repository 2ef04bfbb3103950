// SPDX-License-Identifier: Apache-2.0
// Atomic: node counts of python-chess, scalachess and Fairy-Stockfish, which agree, laws, and single cases.
#include "variant_support.h"

// --- atomic once more, slowly ----------------------------------------------------------------------

static int find(const Reference *r, char man) {
    const char *at = memchr(r->square, man, 64);
    return at ? (int)(at - r->square) : -1;
}

static bool are_near(int a, int b) {
    const int files = a % 8 - b % 8, ranks = a / 8 - b / 8;
    return files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1;
}

static Reference slow_make(const Reference *before, Move m) {
    Reference r = reference_make(before, m);
    const Square to = move_to(m);
    const MoveKind kind = move_kind(m);
    if (kind == MOVE_CASTLE || (kind != MOVE_EN_PASSANT && before->square[to] == '.')) return r;
    for (int s = 0; s < 64; s++)
        if (s == to || (are_near(s, to) && r.square[s] != 'p' && r.square[s] != 'P')) r.square[s] = '.';
    for (int color = 0; color < 2; color++)
        for (int wing = 0; wing < 2; wing++) {
            int *rook = &r.rook[color][wing];
            if (find(&r, color ? 'k' : 'K') < 0 || (*rook >= 0 && r.square[*rook] == '.')) *rook = -1;
        }
    return r;
}

static bool is_safe(const Reference *r, bool white) {
    const int king = find(r, white ? 'K' : 'k'), other = find(r, white ? 'k' : 'K');
    if (king < 0 || other < 0) return king >= 0;
    return are_near(king, other) || !reference_attacked(r, king, !white);
}

static bool may_castle(const Reference *r, int king, int rook) {
    const int first = king / 8 * 8, to = first + (rook > king ? 6 : 2), rook_to = first + (rook > king ? 5 : 3);
    const int ends[4] = {king, rook, to, rook_to}, step = to > king ? 1 : -1;
    int low = king, high = king;
    for (int i = 1; i < 4; i++) {
        if (ends[i] < low) low = ends[i];
        if (ends[i] > high) high = ends[i];
    }
    for (int s = low; s <= high; s++)
        if (s != king && s != rook && r->square[s] != '.') return false;
    Reference walk = *r;
    walk.square[king] = '.';
    for (int s = king;; s += step) { // the start, even if the king stays
        walk.square[s] = r->square[king];
        if (s != to || s == king)
            if (!is_safe(&walk, r->white)) return false;
        walk.square[s] = '.';
        if (s == to) break;
    }
    const Reference after = reference_make(r, move_of(king, rook, MOVE_CASTLE));
    return is_safe(&after, r->white);
}

static int slow_moves(const Reference *r, Move *list) {
    Move any[MAX_MOVES];
    int count = 0;
    const int tries = reference_pseudo_moves(r, any), king = find(r, r->white ? 'K' : 'k');
    for (int i = 0; i < tries; i++) {
        const Reference child = slow_make(r, any[i]);
        if (is_safe(&child, r->white)) list[count++] = any[i];
    }
    for (int wing = 0; wing < 2; wing++) {
        const int rook = r->rook[!r->white][wing];
        if (rook >= 0 && may_castle(r, king, rook)) list[count++] = move_of(king, rook, MOVE_CASTLE);
    }
    return count;
}

static const SlowRules SLOW = {slow_moves, slow_make};

// --- random starts ---------------------------------------------------------------------------------

static Board any_start(Random *r) {
    Position p = random_start(r, CHESS960);
    if (random_below(r, 2)) p = random_setup(r, random_below(r, 2) ? STANDARD : CHESS960);
    Board b = p.board;
    b.rules = ATOMIC;
    const Color us = (Color)b.side;
    const Bitboard near = king_attacks[board_king(&b, !us)] & ~board_occupied(&b);
    if (!near || random_below(r, 3)) return b;
    const Bitboard king = b.kings & b.color[us]; // next to the other king, where every attack is allowed
    b.kings = (b.kings & ~king) | bit(lsb(near));
    b.color[us] = (b.color[us] & ~king) | bit(lsb(near));
    b.castling &= ~rank_for(us, 0);
    return b;
}

// Two kings and one to three pieces.
static Board few_men(Random *r) {
    Board b = random_setup(r, STANDARD).board;
    b.rules = ATOMIC;
    b.castling = 0;
    b.en_passant = NO_SQUARE;
    b.color[WHITE] &= b.kings;
    b.color[BLACK] &= b.kings;
    b.pawns = b.knights = b.diagonal = b.orthogonal = 0;
    const PieceType type = (PieceType)(KNIGHT + random_below(r, 3));
    for (int n = 1 + random_below(r, 3); n > 0; n--) {
        const Square s = random_below(r, 64);
        if (!(board_occupied(&b) & bit(s))) board_put(&b, s, (Color)random_below(r, 2), type);
    }
    const Bitboard waiting = b.kings & b.color[!b.side];
    if (board_attackers(&b, lsb(waiting), (Color)b.side, board_occupied(&b))) b.side = !b.side;
    return rules_is_check(&b) ? any_start(r) : b;
}

// --- corner cases ----------------------------------------------------------------------------------

static const VariantCount COUNTS[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 4, 197326},
    {"rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -", 4, 1434825},
    {"rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -", 4, 714499},
    {"8/8/8/8/8/8/2k5/rR4KR w KQ -", 5, 1603055},
    {"r3k1rR/5K2/8/8/8/8/8/8 b kq -", 5, 2587730},
    {"Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq -", 5, 5800275},
    {"1R4kr/4K3/8/8/8/8/8/8 b k -", 4, 17915},
};

static Board after(const char *fen, const char *move) {
    Board b = variant_board(fen, ATOMIC);
    Move list[MAX_MOVES];
    for (int i = rules_list(&b, list) - 1; i >= 0; i--)
        if (move_from(list[i]) == square_at(move[0] - 'a', move[1] - '1') &&
            move_to(list[i]) == square_at(move[2] - 'a', move[3] - '1')) {
            rules_play(&b, list[i]);
            return b;
        }
    CHECK_TEXT(move, "a legal move");
    return b;
}

static Status status(const char *fen) {
    const Board b = variant_board(fen, ATOMIC);
    return status_of(&b, DRAWS_AUTOMATIC, 1);
}

static void test_castling(void) {
    CHECK(variant_allows("8/8/8/8/8/8/4k3/R3K2r w Q -", ATOMIC, "e1a1"));
    CHECK(variant_allows("r3k2R/4K3/8/8/8/8/8/8 b q -", ATOMIC, "e8a8"));
    CHECK(!variant_allows("8/8/8/8/8/8/5k2/R3K2r w Q -", ATOMIC, "e1a1"));  // c1 is not next to a king: Rh1 sees d1
    CHECK(!variant_allows("4k3/8/8/8/8/8/8/rR2K3 w Q -", ATOMIC, "e1b1"));  // no rook shields c1 any more
    CHECK(!variant_allows("4k3/8/8/8/4r3/8/8/4K2R w K -", ATOMIC, "e1h1")); // in check
    CHECK(!variant_allows("4k3/8/8/8/5r2/8/8/4K2R w K -", ATOMIC, "e1h1"));
    CHECK(variant_allows("8/8/8/8/5r2/8/6k1/4K2R w K -", ATOMIC, "e1h1")); // f1 and g1 are next to the king
}

static void test_blasts(void) {
    const Board taken = after("3kK3/8/8/2NNNNN1/2NNPpN1/2NN1NN1/2NN1NN1/2NNNNN1 b - e3", "f4e3");
    CHECK_TEXT(board_fen(&taken), "3kK3/8/8/2NNNNN1/2N3N1/2N3N1/2N3N1/2NNNNN1 w - - 0 1");
    CHECK(!variant_allows("8/8/8/2K5/2P5/2k1n3/8/2R5 b - -", ATOMIC, "e3c4")); // both kings
    CHECK(!variant_allows("4k3/8/8/8/8/8/3p4/4K3 w - -", ATOMIC, "e1d2"));     // a king never captures
    const Board rooks = after("r3k2r/1N6/8/8/8/8/8/RB2K2R b KQkq -", "h8h1");
    CHECK_HEX(rooks.castling, bit(A1) | bit(A8)); // both rooks of the h-file exploded
    const Board won = after("r3k2r/3p4/8/8/8/8/8/R2QK2R w KQkq -", "d1d7");
    CHECK_HEX(won.castling, bit(A1) | bit(H1)); // no king, no rights
    CHECK_INT(status_of(&won, DRAWS_AUTOMATIC, 1), STATUS_KING_EXPLODED);
    CHECK(!rules_is_check(&won));
    CHECK_INT(rules_count(&won), 0);
}

static void test_ends(void) {
    CHECK(variant_allows("4k3/3p4/8/8/8/8/4r3/3RK3 w - -", ATOMIC, "d1d7")); // in check
    CHECK(variant_allows("3qk3/8/8/8/8/8/3R4/3K4 w - -", ATOMIC, "d2d8"));   // pinned
    CHECK_INT(status("4k3/8/8/8/8/8/8/8 w - -"), STATUS_KING_EXPLODED + 1);
    CHECK_INT(status("8/8/8/8/8/8/8/4K3 b - -"), STATUS_KING_EXPLODED);
    CHECK_INT(status("7k/5Q2/8/8/8/8/8/K3R3 b - -"), STATUS_STALEMATE);
    CHECK_INT(status("7k/8/8/8/8/8/1r6/K1q5 w - -"), STATUS_CHECKMATE_BLACK);
    CHECK_INT(status("k7/8/8/8/8/8/8/K7 w - -"), STATUS_INSUFFICIENT_MATERIAL);
    // Only the king could capture it.
    CHECK_INT(status("7k/8/8/8/8/8/1q6/K7 w - -"), STATUS_CHECKMATE_BLACK);
    CHECK_INT(status("kb6/b7/8/8/8/8/8/K6B b - -"), STATUS_CHECKMATE_WHITE);
}

static void test_checks(void) {
    const Board apart = variant_board("8/8/8/4k3/8/8/4R3/K7 b - -", ATOMIC);
    CHECK(rules_is_check(&apart));
    const Board together = variant_board("8/8/8/4k3/3K4/8/4R3/8 b - -", ATOMIC);
    CHECK(!rules_is_check(&together));
    CHECK(!variant_allows("8/8/8/4k3/8/8/4R3/K7 b - -", ATOMIC, "e5e4"));
    CHECK(variant_allows("8/8/8/4k3/3K4/8/4R3/8 b - -", ATOMIC, "e5e4"));  // still next to the other king
    CHECK(!variant_allows("8/8/8/4k3/3K4/8/5R2/8 b - -", ATOMIC, "e5f6")); // no longer adjacent: check again
}

static bool can_win(const char *fen, Color us) {
    const Board b = variant_board(fen, ATOMIC);
    return material_can_mate(&b, us);
}

static void test_material(void) {
    CHECK(!can_win("8/8/8/4k3/8/8/8/K7 w - -", WHITE));
    CHECK(can_win("8/8/8/4k3/8/8/8/KQ6 w - -", WHITE));
    CHECK(can_win("8/8/8/4k3/8/8/P7/K7 w - -", WHITE));
    CHECK(!can_win("8/8/8/4k3/8/8/8/KR6 w - -", WHITE));
    CHECK(!can_win("8/8/8/4k3/8/8/8/KNN5 w - -", WHITE));
    CHECK(can_win("8/8/8/4k3/8/8/8/KNNN4 w - -", WHITE));
    CHECK(can_win("8/8/8/4k3/8/8/8/KRN5 w - -", WHITE));
    CHECK(can_win("8/8/8/4k2n/8/8/8/KN6 w - -", WHITE));
    CHECK(!can_win("8/8/8/4k2n/8/8/8/K7 w - -", WHITE));
    CHECK(!can_win("8/8/8/4kb2/8/8/8/K1B5 w - -", WHITE)); // f5 light, c1 dark
    CHECK(can_win("8/8/8/4k1b1/8/8/8/K1B5 w - -", WHITE));
    CHECK(can_win("8/8/7b/4kb2/8/8/8/K1B5 w - -", WHITE));
    CHECK(can_win("8/8/8/4kb1b/8/8/8/K1B5 w - -", WHITE)); // two of its own bishops can enclose the king
    CHECK(!can_win("8/8/8/4kb1b/8/8/8/K1B5 w - -", BLACK));
    CHECK(can_win("8/8/8/8/8/8/8/K7 b - -", WHITE));
    CHECK(!can_win("8/8/8/8/8/8/8/K7 b - -", BLACK));
}

int main(void) {
    tests_begin();
    check_variant_counts(ATOMIC, COUNTS, sizeof COUNTS / sizeof *COUNTS);
    test_castling();
    test_blasts();
    test_ends();
    test_checks();
    test_material();
    check_variant_games(101, 150, 60, any_start, &SLOW);
    check_variant_games(105, 500, 40, few_men, &SLOW);
    return tests_end("rules_atomic");
}
