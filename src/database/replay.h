// SPDX-License-Identifier: Apache-2.0
// A game of the store ply by ply: the men on their squares, and the move that led there. In standard chess that is all
// that is played; the position with its rights is made of the moves where it is asked for.
#ifndef DATABASE_REPLAY_H
#define DATABASE_REPLAY_H

#include "men.h"
#include "store.h"

typedef struct {
    Men now;
    const Move *moves;   // borrowed
    uint32_t plies, ply; // of the game; played
    Move move;           // that led here; NO_MOVE for none
    uint8_t man;         // that moved, before it was promoted; NO_MAN without a move
    uint8_t captured;    // NOBODY for none
    uint8_t side;        // Color to move
    uint8_t geometry;    // Geometry
    bool is_standard;    // the rules
    uint32_t board_ply;  // of `board`; more than `ply` before there is one
    Board board;         // replay_now(), or what replay_before() has made
    Board before;        // not in standard chess
    const Store *store;
    const Row *row;
} Replay;

enum { NO_MAN = NOBODY + 1 };

// The start of a game, which must not change meanwhile.
void replay_begin(Replay *r, const Store *s, const Segment *seg, uint32_t game);

// Plays a null move, or one by other rules than those of standard chess.
void replay_unusual(Replay *r, Move m);

// The position, and the one before the move; borrowed, valid until the next call.
const Board *replay_now(Replay *r);
const Board *replay_before(Replay *r);

// Plays the next move; there must be one.
INLINE void replay_step(Replay *r) {
    const Move m = r->moves[r->ply++];
    r->move = m;
    r->side = !r->side;
    if (UNLIKELY(m == NO_MOVE || !r->is_standard)) {
        replay_unusual(r, m);
        return;
    }
    r->man = r->now.at[move_from(m)];
    r->captured = men_play(&r->now, m);
}

#endif
