// SPDX-License-Identifier: Apache-2.0
// Legal move generation by check and pin masks.
//
// One generator, compiled six times: for White and Black, and for counting, listing and asking. The
// colour and the mode are constants there, so what is not needed is compiled away, and what perft
// proves for the counter is the very code that lists moves for games.
//
// A move is legal when its target lies in `allowed` (anything but own pieces; in check, only the
// checker and the squares between), a pinned piece stays on its pin's line, and the king goes to no
// attacked square. Only en passant is tried out: it takes two pawns off a line at once.
#include "movegen.h"

typedef enum { COUNT, LIST, ANY } Mode;

// Where generated moves go: a number alone, or also a list.
typedef struct {
    int count;
    Move *list;
} Output;

typedef struct {
    Square king;
    Bitboard occupied;
    Bitboard checkers;
    Bitboard pin_diagonal;   // squares of diagonal pin lines, pinner included
    Bitboard pin_orthogonal; // the same for files and ranks
} Context;

INLINE void put(Output *out, Mode mode, Square from, Square to, MoveKind kind) {
    if (mode == LIST) out->list[out->count] = move_of(from, to, kind);
    out->count++;
}

INLINE void put_targets(Output *out, Mode mode, Square from, Bitboard targets) {
    if (mode != LIST) {
        out->count += popcount(targets);
        return;
    }
    while (targets) put(out, mode, from, pop(&targets), MOVE_PLAIN);
}

// Pawn moves come as a set of targets at one distance from their origins.
INLINE void put_pawns(Output *out, Mode mode, Bitboard targets, int step, MoveKind kind) {
    if (mode != LIST) {
        out->count += popcount(targets);
        return;
    }
    while (targets) {
        Square to = pop(&targets);
        put(out, mode, to - step, to, kind);
    }
}

INLINE void put_promotions(Output *out, Mode mode, Bitboard targets, int step) {
    if (mode != LIST) {
        out->count += 4 * popcount(targets);
        return;
    }
    while (targets) {
        Square to = pop(&targets);
        put(out, mode, to - step, to, MOVE_PROMOTE_QUEEN);
        put(out, mode, to - step, to, MOVE_PROMOTE_ROOK);
        put(out, mode, to - step, to, MOVE_PROMOTE_BISHOP);
        put(out, mode, to - step, to, MOVE_PROMOTE_KNIGHT);
    }
}

// Checkers and the lines of pins. Sliders that would see the king on an empty board are few: each is
// settled by what stands between.
INLINE Context look(const Board *b, Color us) {
    const Color them = !us;
    const Square king = board_king(b, us);
    const Bitboard enemy = b->color[them];
    Context c = {.king = king, .occupied = board_occupied(b)};
    c.checkers = ((knight_attacks[king] & b->knights) | (pawn_attacks[us][king] & b->pawns)) & enemy;
    const Bitboard diagonal = bishop_rays[king] & b->diagonal;
    Bitboard snipers = (diagonal | (rook_rays[king] & b->orthogonal)) & enemy;
    while (UNLIKELY(snipers)) {
        const Square s = pop(&snipers);
        const Bitboard path = between[king][s], blockers = path & c.occupied;
        if (!blockers) {
            c.checkers |= bit(s);
        } else if (!several(blockers) && (blockers & b->color[us])) {
            if (diagonal & bit(s)) c.pin_diagonal |= path | bit(s);
            else c.pin_orthogonal |= path | bit(s);
        }
    }
    return c;
}

// Which of `squares` does the other side attack? The king is taken off the board first: it cannot hide
// behind itself. Asking from each of the few squares was faster than adding up all sliders' attacks.
INLINE Bitboard attacked(const Board *b, const Context *c, Color us, Bitboard squares) {
    const Color them = !us;
    const Bitboard enemy = b->color[them];
    const Bitboard occupied = c->occupied ^ bit(c->king);
    const Bitboard pawns = b->pawns & enemy;
    Bitboard hit = pawn_west(them, pawns) | pawn_east(them, pawns) | king_attacks[board_king(b, them)];
    Bitboard pieces = b->knights & enemy;
    while (pieces) hit |= knight_attacks[pop(&pieces)];
    const Bitboard diagonal = b->diagonal & enemy, orthogonal = b->orthogonal & enemy;
    for (Bitboard rest = squares & ~hit; rest;) {
        const Square s = pop(&rest);
        if ((bishop_rays[s] & diagonal) && (bishop_attacks(s, occupied) & diagonal)) hit |= bit(s);
        else if ((rook_rays[s] & orthogonal) && (rook_attacks(s, occupied) & orthogonal)) hit |= bit(s);
    }
    return squares & hit;
}

INLINE void gen_king(Output *out, Mode mode, const Board *b, const Context *c, Color us) {
    const Bitboard targets = king_attacks[c->king] & ~b->color[us];
    if (targets) put_targets(out, mode, c->king, targets & ~attacked(b, c, us, targets));
}

// King moves and castling, out of no check. A pinned rook must not castle: it may be all that guards
// the king's new place (in Chess960 alone).
INLINE void gen_king_castling(Output *out, Mode mode, const Board *b, const Context *c, Color us) {
    const Bitboard targets = king_attacks[c->king] & ~b->color[us];
    Bitboard rooks = 0, wanted = targets;
    for (Bitboard rest = b->castling & rank_for(us, 0) & ~c->pin_orthogonal; rest;) {
        const Square rook = pop(&rest);
        const CastlePath *path = castle_path(c->king, rook);
        if (path->empty & c->occupied) continue;
        wanted |= path->safe;
        rooks |= bit(rook);
    }
    if (!wanted) return;
    const Bitboard hit = attacked(b, c, us, wanted);
    put_targets(out, mode, c->king, targets & ~hit);
    while (rooks) {
        const Square rook = pop(&rooks);
        if (!(castle_path(c->king, rook)->safe & hit)) put(out, mode, c->king, rook, MOVE_CASTLE);
    }
}

INLINE void gen_en_passant(Output *out, Mode mode, const Board *b, Color us) {
    Bitboard from = pawn_attacks[!us][b->en_passant] & b->pawns & b->color[us];
    while (UNLIKELY(from)) {
        const Square s = pop(&from);
        const Board copy = *b; // so that only here the board must lie in memory
        if (!board_en_passant_exposes_king(&copy, us, s)) put(out, mode, s, b->en_passant, MOVE_EN_PASSANT);
    }
}

INLINE void gen_pawns(Output *out, Mode mode, const Board *b, const Context *c, Color us, Bitboard allowed, bool pins) {
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
        put_promotions(out, mode, single & rank_8, ahead);
        put_promotions(out, mode, to_west & rank_8, west);
        put_promotions(out, mode, to_east & rank_8, east);
        single &= ~rank_8;
        to_west &= ~rank_8;
        to_east &= ~rank_8;
    }
    put_pawns(out, mode, single, ahead, MOVE_PLAIN);
    put_pawns(out, mode, twice, 2 * ahead, MOVE_DOUBLE);
    put_pawns(out, mode, to_west, west, MOVE_PLAIN);
    put_pawns(out, mode, to_east, east, MOVE_PLAIN);
    gen_en_passant(out, mode, b, us);
}

INLINE void gen_pieces(Output *out, Mode mode, const Board *b, const Context *c, Color us, Bitboard allowed, bool pins) {
    const Bitboard pinned = pins ? c->pin_diagonal | c->pin_orthogonal : 0;
    const Bitboard own = b->color[us];
    Bitboard pieces = b->knights & own & ~pinned;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, mode, s, knight_attacks[s] & allowed);
    }
    pieces = b->diagonal & own & ~pinned;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, mode, s, bishop_attacks(s, c->occupied) & allowed);
    }
    pieces = b->orthogonal & own & ~pinned;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, mode, s, rook_attacks(s, c->occupied) & allowed);
    }
    if (!pins) return;
    pieces = b->diagonal & own & c->pin_diagonal;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, mode, s, bishop_attacks(s, c->occupied) & allowed & c->pin_diagonal);
    }
    pieces = b->orthogonal & own & c->pin_orthogonal;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, mode, s, rook_attacks(s, c->occupied) & allowed & c->pin_orthogonal);
    }
}

INLINE int generate(const Board *b, Color us, Mode mode, Move *list) {
    Output out = {.list = list};
    const Context c = look(b, us);
    Bitboard allowed = ~b->color[us];
    if (UNLIKELY(c.checkers | c.pin_diagonal | c.pin_orthogonal)) {
        if (c.checkers) {
            gen_king(&out, mode, b, &c, us);
            if (several(c.checkers)) return out.count;
            allowed = c.checkers | between[c.king][lsb(c.checkers)];
        }
        gen_pawns(&out, mode, b, &c, us, allowed, true);
        gen_pieces(&out, mode, b, &c, us, allowed, true);
        if (c.checkers) return out.count;
    } else {
        gen_pawns(&out, mode, b, &c, us, allowed, false);
        if (mode == ANY && out.count) return out.count;
        gen_pieces(&out, mode, b, &c, us, allowed, false);
    }
    if (mode == ANY && out.count) return out.count;
    if (UNLIKELY(b->castling & rank_for(us, 0))) gen_king_castling(&out, mode, b, &c, us);
    else gen_king(&out, mode, b, &c, us);
    return out.count;
}

#define VALUES .pawns = pawns, .knights = knights, .diagonal = diagonal, .orthogonal = orthogonal, .kings = kings, \
               .color = {white, black}, .castling = castling, .en_passant = (uint8_t)en_passant

NOINLINE int movegen_count_white_values(BOARD_PARAMETERS) {
    const Board b = {VALUES};
    return generate(&b, WHITE, COUNT, 0);
}

NOINLINE int movegen_count_black_values(BOARD_PARAMETERS) {
    const Board b = {VALUES};
    return generate(&b, BLACK, COUNT, 0);
}

NOINLINE int movegen_list_white(const Board *b, Move list[MAX_MOVES]) { return generate(b, WHITE, LIST, list); }
NOINLINE int movegen_list_black(const Board *b, Move list[MAX_MOVES]) { return generate(b, BLACK, LIST, list); }
static NOINLINE bool any_white(const Board *b) { return generate(b, WHITE, ANY, 0) > 0; }
static NOINLINE bool any_black(const Board *b) { return generate(b, BLACK, ANY, 0) > 0; }

int movegen_list(const Board *b, Move list[MAX_MOVES]) {
    return b->side == WHITE ? movegen_list_white(b, list) : movegen_list_black(b, list);
}

int movegen_count(const Board *b) { return b->side == WHITE ? movegen_count_white(*b) : movegen_count_black(*b); }

bool movegen_any(const Board *b) { return b->side == WHITE ? any_white(b) : any_black(b); }
