// SPDX-License-Identifier: Apache-2.0
#include "notation.h"

#include <string.h>

ErrorCode notation_parse(const Board *b, Variant variant, const char *text, size_t length, Move *out, int *offset) {
    int packed;
    *offset = 0;
    Reader r = reader_of(text, length);
    reader_trim(&r);
    const char *end = r.end;
    const bool squares = r.end - r.at > 3 && is_rank(r.at[1]) && is_rank(r.at[3]);
    while (squares && end > r.at && strchr("+#!?", end[-1])) end--; // as SAN has them
    if (!squares || !lan_parse(r.at, (size_t)(end - r.at), &packed)) return san_parse(b, text, length, out, offset);
    return lan_resolve(b, variant, packed, out);
}
