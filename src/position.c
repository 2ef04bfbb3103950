// SPDX-License-Identifier: Apache-2.0
// Makes moves on the board and keeps the hash up to date.
#include "position.h"

#include "zobrist_keys.h"

PieceType board_piece_at(const Board *b, Square s) {
    const Bitboard at = bit(s);
    if (!(board_occupied(b) & at)) return NO_PIECE;
    if (b->pawns & at) return PAWN;
    if (b->knights & at) return KNIGHT;
    if (b->kings & at) return KING;
    if (b->diagonal & at) return b->orthogonal & at ? QUEEN : BISHOP;
    return ROOK;
}

Bitboard board_pieces(const Board *b, Color us, PieceType type) {
    switch (type) {
    case PAWN: return b->pawns & b->color[us];
    case KNIGHT: return b->knights & b->color[us];
    case BISHOP: return b->diagonal & ~b->orthogonal & b->color[us];
    case ROOK: return b->orthogonal & ~b->diagonal & b->color[us];
    case QUEEN: return board_queens(b) & b->color[us];
    default: return b->kings & b->color[us];
    }
}

COLD void board_put(Board *b, Square s, Color us, PieceType type) {
    const Bitboard at = bit(s);
    b->color[us] |= at;
    if (type == PAWN) b->pawns |= at;
    if (type == KNIGHT) b->knights |= at;
    if (type == BISHOP || type == QUEEN) b->diagonal |= at;
    if (type == ROOK || type == QUEEN) b->orthogonal |= at;
    if (type == KING) b->kings |= at;
}

// Uses lookups instead of board_sight(): the optimizing compiler of WebKitGTK 2.50 on x86-64 miscompiles the loop
// of board_sight() if it is alone in a function, so that it reported checks that were none
// (tests/browser/webkit.spec.js).
NOINLINE Bitboard board_slider_attackers(const Board *b, Square s, Color by, Bitboard occupied) {
    return ((bishop_attacks(s, occupied) & b->diagonal) | (rook_attacks(s, occupied) & b->orthogonal)) & b->color[by];
}

Bitboard board_attackers(const Board *b, Square s, Color by, Bitboard occupied) {
    const Bitboard steps =
        (pawn_attacks[!by][s] & b->pawns) | (knight_attacks[s] & b->knights) | (king_attacks[s] & b->kings);
    return (steps & b->color[by]) | board_slider_attackers(b, s, by, occupied);
}

COLD bool board_is_check(const Board *b) {
    return board_attackers(b, board_king(b, b->side), !b->side, board_occupied(b)) != 0;
}

COLD Bitboard board_pinned(const Board *b, Color us) {
    const Sight sight = board_sight(b, board_king(b, us), !us, 0, board_occupied(b), b->color[us]);
    return (sight.pin_diagonal | sight.pin_orthogonal) & b->color[us];
}

COLD bool board_en_passant_exposes_king(const Board *b, Color us, Square from) {
    const Square to = b->en_passant, king = board_king(b, us);
    const Bitboard captured = pawn_ahead(!us, bit(to));
    const Bitboard occupied = (board_occupied(b) ^ bit(from) ^ captured) | bit(to);
    const Bitboard steps = (pawn_attacks[us][king] & b->pawns & ~captured) | (knight_attacks[king] & b->knights);
    return (steps & b->color[!us]) || board_slider_attackers(b, king, !us, occupied);
}

bool board_en_passant_is_pseudo(const Board *b) { return board_en_passant_capturers(b, b->side) != 0; }

COLD bool board_en_passant_is_legal(const Board *b) {
    Bitboard capturers = board_en_passant_capturers(b, b->side);
    while (capturers)
        if (!board_en_passant_exposes_king(b, b->side, pop(&capturers))) return true;
    return false;
}

COLD static uint64_t castling_key(const Board *b, Bitboard rooks) {
    uint64_t key = 0;
    while (rooks) {
        const Square rook = pop(&rooks);
        const Color us = b->color[BLACK] & bit(rook) ? BLACK : WHITE;
        key ^= zobrist_castling(us, castle_wing(board_king(b, us), rook) == QUEENSIDE);
    }
    return key;
}

static uint64_t en_passant_key(const Board *b) {
    return board_en_passant_is_pseudo(b) ? zobrist_en_passant(file_of(b->en_passant)) : 0;
}

COLD uint64_t board_hash_beside_men(const Board *b) {
    const uint64_t hash = castling_key(b, b->castling) ^ en_passant_key(b);
    return b->side == WHITE ? hash ^ zobrist_white_to_move() : hash;
}

COLD uint64_t board_hash(const Board *b) {
    uint64_t hash = board_hash_beside_men(b);
    for (Color us = WHITE; us <= BLACK; us++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Bitboard pieces = board_pieces(b, us, type); pieces;) hash ^= zobrist_piece(us, type, pop(&pieces));
    return hash;
}

// The change of the hash by the move, except for the new en passant square and side.
static uint64_t piece_keys(Move m, Color us, PieceType piece, PieceType captured) {
    const Square from = move_from(m), to = move_to(m);
    const MoveKind kind = move_kind(m);
    if (kind == MOVE_CASTLE)
        return zobrist_piece(us, KING, from) ^ zobrist_piece(us, KING, castle_king_to(from, to)) ^
               zobrist_piece(us, ROOK, to) ^ zobrist_piece(us, ROOK, castle_rook_to(from, to));
    uint64_t keys = zobrist_piece(us, piece, from);
    keys ^= zobrist_piece(us, move_is_promotion(m) ? (PieceType)kind : piece, to);
    if (kind == MOVE_EN_PASSANT) keys ^= zobrist_piece(!us, PAWN, us == WHITE ? to - 8 : to + 8);
    else if (captured != NO_PIECE) keys ^= zobrist_piece(!us, captured, to);
    return keys;
}

NOINLINE void board_play(Board *b, Move m) { board_make_in_place(b, m, (Color)b->side); }

// The castling rights that a move from its origin ends.
static Bitboard rights_lost(const Board *b, Move m) {
    const Bitboard from = bit(move_from(m)), king = from & b->kings;
    return b->castling & (from | bit(move_to(m)) | (king ? rank_for(b->side, 0) : 0));
}

static void count_ply(uint16_t *clock) {
    if (*clock < UINT16_MAX) ++*clock;
}

INLINE void count(Board *b, bool resets) {
    if (resets) b->halfmove_clock = 0;
    else count_ply(&b->halfmove_clock);
    if (b->side == WHITE) count_ply(&b->fullmove_number);
}

void board_count_ply(Board *b, bool resets) { count(b, resets); }

void position_make(Position *p, Move m) {
    Board *b = &p->board;
    const Color us = b->side;
    const PieceType piece = board_piece_at(b, move_from(m));
    const PieceType captured = move_kind(m) == MOVE_CASTLE ? NO_PIECE : board_piece_at(b, move_to(m));
    uint64_t hash = p->hash ^ piece_keys(m, us, piece, captured) ^ zobrist_white_to_move() ^ en_passant_key(b);
    if (b->castling) hash ^= castling_key(b, rights_lost(b, m));
    board_play(b, m);
    p->hash = hash ^ en_passant_key(b);
    count(b, piece == PAWN || captured != NO_PIECE);
}

COLD void board_pass(Board *b) {
    b->side = !b->side;
    b->en_passant = NO_SQUARE;
}

COLD void position_pass(Position *p) {
    Board *b = &p->board;
    count_ply(&b->halfmove_clock);
    if (b->side == BLACK) count_ply(&b->fullmove_number);
    board_pass(b);
    p->hash = board_hash(b);
}
