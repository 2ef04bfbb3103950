// SPDX-License-Identifier: Apache-2.0
// A move in whichever notation.
#include "notation.h"

#include "support.h"

static Move read_move(const Position *p, Variant variant, const char *text, ErrorCode *error, int *offset) {
    Move m = NO_MOVE;
    *error = notation_parse(&p->board, variant, text, strlen(text), &m, offset);
    return m;
}

static void check_both(const Position *p, Variant variant, Random *r) {
    (void)r;
    Move list[MAX_MOVES];
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) {
        char san[SAN_SIZE + 1] = {0}, uci[8];
        ErrorCode error;
        int offset;
        san_write(&p->board, list[i], san);
        const PackedMove packed = lan_pack(list[i], variant);
        sprintf(uci, " %c%c%c%c%.1s\n", 'a' + packed % 8, '1' + packed / 8 % 8, 'a' + packed / 64 % 8,
                '1' + packed / 512 % 8, &"\0nbrq"[packed >> 12]);
        CHECK_INT(read_move(p, variant, san, &error, &offset), list[i]);
        CHECK_INT(read_move(p, variant, uci, &error, &offset), list[i]);
        CHECK_INT(offset, 0);
    }
}

static void test_cases(void) {
    const Position p = position_of("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", STANDARD);
    ErrorCode error;
    int offset;
    CHECK_INT(read_move(&p, STANDARD, "e1g1", &error, &offset), move_of(E1, H1, MOVE_CASTLE));
    CHECK_INT(read_move(&p, STANDARD, "O-O", &error, &offset), move_of(E1, H1, MOVE_CASTLE));
    CHECK_INT(read_move(&p, STANDARD, "b7a8", &error, &offset), move_of(49, A8, MOVE_PROMOTE_QUEEN));
    CHECK_INT(read_move(&p, STANDARD, "b7a8n", &error, &offset), move_of(49, A8, MOVE_PROMOTE_KNIGHT));
    CHECK_INT(read_move(&p, STANDARD, "h1h8", &error, &offset), move_of(H1, H8, MOVE_PLAIN)); // squares mean any piece
    CHECK_INT(read_move(&p, STANDARD, "h1h7x", &error, &offset), NO_MOVE);
    CHECK_INT(error, ERR_SAN_SYNTAX);
    CHECK_INT(offset, 4);
    CHECK_INT(read_move(&p, STANDARD, "h1g2", &error, &offset), NO_MOVE);
    CHECK_INT(error, ERR_MOVE_ILLEGAL);
    CHECK_INT(read_move(&p, STANDARD, "", &error, &offset), NO_MOVE);
    CHECK_INT(error, ERR_SAN_SYNTAX);
}

int main(void) {
    tests_begin();
    test_cases();
    visit_games(91, 40, 80, check_both);
    visit_setups(92, 2000, check_both);
    return tests_end("notation");
}
