// SPDX-License-Identifier: Apache-2.0
// The likelihood of each legal move, by a linear model: a move has features, each feature has a weight, and the
// likelihood of a move is proportional to exp(sum of weights / MODEL_SCALE). Version 1 is frozen: the order of moves,
// features, weights and frequencies of packed games depends on everything in this module.
//
// The idea to rank legal moves by captures, squares and exchanges for compression comes from Lichess:
// https://lichess.org/@/lichess/blog/developer-update-275-improved-game-compression/Wqa7GiAAAOIpBLoY
#ifndef MODEL_H
#define MODEL_H

#include "movegen.h"

enum { MODEL_SCALE = 16, MODEL_FEATURES = 1280, MODEL_MOST_OF_MOVE = 24 };

// A position with the facts that the features of all its moves share.
typedef struct {
    const Board *board;
    uint8_t types[64];           // of the piece on each square, NO_PIECE if empty
    Bitboard theirs[6];          // pieces of the other side, by type
    Bitboard once, twice;        // squares that the side to move attacks, with at least one and at least two pieces
    Bitboard threats[6];         // squares that the other side attacks, by the type of the piece
    Square their_last, our_last; // where the last two moves ended, NO_SQUARE at the start
    Square our_last_from;        // the origin of the last move of the side to move
    Square hanging;              // the most valuable piece that the other side can win by a capture, or NO_SQUARE
    bool in_check, is_ending;    // is_ending: a side has no queen
} Scene;

// The last two moves are NO_MOVE if there were none.
void model_scene(Scene *s, const Board *b, Move theirs, Move ours);

// Writes the indexes of a legal move's features; returns their number.
int model_features(const Scene *s, Move m, uint16_t list[MODEL_MOST_OF_MOVE]);

// Lists the legal moves in the order of their numbers, each with its frequency of at least 1. Returns their number.
int model_moves(const Board *b, Move theirs, Move ours, Move moves[MAX_MOVES], uint16_t frequencies[MAX_MOVES]);

#endif
