// SPDX-License-Identifier: Apache-2.0
// Reads one game of a PGN: tags, moves, variations, comments and glyphs. PGN standard 8.
//
// Only memory is kept between calls: if a text ends too soon, the game is read again from its beginning when more
// text is available. Errors are listed, and everything that can still be read is read.
#ifndef READER_H
#define READER_H

#include "../game.h"
#include "line.h"
#include "symbols.h"
#include "tags.h"

enum { PGN_MAX_ERRORS = 64, PGN_MAX_SKIPPED = 32 }; // per game; ERR_PGN_SKIPPED among them

// Flags of pgn_read(). JS gets these enumerators, and those of PgnState.
enum {
    PGN_LAST = 1,          // nothing follows the text
    PGN_CUT = 2,           // the game is too long: it ends here, with ERR_PGN_TOO_LARGE
    PGN_TAGS_ONLY = 4,     // stop before the move text
    PGN_SKIP_MOVES = 8,    // only look for the game's end and result
    PGN_MAIN_LINE = 16,    // omit variations, comments and glyphs; words are plain moves
    PGN_PLAYABLE = 32,     // a null move on the main line is an error
    PGN_STRICT = 64,       // for the FEN tag
    PGN_NO_TAGS = 128,     // keep only tags about the start and variant of the game, and those of PGN_NAMES
    PGN_NO_LOCALE = 512,   // the language of the letters is unknown: ERR_PGN_LETTER is reported
    PGN_FIRST = 1024,      // no game precedes the text: it is a game even if it has only comments
    PGN_NAMES = 65536,     // the first of 16 flags: the names of pgn_tags_add()
    PGN_ALL_NAMES = 65535, // these flags divided by the first one
};

typedef enum {
    PGN_NOTHING = 0,    // there were only blanks or, without PGN_FIRST, comments
    PGN_COMPLETE = 1,   // a game
    PGN_INCOMPLETE = 2, // more text is needed first
    PGN_CUT_OFF = 3,    // a game, cut short by PGN_CUT
} PgnState;

typedef struct {
    ErrorCode code;
    uint32_t offset; // in the text
    uint32_t ply;    // of the failing move, from 1; 0 if the error is not a move
} PgnError;

// The facts about a game besides its tree.
typedef struct {
    PgnState state;
    PgnResult result; // at the end of the move text; of the tag if that is '*' and the tag has a result
    Variant variant;
    bool has_start;                      // a FEN tag gives the start position
    bool passed_variations;              // PGN_MAIN_LINE skipped some: errors in them are not listed
    uint32_t begin;                      // offset of its first token in the text
    uint32_t tags_size;                  // the bytes of tags in the tree's text
    uint32_t plies;                      // of the main line
    uint32_t capitals;                   // first letters of moves, as bits from 'A' on, without castling
    uint32_t error_count, warning_count; // errors in all; warnings among them
} PgnFacts;

// The state of reading a game.
typedef struct {
    bool found, has_tags, in_moves, early_comments;
    bool symbol;        // a word of the move text that the fast path (line.h) did not read
    bool failed;        // the main line was abandoned
    bool unknown_start; // the start could not be read
    bool out_of_memory;
    uint32_t pawn_offset, pawn_ply; // of the main line's first move with the letter 'P'; ply 0: none
} PgnSeen;

// What pgn_move_ahead() found: no text is searched again before `until`.
typedef struct {
    const char *until;
    bool follows;
} PgnAhead;

// Variations that have not ended.
typedef struct {
    uint32_t depth, skipped_depth; // from skipped_depth on they are skipped (0: none)
    uint32_t offset;               // of the outermost variation
    const char *number;            // the last move number before it
    struct PgnFrame *frames;       // owned; the lines that enclose the current one
    uint32_t frame_count, frame_capacity;
} PgnVariations;

typedef struct {
    // Set by the caller at any time: the variant of games without a Variant tag, and the meaning of each capital
    // letter in moves ('A' to 'Z'; 0 for a letter without a meaning), or NULL for English.
    Variant default_variant;
    const char *letters; // borrowed

    // The game, valid until the next read.
    PgnFacts facts;
    Position start; // the standard one without has_start
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
    PgnAhead ahead[2]; // on the main line, in variations
} PgnReader;

// Reads the game at the start of the text. Returns where to continue reading; `state` has the outcome. UINT32_MAX:
// memory is exhausted.
uint32_t pgn_read(PgnReader *r, const char *text, uint32_t length, uint32_t flags);

// A game with the main line that was read with PGN_MAIN_LINE | PGN_PLAYABLE and without errors; owned by the
// caller. Moves continue after draws by rule, as in recorded games. NULL if memory is exhausted.
Game *pgn_game(const PgnReader *r, DrawMode draws);

// Whether the last game, read with PGN_MAIN_LINE, has variations, comments or glyphs, also behind an error.
static inline bool pgn_is_noted(const PgnReader *r) {
    return r->facts.passed_variations | r->seen.early_comments | r->line.noted | r->lexer.noted;
}

// Frees the memory of the last game, but keeps the settings of the caller.
void pgn_reader_free(PgnReader *r);

#endif
