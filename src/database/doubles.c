// SPDX-License-Identifier: Apache-2.0
// Hashes games, and links those with equal hashes; they are compared in full.
#include "doubles.h"

#include <stdlib.h>

#include "../pgn/symbols.h"

enum { FIRST_PLACES = 1 << 10, LATER_PLIES = 12 };

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

static uint32_t year_of(const Row *row) { return row->date >> 9; }

// --- comparing -------------------------------------------------------------------------------------

uint64_t doubles_hash(const Compared *game, Dedupe kind) {
    const Row *row = game->row;
    const Move *moves = game->moves;
    uint64_t hash = mix(game->white, game->black), four = 0;
    hash = mix(hash, (uint64_t)game->start << 32 | (uint64_t)year_of(row) << 16 | row->variant);
    uint32_t left = kind == DEDUPE_EQUAL || row->plies < DOUBLES_PLIES ? row->plies : DOUBLES_PLIES;
    for (; left >= 4; left -= 4, moves += 4) {
        memcpy(&four, moves, sizeof four);
        hash = mix(hash, four);
    }
    four = left; // games of different length
    for (; left > 0; left--) four = four << 16 | *moves++;
    return mix(hash, four);
}

// Tells apart most games with an equal beginning, without reading them.
static uint32_t later_hash(const Compared *game) {
    if (game->row->plies < DOUBLES_PLIES + LATER_PLIES) return 0;
    uint64_t hash = 0, four;
    for (const Move *at = game->moves + DOUBLES_PLIES, *end = at + LATER_PLIES; at < end; at += 4) {
        memcpy(&four, at, sizeof four);
        hash = mix(hash, four);
    }
    return (uint32_t)(hash >> 32) | 1;
}

// Whether parts of two dates, of results or of others, may be one: 0 is unknown.
static bool may_be_one(uint32_t a, uint32_t b) { return !a || !b || a == b; }

static uint32_t result_of(const Row *row) { return row->result == PGN_UNFINISHED ? PGN_NO_RESULT : row->result; }

bool doubles_agree(const Compared *a, const Compared *b) {
    const Row *one = a->row, *other = b->row;
    return a->white == b->white && a->black == b->black && a->start == b->start && one->variant == other->variant &&
           year_of(one) == year_of(other) && may_be_one(one->date >> 5 & 15, other->date >> 5 & 15) &&
           may_be_one(one->date & 31, other->date & 31) && may_be_one(result_of(one), result_of(other));
}

bool doubles_continues(const Compared *a, const Compared *b) {
    const uint32_t plies = b->row->plies;
    if (a->row->plies < plies || (a->row->plies > plies && plies < DOUBLES_PLIES)) return false;
    return memcmp(a->moves, b->moves, plies * sizeof *b->moves) == 0;
}

// A FEN tag may give the variant's own start.
static uint32_t start_of(const Store *s, const Row *row) {
    if (row->start == 0) return 0;
    uint32_t length;
    const char *fen = names_get(&s->names, row->start, &length), *own = variant_start_fen((Variant)row->variant);
    return length == strlen(own) && memcmp(fen, own, length) == 0 ? 0 : row->start;
}

static DoublesResult compare(Doubles *d, const Store *s, const Row *row, const Players *players, const Move *moves,
                             Compared *out) {
    *out = (Compared){
        .white = player_names_get(&d->players, &s->names, players->white),
        .black = player_names_get(&d->players, &s->names, players->black),
        .start = start_of(s, row),
        .row = row,
        .moves = moves,
    };
    if (out->white == PLAYER_NO_MEMORY || out->black == PLAYER_NO_MEMORY) return DOUBLES_NO_MEMORY;
    return out->white == PLAYER_UNFOLDED || out->black == PLAYER_UNFOLDED ? DOUBLES_UNFOLDED : DOUBLES_DONE;
}

static bool is_readable(const Doubles *d, uint32_t source) {
    return source && (source / 32 >= d->source_words || (d->sources[source / 32] >> source % 32 & 1));
}

DoublesResult doubles_compared(Doubles *d, const Store *s, uint32_t game, Compared *out) {
    const Segment *seg = &s->segments[game / s->segment_games];
    const uint32_t local = game % s->segment_games;
    const Row *row = &seg->rows[local];
    const DoublesResult result = compare(d, s, row, &seg->players[local], seg->moves + row->moves, out);
    out->is_noted = seg->facts[local].noted && seg->places && is_readable(d, seg->places[local].high >> 8);
    return result;
}

// --- the table -------------------------------------------------------------------------------------

static void clear_table(Doubles *d) {
    d->games = 0;
    if (d->slots) memset(d->slots, 0, d->places * sizeof *d->slots);
}

static bool copy_words(uint32_t **to, const uint32_t *from, uint32_t words) {
    uint32_t *grown = realloc(*to, (words + 1) * sizeof *grown);
    if (!grown) return false;
    memcpy(grown, from, words * sizeof *grown);
    *to = grown;
    return true;
}

bool doubles_without(Doubles *d, const uint32_t *removed, uint32_t words) {
    uint32_t back = 0; // removed games have left the table
    for (uint32_t i = 0; i < d->bit_words; i++) back |= d->removed[i] & ~(i < words ? removed[i] : 0);
    if (back) clear_table(d);
    if (!copy_words(&d->removed, removed, words)) return false;
    d->bit_words = words;
    return true;
}

bool doubles_set_sources(Doubles *d, const uint32_t *sources, uint32_t words) {
    if (!copy_words(&d->sources, sources, words)) return false;
    d->source_words = words;
    return true;
}

void doubles_forget(Doubles *d) {
    player_names_free(&d->players);
    clear_table(d);
}

static void link_game(Doubles *d, uint32_t game) {
    uint32_t *slot = &d->slots[d->links[game].hash & (d->places - 1)];
    d->links[game].next = *slot;
    *slot = game + 1;
}

static bool reserve(Doubles *d, uint32_t games) {
    if (games > d->capacity) {
        const uint32_t wanted = games + games / 2;
        DoublesLink *links = wanted < UINT32_MAX / sizeof *links ? realloc(d->links, wanted * sizeof *links) : NULL;
        if (!links) return false;
        d->links = links;
        d->capacity = wanted;
    }
    uint32_t places = d->places ? d->places : FIRST_PLACES;
    while (places < games) places *= 2;
    if (places == d->places) return true;
    uint32_t *slots = calloc(places, sizeof *slots);
    if (!slots) return false;
    free(d->slots);
    d->slots = slots;
    d->places = places;
    for (uint32_t game = 0; game < d->games; game++) link_game(d, game);
    return true;
}

static uint32_t games_of(const Store *s) {
    return s->segment_count ? (s->segment_count - 1) * s->segment_games + s->segments[s->segment_count - 1].games : 0;
}

// Adds all games of the store to the table.
static DoublesResult update(Doubles *d, const Store *s, Dedupe kind) {
    const uint32_t count = games_of(s);
    if (kind != d->kind) clear_table(d);
    d->kind = kind;
    if (!reserve(d, count + 1)) return DOUBLES_NO_MEMORY;
    for (; d->games < count; d->games++) {
        Compared game;
        const DoublesResult result = doubles_compared(d, s, d->games, &game);
        if (result != DOUBLES_DONE) return result;
        d->links[d->games].hash = (uint32_t)(doubles_hash(&game, kind) >> 32);
        d->links[d->games].later = later_hash(&game);
        link_game(d, d->games);
    }
    return DOUBLES_DONE;
}

// --- new games -------------------------------------------------------------------------------------

static bool is_removed(const Doubles *d, uint32_t game) {
    return game / 32 < d->bit_words && (d->removed[game / 32] >> game % 32 & 1);
}

static bool add_beaten(Doubles *d, uint32_t game) {
    if (d->beaten_count == d->beaten_capacity) {
        const uint32_t wanted = 2 * d->beaten_capacity + 64;
        uint32_t *grown = realloc(d->beaten, wanted * sizeof *grown);
        if (!grown) return false;
        d->beaten = grown;
        d->beaten_capacity = wanted;
    }
    d->beaten[d->beaten_count++] = game;
    return true;
}

bool doubles_remove_beaten(Doubles *d, uint32_t from) {
    for (uint32_t i = from; i < d->beaten_count; i++) {
        const uint32_t word = d->beaten[i] / 32;
        if (word >= d->bit_words) {
            const uint32_t wanted = word + 1 + word / 2;
            uint32_t *grown = realloc(d->removed, (wanted + 1) * sizeof *grown);
            if (!grown) return false;
            memset(grown + d->bit_words, 0, (wanted - d->bit_words) * sizeof *grown);
            d->removed = grown;
            d->bit_words = wanted;
        }
        d->removed[word] |= 1u << d->beaten[i] % 32;
    }
    return true;
}

DoublesResult doubles_judge(Doubles *d, const Store *s, Dedupe kind, const Head *head, const Move *moves,
                            bool is_kept) {
    const uint32_t before = d->beaten_count;
    Compared game, other;
    DoublesResult result = update(d, s, kind);
    if (result == DOUBLES_DONE) result = compare(d, s, &head->row, &head->players, moves, &game);
    if (result != DOUBLES_DONE) return result;
    game.is_noted = head->facts.noted && is_kept;
    const uint32_t hash = (uint32_t)(doubles_hash(&game, kind) >> 32), later = later_hash(&game);
    for (uint32_t *link = &d->slots[hash & (d->places - 1)]; *link;) {
        const uint32_t number = *link - 1;
        uint32_t *next = &d->links[number].next;
        if (is_removed(d, number)) {
            *link = *next;
            continue;
        }
        link = next;
        if (d->links[number].hash != hash || !may_be_one(d->links[number].later, later) ||
            doubles_compared(d, s, number, &other) != DOUBLES_DONE || !doubles_agree(&other, &game))
            continue;
        const bool may_win = kind == DEDUPE_EQUAL ? other.row->plies == game.row->plies : doubles_beats(&other, &game);
        if (may_win && doubles_continues(&other, &game)) {
            d->beaten_count = before;
            return DOUBLES_LEFT_OUT;
        }
        if (kind == DEDUPE_BETTER && doubles_continues(&game, &other) && doubles_beats(&game, &other) &&
            !add_beaten(d, number))
            return DOUBLES_NO_MEMORY;
    }
    return DOUBLES_DONE;
}

uint32_t doubles_bytes(const Doubles *d) {
    return 4 * (d->places + d->bit_words + d->source_words + d->beaten_capacity) +
           (uint32_t)sizeof *d->links * d->capacity + player_names_bytes(&d->players);
}
