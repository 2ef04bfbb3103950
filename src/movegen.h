// SPDX-License-Identifier: Apache-2.0
// Counts and lists legal moves, and tests whether there is one.
#ifndef MOVEGEN_H
#define MOVEGEN_H

#include "position.h"

// Writes the legal moves of the side to move and returns their number.
int movegen_list(const Board *b, Move list[MAX_MOVES]);

// Returns only their number.
int movegen_count(const Board *b);

// Whether there is any. Stops early.
bool movegen_any(const Board *b);

// For a side known at compile time: the list for White, the number for Black. A board can be turned for the other.
// It is passed as single values: a WebAssembly engine keeps arguments in registers and their own stack slots,
// whereas a board in memory is loaded and then spilled again (-12 % time).
#define BOARD_PARAMETERS                                                                                      \
    Bitboard pawns, Bitboard knights, Bitboard diagonal, Bitboard orthogonal, Bitboard kings, Bitboard white, \
        Bitboard black, Bitboard castling
#define BOARD_ARGUMENTS(b) \
    (b).pawns, (b).knights, (b).diagonal, (b).orthogonal, (b).kings, (b).color[WHITE], (b).color[BLACK], (b).castling

// All moves except en passant.
int movegen_list_white_values(BOARD_PARAMETERS, Move *list);
int movegen_count_black_values(BOARD_PARAMETERS);

// Only en passant: two moves at most.
int movegen_list_en_passant(const Board *b, Color us, Move *list);
int movegen_count_en_passant(const Board *b, Color us);

INLINE int movegen_count_black(Board b) { return movegen_count_black_values(BOARD_ARGUMENTS(b)); }

INLINE int movegen_list_white(const Board *b, Move list[MAX_MOVES]) {
    const int others = movegen_list_white_values(BOARD_ARGUMENTS(*b), list);
    return board_en_passant_capturers(b, WHITE) ? others + movegen_list_en_passant(b, WHITE, list + others) : others;
}

#endif
