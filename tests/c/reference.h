// SPDX-License-Identifier: Apache-2.0
// The rules of chess once more, slow and obvious, to hold the core against: a board of 64 letters,
// every candidate move made on a copy, and a look whether the king can be taken. Shares nothing with
// the core but the move's 16 bits.
#ifndef REFERENCE_H
#define REFERENCE_H

#include "position.h"

typedef struct {
    char square[64]; // 'P' … 'k', '.' for none
    bool white;      // to move
    int en_passant;  // -1 for none
    int rook[2][2];  // by colour and wing: where the rook of a castling right stands, -1 for none
} Reference;

Reference reference_of(const Board *b);
bool reference_equals(const Reference *a, const Reference *b);
bool reference_attacked(const Reference *r, int square, bool by_white);
bool reference_in_check(const Reference *r, bool white);

// Any move whose squares and kind fit the board, legal or not.
Reference reference_make(const Reference *r, Move m);

int reference_moves(const Reference *r, Move *list);

// Moves by the way the pieces move, legal or not; no castling, no promotion to king.
int reference_pseudo_moves(const Reference *r, Move *list);

#endif
