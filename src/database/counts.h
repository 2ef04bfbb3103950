// SPDX-License-Identifier: Apache-2.0
// Counts games by their next move from a position. A table covers some games of one segment;
// tables of different games can be added, row by row.
//
//     rows     one for each move played, and one for games that end there
//     best     games and their ratings, games ascending
#ifndef DATABASE_COUNTS_H
#define DATABASE_COUNTS_H

#include "query.h"

// Fields of a row. JS gets these enumerators.
enum {
    COUNT_MOVE = 0, // QUERY_END for games that end
    COUNT_GAMES = 1,
    COUNT_WHITE = 2, // games that White won
    COUNT_DRAWS = 3,
    COUNT_BLACK = 4,
    COUNT_ELO = 5, // of the players who move: the sum of the known ratings
    COUNT_ELO_GAMES = 6,
    COUNT_OPPONENTS = 7, // the same for their opponents, in games with a result
    COUNT_OPPONENT_GAMES = 8,
    COUNT_WINS = 9, // in those games, for the players who move
    COUNT_LOSSES = 10,
    COUNT_LAST_YEAR = 11, // 0: unknown
    COUNT_FIELDS = 12,
};

// The number of games in a table, so that its sums stay within 32 bits.
enum { COUNTED_GAMES = 4096, COUNT_ROWS = MAX_MOVES + 2, COUNT_SLOTS = 1 << 11 };

// The games with one next move.
enum { TALLIED = 2 * 8 }; // by result, and whether the opponent has a rating
typedef struct {
    uint64_t elos;      // the sum of the known ratings of the players who move; in the upper half their number
    uint32_t opponents; // the sum of their opponents' ratings, in games with a result
    uint32_t year;      // the last one
    uint32_t games[TALLIED];
    uint32_t move; // QUERY_END for games that end
    uint8_t side;  // Color to move
} Tally;

typedef struct {
    uint32_t row_count, best_count;
    uint32_t best[COUNTED_GAMES][2];
    uint32_t rows[COUNT_ROWS][COUNT_FIELDS];
    Tally tallies[COUNT_ROWS];   // of the rows
    uint16_t slots[COUNT_SLOTS]; // a hash table by move: 1 + the number of a row, 0 for a free slot
} Counts;

void counts_clear(Counts *c);

// Counts a game at a hit. It is among the best if its rating is at least `least`: the sum of the players' ratings,
// or twice the rating of one if only one is known.
void counts_add(Counts *c, uint32_t game, const Brief *brief, const QueryHit *hit, uint32_t least);

// Fills the rows, when all games are counted.
void counts_finish(Counts *c);

#endif
