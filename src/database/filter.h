// SPDX-License-Identifier: Apache-2.0
// Games by their headers. A filter is a list of conditions, all of which a game must meet: three words each, an op and
// two numbers. Names that conditions ask for are marked: a bit for each condition in the byte of each name.
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
    FILTER_DATE = 5,    // from, to, as in a row: what both a date and a bound have is compared; none is without a year
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

// How a name fits a text.
enum {
    MATCH_WHOLE = 0,
    MATCH_BEGINNING = 1,
    MATCH_PART = 2,
};

// Sets or clears a bit of the marks of all names in ASCII: does the name fit a text in small letters, whatever its
// case? The empty name fits none.
void filter_mark(const Names *names, uint8_t *marks, uint32_t bit, int match, const char *text, uint32_t length);

bool filter_is_wide(const Names *names, uint32_t name); // not in ASCII

// False for conditions that are none, and for such that ask for marks where there are not all.
bool filter_check(const uint32_t *conditions, uint32_t count, bool has_marks);

// Writes a bit for each game of a segment, the lowest first: does it meet the conditions?
void filter_games(const Segment *seg, const uint32_t *conditions, uint32_t count, const uint8_t *marks, uint64_t *bits);

#endif
