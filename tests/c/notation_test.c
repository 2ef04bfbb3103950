// SPDX-License-Identifier: Apache-2.0
// A move in any notation.
#include "notation.h"

#include "san_text.h"
#include "support.h"

static Move read_move(const Position *p, const char *text, ErrorCode *error, int *offset) {
    Move m = NO_MOVE;
    *error = notation_parse(&p->board, text, strlen(text), &m, offset);
    return m;
}

static void check_both(const Position *p, Variant variant, Random *r) {
    (void)r;
    Move list[MAX_MOVES];
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) {
        char san[16], uci[8];
        ErrorCode error;
        int offset;
        san_text(&p->board, list[i], san);
        const PackedMove packed = lan_pack(list[i], (Geometry)variant);
        sprintf(uci, " %c%c%c%c%.1s\n", 'a' + packed % 8, '1' + packed / 8 % 8, 'a' + packed / 64 % 8,
                '1' + packed / 512 % 8, &"\0nbrq"[packed >> 12]);
        CHECK_INT(read_move(p, san, &error, &offset), list[i]);
        CHECK_INT(read_move(p, uci, &error, &offset), list[i]);
        CHECK_INT(offset, 0);
    }
}

// Every pair of squares, joined in each way: the same move as the bare squares, or an error.
static void check_joined(const Position *p, Variant variant, Random *r) {
    (void)variant;
    if (random_below(r, 20)) return;
    for (int squares = 0; squares < 1 << 12; squares++) {
        Move expected = NO_MOVE;
        const bool legal = !lan_resolve(&p->board, squares, &expected);
        char text[16];
        ErrorCode error;
        int offset;
        sprintf(text, "%c%c%c%c%c%s", 'a' + squares % 8, '1' + squares / 8 % 8, "-x:"[random_below(r, 3)],
                'a' + squares / 64 % 8, '1' + squares / 512 % 8,
                (const char *[]){"", "+", "#", "!?"}[random_below(r, 4)]);
        check_context(text);
        const Move m = read_move(p, text, &error, &offset);
        CHECK_INT(m, expected);
        CHECK_INT(error == ERR_NONE, legal);
        if (!legal || !move_is_promotion(m)) continue;
        for (int kind = KNIGHT; kind <= QUEEN; kind++) {
            sprintf(text + 5, "=%c", "PNBRQ"[kind]);
            CHECK_INT(read_move(p, text, &error, &offset), move_of(move_from(m), move_to(m), (MoveKind)kind));
        }
    }
    check_context(NULL);
}

static void test_cases(void) {
    const Position p = position_of("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", STANDARD);
    ErrorCode error;
    int offset;
    CHECK_INT(read_move(&p, "e1g1", &error, &offset), move_of(E1, H1, MOVE_CASTLE));
    CHECK_INT(read_move(&p, "O-O", &error, &offset), move_of(E1, H1, MOVE_CASTLE));
    CHECK_INT(read_move(&p, "b7a8", &error, &offset), move_of(49, A8, MOVE_PROMOTE_QUEEN));
    CHECK_INT(read_move(&p, "b7a8n", &error, &offset), move_of(49, A8, MOVE_PROMOTE_KNIGHT));
    CHECK_INT(read_move(&p, "h1h8", &error, &offset), move_of(H1, H8, MOVE_PLAIN)); // squares mean any piece
    CHECK_INT(read_move(&p, "h1h7x", &error, &offset), NO_MOVE);
    CHECK_INT(error, ERR_SAN_SYNTAX);
    CHECK_INT(offset, 4);
    CHECK_INT(read_move(&p, "e1-g1", &error, &offset), move_of(E1, H1, MOVE_CASTLE));
    CHECK_INT(read_move(&p, "e1-h1", &error, &offset), move_of(E1, H1, MOVE_CASTLE));
    CHECK_INT(read_move(&p, "h1xh8+", &error, &offset), move_of(H1, H8, MOVE_PLAIN));
    CHECK_INT(read_move(&p, " h1:h8 ", &error, &offset), move_of(H1, H8, MOVE_PLAIN));
    CHECK_INT(read_move(&p, "b7xa8=N", &error, &offset), move_of(49, A8, MOVE_PROMOTE_KNIGHT));
    static const char *const wrong[] = {"h1--h8", "h1 h8", "h1-h8q", "h1-h8-", "h1-", "h1-h9", "h1xN", "h1-h8=Q"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_INT(read_move(&p, wrong[i], &error, &offset), NO_MOVE);
        CHECK(error == ERR_SAN_SYNTAX || error == ERR_SAN_ILLEGAL);
    }
    const Position step = position_of("4k3/8/8/8/8/8/8/5K1R w K - 0 1", CHESS960);
    CHECK_INT(read_move(&step, "f1-g1", &error, &offset), move_of(5, 6, MOVE_PLAIN)); // a king's move
    CHECK_INT(read_move(&step, "f1-h1", &error, &offset), move_of(5, H1, MOVE_CASTLE));
    CHECK_INT(read_move(&p, "h1g2", &error, &offset), NO_MOVE);
    CHECK_INT(error, ERR_MOVE_ILLEGAL);
    CHECK_INT(read_move(&p, "", &error, &offset), NO_MOVE);
    CHECK_INT(error, ERR_SAN_SYNTAX);
}

int main(void) {
    tests_begin();
    test_cases();
    visit_games(91, 40, 80, check_both);
    visit_setups(92, 2000, check_both);
    visit_games(93, 40, 80, check_joined);
    visit_setups(94, 2000, check_joined);
    return tests_end("notation");
}
