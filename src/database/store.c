// SPDX-License-Identifier: Apache-2.0
// Adds games: fills segments, slices and briefs.
#include "store.h"

#include <stdlib.h>

#include "naming.h"

enum { FIRST_SEGMENTS = 16, FIRST_WORDS = 16, FIRST_MOVES = 1 << 12, FIRST_TAGS = 1 << 9 };

void store_init(Store *s, uint32_t segment_games) {
    memset(s, 0, sizeof *s);
    s->segment_games = segment_games;
    s->posted_plies = EARLY_PLIES;
    for (int v = STANDARD; v < VARIANT_COUNT; v++) {
        Position p;
        int offset;
        const char *fen = variant_start_fen((Variant)v);
        if (fen_parse(fen, strlen(fen), (Variant)v, false, &p, &offset) == ERR_NONE) s->starts[v] = p.board;
        men_of(&s->starts[v], &s->start_men[v]);
    }
}

void store_start(const Store *s, const Row *row, Board *out) {
    uint32_t length;
    int offset;
    Position p;
    *out = s->starts[row->variant];
    if (row->start == 0) return;
    const char *fen = names_get(&s->names, row->start, &length);
    if (fen_parse(fen, length, (Variant)row->variant, false, &p, &offset) == ERR_NONE) *out = p.board;
}

// --- segments --------------------------------------------------------------------------------------

// Makes space for 64 games per word. False if memory is exhausted.
static bool set_words(Segment *seg, uint32_t words) {
    void *grown;
#define GROW(column) \
    ((grown = realloc(seg->column, 64 * (size_t)words * sizeof *seg->column)) && (seg->column = grown, true))
    if (!GROW(rows) || !GROW(players) || !GROW(facts) || !GROW(late) || !GROW(briefs)) return false;
    if (seg->places && !GROW(places)) return false;
#undef GROW
    uint64_t *slices = calloc((size_t)SLICES * words, sizeof *slices);
    if (!slices) return false;
    for (size_t slice = 0; seg->words && slice < SLICES; slice++)
        memcpy(slices + slice * words, seg->slices + slice * seg->words, seg->words * sizeof *slices);
    free(seg->slices);
    seg->slices = slices;
    seg->words = words;
    return true;
}

bool store_add_places(Segment *seg) {
    seg->places = calloc(64 * (size_t)seg->words, sizeof *seg->places);
    return seg->places;
}

static Segment *add_segment(Store *s, uint32_t words) {
    if (s->segment_count == s->segment_capacity) {
        const uint32_t wanted = s->segment_capacity ? 2 * s->segment_capacity : FIRST_SEGMENTS;
        Segment *grown = realloc(s->segments, wanted * sizeof *grown);
        if (!grown) return NULL;
        s->segments = grown;
        s->segment_capacity = wanted;
    }
    Segment *seg = &s->segments[s->segment_count];
    memset(seg, 0, sizeof *seg);
    if (!set_words(seg, words < segment_words(s) ? words : segment_words(s))) {
        free(seg->rows);
        free(seg->players);
        free(seg->facts);
        free(seg->late);
        free(seg->briefs);
        return NULL;
    }
    s->segment_count++;
    return seg;
}

static bool set_capacity(Segment *seg, uint32_t capacity) {
    Move *moves = realloc(seg->moves, (capacity ? capacity : 1) * sizeof *moves);
    if (!moves) return false;
    seg->moves = moves;
    seg->move_capacity = capacity;
    return true;
}

static bool reserve_moves(Segment *seg, uint32_t count) {
    const uint64_t needed = (uint64_t)seg->move_count + count;
    if (seg->moves && needed <= seg->move_capacity) return true;
    uint64_t wanted = seg->move_capacity ? seg->move_capacity + seg->move_capacity / 2 : FIRST_MOVES;
    if (wanted < needed) wanted = needed;
    return wanted < UINT32_MAX / 2 && set_capacity(seg, (uint32_t)wanted);
}

static bool reserve_tags(Segment *seg, uint32_t count) {
    const uint64_t needed = (uint64_t)seg->tag_count + count;
    if (needed <= seg->tag_capacity) return true;
    uint64_t wanted = seg->tag_capacity ? seg->tag_capacity + seg->tag_capacity / 2 : FIRST_TAGS;
    if (wanted < needed) wanted = needed;
    uint32_t *tags = wanted < UINT32_MAX / sizeof *tags ? realloc(seg->tags, (size_t)wanted * sizeof *tags) : NULL;
    if (!tags) return false;
    seg->tags = tags;
    seg->tag_capacity = (uint32_t)wanted;
    return true;
}

// The unused rest of a full segment is freed.
static void trim(Segment *seg) {
    set_capacity(seg, seg->move_count);
    uint32_t *tags = seg->tag_count ? realloc(seg->tags, seg->tag_count * sizeof *tags) : NULL;
    if (!tags) return;
    seg->tags = tags;
    seg->tag_capacity = seg->tag_count;
}

static Segment *open_segment(Store *s) {
    if (s->segment_count == 0) return add_segment(s, FIRST_WORDS);
    Segment *last = &s->segments[s->segment_count - 1];
    if (last->games < 64 * last->words) return last;
    if (last->games < s->segment_games) return set_words(last, 2 * last->words) ? last : NULL;
    trim(last);
    return add_segment(s, FIRST_WORDS);
}

void store_unindex(Segment *seg) {
    free(seg->slices);
    free(seg->buckets);
    free(seg->postings);
    seg->slices = NULL;
    seg->buckets = seg->postings = NULL;
    seg->posted = seg->games;
}

// Records the squares of the pieces of a board.
static void note_board(const Board *b, Bitboard ever[12]) {
    for (Color us = WHITE; us <= BLACK; us++)
        for (PieceType type = PAWN; type <= KING; type++) ever[(int)us * 6 + (int)type] |= board_pieces(b, us, type);
}

static void note_late(const Men *men, Row *row) {
    row->late_men = (uint8_t)(64 - men->counts[NOBODY]);
    row->late_home = 0;
    for (int file = 0; file < 8; file++) {
        row->late_home |= (uint16_t)((men->at[8 + file] == PAWN) << file);
        row->late_home |= (uint16_t)((men->at[48 + file] == 6 + PAWN) << (8 + file));
    }
}

static uint64_t material_of(const Men *men) {
    uint64_t material = 0;
    for (int man = 0; man < NOBODY; man++)
        material |= (uint64_t)(men->counts[man] < 15 ? men->counts[man] : 15) << 4 * man;
    return material;
}

// For games of standard chess, the men on their squares are enough.
static void replay_standard(const Store *s, const Board *start, Row *row, const Move *moves, Bitboard ever[ANY_MEN]) {
    Men men;
    if (row->start == 0) men = s->start_men[row->variant];
    else men_of(start, &men);
    Color us = (Color)start->side;
    row->late_men = 64; // if the game ends earlier
    row->late_home = 0xffff;
    for (uint32_t ply = 0; ply < row->plies; ply++, us = !us) {
        const Move m = moves[ply];
        if (m != NO_MOVE) {
            const Square from = move_from(m), to = move_to(m);
            men_play(&men, m);
            if (move_kind(m) == MOVE_CASTLE) {
                ever[(int)us * 6 + KING] |= bit(castle_king_to(from, to));
                ever[(int)us * 6 + ROOK] |= bit(castle_rook_to(from, to));
            } else {
                ever[men.at[to]] |= bit(to);
            }
            if (move_is_promotion(m)) row->rises |= us == WHITE ? ROW_WHITE_RISES : ROW_BLACK_RISES;
        }
        if (ply == EARLY_PLIES) note_late(&men, row);
    }
    row->last = material_of(&men);
}

// Variants may remove pieces from the board and add others: the whole board is examined after each move.
static void replay_variant(Board b, Row *row, const Move *moves, Bitboard ever[12]) {
    row->rises = ROW_WHITE_RISES | ROW_BLACK_RISES;
    row->late_men = 64;
    row->late_home = 0xffff;
    for (uint32_t ply = 0; ply < row->plies; ply++) {
        store_play(&b, moves[ply]);
        note_board(&b, ever);
    }
}

// Columns are so far apart that writing to each of them takes longer than reading the game: so the bits of 64 games
// are collected first.
static void stage_slices(Store *s, uint32_t local, const Bitboard ever[12]) {
    const uint64_t game = 1ull << local % 64;
    for (size_t piece = 0; piece < 12; piece++)
        for (Bitboard squares = ever[piece]; squares;) s->staged[piece * 64 + (size_t)pop(&squares)] |= game;
    s->is_staged = true;
    if (local % 64 == 63) store_settle(s);
}

void store_settle(Store *s) {
    if (!s->is_staged) return;
    const Segment *seg = &s->segments[s->segment_count - 1];
    uint64_t *column = seg->slices + (seg->games - 1) / 64;
    for (size_t slice = 0; slice < SLICES; slice++) column[slice * seg->words] |= s->staged[slice];
    memset(s->staged, 0, sizeof s->staged);
    s->is_staged = false;
}

static Brief brief_of(const Row *row, const Move *moves) {
    Brief brief = {
        .white_elo = row->white_elo,
        .black_elo = row->black_elo,
        .date = row->date & 0x7fffff,
        .result = row->result & 7,
        .plies = row->plies < BRIEF_MOVES ? row->plies & 3 : BRIEF_MOVES,
        .is_plain = row->start == 0 && row->variant == STANDARD,
    };
    for (uint32_t ply = 0; ply < brief.plies; ply++) brief.first[ply] = moves[ply];
    return brief;
}

void segment_note(Segment *seg, uint32_t from) {
    for (uint32_t game = from; game < seg->games; game++) {
        const Row *row = &seg->rows[game];
        seg->briefs[game] = brief_of(row, seg->moves + row->moves);
        seg->late[game] = row->plies > EARLY_PLIES ? (uint32_t)row->late_men << 16 | row->late_home : 0;
    }
}

uint32_t store_read_openings(Store *s, const char *text, uint32_t moves, uint32_t length) {
    s->openings_check = length;
    for (uint32_t i = 0; i < 3 * moves + length; i++)
        s->openings_check = (s->openings_check ^ (uint8_t)text[i]) * 0x01000193u;
    s->openings = naming_read(text, moves, length, &s->starts[STANDARD]);
    return s->openings;
}

static uint16_t opening_of(const Store *s, const Row *row, const Board *start, const Move *moves) {
    if (!s->openings || start->rules != STANDARD) return 0;
    return naming_of(row->start || row->variant != STANDARD ? start : NULL, moves, row->plies);
}

void store_name_openings(const Store *s, Segment *seg) {
    for (uint32_t game = 0; game < seg->games; game++) {
        const Row *row = &seg->rows[game];
        Board start;
        store_start(s, row, &start);
        seg->facts[game].opening = opening_of(s, row, &start, seg->moves + row->moves);
    }
}

void store_note_names(Store *s, const Segment *seg, uint32_t game) {
    const Row *row = &seg->rows[game];
    uint8_t *roles = s->names.roles;
    if (!roles) return; // there are no names
    roles[seg->players[game].white] |= ROLE_WHITE;
    roles[seg->players[game].black] |= ROLE_BLACK;
    roles[row->event] |= ROLE_EVENT;
    roles[row->site] |= ROLE_SITE;
    roles[row->round] |= ROLE_ROUND;
    const uint32_t first = seg->facts[game].tags, count = segment_tag_count(seg, game);
    for (uint32_t i = 0; i < count; i++) roles[seg->tags[first + i]] |= i ? ROLE_TAG : ROLE_SHAPE;
}

uint32_t store_place(Store *s, const Head *head, const Board *start, const Move *moves, const Place *place) {
    Segment *seg = open_segment(s);
    const uint32_t plies = head->row.plies;
    if (!seg || !reserve_moves(seg, plies) || !reserve_tags(seg, head->tag_count)) return UINT32_MAX;
    if (place && !seg->places && !store_add_places(seg)) return UINT32_MAX;
    if (seg->places) seg->places[seg->games] = place ? *place : (Place){0};
    Row *placed = &seg->rows[seg->games];
    Facts *facts = &seg->facts[seg->games];
    Bitboard ever[ANY_MEN] = {0};
    *placed = head->row;
    placed->moves = seg->move_count;
    placed->rises = 0;
    placed->last = 0;
    seg->players[seg->games] = head->players;
    *facts = head->facts;
    facts->tags = seg->tag_count;
    facts->opening = opening_of(s, &head->row, start, moves);
    if (head->tag_count) memcpy(seg->tags + seg->tag_count, head->tags, head->tag_count * sizeof *head->tags);
    if (plies) memcpy(seg->moves + seg->move_count, moves, plies * sizeof *moves);
    note_board(start, ever);
    if (start->rules == STANDARD) replay_standard(s, start, placed, moves, ever);
    else replay_variant(*start, placed, moves, ever);
    seg->move_count += plies;
    seg->tag_count += head->tag_count;
    seg->games++;
    store_note_names(s, seg, seg->games - 1);
    segment_note(seg, seg->games - 1);
    stage_slices(s, seg->games - 1, ever);
    return (s->segment_count - 1) * s->segment_games + seg->games - 1;
}

Segment *store_add_segment(Store *s, uint32_t moves) {
    Segment *seg = add_segment(s, segment_words(s));
    return seg && set_capacity(seg, moves) ? seg : NULL;
}
