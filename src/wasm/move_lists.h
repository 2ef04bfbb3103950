// SPDX-License-Identifier: Apache-2.0
// Lists of moves in the I/O buffer. Those that write return the number of moves.
#ifndef MOVE_LISTS_H
#define MOVE_LISTS_H

#include "../game.h"
#include "../move_word.h"

int32_t move_lists_write_packed(const Move *moves, int count, Geometry geometry);

// Move words of moves that are all legal on one board.
int32_t move_lists_write(const Board *b, const Move *moves, int count);

// Move words of all moves of a game. Reserves a larger buffer for a long one, or fails with -ERR_MEMORY.
int32_t move_lists_write_game(const Game *g);

// The move words in the buffer; borrowed, valid until the next write.
const MoveWord *move_lists_words(void);

// Notes the moves that a refused SAN may have meant; then writes those noted last.
void move_lists_note_candidates(const Board *b, const char *text, size_t length);
int32_t move_lists_write_candidates(void);

#endif
