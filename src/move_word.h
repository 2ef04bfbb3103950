// SPDX-License-Identifier: Apache-2.0
// A move with all that its SAN and its description need, without the board that it was played on:
//
//    31      26 25    24 23      22 21        19 18     16 15           0
//   +----------+--------+----------+------------+---------+--------------+
//   |    0     | check  |  origin  |  captured  |  piece  |     move     |
//   +----------+--------+----------+------------+---------+--------------+
//
// check: 1 check, 2 mate. origin: what SAN says of where the piece comes from, 1 the file, 2 the rank (0
// for pawns). captured, piece: piece type + 1, 0 for none. move: src/move.h. A null move is 0.
#ifndef MOVE_WORD_H
#define MOVE_WORD_H

#include "error.h"
#include "position.h"

typedef uint32_t MoveWord;

enum { NULL_MOVE_WORD = 0, MOVE_WORD_BITS = 26 };

INLINE Move move_word_move(MoveWord w) { return (Move)w; }

// Describes a legal move; child is the board after it.
MoveWord move_word_of(const Board *b, Move m, const Board *child);

#endif
