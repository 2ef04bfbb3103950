// SPDX-License-Identifier: Apache-2.0
// A table of the meanings of characters above ASCII.
#include "wide.h"

#include "../bitboard.h"

typedef struct {
    uint16_t first, last;
    char meaning;
} Range;

static const Range WINDOWS[] = {
    {0x85, 0x85, '.'},      {0x96, 0x97, '-'},         {0xA0, 0xA0, ' '}, {0xAD, 0xAD, ' '},
    {0xBD, 0xBD, PGN_HALF}, {0xFE, 0xFF, PGN_RUBBISH}, {0, 0, 0},
};

// Blanks, and characters of the category Cf that occur in chess texts.
static const Range UNICODE[] = {
    {0x80, 0x9F, PGN_RUBBISH},
    {0xA0, 0xA0, ' '},
    {0xAD, 0xAD, ' '},
    {0xBD, 0xBD, PGN_HALF},
    {0xD7, 0xD7, 'x'},
    {0xFF, 0xFF, PGN_RUBBISH}, // what some programs make of the byte 0xFF
    {0x61C, 0x61C, ' '},
    {0x180E, 0x180E, ' '},
    {0x2000, 0x200F, ' '},
    {0x2010, 0x2015, '-'},
    {0x2020, 0x2020, '+'},
    {0x2026, 0x2026, '.'},
    {0x2028, 0x202F, ' '},
    {0x2044, 0x2044, '/'},
    {0x205F, 0x206F, ' '},
    {0x2212, 0x2212, '-'},
    {0x3000, 0x3000, ' '},
    {0xFEFF, 0xFEFF, ' '},
    {0xFFFD, 0xFFFF, PGN_RUBBISH},
    {0, 0, 0},
};

COLD char pgn_wide_meaning(const char *at, const char *end, int *length) {
    const Range *range = UNICODE;
    uint32_t code = (unsigned char)*at, size = code < 0xC2 || code > 0xF7 ? 1 : code < 0xE0 ? 2 : code < 0xF0 ? 3 : 4;
    code &= 0xFFu >> (size + 1);
    for (uint32_t i = 1; i < size; i++) {
        if (at + i == end || (at[i] & 0xC0) != 0x80) size = 1;
        else code = code << 6 | (at[i] & 0x3F);
    }
    if (size == 1) {
        range = WINDOWS;
        code = (unsigned char)*at;
    }
    *length = (int)size;
    while (range->first && (code < range->first || code > range->last)) range++;
    return range->meaning;
}
