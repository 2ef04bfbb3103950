// SPDX-License-Identifier: Apache-2.0
// Legal move generation by check and pin masks.
//
// One generator, compiled six times: for counting, listing and counting replies, each for White and for
// Black. Mode and colour are constants there, so what is not needed is compiled away, and what perft
// proves for the counters is the very code that lists moves for games.
//
// A move is legal when its target lies in `allowed` (anything but own pieces; in check, only the
// checker and the squares between), a pinned piece stays on its pin's line, and the king goes to no
// attacked square. Only en passant is tried out: it takes two pawns off a line at once.
#include "movegen.h"

typedef enum { COUNT, LIST, REPLIES } Mode;

// How a piece moves, which is all that a plain move needs to know of it.
typedef enum { BY_PAWN, BY_KNIGHT, BY_DIAGONAL, BY_ORTHOGONAL, BY_KING } Mover;

// Where generated moves go: a number, a list, or boards whose moves are counted at once.
typedef struct {
    Mode mode;
    int count;
    Move *list;
    const Board *board;
    Color us;
} Output;

typedef struct {
    Square king;
    Bitboard occupied;
    Bitboard checkers;
    Bitboard pin_diagonal;   // squares of diagonal pin lines, pinner included
    Bitboard pin_orthogonal; // the same for files and ranks
} Context;

// board_make() for a plain or double move whose mover is known at compile time: half the work. takes
// is false where it cannot take.
INLINE Board make_known(Board b, Square from, Square to, Color us, Mover mover, bool takes) {
    const Bitboard both = bit(from) | bit(to), rest = takes ? ~bit(to) : ~0ull;
    b.en_passant = NO_SQUARE;
    b.castling &= ~both;
    b.color[us] ^= both;
    b.color[!us] &= rest;
    b.pawns &= rest;
    b.knights &= rest;
    b.diagonal &= rest;
    b.orthogonal &= rest;
    if (mover == BY_PAWN) b.pawns ^= both;
    if (mover == BY_KNIGHT) b.knights ^= both;
    if (mover == BY_DIAGONAL) {
        b.diagonal ^= both;
        b.orthogonal ^= both & -(b.orthogonal >> from & 1);
    }
    if (mover == BY_ORTHOGONAL) {
        b.orthogonal ^= both;
        b.diagonal ^= both & -(b.diagonal >> from & 1);
    }
    if (mover == BY_KING) {
        b.kings ^= both;
        b.castling &= ~rank_for(us, 0);
    }
    return b;
}

static NOINLINE int count_black_replies(const Board *b, Move m) {
    return movegen_count_black(board_make(*b, m, WHITE));
}

static NOINLINE int count_white_replies(const Board *b, Move m) {
    return movegen_count_white(board_make(*b, m, BLACK));
}

INLINE int count_replies_to(const Board *b, Move m, Color us) {
    return us == WHITE ? count_black_replies(b, m) : count_white_replies(b, m);
}

INLINE void put_reply_count(Output *out, Square from, Square to, MoveKind kind, Mover mover, bool takes) {
    Board child = make_known(*out->board, from, to, out->us, mover, takes);
    if (kind == MOVE_DOUBLE) child.en_passant = (uint8_t)((from + to) / 2);
    out->count += out->us == WHITE ? movegen_count_black(child) : movegen_count_white(child);
}

INLINE void put(Output *out, Square from, Square to, MoveKind kind) {
    const Move m = move_of(from, to, kind);
    if (out->mode == REPLIES) {
        out->count += count_replies_to(out->board, m, out->us);
        return;
    }
    if (out->mode == LIST) out->list[out->count] = m;
    out->count++;
}

INLINE void put_targets(Output *out, Square from, Bitboard targets, Mover mover) {
    if (out->mode == REPLIES)
        while (targets) put_reply_count(out, from, pop(&targets), MOVE_PLAIN, mover, true);
    else if (out->mode == LIST)
        while (targets) put(out, from, pop(&targets), MOVE_PLAIN);
    else out->count += popcount(targets);
}

// Pawn moves come as a set of targets at one distance from their origins.
INLINE void put_pawns(Output *out, Bitboard targets, int step, MoveKind kind) {
    if (out->mode != LIST && out->mode != REPLIES) {
        out->count += popcount(targets);
        return;
    }
    while (targets) {
        const Square to = pop(&targets);
        if (out->mode == REPLIES) put_reply_count(out, to - step, to, kind, BY_PAWN, step % 8 != 0);
        else put(out, to - step, to, kind);
    }
}

static NOINLINE int list_promotions(Move *list, int count, Bitboard targets, int step) {
    while (targets) {
        const Square to = pop(&targets);
        for (int kind = MOVE_PROMOTE_QUEEN; kind >= MOVE_PROMOTE_KNIGHT; kind--)
            list[count++] = move_of(to - step, to, (MoveKind)kind);
    }
    return count;
}

static NOINLINE int count_promotion_replies(const Board *b, Bitboard targets, int step, Color us) {
    Move list[4 * 8];
    const int moves = list_promotions(list, 0, targets, step);
    int count = 0;
    for (int i = 0; i < moves; i++) count += count_replies_to(b, list[i], us);
    return count;
}

INLINE void put_promotions(Output *out, Bitboard targets, int step) {
    if (!targets) return;
    if (out->mode == LIST) out->count = list_promotions(out->list, out->count, targets, step);
    else if (out->mode == REPLIES) out->count += count_promotion_replies(out->board, targets, step, out->us);
    else out->count += 4 * popcount(targets);
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

INLINE void gen_king(Output *out, const Board *b, const Context *c, Color us) {
    const Bitboard targets = king_attacks[c->king] & ~b->color[us];
    if (targets) put_targets(out, c->king, targets & ~attacked(b, c, us, targets), BY_KING);
}

// King moves and castling, out of no check. A pinned rook must not castle: it may be all that guards
// the king's new place (in Chess960 alone).
INLINE void gen_king_castling(Output *out, const Board *b, const Context *c, Color us) {
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
    put_targets(out, c->king, targets & ~hit, BY_KING);
    while (rooks) {
        const Square rook = pop(&rooks);
        if (!(castle_path(c->king, rook)->safe & hit)) put(out, c->king, rook, MOVE_CASTLE);
    }
}

INLINE void gen_en_passant(Output *out, const Board *b, Color us) {
    Bitboard from = pawn_attacks[!us][b->en_passant] & b->pawns & b->color[us];
    while (UNLIKELY(from)) {
        const Square s = pop(&from);
        const Board copy = *b; // so that only here the board must lie in memory
        if (!board_en_passant_exposes_king(&copy, us, s)) put(out, s, b->en_passant, MOVE_EN_PASSANT);
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
    gen_en_passant(out, b, us);
}

INLINE void gen_pieces(Output *out, const Board *b, const Context *c, Color us, Bitboard allowed, bool pins) {
    const Bitboard pinned = pins ? c->pin_diagonal | c->pin_orthogonal : 0;
    const Bitboard own = b->color[us];
    Bitboard pieces = b->knights & own & ~pinned;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, s, knight_attacks[s] & allowed, BY_KNIGHT);
    }
    pieces = b->diagonal & own & ~pinned;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, s, bishop_attacks(s, c->occupied) & allowed, BY_DIAGONAL);
    }
    pieces = b->orthogonal & own & ~pinned;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, s, rook_attacks(s, c->occupied) & allowed, BY_ORTHOGONAL);
    }
    if (!pins) return;
    pieces = b->diagonal & own & c->pin_diagonal;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, s, bishop_attacks(s, c->occupied) & allowed & c->pin_diagonal, BY_DIAGONAL);
    }
    pieces = b->orthogonal & own & c->pin_orthogonal;
    while (pieces) {
        const Square s = pop(&pieces);
        put_targets(out, s, rook_attacks(s, c->occupied) & allowed & c->pin_orthogonal, BY_ORTHOGONAL);
    }
}

// In check or with pins: masks for everything. Good for any position.
INLINE int generate_masked(Output out, const Board *b, const Context *c, Color us) {
    Bitboard allowed = ~b->color[us];
    if (c->checkers) {
        gen_king(&out, b, c, us);
        if (several(c->checkers)) return out.count;
        allowed = c->checkers | between[c->king][lsb(c->checkers)];
    }
    gen_pawns(&out, b, c, us, allowed, true);
    gen_pieces(&out, b, c, us, allowed, true);
    if (c->checkers) return out.count;
    gen_king_castling(&out, b, c, us);
    return out.count;
}

// Neither check nor pins: most positions.
INLINE int generate_free(Output out, const Board *b, const Context *c, Color us) {
    gen_pawns(&out, b, c, us, ~b->color[us], false);
    gen_pieces(&out, b, c, us, ~b->color[us], false);
    if (UNLIKELY(b->castling & rank_for(us, 0))) gen_king_castling(&out, b, c, us);
    else gen_king(&out, b, c, us);
    return out.count;
}

static NOINLINE int count_replies_listed(const Board *b, Color us) {
    Move list[MAX_MOVES];
    int count = 0;
    const int moves = movegen_list(b, list);
    for (int i = 0; i < moves; i++) count += count_replies_to(b, list[i], us);
    return count;
}

// Listing goes without the free path for the sake of size; it would be 3 % faster with it.
INLINE int generate(const Board *b, Color us, Mode mode, Move *list) {
    const Output out = {.mode = mode, .list = list, .board = b, .us = us};
    const Context c = look(b, us);
    const bool bound = (c.checkers | c.pin_diagonal | c.pin_orthogonal) != 0;
    if (mode == REPLIES && UNLIKELY(bound)) return count_replies_listed(b, us);
    if (mode == LIST || UNLIKELY(bound)) return generate_masked(out, b, &c, us);
    return generate_free(out, b, &c, us);
}

#define VALUES                                                                                          \
    .pawns = pawns, .knights = knights, .diagonal = diagonal, .orthogonal = orthogonal, .kings = kings, \
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

int movegen_list(const Board *b, Move list[MAX_MOVES]) {
    return b->side == WHITE ? movegen_list_white(b, list) : movegen_list_black(b, list);
}

int movegen_count(const Board *b) { return b->side == WHITE ? movegen_count_white(*b) : movegen_count_black(*b); }

int movegen_count_replies(const Board *b, Color us) {
    return us == WHITE ? generate(b, WHITE, REPLIES, 0) : generate(b, BLACK, REPLIES, 0);
}

// Almost always some pawn can step ahead, which is quickly seen.
bool movegen_any(const Board *b) {
    const Color us = (Color)b->side;
    const Context c = look(b, us);
    const Bitboard free = b->pawns & b->color[us] & ~(c.pin_diagonal | c.pin_orthogonal);
    if (!c.checkers && (pawn_ahead(us, free) & ~c.occupied)) return true;
    return movegen_count(b) > 0;
}
