// SPDX-License-Identifier: Apache-2.0
// What comes behind the result of a game.
#ifndef LEXER_AHEAD_H
#define LEXER_AHEAD_H

#include "lexer.h"

typedef enum { PGN_NO, PGN_YES, PGN_UNKNOWN } PgnAnswer; // unknown: more text is needed

// Does this token, on the result's line, begin the next game? Words that are no moves ('White resigns', or the result
// once more) say nothing.
bool pgn_begins_next_game(const PgnToken *t);

// Does a variation come next, with comments before it and no blank line? Words in parentheses are none, such as
// '(on time)'. *begin is then where it begins.
PgnAnswer pgn_variation_ahead(PgnLexer ahead, const char **begin);

#endif
