// SPDX-License-Identifier: Apache-2.0
// A line of a game, the main line or a variation: its moves are played, and written into the tree with their
// comments and glyphs. Functions return false when memory is out.
#ifndef LINE_H
#define LINE_H

#include "lexer.h"
#include "tree.h"

typedef struct {
    Board now, before;           // before: without the last move; not kept up to date in a plain line
    Move last;                   // NO_MOVE for a null move
    bool moved;                  // is there a last one?
    bool numbered;               // a move number has come, and its move has not
    bool variation;              // not the main line
    bool plain;                  // only moves are written down, and as Move
    uint32_t ply;                // moves from the start, those of the lines around this one included
    uint32_t capitals[2];        // that moves began with, as bits from 'A' on, not those of castling: [variation]
    uint32_t nags[8], nag_count; // between a number and its move, or before a variation's first; they wait for it
} PgnLine;

void pgn_line_begin(PgnLine *l, bool plain); // a main line; callers set `now`
// A legal move; `named` is false only where SAN needs no origin.
bool pgn_line_add_move(PgnLine *l, PgnTree *t, Move m, bool named);
bool pgn_line_add_null_move(PgnLine *l, PgnTree *t); // not out of check
bool pgn_line_add_nag(PgnLine *l, PgnTree *t, uint32_t nag);
bool pgn_line_settle(PgnLine *l, PgnTree *t); // no move comes for what waits: it belongs to the one before
bool pgn_line_add_comment(PgnLine *l, PgnTree *t, const char *text, uint32_t length);

// Reads on through text that is written as nearly all of it is: English moves, move numbers and comments, with one
// space or line break between them. Stops behind a token where anything else follows; a move that is not read here
// may still be a legal one.
bool pgn_line_read_fast(PgnLine *l, PgnTree *t, PgnLexer *lexer);

#endif
