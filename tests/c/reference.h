// SPDX-License-Identifier: Apache-2.0
// A second implementation of the rules of chess, slow and obvious, as a reference for the core: a board of 64
// letters; every candidate move is made on a copy, and tested for whether the king can be captured. It shares only
// the move's 16 bits with the core.
#ifndef REFERENCE_H
#define REFERENCE_H

#include "position.h"

typedef struct {
    char square[64]; // 'P' … 'k', '.' for none
    bool white;      // to move
    int en_passant;  // -1 for none
    int rook[2][2];  // by colour and wing: the square of the rook of a castling right, -1 for none
} Reference;

Reference reference_of(const Board *b);
bool reference_equals(const Reference *a, const Reference *b);
bool reference_attacked(const Reference *r, int square, bool by_white);
bool reference_in_check(const Reference *r, bool white);

// Makes any move whose squares and kind fit the board, legal or not.
Reference reference_make(const Reference *r, Move m);

int reference_moves(const Reference *r, Move *list);

// Moves by the way pieces move, legal or not; no castling, no promotion to king.
int reference_pseudo_moves(const Reference *r, Move *list);

#endif
