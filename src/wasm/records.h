// SPDX-License-Identifier: Apache-2.0
// Move lists in the forms that api.h describes, written to the I/O buffer. Each returns the number of
// moves.
#ifndef RECORDS_H
#define RECORDS_H

#include "../game.h"

int32_t records_write_packed(const Move *moves, int count, Variant variant);
int32_t records_write_san(const Board *b, const Move *moves, int count);

// Full records of moves that are all legal on one board.
int32_t records_write(const Board *b, const Move *moves, int count, Variant variant);

enum { OUT_OF_MEMORY = -1 };

// Full records of the moves of a game. Reserves a larger buffer for a long one, or OUT_OF_MEMORY.
int32_t records_write_game(const Game *g);

// Notes what a SAN that was refused may have meant, and writes the SANs noted last.
void records_note_candidates(const Board *b, const char *text, size_t length);
int32_t records_write_candidates(void);

#endif
