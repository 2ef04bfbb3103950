// SPDX-License-Identifier: Apache-2.0
// Shared by the files of FEN: a text that has been read but not judged, and the problems of its position.
#ifndef FEN_TEXT_H
#define FEN_TEXT_H

#include "fen.h"

// CHECKS are the last field, wherever the text has them.
enum { PLACEMENT, SIDE, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE, CHECKS, FIELDS };

// A well-formed FEN. Its board lacks the parts that depend on the variant: rules, geometry, castling rights; its
// hash covers only the men. Fields and pocket are borrowed from the text; at is NULL for missing ones.
typedef struct {
    Reader fields[FIELDS];
    Reader pocket; // starting at its bracket or slash
    Position position;
    int offset; // of the error
} FenText;

// Reads every spelling, of any variant. On failure offset is set. With may_lack_fields, the placement alone is
// enough, as are 2, 3 or 5 fields: the defaults are White to move, no en passant square, clocks 0 and 1; a missing
// castling field is empty.
ErrorCode fen_read(const char *text, size_t length, bool may_lack_fields, FenText *out);

// The part of fen_read() for placements that are malformed or that have promoted pieces or a pocket.
ErrorCode fen_read_rare_placement(FenText *t);

// The part for texts with neither 4 nor 6 fields, but `count` up to `end`: they may include checks, or some are
// missing.
ErrorCode fen_read_rare_fields(FenText *t, int count, const char *end, bool may_lack_fields);

// Completes the position for a variant, and adds its problems to out.
void fen_judge(FenText *t, Variant variant, bool strict, Problems *out);

// The rook meant by a castling letter, or NO_SQUARE: A to H, or K and Q for the outermost one (X-FEN).
Square fen_castling_rook(const Board *b, Color us, Square king, char letter);

// Adds the castling right of a letter KQkq if king and rook are on their home squares and the right is new; returns
// whether it did.
bool fen_keep_home_right(Board *b, char letter);

void problems_add(Problems *out, ErrorCode code, int offset, Bitboard squares);

INLINE int fen_offset(const FenText *t, const char *at) { return (int)(at - t->fields[PLACEMENT].start); }

INLINE ErrorCode fen_fail(FenText *t, const char *at, ErrorCode code) {
    t->offset = fen_offset(t, at);
    return code;
}

#endif
