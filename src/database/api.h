// SPDX-License-Identifier: Apache-2.0
// The export surface of database.wasm: the games of a database in memory, and queries about them. This file has the
// grammar of ../wasm/api.h. One instance is one database.
#ifndef DATABASE_API_H
#define DATABASE_API_H

#include <stdint.h>

#include "../database/counts.h"
#include "../database/filter.h"
#include "../database/query.h"

#define BINBO_DATABASE_ABI 1

// The fields of a game's row (store.h): the index of a 32-bit field in 32-bit numbers, of 16-bit and 8-bit fields
// in numbers of their own size.
#define BINBO_ROW_EVENT 0
#define BINBO_ROW_SITE 1
#define BINBO_ROW_ROUND 2
#define BINBO_ROW_START 3
#define BINBO_ROW_DATE 4
#define BINBO_ROW_MOVES 5
#define BINBO_ROW_PLIES 6
#define BINBO_ROW_WHITE_ELO 14
#define BINBO_ROW_BLACK_ELO 15
#define BINBO_ROW_ECO 16
#define BINBO_ROW_RESULT 36
#define BINBO_ROW_VARIANT 37
#define BINBO_ROW_BYTES 48
// The same of the columns beside it, players and facts.
#define BINBO_PLAYERS_WHITE 0
#define BINBO_PLAYERS_BLACK 1
#define BINBO_PLAYERS_BYTES 8
#define BINBO_FACTS_OPENING 2
#define BINBO_FACTS_SPEED 6
#define BINBO_FACTS_NOTED 7
#define BINBO_FACTS_BYTES 8
#define BINBO_PLACE_BYTES 12

// Fills the tables and creates an empty database with this segment size, a power of two from 64 to 65536. Postings
// cover all plies if `full` is 1, otherwise the first ones. Call once, before anything else. Returns
// BINBO_DATABASE_ABI.
int32_t binbo_database_init(uint32_t segment_games, int32_t full);

// Reads the named lines in the input, as openings_read() of src/openings.h has them. Returns their
// number, or 0 for an invalid text. Games that are added or loaded afterwards get openings.
int32_t binbo_database_openings(uint32_t moves, uint32_t length);

// The address of an input buffer of this size, valid until the next call; 0 if memory is exhausted.
uint32_t binbo_database_input(uint32_t size);

// The address of a PGN buffer of this size, which keeps its contents; 0 if memory is exhausted. Size 0 frees it.
uint32_t binbo_database_text(uint32_t size);

// Adds the games in that text from `start` on, up to the first that is not complete before `end`, has errors or
// warnings, has tags that are not UTF-8 or a name that binbo_database_unfolded() returns, or does not fit into memory.
// Returns the start of that game. flags: PGN_LAST, PGN_NO_LOCALE, PGN_FIRST of src/pgn/reader.h.
uint32_t binbo_database_read(uint32_t start, uint32_t end, int32_t flags);

// Sets which doubles (doubles.h) are skipped. The input has `removed` words with a bit for each game that is not
// compared because it was removed. Returns 1, or 0 if memory is exhausted.
#define BINBO_DEDUPE_NONE 0
#define BINBO_DEDUPE_EQUAL 1
#define BINBO_DEDUPE_BETTER 2
int32_t binbo_database_dedupe(int32_t kind, uint32_t removed);

// The input has `words` words with a bit for each source of texts that can be read: notes in others do not count.
// Sources beyond them can be read. Returns 1, or 0 if memory is exhausted.
int32_t binbo_database_sources(uint32_t words);

// The next name whose folded text is needed, by binbo_database_fold(); 0 if there is none. binbo_database_wants_names()
// returns 1 if games wait for it.
int32_t binbo_database_wants_names(void);
uint32_t binbo_database_unfolded(void);
int32_t binbo_database_fold(uint32_t name, uint32_t length);

// Makes the folded text in the input and the one behind it one player's, before any other text is folded. Returns 1, or
// 0 if memory is exhausted. Length 0 forgets all texts first.
int32_t binbo_database_join(uint32_t length, uint32_t same_length);

// The number of games that the last binbo_database_read() or _add() has replaced, which now count as removed, and the
// address of their numbers.
uint32_t binbo_database_beaten_games(void);
uint32_t binbo_database_beaten(void);

// Writes a hash of each game of a segment into the input, 64 bits each, equal for doubles. Returns 1, 0 if memory is
// exhausted, or BINBO_DATABASE_UNFOLDED.
int32_t binbo_database_double_hashes(uint32_t segment);

// Finds groups among the games whose numbers are in the input (double_groups.h). Replaces each by two numbers: the
// first game of its group, and 1 if another game is the better copy. Returns as binbo_database_double_hashes().
int32_t binbo_database_double_groups(uint32_t count);

// The number of games that the last binbo_database_read() added or skipped.
uint32_t binbo_database_read_games(void);

// Sets the location of the texts of the games added next: a source number below 2^24, and the offset in it, below
// 2^40 - 2^32, of the text of binbo_database_read(), or of the game of binbo_database_add(). With source 0, texts
// are not kept. Returns 1, or 0 for other numbers, which act as source 0.
int32_t binbo_database_source(uint32_t source, double offset);

// Adds the game in the input: its moves, 32 bits each, whose lower half is a move; `tags` bytes of tags in UTF-8:
// name, 0, value, 0 and so on; `fen` bytes of its start FEN, none for its variant's own start. Its text has
// `length` bytes; if it has variations, comments or glyphs, `result` has BINBO_DATABASE_NOTED added. Returns 1, 0 if
// memory is exhausted, BINBO_DATABASE_DOUBLE if it was skipped, or BINBO_DATABASE_UNFOLDED if a name is to be folded
// first.
#define BINBO_DATABASE_NOTED 8
#define BINBO_DATABASE_DOUBLE 2
#define BINBO_DATABASE_UNFOLDED 3
int32_t binbo_database_add(uint32_t plies, uint32_t tags, uint32_t fen, int32_t variant, int32_t result, uint32_t size);

uint32_t binbo_database_games(void);

// The number of bytes that the games and their indexes take.
double binbo_database_bytes(void);

// Builds the postings of a segment, if some of its games have none. Returns 1, or 0 if memory is exhausted.
int32_t binbo_database_post(uint32_t segment);

// Frees the indexes of a full segment, its slices and postings. All its games are then candidates. Returns 1, or 0
// if there is no such segment.
int32_t binbo_database_unindex(uint32_t segment);

// The number of games of a segment that have postings.
uint32_t binbo_database_posted(uint32_t segment);

// Creates a file (file.h) from the games of a segment from `from` on, replacing the previous file. Frees the input.
// Returns its size; 0 if memory is exhausted.
uint32_t binbo_database_save(uint32_t segment, uint32_t from);

// The address of its spans, one after the other: address and number of the bytes. Valid until games are added, and
// until binbo_database_release().
uint32_t binbo_database_saved(void);

// Adds the games of the file in the input, without postings if `lite` is 1. Returns their number,
// BINBO_DATABASE_NO_MEMORY or BINBO_DATABASE_DAMAGED.
#define BINBO_DATABASE_NO_MEMORY 0x10001
#define BINBO_DATABASE_DAMAGED 0x10002
int32_t binbo_database_load(uint32_t size, int32_t lite, int32_t chosen);

// Frees the input and the file. Returns the size of the input in bytes.
uint32_t binbo_database_release(void);

// Addresses: the rows of a segment; its players; its facts; the locations of its games' texts, three numbers each
// (store.h), 0 if none are kept; its moves, 16 bits each.
uint32_t binbo_database_rows(uint32_t segment);
uint32_t binbo_database_players(uint32_t segment);
uint32_t binbo_database_facts(uint32_t segment);
uint32_t binbo_database_places(uint32_t segment);
uint32_t binbo_database_moves(uint32_t segment);

// The number of names, including the empty one, 0; the address of their texts; and of the end of each in the texts.
uint32_t binbo_database_names(void);
uint32_t binbo_database_names_text(void);
uint32_t binbo_database_names_ends(void);

// Writes all tags of a game into the input: name, 0, value, 0 and so on, in UTF-8. Returns their size; -1 if memory is
// exhausted.
int32_t binbo_database_tags(uint32_t segment, uint32_t game);

// Writes the value of the tag whose name is in the input into it. Returns its size; -1 for a game without the tag, and
// if memory is exhausted.
int32_t binbo_database_tag(uint32_t segment, uint32_t game, uint32_t length);

// Chooses the tag for binbo_database_tag_values() and for filters: its name, and the pattern that filters compare its
// values with if these are not names, are in the input. match: MATCH_*. Returns 1, or 0 if memory is exhausted.
int32_t binbo_database_choose_tag(uint32_t length, int32_t match, uint32_t pattern_length);

// Writes the name that is the value of the chosen tag into the input, 32 bits for each game of a segment:
// BINBO_TAG_MISSING without the tag, BINBO_TAG_TEXT where only binbo_database_tag() has its value. Returns 1, or 0 if
// memory is exhausted.
#define BINBO_TAG_MISSING 0xffffffff
#define BINBO_TAG_TEXT 0xfffffffe
int32_t binbo_database_tag_values(uint32_t segment);

// The address of a byte for each name: what it is used for, FIELD_*.
uint32_t binbo_database_names_roles(void);

// The address of a set of games of a segment: one bit each, the lowest first.
uint32_t binbo_database_bits(void);

// Sets a bit in the marks of ASCII names: whether they match the lower-case text in the input, and are used in one of
// the fields. match: MATCH_*. If `also` is 1, no bits are cleared. Returns 1, or 0 if memory is exhausted.
int32_t binbo_database_mark(uint32_t bit, uint32_t fields, int32_t match, uint32_t length, int32_t also);

// The address of a byte for each name, whose bits filters use (filter.h); valid until the next mark.
uint32_t binbo_database_marks(void);

// The first name from `from` on that is not ASCII; the number of names if there is none.
uint32_t binbo_database_wide_name(uint32_t from);

// The address of a byte for each opening of a game, from 0 on: 1 if filters seek it.
uint32_t binbo_database_sought_openings(void);

// Writes the games of a segment that meet the conditions in the input into the bits, with the current marks.
// Returns 1, or 0 for invalid conditions.
int32_t binbo_database_filter(uint32_t segment, uint32_t conditions);

// Reads the FEN in the input as position number `index` of the next query. Returns 1, or 0 for an invalid FEN.
int32_t binbo_database_position(uint32_t index, uint32_t fen_length, int32_t variant, int32_t ignored);

// Sets the query from the words in the input (query.h). Returns 1, or 0 if they are not a query.
int32_t binbo_database_query(uint32_t size);

// Writes the games that may match the query into the bits. Returns 1, or 0 if memory is exhausted.
int32_t binbo_database_candidates(uint32_t segment);

// Replays the games of a segment, from `from` on and before `to`, whose bits are set. Returns the number of hits,
// with three numbers each at binbo_database_hits(): the game of the segment, the ply, the next move or QUERY_END.
// At most BINBO_DATABASE_STEP games are replayed in one call.
#define BINBO_DATABASE_STEP 4096
int32_t binbo_database_find(uint32_t segment, uint32_t from, uint32_t to);
uint32_t binbo_database_hits(void);

// The same for a query that is one position, with its side to move: counts the games by their next move (counts.h).
// Returns the address of 32-bit numbers, valid until the next call: the number of rows; the number of best games, which
// have a rating of at least `least`; from COUNT_BEST on two for each of these, the game and its rating, games
// ascending; from COUNT_ROWS on the rows. 0 for other queries.
#define BINBO_COUNT_BEST 2
#define BINBO_COUNT_ROWS 8194
uint32_t binbo_database_count(uint32_t segment, uint32_t from, uint32_t to, uint32_t least);

// Adds the FEN in the input to the positions of the repertoire. Returns its number, from 0, which equal positions
// share; -1 for an invalid FEN, or if memory is exhausted. Length 0 frees all positions.
int32_t binbo_database_repertoire(uint32_t fen_length, int32_t variant);

// Replays games like binbo_database_find(). Returns the number of those that reach a position of the repertoire, with
// three numbers each at binbo_database_hits(): the game of the segment, the last of these positions that it reaches,
// the move that it plays there or QUERY_END.
int32_t binbo_database_leave(uint32_t segment, uint32_t from, uint32_t to);

// The address of a byte for each position of the repertoire: 1 if a game of binbo_database_leave() has reached it.
// Valid until the next position is added.
uint32_t binbo_database_reached(void);

// Writes the move words (src/move_word.h) of a game into the input, and returns their number; -1 if memory is
// exhausted.
int32_t binbo_database_words(uint32_t segment, uint32_t game);

// Writes the first `most` plies of a game, in the form of opening books, into the input: the Polyglot keys of the
// positions, 64 bits each, one more than there are moves; then the moves, 16 bits each:
//
//    14       12 11        6 5         0
//   +-----------+-----------+-----------+
//   | promotion |   from    |    to     |
//   +-----------+-----------+-----------+
//
// A promotion is 1 for a knight to 4 for a queen, 5 for a king; castling is the king taking its own rook. For a
// drop, which books do not have, from equals to, and the promotion is its piece, 0 for a pawn. A null move is 0.
// After the moves is the side that moves first, 16 bits, 1 for Black. Returns the number of moves; -1 if memory is
// exhausted.
int32_t binbo_database_keys(uint32_t segment, uint32_t game, uint32_t most);

#endif
