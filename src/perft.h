// SPDX-License-Identifier: Apache-2.0
// Perft: counts the lines of legal moves of a given length from a position.
// https://www.chessprogramming.org/Perft
#ifndef PERFT_H
#define PERFT_H

#include "movegen.h"

// bulk counts the last ply instead of listing its moves. Depth 0 is 1.
uint64_t perft(const Board *b, int depth, bool bulk);

#endif
