// SPDX-License-Identifier: Apache-2.0
// The export surface of database.wasm: games of a database in memory, and what is looked for in them. The grammar of
// this file is that of ../wasm/api.h. One instance is one database.
#ifndef DATABASE_API_H
#define DATABASE_API_H

#include <stdint.h>

#include "../database/counts.h"
#include "../database/filter.h"
#include "../database/query.h"

#define BINBO_DATABASE_ABI 1

// The fields of a game's row (store.h): places of its 32-bit ones in numbers of 32 bits, then of its 16-bit and 8-bit
// ones in numbers of their own size.
#define BINBO_ROW_WHITE 0
#define BINBO_ROW_BLACK 1
#define BINBO_ROW_EVENT 2
#define BINBO_ROW_SITE 3
#define BINBO_ROW_ROUND 4
#define BINBO_ROW_START 5
#define BINBO_ROW_DATE 6
#define BINBO_ROW_MOVES 7
#define BINBO_ROW_PLIES 8
#define BINBO_ROW_WHITE_ELO 18
#define BINBO_ROW_BLACK_ELO 19
#define BINBO_ROW_ECO 20
#define BINBO_ROW_RESULT 44
#define BINBO_ROW_VARIANT 45
#define BINBO_ROW_BYTES 56
#define BINBO_PLACE_BYTES 12

// Fills the tables of numbers and makes the database empty, with segments of so many games: a power of two from 64 to
// 65536. Postings know all plies where `full` is 1, else the first ones. Call once, before anything else. Returns
// BINBO_DATABASE_ABI.
int32_t binbo_database_init(uint32_t segment_games, int32_t full);

// The address of room for so many bytes of input, valid until it is asked for again; 0 when memory is out.
uint32_t binbo_database_input(uint32_t size);

// The address of room for so many bytes of PGN, which keeps what is in it; 0 when memory is out. For no bytes it is
// given back.
uint32_t binbo_database_text(uint32_t size);

// Adds the games in that text from `start` on, up to the first that is not all there before `end`, has errors or
// warnings, has tags that are not UTF-8, or for which memory is out. Returns where that one begins. flags: PGN_LAST,
// PGN_NO_LOCALE, PGN_FIRST of src/pgn/reader.h.
uint32_t binbo_database_read(uint32_t start, uint32_t end, int32_t flags);

// Decides whether games are left out that there are already; the input has so many words of bits, one for each game
// that does not count since it was removed. Returns 1, or 0 when memory is out.
int32_t binbo_database_dedupe(int32_t on, uint32_t removed);

// How many games the last binbo_database_read() has passed: added, or left out.
uint32_t binbo_database_read_games(void);

// Decides where the texts of the games stand that are added next: in the source of a number below 2^24, from an offset
// below 2^40 - 2^32 on, where the text of binbo_database_read() begins, or that of the game of binbo_database_add(). In
// source 0 they are not kept. Returns 1, or 0 for other numbers, as for source 0.
int32_t binbo_database_source(uint32_t source, double offset);

// Adds the game in the input: its moves, 32 bits each, whose lower half is a move; `tags` bytes of tags in UTF-8, name,
// 0, value, 0 and so on; `fen` bytes of the FEN where it starts, none for its variant's own start. Its text has
// `length` bytes. Returns 1, 0 when memory is out, or BINBO_DATABASE_DUPLICATE where it is left out.
#define BINBO_DATABASE_DUPLICATE 2
int32_t binbo_database_add(uint32_t plies, uint32_t tags, uint32_t fen, int32_t variant, int32_t result, uint32_t size);

uint32_t binbo_database_games(void);

// How many bytes the games and what is made of them take.
double binbo_database_bytes(void);

// Makes the postings of a segment, if it has games without. Returns 1, or 0 when memory is out.
int32_t binbo_database_post(uint32_t segment);

// Gives back what makes a full segment quick to search: its slices and postings. All its games are candidates then.
// Returns 1, or 0 for no segment.
int32_t binbo_database_unindex(uint32_t segment);

// How many games of a segment have postings.
uint32_t binbo_database_posted(uint32_t segment);

// Makes the games of a segment from `from` on a file (file.h), in place of the one before. Gives the memory of the
// input back. Returns its size; 0 when memory is out.
uint32_t binbo_database_save(uint32_t segment, uint32_t from);

// The address of its spans, one after the other: the address of the bytes, and how many. Valid until games are added,
// and until binbo_database_release().
uint32_t binbo_database_saved(void);

// Adds the games of the file in the input, without postings where `lite` is 1. Returns how many,
// BINBO_DATABASE_NO_MEMORY or BINBO_DATABASE_DAMAGED.
#define BINBO_DATABASE_NO_MEMORY 0x10001
#define BINBO_DATABASE_DAMAGED 0x10002
int32_t binbo_database_load(uint32_t size, int32_t lite, int32_t chosen);

// Gives the memory of the input and of the file back. Returns how many bytes the input was.
uint32_t binbo_database_release(void);

// Addresses: the rows of a segment; where the texts of its games stand, three numbers each (store.h), 0 where none is
// kept; its moves, 16 bits each.
uint32_t binbo_database_rows(uint32_t segment);
uint32_t binbo_database_places(uint32_t segment);
uint32_t binbo_database_moves(uint32_t segment);

// How many names there are, with the empty one, 0; where their texts stand, and where each of them ends in the texts.
uint32_t binbo_database_names(void);
uint32_t binbo_database_names_text(void);
uint32_t binbo_database_names_ends(void);

// The address of a set of games of a segment: a bit each, the lowest first.
uint32_t binbo_database_bits(void);

// Sets a bit of the marks of names in ASCII: whether they fit the text in the input, in small letters. match: MATCH_*.
// Returns 1, or 0 when memory is out.
int32_t binbo_database_mark(uint32_t bit, int32_t match, uint32_t length);

// The address of a byte for each name, whose bits filters ask for (filter.h); valid until the next mark.
uint32_t binbo_database_marks(void);

// The first name from `from` on that is not in ASCII; how many names there are where none is.
uint32_t binbo_database_wide_name(uint32_t from);

// Writes the games of a segment that meet the conditions in the input into the bits, with the marks as they are.
// Returns 1, or 0 for conditions that are none.
int32_t binbo_database_filter(uint32_t segment, uint32_t conditions);

// Reads the FEN in the input as position number `index` of the next query. Returns 1, or 0 for no position.
int32_t binbo_database_position(uint32_t index, uint32_t fen_length, int32_t variant, int32_t ignored);

// Takes the words in the input as the query (query.h). Returns 1, or 0 if they are none.
int32_t binbo_database_query(uint32_t size);

// Writes the games that may have the query into the bits. Returns 1, or 0 when memory is out.
int32_t binbo_database_candidates(uint32_t segment);

// Replays the games of a segment, from `from` on and before `to`, whose bits are set. Returns how many have the query:
// three numbers each at binbo_database_hits(), the game of the segment, the ply, the move that follows or QUERY_END. At
// most BINBO_DATABASE_STEP games are replayed in one call.
#define BINBO_DATABASE_STEP 4096
int32_t binbo_database_find(uint32_t segment, uint32_t from, uint32_t to);
uint32_t binbo_database_hits(void);

// The same for a query that is one position: counts the games by the move that follows (counts.h). Returns the address
// of numbers of 32 bits, valid until the next call: how many rows there are; how many games are among the best, that
// is, have a rating of at least `least`; from COUNT_BEST on two for each of these, the game and its rating, games
// ascending; from COUNT_ROWS on the rows. 0 for other queries.
#define BINBO_COUNT_BEST 2
#define BINBO_COUNT_ROWS 8194
uint32_t binbo_database_count(uint32_t segment, uint32_t from, uint32_t to, uint32_t least);

// Writes the move words (src/move_word.h) of a game into the input, and returns how many; -1 when memory is out.
int32_t binbo_database_words(uint32_t segment, uint32_t game);

// Writes what opening books call the first `most` plies of a game into the input: the Polyglot keys of the positions,
// 64 bits each, one more than there are moves; then the moves, 16 bits each:
//
//    14       12 11        6 5         0
//   +-----------+-----------+-----------+
//   | promotion |   from    |    to     |
//   +-----------+-----------+-----------+
//
// A promotion is 1 for a knight to 4 for a queen, 5 for a king; castling is the king taking its own rook. Of a drop,
// which books do not have, from is to, and the promotion is its piece, 0 for a pawn. A null move is 0. Behind them
// stands who moves first, 16 bits, 1 for Black. Returns how many moves; -1 when memory is out.
int32_t binbo_database_keys(uint32_t segment, uint32_t game, uint32_t most);

#endif
