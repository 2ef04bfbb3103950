// SPDX-License-Identifier: Apache-2.0
// Characters above ASCII that mean ASCII ones, and bytes that are not text.
#ifndef WIDE_H
#define WIDE_H

// Results of pgn_wide_meaning(): for a half sign; for U+0080 to U+009F, U+FFFD to U+FFFF, 0xFE and 0xFF, which are
// not text.
enum { PGN_HALF = 1, PGN_RUBBISH = 2 };

// The ASCII meaning of a character above ASCII, in UTF-8 or Windows-1252: a dash, a point, a slash, '+', 'x', or '
// ' for blanks and marks without width, such as U+200E. 0 for others. *length is the length of the character.
char pgn_wide_meaning(const char *at, const char *end, int *length);

#endif
