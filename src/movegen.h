// SPDX-License-Identifier: Apache-2.0
// Legal moves: counted, listed, or asked whether there is one.
#ifndef MOVEGEN_H
#define MOVEGEN_H

#include "position.h"

// Writes the legal moves of the side to move and returns their number.
int movegen_list(const Board *b, Move list[MAX_MOVES]);

// The same number without the list.
int movegen_count(const Board *b);

// Is there any? Stops early.
bool movegen_any(const Board *b);

// The legal replies to all legal moves of the side to move, us, added up.
int movegen_count_replies(const Board *b, Color us);

// Listing and counting for a side known at compile time, for perft.
int movegen_list_white(const Board *b, Move list[MAX_MOVES]);
int movegen_list_black(const Board *b, Move list[MAX_MOVES]);

// The counter takes the board as single values: a WebAssembly engine keeps arguments in registers and
// their own stack slots, where a board in memory is loaded and then spilled again (-12 % time).
#define BOARD_PARAMETERS                                                                                      \
    Bitboard pawns, Bitboard knights, Bitboard diagonal, Bitboard orthogonal, Bitboard kings, Bitboard white, \
        Bitboard black, Bitboard castling, int en_passant
#define BOARD_ARGUMENTS(b)                                                                                             \
    (b).pawns, (b).knights, (b).diagonal, (b).orthogonal, (b).kings, (b).color[WHITE], (b).color[BLACK], (b).castling, \
        (b).en_passant

int movegen_count_white_values(BOARD_PARAMETERS);
int movegen_count_black_values(BOARD_PARAMETERS);

INLINE int movegen_count_white(Board b) { return movegen_count_white_values(BOARD_ARGUMENTS(b)); }
INLINE int movegen_count_black(Board b) { return movegen_count_black_values(BOARD_ARGUMENTS(b)); }

#endif
