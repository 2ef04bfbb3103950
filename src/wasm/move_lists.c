// SPDX-License-Identifier: Apache-2.0
// Writes move words to the I/O buffer.
#include "move_lists.h"

#include "../lan.h"
#include "../san.h"
#include "api.h"
#include "boundary.h"

_Static_assert(BINBO_PAWN == PAWN + 1 && BINBO_KNIGHT == KNIGHT + 1 && BINBO_BISHOP == BISHOP + 1 &&
                   BINBO_ROOK == ROOK + 1 && BINBO_QUEEN == QUEEN + 1 && BINBO_KING == KING + 1,
               "move words have piece types as JS has them");

static struct {
    Board board;
    Move moves[MAX_MOVES];
    int count;
} candidates;

static MoveWord *words(void) { return (MoveWord *)(void *)io_buffer(); }

const MoveWord *move_lists_words(void) { return words(); }

int32_t move_lists_write_packed(const Move *moves, int count, Geometry geometry) {
    PackedMove *out = (PackedMove *)(void *)io_buffer();
    for (int i = 0; i < count; i++) out[i] = lan_pack(moves[i], geometry);
    return count;
}

int32_t move_lists_write(const Board *b, const Move *moves, int count) {
    MoveWord *out = words();
    for (int i = 0; i < count; i++) out[i] = move_word(b, moves[i]);
    return count;
}

int32_t move_lists_write_game(const Game *g) {
    const uint32_t count = g->move_count;
    if (count && !io_reserve(count * sizeof(MoveWord))) return fail(ERR_MEMORY);
    MoveWord *out = words();
    Board board = game_start(g)->board;
    for (uint32_t i = 0; i < count; i++) {
        const Position *edit = g->edit_count ? game_edit_at(g, i) : NULL;
        if (edit) board = edit->board;
        Board child = board;
        out[i] = NULL_MOVE_WORD;
        if (g->moves[i] == NO_MOVE) board_pass(&child);
        else {
            rules_play(&child, g->moves[i]);
            out[i] = move_word_with(&board, g->moves[i], &child);
        }
        board = child;
    }
    return (int32_t)count;
}

COLD void move_lists_note_candidates(const Board *b, const char *text, size_t length) {
    candidates.board = *b;
    candidates.count = san_candidates(b, text, length, candidates.moves);
}

COLD int32_t move_lists_write_candidates(void) {
    return move_lists_write(&candidates.board, candidates.moves, candidates.count);
}
