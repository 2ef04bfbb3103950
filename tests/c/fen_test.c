// SPDX-License-Identifier: Apache-2.0
// Reading and writing FENs, and every reason to refuse one.
#include "fen/fen.h"

#include "support.h"

static ErrorCode parse(const char *text, size_t length, Variant variant, bool strict, Position *p, int *offset) {
    *offset = -1;
    return fen_parse(text, length, variant, strict, p, offset);
}

// --- round trips -----------------------------------------------------------------------------------

static void check_round_trip(const Position *p, Variant variant, Random *r) {
    (void)r;
    for (int castling = CASTLING_XFEN; castling <= CASTLING_SHREDDER; castling++)
        for (int mode = EN_PASSANT_ALWAYS; mode <= EN_PASSANT_LEGAL; mode++) {
            char text[MAX_FEN];
            Writer w = writer_of(text, sizeof text);
            Position back;
            int offset;
            fen_write(&w, p, (FenEnPassant)mode, (FenCastling)castling);
            if (!CHECK_INT(parse(text, (size_t)writer_length(&w), variant, false, &back, &offset), ERR_NONE)) continue;
            const bool written = mode == EN_PASSANT_ALWAYS   ? true
                                 : mode == EN_PASSANT_PSEUDO ? board_en_passant_is_pseudo(&p->board)
                                                             : board_en_passant_is_legal(&p->board);
            Position expected = *p;
            if (!written) expected.board.en_passant = NO_SQUARE;
            CHECK(same_board(&back.board, &expected.board));
            CHECK_HEX(back.hash, board_hash(&expected.board));
            if (mode != EN_PASSANT_LEGAL) CHECK_HEX(back.hash, p->hash);
        }
}

// A position that a game reaches is never refused, strict or not.
static void test_reached_positions(void) {
    Random r = {52};
    for (int game = 0; game < 300; game++) {
        const Variant variant = game % 2 ? CHESS960 : STANDARD;
        Position p, back;
        fen_chess960_start(variant == STANDARD ? 518 : random_below(&r, 960), &p);
        for (int ply = 0; ply < 150; ply++) {
            int offset;
            const char *text = fen_of(&p);
            check_context(text);
            CHECK_INT(parse(text, strlen(text), variant, true, &back, &offset), ERR_NONE);
            const Move m = random_move(&r, &p.board);
            if (!m) break;
            position_make(&p, m);
        }
    }
    check_context(NULL);
}

// --- reading ---------------------------------------------------------------------------------------

static void test_readings(void) {
    static const struct {
        const char *fen;
        Variant variant;
        const char *written;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - -", STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {" \t\r\n4k3/8/8/8/8/8/8/4K3 b - - 3 4\n ", STANDARD, "4k3/8/8/8/8/8/8/4K3 b - - 3 4"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 007 0", STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 7 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 65535 65535", STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", STANDARD, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", STANDARD, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w HQa - 0 1", STANDARD, "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1"},
        {"4k3/8/8/8/8/8/8/R3KR1R w K - 0 1", CHESS960, "4k3/8/8/8/8/8/8/R3KR1R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/R3KR1R w H - 0 1", CHESS960, "4k3/8/8/8/8/8/8/R3KR1R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/R3KR1R w F - 0 1", CHESS960, "4k3/8/8/8/8/8/8/R3KR1R w F - 0 1"},
        {"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", CHESS960, "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"},
        {"4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", CHESS960, "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1"},
        {"rr2k3/8/8/8/8/8/8/4K3 w b - 0 1", CHESS960, "rr2k3/8/8/8/8/8/8/4K3 w b - 0 1"},
        {"4k3/8/8/3p4/8/8/8/4K3 w - d6 9 1", STANDARD, "4k3/8/8/3p4/8/8/8/4K3 w - d6 9 1"},
        {"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", STANDARD, "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position p;
        int offset;
        check_context(cases[i].fen);
        if (CHECK_INT(parse(cases[i].fen, strlen(cases[i].fen), cases[i].variant, false, &p, &offset), ERR_NONE))
            CHECK_TEXT(fen_of(&p), cases[i].written);
    }
    check_context(NULL);
}

static void test_en_passant_modes(void) {
    static const struct {
        const char *fen, *pseudo, *legal;
    } cases[] = {
        {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "-", "-"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d6"},
        {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int mode = EN_PASSANT_PSEUDO; mode <= EN_PASSANT_LEGAL; mode++) {
            const Position p = position_of(cases[i].fen, STANDARD);
            char text[MAX_FEN + 1] = {0};
            Writer w = writer_of(text, MAX_FEN);
            fen_write(&w, &p, (FenEnPassant)mode, CASTLING_XFEN);
            const char *field = strstr(text, " w - ") + 5,
                       *expected = mode == EN_PASSANT_PSEUDO ? cases[i].pseudo : cases[i].legal;
            CHECK(strncmp(field, expected, strlen(expected)) == 0);
        }
}

// --- refusing --------------------------------------------------------------------------------------

// The byte that the error is about comes after the '|'.
typedef struct {
    ErrorCode error;
    const char *marked;
    Variant variant;
    bool strict;
} Refusal;

#define KINGS "4k3/8/8/8/8/8/8/4K3"

static const Refusal REFUSALS[] = {
    {ERR_FEN_EMPTY, "|", STANDARD, false},
    {ERR_FEN_FIELDS, KINGS "|", STANDARD, false},
    {ERR_FEN_FIELDS, KINGS " w -|", STANDARD, false},
    {ERR_FEN_FIELDS, KINGS " w - - 0|", STANDARD, false},
    {ERR_FEN_FIELDS, KINGS " w - - 0 1 |x", STANDARD, false},
    {ERR_FEN_FIELDS, KINGS " | w - - 0 1", STANDARD, false},
    {ERR_FEN_RANKS, "4k3/8/8/8/8/8/4K3| w - - 0 1", STANDARD, false},
    {ERR_FEN_RANKS, "4k3/8/8/8/8/8/8/4K3|/ w - - 0 1", STANDARD, false},
    {ERR_FEN_RANK_EMPTY, "4k3/8/|/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_RANK_EMPTY, "|/8/8/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_RANK_EMPTY, "4k3/8/8/8/8/8/8/| w - - 0 1", STANDARD, false},
    {ERR_FEN_RANK_SHORT, "4k3/8/7|/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_RANK_LONG, "4k3/8/8|p/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_RANK_LONG, "4k3/8/p|8/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_RANK_DIGITS, "4k3/8/4|4/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_PIECE, "4k3/8/3|x4/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_PIECE, "4k3/8/|9/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_PIECE, "4k3/8/|08/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_SIDE, KINGS " |W - - 0 1", STANDARD, false},
    {ERR_FEN_SIDE, KINGS " |ww - - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING, "r3k2r/8/8/8/8/8/8/R3K2R w K|K - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING, "r3k2r/8/8/8/8/8/8/R3K2R w K|H - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING, "r3k2r/8/8/8/8/8/8/R3K2R w |X - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq|- - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING, "4k3/8/8/8/8/8/8/R3KR1R w K|F - 0 1", CHESS960, false}, // two on one side
    {ERR_FEN_EN_PASSANT, KINGS " w - |d9 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT, KINGS " w - |d5 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT, KINGS " w - |d66 0 1", STANDARD, false},
    {ERR_FEN_HALFMOVE, KINGS " w - - |x 1", STANDARD, false},
    {ERR_FEN_HALFMOVE, KINGS " w - - |-1 1", STANDARD, false},
    {ERR_FEN_HALFMOVE, KINGS " w - - |65536 1", STANDARD, false},
    {ERR_FEN_HALFMOVE, KINGS " w - - 1|.5 1", STANDARD, false},
    {ERR_FEN_FULLMOVE, KINGS " w - - 0 |65536", STANDARD, false},
    {ERR_FEN_FULLMOVE, KINGS " w - - 0 |99999999999999999999", STANDARD, false},
    {ERR_FEN_FULLMOVE, KINGS " w - - 0 1|x", STANDARD, false},
    {ERR_FEN_NO_KING, "|8/8/8/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_NO_KING, "|4k3/8/8/8/8/8/8/8 w - - 0 1", STANDARD, false},
    {ERR_FEN_TOO_MANY_KINGS, "k3|k3/8/8/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_TOO_MANY_KINGS, "4k3/8/8/8/|K7/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_TOO_MANY_PAWNS, "4k3/8/8/8/8/P7/|PPPPPPPP/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_TOO_MANY_PIECES, "4k3/8/8/8/8/N7/NNNNNNNN/|RNBQKBNR w - - 0 1", STANDARD, false},
    {ERR_FEN_PAWN_ON_EDGE, "4k3/8/8/8/8/8/8/|P3K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_PAWN_ON_EDGE, "4k2|p/8/8/8/8/8/8/4K3 w - - 0 1", STANDARD, false},
    {ERR_FEN_KINGS_ADJACENT, "8/8/8/3|k4/4K3/8/8/8 w - - 0 1", STANDARD, false},
    {ERR_FEN_OPPONENT_IN_CHECK, "4|k3/8/8/8/8/8/8/4R1K1 w - - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING_KING, "r3k2r/8/8/8/8/8/8/R2K3R w |K - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING_KING, "3k4/8/8/8/8/8/8/4K2R b K|q - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING_KING, "4k3/8/8/8/8/8/4K3/7R w |K - 0 1", CHESS960, false},
    {ERR_FEN_CASTLING_KING, "4k3/8/8/8/8/8/4K3/7R w |H - 0 1", CHESS960, false},
    {ERR_FEN_CASTLING_ROOK, "4k3/8/8/8/8/8/8/4K2R w K|Q - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING_ROOK, "4k3/8/8/8/8/8/8/4KR2 w |K - 0 1", STANDARD, false},
    {ERR_FEN_CASTLING_ROOK, "4k3/8/8/8/8/8/8/4K2q w |K - 0 1", CHESS960, false},
    {ERR_FEN_CASTLING_ROOK, "4k3/8/8/8/8/8/8/4K2R w |G - 0 1", CHESS960, false},
    {ERR_FEN_CASTLING_ROOK, "4k3/8/8/8/8/8/8/R3K3 w |E - 0 1", CHESS960, false},
    {ERR_FEN_CASTLING_VARIANT, "4k3/8/8/8/8/8/8/4KR2 w |F - 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT_SIDE, "4k3/8/8/8/3P4/8/8/4K3 w - |d3 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT_SIDE, "4k3/8/8/3p4/8/8/8/4K3 b - |d6 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT_PAWN, "4k3/8/8/8/8/8/8/4K3 w - |d6 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT_PAWN, "4k3/8/8/3P4/8/8/8/4K3 w - |d6 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT_PAWN, "4k3/8/3n4/3p4/8/8/8/4K3 w - |d6 0 1", STANDARD, false},
    {ERR_FEN_EN_PASSANT_PAWN, "4k3/3n4/8/3p4/8/8/8/4K3 w - |d6 0 1", STANDARD, false},
    {ERR_FEN_STRICT_PROMOTED, "|4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", STANDARD, true},
    {ERR_FEN_STRICT_PROMOTED, "|4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", STANDARD, true},
    {ERR_FEN_STRICT_CHECKERS, "|4k3/8/8/8/8/3n4/8/r3K2r w - - 0 1", STANDARD, true},
    {ERR_FEN_STRICT_CHECK_PAIR, "|4k3/8/8/8/8/8/8/r3K2r w - - 0 1", STANDARD, true},
    {ERR_FEN_STRICT_CHECK_PAIR, "|4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", STANDARD, true},
    {ERR_FEN_STRICT_CHECK_PAIR, "|4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1", STANDARD, true},
    {ERR_FEN_STRICT_EN_PASSANT, "|4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 1", STANDARD, true},
    {ERR_FEN_STRICT_EN_PASSANT, "|4k2r/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", STANDARD, true},
    {ERR_FEN_STRICT_CASTLING, "|1r2k3/8/8/8/8/8/8/R3K3 w Ab - 0 1", CHESS960, true},
    {ERR_FEN_STRICT_CASTLING, "|r3k3/8/8/8/8/8/8/R2K4 w Aa - 0 1", CHESS960, true},
    {ERR_FEN_STRICT_CASTLING, "|4k3/8/8/8/8/8/8/K6R w H - 0 1", CHESS960, true},
};

static void check_refusal(const Refusal *t) {
    char text[160];
    Position p, untouched;
    int offset;
    const size_t marker = strcspn(t->marked, "|");
    sprintf(text, "%.*s%s", (int)marker, t->marked, t->marked + marker + 1);
    memset(&p, 0x5A, sizeof p);
    memcpy(&untouched, &p, sizeof p);
    CHECK_INT(parse(text, strlen(text), t->variant, t->strict, &p, &offset), t->error);
    CHECK_INT(offset, (int)marker);
    CHECK(memcmp(&p, &untouched, sizeof p) == 0);
    const bool only_strict = t->error >= ERR_FEN_STRICT_PROMOTED;
    CHECK_INT(parse(text, strlen(text), t->variant, !t->strict, &p, &offset), only_strict ? ERR_NONE : t->error);
    char padded[170]; // leading blanks are not part of the text, but count in offsets
    sprintf(padded, " \n%s\t", text);
    parse(padded, strlen(padded), t->variant, t->strict, &p, &offset);
    CHECK_INT(offset, t->error == ERR_FEN_EMPTY ? 0 : (int)marker + 2);
}

static void test_refusals(void) {
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
        check_context(REFUSALS[i].marked);
        check_refusal(&REFUSALS[i]);
    }
    check_context(NULL);
}

static void test_strict_acceptance(void) {
    static const char *const reachable[] = {
        "4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1",   // one promoted, one pawn gone
        "4k3/8/8/8/8/8/PPPPPP2/B1B1K1QQ w - - 0 1", // two
        "4k3/8/8/8/8/5n2/8/4K2r w - - 0 1",         // a knight moved off the rank
        "4r2k/8/8/8/8/6b1/8/4K3 w - - 0 1",         // a bishop left the file
        "4k3/8/8/8/8/8/8/3qK3 w - - 0 1",           // one checker is always possible
        "3qk3/8/8/3pP3/3K4/8/8/8 w - d6 0 1",       // no check from d8: the pawn is between
        "3rk3/8/8/3pP3/4K3/8/8/8 w - d6 0 1",       // the pushed pawn checks
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    };
    for (size_t i = 0; i < sizeof reachable / sizeof *reachable; i++) {
        Position p;
        int offset;
        check_context(reachable[i]);
        CHECK_INT(parse(reachable[i], strlen(reachable[i]), STANDARD, true, &p, &offset), ERR_NONE);
    }
    check_context(NULL);
}

// Every prefix and every changed byte: refused at an offset in the text, or a position that is written and read
// back.
static void test_damaged(void) {
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 12 34",
    };
    for (size_t i = 0; i < 2; i++)
        for (size_t length = strlen(fens[i]); length > 0; length--)
            for (int byte = 0; byte < 256; byte++) {
                char text[100];
                int offset;
                Position p;
                memcpy(text, fens[i], length);
                text[length - 1] = (char)byte;
                const bool whole = length == strlen(fens[i]);
                if (whole ? false : byte != fens[i][length - 1] && length % 3) continue;
                if (parse(text, length, STANDARD, false, &p, &offset)) CHECK(offset >= 0 && offset <= (int)length);
                else check_round_trip(&p, STANDARD, NULL);
            }
}

// --- Chess960 --------------------------------------------------------------------------------------

static void test_chess960_starts(void) {
    static char seen[960][10];
    for (int n = 0; n < 960; n++) {
        Position p, back;
        int offset;
        fen_chess960_start(n, &p);
        const char *text = fen_of(&p);
        CHECK_INT(parse(text, strlen(text), CHESS960, true, &back, &offset), ERR_NONE);
        CHECK(same_board(&p.board, &back.board));
        CHECK_HEX(p.hash, back.hash);
        CHECK_INT(popcount(p.board.castling), 4);
        sprintf(seen[n], "%.8s", text);
        const char *king = strchr(seen[n], 'k');
        CHECK(strchr(seen[n], 'r') < king && king < strrchr(seen[n], 'r'));
        CHECK_INT((strrchr(seen[n], 'b') - strchr(seen[n], 'b')) % 2, 1);
        for (int other = 0; other < n; other++) CHECK(strcmp(seen[n], seen[other]) != 0);
    }
    CHECK_TEXT(seen[518], "rnbqkbnr");
    CHECK_TEXT(seen[0], "bbqnnrkr");
    CHECK_TEXT(seen[959], "rkrnnqbb");
    CHECK_TEXT(seen[534], "rnbkqbnr");
}

int main(void) {
    tests_begin();
    test_readings();
    test_en_passant_modes();
    test_refusals();
    test_strict_acceptance();
    test_damaged();
    test_chess960_starts();
    test_reached_positions();
    visit_games(51, 80, 80, check_round_trip);
    visit_setups(53, 4000, check_round_trip);
    return tests_end("fen");
}
