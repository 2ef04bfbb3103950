// SPDX-License-Identifier: Apache-2.0
// Evaluates conditions for 64 games at a time, and marks names.
#include "filter.h"

// --- names -----------------------------------------------------------------------------------------

static char lower_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

static bool begins(const char *name, const char *text, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        if (lower_case(name[i]) != text[i]) return false;
    return true;
}

static bool fits(const char *name, uint32_t size, int match, const char *text, uint32_t length) {
    if (size < length) return false;
    if (match == MATCH_WHOLE && size != length) return false;
    if (match != MATCH_PART) return begins(name, text, length);
    for (uint32_t at = 0; at + length <= size; at++)
        if (begins(name + at, text, length)) return true;
    return false;
}

void filter_mark(const Names *names, uint8_t *marks, uint32_t bit, int match, const char *text, uint32_t length) {
    const uint8_t mark = (uint8_t)(1u << bit);
    uint32_t begin = 0;
    for (uint32_t name = 0; name < names->count; name++) {
        const uint32_t end = names->ends[name], size = end - begin;
        const char *at = names->text + begin;
        // Most names differ in their first letter.
        const bool may = size > 0 && (match == MATCH_PART || length == 0 || lower_case(*at) == *text);
        if (may && fits(at, size, match, text, length)) marks[name] |= mark;
        else marks[name] &= (uint8_t)~mark;
        begin = end;
    }
}

bool filter_is_wide(const Names *names, uint32_t name) {
    uint32_t size;
    const char *at = names_get(names, name, &size);
    char all = 0;
    for (uint32_t i = 0; i < size; i++) all |= at[i];
    return (all & 0x80) != 0;
}

// --- games -----------------------------------------------------------------------------------------

bool filter_check(const uint32_t *conditions, uint32_t count, bool has_marks) {
    for (uint32_t i = 0; i < count; i++)
        if (conditions[3 * i] > FILTER_VARIANT || (conditions[3 * i] <= FILTER_PLAYERS && !has_marks)) return false;
    return true;
}

// from ≤ to
INLINE uint64_t is_within(uint32_t value, uint32_t from, uint32_t to) { return value - from <= to - from; }

// A date whose unknown parts are as late as possible.
INLINE uint32_t latest(uint32_t date) {
    const uint32_t month = date & 15 << 5, day = date & 31;
    return month == 0 ? date | 511 : day == 0 ? date | 31 : date;
}

INLINE uint64_t mark_of(const uint8_t *marks, uint32_t name, uint32_t bit) { return marks[name] >> bit & 1; }

INLINE uint64_t has_name(const Row *row, uint32_t fields, uint32_t bit, const uint8_t *marks) {
    uint64_t has = 0;
    if (fields & FIELD_WHITE) has |= mark_of(marks, row->white, bit);
    if (fields & FIELD_BLACK) has |= mark_of(marks, row->black, bit);
    if (fields & FIELD_EVENT) has |= mark_of(marks, row->event, bit);
    if (fields & FIELD_SITE) has |= mark_of(marks, row->site, bit);
    if (fields & FIELD_ROUND) has |= mark_of(marks, row->round, bit);
    return has;
}

INLINE uint64_t meets(const Row *row, const Brief *brief, FilterOp op, uint32_t a, uint32_t b, const uint8_t *marks) {
    switch (op) {
    case FILTER_NAMES: return has_name(row, a, b, marks);
    case FILTER_PLAYERS:
        return (mark_of(marks, row->white, a) & mark_of(marks, row->black, b)) |
               (mark_of(marks, row->black, a) & mark_of(marks, row->white, b));
    case FILTER_ELO: return is_within(brief->white_elo, a, b) & is_within(brief->black_elo, a, b);
    case FILTER_PLIES: return is_within(row->plies, a, b);
    case FILTER_ECO: return is_within(row->eco, a, b);
    case FILTER_DATE: return is_within(latest(brief->date), a, UINT32_MAX) & is_within(brief->date, 1, latest(b));
    case FILTER_RESULT: return (brief->result == a) | (brief->result == b);
    default: return row->variant == a;
    }
}

// The games of 64 that meet a condition. One loop for each op, so that the op is tested once for all games. The
// first condition is tested for all of them, whose rows come from memory, the others only for the remaining games.
#define GAMES_THAT(op)                                                                                   \
    case op:                                                                                             \
        if (left == ~0ull)                                                                               \
            for (uint32_t i = 0; i < 64; i++) bits |= meets(&rows[i], &briefs[i], op, a, b, marks) << i; \
        else                                                                                             \
            for (uint64_t rest = left; rest; rest &= rest - 1)                                           \
                bits |= meets(&rows[lsb(rest)], &briefs[lsb(rest)], op, a, b, marks) << lsb(rest);       \
        return bits

static uint64_t games_that_meet(const Row *rows, const Brief *briefs, uint64_t left, const uint32_t *condition,
                                const uint8_t *marks) {
    const FilterOp op = (FilterOp)condition[0];
    const uint32_t a = op == FILTER_ELO && condition[1] == 0 ? 1 : condition[1], b = condition[2];
    uint64_t bits = 0;
    if (op >= FILTER_ELO && op <= FILTER_ECO && a > b) return 0;
    switch (op) {
        GAMES_THAT(FILTER_NAMES);
        GAMES_THAT(FILTER_PLAYERS);
        GAMES_THAT(FILTER_ELO);
        GAMES_THAT(FILTER_PLIES);
        GAMES_THAT(FILTER_ECO);
        GAMES_THAT(FILTER_DATE);
        GAMES_THAT(FILTER_RESULT);
        GAMES_THAT(FILTER_VARIANT);
    }
    return bits;
}

void filter_games(const Segment *seg, const uint32_t *conditions, uint32_t count, const uint8_t *marks,
                  uint64_t *bits) {
    for (uint32_t from = 0; from < seg->games; from += 64) {
        const uint32_t games = seg->games - from < 64 ? seg->games - from : 64;
        uint64_t left = ~0ull >> (64 - games);
        for (uint32_t i = 0; i < count && left; i++)
            left = games_that_meet(seg->rows + from, seg->briefs + from, left, conditions + 3 * i, marks);
        bits[from / 64] = left;
    }
}
