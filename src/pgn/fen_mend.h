// SPDX-License-Identifier: Apache-2.0
// Reads FENs in PGN tags, which may be typed by hand, or written by programs that are less strict than fen.h.
#ifndef FEN_MEND_H
#define FEN_MEND_H

#include "../fen/fen.h"

// Reads the value of a FEN tag. ERR_NONE for a valid FEN; ERR_PGN_FEN_MENDED if *out has only its usable parts:
// - any blanks, '_' and bytes above ASCII separate fields; all fields except the placement may be missing, and words
//   that fit no field are ignored;
// - impossible castling rights, en passant squares, clocks and checks (three-check) are dropped;
// - *variant becomes CHESS960 instead of STANDARD if a right that standard chess does not allow names the file of its
//   rook, or if both sides have rights, not all of them of standard chess, that a Chess960 game can have together.
// ERR_PGN_TAG_FEN if the placement or the kings are wrong, or if strict refuses the position. *out and *variant are
// then unchanged.
ErrorCode fen_mend(const char *text, size_t length, bool strict, Variant *variant, Position *out);

#endif
