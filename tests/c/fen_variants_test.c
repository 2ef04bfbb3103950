// SPDX-License-Identifier: Apache-2.0
// FENs of variants: every spelling, what each variant allows and refuses, and all problems of a FEN at once.
#include "fen/fen.h"

#include "rules/rules.h"
#include "support.h"

static ErrorCode parse(const char *text, Variant variant, bool strict, Position *p, int *offset) {
    *offset = -1;
    return fen_parse(text, strlen(text), variant, strict, p, offset);
}

// --- reading ---------------------------------------------------------------------------------------

// A FEN to read, and how it is written; NULL if it is written unchanged.
typedef struct {
    Variant variant;
    const char *fen, *written;
} Reading;

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static const Reading READINGS[] = {
    {CRAZYHOUSE, START "[] w KQkq - 0 1", NULL},
    {CRAZYHOUSE, START " w KQkq - 0 1", START "[] w KQkq - 0 1"},
    {CRAZYHOUSE, START "[-] w KQkq - 0 1", START "[] w KQkq - 0 1"},
    {CRAZYHOUSE, START "/ w KQkq - 0 1", START "[] w KQkq - 0 1"},
    {CRAZYHOUSE, START "/QNbp w KQkq -", START "[QNbp] w KQkq - 0 1"},
    {CRAZYHOUSE, START "[pPbnBNqrRQ] w KQkq - 0 1", START "[QRBNPqrbnp] w KQkq - 0 1"},
    {CRAZYHOUSE, "2q~1k3/8/8/8/8/8/8/4K2R~[PPp] w K - 3 9", "2q~1k3/8/8/8/8/8/8/4K2R~[PPp] w K - 3 9"},
    {CRAZYHOUSE, "4k2n~/8/8/8/8/8/8/B~N~R~Q~K3 w - - 0 1", "4k2n~/8/8/8/8/8/8/B~N~R~Q~K3[] w - - 0 1"},
    {CRAZYHOUSE, "4k3/8/8/8/PPPPPPPP/PPPPPPPP/8/4K3[] w - - 0 1", NULL},
    {CRAZYHOUSE, "4k3/8/8/8/8/8/8/1RR1K3[] w B - 0 1", "4k3/8/8/8/8/8/8/1RR1K3[] w Q - 0 1"},
    {THREE_CHECK, START " w KQkq - 3+3 0 1", NULL},
    {THREE_CHECK, START " w KQkq - 0 1", START " w KQkq - 3+3 0 1"},
    {THREE_CHECK, START " w KQkq -", START " w KQkq - 3+3 0 1"},
    {THREE_CHECK, START " w KQkq - 2+1", START " w KQkq - 2+1 0 1"},
    {THREE_CHECK, START " w KQkq - +1+2", START " w KQkq - 2+1 0 1"},
    {THREE_CHECK, START " b KQkq - 5 7 2+3", START " b KQkq - 2+3 5 7"},
    {THREE_CHECK, START " b KQkq - 5 7 +1+0", START " b KQkq - 2+3 5 7"},
    {THREE_CHECK, START " b KQkq - +3+0 5 7", START " b KQkq - 0+3 5 7"},
    {HORDE, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", NULL},
    {HORDE, "4k3/8/8/8/8/8/8/8 b - - 0 1", NULL},
    {HORDE, "QQQQQQQQ/QQQQQQQQ/NQQQQQQQ/QkQQQQQQ/QQQQQQQQ/QQQQQQQQ/PPPPPPPP/PPPPPPPP b - - 0 1", NULL},
    {ATOMIC, "8/8/8/8/8/8/4q3/4K3 b - - 0 1", NULL},
    {ATOMIC, "4k3/8/8/8/8/8/8/8 w - - 0 1", NULL},
    {ATOMIC, "8/8/8/3kK3/3Q4/8/8/8 w - - 0 1", NULL},
    {ATOMIC, "8/8/8/8/8/2n5/8/RK2Q3 b - - 0 1", NULL},
    {ANTICHESS, "8/8/8/8/8/8/8/8 w - - 0 1", NULL},
    {ANTICHESS, "kkk5/8/8/8/8/8/8/KKKKK3 w - - 0 1", NULL},
    {ANTICHESS, START " w KQkq - 0 1", START " w - - 0 1"},
    {ANTICHESS, "3kK3/8/8/8/8/8/8/8 b A - 0 1", "3kK3/8/8/8/8/8/8/8 b - - 0 1"},
    {ANTICHESS, "4k3/8/8/8/8/8/8/4Q1K1 w - - 0 1", NULL},
    {RACING_KINGS, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", NULL},
    {RACING_KINGS, "k6K/8/8/8/8/8/8/8 w - - 0 1", NULL},
    {RACING_KINGS, "QQQ4K/8/8/8/8/8/8/4k3 w - - 0 1", NULL},
    {KING_OF_THE_HILL, "4k3/8/8/4K3/8/8/8/8 b - - 0 1", NULL},
    {KING_OF_THE_HILL, "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1"},
    {ATOMIC, "4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", "4k3/8/8/8/8/8/8/1R1K3R w KQ - 0 1"},
    {HORDE, "r2k3r/8/8/8/8/8/8/PPPPPPPP w ah - 0 1", "r2k3r/8/8/8/8/8/8/PPPPPPPP w kq - 0 1"},
};

static void test_readings(void) {
    for (size_t i = 0; i < sizeof READINGS / sizeof *READINGS; i++) {
        const Reading *t = &READINGS[i];
        Position p, again;
        int offset;
        check_context(t->fen);
        if (!CHECK_INT(parse(t->fen, t->variant, false, &p, &offset), ERR_NONE)) continue;
        const char *text = fen_of(&p);
        CHECK_TEXT(text, t->written ? t->written : t->fen);
        CHECK_HEX(p.hash, rules_hash(&p.board));
        CHECK_INT(p.board.rules, t->variant);
        if (CHECK_INT(parse(text, t->variant, false, &again, &offset), ERR_NONE)) {
            CHECK(same_board(&again.board, &p.board));
            CHECK_HEX(again.hash, p.hash);
        }
    }
    check_context(NULL);
}

static void test_longest(void) {
    char text[2 * MAX_FEN];
    Position p;
    int offset;
    strcpy(text, "r~n~b~q~kn~b~r~/Q~Q~Q~Q~Q~Q~Q~Q~/Q~Q~Q~Q~Q~Q~Q~Q~/Q~Q~Q~Q~Q~Q~Q~Q~/Q~Q~Q~Q~Q~Q~Q~Q~/"
                 "Q~Q~Q~Q~Q~Q~Q~Q~/Q~Q~Q~Q~Q~Q~Q~Q~/R~Q~Q~Q~KQ~Q~R~[] b KQ - 65535 65535");
    if (CHECK_INT(parse(text, CRAZYHOUSE, false, &p, &offset), ERR_NONE)) CHECK_TEXT(fen_of(&p), text);
}

static void test_geometry(void) {
    static const struct {
        const char *fen;
        Geometry geometry;
    } cases[] = {
        {START " w KQkq - 0 1", GEOMETRY_STANDARD},
        {START " w - - 0 1", GEOMETRY_STANDARD},
        {"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", GEOMETRY_CHESS960},
        {"r2k4/8/8/8/8/8/8/4K3 w q - 0 1", GEOMETRY_CHESS960},
        {"r2k4/8/8/8/8/8/8/4K3 w - - 0 1", GEOMETRY_STANDARD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position p = position_of(cases[i].fen, ATOMIC);
        CHECK_INT(p.board.geometry, cases[i].geometry);
    }
}

// Pockets, promoted pieces and checks count in the hash.
static void test_hashes(void) {
    static const Reading apart[] = {
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1"},
        {THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"},
    };
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        const Position a = position_of(apart[i].fen, apart[i].variant);
        const Position b = position_of(apart[i].written, apart[i].variant);
        CHECK(a.hash != b.hash);
    }
}

// --- refusing --------------------------------------------------------------------------------------

// The byte that the error is about comes after the '|'.
typedef struct {
    ErrorCode error;
    Variant variant;
    const char *marked;
    bool strict;
} Refusal;

#define KINGS "4k3/8/8/8/8/8/8/4K3"
#define SIXTEEN "PPPPPPPPPPPPPPPP"
#define SIXTY_FOUR SIXTEEN SIXTEEN SIXTEEN SIXTEEN

static const Refusal REFUSALS[] = {
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[|Kp] w - - 0 1", false},
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[P|x] w - - 0 1", false},
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[P|1] w - - 0 1", false},
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[Pp| w - - 0 1", false},
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[| w - - 0 1", false},
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[P|]] w - - 0 1", false},
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[P]/| w - - 0 1", false},
    {ERR_FEN_RANKS, CRAZYHOUSE, KINGS "|/Kp w - - 0 1", false},
    {ERR_FEN_RANKS, CRAZYHOUSE, KINGS "|/8 w - - 0 1", false},
    {ERR_FEN_RANKS, CRAZYHOUSE, KINGS "|/P[] w - - 0 1", false},
    {ERR_FEN_RANKS, CRAZYHOUSE, "4k3/8/8/8/8/8/4K3|[] w - - 0 1", false},
    {ERR_FEN_PIECE, CRAZYHOUSE, "4k3/8/8/3P|~4/8/8/8/4K3[] w - - 0 1", false},
    {ERR_FEN_PIECE, CRAZYHOUSE, "4k|~3/8/8/8/8/8/8/4K3[] w - - 0 1", false},
    {ERR_FEN_PIECE, CRAZYHOUSE, "|~4k3/8/8/8/8/8/8/4K3[] w - - 0 1", false},
    {ERR_FEN_PIECE, CRAZYHOUSE, "4k3/8/3Q~|~4/8/8/8/8/4K3[] w - - 0 1", false},
    {ERR_FEN_RANK_LONG, CRAZYHOUSE, "4k2q~|~/8/8/8/8/8/8/4K3[] w - - 0 1", false},
    {ERR_FEN_RANK_SHORT, CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K2|[] w - - 0 1", false},
    {ERR_FEN_TOO_MANY_PIECES, CRAZYHOUSE,
     "|4k3/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/4K3[PPPPPPPPPPPPPPP] w - - 0 1", false},
    {ERR_FEN_TOO_MANY_PIECES, CRAZYHOUSE, "|" KINGS "[" SIXTY_FOUR "] w - - 0 1", false}, // a pocket may have this many
    {ERR_FEN_POCKET, CRAZYHOUSE, KINGS "[" SIXTY_FOUR "|P] w - - 0 1", false},
    {ERR_FEN_PAWN_ON_EDGE, CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K2|P[] w - - 0 1", false},
    {ERR_FEN_NO_KING, CRAZYHOUSE, "|4k3/8/8/8/8/8/8/8[] w - - 0 1", false},
    {ERR_FEN_OPPONENT_IN_CHECK, CRAZYHOUSE, "4|k3/8/8/8/8/8/4Q~3/4K3[] w - - 0 1", false},
    {ERR_FEN_POCKET_VARIANT, STANDARD, KINGS "|[] w - - 0 1", false},
    {ERR_FEN_POCKET_VARIANT, ATOMIC, KINGS "|[Pp] w - - 0 1", false},
    {ERR_FEN_POCKET_VARIANT, CHESS960, "4k2|q~/8/8/8/8/8/8/4K3 w - - 0 1", false},
    {ERR_FEN_RANKS, HORDE, "4k3/8/8/8/8/8/8/8|/Pp w - - 0 1", false},
    {ERR_FEN_CHECKS, THREE_CHECK, KINGS " w - - |4+3 0 1", false},
    {ERR_FEN_CHECKS, THREE_CHECK, KINGS " w - - |3+a 0 1", false},
    {ERR_FEN_CHECKS, THREE_CHECK, KINGS " w - - |3+33 0 1", false},
    {ERR_FEN_CHECKS, THREE_CHECK, KINGS " w - - |3+ 0 1", false},
    {ERR_FEN_CHECKS, THREE_CHECK, KINGS " w - - 0 1 |+0+4", false},
    {ERR_FEN_CHECKS, THREE_CHECK, KINGS " w - - 0 1 |+00", false},
    {ERR_FEN_CHECKS, THREE_CHECK, KINGS " w - - |++0", false},
    {ERR_FEN_FIELDS, THREE_CHECK, KINGS " w - - 0|", false},
    {ERR_FEN_FIELDS, THREE_CHECK, KINGS " w - - 0 1 |3", false},
    {ERR_FEN_FIELDS, THREE_CHECK, KINGS " w - - 3+3 0 1 |3+3", false},
    {ERR_FEN_FULLMOVE, THREE_CHECK, KINGS " w - - 3+3 0 |x", false},
    {ERR_FEN_CHECKS_VARIANT, STANDARD, KINGS " w - - |3+3 0 1", false},
    {ERR_FEN_CHECKS_VARIANT, CRAZYHOUSE, KINGS "[] w - - 0 1 |+0+0", false},
    {ERR_FEN_TOO_MANY_KINGS, HORDE, "4k3/8/8/8/8/8/8/4|K3 w - - 0 1", false},
    {ERR_FEN_NO_KING, HORDE, "|8/8/8/8/8/8/8/PPPP4 w - - 0 1", false},
    {ERR_FEN_PAWN_ON_EDGE, HORDE, "4k2|P/8/8/8/8/8/8/P7 w - - 0 1", false},
    {ERR_FEN_PAWN_ON_EDGE, HORDE, "4k3/8/8/8/8/8/8/P|p6 w - - 0 1", false},
    {ERR_FEN_TOO_MANY_PAWNS, HORDE, "4k3/pppppppp/7|p/8/8/8/8/P7 w - - 0 1", false},
    {ERR_FEN_OPPONENT_IN_CHECK, HORDE, "4|k3/3P4/8/8/8/8/8/8 w - - 0 1", false},
    {ERR_FEN_CASTLING_KING, HORDE, "4k3/8/8/8/8/8/8/R6R w |K - 0 1", false},
    {ERR_FEN_NO_KING, ATOMIC, "|4k3/8/8/8/8/8/8/8 b - - 0 1", false},
    {ERR_FEN_NO_KING, ATOMIC, "|8/8/8/8/8/8/8/8 b - - 0 1", false},
    {ERR_FEN_TOO_MANY_KINGS, ATOMIC, "4k|k2/8/8/8/8/8/8/4K3 w - - 0 1", false},
    {ERR_FEN_OPPONENT_IN_CHECK, ATOMIC, "4|k3/8/8/8/8/8/4R3/4K3 w - - 0 1", false},
    {ERR_FEN_TOO_MANY_PIECES, ANTICHESS, "4k3/8/8/8/8/N7/NNNNNNNN/|RNBQKBNR w - - 0 1", false},
    {ERR_FEN_TOO_MANY_PAWNS, RACING_KINGS, "8/8/8/8/8/|p7/krbnNBRK/qrbnNBRQ w - - 0 1", false},
    {ERR_FEN_NO_CASTLING, RACING_KINGS, "8/8/8/8/8/8/k7/7K w |KQ - 0 1", false},
    {ERR_FEN_RACE_CHECK, RACING_KINGS, "k7/8/8/8/8/8/8/r6|K w - - 0 1", false},
    {ERR_FEN_OPPONENT_IN_CHECK, RACING_KINGS, "8/8/8/8/8/8/k5R1/r6|K b - - 0 1", false},
    {ERR_FEN_RACE_OVER, RACING_KINGS, "|k6K/8/8/8/8/8/8/8 b - - 0 1", false},
    {ERR_FEN_STRICT_PROMOTED, RACING_KINGS, "|QQQ4K/8/8/8/8/8/8/4k3 w - - 0 1", true},
    {ERR_FEN_STRICT_PROMOTED, RACING_KINGS, "|8/8/8/8/8/8/k7/B1B4K w - - 0 1", true},
    {ERR_FEN_STRICT_PROMOTED, CRAZYHOUSE, "|4k3/8/8/8/8/8/8/4K3[QQq] w - - 0 1", true},
    {ERR_FEN_STRICT_PROMOTED, CRAZYHOUSE, "|4k3/8/8/8/PPPPPPPP/PPPPPPPP/8/Q~3K3[] w - - 0 1", true},
    {ERR_FEN_STRICT_PROMOTED, ANTICHESS, "|kk6/pppppppp/8/8/8/8/8/8 w - - 0 1", true},
    {ERR_FEN_STRICT_PROMOTED, ATOMIC, "|4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", true},
    {ERR_FEN_STRICT_PROMOTED, HORDE, "|4k3/8/8/PPPPP3/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w - - 0 1", true},
    {ERR_FEN_STRICT_PROMOTED, HORDE, "|qq2k3/pppppppp/8/8/8/8/8/P7 w - - 0 1", true},
    {ERR_FEN_STRICT_CASTLING, ATOMIC, "|1r2k3/8/8/8/8/8/8/R3K3 w Ab - 0 1", true},
    {ERR_FEN_STRICT_CHECKERS, KING_OF_THE_HILL, "|4k3/8/8/8/8/3n4/8/r3K2r w - - 0 1", true},
    {ERR_FEN_STRICT_CLOCK, RACING_KINGS, "|8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 5 1", true},
};

static void check_refusal(const Refusal *t) {
    char text[160];
    Position p;
    Problems found;
    int offset;
    const size_t marker = strcspn(t->marked, "|");
    sprintf(text, "%.*s%s", (int)marker, t->marked, t->marked + marker + 1);
    CHECK_INT(parse(text, t->variant, t->strict, &p, &offset), t->error);
    CHECK_INT(offset, (int)marker);
    if (t->strict) CHECK_INT(parse(text, t->variant, false, &p, &offset), ERR_NONE);
    fen_problems(text, strlen(text), t->variant, t->strict, &found);
    CHECK(found.count >= 1);
    CHECK_INT(found.list[0].code, t->error);
    CHECK_INT(found.list[0].offset, (int)marker);
}

static void test_refusals(void) {
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
        check_context(REFUSALS[i].marked);
        check_refusal(&REFUSALS[i]);
    }
    check_context(NULL);
}

// --- all problems ----------------------------------------------------------------------------------

#define AT(file, rank) (1ull << ((file) - 'a' + 8 * ((rank)-1)))

static void test_problems(void) {
    static const struct {
        Variant variant;
        const char *fen;
        int count;
        Problem problems[5];
    } cases[] = {
        {STANDARD, START " w KQkq - 0 1", 0, {{0, 0, 0}}},
        {STANDARD, "8/8/8/8/8/8/8/8 w - - 0 1", 2, {{ERR_FEN_NO_KING, 0, 0}, {ERR_FEN_NO_KING, 0, 0}}},
        {STANDARD,
         "3kK2P/8/8/8/8/8/8/7q w KQ e6 0 1",
         5,
         {{ERR_FEN_PAWN_ON_EDGE, 4, AT('h', 8)},
          {ERR_FEN_KINGS_ADJACENT, 1, AT('d', 8) | AT('e', 8)},
          {ERR_FEN_CASTLING_KING, 23, AT('e', 1)},
          {ERR_FEN_CASTLING_KING, 24, AT('e', 1)},
          {ERR_FEN_EN_PASSANT_PAWN, 26, AT('e', 6)}}},
        {STANDARD,
         "4k3/8/8/8/1q6/8/8/R3K3 w KQk - 0 1",
         2,
         {{ERR_FEN_CASTLING_ROOK, 25, AT('h', 1)}, {ERR_FEN_CASTLING_ROOK, 27, AT('h', 8)}}},
        {CHESS960,
         "4k3/8/8/8/8/8/4R3/R3K3 w KBQ - 0 1",
         3,
         {{ERR_FEN_CASTLING_ROOK, 25, AT('e', 1)},
          {ERR_FEN_CASTLING_ROOK, 26, AT('b', 1)},
          {ERR_FEN_OPPONENT_IN_CHECK, 1, AT('e', 8) | AT('e', 2)}}},
        {STANDARD,
         "4k2q~/8/8/8/8/8/8/4K3[P] w - - 1+1 0 1",
         3,
         {{ERR_FEN_POCKET_VARIANT, 21, 0}, {ERR_FEN_POCKET_VARIANT, 3, AT('h', 8)}, {ERR_FEN_CHECKS_VARIANT, 31, 0}}},
        {RACING_KINGS, "k6K/8/8/7R/8/8/8/7r b - - 0 1", 1, {{ERR_FEN_RACE_OVER, 0, AT('a', 8) | AT('h', 8)}}},
        {STANDARD, "4k3/8/8 w - - 0 1", 1, {{ERR_FEN_RANKS, 7, 0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Problems found;
        check_context(cases[i].fen);
        fen_problems(cases[i].fen, strlen(cases[i].fen), cases[i].variant, false, &found);
        if (!CHECK_INT(found.count, cases[i].count)) continue;
        for (int k = 0; k < found.count; k++) {
            CHECK_INT(found.list[k].code, cases[i].problems[k].code);
            CHECK_INT(found.list[k].offset, cases[i].problems[k].offset);
            CHECK_HEX(found.list[k].squares, cases[i].problems[k].squares);
        }
    }
    check_context(NULL);
}

// --- laws ------------------------------------------------------------------------------------------

// Changes some bytes of FENs of each variant: they are refused at an offset in the text, with the first of their
// problems, or read, written and read again as the same.
static void test_mutations(void) {
    static const char *const fens[VARIANT_COUNT] = {
        [STANDARD] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [CHESS960] = "1r2k1r1/8/8/3pP3/8/8/8/RR2K1RR w GBgb d6 12 34",
        [CRAZYHOUSE] = "r3k2r/ppp2N~pp/8/3pP3/8/8/PPP2q~PP/R3K2R[QRNPqbnp] w KQkq d6 3 20",
        [ANTICHESS] = "kkqr4/pp6/8/3pP3/8/8/PP6/KQ5R w - d6 0 9",
        [ATOMIC] = "r3k2r/p1pp4/8/3pP3/8/8/PPP5/R3K2R w KQkq d6 0 9",
        [HORDE] = "r3k2r/pppppppp/8/1PPpPPP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq d6 0 9",
        [KING_OF_THE_HILL] = "r3k2r/p1pp4/8/3pP3/8/8/PPP5/R3K2R w KQkq d6 0 9",
        [RACING_KINGS] = "8/2K5/8/8/8/5k2/1rbnNBR1/qrbnNBRQ w - - 4 9",
        [THREE_CHECK] = "r3k2r/p1pp4/8/3pP3/8/8/PPP5/R3K2R w KQkq d6 2+1 0 9",
    };
    static const char bytes[] = "KQRBNPkqrbnp~[]/12345678+-ABCHabch w0369";
    Random r = {71};
    int read = 0;
    for (int i = 0; i < 60000; i++) {
        const Variant variant = (Variant)(i % VARIANT_COUNT);
        char text[160];
        strcpy(text, fens[random_below(&r, 4) ? (int)variant : random_below(&r, VARIANT_COUNT)]);
        for (int n = random_below(&r, 4); n > 0; n--)
            text[random_below(&r, (int)strlen(text))] = bytes[random_below(&r, (int)sizeof bytes - 1)];
        Position p, again;
        Problems found;
        int offset;
        const bool strict = random_below(&r, 2);
        const ErrorCode error = parse(text, variant, strict, &p, &offset);
        check_context(text);
        fen_problems(text, strlen(text), variant, strict, &found);
        CHECK_INT(found.count ? found.list[0].code : ERR_NONE, error);
        if (error) {
            CHECK_INT(found.list[0].offset, offset);
            CHECK(offset >= 0 && offset <= (int)strlen(text));
            continue;
        }
        read++;
        CHECK_HEX(p.hash, rules_hash(&p.board));
        const char *written = fen_of(&p);
        if (CHECK_INT(parse(written, variant, strict, &again, &offset), ERR_NONE))
            CHECK(same_board(&again.board, &p.board) && again.hash == p.hash);
    }
    check_context(NULL);
    CHECK(read > 4000);
}

int main(void) {
    tests_begin();
    test_readings();
    test_longest();
    test_geometry();
    test_hashes();
    test_refusals();
    test_problems();
    test_mutations();
    return tests_end("fen_variants");
}
