// SPDX-License-Identifier: Apache-2.0
// Searches text for bytes, many at a time.
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

// The next byte with the wanted value, the next control character (below ' '), or the end.
const char *pgn_scan(const char *at, const char *end, char wanted);

// The number of line ends in a text: LF, CRLF and CR are one line end each. `line` is the start of the last line.
uint32_t pgn_line_ends(const char *text, uint32_t length, uint32_t *line);

#endif
