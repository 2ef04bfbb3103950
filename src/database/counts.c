// SPDX-License-Identifier: Apache-2.0
// Adds games to the row of their next move, found by a small hash table.
#include "counts.h"

#include "../pgn/symbols.h"

_Static_assert(COUNT_SLOTS >= 2 * COUNT_ROWS, "free slots are soon found");

void counts_clear(Counts *c) {
    memset(c->slots, 0, sizeof c->slots);
    c->row_count = c->best_count = 0;
}

static uint32_t *row_of(Counts *c, uint32_t move) {
    for (uint32_t slot = move * 0x9e3779b1u >> 16;; slot++) {
        uint16_t *at = &c->slots[slot % COUNT_SLOTS];
        if (*at && c->rows[*at - 1][COUNT_MOVE] == move) return c->rows[*at - 1];
        if (*at) continue;
        // Only an untrusted file has more different moves than are legal: the others are counted with the last one.
        if (c->row_count == COUNT_ROWS) return c->rows[COUNT_ROWS - 1];
        uint32_t *row = c->rows[c->row_count++];
        *at = (uint16_t)c->row_count;
        memset(row, 0, sizeof c->rows[0]);
        row[COUNT_MOVE] = move;
        return row;
    }
}

// Without branches: results and ratings are unpredictable.
static void count(uint32_t *at, const Brief *brief, Color us) {
    const uint32_t elo = us == WHITE ? brief->white_elo : brief->black_elo,
                   opponent = us == WHITE ? brief->black_elo : brief->white_elo, year = brief->date >> 9;
    const uint32_t white = brief->result == PGN_WHITE_WINS, black = brief->result == PGN_BLACK_WINS,
                   draw = brief->result == PGN_DRAW, rated = (opponent > 0) & (white | black | draw);
    at[COUNT_GAMES]++;
    at[COUNT_WHITE] += white;
    at[COUNT_DRAWS] += draw;
    at[COUNT_BLACK] += black;
    at[COUNT_ELO] += elo;
    at[COUNT_ELO_GAMES] += elo > 0;
    at[COUNT_OPPONENTS] += opponent & -rated;
    at[COUNT_OPPONENT_GAMES] += rated;
    at[COUNT_WINS] += (us == WHITE ? white : black) & rated;
    at[COUNT_LOSSES] += (us == WHITE ? black : white) & rated;
    at[COUNT_LAST_YEAR] = year > at[COUNT_LAST_YEAR] ? year : at[COUNT_LAST_YEAR];
}

void counts_add(Counts *c, uint32_t game, const Brief *brief, const QueryHit *hit, uint32_t least) {
    const uint32_t white = brief->white_elo, black = brief->black_elo;
    const uint32_t rating = (white + black) << ((white == 0) | (black == 0));
    count(row_of(c, hit->next), brief, (Color)hit->side);
    if (rating < least || c->best_count == COUNTED_GAMES) return;
    c->best[c->best_count][0] = game;
    c->best[c->best_count++][1] = rating;
}
