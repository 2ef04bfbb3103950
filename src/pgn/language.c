// SPDX-License-Identifier: Apache-2.0
// Translates the piece letters of a move before it is parsed.
#include "language.h"

#include <string.h>

#include "../bitboard.h"
#include "../lan.h"
#include "../notation.h"
#include "lexer.h"

// Whether it is a promotion piece in lower case. Otherwise only 'e.p.' and the like occur in this place.
static bool is_small_promotion(const char *text, uint32_t i, uint32_t length) {
    if (i == 0 || text[i] < 'a' || text[i] > 'z') return false;
    if (strchr("=(/", text[i - 1])) return true;
    return is_rank(text[i - 1]) && (i + 1 == length || strchr("+#!?", text[i + 1]));
}

// Translates a symbol with the letters of another language to English. False if a letter has no meaning.
COLD static bool translate(const char *letters, const char *text, uint32_t length, char *out) {
    int squares;
    const bool drops = length > 1 && text[1] == '@';
    const bool fixed = (drops ? text[0] == 'P' && !letters['P' - 'A'] : lan_parse(text, length, &squares)) ||
                       (length > 1 && ((text[0] | 32) == 'o' || text[0] == '0') && text[1] == '-');
    for (uint32_t i = 0; i < length; i++) {
        const bool capital = text[i] >= 'A' && text[i] <= 'Z', small = is_small_promotion(text, i, length);
        out[i] = fixed || !(capital || small) ? text[i] : letters[(text[i] & ~32) - 'A'];
        if (!out[i]) return false;
    }
    return true;
}

ErrorCode pgn_parse_move(const Board *b, const char *letters, const char *text, uint32_t length, Move *m) {
    char english[PGN_MAX_SYMBOL];
    int offset;
    if (letters) {
        if (!translate(letters, text, length, english)) return ERR_SAN_SYNTAX;
        text = english;
    }
    return notation_parse(b, text, length, m, &offset);
}

COLD ErrorCode pgn_move_error(ErrorCode error) {
    if (error == ERR_SAN_SYNTAX) return ERR_PGN_TOKEN;
    if (error == ERR_PGN_NULL_MOVE) return error;
    return error == ERR_SAN_AMBIGUOUS ? ERR_PGN_AMBIGUOUS : ERR_PGN_MOVE;
}
