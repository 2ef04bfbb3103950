// SPDX-License-Identifier: Apache-2.0
// Replays main lines and compares each position with the goal.
#include "reaches.h"

// Whether this board has the men, with those of color `white` counted as White's.
static bool has_men(const Board *b, const PgnGoal *goal, Color white) {
    for (Color us = WHITE; us <= BLACK; us++)
        for (PieceType type = PAWN; type <= KING; type++) {
            const uint64_t wanted = goal->men[us][type];
            if (!wanted && goal->kind == PGN_GOAL_BOARD) continue;
            const Bitboard men = board_pieces(b, us ^ white, type);
            if (goal->kind == PGN_GOAL_BOARD ? wanted & ~men : wanted != (uint64_t)popcount(men)) return false;
        }
    return true;
}

static bool goal_is_met(const Board *b, const PgnGoal *goal) {
    if (goal->kind == PGN_GOAL_POSITION) return rules_same_position(b, &goal->position, 0);
    return has_men(b, goal, WHITE) || (goal->kind == PGN_GOAL_MATERIAL && has_men(b, goal, BLACK));
}

int32_t pgn_reached(const PgnReader *r, const PgnGoal *goal) {
    Board b = r->start.board;
    const bool has_game = r->facts.state == PGN_COMPLETE || r->facts.state == PGN_CUT_OFF;
    if (!has_game || r->seen.unknown_start) return -1;
    int32_t ply = 0;
    for (uint32_t i = 0; !goal_is_met(&b, goal); i++) {
        // The next move; variations are skipped.
        for (; i < r->tree.count && r->tree.words[i] >> WORD_OP_SHIFT; i++)
            if (r->tree.words[i] >> WORD_OP_SHIFT == OP_BEGIN) i = r->tree.words[i] & ((1u << WORD_OP_SHIFT) - 1);
        if (i >= r->tree.count) return -1;
        const Move m = move_word_move(r->tree.words[i]);
        if (m == NO_MOVE) board_pass(&b);
        else rules_play(&b, m);
        ply++;
    }
    return ply;
}
