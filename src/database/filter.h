// SPDX-License-Identifier: Apache-2.0
// Finds games by their headers. A filter is a list of conditions, all of which a game must meet: three words each,
// an op and two numbers. Names that match a condition are marked: a bit for each condition in the byte of each
// name.
#ifndef DATABASE_FILTER_H
#define DATABASE_FILTER_H

#include "store.h"

// JS gets these enumerators.
typedef enum {
    FILTER_NAMES = 0,   // fields (FIELD_*), one of which has a marked name; a bit of marks
    FILTER_PLAYERS = 1, // two bits of marks: one player has the first one, the other player the second one
    FILTER_ELO = 2,     // from, to: both ratings are known and within
    FILTER_PLIES = 3,   // from, to
    FILTER_ECO = 4,     // from, to, as in a row, from 1 on
    FILTER_DATE = 5,    // from, to, as in a row: compares the parts that both have; a date without a year never matches
    FILTER_RESULT = 6,  // either of two PgnResults
    FILTER_VARIANT = 7, // a Variant, and 0
} FilterOp;

enum {
    FIELD_WHITE = 1,
    FIELD_BLACK = 2,
    FIELD_EVENT = 4,
    FIELD_SITE = 8,
    FIELD_ROUND = 16,
};

// How a name matches a text.
enum {
    MATCH_WHOLE = 0,
    MATCH_BEGINNING = 1,
    MATCH_PART = 2,
};

// Sets or clears a bit in the marks of all ASCII names: whether the name, in any case, matches a lower-case text.
// The empty name never matches.
void filter_mark(const Names *names, uint8_t *marks, uint32_t bit, int match, const char *text, uint32_t length);

bool filter_is_wide(const Names *names, uint32_t name); // not ASCII

// False for invalid conditions, and for conditions that use marks if not all names are marked.
bool filter_check(const uint32_t *conditions, uint32_t count, bool has_marks);

// Writes a bit for each game of a segment, the lowest first: whether it meets the conditions.
void filter_games(const Segment *seg, const uint32_t *conditions, uint32_t count, const uint8_t *marks, uint64_t *bits);

#endif
