// SPDX-License-Identifier: Apache-2.0
// Adds games to the tally of their next move, found by a small hash table.
#include "counts.h"

#include "../pgn/symbols.h"

enum { WITH_RESULT = 1u << PGN_WHITE_WINS | 1u << PGN_BLACK_WINS | 1u << PGN_DRAW };

_Static_assert(COUNT_SLOTS >= 2 * COUNT_ROWS, "free slots are soon found");

void counts_clear(Counts *c) {
    memset(c->slots, 0, sizeof c->slots);
    c->row_count = c->best_count = 0;
}

static Tally *tally_of(Counts *c, uint32_t move, uint8_t side) {
    for (uint32_t slot = move * 0x9e3779b1u >> 16;; slot++) {
        uint16_t *at = &c->slots[slot % COUNT_SLOTS];
        if (*at && c->tallies[*at - 1].move == move) return &c->tallies[*at - 1];
        if (*at) continue;
        // Only an untrusted file has more different moves than are legal: the others are counted with the last one.
        if (c->row_count == COUNT_ROWS) return &c->tallies[COUNT_ROWS - 1];
        Tally *tally = &c->tallies[c->row_count++];
        *at = (uint16_t)c->row_count;
        *tally = (Tally){.move = move, .side = side};
        return tally;
    }
}

// Results and ratings are unpredictable: no branches, and few sums for each game.
void counts_add(Counts *c, uint32_t game, const Brief *brief, const QueryHit *hit, uint32_t least) {
    const uint32_t white = brief->white_elo, black = brief->black_elo, year = brief->date >> 9, result = brief->result;
    const uint32_t elo = hit->side == WHITE ? white : black, opponent = hit->side == WHITE ? black : white;
    const uint32_t rating = (white + black) << ((white == 0) | (black == 0));
    Tally *tally = tally_of(c, hit->next, hit->side);
    tally->games[2 * result + (opponent > 0)]++;
    tally->elos += (uint64_t)(elo > 0) << 32 | elo;
    tally->opponents += opponent & -(WITH_RESULT >> result & 1);
    tally->year = year > tally->year ? year : tally->year;
    if (rating < least || c->best_count == COUNTED_GAMES) return;
    c->best[c->best_count][0] = game;
    c->best[c->best_count++][1] = rating;
}

void counts_finish(Counts *c) {
    for (uint32_t i = 0; i < c->row_count; i++) {
        const Tally *tally = &c->tallies[i];
        const uint32_t *games = tally->games, *white = games + 2 * PGN_WHITE_WINS, *black = games + 2 * PGN_BLACK_WINS,
                       *draws = games + 2 * PGN_DRAW;
        uint32_t *row = c->rows[i];
        row[COUNT_MOVE] = tally->move;
        row[COUNT_GAMES] = 0;
        for (int kind = 0; kind < TALLIED; kind++) row[COUNT_GAMES] += games[kind];
        row[COUNT_WHITE] = white[0] + white[1];
        row[COUNT_DRAWS] = draws[0] + draws[1];
        row[COUNT_BLACK] = black[0] + black[1];
        row[COUNT_ELO] = (uint32_t)tally->elos;
        row[COUNT_ELO_GAMES] = (uint32_t)(tally->elos >> 32);
        row[COUNT_OPPONENTS] = tally->opponents;
        row[COUNT_OPPONENT_GAMES] = white[1] + draws[1] + black[1];
        row[COUNT_WINS] = (tally->side == WHITE ? white : black)[1];
        row[COUNT_LOSSES] = (tally->side == WHITE ? black : white)[1];
        row[COUNT_LAST_YEAR] = tally->year;
    }
}
