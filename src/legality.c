// SPDX-License-Identifier: Apache-2.0
// Tests single moves, by the pieces that attack or shield the king.
#include "legality.h"

static bool pawn_may(const Board *b, Square from, Square to, MoveKind kind) {
    const Color us = b->side;
    const Bitboard target = bit(to), ahead = pawn_ahead(us, bit(from));
    const Bitboard occupied = board_occupied(b);
    const bool promotes = (target & rank_for(us, 7)) != 0;
    if (kind == MOVE_EN_PASSANT) return to == b->en_passant && (pawn_attacks[us][from] & target);
    if (kind == MOVE_DOUBLE)
        return (bit(from) & rank_for(us, 1)) && target == pawn_ahead(us, ahead) && !((ahead | target) & occupied);
    if (promotes != (kind != MOVE_PLAIN)) return false;
    if (target == ahead) return !(target & occupied);
    return pawn_attacks[us][from] & target & b->color[!us];
}

COLD static bool castling_may(const Board *b, Square from, Square to) {
    const Bitboard rook = b->castling & b->color[b->side] & bit(to);
    if (!rook || from != board_king(b, b->side)) return false;
    return !(castle_path(from, to)->empty & board_occupied(b)) && !board_is_check(b);
}

// Whether the slider `piece` reaches one square from another.
static bool slides(const Board *b, Bitboard piece, Square from, Square to, Bitboard occupied) {
    const Bitboard rays = (b->diagonal & piece ? bishop_rays[from] : 0) | (b->orthogonal & piece ? rook_rays[from] : 0);
    return (rays & bit(to)) && !(between[from][to] & occupied);
}

bool move_is_pseudo_legal(const Board *b, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const MoveKind kind = move_kind(m);
    const Bitboard own = b->color[b->side], at = bit(from);
    if (!(own & at) || kind > MOVE_DOUBLE) return false;
    if (kind == MOVE_CASTLE) return castling_may(b, from, to);
    if (own & bit(to)) return false;
    if (b->pawns & at) return pawn_may(b, from, to, kind);
    if (kind != MOVE_PLAIN) return false;
    if (b->knights & at) return knight_attacks[from] & bit(to);
    if (b->kings & at) return king_attacks[from] & bit(to);
    return slides(b, at, from, to, board_occupied(b));
}

COLD static bool castling_is_safe(const Board *b, Square king, Square rook) {
    if (board_pinned(b, b->side) & bit(rook)) return false; // Chess960: the rook shields the king's new square
    const Bitboard occupied = board_occupied(b) ^ bit(king);
    for (Bitboard path = castle_path(king, rook)->safe; path;)
        if (board_attackers(b, pop(&path), !b->side, occupied)) return false;
    return true;
}

bool move_is_safe(const Board *b, Move m) {
    const Square from = move_from(m), to = move_to(m), king = board_king(b, b->side);
    const MoveKind kind = move_kind(m);
    const Color them = !b->side;
    if (kind == MOVE_CASTLE) return castling_is_safe(b, from, to);
    if (kind == MOVE_EN_PASSANT) return !board_en_passant_exposes_king(b, b->side, from);
    const Bitboard occupied = (board_occupied(b) ^ bit(from)) | bit(to);
    if (from == king) return !board_attackers(b, to, them, occupied);
    return !(board_attackers(b, king, them, occupied) & ~bit(to));
}

// Whether the piece on `from` will attack the king from `to`.
static bool checks_directly(const Board *b, Square from, Square to, Square king, Bitboard occupied) {
    const Bitboard at = bit(from), target = bit(king);
    if (b->pawns & at) return pawn_attacks[b->side][to] & target;
    if (b->knights & at) return knight_attacks[to] & target;
    return slides(b, at, to, king, occupied);
}

static bool checks_by_discovery(const Board *b, Square from, Square king, Bitboard occupied) {
    if (!((bishop_rays[king] | rook_rays[king]) & bit(from))) return false;
    return board_slider_attackers(b, king, b->side, occupied) & ~bit(from);
}

bool move_gives_check(const Board *b, Move m) {
    const Square from = move_from(m), to = move_to(m), king = board_king(b, !b->side);
    if (move_kind(m) != MOVE_PLAIN && move_kind(m) != MOVE_DOUBLE) {
        Board child = *b;
        board_play(&child, m);
        return board_is_check(&child);
    }
    const Bitboard occupied = (board_occupied(b) ^ bit(from)) | bit(to);
    return checks_directly(b, from, to, king, occupied) || checks_by_discovery(b, from, king, occupied);
}
