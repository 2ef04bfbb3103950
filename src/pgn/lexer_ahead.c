// SPDX-License-Identifier: Apache-2.0
// Reads tokens ahead, on a copy of the lexer.
#include "lexer_ahead.h"

#include <string.h>

#include "../bitboard.h"
#include "../text.h"
#include "symbols.h"

// Whether a word, in any language, ends with a square, castles or promotes.
static bool has_shape_of_move(const char *text, uint32_t length) {
    if (length > 2 && (memcmp(text, "O-O", 3) == 0 || memcmp(text, "0-0", 3) == 0)) return true;
    length = pgn_bare_length(text, length);
    if (length > 4 && text[length - 2] == '=') length -= 2;
    return length > 1 && is_file(text[length - 2]) && is_rank(text[length - 1]);
}

bool pgn_begins_next_game(const PgnToken *t) {
    if (t->type == PGN_SYMBOL) return has_shape_of_move(t->text, t->length);
    return t->type == PGN_TAG || t->type == PGN_NUMBER || t->type == PGN_END;
}

PgnAnswer pgn_variation_ahead(PgnLexer ahead, const char **begin) {
    bool is_open = false;
    for (PgnToken t;;) {
        const PgnTokenType type = pgn_lexer_next(&ahead, &t);
        if (!is_open && pgn_lexer_begins_paragraph(&ahead, t.start)) return PGN_NO;
        if (type == PGN_MORE) return PGN_UNKNOWN;
        if (type == PGN_COMMENT || (is_open && (type == PGN_NUMBER || type == PGN_NAG))) continue;
        if (is_open || type != PGN_VARIATION_BEGIN)
            return is_open && type == PGN_SYMBOL &&
                   (has_shape_of_move(t.text, t.length) || pgn_null_move(t.text, t.length));
        is_open = true;
        *begin = t.start;
    }
}

// Whether a symbol is a move or a result; unknown: it is neither, but a move may follow.
static PgnAnswer is_move(const PgnToken *t) {
    const PgnNull null = pgn_null_move(t->text, pgn_bare_length(t->text, t->length));
    if (pgn_result(t->text, t->length)) return PGN_NO;
    return null == NULL_WORD || pgn_is_stray(*t->text) || pgn_glyph(t->text, t->length) >= 0 ? PGN_UNKNOWN : PGN_YES;
}

PgnAnswer pgn_move_ahead(PgnLexer ahead, bool in_variation, const char **until) {
    PgnAnswer answer = PGN_UNKNOWN;
    uint32_t depth = 0;
    ahead.bare = false;
    for (PgnToken t; answer == PGN_UNKNOWN;) {
        const PgnTokenType type = pgn_lexer_next(&ahead, &t);
        *until = t.start;
        if (type == PGN_MORE) return PGN_UNKNOWN;
        if (type == PGN_SYMBOL && !depth) answer = is_move(&t);
        else if (type == PGN_VARIATION_BEGIN && in_variation) answer = PGN_YES;
        else if (type == PGN_VARIATION_BEGIN) depth++;
        else if (type == PGN_VARIATION_END && !depth--) answer = PGN_NO;
        else if (type == PGN_TAG || type == PGN_END) answer = PGN_NO;
        else if (type == PGN_NUMBER && t.restarts && !in_variation && !depth) answer = PGN_NO;
    }
    return answer;
}

const char *pgn_blanks_end(const char *text, const char *at) {
    while (at > text && at[-1] != '\n') {
        const unsigned char *before = (const unsigned char *)at;
        const bool three = at - text > 2 && before[-3] >= 0xE0 && (before[-2] & before[-1] & 0xC0) == 0x80;
        const bool two = at - text > 1 && before[-2] >= 0xC0 && before[-2] < 0xE0 && (before[-1] & 0xC0) == 0x80;
        if (!three) return at - (two ? 2 : 1);
        at -= 3;
        if (before[-3] != 0xEF) return at;
    }
    return at;
}
