// SPDX-License-Identifier: Apache-2.0
// Reads a move in any notation: squares as UCI writes them, or SAN.
#ifndef NOTATION_H
#define NOTATION_H

#include "error.h"
#include "lan.h"
#include "san.h"

// Reads one legal move. Two squares mean the piece on the first, of any type, also as 'g1-f3' and 'h3xf1'; anything
// else is SAN. Returns ERR_MOVE_* or ERR_SAN_*, with the byte offset of the part that does not fit.
ErrorCode notation_parse(const Board *b, const char *text, size_t length, Move *out, int *offset);

#endif
