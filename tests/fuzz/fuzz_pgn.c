// SPDX-License-Identifier: Apache-2.0
// Any text as a PGN: the same result whole, byte by byte and cut at random; the tags well formed, and the
// game what its moves make of its start.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "legality.h"
#include "pgn.h"

// A block of its own for each chunk, so that a read past its end is seen.
static bool feed(PgnReader *r, const uint8_t *text, size_t length) {
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    const bool done = pgn_reader_feed(r, copy, length);
    free(copy);
    return done;
}

// step 0 draws each chunk's length from the seed.
static void read_in_chunks(PgnReader *r, const Input *in, size_t step, uint32_t seed) {
    pgn_reader_begin(r, seed & 1 ? CHESS960 : STANDARD, DRAWS_AUTOMATIC);
    for (const uint8_t *at = in->at; at < in->end;) {
        const size_t rest = (size_t)(in->end - at);
        size_t length = step;
        if (!step) {
            seed = seed * 1664525 + 1013904223;
            length = seed >> 28;
        }
        if (length > rest) length = rest;
        if (feed(r, at, length)) break;
        at += length;
    }
    pgn_reader_finish(r);
}

static void check_tags(const PgnReader *r) {
    LAW(r->tags_size <= r->tags_capacity && r->tags_size <= PGN_MAX_TAGS);
    if (!r->tags_size) return;
    LAW(r->tags[r->tags_size - 1] == 0);
    int zeros = 0;
    for (uint32_t i = 0; i < r->tags_size; i++) zeros += r->tags[i] == 0;
    LAW(zeros % 2 == 0);
}

static void check_game(const Game *g) {
    Position p = *game_start(g);
    for (uint32_t i = 0; i < g->move_count; i++) {
        LAW(move_is_legal(&p.board, g->moves[i]));
        position_make(&p, g->moves[i]);
    }
    check_position(&p);
    LAW(same_board(&p.board, &g->now.board));
}

static void check_same(const PgnReader *a, const PgnReader *b) {
    LAW(a->error == b->error && a->error_ply == b->error_ply);
    if (a->error) LAW(a->error_offset == b->error_offset);
    LAW(a->tags_size == b->tags_size && (!a->tags_size || !memcmp(a->tags, b->tags, a->tags_size)));
    LAW(!a->error || (a->error >= ERR_PGN_EMPTY && a->error <= ERR_PGN_TOO_LARGE));
    if (a->error) return;
    LAW(a->game && b->game && a->game->move_count == b->game->move_count);
    LAW(a->game->variant == b->game->variant && game_status(a->game) == game_status(b->game));
    LAW(same_board(&a->game->now.board, &b->game->now.board));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    PgnReader whole, bytes, cut;
    const uint32_t seed = (uint32_t)take_byte(&in) << 8 | take_byte(&in);
    read_in_chunks(&whole, &in, size + 1, seed);
    read_in_chunks(&bytes, &in, 1, seed);
    read_in_chunks(&cut, &in, 0, seed);
    if (whole.error) LAW(whole.error_offset <= size);
    check_tags(&whole);
    check_same(&whole, &bytes);
    check_same(&whole, &cut);
    if (!whole.error) check_game(whole.game);
    pgn_reader_free(&whole);
    pgn_reader_free(&bytes);
    pgn_reader_free(&cut);
    return 0;
}
