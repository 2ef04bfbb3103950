// SPDX-License-Identifier: Apache-2.0
// Reads one game of a PGN: tags, moves, variations, comments and glyphs. PGN standard 8.
//
// Only memory is kept from one call to the next: a text that ends too soon is read again from the game's beginning when
// there is more of it. Errors are listed, and everything that can still be read is read.
#ifndef READER_H
#define READER_H

#include "../game.h"
#include "line.h"
#include "symbols.h"
#include "tags.h"

enum { PGN_MAX_ERRORS = 64 }; // of one game

// Flags of pgn_read(). JS gets these enumerators, and those of PgnState.
enum {
    PGN_LAST = 1,        // nothing follows the text
    PGN_CUT = 2,         // what follows is too much: the game ends here, with ERR_PGN_TOO_LARGE
    PGN_TAGS_ONLY = 4,   // stop before the move text
    PGN_SKIP_MOVES = 8,  // only look for the game's end and result
    PGN_MAIN_LINE = 16,  // leave out variations, comments and glyphs; words are plain moves
    PGN_PLAYABLE = 32,   // a null move on the main line is an error
    PGN_STRICT = 64,     // of the FEN tag
    PGN_NO_TAGS = 128,   // keep only tags that say where and how the game starts
    PGN_NO_LOCALE = 512, // the language of the letters is not known: ERR_PGN_LETTER is reported
    PGN_FIRST = 1024,    // no game stands before the text: it is a game if there are only comments in it
};

typedef enum {
    PGN_NOTHING = 0,    // there were only blanks, and comments without PGN_FIRST
    PGN_COMPLETE = 1,   // a game
    PGN_INCOMPLETE = 2, // the text must go on first
    PGN_CUT_OFF = 3,    // a game, as far as PGN_CUT let it go
} PgnState;

typedef struct {
    ErrorCode code;
    uint32_t offset; // in the text
    uint32_t ply;    // of the failing move, from 1; 0 where it is no move
} PgnError;

// What is known of a game besides its tree.
typedef struct {
    PgnState state;
    PgnResult result; // that ends the move text
    Variant variant;
    bool has_start;                      // a FEN tag gives the start position
    bool passed_variations;              // PGN_MAIN_LINE passed over some: errors in them are not listed
    uint32_t begin;                      // where its first token does, in the text
    uint32_t tags_size;                  // how much of the tree's text is tags
    uint32_t plies;                      // of the main line
    uint32_t capitals;                   // that moves begin with, as bits from 'A' on; not those of castling
    uint32_t error_count, warning_count; // of errors; how many of them are warnings
} PgnFacts;

// How far the reading of a game has come.
typedef struct {
    bool found, has_tags, in_moves, early_comments;
    bool symbol;        // a word of the move text that was not read at once (line.h)
    bool failed;        // the main line is given up
    bool unknown_start; // the start could not be read
    bool out_of_memory;
    uint32_t pawn_offset, pawn_ply; // of the main line's first move with the letter 'P'; ply 0: there is none
} PgnSeen;

// Variations that have not ended.
typedef struct {
    uint32_t depth, skipped_depth; // from skipped_depth on they are left out (0: none is)
    uint32_t offset;               // of the outermost one
    const char *number;            // the last one before it
    struct PgnFrame *frames;       // owned; the lines around the current one
    uint32_t frame_count, frame_capacity;
} PgnVariations;

typedef struct {
    // Set by the caller at any time: the variant of games without a Variant tag, and what each capital letter
    // means in moves ('A' to 'Z'; a letter without a meaning is 0), or NULL for English.
    Variant default_variant;
    const char *letters; // borrowed

    // The game, valid until the next read.
    PgnFacts facts;
    Position start; // the classic one without has_start
    PgnTree tree;
    PgnError errors[PGN_MAX_ERRORS];

    // While reading.
    const char *text; // borrowed
    uint32_t flags;
    PgnLexer lexer;
    PgnTags tags;
    PgnSeen seen;
    PgnLine line;
    PgnVariations open;
} PgnReader;

// Reads the game that begins at the text's start. Returns where to go on reading; `state` says for what.
// UINT32_MAX: memory is out.
uint32_t pgn_read(PgnReader *r, const char *text, uint32_t length, uint32_t flags);

// A game of the main line that was read with PGN_MAIN_LINE | PGN_PLAYABLE and without errors; owned by the
// caller. Moves go on after draws by rule, as recorded games do. NULL when memory is out.
Game *pgn_game(const PgnReader *r, DrawMode draws);

// Frees what was read, and keeps what the caller has set.
void pgn_reader_free(PgnReader *r);

#endif
