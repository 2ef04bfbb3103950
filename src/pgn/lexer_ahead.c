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
                   (has_shape_of_move(t.text, t.length) || pgn_is_null_move(t.text, t.length));
        is_open = true;
        *begin = t.start;
    }
}
