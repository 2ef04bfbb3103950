// SPDX-License-Identifier: Apache-2.0
// Looks at the text after the result of a game.
#ifndef LEXER_AHEAD_H
#define LEXER_AHEAD_H

#include "lexer.h"

typedef enum { PGN_NO, PGN_YES, PGN_UNKNOWN } PgnAnswer; // unknown: more text is needed

// Whether this token, on the line of the result, begins the next game. Words that are not moves ('White resigns',
// or the result repeated) do not.
bool pgn_begins_next_game(const PgnToken *t);

// Whether a variation comes next, possibly after comments but not after a blank line. Words in parentheses, such as
// '(on time)', are not variations. If so, *begin is its start.
PgnAnswer pgn_variation_ahead(PgnLexer ahead, const char **begin);

#endif
