// SPDX-License-Identifier: Apache-2.0
// Reads moves given by squares, and explains why one is not legal.
#include "lan.h"

#include <string.h>

// The castling meant by a king's move to `to`, or NO_MOVE.
INLINE Move castling_meant(const Board *b, Square king, Square to) {
    const Bitboard rooks = b->castling & b->color[b->side];
    if (rooks & bit(to)) return move_of(king, to, MOVE_CASTLE);
    if (king == to || king_attacks[king] & bit(to)) return NO_MOVE;
    if (b->geometry == GEOMETRY_STANDARD && (king & 7) != E1) return NO_MOVE;
    for (Bitboard rest = rooks; rest;) {
        const Square rook = pop(&rest);
        if (castle_king_to(king, rook) == to) return move_of(king, rook, MOVE_CASTLE);
    }
    return NO_MOVE;
}

INLINE MoveKind pawn_kind(const Board *b, Square from, Square to) {
    if (to - from == 16 || from - to == 16) return MOVE_DOUBLE;
    if (to == b->en_passant && file_of(from) != file_of(to)) return MOVE_EN_PASSANT;
    return MOVE_PLAIN;
}

// The error for a code that no move in this variant has.
COLD static ErrorCode bad_code(int code) {
    return code >= MOVE_DROP_PAWN && code < 16 ? ERR_MOVE_DROP : ERR_MOVE_PROMOTION;
}

// Whether a legal move has these squares and, if it promotes, this promotion. 0 means a queen.
static bool has_squares(const Board *b, Move m, Square from, Square to, int promotion) {
    if (move_is_drop(m)) return false;
    if (move_kind(m) == MOVE_CASTLE) return !promotion && castling_meant(b, from, to) == m;
    if (move_from(m) != from || move_to(m) != to) return false;
    const bool promotes = move_is_promotion(m) || move_kind(m) == MOVE_PROMOTE_KING;
    return promotes ? lan_pack(m, GEOMETRY_STANDARD) >> MOVE_KIND_SHIFT == (promotion ? promotion : QUEEN) : !promotion;
}

// The reason why no legal move of a variant has these squares.
COLD static ErrorCode refusal(const Board *b, Square from, Square to, int promotion) {
    const Color us = b->side;
    const bool promotes = (b->pawns & bit(from)) && (rank_for(us, 7) & bit(to));
    if (!(board_occupied(b) & bit(from))) return ERR_MOVE_NO_PIECE;
    if (!(b->color[us] & bit(from))) return ERR_MOVE_WRONG_SIDE;
    if (b->color[us] & bit(to)) return ERR_MOVE_OWN_CAPTURE;
    if (promotion && (!promotes || (promotion == PACKED_KING && !board_has(b, TRAIT_COMMON_KING))))
        return ERR_MOVE_PROMOTION;
    const Move m = move_of(from, to,
                           promotes               ? MOVE_PROMOTE_QUEEN
                           : b->pawns & bit(from) ? pawn_kind(b, from, to)
                                                  : MOVE_PLAIN);
    if (board_has(b, TRAIT_COMMON_KING) || !board_has_king(b, us) || !move_is_pseudo_legal(b, m))
        return ERR_MOVE_ILLEGAL;
    return move_is_safe(b, m) ? ERR_MOVE_ILLEGAL : ERR_MOVE_KING_IN_CHECK;
}

COLD ErrorCode lan_resolve_by_row(const Board *b, int packed, Move *out) {
    const Square from = packed & 63, to = packed >> MOVE_TO_SHIFT & 63;
    int code = (packed & ~IF_PROMOTING) >> MOVE_KIND_SHIFT;
    if (packed >= 0 && packed & IF_PROMOTING && !((b->pawns & bit(from)) && (rank_for((Color)b->side, 7) & bit(to))))
        code = 0;
    const bool drops = board_has(b, TRAIT_POCKETS) && code >= MOVE_DROP_PAWN && code <= MOVE_DROP_QUEEN;
    if (!drops && (code < 0 || code > PACKED_KING)) return bad_code(code);
    Move list[MAX_MOVES];
    for (int i = rules_list(b, list) - 1; i >= 0; i--) {
        if (drops ? list[i] != move_of(from, to, (MoveKind)code) : !has_squares(b, list[i], from, to, code)) continue;
        *out = list[i];
        return ERR_NONE;
    }
    return drops ? ERR_MOVE_DROP : refusal(b, from, to, code);
}

ErrorCode lan_resolve_standard(const Board *b, int packed, Move *out) {
    const Square from = packed & 63, to = packed >> MOVE_TO_SHIFT & 63;
    const Color us = b->side;
    int promotion = (packed & ~IF_PROMOTING) >> MOVE_KIND_SHIFT;
    const bool promotes = (b->pawns & bit(from)) && (rank_for(us, 7) & bit(to));
    if (packed >= 0 && packed & IF_PROMOTING && !promotes) promotion = 0;
    if (promotion < 0 || promotion > QUEEN) return bad_code(promotion);
    if (!(board_occupied(b) & bit(from))) return ERR_MOVE_NO_PIECE;
    if (!(b->color[us] & bit(from))) return ERR_MOVE_WRONG_SIDE;
    Move m = b->kings & bit(from) && !promotion ? castling_meant(b, from, to) : NO_MOVE;
    if (!m) {
        if (b->color[us] & bit(to)) return ERR_MOVE_OWN_CAPTURE;
        if (promotion && !promotes) return ERR_MOVE_PROMOTION;
        const MoveKind kind = promotion              ? (MoveKind)promotion
                              : promotes             ? MOVE_PROMOTE_QUEEN
                              : b->pawns & bit(from) ? pawn_kind(b, from, to)
                                                     : MOVE_PLAIN;
        m = move_of(from, to, kind);
    }
    if (!move_is_pseudo_legal(b, m)) return ERR_MOVE_ILLEGAL;
    if (!move_is_safe(b, m)) return ERR_MOVE_KING_IN_CHECK;
    *out = m;
    return ERR_NONE;
}

bool lan_parse(const char *text, size_t length, int *packed) {
    if (length != 4 && length != 5) return false;
    if (length == 4 && text[1] == '@') {
        const char *pieces = "PNBRQ", *piece = text[0] ? strchr(pieces, text[0]) : 0;
        if (!piece || !is_file(text[2]) || !is_rank(text[3])) return false;
        const Square at = square_at(text[2] - 'a', text[3] - '1');
        *packed = move_of(at, at, (MoveKind)(MOVE_DROP_PAWN + (piece - pieces)));
        return true;
    }
    if (!is_file(text[0]) || !is_rank(text[1]) || !is_file(text[2]) || !is_rank(text[3])) return false;
    int promotion = 0;
    if (length == 5) {
        const char *letters = "nbrqk", *found = text[4] ? strchr(letters, text[4]) : 0;
        if (!found) return false;
        promotion = (int)(found - letters) + KNIGHT;
    }
    const Square from = square_at(text[0] - 'a', text[1] - '1'), to = square_at(text[2] - 'a', text[3] - '1');
    *packed = move_of(from, to, (MoveKind)promotion);
    return true;
}
