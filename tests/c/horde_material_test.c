// SPDX-License-Identifier: Apache-2.0
// The material with which White can mate in horde: the rows of the table, and mates by a few random men.
#include "rules/rules.h"

#include "support.h"

// White's men, and Black's besides the king; B is a bishop on a dark square, D one on a light square.
typedef struct {
    const char *white, *black;
    bool can;
} Material;

static const Material MATERIALS[] = {
    // None, or four that count.
    {"", "", false},
    {"", "qr", false},
    {"NNNN", "", true},
    {"BBNN", "", true},
    {"BBB", "", false}, // a third bishop of one colour adds nothing
    {"BBBN", "", true},
    {"BBBN", "p", true},
    {"BBDD", "", true},
    {"BBBB", "q", false},
    // One man needs Black's help.
    {"Q", "", false},
    {"Q", "n", false},
    {"Q", "nnq", false},
    {"Q", "bd", false},
    {"Q", "p", true},
    {"Q", "r", true},
    {"Q", "bb", true},
    {"Q", "dd", true},
    {"P", "", false},
    {"P", "p", true},
    {"P", "r", true},
    {"P", "n", false},
    {"P", "nnn", true}, // as a knight
    {"P", "nn", false},
    {"R", "", false},
    {"R", "rrr", false},
    {"R", "nnn", false},
    {"R", "p", false},
    {"R", "pp", true},
    {"R", "rp", true},
    {"R", "rn", true},
    {"R", "np", true},
    {"R", "nb", false},
    {"B", "", false},
    {"B", "bbb", false},
    {"B", "d", false},
    {"B", "dd", true},
    {"B", "dp", true},
    {"B", "bp", false},
    {"B", "pp", true},
    {"D", "bb", true},
    {"D", "dd", false},
    {"B", "qrn", false},
    {"N", "", false},
    {"N", "rn", false},
    {"N", "rnq", true},
    {"N", "rqq", false},
    {"N", "rrr", false},
    {"N", "rrb", true},
    {"N", "nnn", true},
    {"N", "ppq", true},
    {"N", "bbd", false},
    {"N", "bbr", false},
    {"N", "bbb", false},
    {"N", "bbbp", false},
    {"N", "bbp", false},
    {"N", "bdp", true},
    {"N", "qqp", false},
    // Two.
    {"QN", "", true},
    {"PB", "", true},
    {"PP", "", true},
    {"RR", "", true},
    {"RN", "", true},
    {"RB", "", false},
    {"RB", "b", false},
    {"RB", "d", true},
    {"RB", "n", true},
    {"RD", "dd", false},
    {"RD", "b", true},
    {"NN", "", false},
    {"NN", "qr", false},
    {"NN", "p", true},
    {"NN", "n", true},
    {"NN", "b", true},
    {"BD", "", false},
    {"BD", "p", true},
    {"BD", "b", true},
    {"BD", "n", false},
    {"BD", "nn", false},
    {"BD", "rq", false},
    {"BD", "nr", true},
    {"BD", "nq", true},
    {"BN", "", false},
    {"BN", "p", true},
    {"BN", "d", true},
    {"BN", "b", false},
    {"BN", "bq", false},
    {"BN", "q", false},
    {"BN", "qr", true},
    {"BN", "bqr", true},
    {"BB", "", false},
    {"BB", "p", false},
    {"BB", "d", false},
    {"BB", "n", false},
    {"BB", "pd", true},
    {"BB", "pn", true},
    {"BB", "dn", true},
    {"BB", "dd", true},
    {"BB", "nn", true},
    {"BB", "pp", true},
    {"BB", "pb", false},
    {"BB", "qrb", false},
    {"BBB", "pn", true},
    // Three.
    {"NNB", "", true},
    {"NNN", "", true},
    {"BDN", "", true},
    {"BBD", "", true},
    {"BBN", "", true},
    {"BBN", "q", true},
    {"RBB", "", true},
};

static void put_all(Board *b, const char *men, Color us) {
    static const char order[] = "PNBRQ";
    for (Square s = us == WHITE ? 8 : 24; *men; men++) {
        const char man = us == WHITE ? *men : (char)(*men - 32);
        const bool light = man == 'D';
        while ((board_occupied(b) & bit(s)) || !(DARK_SQUARES & bit(s)) != light) s++;
        board_put(b, s, us, light ? BISHOP : (PieceType)(strchr(order, man) - order));
    }
}

static void test_table(void) {
    for (size_t i = 0; i < sizeof MATERIALS / sizeof *MATERIALS; i++) {
        const Material *t = &MATERIALS[i];
        Board b = {.rules = HORDE, .en_passant = NO_SQUARE};
        char name[32];
        board_put(&b, 63, BLACK, KING);
        put_all(&b, t->white, WHITE);
        put_all(&b, t->black, BLACK);
        snprintf(name, sizeof name, "%s-k%s", t->white, t->black);
        check_context(name);
        CHECK_INT(material_can_mate(&b, WHITE), t->can);
        CHECK(material_can_mate(&b, BLACK));
        CHECK(!material_is_insufficient(&b));
    }
    check_context(NULL);
}

// A few men, most of them near Black's king, which is at the edge; Black is to move.
static Board throw_few(Random *r) {
    static const PieceType types[] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KNIGHT, BISHOP, BISHOP};
    Board b = {.rules = HORDE, .en_passant = NO_SQUARE, .side = BLACK};
    const Square king = (Square[]){0, 7, 56, 63, 16, 3}[random_below(r, 6)];
    const int white = 1 + random_below(r, 3), black = random_below(r, 5);
    board_put(&b, king, BLACK, KING);
    for (int i = 0; i < white + black; i++) {
        const Square near = king ^ random_below(r, 3) ^ 8 * random_below(r, 3);
        const Square s = random_below(r, 3) ? near : random_below(r, 64);
        const PieceType type = types[random_below(r, 8)];
        const Color us = i < white ? WHITE : BLACK;
        if ((board_occupied(&b) & bit(s)) || (type == PAWN && !(bit(s) << 8 >> 16 << 8))) continue;
        board_put(&b, s, us, type);
    }
    return b;
}

// A side that has mated had the material for it, and no move lost it.
static void test_mates(void) {
    Random r = {83};
    int mates = 0, hopeless = 0;
    for (int i = 0; i < 400000; i++) {
        const Board b = throw_few(&r);
        const bool can = material_can_mate(&b, WHITE);
        const Status status = status_of(&b, DRAWS_NONE, 1);
        mates += status == STATUS_CHECKMATE_WHITE;
        hopeless += !can;
        if (status == STATUS_CHECKMATE_WHITE && !can) {
            check_context(board_fen(&b));
            CHECK(can);
        }
        Move list[MAX_MOVES];
        for (int n = can ? 0 : rules_list(&b, list); n--;) {
            Board child = b;
            rules_play(&child, list[n]);
            if (!material_can_mate(&child, WHITE)) continue;
            check_context(board_fen(&b));
            CHECK_INT(list[n], NO_MOVE);
        }
    }
    check_context(NULL);
    CHECK(mates > 1000 && hopeless > 1000);
}

int main(void) {
    tests_begin();
    test_table();
    test_mates();
    return tests_end("horde_material");
}
