// SPDX-License-Identifier: Apache-2.0
// Hashes games, and finds those with equal hashes by their moves; they are compared in full.
#include "doubles.h"

#include <stdlib.h>

#include "../pgn/symbols.h"

enum { FIRST_PLACES = 1 << 10 };

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

// Whether parts of two dates, of results or of others, may be one: 0 is unknown.
static bool may_be_one(uint32_t a, uint32_t b) { return !a || !b || a == b; }

static uint32_t result_of(const Row *row) { return row->result == PGN_UNFINISHED ? PGN_NO_RESULT : row->result; }

bool doubles_agree(const Compared *a, const Compared *b) {
    const Row *one = a->row, *other = b->row;
    return a->white == b->white && a->black == b->black && a->start == b->start && one->variant == other->variant &&
           year_of(one) == year_of(other) && may_be_one(one->date >> 5 & 15, other->date >> 5 & 15) &&
           may_be_one(one->date & 31, other->date & 31) && may_be_one(result_of(one), result_of(other));
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// The number of equal moves, of at most `plies`.
static uint32_t common_moves(const Move *a, const Move *b, uint32_t plies) {
    uint32_t i = 0;
    for (uint64_t four, others; i + 4 <= plies; i += 4) {
        memcpy(&four, a + i, sizeof four);
        memcpy(&others, b + i, sizeof others);
        if (four != others) break;
    }
    while (i < plies && a[i] == b[i]) i++;
    return i;
}

uint32_t doubles_common(const Compared *a, const Compared *b) {
    return common_moves(a->moves, b->moves, least(a->row->plies, b->row->plies));
}

bool doubles_continues(const Compared *a, const Compared *b) {
    const uint32_t plies = b->row->plies;
    if (a->row->plies < plies || (a->row->plies > plies && plies < DOUBLES_PLIES)) return false;
    return doubles_common(a, b) == plies;
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

static bool is_removed(const Doubles *d, uint32_t game) {
    return game / 32 < d->bit_words && (d->removed[game / 32] >> game % 32 & 1);
}

// The place of a node in its tree: by hash, then by moves; a game comes before those that continue it.
typedef struct {
    uint32_t hash;
    const Move *moves;
    uint32_t plies;  // number of `moves`
    uint32_t length; // instead of `plies` behind them: UINT32_MAX is after all games that begin with the moves
} Key;

static Key key_of(const Doubles *d, const Store *s, uint32_t node) {
    const uint32_t game = node - 1;
    const Segment *seg = &s->segments[game / s->segment_games];
    const Row *row = &seg->rows[game % s->segment_games];
    return (Key){d->links[game].hash, seg->moves + row->moves, row->plies, row->plies};
}

// Whether a node is not after the key.
static bool is_until(const Doubles *d, const Store *s, uint32_t node, const Key *key) {
    const uint32_t hash = d->links[node - 1].hash;
    if (hash != key->hash) return hash < key->hash;
    const Key own = key_of(d, s, node);
    const uint32_t plies = least(own.plies, key->plies), common = common_moves(own.moves, key->moves, plies);
    return common < plies ? own.moves[common] < key->moves[common] : own.plies <= key->length;
}

static uint32_t *below(Doubles *d, uint32_t node, bool after) {
    DoublesLink *link = &d->links[node - 1];
    return after ? &link->after : &link->before;
}

// Brings to the top of a tree a node next to the key, before or after it; the nodes on the way come closer to the top.
// Returns the top; 0 if there are no nodes.
static uint32_t splay(Doubles *d, const Store *s, const Key *key, uint32_t top) {
    uint32_t sides[2] = {0, 0}, *ends[2] = {&sides[0], &sides[1]}; // the nodes before and after the key
    if (!top) return 0;
    for (;;) {
        const bool after = is_until(d, s, top, key);
        uint32_t next = *below(d, top, after);
        if (!next) break;
        if (is_until(d, s, next, key) == after) {
            *below(d, top, after) = *below(d, next, !after);
            *below(d, next, !after) = top;
            top = next;
            next = *below(d, top, after);
            if (!next) break;
        }
        *ends[!after] = top;
        ends[!after] = below(d, top, after);
        top = next;
    }
    for (int side = 0; side < 2; side++) {
        *ends[side] = *below(d, top, side);
        *below(d, top, side) = sides[side];
    }
    return top;
}

// The next game of a list with equal moves, without the removed ones.
static uint32_t *next_same(Doubles *d, uint32_t *next) {
    while (*next && is_removed(d, *next - 1)) *next = d->links[*next - 1].same;
    return next;
}

// Takes the top of a tree out of it, whose game is removed: the next game with its moves takes its place. Returns the
// new top.
static uint32_t without_top(Doubles *d, const Store *s, const Key *key, uint32_t top) {
    const DoublesLink link = d->links[top - 1];
    if (link.same) {
        d->links[link.same - 1].before = link.before;
        d->links[link.same - 1].after = link.after;
        return link.same;
    }
    // Of the nodes before, the last one has none after it.
    const uint32_t last = splay(d, s, key, link.before);
    if (!last) return link.after;
    *below(d, last, true) = link.after;
    return last;
}

// Brings the last node that is not after the key to the top of its tree, without removed games. Returns the node; 0 for
// none, with the first node at the top.
static uint32_t last_until(Doubles *d, const Store *s, const Key *key) {
    uint32_t *slot = &d->slots[key->hash & (d->places - 1)];
    for (;;) {
        const uint32_t top = *slot = splay(d, s, key, *slot);
        if (!top) return 0;
        if (is_removed(d, top - 1)) {
            *slot = without_top(d, s, key, top);
        } else if (is_until(d, s, top, key)) {
            return top;
        } else {
            uint32_t *before = below(d, top, false);
            const uint32_t last = splay(d, s, key, *before);
            if (!last) return 0;
            *before = 0;
            *below(d, last, true) = top;
            *slot = last;
            if (!is_removed(d, last - 1)) return last;
            *slot = without_top(d, s, key, last);
        }
    }
}

static bool is_equal_key(const Key *a, const Key *b) {
    return a->hash == b->hash && a->plies == b->plies && common_moves(a->moves, b->moves, a->plies) == a->plies;
}

static void link_game(Doubles *d, const Store *s, uint32_t game) {
    const Key key = key_of(d, s, game + 1);
    const uint32_t node = last_until(d, s, &key);
    DoublesLink *link = &d->links[game];
    link->same = 0;
    if (node) {
        const Key other = key_of(d, s, node);
        DoublesLink *known = &d->links[node - 1];
        if (is_equal_key(&key, &other)) {
            link->same = known->same;
            known->same = game + 1;
            return;
        }
        link->before = node;
        link->after = known->after;
        known->after = 0;
    } else {
        link->before = 0;
        link->after = d->slots[key.hash & (d->places - 1)];
    }
    d->slots[key.hash & (d->places - 1)] = game + 1;
}

static bool reserve(Doubles *d, const Store *s, uint32_t games) {
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
    for (uint32_t game = 0; game < d->games; game++) link_game(d, s, game);
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
    if (!reserve(d, s, count + 1)) return DOUBLES_NO_MEMORY;
    for (; d->games < count; d->games++) {
        Compared game;
        const DoublesResult result = doubles_compared(d, s, d->games, &game);
        if (result != DOUBLES_DONE) return result;
        d->links[d->games].hash = (uint32_t)(doubles_hash(&game, kind) >> 32);
        link_game(d, s, d->games);
    }
    return DOUBLES_DONE;
}

// --- new games -------------------------------------------------------------------------------------

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

// Compares a new game with those of a node.
static DoublesResult judge_node(Doubles *d, const Store *s, const Compared *game, uint32_t node) {
    for (uint32_t *next = &node; *next_same(d, next); next = &d->links[*next - 1].same) {
        const uint32_t number = *next - 1;
        Compared other;
        if (doubles_compared(d, s, number, &other) != DOUBLES_DONE || !doubles_agree(&other, game)) continue;
        const bool may_win =
            d->kind == DEDUPE_EQUAL ? other.row->plies == game->row->plies : doubles_beats(&other, game);
        if (may_win && doubles_continues(&other, game)) return DOUBLES_LEFT_OUT;
        if (d->kind == DEDUPE_BETTER && doubles_continues(game, &other) && doubles_beats(game, &other) &&
            !add_beaten(d, number))
            return DOUBLES_NO_MEMORY;
    }
    return DOUBLES_DONE;
}

// Compares it with those that have its moves, or only the first of them.
static DoublesResult judge_begun(Doubles *d, const Store *s, const Compared *game, Key key) {
    for (;;) {
        const uint32_t node = last_until(d, s, &key);
        if (!node || d->links[node - 1].hash != key.hash) return DOUBLES_DONE;
        const Key other = key_of(d, s, node);
        const uint32_t common = common_moves(key.moves, other.moves, least(key.plies, other.plies));
        if (common == other.plies) {
            const DoublesResult result = judge_node(d, s, game, node);
            if (result != DOUBLES_DONE) return result;
        }
        if (common < DOUBLES_PLIES) return DOUBLES_DONE;
        // Those that are left begin with so many of these moves, or have fewer.
        key.plies = common;
        key.length = common == other.plies ? common - 1 : common;
    }
}

// Compares it with those that continue it.
static DoublesResult judge_continued(Doubles *d, const Store *s, const Compared *game, Key key) {
    const Move *moves = key.moves;
    const uint32_t plies = key.plies;
    for (key.length = UINT32_MAX;;) {
        const uint32_t node = last_until(d, s, &key);
        if (!node || d->links[node - 1].hash != key.hash) return DOUBLES_DONE;
        key = key_of(d, s, node);
        if (key.plies <= plies || common_moves(key.moves, moves, plies) < plies) return DOUBLES_DONE;
        const DoublesResult result = judge_node(d, s, game, node);
        if (result != DOUBLES_DONE) return result;
        key.length--;
    }
}

DoublesResult doubles_judge(Doubles *d, const Store *s, Dedupe kind, const Head *head, const Move *moves,
                            bool is_kept) {
    const uint32_t before = d->beaten_count, plies = head->row.plies;
    Compared game;
    DoublesResult result = update(d, s, kind);
    if (result == DOUBLES_DONE) result = compare(d, s, &head->row, &head->players, moves, &game);
    if (result != DOUBLES_DONE) return result;
    game.is_noted = head->facts.noted && is_kept;
    const Key key = {(uint32_t)(doubles_hash(&game, kind) >> 32), moves, plies, plies};
    result = judge_begun(d, s, &game, key);
    if (result == DOUBLES_DONE) result = judge_continued(d, s, &game, key);
    if (result == DOUBLES_LEFT_OUT) d->beaten_count = before;
    return result;
}

uint32_t doubles_bytes(const Doubles *d) {
    return 4 * (d->places + d->bit_words + d->source_words + d->beaten_capacity) +
           (uint32_t)sizeof *d->links * d->capacity + player_names_bytes(&d->players);
}
