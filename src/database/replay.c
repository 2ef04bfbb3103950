// SPDX-License-Identifier: Apache-2.0
// The rarer parts of a replay: its start, unusual moves, and boards on request.
#include "replay.h"

void replay_begin(Replay *r, const Store *s, const Segment *seg, uint32_t game) {
    const Row *row = &seg->rows[game];
    r->store = s;
    r->row = row;
    r->moves = seg->moves + row->moves;
    r->plies = row->plies;
    r->ply = 0;
    r->move = NO_MOVE;
    r->man = NO_MAN;
    r->captured = NOBODY;
    r->board_ply = UINT32_MAX;
    const Board *start = &s->starts[row->variant];
    r->is_standard = start->rules == STANDARD;
    if (row->start == 0 && r->is_standard) {
        r->now = s->start_men[row->variant];
    } else {
        store_start(s, row, &r->board);
        r->board_ply = 0;
        men_of(&r->board, &r->now);
        start = &r->board;
    }
    r->side = start->side;
    r->geometry = start->geometry;
}

static const Board *board_at(Replay *r, uint32_t ply) {
    if (r->board_ply > ply) {
        store_start(r->store, r->row, &r->board);
        r->board_ply = 0;
    }
    while (r->board_ply < ply) store_play(&r->board, r->moves[r->board_ply++]);
    return &r->board;
}

const Board *replay_now(Replay *r) { return board_at(r, r->ply); }
const Board *replay_before(Replay *r) { return r->is_standard ? board_at(r, r->ply - 1) : &r->before; }

// Updates the men where the board differs from the previous one.
static void take_board(Men *men, const Board *before, const Board *b) {
    Bitboard changed = (before->pawns ^ b->pawns) | (before->knights ^ b->knights) | (before->diagonal ^ b->diagonal) |
                       (before->orthogonal ^ b->orthogonal) | (before->kings ^ b->kings) |
                       (before->color[WHITE] ^ b->color[WHITE]) | (before->color[BLACK] ^ b->color[BLACK]);
    while (changed) {
        const Square at = pop(&changed);
        men_put(men, at, man_at(b, at));
    }
}

void replay_unusual(Replay *r, Move m) {
    r->man = NO_MAN;
    r->captured = NOBODY;
    if (m != NO_MOVE) {
        const Square from = move_from(m), to = move_to(m);
        const MoveKind kind = move_kind(m);
        r->man = r->now.at[from];
        if (move_is_drop(m)) r->man = (uint8_t)(!r->side * 6 + (int)move_dropped(m));
        else if (kind == MOVE_EN_PASSANT) r->captured = r->now.at[(from & 56) | (to & 7)];
        else if (kind != MOVE_CASTLE) r->captured = r->now.at[to];
    }
    if (r->is_standard) return;
    r->before = *board_at(r, r->ply - 1);
    take_board(&r->now, &r->before, board_at(r, r->ply));
}
