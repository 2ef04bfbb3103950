// SPDX-License-Identifier: Apache-2.0
// Writes and reads lists of moves in the I/O buffer. Functions that write return the number of moves.
#ifndef MOVE_LISTS_H
#define MOVE_LISTS_H

#include "../game.h"
#include "../move_word.h"

int32_t move_lists_write_packed(const Move *moves, int count, Geometry geometry);

// Writes the move words of moves that are all legal on one board.
int32_t move_lists_write(const Board *b, const Move *moves, int count);

// Writes the move words of all moves of a game. Reserves a larger buffer for a long game, or fails with
// -ERR_MEMORY.
int32_t move_lists_write_game(const Game *g);

// The move words in the buffer; borrowed, valid until the next write.
const MoveWord *move_lists_words(void);

// Records the moves that a refused SAN may have meant; and writes the moves recorded last.
void move_lists_note_candidates(const Board *b, const char *text, size_t length);
int32_t move_lists_write_candidates(void);

#endif
