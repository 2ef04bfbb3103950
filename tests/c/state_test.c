// SPDX-License-Identifier: Apache-2.0
// Games as bytes and back; damaged and forged bytes are refused.
#include "state.h"

#include <stdlib.h>

#include "rules/rules.h"
#include "support.h"

enum { ROOM = 4096 };

static const uint8_t EXTRA[] = "headers and more";

static size_t write(const Game *g, const uint8_t *extra, size_t extra_length, uint8_t out[ROOM]) {
    const size_t size = state_size(g, extra_length);
    CHECK(size <= ROOM);
    state_write(g, extra, extra_length, out);
    return size;
}

// Reads from a block of exactly that size, so that a read past its end is detected.
static ErrorCode read_copy(const uint8_t *bytes, size_t size, Game **out) {
    uint8_t *copy = malloc(size ? size : 1);
    const uint8_t *extra;
    size_t extra_length;
    memcpy(copy, bytes, size);
    *out = NULL;
    const ErrorCode error = state_read(copy, size, out, &extra, &extra_length);
    free(copy);
    return error;
}

// CRC-32 bit by bit, unlike the core's.
static void sign(uint8_t *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < 8 * (size - 4); i++) {
        const uint32_t low = (crc ^ (uint32_t)(bytes[i / 8] >> (i % 8))) & 1;
        crc = crc >> 1 ^ (low ? 0xEDB88320u : 0);
    }
    for (int i = 0; i < 4; i++) bytes[size - 4 + (size_t)i] = (uint8_t)(~crc >> (8 * i));
}

static Game *random_game(Random *r, int plies) {
    const Variant variant = (Variant)random_below(r, 2);
    const Position start = random_below(r, 2) ? random_start(r, variant) : random_setup(r, variant);
    Game *g = game_new(&start, variant, (DrawMode)random_below(r, 3));
    for (int i = 0; i < plies; i++) {
        const Move m = random_move(r, &g->now.board);
        if (!m) break;
        game_append(g, m);
    }
    game_settle(g);
    if (random_below(r, 3) == 0) game_set_result(g, random_below(r, 2) ? STATUS_MANUAL_DRAW : STATUS_MANUAL_WINNER);
    if (random_below(r, 3) == 0) game_claim(g);
    return g;
}

static void check_same(const Game *a, const Game *b) {
    CHECK(same_board(&a->now.board, &b->now.board));
    CHECK(same_board(&game_start(a)->board, &game_start(b)->board));
    CHECK_HEX(a->now.hash, b->now.hash);
    CHECK_INT(b->variant, a->variant);
    CHECK_INT(b->draws, a->draws);
    CHECK_INT(b->move_count, a->move_count);
    CHECK(!a->move_count || !memcmp(a->moves, b->moves, a->move_count * sizeof(Move)));
    CHECK_INT(game_status(b), game_status(a));
    CHECK_INT(b->result, a->result);
    CHECK_INT(game_claimable(b), game_claimable(a));
    CHECK_INT(game_occurrences(b, 100), game_occurrences(a, 100));
    CHECK_INT(b->key_count, a->key_count);
}

static void test_round_trip(void) {
    Random r = {121};
    for (int i = 0; i < 1500; i++) {
        uint8_t bytes[ROOM], again[ROOM];
        const uint8_t *extra;
        size_t extra_length, size;
        Game *g = random_game(&r, random_below(&r, 160)), *back;
        size = write(g, EXTRA, sizeof EXTRA, bytes);
        check_context(fen_of(&g->now));
        if (CHECK_INT(state_read(bytes, size, &back, &extra, &extra_length), ERR_NONE)) {
            CHECK_INT(extra_length, sizeof EXTRA);
            CHECK(memcmp(extra, EXTRA, sizeof EXTRA) == 0);
            check_same(g, back);
            CHECK_INT(write(back, EXTRA, sizeof EXTRA, again), size);
            CHECK(memcmp(bytes, again, size) == 0);
            game_free(back);
        }
        game_free(g);
    }
    check_context(NULL);
}

// The layout is fixed: all later versions must read it.
static void test_layout(void) {
    static const uint8_t expected[] = {'B', 'N', 'B', 1,    0,    1,    9,    0,   2, 0, 0, 0, 1,
                                       0,   0,   0,   0x0C, 0x77, 0x34, 0x79, '!', 0, 0, 0, 0};
    uint8_t bytes[ROOM], wanted[sizeof expected];
    Game *g = game_new(NULL, STANDARD, DRAWS_CLAIM);
    game_play(g, move_of(12, 28, MOVE_DOUBLE));
    game_play(g, move_of(52, 36, MOVE_DOUBLE));
    game_set_result(g, STATUS_MANUAL_DRAW);
    memcpy(wanted, expected, sizeof wanted);
    sign(wanted, sizeof wanted);
    CHECK_INT(write(g, (const uint8_t *)"!", 1, bytes), sizeof wanted);
    CHECK(memcmp(bytes, wanted, sizeof wanted) == 0);
    game_free(g);
}

// Every single bit flipped, every shorter length, and extra bytes at the end.
static void test_damage(void) {
    Random r = {122};
    for (int i = 0; i < 6; i++) {
        uint8_t bytes[ROOM];
        Game *g = random_game(&r, 40), *out;
        const size_t size = write(g, EXTRA, sizeof EXTRA, bytes);
        game_free(g);
        for (size_t bit_number = 0; bit_number < 8 * size; bit_number++) {
            bytes[bit_number / 8] ^= (uint8_t)(1 << bit_number % 8);
            const ErrorCode error = read_copy(bytes, size, &out);
            CHECK(error >= ERR_STATE_FORMAT && error <= ERR_STATE_INVALID);
            if (bit_number < 24) CHECK_INT(error, ERR_STATE_FORMAT);
            else if (bit_number >= 32) CHECK_INT(error, ERR_STATE_CHECKSUM);
            bytes[bit_number / 8] ^= (uint8_t)(1 << bit_number % 8);
        }
        for (size_t length = 0; length < size; length++) {
            const ErrorCode error = read_copy(bytes, length, &out);
            CHECK(error == ERR_STATE_FORMAT || error == ERR_STATE_CHECKSUM);
        }
        memset(bytes + size, 0, 8);
        CHECK(read_copy(bytes, size + 8, &out) != ERR_NONE);
        sign(bytes, size + 8);
        CHECK_INT(read_copy(bytes, size + 8, &out), ERR_STATE_FORMAT);
    }
}

// Correct checksum, wrong contents.
static void test_forgeries(void) {
    Random r = {123};
    uint8_t bytes[ROOM];
    Game *out, *g = game_new(NULL, STANDARD, DRAWS_AUTOMATIC);
    game_play(g, move_of(12, 28, MOVE_DOUBLE));
    const size_t size = write(g, NULL, 0, bytes);
    game_free(g);
    static const struct {
        int at, value;
        ErrorCode error;
    } forgeries[] = {
        {3, 0, ERR_STATE_FORMAT},
        {3, 2, ERR_STATE_VERSION},
        {4, 2, ERR_NONE},
        {4, VARIANT_COUNT, ERR_STATE_FORMAT},
        {5, 2, ERR_NONE},
        {5, 3, ERR_STATE_FORMAT},
        {5, 16, ERR_NONE},
        {5, 3 << 4, ERR_STATE_FORMAT},
        {6, 1, ERR_STATE_INVALID},
        {6, 5, ERR_STATE_INVALID},
        {6, 7, ERR_STATE_INVALID},
        {6, 11, ERR_STATE_INVALID},
        {6, 255, ERR_STATE_INVALID},
        {6, 9, ERR_NONE},
        {6, 10, ERR_NONE},
        {7, 1, ERR_STATE_FORMAT},
        {8, 2, ERR_STATE_FORMAT},
        {11, 255, ERR_STATE_FORMAT},
        {12, 1, ERR_STATE_FORMAT},
        {15, 255, ERR_STATE_FORMAT},
        {16, 0, ERR_STATE_INVALID},
        {17, 0x70, ERR_STATE_INVALID},
        {4, 1, ERR_NONE},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        uint8_t forged[ROOM];
        memcpy(forged, bytes, size);
        forged[forgeries[i].at] = (uint8_t)forgeries[i].value;
        sign(forged, size);
        if (!CHECK_INT(read_copy(forged, size, &out), forgeries[i].error))
            fprintf(stderr, "    with %d at %d\n", forgeries[i].value, forgeries[i].at);
        game_free(out);
    }
    for (int i = 0; i < 20000; i++) { // any bytes at all: refused, or a game of legal moves
        Game *source = i % 20 ? NULL : random_game(&r, 30);
        static uint8_t kept[ROOM];
        static size_t kept_size;
        if (source) kept_size = write(source, NULL, 0, kept);
        game_free(source);
        uint8_t forged[ROOM];
        memcpy(forged, kept, kept_size);
        for (int n = 1 + random_below(&r, 3); n > 0; n--)
            forged[16 + random_below(&r, (int)kept_size - 16)] = (uint8_t)random_next(&r);
        sign(forged, kept_size);
        const ErrorCode error = read_copy(forged, kept_size, &out);
        CHECK(error == ERR_NONE || error == ERR_STATE_INVALID);
        if (!error) CHECK_HEX(out->now.hash, board_hash(&out->now.board));
        game_free(out);
    }
}

// All sixteen bits of a move are checked.
static void test_every_move(void) {
    uint8_t bytes[ROOM];
    Move list[MAX_MOVES];
    const Position start = position_of("r3k2r/1P6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1", STANDARD);
    Game *out, *g = game_new(&start, STANDARD, DRAWS_CLAIM);
    const int count = movegen_list(&start.board, list);
    game_append(g, list[0]);
    const size_t size = write(g, NULL, 0, bytes);
    game_free(g);
    for (int m = 0; m < 1 << 16; m++) {
        bytes[size - 6] = (uint8_t)m;
        bytes[size - 5] = (uint8_t)(m >> 8);
        sign(bytes, size);
        bool legal = false;
        for (int i = 0; i < count; i++) legal = legal || list[i] == m;
        if (!CHECK_INT(read_copy(bytes, size, &out), legal ? ERR_NONE : ERR_STATE_INVALID)) break;
        game_free(out);
    }
}

// Every variant's start and a move, with its number in the fifth byte.
static void test_variants(void) {
    uint8_t bytes[ROOM];
    Move list[MAX_MOVES];
    for (int v = 0; v < VARIANT_COUNT; v++) {
        Game *out, *g = game_new(NULL, (Variant)v, DRAWS_CLAIM);
        CHECK(rules_list(&g->now.board, list) > 0);
        CHECK_INT(game_play(g, list[0]), ERR_NONE);
        const size_t size = write(g, NULL, 0, bytes);
        CHECK_INT(bytes[4], v);
        if (CHECK_INT(read_copy(bytes, size, &out), ERR_NONE)) {
            check_same(g, out);
            game_free(out);
        }
        game_free(g);
    }
}

int main(void) {
    tests_begin();
    test_round_trip();
    test_variants();
    test_layout();
    test_damage();
    test_forgeries();
    test_every_move();
    return tests_end("state");
}
