// SPDX-License-Identifier: Apache-2.0
// Looks at text around a token: what follows, and where text without tokens can be cut.
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

// Whether a move of the same line follows, possibly after numbers, glyphs, comments and words such as 'null'. On the
// main line variations are skipped; in a variation one counts as a move, so that no text is read more than twice. The
// answer is the same for all such words before *until.
PgnAnswer pgn_move_ahead(PgnLexer ahead, bool in_variation, const char **until);

// The place at which a text without tokens before `at` can be cut. The last blank is kept, since it shows that no
// line begins there, and so are byte order marks after it, since a line begins after a mark if one begins before
// it.
const char *pgn_blanks_end(const char *text, const char *at);

#endif
