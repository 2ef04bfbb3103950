// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of single variants: boards from unchecked FENs, and laws that compare the core with slow
// rules of the test.
#ifndef VARIANT_SUPPORT_H
#define VARIANT_SUPPORT_H

#include "perft.h"
#include "reference.h"
#include "rules/rules.h"
#include "support.h"

// The board of a FEN's first four fields, legal or not.
Board variant_board(const char *fen, Variant variant);

typedef struct {
    const char *fen;
    int depth;
    uint64_t nodes;
} VariantCount;

void check_variant_counts(Variant variant, const VariantCount *counts, size_t count);

// A second implementation of one variant, on a board of letters. `moves` are the legal moves of a game that is not
// over.
typedef struct {
    int (*moves)(const Reference *r, Move *list);
    Reference (*make)(const Reference *r, Move m);
} SlowRules;

// Same moves, same boards after each, consistent bitboards, perft as a sum, and no side wins that cannot.
void check_variant_laws(const Board *b, const SlowRules *slow);

typedef Board (*VariantStart)(Random *r);

// Checks the laws in every position of this many random games.
void check_variant_games(uint64_t seed, int games, int plies, VariantStart start, const SlowRules *slow);

// Whether this move is listed, given only by squares ("e1c1"). Castling is king takes rook.
bool variant_allows(const char *fen, Variant variant, const char *move);

#endif
