// SPDX-License-Identifier: Apache-2.0
// Writing and reading SAN: round trips, leniency, and never a different move than the one written.
#include "san.h"

#include <stdlib.h>

#include "reference.h"
#include "san_signs.h"
#include "san_text.h"
#include "support.h"

static const char *san_of(const Board *b, Move m) {
    static char text[16];
    san_text(b, m, text);
    return text;
}

static ErrorCode parse(const Board *b, const char *text, Move *m, int *offset) {
    *m = NO_MOVE;
    return san_parse(b, text, strlen(text), m, offset);
}

// --- laws ------------------------------------------------------------------------------------------

static void check_mark(const Reference *r, const char *san, Move m) {
    Move answers[2 * MAX_MOVES];
    const Reference child = reference_make(r, m);
    const char last = san[strlen(san) - 1];
    const bool check = reference_in_check(&child, child.white), any = reference_moves(&child, answers) > 0;
    CHECK_INT(last == '+' || last == '#', check);
    CHECK_INT(last == '#', check && !any);
}

// The fast path finds the move itself, or nothing: nothing only for castling, promotions, en passant and ambiguous
// pieces.
static void check_usual(const Board *b, const char *san, Move m) {
    uint64_t bytes = 0;
    memcpy(&bytes, san, strlen(san) < 8 ? strlen(san) : 0);
    const Move usual = bytes ? san_parse_fast(b, bytes, (uint32_t)strlen(san)) : NO_MOVE;
    CHECK(usual == m || usual == NO_MOVE);
    const bool is_pawn = (b->pawns & bit(move_from(m))) != 0, is_king = (b->kings & bit(move_from(m))) != 0;
    if (is_pawn || is_king) CHECK_INT(usual != NO_MOVE, move_kind(m) == MOVE_PLAIN || move_kind(m) == MOVE_DOUBLE);
}

static void check_round_trip(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    const Board *b = &p->board;
    const Reference reference = reference_of(b);
    Move list[MAX_MOVES], back;
    char all[MAX_MOVES][16];
    int offset;
    const int count = movegen_list(b, list);
    for (int i = 0; i < count; i++) {
        strcpy(all[i], san_of(b, list[i]));
        CHECK_INT(parse(b, all[i], &back, &offset), ERR_NONE);
        if (!CHECK_INT(back, list[i])) fprintf(stderr, "    at %s\n", all[i]);
        check_usual(b, all[i], list[i]);
        check_mark(&reference, all[i], list[i]);
        for (int j = 0; j < i; j++) CHECK(strcmp(all[i], all[j]) != 0);
    }
}

// Without one letter of its origin, the text also fits another move.
static void check_minimal(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    Move list[MAX_MOVES], back;
    int offset;
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) {
        char text[16];
        strcpy(text, san_of(&p->board, list[i]));
        const size_t body = strcspn(text, "+#");
        if (!strchr("NBRQ", text[0]) || body < 4 || (body == 4 && text[1] == 'x')) continue;
        memmove(text + 1, text + 2, strlen(text + 1));
        CHECK_INT(parse(&p->board, text, &back, &offset), ERR_SAN_AMBIGUOUS);
    }
}

static int agreeing(const Board *b, const char *text, size_t length, Move *found) {
    Move list[MAX_MOVES];
    SanSigns signs;
    int count = 0;
    if (!san_signs_of(text, length, &signs)) return -1;
    for (int i = movegen_list(b, list) - 1; i >= 0; i--)
        if (san_signs_agree(&signs, b, list[i])) *found = list[i], count++;
    return count;
}

static void check_meaning(const Board *b, const char *text) {
    Move m, only = NO_MOVE;
    int offset;
    const ErrorCode error = parse(b, text, &m, &offset);
    const int count = agreeing(b, text, strlen(text), &only);
    CHECK(offset >= 0 && offset <= (int)strlen(text));
    bool right = true;
    if (error == ERR_NONE) right = CHECK_INT(count, 1) && CHECK_INT(m, only);
    if (error == ERR_SAN_ILLEGAL) right = CHECK_INT(count, 0);
    if (error == ERR_SAN_AMBIGUOUS) right = CHECK(count > 1);
    if (!right) fprintf(stderr, "    at '%s'\n", text);
}

// Changes some characters of a move's text.
static void mutate(Random *r, char *text) {
    static const char letters[] = "abcdefgh12345678NBRQKPxO0-+#=()!?.:/ pnbrqk";
    for (int n = 1 + random_below(r, 3); n > 0; n--) {
        const size_t length = strlen(text), at = (size_t)random_below(r, (int)length + 1);
        const char letter = letters[random_below(r, sizeof letters - 1)];
        const int kind = random_below(r, 3);
        if (kind == 0 && length > 1) memmove(text + at, text + at + (at < length), length - at + (at == length));
        else if (kind == 1 && at < length) text[at] = letter;
        else memmove(text + at + 1, text + at, length - at + 1), text[at] = letter;
    }
}

static void check_mutations(const Position *p, Variant variant, Random *r) {
    (void)variant;
    Move list[MAX_MOVES];
    const int count = movegen_list(&p->board, list);
    for (int i = 0; count && i < 40; i++) {
        char text[32];
        strcpy(text, san_of(&p->board, list[random_below(r, count)]));
        mutate(r, text);
        check_meaning(&p->board, text);
    }
}

// Every spelling of origin, sign and suffix of every legal move.
static void check_spellings(const Position *p, Variant variant, Random *r) {
    (void)variant;
    static const char *const suffixes[] = {"", "+", "#", "!?", "!!", "+?", "++", " ", "\n"};
    Move list[MAX_MOVES];
    const int count = movegen_list(&p->board, list);
    for (int i = 0; i < count; i++) {
        const Move m = list[i];
        const Square from = move_from(m), to = move_to(m);
        const PieceType type = board_piece_at(&p->board, from);
        if (move_kind(m) == MOVE_CASTLE) continue;
        for (int way = 0; way < 16; way++) {
            char text[40], promotion[4] = "";
            if (move_is_promotion(m)) sprintf(promotion, "%s%c", way & 8 ? "=" : "", "PNBRQ"[move_kind(m)]);
            sprintf(text, "%s%c%c%s%c%c%s%s", type == PAWN ? (way & 1 ? "P" : "") : (char[]){"PNBRQK"[type], 0},
                    'a' + from % 8, '1' + from / 8,
                    way & 2   ? "x"
                    : way & 4 ? "-"
                              : "",
                    'a' + to % 8, '1' + to / 8, promotion, suffixes[random_below(r, 9)]);
            Move back;
            int offset;
            CHECK_INT(parse(&p->board, text, &back, &offset), ERR_NONE);
            if (!CHECK_INT(back, m)) fprintf(stderr, "    at '%s'\n", text);
        }
    }
}

// --- cases -----------------------------------------------------------------------------------------

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CASTLE "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define TAKES_EP "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
#define PROMOTES "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
#define PINNED "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQ - 1 5"
#define KNIGHTS "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"
#define BISHOP_B "4k3/8/8/8/8/1P6/4B3/4K3 w - - 0 1"

// The canonical text of the move read, or the error and its offset.
typedef struct {
    const char *fen, *text, *canonical;
    ErrorCode error;
    int offset;
} Reading;

static const Reading READINGS[] = {
    {CASTLE, "O-O", "O-O", 0, 0},
    {CASTLE, "0-0-0", "O-O-O", 0, 0},
    {CASTLE, "o-o!", "O-O", 0, 0},
    {CASTLE, "O-O-O+", "O-O-O", 0, 0},
    {CASTLE, "O-O=Q", NULL, ERR_SAN_SYNTAX, 3},
    {CASTLE, "O-O-O-O", NULL, ERR_SAN_SYNTAX, 5},
    {CASTLE, "O-", NULL, ERR_SAN_SYNTAX, 0},
    {CASTLE, "Kg1", NULL, ERR_SAN_ILLEGAL, 0}, // not castling
    {START, "O-O", NULL, ERR_SAN_ILLEGAL, 0},
    {TAKES_EP, "exd6", "exd6", 0, 0},
    {TAKES_EP, "exd6e.p.", "exd6", 0, 0},
    {TAKES_EP, "exd6 e.p.", "exd6", 0, 0},
    {TAKES_EP, "ed6ep", "exd6", 0, 0},
    {TAKES_EP, "e5:d6+", "exd6", 0, 0},
    {TAKES_EP, "e6 e.p.", NULL, ERR_SAN_ILLEGAL, 0},
    {START, "e4e.p.", NULL, ERR_SAN_ILLEGAL, 0},
    {PROMOTES, "b8=Q", "b8=Q", 0, 0},
    {PROMOTES, "b8", "b8=Q", 0, 0},
    {PROMOTES, "b8Q", "b8=Q", 0, 0},
    {PROMOTES, "b8(N)", "b8=N", 0, 0},
    {PROMOTES, "b8/R", "b8=R", 0, 0},
    {PROMOTES, "b8=n", "b8=N", 0, 0},
    {PROMOTES, "bc8=Q+", "bxc8=Q+", 0, 0},
    {PROMOTES, "xc8=B", "bxc8=B", 0, 0},
    {PROMOTES, "c8=Q", NULL, ERR_SAN_ILLEGAL, 0}, // no pawn goes there straight ahead
    {PROMOTES, "b8=K", NULL, ERR_SAN_SYNTAX, 3},
    {PROMOTES, "b8=P", NULL, ERR_SAN_SYNTAX, 3},
    {PROMOTES, "b8=", NULL, ERR_SAN_SYNTAX, 3},
    {PROMOTES, "b8(Q", NULL, ERR_SAN_SYNTAX, 4},
    {PROMOTES, "Ke2=Q", NULL, ERR_SAN_SYNTAX, 5},
    {START, "e4=Q", NULL, ERR_SAN_ILLEGAL, 0},
    {START, "Pe4", "e4", 0, 0},
    {START, "e2-e4", "e4", 0, 0},
    {START, "Ng1-f3", "Nf3", 0, 0},
    {START, "N1f3", "Nf3", 0, 0},
    {START, "Nxf3", "Nf3", 0, 0},
    {START, "Nf3+", "Nf3", 0, 0},
    {START, " Nf3 \r\n", "Nf3", 0, 0},
    {START,
     "\xE2\x99\x98"
     "f3",
     "Nf3", 0, 0},
    {START,
     "\xE2\x99\x9E\xEF\xB8\x8E"
     "f3",
     "Nf3", 0, 0},
    {START,
     "\xE2\x99\x99"
     "e4",
     "e4", 0, 0},
    {START,
     "\xE2\x99\x93"
     "f3",
     NULL, ERR_SAN_SYNTAX, 0}, // the signs before and after the figurines
    {START,
     "\xE2\x99\xA0"
     "f3",
     NULL, ERR_SAN_SYNTAX, 0},
    {START, "Nf3!?", "Nf3", 0, 0},
    {START, "Nf3 e5", NULL, ERR_SAN_SYNTAX, 3},
    {START, "Nf3x", NULL, ERR_SAN_SYNTAX, 4},
    {START, "Sf3", NULL, ERR_SAN_SYNTAX, 0},
    {START, "nf3", NULL, ERR_SAN_SYNTAX, 0},
    {START, "e5", NULL, ERR_SAN_ILLEGAL, 0},
    {START, "d3e4", NULL, ERR_SAN_ILLEGAL, 0},
    {START, "", NULL, ERR_SAN_SYNTAX, 0},
    {START, "e", NULL, ERR_SAN_SYNTAX, 1},
    {START, "--", NULL, ERR_SAN_SYNTAX, 1},
    {START, "Ng1xg1", NULL, ERR_SAN_ILLEGAL, 0},
    {START, "Qd1-h5", NULL, ERR_SAN_ILLEGAL, 0},
    {PINNED, "Ne2", "Ne2", 0, 0}, // the other knight is pinned
    {PINNED, "Nge2", "Ne2", 0, 0},
    {PINNED, "Nce2", NULL, ERR_SAN_ILLEGAL, 0},
    {KNIGHTS, "Ne2", NULL, ERR_SAN_AMBIGUOUS, 0},
    {KNIGHTS, "Nce2", "Nce2", 0, 0},
    {KNIGHTS, "N1e2", "Nge2", 0, 0},
    {KNIGHTS, "Ng1e2", "Nge2", 0, 0},
    {BISHOP_B, "bc4", NULL, ERR_SAN_ILLEGAL, 0}, // the b-pawn, which cannot
    {BISHOP_B, "Bc4", "Bc4", 0, 0},
    {BISHOP_B, "b4", "b4", 0, 0},
};

static void test_readings(void) {
    for (size_t i = 0; i < sizeof READINGS / sizeof *READINGS; i++) {
        const Reading *t = &READINGS[i];
        const Position p = position_of(t->fen, STANDARD);
        Move m;
        int offset;
        check_context(t->text);
        CHECK_INT(parse(&p.board, t->text, &m, &offset), t->error);
        CHECK_INT(offset, t->error ? t->offset : 0);
        if (t->canonical && m) CHECK_TEXT(san_of(&p.board, m), t->canonical);
    }
    check_context(NULL);
}

// Zero bytes are not letters.
static void test_zero_bytes(void) {
    const Position p = position_of(START, STANDARD);
    Move m;
    int offset;
    CHECK_INT(san_parse(&p.board, "Nf3\0", 4, &m, &offset), ERR_SAN_SYNTAX);
    CHECK_INT(offset, 3);
    CHECK_INT(san_parse(&p.board, "\0e4", 3, &m, &offset), ERR_SAN_SYNTAX);
    CHECK_INT(san_parse(&p.board, "", 0, &m, &offset), ERR_SAN_SYNTAX);
}

static void test_writings(void) {
    static const struct {
        const char *fen;
        Square from, to;
        MoveKind kind;
        const char *san;
    } writings[] = {
        {"Q6Q/8/8/8/8/8/8/4K1k1 w - - 0 1", A8, 59, MOVE_PLAIN, "Qad8"},
        {"4k3/8/8/Q7/8/Q1Q5/8/4K3 w - - 0 1", 16, 34, MOVE_PLAIN, "Qa3c5"},
        {"4k3/8/8/Q7/8/Q7/8/4K3 w - - 0 1", 16, 24, MOVE_PLAIN, "Q3a4+"},
    };
    for (size_t i = 0; i < sizeof writings / sizeof *writings; i++) {
        const Position p = position_of(writings[i].fen, STANDARD);
        CHECK_TEXT(san_of(&p.board, move_of(writings[i].from, writings[i].to, writings[i].kind)), writings[i].san);
    }
}

static int candidates(const char *fen, const char *text, char *joined) {
    const Position p = position_of(fen, STANDARD);
    Move list[MAX_MOVES];
    const int count = san_candidates(&p.board, text, strlen(text), list);
    *joined = 0;
    for (int i = 0; i < count; i++) strcat(strcat(joined, i ? " " : ""), san_of(&p.board, list[i]));
    return count;
}

static void test_candidates(void) {
    char joined[MAX_MOVES * 8];
    CHECK_INT(candidates(KNIGHTS, "Ne2", joined), 2);
    CHECK(strstr(joined, "Nge2") && strstr(joined, "Nce2"));
    CHECK_INT(candidates(KNIGHTS, "Nae2", joined), 2); // the same piece to the same square
    CHECK_INT(candidates(START, "Qf3", joined), 2);    // any piece to that square
    CHECK(strstr(joined, "Nf3") && strstr(joined, "f3"));
    CHECK_INT(candidates(START, "Qe5", joined), 0);
    CHECK_INT(candidates(START, "O-O", joined), 0);
    CHECK_INT(candidates(START, "rubbish", joined), 0);
}

int main(void) {
    tests_begin();
    test_readings();
    test_zero_bytes();
    test_writings();
    test_candidates();
    visit_games(41, 60, 80, check_round_trip);
    visit_setups(42, 2500, check_round_trip);
    visit_setups(43, 8000, check_minimal);
    visit_games(44, 150, 100, check_mutations);
    visit_setups(45, 8000, check_mutations);
    visit_setups(46, 1500, check_spellings);
    return tests_end("san");
}
