// SPDX-License-Identifier: Apache-2.0
// Writes SAN from a move word alone, independently of js/core/san-writer.ts. Also used by the fuzz targets.
#ifndef SAN_TEXT_H
#define SAN_TEXT_H

#include <stdio.h>
#include <string.h>

#include "move_word.h"
#include "san.h"

typedef struct {
    int piece, captured, origin, check; // piece types as in a word: 1 for a pawn, 0 for none
} WordParts;

static inline WordParts parts_of_word(MoveWord word) {
    return (WordParts){word >> 16 & 7, word >> 19 & 7, word >> 22 & 3, word >> 24 & 3};
}

static inline void san_of_word(MoveWord word, char out[16]) {
    const Move m = move_word_move(word);
    const Square from = move_from(m), to = move_to(m);
    const WordParts parts = parts_of_word(word);
    char *at = out;
    if (word == NULL_MOVE_WORD) {
        strcpy(out, "--");
        return;
    }
    if (move_is_drop(m)) {
        at += sprintf(at, "%c@%c%c", "PNBRQ"[move_dropped(m)], 'a' + to % 8, '1' + to / 8);
    } else if (move_kind(m) == MOVE_CASTLE) {
        at += sprintf(at, "%s", to > from ? "O-O" : "O-O-O");
    } else {
        if (parts.piece > 1) *at++ = "PNBRQK"[parts.piece - 1];
        if (parts.origin & SAN_FILE || (parts.piece == 1 && parts.captured)) *at++ = (char)('a' + from % 8);
        if (parts.origin & SAN_RANK) *at++ = (char)('1' + from / 8);
        if (parts.captured) *at++ = 'x';
        at += sprintf(at, "%c%c", 'a' + to % 8, '1' + to / 8);
        if (move_is_promotion(m)) at += sprintf(at, "=%c", "PNBRQK"[move_kind(m)]);
        if (move_kind(m) == MOVE_PROMOTE_KING) at += sprintf(at, "=K");
    }
    sprintf(at, "%s", parts.check == WORD_MATE ? "#" : parts.check == WORD_CHECK ? "+" : "");
}

static inline void san_text(const Board *b, Move m, char out[16]) { san_of_word(move_word(b, m), out); }

#endif
