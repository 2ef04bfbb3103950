// SPDX-License-Identifier: Apache-2.0
// Finds games by their headers. A filter is a list of conditions, all of which a game must meet: three words each,
// an op and two numbers. Names that match a condition are marked: a bit for each condition in the byte of each
// name.
#ifndef DATABASE_FILTER_H
#define DATABASE_FILTER_H

#include "game_tags.h"

// JS gets these enumerators.
typedef enum {
    FILTER_NAMES = 0,         // fields (FIELD_*), one of which has a marked name; a bit of marks
    FILTER_PLAYERS = 1,       // two bits of marks: one player has the first one, the other player the second one
    FILTER_PLAYER_RESULT = 2, // bits of marks of a player, and of the opponent or FILTER_ANYBODY, as a * 16 + b; two
                              // PgnResults as a * 16 + b: if the player is White, and if Black
    FILTER_TAG = 3,           // a bit of marks, or FILTER_ANYBODY for any value; of the tag of filter_tag()
    FILTER_ELO = 4,           // from, to: both ratings are known and within
    FILTER_WHITE_ELO = 5,     // the same of White's rating
    FILTER_BLACK_ELO = 6,
    FILTER_PLIES = 7,   // from, to
    FILTER_ECO = 8,     // from, to, as in a row, from 1 on
    FILTER_DATE = 9,    // from, to, as in a row: compares the parts that both have; a date without a year never matches
    FILTER_RESULT = 10, // either of two PgnResults
    FILTER_VARIANT = 11, // a Variant, and 0
    FILTER_OPENING = 12, // it is one of filter_openings()
    FILTER_SPEED = 13,   // a bit for each Speed, and 0
} FilterOp;

enum {
    FILTER_ANYBODY = 8, // instead of a bit of marks
};

enum {
    FIELD_WHITE = 1,
    FIELD_BLACK = 2,
    FIELD_EVENT = 4,
    FIELD_SITE = 8,
    FIELD_ROUND = 16,
    FIELD_TAG = 32, // any other tag
};

// How a name matches a text.
enum {
    MATCH_WHOLE = 0,
    MATCH_BEGINNING = 1,
    MATCH_PART = 2,
};

// What names are compared with. Blanks at the ends of names do not count.
typedef struct {
    const char *text; // borrowed; lower case
    uint32_t length;
    int match;
} Pattern;

// Sets or clears a bit in the marks of all ASCII names: whether the name, in any case, matches, and is used in one of
// the fields. `also` only sets bits. The empty name never matches.
void filter_mark(const Names *names, uint8_t *marks, uint32_t bit, uint32_t fields, const Pattern *pattern, bool also);

// The first name from `from` on that is not ASCII; the number of names if there is none.
uint32_t filter_wide_name(const Names *names, uint32_t from);

// What conditions refer to.
typedef struct {
    const uint8_t *marks;    // by name
    const uint8_t *openings; // by opening of a game: 1 if it is sought
    Tag *tag;
    Pattern pattern; // for values of the tag that are not names
} FilterSets;

// False for invalid conditions, and for conditions that use marks or a tag if not all names are known.
bool filter_check(const Names *names, const uint32_t *conditions, uint32_t count, const FilterSets *sets,
                  uint32_t mark_count);

// Writes a bit for each game of a segment, the lowest first: whether it meets the conditions.
void filter_games(const Store *s, const Segment *seg, const uint32_t *conditions, uint32_t count,
                  const FilterSets *sets, uint64_t *bits);

#endif
