// SPDX-License-Identifier: Apache-2.0
#include "symbols.h"

#include <string.h>

#include "../bitboard.h"

// Words stand one behind the other, each with its zero.
static bool is_one_of(const char *words, const char *text, uint32_t length) {
    for (uint32_t size; (size = (uint32_t)strlen(words)) > 0; words += size + 1)
        if (size == length && memcmp(words, text, length) == 0) return true;
    return false;
}

COLD PgnResult pgn_result(const char *text, uint32_t length) {
    const char first = *text;
    if (first != '0' && first != '1' && first != '*' && !(first & 0x80)) return PGN_NO_RESULT;
    if (is_one_of("1-0\0"
                  "1:0\0",
                  text, length))
        return PGN_WHITE_WINS;
    if (is_one_of("0-1\0"
                  "0:1\0",
                  text, length))
        return PGN_BLACK_WINS;
    if (is_one_of("*\0", text, length)) return PGN_UNFINISHED;
    const bool draw = is_one_of("1/2-1/2\0"
                                "1/2\0"
                                "1/2-\0"
                                "\xC2\xBD\0"
                                "\xC2\xBD-\xC2\xBD\0"
                                "\xBD\0"
                                "\xBD-\xBD\0",
                                text, length);
    return draw ? PGN_DRAW : PGN_NO_RESULT;
}

COLD bool pgn_is_null_move(const char *text, uint32_t length) {
    return is_one_of("--\0Z0\0@@@@\0"
                     "0000\0null\0pass\0NULL\0",
                     text, length);
}

COLD bool pgn_is_en_passant_mark(const char *text, uint32_t length) {
    return is_one_of("e.p.\0ep\0e.p\0", text, length);
}

// Each glyph behind its NAG, which begins the word as one byte. PGN standard 10, and what databases have
// added since: https://en.wikipedia.org/wiki/Portable_Game_Notation#Numeric_Annotation_Glyphs
static const char GLYPHS[] =
    "\x01!\0\x02?\0\x03!!\0\x04??\0\x05!?\0\x06?!\0"
    "\x03\xE2\x80\xBC\0\x04\xE2\x81\x87\0\x05\xE2\x81\x89\0\x06\xE2\x81\x88\0"
    "\x07\xE2\x96\xA1\0\x0A=\0\x0D\xE2\x88\x9E\0\x0D~\0"
    "\x0E+=\0\x0E+/=\0\x0E\xE2\xA9\xB2\0\x0F=+\0\x0F=/+\0\x0F\xE2\xA9\xB1\0"
    "\x10+/-\0\x10\xC2\xB1\0\x10\xB1\0\x11-/+\0\x11\xE2\x88\x93\0\x12+-\0\x13-+\0\x14+--\0\x15--+\0"
    "\x16\xE2\xA8\x80\0\x1A\xE2\x97\x8B\0\x20\xE2\x9F\xB3\0\x24\xE2\x86\x91\0\x28\xE2\x86\x92\0"
    "\x2C=/~\0\x2C=~\0\x2C~=\0\x2C=/\xE2\x88\x9E\0\x2C=\xE2\x88\x9E\0"
    "\x84\xE2\x87\x84\0\x84\xE2\x87\x86\0\x8A\xE2\x8A\x95\0\x8C\xE2\x88\x86\0"
    "\x8D\xE2\x88\x87\0\x8E\xE2\x8C\x93\0\x91RR\0\x92N\0\x92TN\0\xDC"
    "D\0";

// Marks that say what the moves say already.
static const char MARKS[] = "+\0#\0++\0ch\0mate\0ep\0e.p.\0e.p\0^\0\xE2\x80\xA0\0";

COLD int pgn_glyph(const char *text, uint32_t length) {
    for (const char *word = GLYPHS; *word; word += strlen(word) + 1)
        if (strlen(word + 1) == length && memcmp(word + 1, text, length) == 0) return (unsigned char)*word;
    if (is_one_of(MARKS, text, length)) return 0;
    // Longer runs say no more than the two that they begin with.
    uint32_t i = 0;
    while (i < length && (text[i] == '!' || text[i] == '?')) i++;
    return i == length && length > 2 ? pgn_glyph(text, 2) : -1;
}

COLD uint32_t pgn_glued_glyph(const char *text, uint32_t length, int *nag) {
    const char last = text[length - 1];
    if (!(last & 0x80) && !strchr("!?=+-~DNR", last)) return 0;
    for (uint32_t glued = length < 7 ? length : 7; glued > 0; glued--) {
        *nag = pgn_glyph(text + length - glued, glued);
        if (*nag > 0) return glued;
    }
    return 0;
}
