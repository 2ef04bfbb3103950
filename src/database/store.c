// SPDX-License-Identifier: Apache-2.0
// Adds games: parses tags into rows, and fills segments, slices and briefs.
#include "store.h"

#include <stdlib.h>

enum { FIRST_SEGMENTS = 16, FIRST_WORDS = 16, FIRST_MOVES = 1 << 12 };

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

// --- tags ------------------------------------------------------------------------------------------

// The number at the beginning of a text; 0 for no digits, or too many.
static uint32_t number_of(const char *text, uint32_t most) {
    uint32_t number = 0;
    while (*text == ' ') text++;
    for (; is_digit(*text); text++) {
        number = 10 * number + (uint32_t)(*text - '0');
        if (number > most) return 0;
    }
    return number;
}

// Reads '2026.11.27', '2026.11.??', '2026-11-27', '2026'.
static uint32_t date_of(const char *text) {
    for (int i = 0; i < 4; i++)
        if (!is_digit(text[i])) return 0;
    const uint32_t year = number_of(text, 9999);
    if (is_digit(text[4]) || year == 0) return 0;
    uint32_t month = 0, day = 0;
    if (text[4] && is_digit(text[5]) && is_digit(text[6])) month = number_of(text + 5, 12);
    if (month && text[7] && is_digit(text[8]) && is_digit(text[9])) day = number_of(text + 8, 31);
    return year << 9 | month << 5 | day;
}

static uint16_t eco_of(const char *text) {
    if (text[0] < 'A' || text[0] > 'E' || !is_digit(text[1]) || !is_digit(text[2])) return 0;
    return (uint16_t)(1 + (text[0] - 'A') * 100 + (text[1] - '0') * 10 + text[2] - '0');
}

static bool add_name(Store *s, const char *value, uint32_t *out) {
    const bool unknown = value[0] == '?' && value[1] == 0;
    const uint32_t name = unknown ? 0 : names_add(&s->names, value, (uint32_t)strlen(value));
    if (name == UINT32_MAX) return false;
    *out = name;
    return true;
}

static bool read_tag(Store *s, Row *row, const char *name, const char *value) {
    switch (name[0]) { // most tags are not among these
    case 'W':
        if (strcmp(name, "White") == 0) return add_name(s, value, &row->white);
        if (strcmp(name, "WhiteElo") == 0) row->white_elo = (uint16_t)number_of(value, MOST_ELO);
        return true;
    case 'B':
        if (strcmp(name, "Black") == 0) return add_name(s, value, &row->black);
        if (strcmp(name, "BlackElo") == 0) row->black_elo = (uint16_t)number_of(value, MOST_ELO);
        return true;
    case 'E':
        if (strcmp(name, "Event") == 0) return add_name(s, value, &row->event);
        if (strcmp(name, "ECO") == 0) row->eco = eco_of(value);
        return true;
    case 'S': return strcmp(name, "Site") != 0 || add_name(s, value, &row->site);
    case 'R': return strcmp(name, "Round") != 0 || add_name(s, value, &row->round);
    case 'D':
        if (strcmp(name, "Date") == 0) row->date = date_of(value);
        return true;
    default: return true;
    }
}

bool store_row(Store *s, const NewGame *g, Row *row) {
    *row = (Row){.plies = g->plies, .result = g->result, .variant = (uint8_t)g->variant};
    const char *end = g->tags + g->tags_size;
    for (const char *at = g->tags; at < end;) {
        const char *value = at + strlen(at) + 1;
        if (!read_tag(s, row, at, value)) return false;
        at = value + strlen(value) + 1;
    }
    return g->fen_length == 0 || (row->start = names_add(&s->names, g->fen, g->fen_length)) != UINT32_MAX;
}

// --- segments --------------------------------------------------------------------------------------

// Makes space for 64 games per word. False if memory is exhausted.
static bool set_words(Segment *seg, uint32_t words) {
    Row *rows = realloc(seg->rows, 64 * (size_t)words * sizeof *rows);
    if (rows) seg->rows = rows;
    uint32_t *late = rows ? realloc(seg->late, 64 * (size_t)words * sizeof *late) : NULL;
    if (late) seg->late = late;
    Brief *briefs = late ? realloc(seg->briefs, 64 * (size_t)words * sizeof *briefs) : NULL;
    if (briefs) seg->briefs = briefs;
    Place *places = seg->places ? realloc(seg->places, 64 * (size_t)words * sizeof *places) : NULL;
    if (places) seg->places = places;
    uint64_t *slices = briefs && !places == !seg->places ? calloc((size_t)SLICES * words, sizeof *slices) : NULL;
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

static Segment *open_segment(Store *s) {
    if (s->segment_count == 0) return add_segment(s, FIRST_WORDS);
    Segment *last = &s->segments[s->segment_count - 1];
    if (last->games < 64 * last->words) return last;
    if (last->games < s->segment_games) return set_words(last, 2 * last->words) ? last : NULL;
    set_capacity(last, last->move_count); // it is full: the unused rest is freed
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

uint32_t store_stage(Store *s, const Row *row, const Board *start, const Move *moves, const Place *place) {
    Segment *seg = open_segment(s);
    if (!seg || !reserve_moves(seg, row->plies)) return UINT32_MAX;
    if (place && !seg->places && !store_add_places(seg)) return UINT32_MAX;
    if (seg->places) seg->places[seg->games] = place ? *place : (Place){0};
    Row *placed = &seg->rows[seg->games];
    Bitboard ever[ANY_MEN] = {0};
    *placed = *row;
    placed->moves = seg->move_count;
    placed->rises = 0;
    placed->last = 0;
    if (row->plies) memcpy(seg->moves + seg->move_count, moves, row->plies * sizeof *moves);
    note_board(start, ever);
    if (start->rules == STANDARD) replay_standard(s, start, placed, moves, ever);
    else replay_variant(*start, placed, moves, ever);
    seg->move_count += row->plies;
    seg->games++;
    segment_note(seg, seg->games - 1);
    stage_slices(s, seg->games - 1, ever);
    return (s->segment_count - 1) * s->segment_games + seg->games - 1;
}

uint32_t store_place(Store *s, const Row *row, const Board *start, const Move *moves, const Place *place) {
    const uint32_t game = store_stage(s, row, start, moves, place);
    store_settle(s);
    return game;
}

Segment *store_add_segment(Store *s, uint32_t moves) {
    Segment *seg = add_segment(s, segment_words(s));
    return seg && set_capacity(seg, moves) ? seg : NULL;
}
