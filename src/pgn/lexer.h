// SPDX-License-Identifier: Apache-2.0
// PGN text into tokens. PGN standard 7 and 8.
//
// The text is one piece; where it is the beginning of a longer one, a token that touches its end
// comes out as PGN_MORE. No byte is read more than a few times, in any text.
#ifndef LEXER_H
#define LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "../error.h"

enum { PGN_MAX_SYMBOL = 255, PGN_MAX_VALUE = 65535 }; // bytes of a symbol or tag name, of a tag's value
enum { PGN_MAX_NUMBER = (1 << 26) - 1 };              // the largest NAG

typedef enum {
    PGN_TAG,     // text is the name; value, as it stands between the quotes
    PGN_SYMBOL,  // a move, result or glyph; dashes of any kind are '-'
    PGN_NUMBER,  // a move number, without its dots; restarts
    PGN_NAG,     // number is what follows '$'
    PGN_COMMENT, // text is what stands inside
    PGN_VARIATION_BEGIN,
    PGN_VARIATION_END,
    PGN_BAD,  // error says why
    PGN_END,  // the text is used up
    PGN_MORE, // what follows is needed to go on
} PgnTokenType;

typedef struct {
    PgnTokenType type;
    ErrorCode error;
    bool restarts; // a number of White's, first on a line after a blank line, and 1 or lower than the number before
    uint32_t number;
    uint32_t length, value_length;
    const char *text, *value; // borrowed: of the source, or of the lexer until its next token
    const char *start;        // of the token in the source
} PgnToken;

typedef struct {
    const char *start, *at, *end;    // borrowed; the start is taken for the beginning of a line
    const char *number;              // the last move number, or NULL; callers may set it back
    const char *mark_end;            // of a byte order mark behind which a line begins, or NULL
    const char *hidden, *hidden_end; // the last lines that begin with '%', without their last line end; or NULL
    bool last;                       // nothing follows the end
    bool bare;                       // pass over comments, and over move numbers that do not restart
    bool rubbish;                    // pass over what is no text (wide.h)
    char plain[PGN_MAX_SYMBOL + 1];
} PgnLexer;

// Reads the next token; fields that its type does not have are left as they are.
PgnTokenType pgn_lexer_next(PgnLexer *l, PgnToken *t);

// Does a token that begins there stand first on a line that follows a blank one? Lines that begin with '%' do not
// count.
bool pgn_lexer_begins_paragraph(const PgnLexer *l, const char *at);

// Skips what means nothing before the first token: blanks, lines that begin with '%', rubbish. Returns where that token
// begins, or the text's end.
const char *pgn_lexer_skip(PgnLexer *l);

#endif
