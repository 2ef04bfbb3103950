// SPDX-License-Identifier: Apache-2.0
// Between the files of FEN: a text that is read but not judged, and what is wrong with its position.
#ifndef FEN_TEXT_H
#define FEN_TEXT_H

#include "fen.h"

// CHECKS stand last, wherever the text has them.
enum { PLACEMENT, SIDE, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE, CHECKS, FIELDS };

// A well-formed FEN. Its board lacks what depends on the variant: rules, geometry, castling rights; its hash is that of
// the men. Fields and pocket are borrowed of the text; at is NULL for those that it does not have.
typedef struct {
    Reader fields[FIELDS];
    Reader pocket; // from its bracket or slash on
    Position position;
    int offset; // of the error
} FenText;

// Reads every spelling, of any variant. On failure offset is set. Where may_lack_fields, the placement is enough, and
// 2, 3 or 5 fields are, too: White is to move, no en passant square, clocks 0 and 1; the castling field is empty where
// there is none.
ErrorCode fen_read(const char *text, size_t length, bool may_lack_fields, FenText *out);

// The part of fen_read() for placements that are malformed or have promoted pieces or a pocket.
ErrorCode fen_read_rare_placement(FenText *t);

// The part for texts that have neither 4 nor 6 fields, but `count` up to `end`: checks may be among them, or some lack.
ErrorCode fen_read_rare_fields(FenText *t, int count, const char *end, bool may_lack_fields);

// Completes the position for a variant, and adds what is wrong with it to out.
void fen_judge(FenText *t, Variant variant, bool strict, Problems *out);

// The rook that a castling letter means, or NO_SQUARE: A to H, or K and Q for the outermost one (X-FEN).
Square fen_castling_rook(const Board *b, Color us, Square king, char letter);

// Adds the castling right of a letter KQkq where king and rook stand at home and it is not there yet; returns whether.
bool fen_keep_home_right(Board *b, char letter);

void problems_add(Problems *out, ErrorCode code, int offset, Bitboard squares);

INLINE int fen_offset(const FenText *t, const char *at) { return (int)(at - t->fields[PLACEMENT].start); }

INLINE ErrorCode fen_fail(FenText *t, const char *at, ErrorCode code) {
    t->offset = fen_offset(t, at);
    return code;
}

#endif
