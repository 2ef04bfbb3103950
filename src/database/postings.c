// SPDX-License-Identifier: Apache-2.0
// Builds postings by a counting sort over the keys of positions.
#include "postings.h"

#include <stdlib.h>

enum { KEY_BITS = 32, GAME_BITS = 16, LEAST_BUCKET_BITS = 6 };

// There are as many buckets as a segment may have games.
static int bucket_bits(const Store *s) {
    const int bits = __builtin_ctz(s->segment_games);
    return bits < LEAST_BUCKET_BITS ? LEAST_BUCKET_BITS : bits;
}

static uint32_t bucket_of(const Store *s, uint32_t key) { return key >> (KEY_BITS - bucket_bits(s)); }

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

uint32_t postings_key(const Board *b) {
    const bool passes = b->en_passant != NO_SQUARE && board_en_passant_is_pseudo(b) && rules_en_passant_is_legal(b);
    const uint64_t en_passant = passes ? b->en_passant : (uint64_t)NO_SQUARE;
    uint64_t hash = mix(b->side, b->pawns);
    hash = mix(hash, b->knights);
    hash = mix(hash, b->diagonal);
    hash = mix(hash, b->orthogonal);
    hash = mix(hash, b->kings);
    hash = mix(hash, b->color[WHITE]);
    hash = mix(hash, b->castling ^ en_passant << 24 ^ (uint64_t)b->rules << 32);
    return (uint32_t)(hash >> 32);
}

// The number of positions of a game that have postings.
static uint32_t posted_of(const Store *s, const Row *row) {
    return 1 + (row->plies < s->posted_plies ? row->plies : s->posted_plies);
}

// Writes their keys; returns their number.
static uint32_t write_keys(const Store *s, const Segment *seg, uint32_t game, uint32_t *keys) {
    const Row *row = &seg->rows[game];
    const Move *moves = seg->moves + row->moves;
    const uint32_t count = posted_of(s, row);
    Board b;
    store_start(s, row, &b);
    keys[0] = postings_key(&b);
    for (uint32_t ply = 1; ply < count; ply++) {
        store_play(&b, moves[ply - 1]);
        keys[ply] = postings_key(&b);
    }
    return count;
}

bool postings_make(const Store *s, Segment *seg) {
    const uint32_t buckets = 1u << bucket_bits(s);
    uint64_t capacity = 0;
    for (uint32_t game = 0; game < seg->games; game++) capacity += posted_of(s, &seg->rows[game]);
    uint32_t *keys = capacity < UINT32_MAX / sizeof *keys ? malloc((size_t)capacity * sizeof *keys) : NULL;
    uint32_t *starts = calloc((size_t)buckets + 1, sizeof *starts);
    uint32_t count = 0, *postings = NULL;
    free(seg->buckets);
    free(seg->postings);
    seg->buckets = seg->postings = NULL;
    seg->posted = 0;
    if (keys && starts) {
        for (uint32_t game = 0; game < seg->games; game++) count += write_keys(s, seg, game, keys + count);
        postings = malloc(count * sizeof *postings);
    }
    if (!postings) {
        free(keys);
        free(starts);
        return false;
    }
    // A counting sort: computes the end of each bucket; filling it from the last game to the first yields its
    // start.
    for (uint32_t i = 0; i < count; i++) starts[bucket_of(s, keys[i])]++;
    for (uint32_t bucket = 1; bucket <= buckets; bucket++) starts[bucket] += starts[bucket - 1];
    uint32_t at = count;
    for (uint32_t game = seg->games; game-- > 0;) {
        for (uint32_t n = posted_of(s, &seg->rows[game]); n-- > 0;) {
            const uint32_t key = keys[--at];
            postings[--starts[bucket_of(s, key)]] = key << GAME_BITS | game;
        }
    }
    free(keys);
    seg->buckets = starts;
    seg->postings = postings;
    seg->posted = seg->games;
    return true;
}

void postings_find(const Store *s, const Segment *seg, const Board *position, uint64_t *bits) {
    if (!seg->postings) return;
    const uint32_t key = postings_key(position), bucket = bucket_of(s, key);
    for (uint32_t i = seg->buckets[bucket]; i < seg->buckets[bucket + 1]; i++) {
        const uint32_t posting = seg->postings[i], game = postings_game(posting);
        if (posting >> GAME_BITS == (key & 0xffff)) bits[game / 64] |= 1ull << game % 64;
    }
}

uint32_t postings_buckets(const Store *s) { return 1u << bucket_bits(s); }

uint32_t postings_count(const Store *s, const Segment *seg) {
    return seg->postings ? seg->buckets[postings_buckets(s)] : 0;
}

bool postings_take(const Store *s, Segment *seg, const uint32_t *buckets, const uint32_t *postings) {
    const size_t begins = (postings_buckets(s) + 1) * sizeof *buckets,
                 size = buckets[postings_buckets(s)] * sizeof *postings;
    seg->buckets = malloc(begins);
    seg->postings = malloc(size);
    if (!seg->buckets || !seg->postings) {
        free(seg->buckets);
        free(seg->postings);
        seg->buckets = seg->postings = NULL;
        return false;
    }
    memcpy(seg->buckets, buckets, begins);
    memcpy(seg->postings, postings, size);
    seg->posted = seg->games;
    return true;
}

uint32_t postings_bytes(const Store *s, const Segment *seg) {
    return seg->postings ? 4 * (postings_buckets(s) + 1 + postings_count(s, seg)) : 0;
}
