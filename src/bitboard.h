// SPDX-License-Identifier: Apache-2.0
// Squares, colours, piece types and sets of squares. No state.
//
// A Bitboard holds one bit per square, a1 = bit 0, b1 = bit 1, …, h8 = bit 63.
#ifndef BITBOARD_H
#define BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t Bitboard;
typedef int Square; // 0 to 63, or NO_SQUARE

enum { NO_SQUARE = 64 };
enum { A1 = 0, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7, A8 = 56, H8 = 63 };

// JS gets enumerators that are written one per line.
typedef enum {
    WHITE = 0,
    BLACK = 1,
} Color;
typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_PIECE } PieceType;

// For the few functions that are fast only when the compiler folds a constant argument.
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#ifdef __clang__ // compiled for size within a file that is compiled for speed
#define COLD __attribute__((noinline, minsize))
#else
#define COLD __attribute__((noinline))
#endif
// Copies a known size inline, even if the compiler would prefer to call memcpy().
#ifdef __clang__
#define COPY_INLINE(to, from, size) __builtin_memcpy_inline(to, from, size)
#else
#define COPY_INLINE(to, from, size) __builtin_memcpy(to, from, size)
#endif
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

// Checks a contract inside the core: traps if it is broken, instead of continuing with a wrong board.
#define REQUIRE(x) ((x) ? (void)0 : __builtin_trap())

#define FILE_A 0x0101010101010101ull
#define FILE_H 0x8080808080808080ull
#define RANK_1 0x00000000000000FFull
#define DARK_SQUARES 0xAA55AA55AA55AA55ull

INLINE Bitboard bit(Square s) { return 1ull << s; }
INLINE Square lsb(Bitboard b) { return __builtin_ctzll(b); }
INLINE Square lsb_or_none(Bitboard b) { return b ? __builtin_ctzll(b) : NO_SQUARE; }
INLINE int popcount(Bitboard b) { return __builtin_popcountll(b); }
INLINE bool more_than_one(Bitboard b) { return (b & (b - 1)) != 0; }

INLINE Square pop(Bitboard *b) {
    Square s = lsb(*b);
    *b &= *b - 1;
    return s;
}

INLINE int file_of(Square s) { return s & 7; }
INLINE int rank_of(Square s) { return s >> 3; }
INLINE Square square_at(int file, int rank) { return rank * 8 + file; }
INLINE Bitboard file_mask(int file) { return FILE_A << file; }
INLINE Bitboard rank_mask(int rank) { return RANK_1 << (8 * rank); }

// A rank counted from the side's own back rank, 0 to 7.
INLINE Bitboard rank_for(Color us, int rank) { return rank_mask(us == WHITE ? rank : 7 - rank); }

// One step of a side's pawns: ahead, and captures to the lower and to the higher file.
INLINE Bitboard pawn_ahead(Color us, Bitboard b) { return us == WHITE ? b << 8 : b >> 8; }
INLINE Bitboard pawn_west(Color us, Bitboard b) { return (us == WHITE ? b << 7 : b >> 9) & ~FILE_H; }
INLINE Bitboard pawn_east(Color us, Bitboard b) { return (us == WHITE ? b << 9 : b >> 7) & ~FILE_A; }

// One step along ranks and files.
INLINE Bitboard orthogonal_steps(Bitboard b) { return b << 8 | b >> 8 | (b << 1 & ~FILE_A) | (b >> 1 & ~FILE_H); }

#endif
