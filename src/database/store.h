// SPDX-License-Identifier: Apache-2.0
// The games of a database, in segments. A game is a row of facts, two bytes per move (src/move.h), and a bit in
// each slice of a piece and a square if the piece was ever on it. Games are only added: a full segment never
// changes.
//
//     slices   12 men (men.h) × 64 squares × words × 64 bits: bit g of slice man * 64 + square
//
// What filters read of most games is in columns of its own: players, facts, briefs.
//
// Rows, columns, places and slices grow with a segment, until they have space for segment_games.
//
// Postings (postings.h) list which of the first `posted` games of a segment reach a position early.
#ifndef DATABASE_STORE_H
#define DATABASE_STORE_H

#include "../fen/fen.h"
#include "../rules/rules.h"
#include "men.h"
#include "names.h"
#include "speed.h"

enum { SLICES = 12 * 64, EARLY_PLIES = 30, BRIEF_MOVES = 4, MOST_SEGMENT_GAMES = 1 << 16 };
#define ALL_PLIES UINT32_MAX

enum { ROW_WHITE_RISES = 1, ROW_BLACK_RISES = 2 }; // material may have increased: promotions, and all variants

// The facts about a game. JS reads the fields by their indexes in api.h.
typedef struct {
    uint32_t event, site, round; // names
    uint32_t start;              // name with the start FEN; 0: its variant's own start
    uint32_t date;               // year << 9 | month << 5 | day; unknown parts are 0
    uint32_t moves;              // index of the first one in the segment's moves
    uint32_t plies;
    uint16_t white_elo, black_elo; // 0: unknown
    uint16_t eco;                  // 1 + letter * 100 + number, from A00; 0: none
    uint16_t late_home;            // after EARLY_PLIES: unmoved pawns, White's in the lower byte
    uint8_t result;                // PgnResult of src/pgn/symbols.h
    uint8_t variant;               // Variant
    uint8_t rises;                 // ROW_* bits
    uint8_t late_men;              // after EARLY_PLIES: number of men
    uint64_t last;                 // men at the end: four bits each, at most 15, at color * 6 + type
} Row;

typedef struct {
    uint32_t white, black; // names
} Players;

// What a game's tags say besides the row.
typedef struct {
    uint32_t tags;    // index of its first word in the segment's tags (game_tags.h)
    uint16_t opening; // of the last position that has a name: 1 + the number of its line (../openings.h); 0: none
    uint8_t speed;    // Speed
    uint8_t noted;    // 1: its text has variations, comments or glyphs
} Facts;

// The location of a game's text:
//
//     low     the lower 32 bits of its offset in a source
//     high    the number of the source << 8 | the upper 8 bits of the offset; source 0: not kept
//     length  in bytes
typedef struct {
    uint32_t low, high, length;
} Place;

enum { MOST_ELO = 9999, MOST_ECO = 500, MOST_SOURCES = 1 << 24 };
#define MOST_OFFSET ((double)((1ull << 40) - UINT32_MAX)) // for a text of games

// The data needed for most games, contiguous: the row and the moves of a game take several cache lines.
typedef struct {
    Move first[BRIEF_MOVES]; // moves
    uint16_t white_elo, black_elo;
    uint32_t date : 23, result : 3;
    uint32_t plies : 3;    // number of moves in `first`
    uint32_t is_plain : 1; // standard chess from the usual start
} Brief;

typedef struct {
    Row *rows; // owned, like the others
    Players *players;
    Facts *facts;
    uint32_t *tags; // names; the words of a game end where those of the next one begin
    Place *places;  // NULL if no game's text is kept
    Move *moves;    // NO_MOVE is a null move
    Brief *briefs;
    uint32_t *late;               // by game: may_be_late()
    uint64_t *slices;             // NULL after store_unindex()
    uint32_t *buckets, *postings; // NULL until built
    uint32_t words;               // of a slice; there is space for the rows of 64 times as many games
    uint32_t games, posted, move_count, move_capacity, tag_count, tag_capacity;
} Segment;

typedef struct {
    Names names;
    Segment *segments; // owned
    uint32_t segment_count, segment_capacity;
    uint32_t segment_games;  // a multiple of 64, a power of two
    uint32_t posted_plies;   // plies of a game that postings cover: EARLY_PLIES, or ALL_PLIES
    uint64_t staged[SLICES]; // bits of the last games of the last segment that are not yet in its slices
    bool is_staged;
    Board starts[VARIANT_COUNT];
    Men start_men[VARIANT_COUNT];
    uint32_t openings;       // number of named lines; 0 until store_read_openings()
    uint32_t openings_check; // of their text
} Store;

void store_init(Store *s, uint32_t segment_games);

// Reads the named lines, which are found in games that are added afterwards. There is one list for all
// stores. Returns their number, 0 for an invalid text.
uint32_t store_read_openings(Store *s, const char *text, uint32_t moves, uint32_t length);

// A game to be added: all but its moves.
typedef struct {
    Row row;
    Players players;
    Facts facts;
    const uint32_t *tags; // borrowed
    uint32_t tag_count;
} Head;

// Adds a game with that head, computing `moves`, `rises`, `late_men`, `late_home`, `last`, `tags` and `opening`:
// row.plies legal or null moves from a start, store_start() of the row. `place` is NULL if its text is not kept.
// Returns the number of the game; UINT32_MAX if memory is exhausted, and then there is no new game. Queries complete
// its slices.
uint32_t store_place(Store *s, const Head *head, const Board *start, const Move *moves, const Place *place);

// Adds a segment after a full one, with space for this many moves; NULL if memory is exhausted.
Segment *store_add_segment(Store *s, uint32_t moves);

// Records what the names of a game are used for.
void store_note_names(Store *s, const Segment *seg, uint32_t game);

// Fills the openings of all games of a segment again.
void store_name_openings(const Store *s, Segment *seg);

// The number of words of a game's tags.
INLINE uint32_t segment_tag_count(const Segment *seg, uint32_t game) {
    const uint32_t end = game + 1 < seg->games ? seg->facts[game + 1].tags : seg->tag_count;
    return end - seg->facts[game].tags;
}

// Adds space for the places of a segment's games, which were not kept so far. False if memory is exhausted.
bool store_add_places(Segment *seg);

// Completes the slices of the last segment; those of full segments are complete.
void store_settle(Store *s);

// Frees the slices and postings of a full segment, which then counts as posted.
void store_unindex(Segment *seg);

// Computes the briefs and the data of may_be_late() from the rows and moves of games from `from` on.
void segment_note(Segment *seg, uint32_t from);

// The start position of a game.
void store_start(const Store *s, const Row *row, Board *out);

// Plays a legal move, or a null move.
INLINE void store_play(Board *b, Move m) {
    const MoveKind kind = move_kind(m);
    if (UNLIKELY(m == NO_MOVE)) board_pass(b);
    else if (b->rules == STANDARD && (kind == MOVE_PLAIN || kind == MOVE_DOUBLE)) board_play_plain(b, m);
    else rules_play(b, m);
}

// The pawns on start squares of their colour, White's in the lower byte.
INLINE uint16_t home_pawns(const Board *b) {
    return (uint16_t)((b->pawns & b->color[WHITE]) >> 8 & 255) | (uint16_t)((b->pawns & b->color[BLACK]) >> 48 << 8);
}

// Whether a game may have a position after EARLY_PLIES. Men only decrease, and pawns never return home: `late` has
// the numbers of men and home pawns at that ply, 0 for a game that ends earlier.
INLINE bool may_be_late(uint32_t late, uint32_t men, uint32_t home) { return (late >> 16 >= men) & !(home & ~late); }

INLINE uint32_t segment_words(const Store *s) { return s->segment_games / 64; }
INLINE const uint64_t *segment_slice(const Segment *seg, uint8_t man, Square at) {
    return seg->slices + (size_t)(man * 64 + at) * seg->words;
}

#endif
