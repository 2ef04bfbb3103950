// SPDX-License-Identifier: Apache-2.0
// The exports of the database: static buffers, one store, one query.
#include "api.h"

#include <stdlib.h>

#include "../move_word.h"
#include "counts.h"
#include "double_groups.h"
#include "file.h"
#include "import.h"
#include "postings.h"
#include "repertoire.h"

_Static_assert(IMPORT_DOUBLE == BINBO_DATABASE_DOUBLE && IMPORT_UNFOLDED == BINBO_DATABASE_UNFOLDED, "JS knows them");
_Static_assert(DEDUPE_EQUAL == BINBO_DEDUPE_EQUAL && DEDUPE_BETTER == BINBO_DEDUPE_BETTER, "kinds");
_Static_assert(sizeof(Row) == BINBO_ROW_BYTES && sizeof(Place) == BINBO_PLACE_BYTES, "JS reads them");
_Static_assert(offsetof(Row, plies) == 4 * BINBO_ROW_PLIES && offsetof(Row, start) == 4 * BINBO_ROW_START, "words");
_Static_assert(offsetof(Row, white_elo) == 2 * BINBO_ROW_WHITE_ELO && offsetof(Row, eco) == 2 * BINBO_ROW_ECO,
               "halves");
_Static_assert(sizeof(Players) == BINBO_PLAYERS_BYTES && offsetof(Players, black) == 4 * BINBO_PLAYERS_BLACK,
               "players");
_Static_assert(sizeof(Facts) == BINBO_FACTS_BYTES && offsetof(Facts, opening) == 2 * BINBO_FACTS_OPENING &&
                   offsetof(Facts, speed) == BINBO_FACTS_SPEED && offsetof(Facts, noted) == BINBO_FACTS_NOTED,
               "facts");
_Static_assert(TAG_NO_NAME == BINBO_TAG_MISSING && TAG_TEXT == BINBO_TAG_TEXT, "JS knows them");
_Static_assert(offsetof(Row, result) == BINBO_ROW_RESULT && offsetof(Row, variant) == BINBO_ROW_VARIANT, "bytes");

static Store store;
static Query query;
static Import import;
static char *input; // owned
static uint32_t input_capacity;
static File saved;
static uint32_t spans[2 * FILE_SPANS];
static char *text; // owned; of PGN
static uint32_t text_capacity;
static uint64_t bits[MOST_SEGMENT_GAMES / 64];
static uint32_t hits[3 * BINBO_DATABASE_STEP];
static Counts counts;
static Repertoire repertoire;
static uint8_t *marks; // owned; of names
static uint32_t mark_count;
static uint8_t sought_openings[1 << 16];
static Tag sought_tag;
static char *tag_pattern; // owned
static FilterSets sets = {.openings = sought_openings, .tag = &sought_tag};

static uint32_t address_of(const void *memory) { return (uint32_t)(uintptr_t)memory; }

int32_t binbo_database_init(uint32_t segment_games, int32_t full) {
    if (segment_games < 64 || segment_games > MOST_SEGMENT_GAMES || (segment_games & (segment_games - 1))) return 0;
    attacks_init();
    castling_init();
    store_init(&store, segment_games);
    if (full) store.posted_plies = ALL_PLIES;
    return BINBO_DATABASE_ABI;
}

int32_t binbo_database_openings(uint32_t moves, uint32_t length) {
    if (3 * (uint64_t)moves + length > input_capacity) return 0;
    return (int32_t)store_read_openings(&store, input, moves, length);
}

uint32_t binbo_database_input(uint32_t size) {
    if (size > input_capacity) {
        char *grown = realloc(input, size);
        if (!grown) return 0;
        input = grown;
        input_capacity = size;
    }
    return address_of(input);
}

uint32_t binbo_database_text(uint32_t size) {
    if (size == 0) {
        pgn_reader_free(&import.reader);
        free(text);
        text = NULL;
        text_capacity = 0;
    } else if (size > text_capacity) {
        char *grown = realloc(text, size);
        if (!grown) return 0;
        text = grown;
        text_capacity = size;
    }
    return address_of(text);
}

uint32_t binbo_database_read(uint32_t start, uint32_t end, int32_t flags) {
    import.games = import.known.beaten_count = 0;
    if (!text || start > end || end > text_capacity || end > INT32_MAX) return start;
    return import_games(&import, &store, text, start, end, (uint32_t)flags | PGN_MAIN_LINE);
}

int32_t binbo_database_dedupe(int32_t kind, uint32_t removed) {
    if (4 * (uint64_t)removed > input_capacity || kind < DEDUPE_NONE || kind > DEDUPE_BETTER) return 0;
    import.dedupe = (Dedupe)kind;
    return !kind || doubles_without(&import.known, (const uint32_t *)(const void *)input, removed);
}

int32_t binbo_database_sources(uint32_t words) {
    return 4 * (uint64_t)words <= input_capacity &&
           doubles_set_sources(&import.known, (const uint32_t *)(const void *)input, words);
}

int32_t binbo_database_wants_names(void) { return import.known.players.wanted[0] != 0; }
uint32_t binbo_database_unfolded(void) { return player_names_unfolded(&import.known.players, &store.names); }

int32_t binbo_database_fold(uint32_t name, uint32_t length) {
    return length <= input_capacity && player_names_fold(&import.known.players, &store.names, name, input, length);
}

int32_t binbo_database_join(uint32_t length, uint32_t same_length) {
    if ((uint64_t)length + same_length > input_capacity) return 0;
    if (length == 0) doubles_forget(&import.known);
    return player_names_join(&import.known.players, input, length, input + length, same_length);
}

uint32_t binbo_database_beaten_games(void) { return import.known.beaten_count; }
uint32_t binbo_database_beaten(void) { return address_of(import.known.beaten); }

int32_t binbo_database_double_hashes(uint32_t segment) {
    if (segment >= store.segment_count) return 0;
    const uint32_t games = store.segments[segment].games;
    if (!binbo_database_input(8 * games)) return 0;
    uint64_t *hashes = (uint64_t *)(void *)input;
    for (uint32_t game = 0; game < games; game++) {
        Compared compared;
        const DoublesResult result =
            doubles_compared(&import.known, &store, segment * store.segment_games + game, &compared);
        if (result != DOUBLES_DONE) return (int32_t)result;
        hashes[game] = doubles_hash(&compared, DEDUPE_BETTER);
    }
    return (int32_t)DOUBLES_DONE;
}

int32_t binbo_database_double_groups(uint32_t count) {
    if (8 * (uint64_t)count > input_capacity) return 0;
    uint32_t *numbers = (uint32_t *)(void *)input;
    const uint32_t games = binbo_database_games();
    for (uint32_t i = 0; i < count; i++)
        if (numbers[i] >= games) return 0;
    GroupedGame *groups = malloc((count + 1) * sizeof *groups);
    if (!groups) return 0;
    const DoublesResult result = double_groups_find(&import.known, &store, numbers, count, groups);
    if (result == DOUBLES_DONE) memcpy(input, groups, count * sizeof *groups);
    free(groups);
    return (int32_t)result;
}

uint32_t binbo_database_read_games(void) { return import.games; }

int32_t binbo_database_source(uint32_t source, double offset) {
    const bool fits = source < MOST_SOURCES && offset >= 0 && offset < MOST_OFFSET;
    import.source = fits ? source : 0;
    import.offset = fits ? (uint64_t)offset : 0;
    return fits;
}

int32_t binbo_database_add(uint32_t plies, uint32_t tags, uint32_t fen, int32_t variant, int32_t result,
                           uint32_t size) {
    const uint64_t given = 4 * (uint64_t)plies + tags + fen;
    if (given > input_capacity || !variant_is_known(variant)) return 0;
    const char *tag = input + 4 * (size_t)plies;
    const NewGame game = {
        .tags = tag,
        .fen = tag + tags,
        .tags_size = tags,
        .fen_length = fen,
        .plies = plies,
        .variant = (Variant)variant,
        .result = (uint8_t)(result & ~BINBO_DATABASE_NOTED),
        .noted = (result & BINBO_DATABASE_NOTED) != 0,
    };
    import.known.beaten_count = 0;
    const Move *moves = import_copy_moves(&import, (const uint32_t *)(const void *)input, plies);
    return moves ? (int32_t)import_add(&import, &store, &game, moves, size) : (int32_t)IMPORT_NO_MEMORY;
}

uint32_t binbo_database_games(void) {
    if (store.segment_count == 0) return 0;
    return (store.segment_count - 1) * store.segment_games + store.segments[store.segment_count - 1].games;
}

double binbo_database_bytes(void) {
    double bytes = names_bytes(&store.names) + (double)doubles_bytes(&import.known);
    for (uint32_t i = 0; i < store.segment_count; i++) {
        const Segment *seg = &store.segments[i];
        bytes += (64.0 * (sizeof(Row) + sizeof(Players) + sizeof(Facts) + sizeof(Brief) + sizeof *seg->late) +
                  (seg->slices ? 8.0 * SLICES : 0)) *
                     seg->words +
                 2.0 * seg->move_capacity + 4.0 * seg->tag_capacity + postings_bytes(&store, seg);
        if (seg->places) bytes += 64.0 * sizeof(Place) * seg->words;
    }
    return bytes;
}

int32_t binbo_database_post(uint32_t segment) {
    if (segment >= store.segment_count) return 0;
    Segment *seg = &store.segments[segment];
    return seg->posted == seg->games || postings_make(&store, seg);
}

int32_t binbo_database_unindex(uint32_t segment) {
    if (segment >= store.segment_count) return 0;
    store_unindex(&store.segments[segment]);
    return 1;
}

uint32_t binbo_database_posted(uint32_t segment) {
    return segment < store.segment_count ? store.segments[segment].posted : 0;
}

uint32_t binbo_database_save(uint32_t segment, uint32_t from) {
    if (segment >= store.segment_count || from > store.segments[segment].games) return 0;
    binbo_database_release();
    if (!file_write(&store, segment, from, &saved)) return 0;
    for (uint32_t i = 0; i < saved.count; i++) {
        spans[2 * i] = address_of(saved.spans[i].at);
        spans[2 * i + 1] = saved.spans[i].size;
    }
    return saved.size;
}

_Static_assert(BINBO_DATABASE_NO_MEMORY == FILE_NO_MEMORY && BINBO_DATABASE_DAMAGED == FILE_DAMAGED, "codes");
int32_t binbo_database_load(uint32_t size, int32_t lite, int32_t chosen) {
    if (size > input_capacity) return FILE_DAMAGED;
    return file_read(&store, input, size, lite, chosen ? bits : NULL);
}

uint32_t binbo_database_saved(void) { return address_of(spans); }

uint32_t binbo_database_release(void) {
    const uint32_t released = input_capacity;
    free(input);
    free(saved.made);
    saved = (File){.count = 0};
    input = NULL;
    input_capacity = 0;
    return released;
}

uint32_t binbo_database_rows(uint32_t segment) {
    return segment < store.segment_count ? address_of(store.segments[segment].rows) : 0;
}

uint32_t binbo_database_players(uint32_t segment) {
    return segment < store.segment_count ? address_of(store.segments[segment].players) : 0;
}

uint32_t binbo_database_facts(uint32_t segment) {
    return segment < store.segment_count ? address_of(store.segments[segment].facts) : 0;
}

uint32_t binbo_database_places(uint32_t segment) {
    return segment < store.segment_count ? address_of(store.segments[segment].places) : 0;
}

uint32_t binbo_database_moves(uint32_t segment) {
    return segment < store.segment_count ? address_of(store.segments[segment].moves) : 0;
}

uint32_t binbo_database_names(void) { return store.names.count; }
uint32_t binbo_database_names_text(void) { return address_of(store.names.text); }
uint32_t binbo_database_names_ends(void) { return address_of(store.names.ends); }

uint32_t binbo_database_marks(void) { return address_of(marks); }

int32_t binbo_database_mark(uint32_t bit, uint32_t fields, int32_t match, uint32_t length, int32_t also) {
    if (bit > 7 || length > input_capacity) return 0;
    const uint32_t count = store.names.count + 1; // at least the empty name
    if (count > mark_count) {
        uint8_t *grown = realloc(marks, count);
        if (!grown) return 0;
        memset(grown + mark_count, 0, count - mark_count);
        marks = grown;
        mark_count = count;
    }
    const Pattern pattern = {input, length, match};
    filter_mark(&store.names, marks, bit, fields, &pattern, also);
    return 1;
}

int32_t binbo_database_choose_tag(uint32_t length, int32_t match, uint32_t pattern_length) {
    if ((uint64_t)length + pattern_length > input_capacity) return 0;
    char *grown = realloc(tag_pattern, pattern_length + 1);
    if (!grown) return 0;
    tag_pattern = grown;
    memcpy(tag_pattern, input + length, pattern_length);
    sets.pattern = (Pattern){tag_pattern, pattern_length, match};
    return tag_choose(&sought_tag, &store.names, input, length);
}

int32_t binbo_database_tag_values(uint32_t segment) {
    if (segment >= store.segment_count || sought_tag.place_count <= store.names.count) return 0;
    const Segment *seg = &store.segments[segment];
    if (!binbo_database_input(4 * seg->games)) return 0;
    uint32_t *values = (uint32_t *)(void *)input;
    for (uint32_t game = 0; game < seg->games; game++) {
        const bool has_tags = segment_tag_count(seg, game) > 0;
        const uint32_t place =
            has_tags ? tag_place(&sought_tag, &store.names, seg->tags[seg->facts[game].tags]) : (uint32_t)TAG_MISSING;
        values[game] = tags_value(seg, game, place, sought_tag.kind);
    }
    return 1;
}

// Tags that are written into the input.
typedef struct {
    uint32_t size;
    bool failed; // memory is exhausted
} WrittenTags;

static void write_part(WrittenTags *written, const char *from, uint32_t length) {
    if (written->failed || !binbo_database_input(written->size + length + 1)) {
        written->failed = true;
        return;
    }
    memcpy(input + written->size, from, length);
    written->size += length;
    input[written->size++] = 0;
}

static void write_tag(void *taken, const char *name, uint32_t length, const char *value, uint32_t size) {
    WrittenTags *written = taken;
    write_part(written, name, length);
    write_part(written, value, size);
}

int32_t binbo_database_tags(uint32_t segment, uint32_t game) {
    if (segment >= store.segment_count || game >= store.segments[segment].games) return -1;
    WrittenTags written = {0};
    tags_each(&store, &store.segments[segment], game, write_tag, &written);
    return written.failed ? -1 : (int32_t)written.size;
}

int32_t binbo_database_tag(uint32_t segment, uint32_t game, uint32_t length) {
    if (segment >= store.segment_count || game >= store.segments[segment].games || length > input_capacity) return -1;
    const Segment *seg = &store.segments[segment];
    if (segment_tag_count(seg, game) == 0) return -1;
    const uint32_t place = tags_place(&store.names, seg->tags[seg->facts[game].tags], input, length);
    const uint32_t value = tags_value(seg, game, place, tags_kind(input, length));
    char room[MOST_TAG_TEXT];
    const char *from = NULL;
    uint32_t size = 0;
    if (value == TAG_TEXT) from = tags_given(&store, &seg->rows[game], &seg->players[game], input, length, room, &size);
    else if (value != TAG_NO_NAME) from = names_get(&store.names, value, &size);
    if (!from || !binbo_database_input(size)) return -1;
    memcpy(input, from, size);
    return (int32_t)size;
}

uint32_t binbo_database_names_roles(void) { return address_of(store.names.roles); }
uint32_t binbo_database_sought_openings(void) { return address_of(sought_openings); }

uint32_t binbo_database_wide_name(uint32_t from) { return filter_wide_name(&store.names, from); }

int32_t binbo_database_filter(uint32_t segment, uint32_t conditions) {
    const uint32_t *words = (const uint32_t *)(const void *)input;
    if (segment >= store.segment_count || 12 * (uint64_t)conditions > input_capacity ||
        !filter_check(&store.names, words, conditions, &sets, mark_count))
        return 0;
    sets.marks = marks;
    filter_games(&store, &store.segments[segment], words, conditions, &sets, bits);
    return 1;
}

int32_t binbo_database_position(uint32_t index, uint32_t fen_length, int32_t variant, int32_t ignored) {
    Position p;
    int offset;
    if (index >= QUERY_POSITIONS || fen_length > input_capacity || !variant_is_known(variant)) return 0;
    if (fen_parse(input, fen_length, (Variant)variant, false, &p, &offset) != ERR_NONE) return 0;
    query.positions[index] = p.board;
    men_of(&p.board, &query.men[index]);
    query.ignored[index] = (uint8_t)ignored;
    return 1;
}

int32_t binbo_database_query(uint32_t size) {
    if (size > QUERY_WORDS || 4 * size > input_capacity) return 0;
    memcpy(query.words, input, 4 * (size_t)size);
    return query_check(&query, size);
}

uint32_t binbo_database_bits(void) { return address_of(bits); }

int32_t binbo_database_candidates(uint32_t segment) {
    if (segment >= store.segment_count || query.size == 0) return 0;
    return query_candidates(&store, &store.segments[segment], &query, bits);
}

// Iterates over the games whose bits are set.
enum { BATCH = 32 };
typedef struct {
    uint64_t rest;      // bits of the games from `from` on, a multiple of 64, that were not taken yet
    uint32_t from, end; // end: of the games of the segment to examine
    uint32_t left;      // games that may still be replayed
    uint32_t count, games[BATCH];
} Batch;

static uint64_t games_from(uint32_t from, uint32_t end) {
    return from >= end ? 0 : end - from < 64 ? bits[from / 64] & ((1ull << (end - from)) - 1) : bits[from / 64];
}

static Batch batch_of(const Segment *seg, uint32_t from, uint32_t to) {
    const uint32_t end = to < seg->games ? to : seg->games, begin = from & ~63u;
    const uint64_t rest = games_from(begin, end) >> from % 64 << from % 64;
    return (Batch){.rest = rest, .from = begin, .end = end, .left = BINBO_DATABASE_STEP};
}

static bool next_batch(Batch *b) {
    const uint32_t most = b->left < BATCH ? b->left : BATCH;
    b->count = 0;
    for (;;) {
        for (; b->rest && b->count < most; b->rest &= b->rest - 1)
            b->games[b->count++] = b->from + (uint32_t)lsb(b->rest);
        if (b->count == most || b->end - b->from <= 64 || b->from >= b->end) break;
        b->from += 64;
        b->rest = games_from(b->from, b->end);
    }
    b->left -= b->count;
    return b->count > 0;
}

// Rows and moves are far apart in memory: they are fetched for several games together before the first is replayed.
static uint32_t fetched; // value is meaningless
static void fetch(const Segment *seg, const uint32_t *games, uint32_t count) {
    uint32_t begins[BATCH];
    for (uint32_t i = 0; i < count; i++) begins[i] = seg->rows[games[i]].moves;
    for (uint32_t i = 0; i < count; i++) fetched += seg->moves[begins[i]];
}

int32_t binbo_database_find(uint32_t segment, uint32_t from, uint32_t to) {
    if (segment >= store.segment_count || query.size == 0) return 0;
    const Segment *seg = &store.segments[segment];
    int32_t count = 0;
    for (Batch b = batch_of(seg, from, to); next_batch(&b);) {
        fetch(seg, b.games, b.count);
        for (uint32_t i = 0; i < b.count; i++) {
            QueryHit hit;
            if (!query_find(&store, seg, b.games[i], &query, &hit)) continue;
            hits[3 * count] = b.games[i];
            hits[3 * count + 1] = hit.ply;
            hits[3 * count + 2] = hit.next;
            count++;
        }
    }
    return count;
}

uint32_t binbo_database_hits(void) { return address_of(hits); }

_Static_assert(offsetof(Counts, best) == 4 * BINBO_COUNT_BEST && offsetof(Counts, rows) == 4 * BINBO_COUNT_ROWS,
               "words");
_Static_assert((int)COUNTED_GAMES >= BINBO_DATABASE_STEP, "all that are replayed");
uint32_t binbo_database_count(uint32_t segment, uint32_t from, uint32_t to, uint32_t least) {
    if (segment >= store.segment_count || query.size == 0 || !query_is_position(&query)) return 0;
    const Segment *seg = &store.segments[segment];
    counts_clear(&counts);
    for (Batch b = batch_of(seg, from, to); next_batch(&b);) {
        QueryHit found[BATCH];
        bool is_found[BATCH];
        uint32_t count = 0, places[BATCH], games[BATCH]; // whose briefs do not decide
        for (uint32_t i = 0; i < b.count; i++) {
            places[count] = i;
            games[count] = b.games[i];
            is_found[i] = query_find_brief(&seg->briefs[b.games[i]], &query, &found[i]);
            count += !is_found[i];
        }
        fetch(seg, games, count);
        for (uint32_t i = 0; i < count; i++)
            is_found[places[i]] = query_find(&store, seg, games[i], &query, &found[places[i]]);
        for (uint32_t i = 0; i < b.count; i++)
            if (is_found[i]) counts_add(&counts, b.games[i], &seg->briefs[b.games[i]], &found[i], least);
    }
    counts_finish(&counts);
    return address_of(&counts);
}

int32_t binbo_database_repertoire(uint32_t fen_length, int32_t variant) {
    Position p;
    int offset;
    if (fen_length == 0) {
        repertoire_free(&repertoire);
        return 0;
    }
    if (fen_length > input_capacity || !variant_is_known(variant)) return -1;
    if (fen_parse(input, fen_length, (Variant)variant, false, &p, &offset) != ERR_NONE) return -1;
    return (int32_t)repertoire_add(&repertoire, &p.board);
}

int32_t binbo_database_leave(uint32_t segment, uint32_t from, uint32_t to) {
    if (segment >= store.segment_count) return 0;
    const Segment *seg = &store.segments[segment];
    int32_t count = 0;
    for (Batch b = batch_of(seg, from, to); next_batch(&b);) {
        fetch(seg, b.games, b.count);
        for (uint32_t i = 0; i < b.count; i++) {
            RepertoireHit hit;
            if (!repertoire_leave(&repertoire, &store, seg, b.games[i], &hit)) continue;
            hits[3 * count] = b.games[i];
            hits[3 * count + 1] = hit.position;
            hits[3 * count + 2] = hit.next;
            count++;
        }
    }
    return count;
}

uint32_t binbo_database_reached(void) { return address_of(repertoire.reached); }

int32_t binbo_database_words(uint32_t segment, uint32_t game) {
    if (segment >= store.segment_count || game >= store.segments[segment].games) return -1;
    const Segment *seg = &store.segments[segment];
    const Row *row = &seg->rows[game];
    if (!binbo_database_input(4 * row->plies)) return row->plies ? -1 : 0;
    uint32_t *words = (uint32_t *)(void *)input;
    Board b;
    store_start(&store, row, &b);
    for (uint32_t ply = 0; ply < row->plies; ply++) {
        const Move m = seg->moves[row->moves + ply];
        // Only an untrusted file has illegal moves: the game ends there.
        if (m == NO_MOVE ? !rules_may_pass(&b) : !rules_is_legal(&b, m)) return (int32_t)ply;
        words[ply] = m == NO_MOVE ? NULL_MOVE_WORD : move_word(&b, m);
        store_play(&b, m);
    }
    return (int32_t)row->plies;
}

static uint16_t book_move(Move m) {
    const MoveKind kind = move_kind(m);
    uint16_t promotion = 0;
    if (move_is_promotion(m)) promotion = (uint16_t)kind;
    else if (kind == MOVE_PROMOTE_KING) promotion = KING;
    else if (move_is_drop(m)) promotion = (uint16_t)move_dropped(m);
    return (uint16_t)(move_to(m) | move_from(m) << 6 | promotion << 12);
}

int32_t binbo_database_keys(uint32_t segment, uint32_t game, uint32_t most) {
    if (segment >= store.segment_count || game >= store.segments[segment].games) return -1;
    const Segment *seg = &store.segments[segment];
    const Row *row = &seg->rows[game];
    const uint32_t plies = row->plies < most ? row->plies : most;
    if (!binbo_database_input(8 * (plies + 1) + 2 * (plies + 1))) return -1;
    uint64_t *keys = (uint64_t *)(void *)input;
    uint16_t *moves = (uint16_t *)(void *)(keys + plies + 1);
    Position p;
    store_start(&store, row, &p.board);
    keys[0] = p.hash = rules_hash(&p.board);
    moves[plies] = p.board.side;
    for (uint32_t ply = 0; ply < plies; ply++) {
        const Move m = seg->moves[row->moves + ply];
        if (m == NO_MOVE) position_pass(&p);
        else rules_make(&p, m);
        keys[ply + 1] = p.hash;
        moves[ply] = book_move(m);
    }
    return (int32_t)plies;
}
