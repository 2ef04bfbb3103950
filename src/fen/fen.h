// SPDX-License-Identifier: Apache-2.0
// Forsyth-Edwards Notation, with X-FEN and Shredder-FEN castling, and what the variants add to it.
// PGN standard 16.1; https://www.chessprogramming.org/Forsyth-Edwards_Notation
#ifndef FEN_H
#define FEN_H

#include "../error.h"
#include "../rules/variant.h"
#include "../text.h"

// 64 men of crazyhouse, each promoted or in a pocket, and all other fields at their longest. Game states keep the
// length in one byte.
enum { MAX_FEN = 160 };

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

// One reason why a FEN is no position.
typedef struct {
    ErrorCode code;
    int offset;       // of the text that it is about, in bytes
    Bitboard squares; // that it is about; often none
} Problem;

enum { MAX_PROBLEMS = 48 };

typedef struct {
    int count;
    Problem list[MAX_PROBLEMS];
} Problems;

// Reads a FEN of 4 or 6 fields; blanks around it are skipped. Variants add to it:
//   crazyhouse   '~' behind a promoted piece; the pockets in brackets behind the placement, or behind an eighth slash,
//                or none: RNBQKBNR[QNp], RNBQKBNR/QNp, RNBQKBNR
//   three-check  the checks still to give, White's first, behind the en passant square or at the end: 3+3; or those
//                given: +0+0; or nothing, which is 3+3
// In antichess castling rights are dropped. Rights are read as those of Chess960 in all variants but standard chess.
// On failure *out is untouched and *offset is the byte of the text that the error is about. strict also rejects what
// no game can reach.
ErrorCode fen_parse(const char *text, size_t length, Variant variant, bool strict, Position *out, int *offset);

// All problems of a FEN; the first one is the error of fen_parse(). Text that is not well-formed has one, and problems
// that only strict finds are looked for when there are no others.
void fen_problems(const char *text, size_t length, Variant variant, bool strict, Problems *out);

// Reads a board of standard chess that need not be a position, for programs that edit boards in the middle of a game:
// castling rights and an en passant square that cannot be are dropped, and where anything else is wrong (no king, the
// side that waits in check) its rules are those of KINGLESS. Text that is not well-formed and several kings of one side
// are errors.
ErrorCode fen_parse_board(const char *text, size_t length, Position *out, int *offset);

// Does a FEN so written have the board's en passant square?
bool fen_writes_en_passant(const Board *b, FenEnPassant mode);

// Writes six fields, in three-check seven; MAX_FEN bytes at most.
void fen_write(Writer *w, const Position *p, FenEnPassant en_passant, FenCastling castling);

// Chess960 start position by its Scharnagl number, 0 to 959; 518 is the classic one.
// https://www.chessprogramming.org/Chess960#Scharnagl
void fen_chess960_start(int number, Position *out);

// Adds why no game can reach a valid position: ERR_FEN_STRICT_* (strict.c, which names its limits).
void fen_check_strict(const Board *b, Variant variant, Problems *out);

// Can a game have these castling rights together (strict.c)? Without any it can.
bool fen_castling_is_possible(const Board *b);

#endif
