// SPDX-License-Identifier: Apache-2.0
// Recognises the symbols of move text that are not moves. PGN standard 8.2.4, 8.2.6 and 10.
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

// JS gets its enumerators.
typedef enum {
    PGN_NO_RESULT = 0,
    PGN_WHITE_WINS = 1,
    PGN_BLACK_WINS = 2,
    PGN_DRAW = 3,
    PGN_UNFINISHED = 4,
} PgnResult;

// The result in move text or a tag. Blanks, case and non-text bytes are ignored, and wide characters are read by
// their meaning; '1:0', '1/2', a half sign, '0.5-0.5' and the letter O for a zero are also results. PGN_NO_RESULT
// otherwise.
PgnResult pgn_result(const char *text, uint32_t length);

// Whether a symbol that begins so may be or have a result in it.
static inline bool pgn_may_be_result(char first) { return first < 'A' || first > 'z' || (first | 32) == 'o'; }

// A word is a null move only where a move follows: programs also print it for a move that they do not have.
typedef enum { NOT_NULL, NULL_MOVE, NULL_WORD } PgnNull;
PgnNull pgn_null_move(const char *text, uint32_t length);

// Punctuation that no move, result or glyph has, but symbols may: it separates words.
bool pgn_is_stray(char ch);
bool pgn_has_stray(const char *text, uint32_t length);
bool pgn_is_digits(const char *text, uint32_t length);

// 'e5N' is not a promotion.
bool pgn_is_novelty(const char *text, uint32_t length);

uint32_t pgn_bare_length(const char *text, uint32_t length); // without check signs, '!' and '?' at the end

// 'e.p.' in any spelling, or one of its words.
typedef enum { NOT_EN_PASSANT, EN_PASSANT_WORD, EN_PASSANT_MARK } PgnMark;
PgnMark pgn_en_passant_mark(const char *text, uint32_t length);

// The NAG of an annotation glyph; 0 for a mark without a meaning of its own, such as a lone '+'; -1 if it is not a
// glyph.
int pgn_glyph(const char *text, uint32_t length);

// Whether no move is written so: it has only signs of the Informant, and pictures other than chess pieces.
bool pgn_is_sign(const char *text, uint32_t length);

// The number of bytes at the end of a symbol that are a glyph glued to a move; its NAG is stored in *nag.
uint32_t pgn_glued_glyph(const char *text, uint32_t length, int *nag);

// The NAG of '!' and '?' at the end of a move, which a check sign may follow; 0 if there is none.
int pgn_suffix_nag(const char *text, uint32_t length);

#endif
