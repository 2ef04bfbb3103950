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
    uint32_t posted_plies, unused;
} FileHeader;

// The offset of each block, and the end.
typedef struct {
    uint64_t rows, ends, places, moves, slices, buckets, postings, text, end;
} Layout;

static uint64_t behind(uint64_t at, uint64_t bytes) { return (at + bytes + 7) & ~7ull; }

// The number of offsets of buckets, including the end.
static uint32_t bucket_count(const Store *s) { return postings_buckets(s) + 1; }

static Layout layout_of(const Store *s, const FileHeader *h) {
    const bool indexed = h->postings != 0;
    Layout at = {.rows = behind(0, sizeof *h)};
    at.ends = behind(at.rows, (uint64_t)h->games * sizeof(Row));
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
static const uint8_t NAMES[] = {offsetof(Row, white), offsetof(Row, black), offsetof(Row, event),
                                offsetof(Row, site),  offsetof(Row, round), offsetof(Row, start)};
enum { NAME_COUNT = sizeof NAMES };

static uint32_t *name_of(Row *row, int field) { return (uint32_t *)(void *)((char *)row + NAMES[field]); }

// --- writing ---------------------------------------------------------------------------------------

// Numbers the names in the rows in order of occurrence: `local` maps numbers in the store to numbers in the file,
// `used` the reverse.
static void number_names(const Store *s, const Segment *seg, uint32_t from, uint32_t *local, uint32_t *used,
                         FileHeader *h) {
    h->names = 1;
    for (uint32_t game = from; game < seg->games; game++) {
        Row row = seg->rows[game];
        for (int field = 0; field < NAME_COUNT; field++) {
            const uint32_t name = *name_of(&row, field);
            if (name == 0 || local[name]) continue;
            uint32_t length;
            names_get(&s->names, name, &length);
            h->text += length;
            used[h->names] = name;
            local[name] = h->names++;
        }
    }
}

static void write_names(const Store *s, const uint32_t *used, uint32_t count, uint32_t *ends, char *text) {
    ends[0] = 0;
    for (uint32_t name = 1; name < count; name++) {
        uint32_t length;
        const char *from = names_get(&s->names, used[name], &length);
        memcpy(text + ends[name - 1], from, length);
        ends[name] = ends[name - 1] + length;
    }
}

static void write_rows(const Segment *seg, uint32_t from, const uint32_t *local, Row *rows) {
    uint32_t moves = 0;
    for (uint32_t game = from; game < seg->games; game++) {
        Row row = seg->rows[game];
        for (int field = 0; field < NAME_COUNT; field++) *name_of(&row, field) = local[*name_of(&row, field)];
        row.moves = moves;
        moves += row.plies;
        rows[game - from] = row;
    }
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

static bool write_file(const Store *s, const Segment *seg, uint32_t from, uint32_t *local, uint32_t *used, File *f) {
    FileHeader h = {.magic = MAGIC, .row_bytes = sizeof(Row), .segment_games = s->segment_games};
    h.posted_plies = s->posted_plies;
    h.games = seg->games - from;
    h.places = keeps_texts(seg, from) ? h.games : 0;
    const uint32_t first = from < seg->games ? seg->rows[from].moves : seg->move_count;
    h.moves = seg->move_count - first;
    if (from == 0 && seg->games == s->segment_games && seg->posted == seg->games) h.postings = postings_count(s, seg);
    number_names(s, seg, from, local, used, &h);
    const Layout at = layout_of(s, &h);
    // The header, the rows and the names.
    char *made = at.end < UINT32_MAX ? calloc(1, (size_t)at.places + h.text) : NULL;
    if (!made) return false;
    *f = (File){.made = made};
    write_rows(seg, from, local, (Row *)(void *)(made + at.rows));
    write_names(s, used, h.names, (uint32_t *)(void *)(made + at.ends), made + at.places);
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
    uint32_t *local = calloc(s->names.count + 1, sizeof *local);
    uint32_t *used = malloc((s->names.count + 1) * sizeof *used);
    const bool written = local && used && write_file(s, &s->segments[segment], from, local, used, f);
    free(local);
    free(used);
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

// The numbers in the store of the names of a file, owned by the caller; NULL if memory is exhausted.
static uint32_t *add_names(Store *s, const FileHeader *h, const uint32_t *ends, const char *text) {
    uint32_t *names = calloc(h->names, sizeof *names);
    for (uint32_t name = 1; names && name < h->names; name++) {
        names[name] = names_add(&s->names, text + ends[name - 1], ends[name] - ends[name - 1]);
        if (names[name] == UINT32_MAX) {
            free(names);
            return NULL;
        }
    }
    return names;
}

static void take_names(Row *row, const uint32_t *names) {
    for (int field = 0; field < NAME_COUNT; field++) *name_of(row, field) = names[*name_of(row, field)];
}

static bool read_indexed(Store *s, const FileHeader *h, const char *file, const Layout *at, const uint32_t *names,
                         bool lite) {
    Segment *seg = store_add_segment(s, h->moves);
    if (!seg) return false;
    memcpy(seg->rows, file + at->rows, h->games * sizeof(Row));
    for (uint32_t game = 0; game < h->games; game++) take_names(&seg->rows[game], names);
    if (h->places) {
        if (!store_add_places(seg)) return false;
        memcpy(seg->places, file + at->places, h->games * sizeof(Place));
    }
    memcpy(seg->moves, file + at->moves, h->moves * sizeof(Move));
    memcpy(seg->slices, file + at->slices, (size_t)(at->buckets - at->slices));
    seg->games = h->games;
    segment_note(seg, 0);
    seg->move_count = h->moves;
    // Postings of another index are built again.
    if (h->posted_plies != s->posted_plies) return true;
    return lite || postings_take(s, seg, (const uint32_t *)(const void *)(file + at->buckets),
                                 (const uint32_t *)(const void *)(file + at->postings));
}

// Returns the number of games, or FILE_NO_MEMORY.
static int32_t read_each(Store *s, const FileHeader *h, const char *file, const Layout *at, const uint32_t *names,
                         const uint64_t *without) {
    const Row *rows = (const Row *)(const void *)(file + at->rows);
    const Place *places = h->places ? (const Place *)(const void *)(file + at->places) : NULL;
    const Move *moves = (const Move *)(const void *)(file + at->moves);
    int32_t count = 0;
    for (uint32_t game = 0; game < h->games; game++) {
        if (without && without[game / 64] >> game % 64 & 1) continue;
        Row row = rows[game];
        Board start;
        take_names(&row, names);
        store_start(s, &row, &start);
        if (store_place(s, &row, &start, moves + rows[game].moves,
                        places && places[game].high >> 8 ? &places[game] : NULL) == UINT32_MAX)
            return FILE_NO_MEMORY;
        count++;
    }
    return count;
}

int32_t file_read(Store *s, const char *file, uint32_t size, bool lite, const uint64_t *without) {
    FileHeader h;
    if (!header_is_ours(s, file, size, &h)) return FILE_DAMAGED;
    const Layout at = layout_of(s, &h);
    const Row *rows = (const Row *)(const void *)(file + at.rows);
    const uint32_t *ends = (const uint32_t *)(const void *)(file + at.ends);
    if (!names_are_sound(&h, ends) || !rows_are_sound(&h, rows)) return FILE_DAMAGED;
    if (!moves_are_sound(&h, (const Move *)(const void *)(file + at.moves))) return FILE_DAMAGED;
    if (h.postings && !postings_are_sound(s, &h, (const uint32_t *)(const void *)(file + at.buckets),
                                          (const uint32_t *)(const void *)(file + at.postings)))
        return FILE_DAMAGED;
    uint32_t *names = add_names(s, &h, ends, file + at.text);
    if (!names) return FILE_NO_MEMORY;
    const bool begins = s->segment_count == 0 || s->segments[s->segment_count - 1].games == s->segment_games;
    int32_t count;
    if (h.postings && begins && !without && h.games == s->segment_games)
        count = read_indexed(s, &h, file, &at, names, lite) ? (int32_t)h.games : FILE_NO_MEMORY;
    else count = read_each(s, &h, file, &at, names, without);
    free(names);
    return count;
}
