// SPDX-License-Identifier: Apache-2.0
// Reads the first game of a PGN and replays its main line. PGN standard 8.
//
// Comments, NAGs and variations are passed over, but must be closed. Moves go on after draws by rule, as
// recorded games do.
#ifndef PGN_H
#define PGN_H

#include "game.h"
#include "pgn_lexer.h"

enum { PGN_MAX_TAGS = 1 << 20 }; // bytes of all tags of a game

typedef struct {
    PgnLexer lexer;
    Game *game; // owned; made at the first move, or at the end
    Variant variant;
    DrawMode draws;
    char *tags; // owned; name, 0, value, 0, and so on; the result token last, under the name ""
    uint32_t tags_size, tags_capacity;
    // The last tag of each name that matters: where its value is in `tags`, or 0, and where it was in the text.
    struct PgnTagPlace {
        uint32_t value, offset;
    } event, fen, setup, variant_tag;
    uint32_t depth;        // of variations
    uint32_t depth_offset; // of the outermost one
    bool seen_moves;
    bool strict; // of the FEN tag; may be set after pgn_reader_begin()
    ErrorCode error;
    uint32_t error_offset;
    uint32_t error_ply; // of the failing move, from 1; 0 when it is no move
} PgnReader;

// variant is that of games without a Variant tag.
void pgn_reader_begin(PgnReader *r, Variant variant, DrawMode draws);
void pgn_reader_free(PgnReader *r);

// Reads on; true when the game is complete or in error, and nothing more is needed.
bool pgn_reader_feed(PgnReader *r, const char *text, size_t length);

// Ends the text. Afterwards `game` is there, or `error` is set.
void pgn_reader_finish(PgnReader *r);

#endif
