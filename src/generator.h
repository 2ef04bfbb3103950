// SPDX-License-Identifier: Apache-2.0
// Generates legal moves by check and pin masks.
//
// A template. The including file decides what to do with the moves: it defines Output and the four put functions;
// movegen.c counts and lists moves, perft.c counts the replies to each. Side and output are constants there, so unused
// code is compiled away, and what perft proves for counting also holds for listing.
//
// A move is legal if its target is in `allowed` (anything but own pieces; in check, only the checker and
// the squares between), a pinned piece stays on its pin's line, and the king avoids attacked squares.
// Only en passant is tested by making the move: it removes two pawns from a line at once.
#ifndef GENERATOR_H
#define GENERATOR_H

#include "position.h"

// How a piece moves, which is all that a plain move depends on.
typedef enum { BY_PAWN, BY_KNIGHT, BY_DIAGONAL, BY_ORTHOGONAL, BY_KING } Mover;

typedef struct Output Output;

// Castling and en passant.
INLINE void put(Output *out, Square from, Square to, MoveKind kind);

// Plain moves of one piece.
INLINE void put_targets(Output *out, Square from, Bitboard targets, Mover mover);

// Plain and double moves of pawns, and all four promotions of each: every target minus step is its origin.
INLINE void put_pawns(Output *out, Bitboard targets, int step, MoveKind kind);
INLINE void put_promotions(Output *out, Bitboard targets, int step);

typedef struct {
    Square king;
    Bitboard occupied;
    Bitboard checkers;
    Bitboard pin_diagonal;   // squares of diagonal pin lines, pinner included
    Bitboard pin_orthogonal; // the same for files and ranks
} Context;

INLINE Context context_of(const Board *b, Color us) {
    const Square king = board_king(b, us);
    const Bitboard occupied = board_occupied(b);
    const Bitboard steps = (knight_attacks[king] & b->knights) | (pawn_attacks[us][king] & b->pawns);
    const Sight sight = board_sight(b, king, !us, steps, occupied, b->color[us]);
    return (Context){king, occupied, sight.attackers, sight.pin_diagonal, sight.pin_orthogonal};
}

INLINE bool is_bound(const Context *c) { return (c->checkers | c->pin_diagonal | c->pin_orthogonal) != 0; }

INLINE Bitboard forward(Bitboard b, Color us, int step) { return us == WHITE ? b << step : b >> step; }

// The squares that sliders reach in one forward direction of the side us, up to and including the first blocker. A
// step stays on the squares `inside`. https://www.chessprogramming.org/Kogge-Stone_Algorithm
INLINE Bitboard slide(Bitboard sliders, Bitboard empty, Color us, int step, Bitboard inside) {
    empty &= inside;
    sliders |= empty & forward(sliders, us, step);
    empty &= forward(empty, us, step);
    sliders |= empty & forward(sliders, us, 2 * step);
    empty &= forward(empty, us, 2 * step);
    sliders |= empty & forward(sliders, us, 4 * step);
    return forward(sliders, us, step) & inside;
}

// The `squares` that the other side attacks. The king is removed from the board first, since it does not shield the
// squares beyond it. A king at home usually has sliders only in front of it: three directions, all squares at once.
// Otherwise, and with pins to save size, each square is tested: they are few.
INLINE Bitboard attacked(const Board *b, const Context *c, Color us, Bitboard squares, bool pins) {
    const Color them = !us;
    const Bitboard enemy = b->color[them];
    const Bitboard occupied = c->occupied ^ bit(c->king);
    const Bitboard pawns = b->pawns & enemy;
    Bitboard hit = pawn_west(them, pawns) | pawn_east(them, pawns) | king_attacks[board_king(b, them)];
    Bitboard pieces = b->knights & enemy;
    while (pieces) hit |= knight_attacks[pop(&pieces)];
    const Bitboard diagonal = b->diagonal & enemy, orthogonal = b->orthogonal & enemy;
    const Bitboard home = rank_for(us, 0) | rank_for(us, 1), open = squares & ~hit;
    if (!pins && more_than_one(open) && !((open & ~home) | ((diagonal | orthogonal) & home))) {
        const Bitboard west = us == WHITE ? ~FILE_H : ~FILE_A, east = us == WHITE ? ~FILE_A : ~FILE_H;
        hit |= slide(orthogonal, ~occupied, them, 8, ~0ull);
        hit |= slide(diagonal, ~occupied, them, 7, east) | slide(diagonal, ~occupied, them, 9, west);
        return squares & hit;
    }
    for (Bitboard rest = open; rest;) {
        const Square s = pop(&rest);
        if ((bishop_rays[s] & diagonal) && (bishop_attacks(s, occupied) & diagonal)) hit |= bit(s);
        else if ((rook_rays[s] & orthogonal) && (rook_attacks(s, occupied) & orthogonal)) hit |= bit(s);
    }
    return squares & hit;
}

// King moves, and castling when not in check. A pinned rook must not castle: it may be the only shield of the
// king's new square (only in Chess960).
INLINE void gen_king(Output *out, const Board *b, const Context *c, Color us, bool pins) {
    const Bitboard targets = king_attacks[c->king] & ~b->color[us];
    Bitboard rooks = 0, wanted = targets;
    for (Bitboard rest = c->checkers ? 0 : b->castling & rank_for(us, 0) & ~c->pin_orthogonal; UNLIKELY(rest);) {
        const Square rook = pop(&rest);
        const CastlePath *path = castle_path(c->king, rook);
        if (path->empty & c->occupied) continue;
        wanted |= path->safe;
        rooks |= bit(rook);
    }
    if (!wanted) return;
    const Bitboard hit = attacked(b, c, us, wanted, pins);
    put_targets(out, c->king, targets & ~hit, BY_KING);
    while (UNLIKELY(rooks)) {
        const Square rook = pop(&rooks);
        if (!(castle_path(c->king, rook)->safe & hit)) put(out, c->king, rook, MOVE_CASTLE);
    }
}

INLINE void gen_pawns(Output *out, const Board *b, const Context *c, Color us, Bitboard allowed, bool pins) {
    const int ahead = us == WHITE ? 8 : -8, west = us == WHITE ? 7 : -9, east = us == WHITE ? 9 : -7;
    const Bitboard pawns = b->pawns & b->color[us], enemy = b->color[!us] & allowed;
    const Bitboard empty = ~c->occupied, rank_8 = rank_for(us, 7);
    Bitboard single, to_west, to_east;
    if (!pins) {
        single = pawn_ahead(us, pawns) & empty;
        to_west = pawn_west(us, pawns) & enemy;
        to_east = pawn_east(us, pawns) & enemy;
    } else {
        const Bitboard pushers = pawns & ~c->pin_diagonal, takers = pawns & ~c->pin_orthogonal;
        const Bitboard d = c->pin_diagonal, o = c->pin_orthogonal;
        single = (pawn_ahead(us, pushers & ~o) | (pawn_ahead(us, pushers & o) & o)) & empty;
        to_west = (pawn_west(us, takers & ~d) | (pawn_west(us, takers & d) & d)) & enemy;
        to_east = (pawn_east(us, takers & ~d) | (pawn_east(us, takers & d) & d)) & enemy;
    }
    const Bitboard twice = pawn_ahead(us, single & rank_for(us, 2)) & empty & allowed;
    single &= allowed;
    if (UNLIKELY(pawns & rank_for(us, 6))) {
        put_promotions(out, single & rank_8, ahead);
        put_promotions(out, to_west & rank_8, west);
        put_promotions(out, to_east & rank_8, east);
        single &= ~rank_8;
        to_west &= ~rank_8;
        to_east &= ~rank_8;
    }
    put_pawns(out, single, ahead, MOVE_PLAIN);
    put_pawns(out, twice, 2 * ahead, MOVE_DOUBLE);
    put_pawns(out, to_west, west, MOVE_PLAIN);
    put_pawns(out, to_east, east, MOVE_PLAIN);
}

// All squares for an unpinned piece, the line of the pin for a pinned one.
INLINE Bitboard line_of(Bitboard pins, Square s) { return pins | ((pins >> s & 1) - 1); }

INLINE void gen_pieces(Output *out, const Board *b, const Context *c, Color us, Bitboard allowed, bool pins) {
    const Bitboard d = pins ? c->pin_diagonal : 0, o = pins ? c->pin_orthogonal : 0;
    const Bitboard own = b->color[us];
    for (Bitboard pieces = b->knights & own & ~d & ~o; pieces;) {
        const Square s = pop(&pieces);
        put_targets(out, s, knight_attacks[s] & allowed, BY_KNIGHT);
    }
    for (Bitboard pieces = b->diagonal & own & ~o; pieces;) {
        const Square s = pop(&pieces);
        put_targets(out, s, bishop_attacks(s, c->occupied) & allowed & (pins ? line_of(d, s) : ~0ull), BY_DIAGONAL);
    }
    // Rooks start blocked: those without a step are skipped before their tables are read.
    for (Bitboard pieces = b->orthogonal & own & ~d & (pins ? ~0ull : orthogonal_steps(allowed)); pieces;) {
        const Square s = pop(&pieces);
        put_targets(out, s, rook_attacks(s, c->occupied) & allowed & (pins ? line_of(o, s) : ~0ull), BY_ORTHOGONAL);
    }
}

// In check or with pins: masks for everything. Correct for any position.
INLINE void generate_masked(Output *out, const Board *b, const Context *c, Color us) {
    Bitboard allowed = ~b->color[us];
    gen_king(out, b, c, us, true);
    if (c->checkers) {
        if (more_than_one(c->checkers)) return;
        allowed = c->checkers | between[c->king][lsb(c->checkers)];
    }
    gen_pawns(out, b, c, us, allowed, true);
    gen_pieces(out, b, c, us, allowed, true);
}

// Neither check nor pins: most positions.
INLINE void generate_free(Output *out, const Board *b, const Context *c, Color us) {
    gen_pawns(out, b, c, us, ~b->color[us], false);
    gen_pieces(out, b, c, us, ~b->color[us], false);
    gen_king(out, b, c, us, false);
}

// Separate from the other moves: few positions have it, and code without other calls stays in registers.
INLINE void generate_en_passant(Output *out, const Board *b, Color us) {
    Bitboard from = board_en_passant_capturers(b, us);
    while (UNLIKELY(from)) {
        const Square s = pop(&from);
        if (!board_en_passant_exposes_king(b, us, s)) put(out, s, b->en_passant, MOVE_EN_PASSANT);
    }
}

#endif
