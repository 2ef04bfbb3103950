// SPDX-License-Identifier: Apache-2.0
// The board, and making a move of standard chess on it.
//
// Pieces are stored by the way they move: a queen is in both `diagonal` and `orthogonal`. So move generation has no
// case for queens, and making a move does not depend on the type of piece. There is no unmake: a child position is a
// copy.
#ifndef POSITION_H
#define POSITION_H

#include <stddef.h>
#include <string.h>

#include "castling.h"
#include "move.h"

typedef struct {
    Bitboard pawns, knights, diagonal, orthogonal, kings;
    Bitboard color[2];
    Bitboard castling;        // the rooks that can still castle
    uint8_t side;             // Color to move
    uint8_t en_passant;       // the square that the last move's pawn passed, or NO_SQUARE
    uint16_t halfmove_clock;  // plies since the last capture or pawn move, at most 65535
    uint16_t fullmove_number; // at most 65535
    uint8_t rules;            // Variant of rules/variant.h; STANDARD for CHESS960, which differs only in geometry
    uint8_t geometry;         // Geometry of the game's start position
    Bitboard promoted;        // crazyhouse: promoted pieces, which enter a pocket as pawns
    uint8_t checks[2];        // three-check: the checks that each side must still give
    uint8_t pocket[2][5];     // crazyhouse: how many of each PieceType below KING each side can drop
} Board;

typedef struct {
    Board board;
    uint64_t hash; // Polyglot key
} Position;

INLINE Bitboard board_occupied(const Board *b) { return b->color[WHITE] | b->color[BLACK]; }
// NO_SQUARE if that side has no king.
INLINE Square board_king(const Board *b, Color us) { return lsb_or_none(b->kings & b->color[us]); }
INLINE bool board_has_king(const Board *b, Color us) { return (b->kings & b->color[us]) != 0; }
INLINE Bitboard board_queens(const Board *b) { return b->diagonal & b->orthogonal; }

// NO_PIECE for an empty square.
PieceType board_piece_at(const Board *b, Square s);
Bitboard board_pieces(const Board *b, Color us, PieceType type);
void board_put(Board *b, Square s, Color us, PieceType type);

// The pieces of side `by` that attack s with these occupied squares: all of them, or only sliders.
Bitboard board_attackers(const Board *b, Square s, Color by, Bitboard occupied);
Bitboard board_slider_attackers(const Board *b, Square s, Color by, Bitboard occupied);
bool board_is_check(const Board *b);

// The pieces of `us` that shield their own king from an enemy slider.
Bitboard board_pinned(const Board *b, Color us);

// The pawns of `us`, the side to move, next to the pawn that can be captured en passant.
INLINE Bitboard board_en_passant_capturers(const Board *b, Color us) {
    return pawn_attacks[!us][b->en_passant] & b->pawns & b->color[us];
}

// Whether the side to move can capture en passant: judged only by the squares of the pawns, and by all rules.
bool board_en_passant_is_pseudo(const Board *b);
bool board_en_passant_is_legal(const Board *b);

// Whether this capture would leave the king of the capturing side attacked. Two pawns leave a line at once, which
// pins do not show.
bool board_en_passant_exposes_king(const Board *b, Color us, Square from);

// The hash from scratch. position_make() keeps it up to date.
uint64_t board_hash(const Board *b);
uint64_t board_hash_beside_men(const Board *b); // only the part for castling, en passant and side

// Makes a legal move: board_make_in_place() below, for a side known only at run time.
void board_play(Board *b, Move m);

// Plays a legal move and updates the clocks.
void position_make(Position *p, Move m);

// Counts the ply that was just played; `resets` for a capture or a pawn move.
void board_count_ply(Board *b, bool resets);

// A null move: the other side is to move, en passant is cleared. The side to move must not be in check.
void board_pass(Board *b);
void position_pass(Position *p);

// One side's attacks on a square: the unblocked attackers, and the lines with a single shield, from the square to
// the slider, the slider included.
typedef struct {
    Bitboard attackers, pin_diagonal, pin_orthogonal;
} Sight;

// `steps` are the attackers that do not slide. Few sliders attack s on an empty board: for each, the pieces in
// between decide.
INLINE Sight board_sight(const Board *b, Square s, Color by, Bitboard steps, Bitboard occupied, Bitboard shields) {
    Sight sight = {.attackers = steps & b->color[by]};
    const Bitboard diagonal = bishop_rays[s] & b->diagonal;
    Bitboard snipers = (diagonal | (rook_rays[s] & b->orthogonal)) & b->color[by];
    while (UNLIKELY(snipers)) {
        const Square sniper = pop(&snipers);
        const Bitboard path = between[s][sniper], blockers = path & occupied;
        if (!blockers) {
            sight.attackers |= bit(sniper);
        } else if (!more_than_one(blockers) && (blockers & shields)) {
            if (diagonal & bit(sniper)) sight.pin_diagonal |= path | bit(sniper);
            else sight.pin_orthogonal |= path | bit(sniper);
        }
    }
    return sight;
}

// Makes a legal move on the pieces, castling rights and en passant square, for a side known at
// compile time. Clocks and hash are left to position_make(), so that perft does not pay for them.
INLINE void board_make_in_place(Board *b, Move m, Color us) {
    const Color them = !us;
    const Square from = move_from(m), to = move_to(m);
    const MoveKind kind = move_kind(m);
    b->side = (uint8_t)them;
    b->en_passant = NO_SQUARE;
    if (UNLIKELY(kind == MOVE_CASTLE)) {
        const Bitboard king_to = bit(castle_king_to(from, to)), rook_to = bit(castle_rook_to(from, to));
        b->kings = (b->kings & ~bit(from)) | king_to;
        b->orthogonal = (b->orthogonal & ~bit(to)) | rook_to;
        b->color[us] = (b->color[us] & ~bit(from) & ~bit(to)) | king_to | rook_to;
        b->castling &= ~rank_for(us, 0);
        return;
    }
    const Bitboard both = bit(from) | bit(to), rest = ~bit(to);
    const Bitboard king = -(b->kings >> from & 1);
    b->castling &= ~(both | (king & rank_for(us, 0)));
    b->color[them] &= rest;
    b->color[us] ^= both;
    b->pawns &= rest;
    b->knights &= rest;
    b->diagonal &= rest;
    b->orthogonal &= rest;
    b->pawns ^= both & -(b->pawns >> from & 1);
    b->knights ^= both & -(b->knights >> from & 1);
    b->diagonal ^= both & -(b->diagonal >> from & 1);
    b->orthogonal ^= both & -(b->orthogonal >> from & 1);
    b->kings ^= both & king;
    if (kind == MOVE_PLAIN) return;
    if (kind == MOVE_DOUBLE) {
        b->en_passant = (uint8_t)((from + to) / 2);
    } else if (kind == MOVE_EN_PASSANT) {
        const Bitboard captured = pawn_ahead(them, bit(to));
        b->pawns ^= captured;
        b->color[them] ^= captured;
    } else {
        b->pawns ^= bit(to);
        if (kind == MOVE_PROMOTE_KNIGHT) b->knights |= bit(to);
        if (kind == MOVE_PROMOTE_BISHOP || kind == MOVE_PROMOTE_QUEEN) b->diagonal |= bit(to);
        if (kind == MOVE_PROMOTE_ROOK || kind == MOVE_PROMOTE_QUEEN) b->orthogonal |= bit(to);
    }
}

// board_play() for moves of the kinds MOVE_PLAIN and MOVE_DOUBLE, the most frequent: two bitboards at a time.
INLINE void board_play_plain(Board *b, Move m) {
    typedef uint64_t Two __attribute__((vector_size(16), aligned(8), may_alias));
    _Static_assert(offsetof(Board, color) == 40 && offsetof(Board, castling) == 56, "eight sets");
    const Square from = move_from(m), to = move_to(m);
    const Bitboard at = bit(from), target = bit(to);
    const Two origin = {at, at}, both = origin | target;
    Two *sets = (Two *)b;
    if (b->castling && (b->kings & at)) b->castling &= ~rank_for((Color)b->side, 0);
    for (int i = 0; i < 4; i++) { // sets with the origin get the target, all others lose it
        const Two arrives = {target, i < 3 ? target : 0};
        sets[i] = (sets[i] & ~both) | (arrives & ~(Two)((sets[i] & origin) == 0));
    }
    b->side = !b->side;
    b->en_passant = (uint8_t)(move_kind(m) == MOVE_DOUBLE ? (from + to) / 2 : NO_SQUARE);
}

// board_make_in_place() with the board passed and returned by value, so that the compiler can hold it in registers.
INLINE Board board_make(Board b, Move m, Color us) {
    board_make_in_place(&b, m, us);
    return b;
}

// Reverses the ranks of two bitboards, which are their bytes.
INLINE void board_turn_two(Bitboard *a, Bitboard *b) {
    typedef uint64_t Two __attribute__((vector_size(16)));
    typedef uint8_t Bytes __attribute__((vector_size(16)));
    const Bytes ranks = (Bytes)(Two){*a, *b};
    const Two turned = (Two)__builtin_shufflevector(ranks, ranks, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    *a = turned[0];
    *b = turned[1];
}

// The same position with the colours exchanged: rank 1 becomes rank 8, and the other side is to move. Only for
// standard chess: the fields for variants, from `promoted` on, are not copied.
INLINE Board board_turned(Board b) {
    Board turned;
    memcpy(&turned, &b, offsetof(Board, promoted));
    turned.color[WHITE] = b.color[BLACK];
    turned.color[BLACK] = b.color[WHITE];
    turned.side = !b.side;
    if (b.en_passant != NO_SQUARE) turned.en_passant = b.en_passant ^ A8;
    board_turn_two(&turned.pawns, &turned.knights);
    board_turn_two(&turned.diagonal, &turned.orthogonal);
    board_turn_two(&turned.kings, &turned.castling);
    board_turn_two(&turned.color[WHITE], &turned.color[BLACK]);
    return turned;
}

#endif
