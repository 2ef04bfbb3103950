// SPDX-License-Identifier: Apache-2.0
// FENs of PGN tags: the parts kept of invalid ones, and that any text is handled.
#include "pgn/fen_mend.h"

#include <string.h>

#include "support.h"

typedef struct {
    const char *fen;
    ErrorCode error;
    const char *mended; // with "960 " before it for Chess960
} Case;

static void expect_mended(const Case *c, Variant given, bool strict) {
    char out[MAX_FEN + 5];
    Position p;
    Variant variant = given;
    Writer w = writer_of(out, sizeof out - 1);
    check_context(c->fen);
    CHECK_INT(fen_mend(c->fen, strlen(c->fen), strict, &variant, &p), c->error);
    if (c->error == ERR_PGN_TAG_FEN) {
        CHECK_INT(variant, given);
    } else {
        if (variant != given) write_text(&w, "960 ");
        fen_write(&w, &p, EN_PASSANT_ALWAYS, CASTLING_XFEN);
        *w.at = 0;
        CHECK_TEXT(out, c->mended);
    }
    check_context(NULL);
}

static void test_mending(void) {
    static const Case cases[] = {
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", ERR_NONE, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 12 0 7", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 12 1"},
        {"4k3/8/8/8/8/8/8/4K3 b 12 30", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 b - - 12 30"},
        {"4k3/8/8/8/8/8/8/4K3 12 30", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 12 30"},
        {"\xA0"
         "4k3/8/8/8/8/8/8/4K3\xC2\xA0w\t- -\r\n0  1",
         ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 2 3", ERR_PGN_FEN_MENDED, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 2"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 1 2", ERR_PGN_FEN_MENDED, "4k3/8/8/3pP3/8/8/8/4K3 w - - 1 2"},
        {"5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1", ERR_PGN_FEN_MENDED, "960 5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 1"},
        {"5rkr/8/8/8/8/8/8/5RKR w Kk - 0 1", ERR_PGN_FEN_MENDED, "960 5rkr/8/8/8/8/8/8/5RKR w Kk - 0 1"},
        {"5rkr/8/8/8/8/8/8/5RKR w HF - 0 1", ERR_PGN_FEN_MENDED, "960 5rkr/8/8/8/8/8/8/5RKR w KQ - 0 1"},
        {"5rkr/8/8/8/8/8/8/4RK1R w HEhf - 0 1", ERR_PGN_FEN_MENDED, "960 5rkr/8/8/8/8/8/8/4RK1R w KQkq - 0 1"},
        {"5rkr/8/8/8/8/8/8/5RKR w HFhfh - 0 1", ERR_PGN_FEN_MENDED, "960 5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 1"},
        // A right that names the file of its rook.
        {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", ERR_PGN_FEN_MENDED, "960 4k3/8/8/8/8/8/8/4K1RR w G - 0 1"},
        {"4k3/8/8/8/8/8/8/1R2K2R w KB", ERR_PGN_FEN_MENDED, "960 4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1"},
        {"r3k2r/8/8/8/8/8/8/4K1RR w Gkq - 0 1", ERR_PGN_FEN_MENDED, "960 r3k2r/8/8/8/8/8/8/4K1RR w Gkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/4K1RR w Gkb - 0 1", ERR_PGN_FEN_MENDED, "960 r3k2r/8/8/8/8/8/8/4K1RR w Gk - 0 1"},
        {"1rk5/8/8/8/8/8/8/4K3 b b - 0 1", ERR_PGN_FEN_MENDED, "960 1rk5/8/8/8/8/8/8/4K3 b q - 0 1"},
        {"4k3/8/8/8/8/8/8/R3K1RR w GA - 0 1", ERR_PGN_FEN_MENDED, "960 4k3/8/8/8/8/8/8/R3K1RR w GQ - 0 1"},
        {"4k3/8/8/8/8/8/8/R3K1RR w AF - 0 1", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/R3K1RR w Q - 0 1"},
        {"4k3/8/8/8/8/8/8/R3K2R w AH - 0 1", ERR_NONE, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
        {"4k3/8/8/8/8/4K3/8/R6R w A - 0 1", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/4K3/8/R6R w - - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqKQkqKQkq - 0 1", ERR_PGN_FEN_MENDED, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R black - - 0 1", ERR_PGN_FEN_MENDED, "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R White KQkq - 0 1", ERR_PGN_FEN_MENDED, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R - Kq - 0 1", ERR_PGN_FEN_MENDED, "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R x Kq - 0 1", ERR_PGN_FEN_MENDED, "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R Kq - 0 1", ERR_PGN_FEN_MENDED, "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 - d6 0 2", ERR_PGN_FEN_MENDED, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", ERR_PGN_TAG_FEN, NULL},
        {"4k3/8/8/8/8/8/8/4K3/8  w - - 0 1", ERR_PGN_TAG_FEN, NULL},
        {"4k3/4R3/8/8/8/8/8/4K3  w - - 0 1", ERR_PGN_TAG_FEN, NULL},
        {"4k3/4R3/8/8/8/8/8/4K3", ERR_PGN_FEN_MENDED, "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"},
        {"4k3/4R3/8/8/8/8/4r3/4K3", ERR_PGN_TAG_FEN, NULL},
        {" ", ERR_PGN_TAG_FEN, NULL},
        {"x", ERR_PGN_TAG_FEN, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_mended(&cases[i], STANDARD, false);
    static const Case chess960 = {"5rkr/8/8/8/8/8/8/4RK1R w HEhfx - 0 1", ERR_PGN_FEN_MENDED,
                                  "5rkr/8/8/8/8/8/8/4RK1R w KQkq - 0 1"};
    expect_mended(&chess960, CHESS960, false);
    static const Case unreachable = {"4k3/8/8/8/8/8/8/r3K2r  w - - 0 1", ERR_PGN_TAG_FEN, NULL};
    expect_mended(&unreachable, STANDARD, true);
}

static void test_mending_variants(void) {
    static const struct {
        Variant variant;
        Case mended;
    } cases[] = {
        {CRAZYHOUSE, {"4k3/8/8/8/8/8/8/4K2R[Qp]  w KQ", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K2R[Qp] w K - 0 1"}},
        {CRAZYHOUSE, {"q~3k3/8/8/8/8/8/8/4K3/Pn w KQ", ERR_PGN_FEN_MENDED, "q~3k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1"}},
        {CRAZYHOUSE, {"4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", ERR_PGN_TAG_FEN, NULL}},
        {STANDARD, {"4k3/8/8/8/8/8/8/4K3[]  w - - 0 1", ERR_PGN_TAG_FEN, NULL}},
        {THREE_CHECK, {"4k3/8/8/8/8/8/8/4K3 w - - +1+0", ERR_NONE, "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"}},
        {THREE_CHECK, {"4k3/8/8/8/8/8/8/4K3 w KQ - 2+3 4", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 2+3 4 1"}},
        {THREE_CHECK, {"4k3/8/8/8/8/8/8/4K3 w KQ - 4 9 +2+0", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 1+3 4 9"}},
        {THREE_CHECK, {"4k3/8/8/8/8/8/8/4K3 w - - 4+3 4 9", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 4 9"}},
        {STANDARD, {"4k3/8/8/8/8/8/8/4K3 w - - 3+3 4 9", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/4K3 w - - 4 9"}},
        {ATOMIC, {"5rkr/8/8/8/8/8/8/5RKR w Qx - 0 1", ERR_PGN_FEN_MENDED, "5rkr/8/8/8/8/8/8/5RKR w Q - 0 1"}},
        {HORDE, {"4k3/8/8/8/8/8/8/PPP5  w KQkq - 0 1", ERR_PGN_FEN_MENDED, "4k3/8/8/8/8/8/8/PPP5 w - - 0 1"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_mended(&cases[i].mended, cases[i].variant, false);
}

// For any text, the result is a position that its FEN describes, in its variant.
static void check_any(const char *text, size_t length) {
    char fen[MAX_FEN];
    Position p, again;
    Variant variant = STANDARD;
    int offset;
    const ErrorCode error = fen_mend(text, length, false, &variant, &p);
    CHECK(error == ERR_NONE || error == ERR_PGN_FEN_MENDED || error == ERR_PGN_TAG_FEN);
    CHECK((error == ERR_NONE) == !fen_parse(text, length, STANDARD, false, &again, &offset));
    if (error == ERR_PGN_TAG_FEN) return;
    Writer w = writer_of(fen, sizeof fen);
    fen_write(&w, &p, EN_PASSANT_ALWAYS, CASTLING_XFEN);
    CHECK_INT(fen_parse(fen, (size_t)writer_length(&w), variant, false, &again, &offset), ERR_NONE);
    CHECK(again.hash == p.hash && again.board.castling == p.board.castling);
}

static void test_damage(void) {
    static const char *const starts[] = {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                                         "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
                                         "4k3/8/8/3pP3/8/8/8/4K2R w K d6 3 40"};
    static const char bytes[] = "/ -_8pPkKqQrRwWbB19ahAH36\t\xA0";
    Random random = {1};
    for (int round = 0; round < 20000; round++) {
        char text[128];
        const char *start = starts[random_below(&random, 3)];
        size_t length = strlen(start);
        memcpy(text, start, length);
        for (int times = random_below(&random, 4); times > 0; times--) {
            const size_t at = (size_t)random_below(&random, (int)length);
            const char byte = bytes[random_below(&random, sizeof bytes - 1)];
            switch (random_below(&random, 3)) {
            case 0: text[at] = byte; break;
            case 1:
                memmove(text + at + 1, text + at, length++ - at);
                text[at] = byte;
                break;
            default: memmove(text + at, text + at + 1, --length - at);
            }
        }
        check_any(text, length);
    }
}

int main(void) {
    tests_begin();
    test_mending();
    test_mending_variants();
    test_damage();
    return tests_end("fen_mend");
}
