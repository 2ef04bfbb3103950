// SPDX-License-Identifier: Apache-2.0
// Evaluates conditions for 64 games at a time, and marks names.
#include "filter.h"

// --- names -----------------------------------------------------------------------------------------

static char lower_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool begins(const char *name, const char *text, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        if (lower_case(name[i]) != text[i]) return false;
    return true;
}

static bool fits(const char *name, uint32_t size, const Pattern *p) {
    for (; size > 0 && is_space(*name); name++) size--;
    while (size > 0 && is_space(name[size - 1])) size--;
    if (size == 0 || size < p->length) return false;
    if (p->match == MATCH_WHOLE && size != p->length) return false;
    if (p->match != MATCH_PART) return begins(name, p->text, p->length);
    for (uint32_t at = 0; at + p->length <= size; at++)
        if (begins(name + at, p->text, p->length)) return true;
    return false;
}

_Static_assert((int)FIELD_WHITE == ROLE_WHITE && (int)FIELD_BLACK == ROLE_BLACK && (int)FIELD_EVENT == ROLE_EVENT &&
                   (int)FIELD_SITE == ROLE_SITE && (int)FIELD_ROUND == ROLE_ROUND && (int)FIELD_TAG == ROLE_TAG,
               "fields are roles");
void filter_mark(const Names *names, uint8_t *marks, uint32_t bit, uint32_t fields, const Pattern *p, bool also) {
    const uint8_t mark = (uint8_t)(1u << bit), kept = also ? 0xff : (uint8_t)~mark;
    const bool may_begin = p->match == MATCH_PART || p->length == 0;
    for (uint32_t name = 1; name < names->count; name++) {
        marks[name] &= kept;
        if (!(names->roles[name] & fields)) continue;
        const uint32_t begin = names->ends[name - 1], size = names->ends[name] - begin;
        const char *at = names->text + begin;
        // Most names differ in their first letter.
        if (!may_begin && lower_case(*at) != *p->text && !is_space(*at)) continue;
        if (fits(at, size, p)) marks[name] |= mark;
    }
}

uint32_t filter_wide_name(const Names *names, uint32_t from) {
    if (from == 0) from = 1;
    if (from >= names->count) return names->count;
    uint32_t at = names->ends[from - 1];
    const uint32_t end = names->ends[names->count - 1];
    uint64_t eight;
    while (end - at >= 8 && (memcpy(&eight, names->text + at, 8), !(eight & 0x8080808080808080ull))) at += 8;
    while (at < end && !(names->text[at] & 0x80)) at++;
    if (at == end) return names->count;
    // The first name that ends behind that byte.
    uint32_t to = names->count - 1;
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (names->ends[middle] > at) to = middle;
        else from = middle + 1;
    }
    return from;
}

// --- games -----------------------------------------------------------------------------------------

bool filter_check(const Names *names, const uint32_t *conditions, uint32_t count, const FilterSets *sets,
                  uint32_t mark_count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t op = conditions[3 * i];
        if (op > FILTER_SPEED || (op <= FILTER_TAG && mark_count <= names->count)) return false;
        if (op == FILTER_TAG && sets->tag->place_count <= names->count) return false;
    }
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

INLINE uint64_t has_name(const Row *row, const Players *players, uint32_t fields, uint32_t bit, const uint8_t *marks) {
    uint64_t has = 0;
    if (fields & FIELD_WHITE) has |= marks[players->white];
    if (fields & FIELD_BLACK) has |= marks[players->black];
    if (fields & FIELD_EVENT) has |= marks[row->event];
    if (fields & FIELD_SITE) has |= marks[row->site];
    if (fields & FIELD_ROUND) has |= marks[row->round];
    return has >> bit & 1;
}

// One player has a bit of marks, and the other one another bit, or any.
INLINE uint64_t are_marked(const uint8_t *marks, uint32_t player, uint32_t opponent, uint32_t bits) {
    const uint32_t other = bits & 15;
    return mark_of(marks, player, bits >> 4) & (other == FILTER_ANYBODY || mark_of(marks, opponent, other));
}

INLINE uint64_t has_result(uint32_t result, const Players *players, uint32_t bits, uint32_t results,
                           const uint8_t *marks) {
    return ((result == results >> 4) & are_marked(marks, players->white, players->black, bits)) |
           ((result == (results & 15)) & are_marked(marks, players->black, players->white, bits));
}

// Whether the text that the row gives for the tag fits.
NOINLINE static bool given_fits(const Store *s, const Segment *seg, uint32_t game, const FilterSets *sets) {
    char room[MOST_TAG_TEXT];
    uint32_t size;
    const Tag *tag = sets->tag;
    const char *text = tags_given(s, &seg->rows[game], &seg->players[game], tag->name, tag->length, room, &size);
    return text && fits(text, size, &sets->pattern);
}

// Writing and comparing a text takes longer than the rest: the answer is kept for the next game with that number.
INLINE uint64_t has_tag(const Store *s, const Segment *seg, uint32_t game, uint32_t bit, const FilterSets *sets) {
    Tag *tag = sets->tag;
    if (segment_tag_count(seg, game) == 0) return 0;
    const uint32_t place = tag_place(tag, &s->names, seg->tags[seg->facts[game].tags]);
    if (bit == FILTER_ANYBODY) return place != TAG_MISSING;
    const uint32_t value = tags_value(seg, game, place, tag->kind);
    if (value == TAG_NO_NAME) return 0;
    if (value != TAG_TEXT) return mark_of(sets->marks, value, bit);
    const uint32_t number = tags_number(seg, game, tag->kind) + 1;
    uint32_t *answer = &tag->answers[number % TAG_ANSWERS];
    if (*answer >> 1 != number) *answer = number << 1 | given_fits(s, seg, game, sets);
    return *answer & 1;
}

// The columns of 64 games.
typedef struct {
    const Row *rows;
    const Players *players;
    const Facts *facts;
    const Brief *briefs;
} Columns;

// `fields`: of FILTER_NAMES, a constant.
INLINE uint64_t meets(const Columns *c, uint32_t game, FilterOp op, uint32_t fields, uint32_t a, uint32_t b,
                      const FilterSets *sets) {
    const Row *row = &c->rows[game];
    const Brief *brief = &c->briefs[game];
    const Players *players = &c->players[game];
    const uint8_t *marks = sets->marks;
    switch (op) {
    case FILTER_NAMES: return has_name(row, players, fields, b, marks);
    case FILTER_PLAYERS:
        return (mark_of(marks, players->white, a) & mark_of(marks, players->black, b)) |
               (mark_of(marks, players->black, a) & mark_of(marks, players->white, b));
    case FILTER_PLAYER_RESULT: return has_result(brief->result, players, a, b, marks);
    case FILTER_ELO: return is_within(brief->white_elo, a, b) & is_within(brief->black_elo, a, b);
    case FILTER_WHITE_ELO: return is_within(brief->white_elo, a, b);
    case FILTER_BLACK_ELO: return is_within(brief->black_elo, a, b);
    case FILTER_PLIES: return is_within(row->plies, a, b);
    case FILTER_ECO: return is_within(row->eco, a, b);
    case FILTER_DATE: return is_within(latest(brief->date), a, UINT32_MAX) & is_within(brief->date, 1, latest(b));
    case FILTER_RESULT: return (brief->result == a) | (brief->result == b);
    case FILTER_VARIANT: return row->variant == a;
    case FILTER_OPENING: return sets->openings[c->facts[game].opening];
    case FILTER_SPEED: return a >> (c->facts[game].speed & 31) & 1; // of a forged file any byte
    case FILTER_TAG: break;
    }
    return 0;
}

// The games of 64 that meet a condition. One loop for each op, so that the op is tested once for all games. The
// first condition is tested for all of them, whose columns come from memory, the others only for the remaining games.
#define GAMES_WITH(op, fields)                                                                  \
    do {                                                                                        \
        if (left == ~0ull)                                                                      \
            for (uint32_t i = 0; i < 64; i++) bits |= meets(c, i, op, fields, a, b, sets) << i; \
        else                                                                                    \
            for (uint64_t rest = left; rest; rest &= rest - 1)                                  \
                bits |= meets(c, (uint32_t)lsb(rest), op, fields, a, b, sets) << lsb(rest);     \
        return bits;                                                                            \
    } while (0)
#define GAMES_THAT(op) \
    case op: GAMES_WITH(op, 0)

static uint64_t games_that_meet(const Columns *c, uint64_t left, const uint32_t *condition, const FilterSets *sets) {
    const FilterOp op = (FilterOp)condition[0];
    const bool is_elo = op == FILTER_ELO || op == FILTER_WHITE_ELO || op == FILTER_BLACK_ELO;
    const uint32_t a = is_elo && condition[1] == 0 ? 1 : condition[1], b = condition[2];
    uint64_t bits = 0;
    if (op >= FILTER_ELO && op <= FILTER_ECO && a > b) return 0;
    switch (op) {
    case FILTER_NAMES:
        if (a == (FIELD_WHITE | FIELD_BLACK)) GAMES_WITH(FILTER_NAMES, FIELD_WHITE | FIELD_BLACK);
        GAMES_WITH(FILTER_NAMES, a);
        GAMES_THAT(FILTER_PLAYERS);
        GAMES_THAT(FILTER_PLAYER_RESULT);
        GAMES_THAT(FILTER_ELO);
        GAMES_THAT(FILTER_WHITE_ELO);
        GAMES_THAT(FILTER_BLACK_ELO);
        GAMES_THAT(FILTER_PLIES);
        GAMES_THAT(FILTER_ECO);
        GAMES_THAT(FILTER_DATE);
        GAMES_THAT(FILTER_RESULT);
        GAMES_THAT(FILTER_VARIANT);
        GAMES_THAT(FILTER_OPENING);
        GAMES_THAT(FILTER_SPEED);
    case FILTER_TAG: break;
    }
    return 0;
}

static uint64_t games_with_tag(const Store *s, const Segment *seg, uint32_t from, uint64_t left, uint32_t bit,
                               const FilterSets *sets) {
    uint64_t bits = 0;
    for (uint64_t rest = left; rest; rest &= rest - 1)
        bits |= has_tag(s, seg, from + (uint32_t)lsb(rest), bit, sets) << lsb(rest);
    return bits;
}

// Names with one mark, which are few.
enum { MOST_FEW = 4 };
typedef struct {
    uint32_t names[MOST_FEW];
    uint32_t count; // more than MOST_FEW: they are many
} FewNames;

static void find_few(const uint8_t *marks, uint32_t names, uint32_t bit, FewNames *few) {
    const uint64_t each = 0x0101010101010101ull << bit;
    uint64_t eight;
    few->count = 0;
    for (uint32_t name = 0; name < names; name++) {
        while (names - name > 8 && (memcpy(&eight, marks + name, 8), !(eight & each))) name += 8;
        if (!mark_of(marks, name, bit)) continue;
        if (few->count++ == MOST_FEW) return;
        few->names[few->count - 1] = name;
    }
}

// The games of 64 with one of these players. Comparing numbers is faster than reading marks, which are far apart.
static uint64_t games_of_few(const Players *players, const FewNames *few) {
    typedef uint32_t Four __attribute__((vector_size(16)));
    typedef int32_t Fits __attribute__((vector_size(16)));
    _Static_assert(2 * sizeof(Players) == sizeof(Four), "two games");
    uint64_t bits = 0;
    for (uint32_t i = 0; i < few->count; i++) {
        const uint32_t name = few->names[i];
        const Four names = {name, name, name, name};
        Fits any = {0};
#pragma clang loop unroll(disable)
        for (int at = 0; at < 64; at += 2) {
            Four four;
            memcpy(&four, players + at, sizeof four);
            any |= four == names;
        }
        if (!(any[0] | any[1] | any[2] | any[3])) continue;
#pragma clang loop unroll(disable) vectorize(disable)
        for (int game = 0; game < 64; game++)
            bits |= (uint64_t)((players[game].white == name) | (players[game].black == name)) << game;
    }
    return bits;
}

void filter_games(const Store *s, const Segment *seg, const uint32_t *conditions, uint32_t count,
                  const FilterSets *sets, uint64_t *bits) {
    const bool of_players = count > 0 && conditions[0] == FILTER_NAMES && conditions[1] == (FIELD_WHITE | FIELD_BLACK);
    FewNames few;
    if (of_players) find_few(sets->marks, s->names.count, conditions[2], &few);
    const bool by_number = of_players && few.count <= MOST_FEW;
    for (uint32_t from = 0; from < seg->games; from += 64) {
        const uint32_t games = seg->games - from < 64 ? seg->games - from : 64;
        const Columns c = {seg->rows + from, seg->players + from, seg->facts + from, seg->briefs + from};
        uint64_t left = ~0ull >> (64 - games);
        if (by_number) left &= games_of_few(c.players, &few);
        for (const uint32_t *condition = conditions + (by_number ? 3 : 0); condition < conditions + 3 * count && left;
             condition += 3)
            left = condition[0] == FILTER_TAG ? games_with_tag(s, seg, from, left, condition[1], sets)
                                              : games_that_meet(&c, left, condition, sets);
        bits[from / 64] = left;
    }
}
