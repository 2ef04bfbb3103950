// SPDX-License-Identifier: Apache-2.0
// Hashes rows and moves, and looks them up in a table with linear probing.
#include "duplicates.h"

#include <stdlib.h>

enum { FIRST_PLACES = 1 << 10 };

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

static uint32_t year_of(const Row *row) { return row->date >> 9; }

static uint64_t hash_of(const Row *row, const Players *players, const Move *moves) {
    uint64_t hash = mix(players->white, players->black), four = 0;
    hash = mix(hash,
               (uint64_t)row->start << 32 | (uint64_t)year_of(row) << 16 | (uint64_t)row->result << 8 | row->variant);
    uint32_t left = row->plies;
    for (; left >= 4; left -= 4, moves += 4) {
        memcpy(&four, moves, sizeof four);
        hash = mix(hash, four);
    }
    four = left; // games of different length
    for (; left > 0; left--) four = four << 16 | *moves++;
    return mix(hash, four);
}

static bool is_equal(const Store *s, uint32_t game, const Head *head, const Move *moves) {
    const Row *row = &head->row;
    const Segment *seg = &s->segments[game / s->segment_games];
    const Row *kept = &seg->rows[game % s->segment_games];
    const Players *players = &seg->players[game % s->segment_games];
    return players->white == head->players.white && players->black == head->players.black &&
           year_of(kept) == year_of(row) && kept->result == row->result && kept->variant == row->variant &&
           kept->start == row->start && kept->plies == row->plies &&
           memcmp(seg->moves + kept->moves, moves, row->plies * sizeof *moves) == 0;
}

bool duplicates_without(Duplicates *d, const uint32_t *removed, uint32_t words) {
    uint32_t *grown = realloc(d->removed, (words + 1) * sizeof *grown);
    if (!grown) return false;
    memcpy(grown, removed, words * sizeof *grown);
    d->removed = grown;
    d->bit_words = words;
    return true;
}

static uint32_t games_of(const Store *s) {
    return s->segment_count ? (s->segment_count - 1) * s->segment_games + s->segments[s->segment_count - 1].games : 0;
}

static bool reserve(Duplicates *d, uint32_t games) {
    uint64_t places = d->places ? d->places : FIRST_PLACES;
    while (places < 2 * (uint64_t)games) places *= 2;
    if (places == d->places) return true;
    uint32_t *slots = places < UINT32_MAX / 8 ? calloc((size_t)places, 2 * sizeof *slots) : NULL;
    if (!slots) return false;
    free(d->slots);
    d->slots = slots;
    d->places = (uint32_t)places;
    d->games = 0;
    return true;
}

bool duplicates_update(Duplicates *d, const Store *s) {
    const uint32_t count = games_of(s);
    if (!reserve(d, count + 1)) return false;
    for (; d->games < count; d->games++) {
        const Segment *seg = &s->segments[d->games / s->segment_games];
        const Row *row = &seg->rows[d->games % s->segment_games];
        const uint64_t hash = hash_of(row, &seg->players[d->games % s->segment_games], seg->moves + row->moves);
        uint32_t place = (uint32_t)hash & (d->places - 1);
        while (d->slots[2 * place + 1]) place = (place + 1) & (d->places - 1);
        d->slots[2 * place] = (uint32_t)(hash >> 32);
        d->slots[2 * place + 1] = d->games + 1;
    }
    return true;
}

bool duplicates_have(const Duplicates *d, const Store *s, const Head *head, const Move *moves) {
    const uint64_t hash = hash_of(&head->row, &head->players, moves);
    for (uint32_t place = (uint32_t)hash & (d->places - 1);; place = (place + 1) & (d->places - 1)) {
        const uint32_t game = d->slots[2 * place + 1] - 1;
        if (game == UINT32_MAX) return false;
        const bool is_removed = game / 32 < d->bit_words && (d->removed[game / 32] >> game % 32 & 1);
        if (d->slots[2 * place] == hash >> 32 && !is_removed && is_equal(s, game, head, moves)) return true;
    }
}

uint32_t duplicates_bytes(const Duplicates *d) { return 8 * d->places + 4 * d->bit_words; }
