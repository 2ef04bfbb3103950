// SPDX-License-Identifier: Apache-2.0
// Looks for bytes in text, many at once.
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

// The next byte of that value, or the next control character (below ' '), or the end.
const char *pgn_scan(const char *at, const char *end, char wanted);

// How many lines end in a text: LF, CRLF and CR are one line end each. `line` is where the last
// line begins.
uint32_t pgn_line_ends(const char *text, uint32_t length, uint32_t *line);

#endif
