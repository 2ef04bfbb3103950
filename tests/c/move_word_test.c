// SPDX-License-Identifier: Apache-2.0
// Move words: moves with everything that their SAN needs.
#include "move_word.h"

#include "reference.h"
#include "san_text.h"
#include "support.h"

static int code_of(char letter) {
    static const char letters[] = "PNBRQKpnbrqk";
    const char *place = letter == '.' ? NULL : strchr(letters, letter);
    return place ? (int)(place - letters) % 6 + 1 : 0;
}

// The parts of a word equal those computed slowly from the board. (san_test.c checks the origin.)
static void check_words(const Position *p, Variant variant, Random *r) {
    (void)variant;
    (void)r;
    Move list[MAX_MOVES];
    const Reference board = reference_of(&p->board);
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) {
        const Move m = list[i];
        const Square from = move_from(m), to = move_to(m);
        Board child = p->board;
        board_play(&child, m);
        const MoveWord word = move_word_with(&p->board, m, &child);
        const WordParts parts = parts_of_word(word);
        CHECK_HEX(word, move_word(&p->board, m));
        CHECK(word >> WORD_OP_SHIFT == 0 && word != NULL_MOVE_WORD);
        CHECK_INT(move_word_move(word), m);
        int captured = code_of(board.square[to]);
        if (move_kind(m) == MOVE_CASTLE) captured = 0;
        if (move_kind(m) == MOVE_EN_PASSANT) captured = 1;
        CHECK_INT(parts.piece, code_of(board.square[from]));
        CHECK_INT(parts.captured, captured);
        Reference after = reference_make(&board, m);
        Move replies[MAX_MOVES];
        const bool check = reference_in_check(&after, after.white);
        CHECK_INT(parts.check, !check ? 0 : reference_moves(&after, replies) ? WORD_CHECK : WORD_MATE);
    }
}

static void test_cases(void) {
    static const struct {
        const char *fen, *san;
        uint32_t word;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4", 1 << 16 | 7 << 12 | 28 << 6 | 12},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nf3", 2 << 16 | 21 << 6 | 6},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 1 << 19 | 1 << 16 | 6 << 12 | 43 << 6 | 36},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 6 << 16 | 5 << 12 | 7 << 6 | 4},
        {"3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q+", 1 << 24 | 4 << 19 | 1 << 16 | 4 << 12 | 59 << 6 | 50},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", 2 << 24 | 4 << 16 | 56 << 6},
        {"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Nge2", 1 << 22 | 2 << 16 | 12 << 6 | 6},
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "R1a3", 2 << 22 | 4 << 16 | 16 << 6},
        {"4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "Qa1b2", 3 << 22 | 5 << 16 | 9 << 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position p = position_of(cases[i].fen, STANDARD);
        Move m;
        int offset;
        check_context(cases[i].fen);
        CHECK_INT(san_parse(&p.board, cases[i].san, strlen(cases[i].san), &m, &offset), ERR_NONE);
        Board child = p.board;
        board_play(&child, m);
        CHECK_HEX(move_word_with(&p.board, m, &child), cases[i].word);
    }
    check_context(NULL);
}

int main(void) {
    tests_begin();
    test_cases();
    visit_games(161, 150, 100, check_words);
    visit_setups(162, 6000, check_words);
    return tests_end("move_word");
}
