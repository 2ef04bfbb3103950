// SPDX-License-Identifier: Apache-2.0
// FENs as PGN tags have them: typed by hand, or written by programs that took less care than fen.h asks for.
#ifndef FEN_MEND_H
#define FEN_MEND_H

#include "../fen/fen.h"

// Reads the value of a FEN tag. ERR_NONE for a valid FEN; ERR_PGN_FEN_MENDED where *out is what could be kept of it:
// - any blanks, '_' and bytes above ASCII separate fields; all fields but the placement may be missing, and what
//   fits no field is ignored;
// - castling rights, an en passant square, clocks and checks (three-check) that cannot be are dropped;
// - *variant becomes CHESS960 instead of STANDARD where a right that standard chess has not names the file of its rook,
//   or where both sides have rights, not all of them of standard chess, and a Chess960 game may have them together.
// ERR_PGN_TAG_FEN where the placement or the kings are wrong, or where strict refuses the position. *out and
// *variant are then untouched.
ErrorCode fen_mend(const char *text, size_t length, bool strict, Variant *variant, Position *out);

#endif
