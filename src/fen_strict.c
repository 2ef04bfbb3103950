// SPDX-License-Identifier: Apache-2.0
// What no game can reach, for FENs read with strict: promoted pieces that the missing pawns cannot
// explain, more than two checkers, pairs of checkers and en passant squares that no last move gives.
#include "fen.h"

static int beyond(int count, int from_start) { return count > from_start ? count - from_start : 0; }

// Pieces that must have been promoted. Bishops on one colour of square count by themselves.
static int promoted(const Board *b, Color us) {
    const Bitboard bishops = board_pieces(b, us, BISHOP);
    return beyond(popcount(board_pieces(b, us, KNIGHT)), 2) + beyond(popcount(board_pieces(b, us, ROOK)), 2) +
           beyond(popcount(board_pieces(b, us, QUEEN)), 1) + beyond(popcount(bishops & DARK_SQUARES), 1) +
           beyond(popcount(bishops & ~DARK_SQUARES), 1);
}

// The last move was a double push, and before it the king was not in check.
static bool double_push_explains(const Board *b) {
    const Bitboard passed = bit(b->en_passant);
    Board before = *b;
    before.pawns ^= pawn_ahead(WHITE, passed) | pawn_ahead(BLACK, passed);
    before.color[!b->side] ^= pawn_ahead(WHITE, passed) | pawn_ahead(BLACK, passed);
    return b->halfmove_clock == 0 && !board_is_check(&before);
}

// The empty squares from which the piece on `to`, not yet checking there, may have come in one move.
static Bitboard origins(const Board *b, Square to, Square king) {
    const Color them = !b->side;
    const Bitboard empty = ~board_occupied(b), at = bit(to);
    const Bitboard seen_orthogonal = rook_attacks(king, board_occupied(b)),
                   seen_diagonal = bishop_attacks(king, board_occupied(b));
    const PieceType type = board_piece_at(b, to);
    Bitboard from = 0;
    if (type == KNIGHT) from = knight_attacks[to];
    if (type == BISHOP) from = bishop_attacks(to, board_occupied(b)) & ~seen_diagonal;
    if (type == ROOK) from = rook_attacks(to, board_occupied(b)) & ~seen_orthogonal;
    if (type == PAWN || (rank_for(them, 7) & at)) { // a pawn's step, capture, double push or promotion
        const Bitboard one = pawn_ahead(b->side, at);
        Bitboard pawns = one | pawn_west(b->side, at) | pawn_east(b->side, at);
        if (type == PAWN && (rank_for(them, 3) & at) && (one & empty)) pawns |= pawn_ahead(b->side, one);
        from |= pawns & ~rank_for(them, 0) & ~pawn_attacks[b->side][king];
    }
    return from & empty;
}

// Did `mover` come off the line of `slider` and give check itself?
static bool discovers(const Board *b, Square mover, Square slider, Square king) {
    const Bitboard open = between[king][slider];
    return open && (b->diagonal | b->orthogonal) & bit(slider) && (origins(b, mover, king) & open);
}

// An en passant capture opens up to two lines: its own pawn's square and the captured one's.
static bool en_passant_opens(const Board *b, Square king, Square first, Square second) {
    const Color them = !b->side;
    const Bitboard empty = ~board_occupied(b);
    Bitboard pawns = b->pawns & b->color[them] & rank_for(them, 5);
    while (pawns) {
        const Bitboard at = bit(pop(&pawns)), captured = pawn_ahead(b->side, at) & empty;
        if (!captured || !(pawn_ahead(them, at) & empty)) continue; // the captured pawn's way
        const Bitboard from = (pawn_west(b->side, at) | pawn_east(b->side, at)) & empty;
        const Bitboard a = between[king][first] | (at & bit(first)), c = between[king][second] | (at & bit(second));
        const Bitboard any = captured | from | at;
        if (from && (a & any) && (c & any) && ((a | c) & (captured | from))) return true;
    }
    return false;
}

// Both sides start mirrored, each king between its rooks.
bool fen_castling_is_possible(const Board *b) {
    Bitboard kings = 0, rooks = 0;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard rights = b->castling & rank_for(us, 0);
        const int down = us == WHITE ? 0 : 56;
        rooks |= rights >> down;
        if (rights) kings |= bit(board_king(b, us)) >> down;
    }
    const Bitboard queenside = kings - 1;
    return !kings || (!several(kings) && !(kings & (FILE_A | FILE_H)) && !several(rooks & queenside) &&
                      !several(rooks & ~queenside));
}

ErrorCode fen_check_strict(const Board *b) {
    for (Color us = WHITE; us <= BLACK; us++)
        if (promoted(b, us) > 8 - popcount(b->pawns & b->color[us])) return ERR_FEN_STRICT_PROMOTED;
    if (!fen_castling_is_possible(b)) return ERR_FEN_STRICT_CASTLING;
    const Square king = board_king(b, b->side);
    const Bitboard checkers = board_attackers(b, king, !b->side, board_occupied(b));
    if (popcount(checkers) > 2) return ERR_FEN_STRICT_CHECKERS;
    if (b->en_passant != NO_SQUARE) return double_push_explains(b) ? ERR_NONE : ERR_FEN_STRICT_EN_PASSANT;
    if (!several(checkers)) return ERR_NONE;
    const Square first = lsb(checkers), second = lsb(checkers & (checkers - 1));
    const bool possible = discovers(b, first, second, king) || discovers(b, second, first, king) ||
                          en_passant_opens(b, king, first, second);
    return possible ? ERR_NONE : ERR_FEN_STRICT_CHECK_PAIR;
}
