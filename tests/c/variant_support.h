// SPDX-License-Identifier: Apache-2.0
// What the tests of single variants share: boards by FEN without a judgement, and laws that hold the core against slow
// rules of the test's own.
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

// One variant once more, by a board of letters. `moves` are the legal ones of a game that goes on.
typedef struct {
    int (*moves)(const Reference *r, Move *list);
    Reference (*make)(const Reference *r, Move m);
} SlowRules;

// Same moves, same boards after each, sets without contradictions, perft as a sum, and nobody wins who cannot.
void check_variant_laws(const Board *b, const SlowRules *slow);

typedef Board (*VariantStart)(Random *r);

// Checks the laws in every position of so many random games.
void check_variant_games(uint64_t seed, int games, int plies, VariantStart start, const SlowRules *slow);

// Is this move listed, by squares alone ("e1c1")? Castling is king takes rook.
bool variant_allows(const char *fen, Variant variant, const char *move);

#endif
