// SPDX-License-Identifier: Apache-2.0
// Replays a game of the store ply by ply: the men on their squares, and the move that led there. In standard chess
// only these are updated; the position with its rights is computed from the moves on request.
#ifndef DATABASE_REPLAY_H
#define DATABASE_REPLAY_H

#include "men.h"
#include "store.h"

typedef struct {
    Men now;
    const Move *moves;   // borrowed
    uint32_t plies, ply; // of the game; played so far
    Move move;           // the move that led here; NO_MOVE for none
    uint8_t man;         // the man that moved, before promotion; NO_MAN without a move
    uint8_t captured;    // NOBODY for none
    uint8_t side;        // Color to move
    uint8_t geometry;    // Geometry
    bool is_standard;    // rules of standard chess
    uint32_t board_ply;  // of `board`; more than `ply` if there is none yet
    Board board;         // result of replay_now() or replay_before()
    Board before;        // unused in standard chess
    const Store *store;
    const Row *row;
} Replay;

enum { NO_MAN = NOBODY + 1 };

// Starts the replay of a game, which must not change during it.
void replay_begin(Replay *r, const Store *s, const Segment *seg, uint32_t game);

// Plays a null move, or a move by other rules than standard chess.
void replay_unusual(Replay *r, Move m);

// The current position, and the position before the move; borrowed, valid until the next call.
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
