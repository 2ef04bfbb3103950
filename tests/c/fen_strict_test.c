// SPDX-License-Identifier: Apache-2.0
// Two checkers at once: refused exactly when no move, taken back in every way there is, leads there.
#include <ctype.h>

#include "fen.h"
#include "reference.h"
#include "support.h"

static int possible, impossible;

static bool same_men(const Reference *a, const Reference *b) { return memcmp(a->square, b->square, 64) == 0; }

// Is the position before legal, and does the move lead from it to the one after?
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
    b.castling = 0; // castling rights have a check of their own
    b.en_passant = NO_SQUARE;
    const Square king = board_king(&b, b.side);
    if (popcount(board_attackers(&b, king, !b.side, board_occupied(&b))) != 2) return;
    const ErrorCode error = fen_check_strict(&b);
    const Reference after = reference_of(&b);
    const bool leads = some_move_leads_to(&after);
    if (error == ERR_FEN_STRICT_PROMOTED) return;
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

// An en passant square is refused exactly when no double push leads there.
static void check_double_push(const Position *p, Variant variant, Random *r) {
    (void)variant;
    Board b = p->board;
    b.castling = 0;
    b.halfmove_clock = (uint16_t)(random_below(r, 8) == 0);
    const Reference after = reference_of(&b);
    const int to = after.en_passant + (after.white ? -8 : 8), from = after.en_passant + (after.white ? 8 : -8);
    const Square king = board_king(&b, b.side);
    const ErrorCode error = fen_check_strict(&b);
    if (after.en_passant < 0 || error == ERR_FEN_STRICT_PROMOTED) return;
    if (popcount(board_attackers(&b, king, !b.side, board_occupied(&b))) > 2) return;
    Reference before = after;
    before.white = !after.white;
    before.en_passant = -1;
    before.square[from] = before.square[to];
    before.square[to] = '.';
    const bool leads = leads_to(&before, (Move)(from | to << 6 | MOVE_DOUBLE << 12), &after) && b.halfmove_clock == 0;
    CHECK_INT(error, leads ? ERR_NONE : ERR_FEN_STRICT_EN_PASSANT);
}

// En passant that opens two lines, or one and checks with the pawn.
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
        CHECK_INT(fen_check_strict(&p.board), cases[i].error);
    }
    check_context(NULL);
}

int main(void) {
    tests_begin();
    test_en_passant_pairs();
    test_crowds();
    visit_setups(62, 12000, check_double_check);
    visit_setups(63, 20000, check_double_push);
    CHECK(possible > 200 && impossible > 200);
    return tests_end("fen_strict");
}
