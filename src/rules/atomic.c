// SPDX-License-Identifier: Apache-2.0
// Atomic: a capture explodes its square, including the capturer, and everything except pawns on the squares around
// it. The side whose king explodes has lost. So a king never captures, no side may explode its own king, and
// adjacent kings are never in check.
#include "pseudo.h"
#include "rules.h"

// Whether a piece other than the enemy king attacks s, with these occupied squares.
static bool is_attacked(const Board *b, Color us, Square s, Bitboard occupied) {
    return board_attackers(b, s, (Color)!us, occupied) & occupied & ~b->kings;
}

INLINE Bitboard squares_near_enemy_king(const Board *b) { return king_attacks[board_king(b, (Color)!b->side)]; }

static bool is_check(const Board *b) {
    const Square king = board_king(b, (Color)b->side);
    return king != NO_SQUARE && !(squares_near_enemy_king(b) & bit(king)) &&
           is_attacked(b, (Color)b->side, king, board_occupied(b));
}

// Facts that all moves of a position share.
typedef struct {
    Square king;
    Bitboard near; // squares next to the enemy king, where our king cannot be checked
    Bitboard occupied;
    Bitboard shields; // squares between the king and sliders that aim at it; all squares if it is in check
} Context;

static Context context_of(const Board *b, Color us) {
    Context c = {board_king(b, us), squares_near_enemy_king(b), board_occupied(b), 0};
    if (c.near & bit(c.king)) return c;
    const Bitboard rays = (bishop_rays[c.king] & b->diagonal) | (rook_rays[c.king] & b->orthogonal);
    for (Bitboard snipers = rays & b->color[!us]; snipers;) c.shields |= between[c.king][pop(&snipers)];
    if (is_attacked(b, us, c.king, c.occupied)) c.shields = ~0ull;
    return c;
}

// The king's start and the squares that it crosses are tested as it leaves, its target after both have arrived.
static bool may_castle(const Board *b, Color us, const Context *c, Square rook) {
    const CastlePath *path = castle_path(c->king, rook);
    const Square to = castle_king_to(c->king, rook);
    const Bitboard leaving = c->occupied ^ bit(c->king);
    if (path->empty & c->occupied) return false;
    for (Bitboard way = ((path->safe & ~bit(to)) | bit(c->king)) & ~c->near; way;)
        if (is_attacked(b, us, pop(&way), leaving)) return false;
    return c->near & bit(to) || !is_attacked(b, us, to, (leaving & ~bit(rook)) | bit(castle_rook_to(c->king, rook)));
}

// Whether a pseudo-legal move other than castling is legal.
static bool is_legal(const Board *b, Color us, const Context *c, Move m) {
    const Square from = move_from(m), to = move_to(m);
    Bitboard gone = bit(from), come = bit(to);
    if (b->color[!us] & come || move_kind(m) == MOVE_EN_PASSANT) {
        const Bitboard around = king_attacks[to];
        if (around & bit(c->king)) return false;
        if ((around | come) & b->kings) return true;
        gone |= (around & ~b->pawns) | come;
        if (move_kind(m) == MOVE_EN_PASSANT) gone |= pawn_ahead((Color)!us, come);
        come = 0;
    } else if (from == c->king) {
        return c->near & come || !is_attacked(b, us, to, c->occupied ^ gone);
    }
    return c->near & bit(c->king) || !(gone & c->shields) || !is_attacked(b, us, c->king, (c->occupied & ~gone) | come);
}

static int list(const Board *b, Move moves[MAX_MOVES]) {
    const Color us = (Color)b->side;
    if (!board_has_king(b, us) || !board_has_king(b, !us)) return 0;
    const Context c = context_of(b, us);
    MoveList out = {moves, 0};
    pseudo_list_en_passant(&out, b, us);
    pseudo_list(&out, b, us, ~c.occupied, b->color[!us], rank_for(us, 1), false);
    int count = 0;
    for (int i = 0; i < out.count; i++)
        if (is_legal(b, us, &c, moves[i])) moves[count++] = moves[i];
    for (Bitboard rooks = b->castling & rank_for(us, 0); rooks;) {
        const Square rook = pop(&rooks);
        if (may_castle(b, us, &c, rook)) moves[count++] = move_of(c.king, rook, MOVE_CASTLE);
    }
    return count;
}

static void play(Board *b, Move m) {
    const Color us = (Color)b->side;
    const Bitboard to = bit(move_to(m));
    const bool takes = b->color[!us] & to || move_kind(m) == MOVE_EN_PASSANT;
    board_play(b, m);
    if (!takes) return;
    const Bitboard rest = ~to & (~king_attacks[move_to(m)] | b->pawns);
    b->pawns &= rest;
    b->knights &= rest;
    b->diagonal &= rest;
    b->orthogonal &= rest;
    b->kings &= rest;
    b->color[WHITE] &= rest;
    b->color[BLACK] &= rest;
    b->castling &= board_has_king(b, !us) ? rest : rest & ~rank_for(!us, 0);
}

// After a move, only the side to move can be without a king.
static Status end(const Board *b) {
    for (Color us = WHITE; us <= BLACK; us++)
        if (!board_has_king(b, us)) return status_won(STATUS_KING_EXPLODED, !us);
    return STATUS_CONTINUE;
}

// Bishops on different colours cannot capture each other; they mate only a king in the corner that is enclosed by
// two of its own bishops.
static bool can_win(const Board *b, Color us) {
    const Bitboard own = b->color[us] & ~b->kings, other = b->color[!us] & ~b->kings;
    const Bitboard bishops = b->diagonal & ~b->orthogonal;
    if (!board_has_king(b, !us)) return true;
    if (!own || !board_has_king(b, us)) return false;
    if (other) return (own | other) != bishops || colors_of(own) & colors_of(other) || more_than_one(other);
    if (own & (b->pawns | board_queens(b))) return true;
    return popcount(own) > (own == b->knights ? 2 : 1);
}

RULES_PERFT(perft_atomic, list, play, RULES_NO_END)

const Rules atomic_rules = {
    .list = list, .play = play, .is_check = is_check, .end = end, .can_win = can_win, .perft = perft_atomic};
