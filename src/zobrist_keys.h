// SPDX-License-Identifier: Apache-2.0
// Hash keys with the numbers and layout of the Polyglot opening book format, so that hashes can be
// exchanged with book tools. http://hgm.nubati.net/book_format.html
#ifndef ZOBRIST_KEYS_H
#define ZOBRIST_KEYS_H

#include "bitboard.h"

extern const uint64_t zobrist_keys[15 * 64]; // the 781 of the format; then zeros, the keys of the unused men 13 and 14

INLINE uint64_t zobrist_piece(Color color, PieceType type, Square s) {
    return zobrist_keys[64 * (2 * (int)type + (color == WHITE)) + s];
}
INLINE uint64_t zobrist_castling(Color color, bool queenside) { return zobrist_keys[768 + 2 * (int)color + queenside]; }
INLINE uint64_t zobrist_en_passant(int file) { return zobrist_keys[772 + file]; }
INLINE uint64_t zobrist_white_to_move(void) { return zobrist_keys[780]; }

#endif
