// SPDX-License-Identifier: Apache-2.0
// Files of segments: every written segment is read back; a truncated or changed file, or one with wrong sizes, is
// refused and changes nothing.
#include <stdlib.h>

#include "database/counts.h"
#include "database/file.h"
#include "database/filter.h"
#include "database/import.h"
#include "database/postings.h"
#include "database/query.h"
#include "database/replay.h"
#include "database_store.h"
#include "support.h"

enum { SEGMENT_GAMES = 64, TEXTS = 6 };
// The words of a header, as in file.h and file.c.
enum {
    MAGIC,
    CHECK_SUM,
    ROW_BYTES,
    GAMES_A_SEGMENT,
    GAMES,
    MOVES,
    NAMES,
    TEXT,
    POSTINGS,
    PLACES,
    PLIES,
    TAGS,
    OPENINGS,
    UNUSED,
    WORDS
};

static const char *const GAMES_TEXT[TEXTS] = {
    ("[White \"A\"]\n[TimeControl \"300+3\"]\n[Black \"\xc3\x84rger\"]\n[WhiteElo \"2400\"]\n[Date "
     "\"2001.02.03\"]\n[ECO \"C84\"]\n\n"
     "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n\n"),
    ("[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n1. a8=Q a1=N 2. Qxa1 *\n\n"),
    ("[Variant \"crazyhouse\"]\n[White \"A\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ 4. Be2 P@f3 *\n\n"),
    ("[Variant \"Chess960\"]\n[FEN \"bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 1\"]\n\n"
     "1. e4 e5 2. f4 exf4 *\n\n"),
    ("1. e4 c5 2. e5 d5 3. exd6 Kd7 4. -- Kc6 1/2-1/2\n\n"),
    ("[Event \"None\"]\n[Round \"1.2\"]\n[Result \"0-1\"]\n\n0-1\n\n"),
};

static Import import;
static char *room; // owned
static uint32_t room_size;

// Writes a file to `room`; false if memory is exhausted.
static bool write_room(const Store *s, uint32_t segment, uint32_t from) {
    free(room);
    room = file_bytes(s, segment, from, &room_size);
    return room;
}

// --- stores ------------------------------------------------------------------------------------------

// Adds `count` of the games above, starting at `from` and repeating them; their texts are kept in `source`.
static void add_games(Store *s, uint32_t from, uint32_t count, uint32_t source) {
    import.source = source;
    import.offset = 5ull << 32;
    for (uint32_t i = from; i < from + count; i++) {
        const char *text = GAMES_TEXT[i % TEXTS];
        import_games(&import, s, text, 0, (uint32_t)strlen(text), PGN_LAST | PGN_FIRST | PGN_MAIN_LINE);
        CHECK_INT(import.games, 1);
    }
}

static Store store_of(uint32_t from, uint32_t count, uint32_t source) {
    Store s;
    store_init(&s, SEGMENT_GAMES);
    add_games(&s, from, count, source);
    return s;
}

static void check_name(const Store *a, uint32_t one, const Store *b, uint32_t other) {
    uint32_t lengths[2];
    const char *first = names_get(&a->names, one, &lengths[0]), *second = names_get(&b->names, other, &lengths[1]);
    CHECK(lengths[0] == lengths[1] && memcmp(first, second, lengths[0]) == 0);
}

// Checks that game `n` of one store equals game `m` of the other.
static void check_game(Store *a, uint32_t n, Store *b, uint32_t m) {
    store_settle(a);
    store_settle(b);
    const Segment *left = &a->segments[n / SEGMENT_GAMES], *right = &b->segments[m / SEGMENT_GAMES];
    Row one = left->rows[n % SEGMENT_GAMES], other = right->rows[m % SEGMENT_GAMES];
    CHECK_INT(one.plies, other.plies);
    CHECK(one.plies == 0 || memcmp(left->moves + one.moves, right->moves + other.moves, one.plies * sizeof(Move)) == 0);
    const Players *two = &left->players[n % SEGMENT_GAMES], *others_two = &right->players[m % SEGMENT_GAMES];
    check_name(a, two->white, b, others_two->white);
    check_name(a, two->black, b, others_two->black);
    const Facts *facts = &left->facts[n % SEGMENT_GAMES], *others_facts = &right->facts[m % SEGMENT_GAMES];
    CHECK(facts->opening == others_facts->opening && facts->speed == others_facts->speed);
    const uint32_t count = segment_tag_count(left, n % SEGMENT_GAMES);
    if (!CHECK_INT(count, segment_tag_count(right, m % SEGMENT_GAMES))) return;
    for (uint32_t i = 0; i < count; i++)
        check_name(a, left->tags[facts->tags + i], b, right->tags[others_facts->tags + i]);
    check_name(a, one.event, b, other.event);
    check_name(a, one.site, b, other.site);
    check_name(a, one.round, b, other.round);
    check_name(a, one.start, b, other.start);
    memset(&one, 0, offsetof(Row, date));
    memset(&other, 0, offsetof(Row, date));
    one.moves = other.moves = 0;
    CHECK(memcmp(&one, &other, sizeof one) == 0);
    const Place none = {0};
    const Place *place = left->places ? &left->places[n % SEGMENT_GAMES] : &none;
    CHECK(memcmp(place, right->places ? &right->places[m % SEGMENT_GAMES] : &none, sizeof none) == 0);
    for (uint32_t slice = 0; slice < SLICES; slice++) {
        const uint64_t *bits = left->slices + (size_t)slice * left->words;
        const uint64_t *others = right->slices + (size_t)slice * right->words;
        if (!CHECK_INT(bits[n % SEGMENT_GAMES / 64] >> n % 64 & 1, others[m % SEGMENT_GAMES / 64] >> m % 64 & 1))
            return;
    }
}

// Checks that `b` has exactly the `count` games of `a` from `from` on.
static void check_games(Store *a, uint32_t from, uint32_t count, Store *b) {
    if (!CHECK_INT(games_of(b), count)) return;
    for (uint32_t n = 0; n < count; n++) check_game(a, from + n, b, n);
}

// --- files -------------------------------------------------------------------------------------------

static uint32_t word_of(uint32_t field) {
    uint32_t word;
    memcpy(&word, room + 4 * (size_t)field, sizeof word);
    return word;
}

static void set_word(uint32_t field, uint32_t word) { memcpy(room + 4 * (size_t)field, &word, sizeof word); }

static uint64_t mixed(uint64_t hash, const char *eight) {
    uint64_t word;
    memcpy(&word, eight, sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 32;
}

// Corrects the checksum, computed as in file.c: lanes of eight bytes after the first eight.
static void sign(void) {
    uint64_t sums[4] = {room_size, 1, 2, 3};
    const uint32_t lanes = (room_size - 8) / 32 * 4;
    for (uint32_t at = 8, place = 0; at < room_size; at += 8, place++) {
        char eight[8] = {0};
        memcpy(eight, room + at, room_size - at < 8 ? room_size - at : 8);
        const uint32_t lane = place < lanes ? place % 4 : 0;
        sums[lane] = mixed(sums[lane], eight);
    }
    for (int lane = 1; lane < 4; lane++) sums[0] = mixed(sums[0], (const char *)&sums[lane]);
    set_word(CHECK_SUM, (uint32_t)sums[0]);
}

static int32_t read_file(Store *s) { return file_read(s, room, room_size, false, NULL); }

// Whether the file in `room` is refused, and `s` unchanged, with this many games.
static bool check_refused(Store *s, uint32_t size, uint32_t games) {
    const uint32_t segments = s->segment_count, names = s->names.count;
    return CHECK_INT(file_read(s, room, size, false, NULL), FILE_DAMAGED) && CHECK_INT(games_of(s), games) &&
           CHECK_INT(s->segment_count, segments) && CHECK_INT(s->names.count, names);
}

// --- tests -------------------------------------------------------------------------------------------

static void test_round_trips(void) {
    static const uint32_t counts[] = {1, 6, 63, 64, 65, 128, 130};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (uint32_t source = 0; source < 2; source++) {
            Store s = store_of(0, counts[i], source), copy;
            store_init(&copy, SEGMENT_GAMES);
            for (uint32_t segment = 0; segment < s.segment_count; segment++) {
                if (i % 2) CHECK(postings_make(&s, &s.segments[segment]));
                CHECK(write_room(&s, segment, 0));
                const uint32_t signature = word_of(CHECK_SUM);
                sign();
                CHECK_INT(word_of(CHECK_SUM), signature);
                CHECK_INT(read_file(&copy), s.segments[segment].games);
            }
            check_games(&s, 0, counts[i], &copy);
            free_store(&s);
            free_store(&copy);
        }
    }
}

static void test_parts(void) {
    Store s = store_of(0, SEGMENT_GAMES, 3);
    CHECK(postings_make(&s, &s.segments[0]));
    for (uint32_t from = 0; from <= SEGMENT_GAMES; from++) {
        // Into a store with other games and names: the file's games end in their own segment, or span two.
        Store copy = store_of(1, from / 2, 0);
        const uint32_t before = games_of(&copy);
        CHECK(write_room(&s, 0, from));
        CHECK_INT(read_file(&copy), SEGMENT_GAMES - from);
        CHECK_INT(games_of(&copy), before + SEGMENT_GAMES - from);
        for (uint32_t n = from; n < SEGMENT_GAMES; n++) check_game(&s, n, &copy, before + n - from);
        free_store(&copy);
    }
    free_store(&s);
}

static void test_options(void) {
    Store s = store_of(0, SEGMENT_GAMES, 0), lite, full, some, larger;
    CHECK(postings_make(&s, &s.segments[0]));
    CHECK(write_room(&s, 0, 0));
    CHECK_INT(word_of(POSTINGS), postings_count(&s, &s.segments[0]));
    store_init(&lite, SEGMENT_GAMES);
    CHECK_INT(file_read(&lite, room, room_size, true, NULL), SEGMENT_GAMES);
    CHECK_INT(lite.segments[0].posted, 0);
    check_games(&s, 0, SEGMENT_GAMES, &lite);
    store_init(&full, SEGMENT_GAMES);
    full.posted_plies = ALL_PLIES;
    CHECK_INT(read_file(&full), SEGMENT_GAMES);
    CHECK_INT(full.segments[0].posted, 0);
    check_games(&s, 0, SEGMENT_GAMES, &full);
    store_init(&some, SEGMENT_GAMES);
    const uint64_t without = 0xfffffffffffffff5; // all except games 1 and 3
    CHECK_INT(file_read(&some, room, room_size, false, &without), 2);
    check_game(&s, 1, &some, 0);
    check_game(&s, 3, &some, 1);
    store_init(&larger, 2 * SEGMENT_GAMES);
    check_refused(&larger, room_size, 0);
    free_store(&s);
    free_store(&lite);
    free_store(&full);
    free_store(&some);
    free_store(&larger);
}

static void test_no_games(void) {
    Store s = store_of(0, 3, 1), copy;
    CHECK(write_room(&s, 0, 3));
    store_init(&copy, SEGMENT_GAMES);
    CHECK_INT(read_file(&copy), 0);
    CHECK_INT(games_of(&copy), 0);
    free_store(&s);
    free_store(&copy);
}

static void test_cuts_and_flips(void) {
    Store s = store_of(0, SEGMENT_GAMES, 1), copy = store_of(2, 5, 0);
    for (int indexed = 0; indexed < 2; indexed++) {
        // In a file of six games, all bits; in one with an index, one bit of each byte.
        if (indexed) CHECK(postings_make(&s, &s.segments[0]));
        CHECK(write_room(&s, 0, indexed ? 0 : SEGMENT_GAMES - 6));
        const uint32_t size = room_size;
        for (uint32_t at = 0; at < size; at++) {
            if (!check_refused(&copy, at, 5)) return;
            for (int bit = indexed ? (int)(at % 8) : 0; bit < 8; bit += indexed ? 8 : 1) {
                room[at] ^= (char)(1 << bit);
                if (!check_refused(&copy, size, 5)) return;
                room[at] ^= (char)(1 << bit);
            }
        }
    }
    CHECK_INT(read_file(&copy), SEGMENT_GAMES);
    free_store(&s);
    free_store(&copy);
}

// With a correct checksum: numbers in the header that do not match the file.
static void test_lies(void) {
    static const uint32_t lies[] = {
        0, 1, 2, 63, 64, 65, 1 << 16, (1 << 16) + 1, INT32_MAX, 1u << 31, UINT32_MAX - 7, UINT32_MAX};
    static const uint32_t sizes[] = {GAMES, MOVES, NAMES, TEXT, POSTINGS, PLACES, TAGS};
    enum { LIES = sizeof lies / sizeof *lies, SIZES = sizeof sizes / sizeof *sizes, MOST = 32 };
    Store s = store_of(0, SEGMENT_GAMES, 1), copy = store_of(2, 5, 0);
    CHECK(postings_make(&s, &s.segments[0]));
    for (uint32_t from = 0; from < SEGMENT_GAMES; from += SEGMENT_GAMES - 6) {
        CHECK(write_room(&s, 0, from));
        for (uint32_t field = 0; field < UNUSED; field++) {
            const uint32_t truth = word_of(field);
            for (int i = -2; i < LIES; i++) {
                const uint32_t lie = i < 0 ? truth + (uint32_t)(2 * i + 3) : lies[i];
                if (lie == truth || field == PLIES || field == OPENINGS) continue;
                if (field == TAGS && (lie + 1) / 2 == (truth + 1) / 2) continue; // the same size
                set_word(field, lie);
                if (field != CHECK_SUM) sign();
                check_refused(&copy, room_size, 5);
            }
            set_word(field, truth);
            sign();
        }
        // One block is smaller and another larger by the same amount, so that the file has the right size.
        for (int a = 0; a < SIZES; a++)
            for (int b = 0; b < SIZES && from > 0; b++)
                for (int less = 1; less <= MOST && a != b; less++)
                    for (int more = 1; more <= MOST; more++) {
                        const uint32_t one = word_of(sizes[a]), other = word_of(sizes[b]);
                        if (one < (uint32_t)less) continue;
                        set_word(sizes[a], one - (uint32_t)less);
                        set_word(sizes[b], other + (uint32_t)more);
                        sign();
                        if (!check_refused(&copy, room_size, 5)) return;
                        set_word(sizes[a], one);
                        set_word(sizes[b], other);
                    }
        sign();
    }
    CHECK_INT(read_file(&copy), 6);
    free_store(&s);
    free_store(&copy);
}

// With a correct checksum: rows, names and buckets that point outside the file.
static void test_inner_lies(void) {
    Store s = store_of(0, SEGMENT_GAMES, 0), copy = store_of(2, 5, 0);
    CHECK(postings_make(&s, &s.segments[0]));
    CHECK(write_room(&s, 0, 0));
    const uint32_t row = (WORDS * 4 + 7) & ~7u, players = row + SEGMENT_GAMES * (uint32_t)sizeof(Row);
    const uint32_t facts = players + SEGMENT_GAMES * (uint32_t)sizeof(Players);
    const uint32_t tags = facts + SEGMENT_GAMES * (uint32_t)sizeof(Facts);
    const uint32_t ends = (tags + 4 * word_of(TAGS) + 7) & ~7u;
    const uint32_t moves = (ends + 4 * word_of(NAMES) + 7) & ~7u;
    const uint32_t slices = (moves + 2 * word_of(MOVES) + 7) & ~7u;
    const uint32_t buckets = slices + 8 * SLICES * segment_words(&s), last = buckets + 4 * postings_buckets(&s);
    const uint32_t places[] = {
        row + offsetof(Row, event),
        players,
        players + offsetof(Players, black),
        facts,
        facts + sizeof(Facts),
        facts + offsetof(Facts, opening) / 4 * 4,
        tags,
        tags + 4 * (word_of(TAGS) - 1),
        row + offsetof(Row, start),
        row + offsetof(Row, moves),
        row + offsetof(Row, plies),
        row + sizeof(Row) + offsetof(Row, moves),
        row + offsetof(Row, variant) / 4 * 4,
        ends,
        ends + 4,
        ends + 4 * (word_of(NAMES) - 1),
        last,
        buckets + 4,
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const uint32_t truth = word_of(places[i] / 4);
        set_word(places[i] / 4, UINT32_MAX);
        sign();
        check_refused(&copy, room_size, 5);
        set_word(places[i] / 4, truth);
    }
    free_store(&s);
    free_store(&copy);
}

// Reads all bytes of a tag.
static void count_tag(void *taken, const char *name, uint32_t length, const char *value, uint32_t size) {
    for (uint32_t i = 0; i < length; i++) *(uint32_t *)taken += (uint8_t)name[i];
    for (uint32_t i = 0; i < size; i++) *(uint32_t *)taken += (uint8_t)value[i];
}

// Makes all queries about the moves and tags of games.
static void ask_all(Store *s) {
    static Query query;
    static Counts counts;
    uint64_t bits[SEGMENT_GAMES / 64];
    query.words[0] = QUERY_POSITION;
    query.words[1] = 3;
    query.words[2] = 0;
    query.positions[0] = s->starts[STANDARD];
    men_of(&query.positions[0], &query.men[0]);
    CHECK(query_check(&query, 3));
    counts_clear(&counts);
    for (uint32_t i = 0; i < s->segment_count; i++) {
        Segment *seg = &s->segments[i];
        CHECK(query_candidates(s, seg, &query, bits));
        CHECK(postings_make(s, seg));
        Tag tag = {0};
        const uint32_t any[] = {FILTER_TAG, FILTER_ANYBODY, 0, FILTER_OPENING, 0, 0};
        static const uint8_t openings[1 << 16];
        const FilterSets sets = {.openings = openings, .tag = &tag};
        CHECK(tag_choose(&tag, &s->names, "White", 5));
        filter_games(s, seg, any, 2, &sets, bits);
        for (uint32_t game = 0; game < seg->games; game++) {
            QueryHit hit;
            Replay r;
            uint32_t bytes = 0;
            tags_each(s, seg, game, count_tag, &bytes);
            if (segment_tag_count(seg, game))
                tags_value(seg, game, tag_place(&tag, &s->names, seg->tags[seg->facts[game].tags]), tag.kind);
            replay_begin(&r, s, seg, game);
            while (r.ply < r.plies) {
                replay_step(&r);
                replay_now(&r);
            }
            if (query_find(s, seg, game, &query, &hit)) counts_add(&counts, game, &seg->briefs[game], &hit, 0);
        }
        free(tag.name);
        free(tag.places);
        File file;
        CHECK(file_write(s, i, 0, &file));
        free(file.made);
    }
    free(query.bits);
    query.bits = NULL;
}

// With a correct checksum, any numbers in rows, moves, indexes and places: the file is refused, or its games are
// added and no query about them accesses other memory.
static void test_any_numbers(void) {
    enum { ROUNDS = 30000, MOST_CHANGES = 4 };
    static const uint32_t numbers[] = {0,      1,      63,     64,     255,       0x0fff,    0x3fff,
                                       0x8fff, 0xdfff, 0xe000, 0xffff, INT32_MAX, UINT32_MAX};
    uint32_t random = 1, taken = 0;
    Store s = store_of(0, SEGMENT_GAMES, 1);
    CHECK(postings_make(&s, &s.segments[0]));
    for (int round = 0; round < ROUNDS; round++) {
        CHECK(write_room(&s, 0, round % 2 ? 0 : SEGMENT_GAMES - 6));
        for (int change = round % MOST_CHANGES; change >= 0; change--) {
            random = random * 1664525 + 1013904223;
            const uint32_t at = WORDS + (random >> 8) % (room_size / 4 - WORDS);
            random = random * 1664525 + 1013904223;
            const uint32_t number = numbers[(random >> 8) % (sizeof numbers / sizeof *numbers)];
            // Half of the word, or all of it.
            set_word(at, random >> 31 ? number : (word_of(at) & 0xffff0000) | (number & 0xffff));
        }
        sign();
        Store copy;
        store_init(&copy, SEGMENT_GAMES);
        const uint32_t games = word_of(GAMES);
        const int32_t read = read_file(&copy);
        if (read != FILE_DAMAGED) {
            taken++;
            if (!CHECK_INT(read, games) || !CHECK_INT(games_of(&copy), games)) return;
            ask_all(&copy);
        } else CHECK_INT(games_of(&copy), 0);
        free_store(&copy);
    }
    CHECK(taken > ROUNDS / 10);
    free_store(&s);
}

// Each allocation in turn fails: the call reports it and frees its memory.
static void test_memory(void) {
    for (uint32_t from = 0; from < 2; from++) { // with an index, and without
        Store s = store_of(0, SEGMENT_GAMES, 1);
        CHECK(postings_make(&s, &s.segments[0]));
        for (int n = 1;; n++) {
            fail_allocation(n);
            const bool written = write_room(&s, 0, from), failed = allocation_failed();
            fail_allocation(0);
            CHECK(failed == !written);
            if (!failed) break;
        }
        for (int n = 1;; n++) {
            Store copy;
            store_init(&copy, SEGMENT_GAMES);
            fail_allocation(n);
            const int32_t read = read_file(&copy);
            const bool failed = allocation_failed();
            fail_allocation(0);
            CHECK_INT(read, failed ? (int32_t)FILE_NO_MEMORY : (int32_t)(SEGMENT_GAMES - from));
            free_store(&copy);
            if (!failed) break;
        }
        free_store(&s);
    }
}

int main(void) {
    tests_begin();
    test_round_trips();
    test_parts();
    test_options();
    test_no_games();
    test_cuts_and_flips();
    test_lies();
    test_inner_lies();
    test_any_numbers();
    test_memory();
    free(room);
    free(import.moves);
    tags_free(&import.tags);
    return tests_end("database_file");
}
