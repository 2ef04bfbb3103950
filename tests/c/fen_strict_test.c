// SPDX-License-Identifier: Apache-2.0
// FENs read with strict: no position of a game is refused; two checkers are refused exactly if no move, taken back
// in every possible way, leads there.
#include <ctype.h>
#include <stdlib.h>

#include "fen/fen.h"
#include "reference.h"
#include "support.h"

static int possible, impossible;

static ErrorCode strict_error(const Board *b, Variant variant) {
    Problems found = {.count = 0};
    fen_check_strict(b, variant, &found);
    return found.count ? found.list[0].code : ERR_NONE;
}

static bool same_men(const Reference *a, const Reference *b) { return memcmp(a->square, b->square, 64) == 0; }

// Whether the position before is legal, and the move leads from it to the one after.
static bool leads_to(const Reference *before, Move m, const Reference *after) {
    Move list[2 * MAX_MOVES];
    if (reference_in_check(before, !before->white)) return false;
    const Reference made = reference_make(before, m);
    if (!same_men(&made, after)) return false;
    for (int i = reference_moves(before, list) - 1; i >= 0; i--)
        if (list[i] == m) return true;
    return false;
}

static bool untaken_plain(const Reference *after, Reference before, int from, int to, int kind) {
    const char *captured = before.white ? ".pnbrq" : ".PNBRQ";
    const Move m = (Move)(from | to << 6 | kind << 12);
    for (const char *man = captured; *man; man++) {
        if (toupper(*man) == 'P' && (to < 8 || to >= 56)) continue;
        before.square[to] = *man;
        if (leads_to(&before, m, after)) return true;
    }
    return false;
}

static bool untaken_en_passant(const Reference *after, Reference before, int from, int to) {
    const int back = before.white ? -8 : 8;
    if (before.square[from] != (before.white ? 'P' : 'p') || to / 8 != (before.white ? 5 : 2)) return false;
    if (before.square[to + back] != '.' || before.square[to - back] != '.') return false;
    before.square[to] = '.';
    before.square[to + back] = before.white ? 'p' : 'P';
    before.en_passant = to;
    return leads_to(&before, (Move)(from | to << 6 | MOVE_EN_PASSANT << 12), after);
}

static bool may_come(const Reference *after, int from, int to) {
    Reference before = *after;
    before.white = !after->white;
    before.en_passant = -1;
    before.square[from] = before.square[to];
    before.square[to] = '.';
    const bool push =
        (before.square[from] == 'P' || before.square[from] == 'p') && (to - from == 16 || from - to == 16);
    if (untaken_plain(after, before, from, to, push ? MOVE_DOUBLE : MOVE_PLAIN)) return true;
    if (untaken_en_passant(after, before, from, to)) return true;
    const char *found = strchr("NBRQ", toupper(before.square[from]));
    if (!found || to / 8 != (before.white ? 7 : 0) || from / 8 != (before.white ? 6 : 1)) return false;
    before.square[from] = before.white ? 'P' : 'p';
    return untaken_plain(after, before, from, to, (int)(found - "NBRQ") + 1);
}

static bool some_move_leads_to(const Reference *after) {
    for (int to = 0; to < 64; to++) {
        const char man = after->square[to];
        if (man == '.' || (man <= 'Z') == after->white) continue;
        for (int from = 0; from < 64; from++)
            if (after->square[from] == '.' && may_come(after, from, to)) return true;
    }
    return false;
}

static void check_double_check(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    Board b = p->board;
    b.castling = 0; // castling rights are checked separately
    b.en_passant = NO_SQUARE;
    const Square king = board_king(&b, b.side);
    if (popcount(board_attackers(&b, king, !b.side, board_occupied(&b))) != 2) return;
    const ErrorCode error = strict_error(&b, variant);
    const Reference after = reference_of(&b);
    const bool leads = some_move_leads_to(&after);
    if (error == ERR_FEN_STRICT_PROMOTED || (leads && error >= ERR_FEN_STRICT_PAWNS)) return;
    if (leads) possible++;
    else impossible++;
    CHECK_INT(error, leads ? ERR_NONE : ERR_FEN_STRICT_CHECK_PAIR);
}

// A few men around one king make double checks common.
static void test_crowds(void) {
    Random r = {61};
    for (int i = 0; i < 150000; i++) {
        Board b;
        memset(&b, 0, sizeof b);
        b.en_passant = NO_SQUARE;
        b.side = (uint8_t)random_below(&r, 2);
        b.fullmove_number = 1;
        board_put(&b, random_below(&r, 64), (Color)b.side, KING);
        for (int n = 0; n < 5; n++) {
            const Square s = random_below(&r, 64);
            const PieceType type = (PieceType)(n == 0 ? KING : random_below(&r, 5));
            const bool edge = s < 8 || s >= 56;
            if (!(board_occupied(&b) & bit(s)) && !(type == PAWN && edge))
                board_put(&b, s, n < 4 ? (Color)!b.side : (Color)b.side, type);
        }
        if (popcount(b.kings) != 2) continue;
        const char *text = board_fen(&b);
        Position p;
        int offset;
        if (fen_parse(text, strlen(text), STANDARD, false, &p, &offset)) continue;
        check_context(text);
        check_double_check(&p, STANDARD, &r);
    }
    check_context(NULL);
}

// An en passant square is refused exactly if no double push leads there.
static void check_double_push(const Position *p, Variant variant, Random *r) {
    (void)variant;
    Board b = p->board;
    b.castling = 0;
    b.halfmove_clock = (uint16_t)(random_below(r, 8) == 0);
    const Reference after = reference_of(&b);
    const int to = after.en_passant + (after.white ? -8 : 8), from = after.en_passant + (after.white ? 8 : -8);
    const Square king = board_king(&b, b.side);
    const ErrorCode error = strict_error(&b, variant);
    if (after.en_passant < 0 || error == ERR_FEN_STRICT_PROMOTED) return;
    if (popcount(board_attackers(&b, king, !b.side, board_occupied(&b))) > 2) return;
    Reference before = after;
    before.white = !after.white;
    before.en_passant = -1;
    before.square[from] = before.square[to];
    before.square[to] = '.';
    const bool leads = leads_to(&before, (Move)(from | to << 6 | MOVE_DOUBLE << 12), &after) && b.halfmove_clock == 0;
    if (!leads || error < ERR_FEN_STRICT_PAWNS) CHECK_INT(error, leads ? ERR_NONE : ERR_FEN_STRICT_EN_PASSANT);
}

// En passant captures that open two lines, or open one and check with the pawn.
static void test_en_passant_pairs(void) {
    static const struct {
        const char *fen;
        ErrorCode error;
    } cases[] = {
        {"1b2r1k1/8/8/8/8/3p4/8/4K3 w - - 0 1", ERR_NONE},
        {"7k/8/8/8/r3K3/3p4/8/8 w - - 0 1", ERR_NONE},
        {"6bk/8/5P2/8/2K4r/8/8/8 w - - 0 1", ERR_FEN_STRICT_CHECK_PAIR},
        {"6bk/8/8/8/2K4r/3p4/8/8 w - - 0 1", ERR_FEN_STRICT_CHECK_PAIR},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position p = position_of(cases[i].fen, STANDARD);
        check_context(cases[i].fen);
        check_double_check(&p, STANDARD, NULL);
        CHECK_INT(strict_error(&p.board, STANDARD), cases[i].error);
    }
    check_context(NULL);
}

// Refused positions, each next to an accepted one: one more capture, an open exit, the other side to move.
static void test_cases(void) {
    static const struct {
        const char *fen;
        Variant variant;
        ErrorCode error;
    } cases[] = {
        // The side to move if only knights and rooks have moved.
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", STANDARD, ERR_NONE},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", STANDARD, ERR_FEN_STRICT_SIDE},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 50 40", STANDARD, ERR_FEN_STRICT_SIDE},
        {"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", STANDARD, ERR_NONE},
        {"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 1 2", STANDARD, ERR_FEN_STRICT_SIDE},
        {"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBR1 w Qkq - 4 3", STANDARD, ERR_NONE},
        {"rnbqkbnr/pppppppp/8/8/8/R7/PPPPPPPP/1NBQKBNR w Kkq - 4 3", STANDARD, ERR_FEN_STRICT_UNMOVED},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1RBQKBNR b Kkq - 5 3", STANDARD, ERR_NONE},   // a knight was captured
        {"rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 2", STANDARD, ERR_NONE}, // a pawn may lose a move
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 5 9", STANDARD, ERR_NONE},  // so may a king, given time
        // Men that no pawn has released.
        {"rnbqkbnr/8/8/pppppppp/8/8/PPPPPPPP/RNBKQBNR w kq - 0 9", STANDARD, ERR_FEN_STRICT_UNMOVED},
        {"rnbqkbnr/8/8/pppppppp/8/8/PPPPPPPP/NRBQKBRN w kq - 0 9", STANDARD, ERR_NONE},
        // Bishops behind unmoved pawns.
        {"4k3/8/8/8/5B2/8/PPPPPPPP/4K3 w - - 0 9", STANDARD, ERR_FEN_STRICT_PROMOTED},
        {"4k3/8/8/8/5B2/8/PPP1PPPP/4K3 w - - 0 9", STANDARD, ERR_NONE},
        {"4k3/8/8/8/5B2/P7/1P1PPPPP/4K3 w - - 0 9", STANDARD, ERR_NONE}, // promoted from c
        {"4k3/8/8/8/5B2/8/PPPPPPPP/2B1K3 w - - 0 9", STANDARD, ERR_FEN_STRICT_PROMOTED},
        {"4k3/pppppppp/8/8/8/5b2/8/4K3 w - - 0 9", STANDARD, ERR_FEN_STRICT_PROMOTED},
        {"4k3/pppppppp/8/2b5/8/8/8/4K3 w - - 0 9", STANDARD, ERR_FEN_STRICT_PROMOTED},
        {"4k3/8/8/8/5B2/2P5/PP1PPPPP/4K3 w - - 0 9", STANDARD, ERR_FEN_STRICT_PROMOTED}, // out only by d2
        {"4k3/8/8/8/5B2/8/PPPPPPPP/4K3 w - - 0 9", CHESS960, ERR_FEN_STRICT_PROMOTED},
        {"4k3/8/8/8/5B2/7P/PPPPPPP1/4K3 w - - 0 9", CHESS960, ERR_NONE}, // it may have started on g1
        // Pawns that changed files.
        {"4k3/8/8/8/8/P7/PP6/4K3 w - - 0 9", STANDARD, ERR_FEN_STRICT_PAWNS},
        {"4k3/8/8/8/8/P7/P7/4K3 w - - 0 9", STANDARD, ERR_NONE},
        {"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_FEN_STRICT_PAWNS},
        {"rnbqkb1r/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_NONE},
        {"rnbqkb1r/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_FEN_STRICT_PAWNS}, // three captures
        {"rn2k2r/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_FEN_STRICT_PAWNS}, // bishops at home
        {"r3k3/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQq - 0 9", STANDARD, ERR_NONE},
        // Pawns that passed each other, and promoted.
        {"rnbqkbnr/1ppppppp/8/P7/p7/8/1PPPPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_FEN_STRICT_PAWNS},
        {"r1bqkb1r/1ppppppp/8/P7/p7/8/1PPPPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_NONE},
        {"rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_NONE},
        {"rnbqkbnr/1ppppppp/p7/4Q3/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_FEN_STRICT_PAWNS},
        {"rnbqkb1r/1ppppppp/p7/4Q3/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 9", STANDARD, ERR_NONE},
        {"4k3/pppppppp/8/4Q3/8/8/PPPPPPP1/3QK3 w - - 0 9", STANDARD, ERR_FEN_STRICT_PROMOTED}, // none has passed
        {"4k3/1ppppppp/p7/4Q3/8/8/PPPPPPP1/3QK3 w - - 0 9", CHESS960, ERR_NONE},
        {"rnbqkbnr/2pppppp/8/QQ4q1/8/8/2PPPPPP/RNBQKBNR w KQkq - 0 20", STANDARD, ERR_NONE}, // one pawn captured one
        {"rnbqkbnr/2pppppp/8/QQ3qq1/8/8/2PPPPPP/RNBQKBNR w KQkq - 0 20", STANDARD, ERR_FEN_STRICT_PAWNS},
        // Clocks.
        {"4k3/8/8/8/8/8/8/4K2R w - - 8 5", STANDARD, ERR_NONE},
        {"4k3/8/8/8/8/8/8/4K2R w - - 9 5", STANDARD, ERR_FEN_STRICT_CLOCK},
        {"4k3/8/8/8/8/8/8/4K2R b - - 9 5", STANDARD, ERR_NONE},
        {"4k3/8/8/8/8/8/8/4K2R b - - 10 5", STANDARD, ERR_FEN_STRICT_CLOCK},
        {"4k3/8/8/8/8/8/8/4K2R w - - 65535 65535", STANDARD, ERR_NONE},
        {"4k3/8/8/8/8/8/8/4K2R w - -", STANDARD, ERR_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position p = position_of(cases[i].fen, cases[i].variant);
        check_context(cases[i].fen);
        CHECK_INT(strict_error(&p.board, cases[i].variant), cases[i].error);
    }
    check_context(NULL);
}

// Games from the variant's start: a game reaches every position.
static void test_games(uint64_t seed, int games, int plies) {
    Random r = {seed};
    for (int i = 0; i < games; i++) {
        const Variant variant = i % 2 ? CHESS960 : STANDARD;
        Position p;
        fen_chess960_start(variant == STANDARD ? 518 : random_below(&r, 960), &p);
        for (int ply = 0; ply < plies; ply++) {
            check_context(fen_of(&p));
            CHECK_INT(strict_error(&p.board, variant), ERR_NONE);
            const Move m = random_move(&r, &p.board);
            if (!m) break;
            position_make(&p, m);
        }
    }
    check_context(NULL);
}

int main(int argc, char **argv) {
    tests_begin();
    test_games(64, argc > 1 ? atoi(argv[1]) : 600, 300); // number of games, for long runs
    test_cases();
    test_en_passant_pairs();
    test_crowds();
    visit_setups(62, 12000, check_double_check);
    visit_setups(63, 20000, check_double_push);
    CHECK(possible > 200 && impossible > 200);
    return tests_end("fen_strict");
}
