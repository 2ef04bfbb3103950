// SPDX-License-Identifier: Apache-2.0
// The first game of a PGN, replayed; cut in chunks of every size.
#include "pgn.h"

#include "san.h"

#include <stdlib.h>

#include "support.h"

typedef struct {
    ErrorCode error;
    uint32_t offset, ply, moves;
    char fen[MAX_FEN + 1];
    char tags[400]; // Name=value|…
    Status status;
    Variant variant;
} Outcome;

static void keep_tags(const PgnReader *r, char *out, size_t room) {
    size_t n = 0;
    for (uint32_t i = 0; i < r->tags_size && n + 1 < room; i++) {
        static const char marks[2] = {'=', '|'};
        static int mark;
        if (i == 0) mark = 0;
        out[n++] = r->tags[i] ? r->tags[i] : marks[mark++ % 2];
    }
    out[n] = 0;
}

static void run(const char *text, size_t length, size_t chunk, Outcome *out) {
    PgnReader r;
    memset(out, 0, sizeof *out);
    pgn_reader_begin(&r, STANDARD, DRAWS_AUTOMATIC);
    bool done = false;
    for (size_t at = 0; at < length && !done; at += chunk) {
        const size_t part = at + chunk < length ? chunk : length - at;
        char *copy = malloc(part);
        memcpy(copy, text + at, part);
        done = pgn_reader_feed(&r, copy, part);
        free(copy);
    }
    pgn_reader_finish(&r);
    out->error = r.error;
    if (r.error) out->offset = r.error_offset;
    out->ply = r.error_ply;
    CHECK(r.error || r.game);
    keep_tags(&r, out->tags, sizeof out->tags);
    if (!r.error && r.game) {
        strcpy(out->fen, fen_of(&r.game->now));
        out->moves = r.game->move_count;
        out->status = game_status(r.game);
        out->variant = (Variant)r.game->variant;
    }
    pgn_reader_free(&r);
}

static Outcome read_every_way(const char *text) {
    Outcome whole, cut;
    const size_t length = strlen(text);
    run(text, length, length + 1, &whole);
    for (size_t chunk = 1; chunk < length && chunk < 24; chunk++) {
        run(text, length, chunk, &cut);
        if (!CHECK(memcmp(&whole, &cut, sizeof whole) == 0)) fprintf(stderr, "    in chunks of %zu\n", chunk);
    }
    return whole;
}

// --- games that are read ---------------------------------------------------------------------------

typedef struct {
    const char *text;
    uint32_t moves;
    const char *fen, *tags;
} Recorded;

#define AFTER_E4_E5 "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const Recorded GAMES[] = {
    {"1. e4 e5", 2, AFTER_E4_E5, ""},
    {"e4 e5 *", 2, AFTER_E4_E5, "=*|"},
    {"1.e4 e5 1-0", 2, AFTER_E4_E5, "=1-0|"},
    {"1. e4 1... e5 1/2-1/2", 2, AFTER_E4_E5, "=1/2-1/2|"},
    {"1 e2e4 1. ... e7e5 0-1 d4", 2, AFTER_E4_E5, "=0-1|"}, // nothing is read after the result
    {"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n", 2, AFTER_E4_E5, "White=A|Black=B|=*|"},
    {"[White \"A\"]", 0, START, "White=A|"},
    {"*", 0, START, "=*|"},
    {"1. e4 (1. d4 d5 (1... Nf6)) 1... e5 (c5) (e6)", 2, AFTER_E4_E5, ""},
    {"1. e4 {good} e5 $1 {[%clk 0:01:00]} ; done\n", 2, AFTER_E4_E5, ""},
    {"1. e4! e5?! !! +- \xC2\xB1 N", 2, AFTER_E4_E5, ""},
    {"1. e4 e5 {x} (nonsense [ \"x\"", 0, NULL, NULL},
    {"\xEF\xBB\xBF[A \"\\\"q\\\"\"]\r\n\r\n1.\xC2\xA0"
     "e4 e5\r\n",
     2, AFTER_E4_E5, "A=\"q\"|"},
    {"1. e4 e5\n\n[Event \"next\"]\n1. d4", 2, AFTER_E4_E5, ""},
    {"1. e4 e5\n[White \"next\"]", 2, AFTER_E4_E5, ""},
    {"[Event \"a\"]\n[Event \"b\"]\n1. e4", 0, START, "Event=a|"}, // a game of tags alone
    {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8(Q) Kd7", 2, "Q7/3k4/8/8/8/8/8/4K3 w - - 1 2", NULL},
    {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8(Kd1) Kd7", 2, "Q7/3k4/8/8/8/8/8/4K3 w - - 1 2", NULL},
    {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=N (Kd1) Kd7", 2, "N7/3k4/8/8/8/8/8/4K3 w - - 1 2", NULL},
    {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O", 1, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", NULL},
    {"[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. e4 e5", 2, AFTER_E4_E5, NULL},
    {"[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n1. O-O", 1, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
     NULL},
    {"[Variant \"Standard\"]\n1. e4 e5", 2, AFTER_E4_E5, NULL},
    {"[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6 e.p. Kd7", 2, "8/3k4/3P4/8/8/8/8/4K3 w - - 1 2", NULL},
    {"[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6e.p. Kd7", 2, "8/3k4/3P4/8/8/8/8/4K3 w - - 1 2", NULL},
    // Through a threefold repetition.
    {"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5", 14,
     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 8", ""},
    {"%escape\ne4 e5", 2, AFTER_E4_E5, ""},
    {"1. 0\xE2\x80\x93"
     "0",
     0, NULL, NULL},
};

static void test_games(void) {
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        const Recorded *t = &GAMES[i];
        check_context(t->text);
        const Outcome o = read_every_way(t->text);
        CHECK_INT(o.error != ERR_NONE, t->fen == NULL);
        if (!t->fen) continue;
        CHECK_INT(o.moves, t->moves);
        CHECK_TEXT(o.fen, t->fen);
        if (t->tags) CHECK_TEXT(o.tags, t->tags);
    }
    check_context(NULL);
}

static void test_variants(void) {
    static const struct {
        const char *text;
        Variant variant;
    } cases[] = {
        {"[Variant \"Chess 960\"]", CHESS960},      {"[Variant \"fischerandom\"]", CHESS960},
        {"[Variant \"Fischer Random\"]", CHESS960}, {"[Variant \"Standard\"]", STANDARD},
        {"[Variant \"From Position\"]", STANDARD},  {"[White \"x\"]", STANDARD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Outcome o = read_every_way(cases[i].text);
        CHECK_INT(o.error, ERR_NONE);
        CHECK_INT(o.variant, cases[i].variant);
    }
}

static void test_final_status(void) {
    CHECK_INT(read_every_way("f3 e5 g4 Qh4#").status, STATUS_CHECKMATE_BLACK);
    CHECK_INT(read_every_way("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").status, STATUS_THREEFOLD_REPETITION);
    CHECK_INT(read_every_way("1. e4 1-0").status, STATUS_CONTINUE); // a PGN result is a header only
}

// --- errors ----------------------------------------------------------------------------------------

typedef struct {
    const char *marked; // the error is at the '|'
    ErrorCode error;
    uint32_t ply;
} Refusal;

static const Refusal REFUSALS[] = {
    {"|", ERR_PGN_EMPTY, 0},
    {"| {only a comment}", ERR_PGN_EMPTY, 0},
    {"1. e4 |e4", ERR_PGN_MOVE, 2},
    {"1. |Ke2", ERR_PGN_MOVE, 1},
    {"1. e4 |rubbish", ERR_PGN_TOKEN, 2},
    {"1. e4 e5 2. |Sf3", ERR_PGN_TOKEN, 3},
    {"1. e4 |--", ERR_PGN_NULL_MOVE, 2},
    {"1. e4 |Z0 2. d4", ERR_PGN_NULL_MOVE, 2},
    {"1. Nf3 |0000 2. Nf6", ERR_PGN_NULL_MOVE, 2},
    {"1. e4 |{x", ERR_PGN_COMMENT, 0},
    {"1. e4 |(d4 (c4)", ERR_PGN_VARIATION, 0},
    {"1. e4 (d4) |) e5", ERR_PGN_VARIATION, 0},
    {"1. e4 |}", ERR_PGN_TOKEN, 0},
    {"|[A b]", ERR_PGN_TAG, 0},
    {"1. e4 |[A", ERR_PGN_TAG, 0},
    {"[A \"b\"] |[FEN \"8/8\"] e4", ERR_PGN_TAG_FEN, 0},
    {"[A \"b\"]|[Variant \"Atomic\"] e4", ERR_PGN_VARIANT, 0},
    {"[FEN \"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1\"] |Ne2", ERR_PGN_AMBIGUOUS, 1},
    {"f3 e5 g4 Qh4# |a3", ERR_PGN_MOVE, 5},
    {"1. e4 |e.p.", ERR_PGN_MOVE, 1},
    {"1. e4 |(1. d4 [Event \"x\"]", ERR_PGN_VARIATION, 0},
};

static void test_refusals(void) {
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
        const Refusal *t = &REFUSALS[i];
        char text[160];
        const size_t marker = strcspn(t->marked, "|");
        sprintf(text, "%.*s%s", (int)marker, t->marked, t->marked + marker + 1);
        check_context(t->marked);
        const Outcome o = read_every_way(text);
        CHECK_INT(o.error, t->error);
        CHECK_INT(o.offset, marker);
        CHECK_INT(o.ply, t->ply);
    }
    check_context(NULL);
}

// --- size ------------------------------------------------------------------------------------------

static void test_deep_nesting(void) {
    enum { DEPTH = 200000 };
    char *text = malloc(2 * DEPTH + 3);
    Outcome o;
    memset(text, '(', DEPTH);
    run(text, DEPTH, 4096, &o);
    CHECK_INT(o.error, ERR_PGN_VARIATION);
    CHECK_INT(o.offset, 0);
    memset(text + DEPTH, ')', DEPTH);
    memcpy(text + 2 * DEPTH, " e4", 3);
    run(text, 2 * DEPTH + 3, 4096, &o);
    CHECK_INT(o.error, ERR_NONE);
    CHECK_INT(o.moves, 1);
    free(text);
}

// A game as long as a file may hold; knights going to and fro.
static void test_long_game(void) {
    enum { ROUNDS = 25000 };
    static const char round[] = "Nf3 Nf6 Ng1 Ng8 ";
    char *text = malloc(ROUNDS * (sizeof round - 1));
    Outcome o;
    for (int i = 0; i < ROUNDS; i++) memcpy(text + i * ((int)sizeof round - 1), round, sizeof round - 1);
    run(text, ROUNDS * (sizeof round - 1), 65536, &o);
    CHECK_INT(o.error, ERR_NONE);
    CHECK_INT(o.moves, 4 * ROUNDS);
    CHECK_INT(o.status, STATUS_RULE50);
    free(text);
}

static void test_too_many_tags(void) {
    PgnReader r;
    char tag[1100];
    memset(tag, 'x', sizeof tag);
    memcpy(tag, "[A \"", 4);
    memcpy(tag + sizeof tag - 2, "\"]", 2);
    pgn_reader_begin(&r, STANDARD, DRAWS_AUTOMATIC);
    int fed = 0;
    while (fed < 3000 && !pgn_reader_feed(&r, tag, sizeof tag)) fed++;
    pgn_reader_finish(&r);
    CHECK_INT(r.error, ERR_PGN_TOO_LARGE);
    CHECK_INT(r.error_offset, fed * (int)sizeof tag);
    CHECK(r.tags_size <= PGN_MAX_TAGS);
    pgn_reader_free(&r);
}

// --- written and read again ------------------------------------------------------------------------

// Random games with comments and variations strewn in.
static void test_round_trip(void) {
    Random r = {151};
    for (int n = 0; n < 150; n++) {
        static char text[1 << 16];
        const Variant variant = (Variant)(n % 2);
        const Position start = random_start(&r, variant);
        Position p = start;
        int at = sprintf(text, "[Variant \"%s\"]\n[FEN \"%s\"]\n\n", variant ? "Chess960" : "Standard", fen_of(&start));
        uint32_t plies = 0;
        for (; plies < 120; plies++) {
            const Move m = random_move(&r, &p.board);
            char san[SAN_SIZE + 1] = {0};
            if (!m) break;
            san_write(&p.board, m, san);
            static const char *const strewn[] = {
                " ", "\n", " {a ) [%clk 1:0:0] }", " ;x (\n", " $3 ", " (1. e4 ({)} e8(Q) *)) ", "!? "};
            if (random_below(&r, 3) == 0) at += sprintf(text + at, "%u.", p.board.fullmove_number);
            if (random_below(&r, 9) == 0) at += sprintf(text + at, ".. ");
            at += sprintf(text + at, "%s%s", san, strewn[random_below(&r, 7)]);
            text[at++] = ' ';
            position_make(&p, m);
        }
        Outcome whole, cut;
        check_context(fen_of(&p));
        run(text, (size_t)at, (size_t)at, &whole);
        run(text, (size_t)at, 1 + (size_t)random_below(&r, 7), &cut);
        CHECK(memcmp(&whole, &cut, sizeof whole) == 0);
        CHECK_INT(whole.error, ERR_NONE);
        CHECK_INT(whole.moves, plies);
        CHECK_TEXT(whole.fen, fen_of(&p));
    }
    check_context(NULL);
}

int main(void) {
    tests_begin();
    test_games();
    test_variants();
    test_final_status();
    test_refusals();
    test_deep_nesting();
    test_long_game();
    test_too_many_tags();
    test_round_trip();
    return tests_end("pgn");
}
