// SPDX-License-Identifier: Apache-2.0
// Writes segments as files, and checks and reads files.
#include "file.h"

#include <stdlib.h>

#include "../pgn/symbols.h"
#include "postings.h"

enum { MAGIC = 0x33424442 }; // 'BDB3'

typedef struct {
    uint32_t magic;
    uint32_t check; // of everything after it
    uint32_t row_bytes, segment_games;
    uint32_t games, moves, names, text;
    uint32_t postings; // 0: no slices, buckets or postings
    uint32_t places;   // as many as games, or 0
    uint32_t posted_plies;
    uint32_t tags;     // words
    uint32_t openings; // openings_check of the lines that name the games' openings
    uint32_t unused;
} FileHeader;

// The offset of each block, and the end.
typedef struct {
    uint64_t rows, players, facts, tags, ends, places, moves, slices, buckets, postings, text, end;
} Layout;

static uint64_t behind(uint64_t at, uint64_t bytes) { return (at + bytes + 7) & ~7ull; }

// The number of offsets of buckets, including the end.
static uint32_t bucket_count(const Store *s) { return postings_buckets(s) + 1; }

static Layout layout_of(const Store *s, const FileHeader *h) {
    const bool indexed = h->postings != 0;
    Layout at = {.rows = behind(0, sizeof *h)};
    at.players = behind(at.rows, (uint64_t)h->games * sizeof(Row));
    at.facts = behind(at.players, (uint64_t)h->games * sizeof(Players));
    at.tags = behind(at.facts, (uint64_t)h->games * sizeof(Facts));
    at.ends = behind(at.tags, 4ull * h->tags);
    at.places = behind(at.ends, 4ull * h->names);
    at.moves = behind(at.places, (uint64_t)h->places * sizeof(Place));
    at.slices = behind(at.moves, (uint64_t)h->moves * sizeof(Move));
    at.buckets = at.slices + (indexed ? 8ull * SLICES * segment_words(s) : 0);
    at.postings = behind(at.buckets, indexed ? 4ull * bucket_count(s) : 0);
    at.text = behind(at.postings, 4ull * h->postings);
    at.end = at.text + h->text;
    return at;
}

static uint64_t mixed(uint64_t hash, const char *eight) {
    uint64_t word;
    memcpy(&word, eight, sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 32;
}

// Four sums, each of every fourth 8-byte word, so that the processor computes them in parallel; the remaining words
// go into the first sum.
typedef struct {
    uint64_t sums[4];
    uint64_t words, lanes; // 8-byte words: added so far, and assigned to lanes
    uint32_t filled;
    char rest[8];
} Checksum;

// For a file of that size, without its first eight bytes.
static Checksum checksum_begin(uint32_t size) { return (Checksum){{size, 1, 2, 3}, .lanes = (size - 8) / 32 * 4}; }

static void checksum_add(Checksum *c, const char *from, uint32_t size) {
    while (size > 0) {
        if (c->filled == 0 && size >= 8) {
            for (; size >= 8; from += 8, size -= 8, c->words++) {
                uint64_t *sum = &c->sums[c->words < c->lanes ? c->words % 4 : 0];
                *sum = mixed(*sum, from);
            }
            continue;
        }
        c->rest[c->filled++] = *from++;
        size--;
        if (c->filled < 8) continue;
        c->filled = 0;
        uint64_t *sum = &c->sums[c->words < c->lanes ? c->words % 4 : 0];
        *sum = mixed(*sum, c->rest);
        c->words++;
    }
}

static uint32_t checksum_end(Checksum *c) {
    static const char zeros[8] = {0};
    if (c->filled) checksum_add(c, zeros, 8 - c->filled);
    for (int lane = 1; lane < 4; lane++) c->sums[0] = mixed(c->sums[0], (const char *)&c->sums[lane]);
    return (uint32_t)c->sums[0];
}

// The fields of a row that are names.
static const uint8_t NAMES[] = {offsetof(Row, event), offsetof(Row, site), offsetof(Row, round), offsetof(Row, start)};
enum { NAME_COUNT = sizeof NAMES };

static uint32_t *name_of(Row *row, int field) { return (uint32_t *)(void *)((char *)row + NAMES[field]); }

// --- writing ---------------------------------------------------------------------------------------

// The numbers of names in a file that is written.
typedef struct {
    const Store *s;
    uint32_t *local; // owned, like the other; by number in the store
    uint32_t *used;  // the reverse
    uint32_t count, text;
} Numbering;

// The number in the file of a name, in order of occurrence.
static uint32_t number_of(Numbering *n, uint32_t name) {
    if (name == 0 || n->local[name]) return n->local[name];
    uint32_t length;
    names_get(&n->s->names, name, &length);
    n->text += length;
    n->used[n->count] = name;
    return n->local[name] = n->count++;
}

static void number_names(Numbering *n, const Segment *seg, uint32_t from) {
    const uint32_t first = from < seg->games ? seg->facts[from].tags : seg->tag_count;
    for (uint32_t game = from; game < seg->games; game++) {
        Row row = seg->rows[game];
        for (int field = 0; field < NAME_COUNT; field++) number_of(n, *name_of(&row, field));
        number_of(n, seg->players[game].white);
        number_of(n, seg->players[game].black);
    }
    for (uint32_t i = first; i < seg->tag_count; i++) number_of(n, seg->tags[i]);
}

static void write_names(const Numbering *n, uint32_t *ends, char *text) {
    ends[0] = 0;
    for (uint32_t name = 1; name < n->count; name++) {
        uint32_t length;
        const char *from = names_get(&n->s->names, n->used[name], &length);
        memcpy(text + ends[name - 1], from, length);
        ends[name] = ends[name - 1] + length;
    }
}

static void write_rows(Numbering *n, const Segment *seg, uint32_t from, Row *rows) {
    uint32_t moves = 0;
    for (uint32_t game = from; game < seg->games; game++) {
        Row row = seg->rows[game];
        for (int field = 0; field < NAME_COUNT; field++) *name_of(&row, field) = number_of(n, *name_of(&row, field));
        row.moves = moves;
        moves += row.plies;
        rows[game - from] = row;
    }
}

static void write_columns(Numbering *n, const Segment *seg, uint32_t from, Players *players, Facts *facts,
                          uint32_t *tags) {
    const uint32_t first = from < seg->games ? seg->facts[from].tags : seg->tag_count;
    for (uint32_t game = from; game < seg->games; game++) {
        const Players *two = &seg->players[game];
        players[game - from] = (Players){number_of(n, two->white), number_of(n, two->black)};
        facts[game - from] = seg->facts[game];
        facts[game - from].tags -= first;
    }
    for (uint32_t i = first; i < seg->tag_count; i++) tags[i - first] = number_of(n, seg->tags[i]);
}

static bool keeps_texts(const Segment *seg, uint32_t from) {
    for (uint32_t game = from; seg->places && game < seg->games; game++)
        if (seg->places[game].high >> 8) return true;
    return false;
}

static void add_span(File *f, const void *at, uint64_t size) {
    if (size == 0) return;
    f->spans[f->count].at = at;
    f->spans[f->count++].size = (uint32_t)size;
    f->size += (uint32_t)size;
}

// The same, padded to a multiple of 8.
static void add_block(File *f, const void *at, uint64_t size) {
    static const char zeros[8] = {0};
    add_span(f, at, size);
    add_span(f, zeros, behind(0, size) - size);
}

static bool write_file(Numbering *n, const Segment *seg, uint32_t from, File *f) {
    const Store *s = n->s;
    FileHeader h = {.magic = MAGIC, .row_bytes = sizeof(Row), .segment_games = s->segment_games};
    h.posted_plies = s->posted_plies;
    h.openings = s->openings_check;
    h.games = seg->games - from;
    h.places = keeps_texts(seg, from) ? h.games : 0;
    const uint32_t first = from < seg->games ? seg->rows[from].moves : seg->move_count;
    h.moves = seg->move_count - first;
    if (from == 0 && seg->games == s->segment_games && seg->posted == seg->games) h.postings = postings_count(s, seg);
    h.tags = seg->tag_count - (from < seg->games ? seg->facts[from].tags : seg->tag_count);
    number_names(n, seg, from);
    h.names = n->count;
    h.text = n->text;
    const Layout at = layout_of(s, &h);
    // The header, the rows, the columns and the names.
    char *made = at.end < UINT32_MAX ? calloc(1, (size_t)at.places + h.text) : NULL;
    if (!made) return false;
    *f = (File){.made = made};
    write_rows(n, seg, from, (Row *)(void *)(made + at.rows));
    write_columns(n, seg, from, (Players *)(void *)(made + at.players), (Facts *)(void *)(made + at.facts),
                  (uint32_t *)(void *)(made + at.tags));
    write_names(n, (uint32_t *)(void *)(made + at.ends), made + at.places);
    add_span(f, made, at.places);
    if (h.places) add_block(f, seg->places + from, h.games * sizeof(Place));
    if (h.moves) add_block(f, seg->moves + first, h.moves * sizeof(Move));
    if (h.postings) {
        add_span(f, seg->slices, at.buckets - at.slices);
        add_block(f, seg->buckets, 4ull * bucket_count(s));
        add_block(f, seg->postings, 4ull * h.postings);
    }
    add_span(f, made + at.places, h.text);
    memcpy(made, &h, sizeof h);
    Checksum sum = checksum_begin(f->size);
    checksum_add(&sum, made + 8, f->spans[0].size - 8);
    for (uint32_t i = 1; i < f->count; i++) checksum_add(&sum, f->spans[i].at, f->spans[i].size);
    h.check = checksum_end(&sum);
    memcpy(made, &h, sizeof h);
    return true;
}

bool file_write(const Store *s, uint32_t segment, uint32_t from, File *f) {
    Numbering n = {.s = s, .count = 1};
    n.local = calloc(s->names.count + 1, sizeof *n.local);
    n.used = malloc((s->names.count + 1) * sizeof *n.used);
    const bool written = n.local && n.used && write_file(&n, &s->segments[segment], from, f);
    free(n.local);
    free(n.used);
    return written;
}

// --- reading ---------------------------------------------------------------------------------------

static uint32_t checksum(const char *file, uint32_t size) {
    Checksum sum = checksum_begin(size);
    checksum_add(&sum, file + 8, size - 8);
    return checksum_end(&sum);
}

static bool header_is_ours(const Store *s, const char *file, uint32_t size, FileHeader *h) {
    if (size < sizeof *h) return false;
    memcpy(h, file, sizeof *h);
    return h->magic == MAGIC && h->row_bytes == sizeof(Row) && h->segment_games == s->segment_games &&
           h->games <= s->segment_games && h->names > 0 && (h->places == 0 || h->places == h->games) &&
           layout_of(s, h).end == size && checksum(file, size) == h->check;
}

static bool names_are_sound(const FileHeader *h, const uint32_t *ends) {
    for (uint32_t name = 1; name < h->names; name++)
        if (ends[name] < ends[name - 1]) return false;
    return ends[0] == 0 && ends[h->names - 1] == h->text;
}

// A date with a year of four digits, part of a date, or none.
static bool date_is_sound(uint32_t date) { return date >> 9 <= 9999 && (date >> 5 & 15) <= 12; }

static bool rows_are_sound(const FileHeader *h, const Row *rows) {
    uint64_t moves = 0;
    for (uint32_t game = 0; game < h->games; game++) {
        Row row = rows[game];
        if (row.moves != moves || !variant_is_known(row.variant)) return false;
        if (row.result > PGN_UNFINISHED || row.eco > MOST_ECO || !date_is_sound(row.date)) return false;
        if (row.white_elo > MOST_ELO || row.black_elo > MOST_ELO) return false;
        for (int field = 0; field < NAME_COUNT; field++)
            if (*name_of(&row, field) >= h->names) return false;
        moves += row.plies;
    }
    return moves == h->moves;
}

static bool columns_are_sound(const Store *s, const FileHeader *h, const Players *players, const Facts *facts,
                              const uint32_t *tags) {
    uint32_t most = 0, begin = 0;
    for (uint32_t game = 0; game < h->games; game++) {
        if (players[game].white >= h->names || players[game].black >= h->names) return false;
        if (facts[game].tags < begin || facts[game].tags > h->tags) return false;
        if (facts[game].speed > CORRESPONDENCE || facts[game].noted > 1) return false;
        if (h->openings == s->openings_check && facts[game].opening > s->openings) return false;
        begin = facts[game].tags;
    }
    for (uint32_t i = 0; i < h->tags; i++) most |= tags[i] >= h->names;
    return most == 0 && (h->games == 0 || facts[0].tags == 0);
}

// Legality is not tested, since it would take longer than everything else: illegal moves give wrong answers.
static bool moves_are_sound(const FileHeader *h, const Move *moves) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < h->moves; i++) most |= moves[i] >= (MOVE_DROP_QUEEN + 1) << MOVE_KIND_SHIFT;
    return most == 0;
}

static bool postings_are_sound(const Store *s, const FileHeader *h, const uint32_t *buckets, const uint32_t *postings) {
    for (uint32_t bucket = 1; bucket < bucket_count(s); bucket++)
        if (buckets[bucket] < buckets[bucket - 1]) return false;
    if (buckets[bucket_count(s) - 1] != h->postings) return false;
    for (uint32_t i = 0; i < h->postings; i++)
        if (postings_game(postings[i]) >= h->games) return false;
    return true;
}

// Fills the numbers of the next names, 0 for new ones.
static void find_names(const Store *s, const FileHeader *h, uint32_t from, const uint32_t *ends, const char *text,
                       uint32_t *names) {
    NameText texts[NAMES_FOUND];
    uint32_t count = 0;
    for (uint32_t name = from; name < h->names && count < NAMES_FOUND; name++)
        texts[count++] = (NameText){.text = text + ends[name - 1], .length = ends[name] - ends[name - 1]};
    names_find(&s->names, texts, count);
    for (uint32_t i = 0; i < count; i++) names[from + i] = texts[i].name;
}

// The numbers in the store of the names of a file, owned by the caller; NULL if memory is exhausted.
static uint32_t *add_names(Store *s, const FileHeader *h, const uint32_t *ends, const char *text) {
    uint32_t *names = calloc(h->names, sizeof *names);
    for (uint32_t name = 1; names && name < h->names; name++) {
        if (name % NAMES_FOUND == 1) find_names(s, h, name, ends, text, names);
        if (names[name]) continue;
        names[name] = names_add(&s->names, text + ends[name - 1], ends[name] - ends[name - 1]);
        if (names[name] == UINT32_MAX) {
            free(names);
            return NULL;
        }
    }
    return names;
}

static void take_names(Row *row, Players *players, const uint32_t *names) {
    for (int field = 0; field < NAME_COUNT; field++) *name_of(row, field) = names[*name_of(row, field)];
    players->white = names[players->white];
    players->black = names[players->black];
}

// The blocks of a file.
typedef struct {
    const FileHeader *h;
    const Row *rows;
    const Players *players;
    const Facts *facts;
    const Place *places; // NULL if no text is kept
    const Move *moves;
    const uint32_t *tags, *buckets, *postings, *ends;
    const char *slices, *text;
    size_t slice_bytes;
} Blocks;

static Blocks blocks_of(const FileHeader *h, const Layout *at, const char *file) {
#define BLOCK(type, name) (const type *)(const void *)(file + at->name)
    return (Blocks){
        .h = h,
        .rows = BLOCK(Row, rows),
        .players = BLOCK(Players, players),
        .facts = BLOCK(Facts, facts),
        .places = h->places ? BLOCK(Place, places) : NULL,
        .moves = BLOCK(Move, moves),
        .tags = BLOCK(uint32_t, tags),
        .buckets = BLOCK(uint32_t, buckets),
        .postings = BLOCK(uint32_t, postings),
        .ends = BLOCK(uint32_t, ends),
        .slices = file + at->slices,
        .text = file + at->text,
        .slice_bytes = (size_t)(at->buckets - at->slices),
    };
#undef BLOCK
}

// `tags` is owned by the segment then.
static bool read_indexed(Store *s, const Blocks *b, const uint32_t *names, uint32_t *tags, bool lite) {
    const FileHeader *h = b->h;
    Segment *seg = store_add_segment(s, h->moves);
    if (!seg) {
        free(tags);
        return false;
    }
    seg->tags = tags;
    seg->tag_count = seg->tag_capacity = h->tags;
    memcpy(seg->rows, b->rows, h->games * sizeof(Row));
    memcpy(seg->players, b->players, h->games * sizeof(Players));
    memcpy(seg->facts, b->facts, h->games * sizeof(Facts));
    for (uint32_t game = 0; game < h->games; game++) take_names(&seg->rows[game], &seg->players[game], names);
    if (b->places) {
        if (!store_add_places(seg)) return false;
        memcpy(seg->places, b->places, h->games * sizeof(Place));
    }
    memcpy(seg->moves, b->moves, h->moves * sizeof(Move));
    memcpy(seg->slices, b->slices, b->slice_bytes);
    seg->games = h->games;
    for (uint32_t game = 0; game < h->games; game++) store_note_names(s, seg, game);
    segment_note(seg, 0);
    seg->move_count = h->moves;
    if (h->openings != s->openings_check) store_name_openings(s, seg);
    // Postings of another index are built again.
    if (h->posted_plies != s->posted_plies) return true;
    return lite || postings_take(s, seg, b->buckets, b->postings);
}

// Returns the number of games, or FILE_NO_MEMORY.
static int32_t read_each(Store *s, const Blocks *b, const uint32_t *names, const uint32_t *tags,
                         const uint64_t *without) {
    int32_t count = 0;
    for (uint32_t game = 0; game < b->h->games; game++) {
        if (without && without[game / 64] >> game % 64 & 1) continue;
        const uint32_t begin = b->facts[game].tags, end = game + 1 < b->h->games ? b->facts[game + 1].tags : b->h->tags;
        Head head = {.row = b->rows[game], .players = b->players[game], .facts = b->facts[game]};
        head.tags = tags + begin;
        head.tag_count = end - begin;
        Board start;
        take_names(&head.row, &head.players, names);
        store_start(s, &head.row, &start);
        if (store_place(s, &head, &start, b->moves + b->rows[game].moves,
                        b->places && b->places[game].high >> 8 ? &b->places[game] : NULL) == UINT32_MAX)
            return FILE_NO_MEMORY;
        count++;
    }
    return count;
}

int32_t file_read(Store *s, const char *file, uint32_t size, bool lite, const uint64_t *without) {
    FileHeader h;
    if (!header_is_ours(s, file, size, &h)) return FILE_DAMAGED;
    const Layout at = layout_of(s, &h);
    const Blocks b = blocks_of(&h, &at, file);
    if (!names_are_sound(&h, b.ends) || !rows_are_sound(&h, b.rows) || !moves_are_sound(&h, b.moves) ||
        !columns_are_sound(s, &h, b.players, b.facts, b.tags) ||
        (h.postings && !postings_are_sound(s, &h, b.buckets, b.postings)))
        return FILE_DAMAGED;
    uint32_t *names = add_names(s, &h, b.ends, b.text);
    uint32_t *tags = names ? malloc((h.tags + 1) * sizeof *tags) : NULL;
    if (!tags) {
        free(names);
        return FILE_NO_MEMORY;
    }
    for (uint32_t i = 0; i < h.tags; i++) tags[i] = names[b.tags[i]];
    const bool begins = s->segment_count == 0 || s->segments[s->segment_count - 1].games == s->segment_games;
    int32_t count;
    if (h.postings && begins && !without && h.games == s->segment_games) {
        count = read_indexed(s, &b, names, tags, lite) ? (int32_t)h.games : FILE_NO_MEMORY;
    } else {
        count = read_each(s, &b, names, tags, without);
        free(tags);
    }
    free(names);
    return count;
}
