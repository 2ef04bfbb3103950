// SPDX-License-Identifier: Apache-2.0
// Moves as squares: the long algebraic notation of UCI ('e2e4', 'a7a8n') and the packed form that
// crosses the boundary, from | to << 6 | promotion << 12.
//
// Castling is written as the king's two squares in standard chess and as king takes rook in Chess960,
// and is read in both forms. https://www.chessprogramming.org/UCI
#ifndef LAN_H
#define LAN_H

#include "error.h"
#include "rules/rules.h"
#include "text.h"

typedef uint16_t PackedMove;

// A packed move is from | to << 6 | code << 12. The code of a promotion is 1 to 4 for n, b, r, q and 5 for a king
// (antichess), the code of a drop 9 to 13 for P, N, B, R, Q. JS gets these enumerators. IF_PROMOTING is added to a
// packed move for lan_resolve(), above its 16 bits: the promotion then counts only if a pawn promotes, since boards
// give one with every move.
enum {
    PACKED_KING = 5,
    IF_PROMOTING = 65536,
};

INLINE PackedMove lan_pack(Move m, Geometry geometry) {
    if (move_kind(m) < MOVE_CASTLE) return m; // promotions and drops have the same numbers in both
    if (UNLIKELY(move_kind(m) > MOVE_DOUBLE))
        return move_is_drop(m) ? m : move_of(move_from(m), move_to(m), (MoveKind)PACKED_KING);
    const Square from = move_from(m), to = move_to(m);
    const bool king_moves = move_kind(m) == MOVE_CASTLE && geometry == GEOMETRY_STANDARD;
    return move_of(from, king_moves ? castle_king_to(from, to) : to, MOVE_PLAIN);
}

ErrorCode lan_resolve_standard(const Board *b, int packed, Move *out);
ErrorCode lan_resolve_by_row(const Board *b, int packed, Move *out);

// The legal move that the squares mean on this board, or the reason why there is none (ERR_MOVE_*). Promotion 0
// means a queen if a pawn reaches the last rank.
INLINE ErrorCode lan_resolve(const Board *b, int packed, Move *out) {
    return is_standard(b) ? lan_resolve_standard(b, packed, out) : lan_resolve_by_row(b, packed, out);
}

// Reads exactly two squares and an optional q, r, b, n or k, or a drop such as 'P@e6'.
bool lan_parse(const char *text, size_t length, int *packed);

#endif
