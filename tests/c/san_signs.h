// SPDX-License-Identifier: Apache-2.0
// Reads the characters of a move text independently of src/san.c, and tests whether a given legal move agrees with
// all of them. Also used by the fuzz targets.
#ifndef SAN_SIGNS_H
#define SAN_SIGNS_H

#include <string.h>

#include "position.h"

typedef struct {
    char sign[80]; // only letters, digits and 'x'
    int count;
    bool takes, en_passant;
    int castling; // 0, or the number of O's
} SanSigns;

// Converts figurines to letters and drops optional signs without meaning. False if the text is too long.
static bool san_signs_of(const char *text, size_t length, SanSigns *s) {
    char plain[64];
    int n = 0;
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < length; i++) {
        if (n == 60) return false;
        const unsigned char third = i + 2 < length ? (unsigned char)text[i + 2] : 0;
        if (i + 2 < length && memcmp(text + i, "\xE2\x99", 2) == 0 && third >= 0x94 && third <= 0x9F) {
            plain[n++] = "KQRBNP"[(third - 0x94) % 6];
            i += 2;
        } else if (i + 2 < length && memcmp(text + i, "\xEF\xB8", 2) == 0) {
            i += 2;
        } else {
            plain[n++] = text[i];
        }
    }
    plain[n] = 0;
    for (int i = 0; i < n; i++) s->castling += plain[i] != 0 && strchr("Oo0", plain[i]) != NULL;
    for (int i = 0; i < n; i++) {
        const char c = plain[i];
        if (c == 'e' && (plain[i + 1] == 'p' || (plain[i + 1] == '.' && plain[i + 2] == 'p'))) {
            s->en_passant = true;
            i += plain[i + 1] == 'p' ? 1 : 2;
        } else if (c == 'x' || c == ':') {
            s->takes = true;
        } else if (c == 0 || !strchr(" \t\r\n+#!?-=()/.", c)) {
            s->sign[s->count++] = c;
        }
    }
    return true;
}

static bool san_is_square(const char *at) { return at[0] >= 'a' && at[0] <= 'h' && at[1] >= '1' && at[1] <= '8'; }

// Whether the move agrees with every sign. A pawn without an origin goes straight ahead unless it captures, and
// promotes to a queen by default.
static bool san_signs_agree(const SanSigns *s, const Board *b, Move m) {
    const char *letters = "PNBRQK";
    const Square from = move_from(m), to = move_to(m);
    if (s->castling) return move_kind(m) == MOVE_CASTLE && s->castling == (to > from ? 2 : 3);
    if (move_kind(m) == MOVE_CASTLE) return false;
    if (s->en_passant && move_kind(m) != MOVE_EN_PASSANT) return false;
    const char *at = s->sign, *end = s->sign + s->count;
    PieceType type = PAWN;
    if (at < end && *at && strchr(letters, *at)) type = (PieceType)(strchr(letters, *at++) - letters);
    int promotion = 0;
    if (at < end && end[-1] && strchr("NBRQnbrq", end[-1]))
        promotion = (int)((strchr("NBRQnbrq", *--end) - "NBRQnbrq") % 4) + 1;
    const int expected = move_is_promotion(m) ? (int)move_kind(m) : 0;
    if (promotion != expected && !(promotion == 0 && expected == QUEEN)) return false;
    if (end - at < 2 || end - at > 4 || !san_is_square(end - 2)) return false;
    end -= 2;
    if (board_piece_at(b, from) != type || to != end[0] - 'a' + 8 * (end[1] - '1')) return false;
    const bool file_told = at < end && *at >= 'a' && *at <= 'h';
    if (file_told && from % 8 != *at++ - 'a') return false;
    if (at < end && from / 8 != *at++ - '1') return false;
    if (type == PAWN && !file_told && (from % 8 != to % 8) != s->takes) return false;
    return at == end;
}

#endif
