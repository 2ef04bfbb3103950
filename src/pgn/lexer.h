// SPDX-License-Identifier: Apache-2.0
// Splits PGN text into tokens. PGN standard 7 and 8.
//
// The text is contiguous; if it is the beginning of a longer one, a token that touches its end is returned as PGN_MORE.
// No byte is read more than a few times, in any text.
#ifndef LEXER_H
#define LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "../error.h"

enum { PGN_MAX_SYMBOL = 255, PGN_MAX_VALUE = 65535 }; // bytes of a symbol or tag name, of a tag's value
enum { PGN_MAX_NUMBER = (1 << 26) - 1 };              // the largest NAG
enum { PGN_MAX_CLOSE = 1 << 16 };                     // bytes of a comment from the first line like a tag on

typedef enum {
    PGN_TAG,     // text is the name; value is the raw text between the quotes
    PGN_SYMBOL,  // a move, result or glyph; dashes of any kind are '-'
    PGN_NUMBER,  // a move number, without its dots; restarts
    PGN_NAG,     // number follows '$'
    PGN_COMMENT, // text is the text inside
    PGN_VARIATION_BEGIN,
    PGN_VARIATION_END,
    PGN_BAD,  // error has the reason
    PGN_END,  // the text is used up
    PGN_MORE, // more text is needed to continue
} PgnTokenType;

typedef struct {
    PgnTokenType type;
    ErrorCode error;
    bool restarts; // a number of White, first on a line after a blank line, and 1 or lower than the previous number
    uint32_t number;
    uint32_t length, value_length;
    const char *text, *value; // borrowed from the source, or from the lexer until its next token
    const char *start;        // of the token in the source
} PgnToken;

typedef struct {
    const char *start, *at, *end;    // borrowed; the start counts as the beginning of a line
    const char *number;              // the last move number, or NULL; callers may reset it
    const char *mark_end;            // of a byte order mark after which a line begins, or NULL
    const char *hidden, *hidden_end; // the last lines that begin with '%', without their last line end; or NULL
    bool last;                       // no text follows the end
    bool cut;                        // text follows, but the game must end here
    bool bare;                       // skip comments, and move numbers that do not restart
    bool noted;                      // comments were skipped; callers may reset it
    bool rubbish;                    // skip bytes that are not text (wide.h)
    char plain[PGN_MAX_SYMBOL + 1];
} PgnLexer;

// Reads the next token; fields that its type does not use are unchanged.
PgnTokenType pgn_lexer_next(PgnLexer *l, PgnToken *t);

// Whether a token that begins there is the first on a line after a blank line. Lines that begin with '%' are
// ignored.
bool pgn_lexer_begins_paragraph(const PgnLexer *l, const char *at);

// Skips blanks, lines that begin with '%' and rubbish before the first token. Returns the start of that token, or
// the end of the text.
const char *pgn_lexer_skip(PgnLexer *l);

#endif
