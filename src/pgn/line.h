// SPDX-License-Identifier: Apache-2.0
// A line of a game, the main line or a variation: its moves are played, and written into the tree with their
// comments and glyphs. Functions return false if memory is exhausted.
#ifndef LINE_H
#define LINE_H

#include "lexer.h"
#include "tree.h"

typedef struct {
    Board now, before;           // before: without the last move; not updated in a plain line
    Move last;                   // NO_MOVE for a null move
    bool moved;                  // whether there is a last move
    bool numbered;               // a move number was read, but not yet its move
    bool variation;              // not the main line
    bool plain;                  // only moves are written, as Move
    bool noted;                  // plain: there are comments or glyphs
    uint32_t ply;                // moves from the start, including those of enclosing lines
    uint32_t capitals[2];        // first letters of moves, as bits from 'A' on, without castling: [variation]
    uint32_t nags[8], nag_count; // read after a number, or before a variation's first move; they wait for the move
} PgnLine;

void pgn_line_begin(PgnLine *l, bool plain); // a main line; callers set `now`
// Adds a legal move; `named` is false only if SAN needs no origin.
bool pgn_line_add_move(PgnLine *l, PgnTree *t, Move m, bool named);
bool pgn_line_add_null_move(PgnLine *l, PgnTree *t); // not while in check
bool pgn_line_add_nag(PgnLine *l, PgnTree *t, uint32_t nag);
bool pgn_line_settle(PgnLine *l, PgnTree *t); // no move follows: waiting glyphs belong to the previous move
bool pgn_line_add_comment(PgnLine *l, PgnTree *t, const char *text, uint32_t length);

// Reads text in the usual form: English moves, move numbers and comments, with one space or line break between
// them. Stops after the last such token; a move that is not read here may still be legal.
bool pgn_line_read_fast(PgnLine *l, PgnTree *t, PgnLexer *lexer);

#endif
