// SPDX-License-Identifier: Apache-2.0
// Games of PGN text into a store, without a word to JS about each of them.
#ifndef DATABASE_IMPORT_H
#define DATABASE_IMPORT_H

#include "../pgn/reader.h"
#include "duplicates.h"

typedef struct {
    PgnReader reader;
    Move *moves; // owned; of the game read last
    uint32_t move_capacity;
    uint32_t games; // that the last import_games() has read
    Duplicates known;
    bool dedupe;     // leave out games that there are already
    uint32_t source; // in which the texts of the games stand, by number; 0: they are not kept
    uint64_t offset; // in the source, where the text begins of import_games()
} Import;

typedef enum { IMPORT_NO_MEMORY, IMPORT_ADDED, IMPORT_DUPLICATE } ImportResult;

// Adds the games that begin at text + at, one after the other, up to the first that is not all there, has an error or a
// warning, has tags that are not UTF-8, or for which memory is out. Returns where that one begins. flags are those of
// pgn_read(); PGN_MAIN_LINE is among them.
uint32_t import_games(Import *im, Store *s, const char *text, uint32_t at, uint32_t end, uint32_t flags);

// Moves of which each is the lower half of a word; borrowed, valid until the next call. NULL when memory is out.
const Move *import_moves(Import *im, const uint32_t *words, uint32_t count);

// Adds a game whose tags are in UTF-8, and whose text has `length` bytes from the import's offset on.
ImportResult import_add(Import *im, Store *s, const NewGame *g, const Move *moves, uint32_t length);

#endif
