// SPDX-License-Identifier: Apache-2.0
// Forsyth-Edwards Notation, with X-FEN and Shredder-FEN castling.
// PGN standard 16.1; https://www.chessprogramming.org/Forsyth-Edwards_Notation
#ifndef FEN_H
#define FEN_H

#include "error.h"
#include "rules/variant.h"
#include "text.h"

enum { MAX_FEN = 112 };

// JS gets the enumerators of these two.
typedef enum {
    EN_PASSANT_ALWAYS = 0,
    EN_PASSANT_PSEUDO = 1,
    EN_PASSANT_LEGAL = 2,
} FenEnPassant;
typedef enum {
    CASTLING_XFEN = 0,
    CASTLING_SHREDDER = 1,
} FenCastling;

// Reads a FEN of 4 or 6 fields; blanks around it are skipped. On failure *out is untouched and *offset
// is the byte of the text that the error is about. strict also rejects what no game can reach.
ErrorCode fen_parse(const char *text, size_t length, Variant variant, bool strict, Position *out, int *offset);

// Writes six fields, MAX_FEN bytes at most.
void fen_write(Writer *w, const Position *p, FenEnPassant en_passant, FenCastling castling);

// Chess960 start position by its Scharnagl number, 0 to 959; 518 is the classic one.
// https://www.chessprogramming.org/Chess960#Scharnagl
void fen_chess960_start(int number, Position *out);

// Rejects legal positions that no game can reach: ERR_FEN_STRICT_* (fen_strict.c, which names its limits).
ErrorCode fen_check_strict(const Board *b, Variant variant);

// Can a game have these castling rights together (fen_strict.c)? Without any it can.
bool fen_castling_is_possible(const Board *b);

#endif
