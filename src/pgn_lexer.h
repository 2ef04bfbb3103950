// SPDX-License-Identifier: Apache-2.0
// PGN text into tokens, chunk by chunk. PGN standard 7 and 8.
//
// A chunk may end anywhere, inside a tag or a character. Each byte is looked at once, and what is
// kept between chunks is bounded: PGN_MAX_SYMBOL bytes of a symbol, PGN_MAX_VALUE of a tag.
#ifndef PGN_LEXER_H
#define PGN_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

enum { PGN_MAX_SYMBOL = 255, PGN_MAX_VALUE = 65535 };

typedef enum {
    PGN_TAG,           // text is the name, a zero byte, and the value without escapes
    PGN_SYMBOL,        // a move, result, number or glyph; dashes of any kind are '-'
    PGN_NUMBER,        // a move number, up to its dot
    PGN_NAG,           // the digits after '$'
    PGN_COMMENT_BEGIN, // '{' or ';'
    PGN_COMMENT_TEXT,  // a piece of it, straight from the chunk
    PGN_COMMENT_END,
    PGN_VARIATION_BEGIN,
    PGN_VARIATION_END,
} PgnTokenType;

typedef struct {
    PgnTokenType type;
    const char *text; // borrowed, valid during the call
    size_t length;
    uint32_t offset; // of the token's first byte, counted from the first chunk
} PgnToken;

// Called for each token; false stops the lexer.
typedef bool (*PgnEmit)(void *context, const PgnToken *token);

typedef struct {
    PgnEmit emit;
    void *context;
    int state;
    bool stopped;
    bool at_line_start;
    bool without_comments; // may be set after pgn_lexer_begin(): PGN_COMMENT_* are not emitted
    ErrorCode error;
    uint32_t error_offset;
    uint32_t consumed;     // bytes of earlier chunks
    uint32_t token_offset; // of the token under way
    uint32_t open_offset;  // of a parenthesis in it
    uint32_t held;         // bytes in buffer
    uint32_t blanks;       // after a quote that may end a tag
    uint32_t name_length;
    char *buffer; // owned; a symbol, or a tag's name and value
    uint32_t capacity;
} PgnLexer;

void pgn_lexer_begin(PgnLexer *l, PgnEmit emit, void *context);
void pgn_lexer_free(PgnLexer *l);

// Reads a chunk. Afterwards `stopped` or `error` may be set: nothing more is read then.
void pgn_lexer_feed(PgnLexer *l, const char *text, size_t length);

// Ends the text: a symbol under way is complete, a tag or comment under way is an error.
void pgn_lexer_finish(PgnLexer *l);

#endif
