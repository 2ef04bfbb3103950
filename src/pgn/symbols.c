// SPDX-License-Identifier: Apache-2.0
// Tables of results, glyphs and marks, and look-ups in them.
#include "symbols.h"

#include <string.h>

#include "../bitboard.h"
#include "../text.h"
#include "wide.h"

// `words` has each word between a byte with its number and a zero. Returns the number of the text, or 0.
static int number_of(const char *words, const char *text, uint32_t length) {
    for (; *words; words += strlen(words) + 1)
        if (strlen(words + 1) == length && memcmp(words + 1, text, length) == 0) return (unsigned char)*words;
    return 0;
}

// Each after its PgnResult, with PGN_HALF for a half sign. In '0.5-0.5', '0.' may have been read as a move number.
static const char RESULTS[] = "\0011-0\0\0020-1\0\0031/2-1/2\0\0031/2\0\0031/2-\0\3\1\0\3\1-\1\0\3\1-\0"
                              "\0030.5-0.5\0\0035-0.5\0\004*\0";
enum { MAX_RESULT = 8 }; // plus a full stop

COLD PgnResult pgn_result(const char *text, uint32_t length) {
    char spelled[MAX_RESULT];
    const char first = *text;
    uint32_t size = 0;
    if ((first < '*' || first > '5') && (first | 32) != 'o' && first != ' ' && !(first & 0x80)) return PGN_NO_RESULT;
    for (const char *at = text, *end = text + length; at < end;) {
        int bytes = 1;
        char ch = *at;
        const bool is_wide = ch & 0x80;
        if (is_wide) ch = pgn_wide_meaning(at, end, &bytes);
        at += bytes;
        if (is_wide ? ch == ' ' || ch == PGN_RUBBISH : ch <= ' ' || ch == 0x7F) continue;
        if (size == MAX_RESULT) return PGN_NO_RESULT;
        spelled[size++] = ch == ':' ? '-' : ch == ',' ? '.' : (ch | 32) == 'o' ? '0' : ch;
    }
    if (size > 1 && spelled[size - 1] == '.') size--;
    return (PgnResult)number_of(RESULTS, spelled, size);
}

// A word after 2.
static const char NULL_MOVES[] = "\1--\0\1---\0\1----\0\1Z0\0\1z0\0\1<>\0\1@@@@\0\0010000\0"
                                 "\2null\0\2NULL\0\2pass\0";

COLD PgnNull pgn_null_move(const char *text, uint32_t length) { return (PgnNull)number_of(NULL_MOVES, text, length); }

COLD bool pgn_is_stray(char ch) { return ch && strchr("\\&%|,'`_", ch); }

COLD bool pgn_is_digits(const char *text, uint32_t length) {
    while (length && is_digit(text[length - 1])) length--;
    return !length;
}

COLD bool pgn_is_novelty(const char *text, uint32_t length) {
    const char *end = text + length;
    return length > 2 && end[-1] == 'N' && end[-2] >= '2' && end[-2] <= '7';
}

COLD bool pgn_has_stray(const char *text, uint32_t length) {
    while (length && !pgn_is_stray(text[length - 1])) length--;
    return length > 0;
}

uint32_t pgn_bare_length(const char *text, uint32_t length) {
    while (length && text[length - 1] && strchr("+#!?", text[length - 1])) length--;
    return length;
}

// A mark after 2, a word after 1.
static const char EN_PASSANT[] = "\2e.p.\0\2ep\0\2e.p\0\2ep.\0\2E.P.\0\2EP\0"
                                 "\1e.\0\1p.\0\1en\0\1passant\0";

COLD PgnMark pgn_en_passant_mark(const char *text, uint32_t length) {
    return (PgnMark)number_of(EN_PASSANT, text, length);
}

// Each glyph after its NAG. PGN standard 10, and later additions of databases:
// https://en.wikipedia.org/wiki/Portable_Game_Notation#Numeric_Annotation_Glyphs
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
    "D\0"
    "\x20\xE2\x86\x91\xE2\x86\x91\0\x2C\xE2\xAF\xB9\0\x8A\xE2\xA8\x81\0\x8C\xCE\x94\0\x8C\xE2\x96\xB3\0"
    "\x8D\xE2\x96\xBD\0\x8F\xE2\x89\xA4\0\x90==\0\xEF\xE2\x87\x94\0\xF0\xE2\x87\x97\0\xF1\xE2\x8A\x9E\0"
    "\xF2\xE2\x9F\xAB\0\xF3\xE2\x9F\xAA\0\xF4\xE2\x9C\x95\0\xF5\xE2\x8A\xA5\0"
    // Marks that repeat what the moves already show.
    "\xFF+\0\xFF#\0\xFF++\0\xFF"
    "ch\0\xFFmate\0\xFF^\0\xFF\xE2\x80\xA0\0";
enum { MARK = 0xFF };

COLD int pgn_glyph(const char *text, uint32_t length) {
    const int nag = number_of(GLYPHS, text, length);
    if (nag) return nag == MARK ? 0 : nag;
    // Longer runs mean the same as their first two characters.
    uint32_t i = 0;
    while (i < length && (text[i] == '!' || text[i] == '?')) i++;
    return i == length && length > 2 ? pgn_glyph(text, 2) : -1;
}

COLD bool pgn_is_sign(const char *text, uint32_t length) {
    for (const char *end = text + length; text < end; text++) {
        const unsigned char ch = (unsigned char)*text;
        // Arrows, mathematical signs and pictures have three bytes, from U+2180 on; chess pieces are at U+2654.
        const bool is_picture = ch == 0xE2 && (unsigned char)text[1] >= 0x86 && (unsigned char)text[1] != 0x99;
        if (ch < 0x80 ? !memchr("=+/", ch, 3) : ch >= 0xC0 && !is_picture) return false;
    }
    return true;
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

COLD int pgn_suffix_nag(const char *text, uint32_t length) {
    while (length > 0 && (text[length - 1] == '+' || text[length - 1] == '#')) length--;
    uint32_t begin = length;
    while (begin > 0 && (text[begin - 1] == '!' || text[begin - 1] == '?')) begin--;
    if (begin == length) return 0;
    return pgn_glyph(text + begin, length - begin);
}
