// SPDX-License-Identifier: Apache-2.0
// King of the hill, three-check, crazyhouse and horde: node counts, moves and their results compared with the slow
// reference, and single cases. The counts come from Fairy-Stockfish 11.2.
#include "rules/rules.h"

#include <ctype.h>
#include <stdlib.h>

#include "perft.h"
#include "reference.h"
#include "support.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"
#define HORDE_START "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"

// --- counts ----------------------------------------------------------------------------------------

typedef struct {
    const char *fen;
    Variant variant;
    int depth;
    uint64_t nodes;
} Count;

static const Count COUNTS[] = {
    {"rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 0 1", KING_OF_THE_HILL, 3, 19003},
    {"rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 0 1", KING_OF_THE_HILL, 4, 808163},
    {"8/1k6/8/4pP2/2K5/8/3P4/8 w - e6 0 1", KING_OF_THE_HILL, 4, 4636},
    {KIWIPETE " w KQkq - 1+1 0 1", THREE_CHECK, 3, 97848},
    {KIWIPETE " w KQkq - 1+1 0 1", THREE_CHECK, 4, 4081798},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1", THREE_CHECK, 3, 13410},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+2 0 1", THREE_CHECK, 5, 7395597},
    {"2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", CRAZYHOUSE, 1, 301},
    {"2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", CRAZYHOUSE, 2, 75353},
    {"2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", CRAZYHOUSE, 4, 932554},
    {"r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", CRAZYHOUSE, 4, 2083382},
    {"4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", CRAZYHOUSE, 4, 132758},
    {"r1b1kb1r/ppp2ppp/2n5/3qP3/3P4/5N2/PP3PPP/R1BQKB1R[Nnp] b KQkq - 0 7", CRAZYHOUSE, 3, 670569},
    {HORDE_START, HORDE, 5, 265223},
    {"4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1", HORDE, 4, 56539},
    {"k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", HORDE, 4, 33781},
    {"4k3/7r/8/P7/2p1n2P/3p2P1/1P3P2/PPP1PPP1 w - - 0 1", HORDE, 4, 128809},
    {"rnbqkbnr/6p1/2p1Pp1P/P1PPPP2/Pp4PP/1p2PPPP/1P2P1PP/PP1nPPPP b kq a3 0 18", HORDE, 4, 223681},
    {"4k2r/pp5p/8/8/1p6/8/PPP2P2/PP4P1 b k - 0 1", HORDE, 4, 20663},
};

static void test_counts(void) {
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        const Position p = position_of(COUNTS[i].fen, COUNTS[i].variant);
        check_context(COUNTS[i].fen);
        CHECK_INT(perft(&p.board, COUNTS[i].depth, true), COUNTS[i].nodes);
    }
    check_context(NULL);
}

// --- laws ------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) { return *(const Move *)a - *(const Move *)b; }

// Makes the same move on the slow board, where a drop is a new man.
static Reference make(const Reference *r, Move m) {
    if (!move_is_drop(m)) return reference_make(r, m);
    Reference child = *r;
    const char man = "PNBRQ"[(m >> 12) - MOVE_DROP_PAWN];
    child.square[m & 63] = r->white ? man : (char)tolower(man);
    child.white = !r->white;
    child.en_passant = -1;
    return child;
}

static int drops(const Board *b, const Reference *r, Move *list) {
    int count = 0;
    for (int piece = 0; piece < 5; piece++)
        for (int s = 0; s < 64; s++) {
            const Move m = (Move)(s | s << 6 | (MOVE_DROP_PAWN + piece) << 12);
            if (!b->pocket[b->side][piece] || r->square[s] != '.') continue;
            if (piece == 0 && (s < 8 || s >= 56)) continue;
            const Reference child = make(r, m);
            if (!reference_in_check(&child, r->white)) list[count++] = m;
        }
    return count;
}

static bool has_ended(const Board *b, const Reference *r, Variant variant) {
    static const int hill[] = {27, 28, 35, 36};
    if (variant == THREE_CHECK) return b->checks[WHITE] == 0 || b->checks[BLACK] == 0;
    if (variant == HORDE) {
        for (int s = 0; s < 64; s++)
            if (isupper(r->square[s])) return false;
        return true;
    }
    for (int i = 0; i < 4 && variant == KING_OF_THE_HILL; i++)
        if (toupper(r->square[hill[i]]) == 'K') return true;
    return false;
}

static void check_sets(const Board *b) {
    const Bitboard men = board_occupied(b), sliders = b->diagonal | b->orthogonal;
    CHECK(!(b->color[WHITE] & b->color[BLACK]));
    CHECK((b->pawns | b->knights | sliders | b->kings) == men);
    CHECK(popcount(b->pawns) + popcount(b->knights) + popcount(sliders) + popcount(b->kings) == popcount(men));
    CHECK(!(b->promoted & ~(b->knights | sliders)));
    CHECK(!(b->castling & ~b->orthogonal));
}

static int in_pocket(const Board *b) {
    int count = 0;
    for (int i = 0; i < 10; i++) count += b->pocket[i / 5][i % 5];
    return count;
}

// Checks the effect of captures and drops on the pocket, and which men are promoted.
static void check_pockets(const Board *b, const Board *child, Move m) {
    uint8_t expected[2][5];
    const Color us = b->side;
    const Bitboard from = bit(move_from(m)), to = bit(move_to(m));
    memcpy(expected, b->pocket, sizeof expected);
    if (move_kind(m) == MOVE_EN_PASSANT) expected[us][PAWN]++;
    else if (b->promoted & to) expected[us][PAWN]++;
    else if (b->color[!us] & to) expected[us][board_piece_at(b, move_to(m))]++;
    if (move_is_drop(m)) expected[us][move_dropped(m)]--;
    CHECK(memcmp(expected, child->pocket, sizeof expected) == 0);
    CHECK_INT(popcount(board_occupied(child)) + in_pocket(child), popcount(board_occupied(b)) + in_pocket(b));
    const bool promoted = move_is_promotion(m) || (b->promoted & from);
    if (!move_is_drop(m)) CHECK_HEX(child->promoted, (b->promoted & ~from & ~to) | (promoted ? to : 0));
}

static void check_child(const Position *p, const Reference *r, Move m) {
    Position child = *p;
    rules_make(&child, m);
    const Board *b = &p->board, *c = &child.board;
    const Reference played = reference_of(c), expected = make(r, m);
    CHECK(reference_equals(&played, &expected));
    check_sets(c);
    CHECK_HEX(child.hash, rules_hash(c));
    CHECK_INT(rules_is_check(c), reference_in_check(&expected, expected.white));
    if (b->rules == CRAZYHOUSE) check_pockets(b, c, m);
    else CHECK(!in_pocket(c) && !c->promoted);
    CHECK_INT(c->checks[!b->side], b->checks[!b->side]);
    if (b->rules == THREE_CHECK) CHECK_INT(c->checks[b->side], b->checks[b->side] - rules_is_check(c));
}

static void check_moves(const Position *p, Variant variant, Random *r) {
    (void)r;
    Move list[MAX_MOVES], expected[2 * MAX_MOVES];
    const Board *b = &p->board;
    const Reference reference = reference_of(b);
    const bool ended = has_ended(b, &reference, variant);
    const int count = rules_list(b, list);
    int wanted = ended ? 0 : reference_moves(&reference, expected);
    if (!ended) wanted += drops(b, &reference, expected + wanted);
    CHECK_INT(rules_is_over(b), ended);
    CHECK_INT(rules_count(b), wanted);
    CHECK_INT(perft(b, 1, false), wanted);
    if (!CHECK_INT(count, wanted)) return;
    qsort(list, (size_t)count, sizeof *list, by_value);
    qsort(expected, (size_t)count, sizeof *expected, by_value);
    for (int i = 0; i < count; i++) {
        CHECK_INT(list[i], expected[i]);
        CHECK(rules_is_legal(b, list[i]));
        check_child(p, &reference, list[i]);
    }
    const Status status = status_of(b, DRAWS_NONE, 1);
    CHECK_INT(status != STATUS_CONTINUE, count == 0);
    if (status == STATUS_CHECKMATE_WHITE || (status >= STATUS_VARIANT && status % 2 == 0))
        CHECK(material_can_mate(b, WHITE));
    if (status == STATUS_CHECKMATE_BLACK || (status >= STATUS_VARIANT && status % 2 == 1))
        CHECK(material_can_mate(b, BLACK));
}

static void test_laws(void) {
    static const struct {
        const char *fen;
        Variant variant;
        int games;
    } starts[] = {
        {KIWIPETE " w KQkq - 0 1", KING_OF_THE_HILL, 20},
        {"4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1", KING_OF_THE_HILL, 60},
        {KIWIPETE " w KQkq - 3+3 0 1", THREE_CHECK, 40},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 2+1 0 1", THREE_CHECK, 40},
        {KIWIPETE "[] w KQkq - 0 1", CRAZYHOUSE, 12},
        {"8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8[QQ] w - - 0 1", CRAZYHOUSE, 12},
        {"r3k2r/8/8/8/8/8/8/R3K2R[PPNpprbq] b KQkq - 3 9", CRAZYHOUSE, 12},
        {HORDE_START, HORDE, 20},
        {"r3k2r/8/8/P3p3/2p1n2P/1p1p2P1/P4P2/PPP1PPP1 w kq - 0 1", HORDE, 40},
        {"rq2k2r/4p3/8/8/8/8/P4P1P/P3P3 w kq - 0 1", HORDE, 60},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        visit_games_from(starts[i].fen, starts[i].variant, 90 + i, starts[i].games, 120, check_moves);
}

// --- cases -----------------------------------------------------------------------------------------

// Writes a move as in UCI; castling is king takes rook.
static const char *name_of(Move m) {
    static char text[6];
    const Square from = move_from(m), to = move_to(m);
    if (move_is_drop(m)) snprintf(text, 6, "%c@%c%c", "PNBRQ"[move_dropped(m)], 'a' + to % 8, '1' + to / 8);
    else
        snprintf(text, 6, "%c%c%c%c%.1s", 'a' + from % 8, '1' + from / 8, 'a' + to % 8, '1' + to / 8,
                 move_is_promotion(m) ? &"nbrq"[(int)move_kind(m) - 1] : "");
    return text;
}

// NO_MOVE if it is not legal.
static Move find(const Board *b, const char *name) {
    Move list[MAX_MOVES];
    for (int i = rules_list(b, list) - 1; i >= 0; i--)
        if (strcmp(name_of(list[i]), name) == 0) return list[i];
    return NO_MOVE;
}

// `moves` are played one after the other. If `after` is NULL, the last one is not legal.
typedef struct {
    Variant variant;
    const char *fen, *moves, *after;
} Play;

static const Play PLAYS[] = {
    // A captured promoted piece becomes a pawn; one that captures stays promoted; a promotion makes one.
    {CRAZYHOUSE, "4k3/8/8/8/8/8/3q~4/3QK3[] w - - 5 9", "d1d2", "4k3/8/8/8/8/8/3Q4/4K3[P] b - - 0 9"},
    {CRAZYHOUSE, "4k3/8/8/3r4/8/8/3Q~4/4K3[] w - - 5 9", "d2d5", "4k3/8/8/3Q~4/8/8/8/4K3[R] b - - 0 9"},
    {CRAZYHOUSE, "4k3/8/8/3r4/8/8/3Q~4/4K3[] b - - 5 9", "d5d2", "4k3/8/8/8/8/8/3r4/4K3[p] w - - 0 10"},
    {CRAZYHOUSE, "3nk3/4P3/8/8/8/8/8/4K3[] w - - 5 9", "e7d8b", "3B~k3/8/8/8/8/8/8/4K3[N] b - - 0 9"},
    {CRAZYHOUSE, "4k3/8/8/3pP3/8/8/8/4K3[p] w - d6 0 9", "e5d6", "4k3/8/3P4/8/8/8/8/4K3[Pp] b - - 0 9"},
    // Drops: a piece leaves the pocket, a pawn resets the clock, only a drop that shields the king parries a check.
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNp] w - - 5 9", "N@e6", "4k3/8/4N3/8/8/8/8/4K3[Qp] b - - 6 9"},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNp] b - - 5 9", "p@e6", NULL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNp] b - - 5 9", "P@e6", "4k3/8/4p3/8/8/8/8/4K3[QN] w - - 0 10"},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNp] b - - 5 9", "P@e1", NULL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNp] b - - 5 9", "P@a1", NULL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNp] b - - 5 9", "P@a8", NULL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNp] b - - 5 9", "N@a8", NULL},
    {CRAZYHOUSE, "4k3/8/8/4R3/8/8/8/4K3[n] b - - 0 1", "N@e7", "4k3/4n3/8/4R3/8/8/8/4K3[] w - - 1 2"},
    {CRAZYHOUSE, "4k3/8/8/4R3/8/8/8/4K3[n] b - - 0 1", "N@d7", NULL},
    {CRAZYHOUSE, "4k3/8/8/4R3/8/8/8/4K3[n] b - - 0 1", "N@e4", NULL},
    {CRAZYHOUSE, "4k3/8/3N4/8/8/8/8/4K3[q] b - - 0 1", "Q@e7", NULL}, // a knight's check
    {CRAZYHOUSE, "4k3/8/3N4/4R3/8/8/8/4K3[q] b - - 0 1", "Q@e7", NULL},
    // A pawn dropped on its second rank may move two squares, and be captured en passant.
    {CRAZYHOUSE, "4k3/8/8/8/5p2/8/8/4K3[P] w - - 0 1", "P@e2 e8d8 e2e4 f4e3", "3k4/8/8/8/8/4p3/8/4K3[p] w - - 0 3"},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K2R~[] w K - 0 1", "e1h1", "4k3/8/8/8/8/8/8/5R~K1[] b - - 1 1"},
    // A dropped rook does not castle; the original one does.
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1", "R@h1 e8d7 e1h1", NULL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1", "R@h1 e8d7 e1a1", "8/3k4/8/8/8/8/8/2KR3R[] b - - 3 2"},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/1b6/R3K3[R] b Q - 0 1", "b2a1 R@b1 a1d4 R@a1", NULL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/1b6/R3K3[R] b Q - 0 1", "b2a1 e1e2 a1d4 R@a1 e8e7 e2e1 e7e8 e1a1", NULL},

    // A check counts once, by one or two pieces, also by castling.
    {THREE_CHECK, "4k3/8/8/8/8/8/4N3/4RK2 w - - 3+3 0 1", "e2c3", "4k3/8/8/8/8/2N5/8/4RK2 b - - 2+3 1 1"},
    {THREE_CHECK, "4k3/8/8/8/4N3/8/8/4RK2 w - - 3+3 0 1", "e4f6", "4k3/8/5N2/8/8/8/8/4RK2 b - - 2+3 1 1"},
    {THREE_CHECK, "5k2/8/8/8/8/8/8/4K2R w K - 2+2 0 1", "e1h1", "5k2/8/8/8/8/8/8/5RK1 b - - 1+2 1 1"},
    {THREE_CHECK, "4k3/8/8/8/8/8/8/r3K3 w - - 2+2 0 1", "e1e2 a1a2", "4k3/8/8/8/8/8/r3K3/8 w - - 2+1 2 2"},
    {THREE_CHECK, "4k3/8/8/8/8/8/8/4K2R w K - 1+2 0 1", "h1h8 e8e7", NULL}, // it is over

    {KING_OF_THE_HILL, "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", "4k3/8/8/8/3K4/8/8/8 b - - 1 1"},
    {KING_OF_THE_HILL, "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4 e8e7", NULL},
    {KING_OF_THE_HILL, "4k3/8/8/r7/8/4K3/8/8 w - - 0 1", "e3d4", "4k3/8/8/r7/3K4/8/8/8 b - - 1 1"},
    {KING_OF_THE_HILL, "4k3/8/8/8/r7/4K3/8/8 w - - 0 1", "e3d4", NULL}, // into check

    // A double step from rank 1 does not allow en passant; one from rank 2 does, even as the pawn's second move.
    {HORDE, "4k3/8/8/8/8/8/1p6/P1P5 w - - 0 1", "a1a3", "4k3/8/8/8/8/P7/1p6/2P5 b - - 0 1"},
    {HORDE, "4k3/8/8/8/8/1p6/8/P1P5 w - - 0 1", "a1a3", "4k3/8/8/8/8/Pp6/8/2P5 b - - 0 1"},
    {HORDE, "4k3/8/8/8/8/1p6/8/P1P5 w - - 0 1", "a1a3 b3a2", NULL},
    {HORDE, "4k3/8/8/8/1p6/8/8/P1P5 w - - 0 1", "a1a2 e8d8 a2a4 b4a3", "3k4/8/8/8/8/p7/8/2P5 w - - 0 3"},
    {HORDE, "4k3/8/8/8/8/p7/8/P1P5 w - - 0 1", "a1a3", NULL},
    {HORDE, "4k3/8/8/8/8/8/p7/P1P5 w - - 0 1", "a1a3", NULL},
    {HORDE, "4k3/8/8/8/8/8/8/P1P5 w - - 0 1", "a1a4", NULL},
    {HORDE, "4k3/8/8/8/3Pp3/8/8/8 b - d3 0 1", "e4d3", "4k3/8/8/8/8/3p4/8/8 w - - 0 2"},
    {HORDE, "4k3/8/8/3pP3/8/8/8/8 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/8 b - - 0 1"},
    {HORDE, "r3k2r/8/8/8/8/8/8/P7 b kq - 0 1", "e8h8", "r4rk1/8/8/8/8/8/8/P7 w - - 1 2"},
    {HORDE, "r3k2r/8/4P3/8/8/8/8/R7 b kq - 0 1", "e8a8", "2kr3r/8/4P3/8/8/8/8/R7 w - - 1 2"},
    {HORDE, "r3k2r/8/4P3/8/8/8/8/3R4 b kq - 0 1", "e8a8", NULL},
    {HORDE, "4k3/8/8/8/8/8/8/4R3 b - - 0 1", "e8e7", NULL}, // still in check
};

static void test_plays(void) {
    for (size_t i = 0; i < sizeof PLAYS / sizeof *PLAYS; i++) {
        const Play *t = &PLAYS[i];
        Position p = position_of(t->fen, t->variant);
        const char *at = t->moves;
        check_context(t->fen);
        for (char name[8]; *at; at += strspn(at, " ")) {
            const size_t length = strcspn(at, " ");
            if (!CHECK(length < sizeof name)) return;
            memcpy(name, at, length);
            name[length] = 0;
            at += length;
            const Move m = find(&p.board, name);
            const bool refused = !*at && !t->after;
            CHECK_INT(m == NO_MOVE, refused);
            if (!m) break;
            rules_make(&p, m);
        }
        if (t->after) CHECK_TEXT(fen_of(&p), t->after);
    }
    check_context(NULL);
}

typedef struct {
    Variant variant;
    const char *fen;
    int occurrences;
    Status status;
} End;

static const End ENDS[] = {
    // Drops count for mate and stalemate, but not drops of pawns on the back rank.
    {CRAZYHOUSE, "R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", 1, STATUS_CHECKMATE_WHITE},
    {CRAZYHOUSE, "R5k1/5ppp/8/8/8/8/8/6K1[n] b - - 0 1", 1, STATUS_CONTINUE},
    {CRAZYHOUSE, "R5k1/5ppp/8/8/8/8/8/6K1[pp] b - - 0 1", 1, STATUS_CHECKMATE_WHITE},
    {CRAZYHOUSE, "R5k1/5ppp/8/8/8/8/8/6K1[N] b - - 0 1", 1, STATUS_CHECKMATE_WHITE},
    {CRAZYHOUSE, "6rk/5Npp/8/8/8/8/8/6K1[q] b - - 0 1", 1, STATUS_CHECKMATE_WHITE},
    {CRAZYHOUSE, "k7/2Q5/8/8/8/8/8/4K3[] b - - 0 1", 1, STATUS_STALEMATE},
    {CRAZYHOUSE, "k7/2Q5/8/8/8/8/8/4K3[p] b - - 0 1", 1, STATUS_CONTINUE},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K2R[] w - - 200 150", 1, STATUS_CONTINUE}, // no clock
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K2R[] w - - 2 150", 3, STATUS_THREEFOLD_REPETITION},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", 1, STATUS_INSUFFICIENT_MATERIAL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[B] w - - 0 1", 1, STATUS_INSUFFICIENT_MATERIAL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", 1, STATUS_CONTINUE},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K1N~1[] w - - 0 1", 1, STATUS_CONTINUE},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K1N1[] w - - 0 1", 1, STATUS_INSUFFICIENT_MATERIAL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K1N1[N] w - - 0 1", 1, STATUS_CONTINUE},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K1N1[b] w - - 0 1", 1, STATUS_CONTINUE},

    // Mate before checks, checks before stalemate and draws.
    {THREE_CHECK, "4k3/8/8/8/8/8/8/4K2R w - - 0+3 0 1", 1, STATUS_THREE_CHECKS},
    {THREE_CHECK, "4k3/8/8/8/8/8/8/4K2R w - - 3+0 100 1", 3, STATUS_THREE_CHECKS + 1},
    {THREE_CHECK, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0+3 0 1", 1, STATUS_CHECKMATE_WHITE},
    {THREE_CHECK, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1+3 0 1", 1, STATUS_CHECKMATE_WHITE},
    {THREE_CHECK, "k7/2Q5/8/8/8/8/8/4K3 b - - 1+3 0 1", 1, STATUS_STALEMATE},
    {THREE_CHECK, "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1", 1, STATUS_CONTINUE},
    {THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", 1, STATUS_INSUFFICIENT_MATERIAL},
    {THREE_CHECK, "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 100 80", 1, STATUS_RULE50},

    // A move to the hill that mates is mate, one that stalemates wins; in a FEN either king may be there.
    {KING_OF_THE_HILL, "4k3/8/8/8/3K4/8/8/8 b - - 0 1", 1, STATUS_HILL},
    {KING_OF_THE_HILL, "4k3/8/8/8/3K4/8/8/8 w - - 0 1", 1, STATUS_HILL},
    {KING_OF_THE_HILL, "8/8/8/4k3/8/8/8/K7 w - - 100 90", 3, STATUS_HILL + 1},
    {KING_OF_THE_HILL, "k7/2Q5/8/4K3/8/8/8/8 b - - 0 1", 1, STATUS_HILL},
    {KING_OF_THE_HILL, "k6R/8/1Q6/4K3/8/8/8/8 b - - 0 1", 1, STATUS_CHECKMATE_WHITE},
    {KING_OF_THE_HILL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, STATUS_CONTINUE},
    {KING_OF_THE_HILL, "4k3/8/8/8/8/8/8/4K3 w - - 100 90", 1, STATUS_RULE50},
    {KING_OF_THE_HILL, "4k3/8/8/2K5/8/8/8/8 w - - 0 1", 1, STATUS_CONTINUE},

    // White without men has lost; stalemate is a draw for both sides.
    {HORDE, "4k3/8/8/8/8/8/8/8 w - - 0 1", 1, STATUS_HORDE_DESTROYED + 1},
    {HORDE, "4k3/8/8/8/8/8/8/Q7 w - - 0 1", 1, STATUS_CONTINUE},
    {HORDE, "4k3/8/8/p7/P7/8/8/8 w - - 0 1", 1, STATUS_STALEMATE},
    {HORDE, "k7/2Q5/P7/8/8/8/8/8 b - - 0 1", 1, STATUS_STALEMATE},
    {HORDE, "k7/1Q6/P7/8/8/8/8/8 b - - 0 1", 1, STATUS_CHECKMATE_WHITE},
    {HORDE, "8/8/8/8/8/7k/8/7P w - - 100 90", 1, STATUS_RULE50},
};

static void test_ends(void) {
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        const Position p = position_of(ENDS[i].fen, ENDS[i].variant);
        check_context(ENDS[i].fen);
        CHECK_INT(status_of(&p.board, DRAWS_AUTOMATIC, ENDS[i].occurrences), ENDS[i].status);
    }
    check_context(NULL);
}

static uint64_t hash_of(const char *fen, Variant variant) { return position_of(fen, variant).hash; }

// Positions with different pockets, promoted pieces or checks are different.
static void test_hashes(void) {
    const uint64_t bare = hash_of("4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", CRAZYHOUSE);
    CHECK_HEX(bare, hash_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", STANDARD));
    CHECK(bare != hash_of("4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", CRAZYHOUSE));
    CHECK(bare != hash_of("4k3/8/8/8/8/8/8/Q3K3[N] w - - 0 1", CRAZYHOUSE));
    CHECK(hash_of("4k3/8/8/8/8/8/8/Q3K3[N] w - - 0 1", CRAZYHOUSE) !=
          hash_of("4k3/8/8/8/8/8/8/Q3K3[NN] w - - 0 1", CRAZYHOUSE));
    CHECK(hash_of("4k3/8/8/8/8/8/8/Q3K3[N] w - - 0 1", CRAZYHOUSE) !=
          hash_of("4k3/8/8/8/8/8/8/Q3K3[n] w - - 0 1", CRAZYHOUSE));
    CHECK(hash_of("4k3/8/8/8/8/8/8/Q3K3 w - - 3+2 0 1", THREE_CHECK) !=
          hash_of("4k3/8/8/8/8/8/8/Q3K3 w - - 2+3 0 1", THREE_CHECK));
}

int main(void) {
    tests_begin();
    test_counts();
    test_laws();
    test_plays();
    test_ends();
    test_hashes();
    return tests_end("rules");
}
