// SPDX-License-Identifier: Apache-2.0
// Results by rule and their order.
#include "rules/rules.h"

#include "support.h"

typedef struct {
    const char *fen;
    DrawMode draws;
    int occurrences;
    Status status;
} Case;

#define OPEN "4k3/8/8/8/8/8/4P3/4K3 w - - "
#define MATED "R5k1/5ppp/8/8/8/8/8/6K1 b - - "
#define STUCK "k7/2Q5/8/8/8/8/8/4K3 b - - "
#define BARE "4k3/8/8/8/8/8/8/4K3 w - - "

static const Case CASES[] = {
    {OPEN "0 1", DRAWS_AUTOMATIC, 1, STATUS_CONTINUE},
    {OPEN "99 1", DRAWS_AUTOMATIC, 2, STATUS_CONTINUE},
    {OPEN "100 1", DRAWS_AUTOMATIC, 1, STATUS_RULE50},
    {OPEN "149 1", DRAWS_CLAIM, 4, STATUS_CONTINUE},
    {OPEN "150 1", DRAWS_CLAIM, 1, STATUS_RULE75},
    {OPEN "0 1", DRAWS_AUTOMATIC, 3, STATUS_THREEFOLD_REPETITION},
    {OPEN "0 1", DRAWS_CLAIM, 3, STATUS_CONTINUE},
    {OPEN "0 1", DRAWS_CLAIM, 5, STATUS_FIVEFOLD_REPETITION},
    {OPEN "65535 1", DRAWS_NONE, 9, STATUS_CONTINUE},
    {BARE "150 1", DRAWS_NONE, 5, STATUS_CONTINUE},
    {MATED "150 1", DRAWS_NONE, 5, STATUS_CHECKMATE_WHITE},
    {STUCK "150 1", DRAWS_NONE, 5, STATUS_STALEMATE},
    {MATED "0 1", DRAWS_AUTOMATIC, 1, STATUS_CHECKMATE_WHITE},
    {MATED "100 1", DRAWS_AUTOMATIC, 3, STATUS_CHECKMATE_WHITE}, // mate comes first
    {MATED "150 1", DRAWS_CLAIM, 5, STATUS_CHECKMATE_WHITE},
    {"6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", DRAWS_AUTOMATIC, 1, STATUS_CHECKMATE_BLACK},
    {STUCK "100 1", DRAWS_AUTOMATIC, 3, STATUS_STALEMATE},
    {BARE "0 1", DRAWS_AUTOMATIC, 1, STATUS_INSUFFICIENT_MATERIAL},
    {BARE "100 1", DRAWS_AUTOMATIC, 3, STATUS_RULE50}, // the clock before material
    {BARE "150 1", DRAWS_CLAIM, 5, STATUS_RULE75},
    {BARE "0 1", DRAWS_CLAIM, 5, STATUS_INSUFFICIENT_MATERIAL}, // material before repetition
    {OPEN "100 1", DRAWS_AUTOMATIC, 3, STATUS_RULE50},
};

static void test_status(void) {
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const Position p = position_of(CASES[i].fen, STANDARD);
        check_context(CASES[i].fen);
        CHECK_INT(status_of(&p.board, CASES[i].draws, CASES[i].occurrences), CASES[i].status);
    }
    check_context(NULL);
}

static void test_claimable(void) {
    const Position fresh = position_of(OPEN "99 1", STANDARD), old = position_of(OPEN "100 1", STANDARD);
    CHECK_INT(status_claimable(&fresh.board, 2), 0);
    CHECK_INT(status_claimable(&fresh.board, 3), CLAIM_THREEFOLD);
    CHECK_INT(status_claimable(&old.board, 2), CLAIM_RULE50);
    CHECK_INT(status_claimable(&old.board, 4), CLAIM_THREEFOLD | CLAIM_RULE50);
}

// White's men, Black's men; whether the material is insufficient, and whether each side can mate.
typedef struct {
    const char *white, *black;
    bool insufficient, white_can, black_can;
} Material;

static const Material MATERIALS[] = {
    {"", "", true, false, false},     {"N", "", true, false, false},
    {"", "n", true, false, false},    {"B", "", true, false, false},
    {"D", "", true, false, false},    {"BB", "bb", true, false, false}, // all on one colour
    {"DDD", "d", true, false, false}, {"B", "d", false, true, true},    // one on each
    {"BD", "", false, true, false},   {"NN", "", false, true, false},
    {"NB", "", false, true, false},   {"N", "n", false, true, true},
    {"N", "b", false, true, true},    {"N", "r", false, true, true},
    {"N", "q", false, false, true}, // a queen can always escape
    {"N", "qq", false, false, true},  {"N", "p", false, true, true},
    {"B", "n", false, true, true},    {"B", "p", false, true, true},
    {"B", "r", false, false, true},   {"B", "q", false, false, true},
    {"B", "b", true, false, false},   {"P", "", false, true, false},
    {"R", "", false, true, false},    {"Q", "", false, true, false},
    {"", "q", false, false, true},    {"P", "p", false, true, true},
};

// B is a bishop on a dark square, D on a light one.
static Position place(const Material *t) {
    static const char order[] = "PNBRQK";
    static const Square dark[] = {2, 20, 38, 16, 34}, light[] = {3, 21, 39, 17, 35};
    Position p;
    memset(&p, 0, sizeof p);
    p.board.en_passant = NO_SQUARE;
    board_put(&p.board, 7, WHITE, KING);
    board_put(&p.board, 56, BLACK, KING);
    int n = 0;
    for (const char *at = t->white; *at; at++, n++) {
        const bool is_light = *at == 'D';
        board_put(&p.board, is_light ? light[n] : dark[n] + 8 * (*at == 'P'), WHITE,
                  is_light ? BISHOP : (PieceType)(strchr(order, *at) - order));
    }
    for (const char *at = t->black; *at; at++, n++) {
        const bool is_light = *at == 'd';
        board_put(&p.board, is_light ? light[n] : dark[n] + 8 * (*at == 'p'), BLACK,
                  is_light ? BISHOP : (PieceType)(strchr(order, *at - 32) - order));
    }
    return p;
}

static void test_material(void) {
    for (size_t i = 0; i < sizeof MATERIALS / sizeof *MATERIALS; i++) {
        const Material *t = &MATERIALS[i];
        const Position p = place(t);
        char name[32];
        snprintf(name, sizeof name, "K%s-k%s", t->white, t->black);
        check_context(name);
        CHECK_INT(material_is_insufficient(&p.board), t->insufficient);
        CHECK_INT(material_can_mate(&p.board, WHITE), t->white_can);
        CHECK_INT(material_can_mate(&p.board, BLACK), t->black_can);
    }
    check_context(NULL);
}

// A side that has mated had the material for it; with insufficient material neither side can.
static void check_material_law(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    const Status status = status_of(&p->board, DRAWS_CLAIM, 1);
    if (status == STATUS_CHECKMATE_WHITE) CHECK(material_can_mate(&p->board, WHITE));
    if (status == STATUS_CHECKMATE_BLACK) CHECK(material_can_mate(&p->board, BLACK));
    if (!material_is_insufficient(&p->board)) return;
    CHECK(!material_can_mate(&p->board, WHITE) && !material_can_mate(&p->board, BLACK));
    CHECK(status != STATUS_CHECKMATE_WHITE && status != STATUS_CHECKMATE_BLACK);
}

// Every placement of a few men: mates occur only if the material allows them.
static void test_mates_of_few_men(void) {
    Random r = {81};
    static const PieceType few[] = {KNIGHT, BISHOP, KNIGHT, BISHOP, ROOK, QUEEN, PAWN};
    for (int i = 0; i < 300000; i++) {
        Position p;
        memset(&p, 0, sizeof p);
        p.board.en_passant = NO_SQUARE;
        p.board.side = (uint8_t)random_below(&r, 2);
        const Square corner = (Square[]){0, 7, 56, 63, 1, 6}[random_below(&r, 6)];
        board_put(&p.board, corner, (Color)p.board.side, KING);
        for (int n = 0; n < 4; n++) {
            const Square s =
                random_below(&r, 3) ? (corner ^ random_below(&r, 4) ^ 8 * random_below(&r, 4)) : random_below(&r, 64);
            const PieceType type = n == 0 ? KING : few[random_below(&r, 7)];
            const Color us = n == 0 ? (Color)!p.board.side : n == 1 ? (Color)!p.board.side : (Color)random_below(&r, 2);
            if ((board_occupied(&p.board) & bit(s)) || (type == PAWN && (s < 8 || s > 55))) continue;
            board_put(&p.board, s, us, type);
        }
        const Bitboard mine = p.board.kings & p.board.color[p.board.side], other = p.board.kings & ~mine;
        if (popcount(mine) != 1 || popcount(other) != 1 || (king_attacks[lsb(mine)] & other)) continue;
        if (board_attackers(&p.board, lsb(other), (Color)p.board.side, board_occupied(&p.board))) continue;
        check_material_law(&p, STANDARD, &r);
    }
}

int main(void) {
    tests_begin();
    test_status();
    test_claimable();
    test_material();
    test_mates_of_few_men();
    visit_games(82, 200, 200, check_material_law);
    return tests_end("status");
}
