// SPDX-License-Identifier: Apache-2.0
// Perft: how many lines of legal moves of a given length a position has.
// https://www.chessprogramming.org/Perft
#ifndef PERFT_H
#define PERFT_H

#include "movegen.h"

// bulk counts the last ply instead of listing its moves. Depth 0 is 1.
uint64_t perft(const Board *b, int depth, bool bulk);

#endif
