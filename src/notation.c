// SPDX-License-Identifier: Apache-2.0
// Decides whether a text is a move in squares or in SAN, and reads it.
#include "notation.h"

#include <string.h>

// Two squares joined by a sign, such as 'g1-f3' or 'h3xf1', if a piece of the side to move is on the first. Pawns
// are left to SAN, which also reads their promotions and 'e.p.'.
static bool parse_joined(const Board *b, const char *text, size_t length, int *packed) {
    if (length != 5 || !strchr("-x:", text[2])) return false;
    const char squares[4] = {text[0], text[1], text[3], text[4]};
    return text[2] && lan_parse(squares, 4, packed) && b->color[b->side] & ~b->pawns & bit(*packed & 63);
}

ErrorCode notation_parse(const Board *b, const char *text, size_t length, Move *out, int *offset) {
    int packed;
    *offset = 0;
    Reader r = reader_of(text, length);
    reader_trim(&r);
    const char *end = r.end;
    const bool squares = r.end - r.at > 3 && is_rank(r.at[1]) && (is_rank(r.at[3]) || is_file(r.at[3]));
    while (squares && end > r.at && end[-1] && strchr("+#!?", end[-1])) end--; // as in SAN
    const size_t rest = (size_t)(end - r.at);
    if (!squares || (!lan_parse(r.at, rest, &packed) && !parse_joined(b, r.at, rest, &packed)))
        return san_parse(b, text, length, out, offset);
    return lan_resolve(b, packed, out);
}
