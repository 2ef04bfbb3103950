// SPDX-License-Identifier: Apache-2.0
// Reads moves whose piece letters are those of any language.
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include "../error.h"
#include "../position.h"

// Reads a move of at most PGN_MAX_SYMBOL bytes. letters: the meaning of each capital letter ('A' to 'Z'; 0 for a letter
// without a meaning), or NULL for English.
ErrorCode pgn_parse_move(const Board *b, const char *letters, const char *text, uint32_t length, Move *m);

// What the error of a move is called in a PGN.
ErrorCode pgn_move_error(ErrorCode error);

#endif
