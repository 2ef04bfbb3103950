// SPDX-License-Identifier: Apache-2.0
// Imports games of PGN text into a store, without a call to JS for each of them.
#ifndef DATABASE_IMPORT_H
#define DATABASE_IMPORT_H

#include "../pgn/reader.h"
#include "doubles.h"
#include "game_tags.h"

typedef struct {
    PgnReader reader;
    Move *moves; // owned; of the last game read
    uint32_t move_capacity;
    TagRoom tags;
    uint32_t games; // complete ones read by the last import_games(), doubles included
    Doubles known;
    Dedupe dedupe;   // which doubles are skipped
    uint32_t source; // number of the source that has the texts of the games; 0: they are not kept
    uint64_t offset; // in the source, of the text of import_games()
} Import;

// IMPORT_UNFOLDED: a player's name is to be folded first (player_names.h).
typedef enum { IMPORT_NO_MEMORY, IMPORT_ADDED, IMPORT_DOUBLE, IMPORT_UNFOLDED } ImportResult;

// Adds the games that begin at text + at, one after the other, up to the first that is not complete, has an error
// or a warning, has tags that are not UTF-8 or a name to be folded first, or does not fit into memory. Returns the
// start of that game. flags are those of pgn_read(), including PGN_MAIN_LINE.
uint32_t import_games(Import *im, Store *s, const char *text, uint32_t at, uint32_t end, uint32_t flags);

// Copies the moves, the lower halves of words, into im->moves. Borrowed, valid until the next call of any function
// here. NULL if memory is exhausted.
const Move *import_copy_moves(Import *im, const uint32_t *words, uint32_t count);

// Adds a game whose tags are in UTF-8, and whose text has `length` bytes from the import's offset on.
ImportResult import_add(Import *im, Store *s, const NewGame *g, const Move *moves, uint32_t length);

#endif
