// SPDX-License-Identifier: Apache-2.0
// The games of a database, in segments. A game is a row of facts, two bytes a move (src/move.h), and a bit in each
// slice of a piece and a square that the piece ever stood on. Games are only added: a full segment never changes.
//
//     slices   12 men (men.h) × 64 squares × words × 64 bits: bit g of slice man * 64 + square
//
// Rows, places and slices grow with a segment, until they have room for segment_games.
//
// Postings (postings.h) say which of the first `posted` games of a segment reach a position early.
#ifndef DATABASE_STORE_H
#define DATABASE_STORE_H

#include "../fen/fen.h"
#include "../rules/rules.h"
#include "men.h"
#include "names.h"

enum { SLICES = 12 * 64, EARLY_PLIES = 30, BRIEF_MOVES = 4, MOST_SEGMENT_GAMES = 1 << 16 };
#define ALL_PLIES UINT32_MAX

enum { ROW_WHITE_RISES = 1, ROW_BLACK_RISES = 2 }; // material may have grown: promotions, and all that is not standard

// What is known of a game. JS reads its fields by their places in api.h.
typedef struct {
    uint32_t white, black, event, site, round; // names
    uint32_t start;                            // name of the FEN where it starts; 0: its variant's own start
    uint32_t date;                             // year << 9 | month << 5 | day; what is not known is 0
    uint32_t moves;                            // where they begin in the segment's
    uint32_t plies;
    uint16_t white_elo, black_elo; // 0: not known
    uint16_t eco;                  // 1 + letter * 100 + number, from A00; 0: none
    uint16_t late_home;            // behind EARLY_PLIES: pawns that have not moved, White's in the lower byte
    uint8_t result;                // PgnResult of src/pgn/symbols.h
    uint8_t variant;               // Variant
    uint8_t rises;                 // ROW_* bits
    uint8_t late_men;              // behind EARLY_PLIES: how many men there are
    uint64_t last;                 // men at the end: four bits each, held at 15, at color * 6 + type
} Row;

// Where the text of a game stands:
//
//     low     the lower 32 bits of its offset in a source
//     high    the number of the source << 8 | the upper 8 bits of the offset; source 0: it is not kept
//     length  in bytes
typedef struct {
    uint32_t low, high, length;
} Place;

enum { MOST_ELO = 9999, MOST_ECO = 500, MOST_SOURCES = 1 << 24 };
#define MOST_OFFSET ((double)((1ull << 40) - UINT32_MAX)) // of a text of games

// What is asked of most games, side by side: the row and the moves of a game take several lines of cache.
typedef struct {
    Move first[BRIEF_MOVES]; // moves
    uint16_t white_elo, black_elo;
    uint32_t date : 23, result : 3;
    uint32_t plies : 3;    // how many of `first` there are
    uint32_t is_plain : 1; // standard chess from its own start
} Brief;

typedef struct {
    Row *rows;     // owned, as the others
    Place *places; // NULL where no game's text is kept
    Move *moves;   // NO_MOVE is a null move
    Brief *briefs;
    uint32_t *late;               // by game: segment_late()
    uint64_t *slices;             // NULL after store_unindex()
    uint32_t *buckets, *postings; // NULL before they are made
    uint32_t words;               // of a slice; there are rows for 64 times as many games
    uint32_t games, posted, move_count, move_capacity;
} Segment;

typedef struct {
    Names names;
    Segment *segments; // owned
    uint32_t segment_count, segment_capacity;
    uint32_t segment_games;  // a multiple of 64, a power of two
    uint32_t posted_plies;   // of a game that postings know: EARLY_PLIES, or ALL_PLIES
    uint64_t staged[SLICES]; // bits of the last games of the last segment that are not in its slices yet
    bool is_staged;
    Board starts[VARIANT_COUNT];
    Men start_men[VARIANT_COUNT];
} Store;

// What the row of a game is made of. Tags are those of a tree (src/pgn/tags.h), in UTF-8.
typedef struct {
    const char *tags, *fen; // borrowed
    uint32_t tags_size, fen_length, plies;
    Variant variant;
    uint8_t result;
} NewGame;

void store_init(Store *s, uint32_t segment_games);

// The row of a game, but for what store_place() sets. False when memory is out.
bool store_row(Store *s, const NewGame *g, Row *row);

// Adds a game with that row, whose `moves`, `rises`, `late_men`, `late_home` and `last` are made anew: row->plies legal
// or null moves from a start, store_start() of the row. `place` is NULL where its text is not kept. Returns the number
// of the game; UINT32_MAX when memory is out, and then there is no new game.
uint32_t store_place(Store *s, const Row *row, const Board *start, const Move *moves, const Place *place);

// A new segment behind a full one, with room for so many moves; NULL when memory is out.
Segment *store_add_segment(Store *s, uint32_t moves);

// Gives a segment room for the places of its games, which are not kept so far. False when memory is out.
bool store_add_places(Segment *seg);

// The same, for many games at a time: slices are complete after store_settle(), before anything else is asked.
uint32_t store_stage(Store *s, const Row *row, const Board *start, const Move *moves, const Place *place);
void store_settle(Store *s);

// Gives back the slices and postings of a full segment, which counts as posted.
void store_unindex(Segment *seg);

// Takes briefs, and what segment_late() says, from the rows and moves of games from `from` on.
void segment_note(Segment *seg, uint32_t from);

// The position that a game starts from.
void store_start(const Store *s, const Row *row, Board *out);

// Plays a legal move, or a null move.
INLINE void store_play(Board *b, Move m) {
    const MoveKind kind = move_kind(m);
    if (UNLIKELY(m == NO_MOVE)) board_pass(b);
    else if (b->rules == STANDARD && (kind == MOVE_PLAIN || kind == MOVE_DOUBLE)) board_play_plain(b, m);
    else rules_play(b, m);
}

// The pawns that stand where pawns of their colour start, White's in the lower byte.
INLINE uint16_t home_pawns(const Board *b) {
    return (uint16_t)((b->pawns & b->color[WHITE]) >> 8 & 255) | (uint16_t)((b->pawns & b->color[BLACK]) >> 48 << 8);
}

// May games of a segment have a position behind EARLY_PLIES? Men only get fewer, and pawns do not come home: the same
// sums of men and home pawns are kept of each game, 0 where it ends before.
INLINE bool segment_late(const Segment *seg, uint32_t game, uint32_t men, uint32_t home) {
    const uint32_t late = seg->late[game];
    return late >> 16 >= men && !(home & ~late);
}

INLINE uint32_t segment_words(const Store *s) { return s->segment_games / 64; }
INLINE const uint64_t *segment_slice(const Segment *seg, uint8_t man, Square at) {
    return seg->slices + (size_t)(man * 64 + at) * seg->words;
}

#endif
