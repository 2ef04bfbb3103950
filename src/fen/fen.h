// SPDX-License-Identifier: Apache-2.0
// Forsyth-Edwards Notation, with X-FEN and Shredder-FEN castling, and the extensions of variants. PGN standard
// 16.1; https://www.chessprogramming.org/Forsyth-Edwards_Notation
#ifndef FEN_H
#define FEN_H

#include "../error.h"
#include "../rules/variant.h"
#include "../text.h"

// Enough for 64 men of crazyhouse, each promoted or in a pocket, and the longest values of all other fields. Game
// states store the length in one byte.
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

// One reason why a FEN is not a position.
typedef struct {
    ErrorCode code;
    int offset;       // of the text concerned, in bytes
    Bitboard squares; // concerned; often none
} Problem;

enum { MAX_PROBLEMS = 48 };

typedef struct {
    int count;
    Problem list[MAX_PROBLEMS];
} Problems;

// Reads a FEN of 4 or 6 fields; blanks around it are skipped. Variants add to it:
//   crazyhouse   '~' after a promoted piece; the pockets in brackets after the placement, or after an eighth slash,
//                or none: RNBQKBNR[QNp], RNBQKBNR/QNp, RNBQKBNR
//   three-check  the checks still to give, White's first, after the en passant square or at the end: 3+3; or the
//                checks given: +0+0; or nothing, which means 3+3
// In antichess castling rights are dropped. In all variants except standard chess, rights are read as in Chess960.
// On failure *out is unchanged and *offset is the byte of the text where the error is. strict also rejects
// positions that no game can reach.
ErrorCode fen_parse(const char *text, size_t length, Variant variant, bool strict, Position *out, int *offset);

// All problems of a FEN; the first one is the error of fen_parse(). Malformed text has one problem, and problems
// that only strict finds are reported only if there are no others.
void fen_problems(const char *text, size_t length, Variant variant, bool strict, Problems *out);

// Reads a board of standard chess that need not be a legal position, for programs that edit boards during a game:
// impossible castling rights and en passant squares are dropped. If anything else is wrong (no king, or the side
// not to move in check), the board gets the rules KINGLESS. Malformed text and several kings of one side are
// errors.
ErrorCode fen_parse_board(const char *text, size_t length, Position *out, int *offset);

// Whether a FEN written in this mode has the board's en passant square.
bool fen_writes_en_passant(const Board *b, FenEnPassant mode);

// Writes six fields, in three-check seven; MAX_FEN bytes at most.
void fen_write(Writer *w, const Position *p, FenEnPassant en_passant, FenCastling castling);

// Chess960 start position by its Scharnagl number, 0 to 959; 518 is the classic one.
// https://www.chessprogramming.org/Chess960#Scharnagl
void fen_chess960_start(int number, Position *out);

// Adds the reasons why no game can reach a valid position: ERR_FEN_STRICT_* (strict.c lists the limits of this
// test).
void fen_check_strict(const Board *b, Variant variant, Problems *out);

// Whether a game can have these castling rights together (strict.c); true if there are none.
bool fen_castling_is_possible(const Board *b);

#endif
