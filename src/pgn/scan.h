// SPDX-License-Identifier: Apache-2.0
// Looks for bytes in text, many at once.
#ifndef SCAN_H
#define SCAN_H

// The next byte of that value, or the next control character (below ' '), or the end.
const char *pgn_scan(const char *at, const char *end, char wanted);

#endif
