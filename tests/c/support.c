// SPDX-License-Identifier: Apache-2.0
// Implements the checks, random positions and the failing allocator.
#include "support.h"

#include <stdlib.h>

#include "rules/rules.h"

enum { MAX_FAILURES = 20 };

static int checks, failures;
static char context[512];

// --- checks ----------------------------------------------------------------------------------------

static void count_failure(void) {
    if (context[0]) fprintf(stderr, "    with %s\n", context);
    if (++failures < MAX_FAILURES) return;
    fprintf(stderr, "too many failures\n");
    exit(1);
}

bool check_true(bool condition, const char *what, const char *file, int line_number) {
    checks++;
    if (condition) return true;
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line_number, what);
    count_failure();
    return false;
}

bool check_int(long long actual, long long expected, const char *what, const char *file, int line_number) {
    checks++;
    if (actual == expected) return true;
    fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line_number, what, actual, expected);
    count_failure();
    return false;
}

bool check_hex(uint64_t actual, uint64_t expected, const char *what, const char *file, int line_number) {
    checks++;
    if (actual == expected) return true;
    fprintf(stderr, "%s:%d: %s is %016llx, expected %016llx\n", file, line_number, what, (unsigned long long)actual,
            (unsigned long long)expected);
    count_failure();
    return false;
}

bool check_text(const char *actual, const char *expected, const char *what, const char *file, int line_number) {
    checks++;
    if (strcmp(actual, expected) == 0) return true;
    fprintf(stderr, "%s:%d: %s is '%s', expected '%s'\n", file, line_number, what, actual, expected);
    count_failure();
    return false;
}

void check_context(const char *text) { snprintf(context, sizeof context, "%s", text ? text : ""); }

void tests_begin(void) {
    attacks_init();
    castling_init();
}

int tests_end(const char *name) {
    printf("%s: %d checks, %d failed\n", name, checks, failures);
    return failures != 0;
}

// --- random numbers (splitmix64) -------------------------------------------------------------------

uint64_t random_next(Random *r) {
    uint64_t z = r->state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

int random_below(Random *r, int bound) { return (int)(random_next(r) % (uint64_t)bound); }

// --- positions -------------------------------------------------------------------------------------

Position position_of(const char *fen, Variant variant) {
    Position p;
    int offset;
    const ErrorCode error = fen_parse(fen, strlen(fen), variant, false, &p, &offset);
    if (!error) return p;
    fprintf(stderr, "the test's own FEN is refused with %d at %d: %s\n", error, offset, fen);
    exit(1);
}

const char *fen_of(const Position *p) {
    static char texts[4][MAX_FEN + 1];
    static int next;
    char *text = texts[next++ % 4];
    Writer w = writer_of(text, MAX_FEN);
    fen_write(&w, p, EN_PASSANT_ALWAYS, CASTLING_XFEN);
    text[writer_length(&w)] = 0;
    return text;
}

const char *board_fen(const Board *b) {
    const Position p = {*b, 0};
    return fen_of(&p);
}

bool same_board(const Board *a, const Board *b) {
    return a->pawns == b->pawns && a->knights == b->knights && a->diagonal == b->diagonal &&
           a->orthogonal == b->orthogonal && a->kings == b->kings && a->color[WHITE] == b->color[WHITE] &&
           a->color[BLACK] == b->color[BLACK] && a->castling == b->castling && a->side == b->side &&
           a->en_passant == b->en_passant && a->halfmove_clock == b->halfmove_clock &&
           a->fullmove_number == b->fullmove_number && a->rules == b->rules && a->promoted == b->promoted &&
           !memcmp(a->checks, b->checks, sizeof a->checks) && !memcmp(a->pocket, b->pocket, sizeof a->pocket);
}

static bool is_lively(const Board *b, Move m) {
    if (move_kind(m) != MOVE_PLAIN || (board_occupied(b) & bit(move_to(m)))) return true;
    Position child = {*b, 0};
    position_make(&child, m);
    return board_is_check(&child.board);
}

Move random_move(Random *r, const Board *b) {
    Move list[MAX_MOVES];
    const int count = movegen_list(b, list);
    if (count == 0) return NO_MOVE;
    Move m = list[random_below(r, count)];
    for (int tries = random_below(r, 4); tries > 0 && !is_lively(b, m); tries--) m = list[random_below(r, count)];
    return m;
}

static const char *const RARE_STARTS[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 98 70",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9",
    "q2qk2q/8/1q3q2/8/8/1Q3Q2/8/Q2QK2Q w - - 0 1",
    "2r1kr2/8/8/8/8/8/8/1R2KR2 w - - 65534 65535",
};

Position random_start(Random *r, Variant variant) {
    Position p;
    if (variant == STANDARD && random_below(r, 2) == 0)
        return position_of(RARE_STARTS[random_below(r, sizeof RARE_STARTS / sizeof *RARE_STARTS)], STANDARD);
    fen_chess960_start(variant == STANDARD ? 518 : random_below(r, 960), &p);
    p.board.geometry = (uint8_t)(variant == STANDARD ? GEOMETRY_STANDARD : GEOMETRY_CHESS960);
    return p;
}

static void throw_men(Random *r, Board *b, Color us) {
    static const char men[] = "PPPPNBRQ";
    for (int n = random_below(r, 10); n > 0; n--) {
        const char *types = "PNBRQK";
        const PieceType type = (PieceType)(strchr(types, men[random_below(r, 8)]) - types);
        const Square s = type == PAWN ? 8 + random_below(r, 48) : random_below(r, 64);
        if (!(board_occupied(b) & bit(s))) board_put(b, s, us, type);
    }
}

static void throw_castling(Random *r, Board *b, Color us) {
    const Bitboard rooks = board_pieces(b, us, ROOK) & rank_for(us, 0);
    const Square king = board_king(b, us);
    if (!(bit(king) & rank_for(us, 0)) || random_below(r, 3) == 0) return;
    const Bitboard below = rooks & (bit(king) - 1), above = rooks & ~(bit(king) - 1);
    if (below) b->castling |= bit(lsb(below));
    if (above) b->castling |= bit(lsb(above));
}

static Board throw_board(Random *r, Variant variant) {
    Board b;
    memset(&b, 0, sizeof b);
    b.en_passant = NO_SQUARE;
    b.fullmove_number = (uint16_t)(1 + random_below(r, 90));
    b.side = (uint8_t)random_below(r, 2);
    const bool home = random_below(r, 2);
    for (Color us = WHITE; us <= BLACK; us++) {
        const int first = us == WHITE ? 0 : 56;
        Square king = random_below(r, 64);
        if (home) king = first + (variant == STANDARD ? E1 : 1 + random_below(r, 6));
        if (board_occupied(&b) & bit(king)) continue;
        board_put(&b, king, us, KING);
        if (!home) continue;
        const Square a = first + (variant == STANDARD ? A1 : random_below(r, 8));
        const Square h = first + (variant == STANDARD ? H1 : random_below(r, 8));
        if (!(board_occupied(&b) & bit(a))) board_put(&b, a, us, ROOK);
        if (!(board_occupied(&b) & bit(h))) board_put(&b, h, us, ROOK);
    }
    throw_men(r, &b, WHITE);
    throw_men(r, &b, BLACK);
    return b;
}

static void throw_en_passant(Random *r, Board *b) {
    const Bitboard pawns = b->pawns & b->color[!b->side] & rank_for(!b->side, 3), empty = ~board_occupied(b);
    const Bitboard passed = pawn_ahead(b->side, pawns) & empty;
    const Bitboard squares = pawn_ahead(!b->side, pawn_ahead(b->side, passed) & empty);
    if (squares && random_below(r, 3)) b->en_passant = (uint8_t)lsb(squares);
}

Position random_setup(Random *r, Variant variant) {
    for (;;) {
        Board b = throw_board(r, variant);
        if (popcount(b.kings) != 2) continue;
        throw_en_passant(r, &b);
        if (variant == CHESS960 || (b.kings & (bit(E1) | bit(E1 + A8))) == b.kings) {
            throw_castling(r, &b, WHITE);
            throw_castling(r, &b, BLACK);
        }
        if (variant == STANDARD) b.castling &= bit(A1) | bit(H1) | bit(A8) | bit(H8);
        char text[MAX_FEN];
        Writer w = writer_of(text, sizeof text);
        Position p = {b, 0};
        int offset;
        fen_write(&w, &p, EN_PASSANT_ALWAYS, CASTLING_SHREDDER);
        if (!fen_parse(text, (size_t)writer_length(&w), variant, false, &p, &offset)) return p;
    }
}

void visit_games(uint64_t seed, int games, int plies, Visit visit) {
    Random r = {seed};
    for (int game = 0; game < games; game++) {
        const Variant variant = game % 2 ? CHESS960 : STANDARD;
        Position p = random_start(&r, variant);
        for (int ply = 0; ply < plies; ply++) {
            check_context(fen_of(&p));
            visit(&p, variant, &r);
            const Move m = random_move(&r, &p.board);
            if (!m) break;
            position_make(&p, m);
        }
    }
    check_context(NULL);
}

void visit_games_from(const char *fen, Variant variant, uint64_t seed, int games, int plies, Visit visit) {
    Random r = {seed};
    while (games--) {
        Position p = position_of(fen, variant);
        for (int ply = 0; ply < plies; ply++) {
            Move list[MAX_MOVES];
            check_context(fen_of(&p));
            visit(&p, variant, &r);
            const int count = rules_list(&p.board, list);
            if (count == 0) break;
            Move m = list[random_below(&r, count)];
            for (int tries = random_below(&r, 3); tries > 0 && !(board_occupied(&p.board) & bit(move_to(m))); tries--)
                m = list[random_below(&r, count)];
            rules_make(&p, m);
        }
    }
    check_context(NULL);
}

void visit_setups(uint64_t seed, int count, Visit visit) {
    Random r = {seed};
    for (int i = 0; i < count; i++) {
        const Variant variant = i % 2 ? CHESS960 : STANDARD;
        const Position p = random_setup(&r, variant);
        check_context(fen_of(&p));
        visit(&p, variant, &r);
    }
    check_context(NULL);
}

// --- the allocator (linked with --wrap) ------------------------------------------------------------

static int until_failure;
static bool failed;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void fail_allocation(int n) {
    until_failure = n;
    failed = false;
}

bool allocation_failed(void) { return failed; }

static bool fails_now(void) {
    if (until_failure == 0 || --until_failure > 0) return false;
    failed = true;
    return true;
}

void *__wrap_malloc(size_t size) { return fails_now() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails_now() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return fails_now() ? NULL : __real_realloc(block, size); }
