// SPDX-License-Identifier: Apache-2.0
// Locked positions: a proof by pictures that a side can never mate.
//
// Captures and pawn moves cannot be taken back. Between two of them only pieces move, and pawns are walls. A picture
// holds the pawns of such a time exactly, and for every other man the set of squares where it may stand. The
// sets are too large rather than too small: they ignore whose turn it is, checks, pins, and where other men that can
// move happen to be. So a picture contains every position of its time. Each capture and pawn move that is possible in
// it leads to another picture, and as men and pawn moves are finite, so are the pictures. If mate is impossible in
// each of them, it is impossible. The first picture in which it is not ends the attempt: UNKNOWN.
#include <stdlib.h>

#include "dead_parts.h"

enum { MAX_MEN = 24, CHAINS = 256, NONE = 0xFFFFFFFF };

// Men that are not pawns; the kings are men 0 and 1, by their colour.
typedef struct {
    Bitboard pawns[2];
    Bitboard at[MAX_MEN];   // too large: where the man may stand before the next capture or pawn move
    uint8_t type[MAX_MEN];  // PieceType
    uint8_t color[MAX_MEN]; // Color
    int count;
    uint32_t next;    // in the same chain
    bool is_stepwise; // mates were excluded by how the mated king comes to its place, too
} Picture;

typedef struct {
    Picture *pictures; // owned; all as complete() leaves them
    uint32_t count, capacity;
    uint32_t chains[CHAINS]; // the newest picture by its pawns
    int32_t *budget;
    Color us; // who is to mate
} Pictures;

// What all positions of a picture have in common.
typedef struct {
    Bitboard fixed;   // too small: always occupied, by a pawn or by a man that cannot move
    Bitboard touched; // too large: may be occupied
    Bitboard held[2]; // too small: always attacked by that side, by way of men in `fixed`, for the other's king
} Facts;

static Bitboard steps(PieceType type, Square s, Bitboard occupied) {
    if (type == KNIGHT) return knight_attacks[s];
    if (type == KING) return king_attacks[s];
    return (type != ROOK ? bishop_attacks(s, occupied) : 0) | (type != BISHOP ? rook_attacks(s, occupied) : 0);
}

// The squares that a man attacks from any of those.
static Bitboard steps_from(PieceType type, Bitboard from, Bitboard occupied) {
    Bitboard to = 0;
    while (from) to |= steps(type, pop(&from), occupied);
    return to;
}

static Bitboard pawn_hits(Color us, Bitboard pawns) { return pawn_west(us, pawns) | pawn_east(us, pawns); }

static Facts facts_of(const Picture *f) {
    Facts facts = {.touched = f->pawns[WHITE] | f->pawns[BLACK]};
    facts.fixed = facts.touched;
    for (int i = 0; i < f->count; i++) {
        facts.touched |= f->at[i];
        if (!more_than_one(f->at[i])) facts.fixed |= f->at[i];
    }
    for (Color us = WHITE; us <= BLACK; us++) facts.held[us] = pawn_hits(us, f->pawns[us]);
    for (int i = 0; i < f->count; i++) {
        if (more_than_one(f->at[i])) continue;
        // The other king does not hide behind itself; its set may have covered squares that no other man touches.
        Bitboard touched = f->pawns[WHITE] | f->pawns[BLACK];
        for (int j = 0; j < f->count; j++)
            if (j != !f->color[i]) touched |= f->at[j];
        facts.held[f->color[i]] |= steps((PieceType)f->type[i], lsb(f->at[i]), touched);
    }
    return facts;
}

// Lets every man move until no set grows. A man that can move leaves `fixed`, which opens the way for others.
static Facts complete(Picture *f) {
    for (;;) {
        const Facts facts = facts_of(f);
        bool grown = false;
        for (int i = 0; i < f->count; i++) {
            const Bitboard barred = facts.fixed | (f->type[i] == KING ? facts.held[!f->color[i]] : 0);
            for (Bitboard fresh = f->at[i]; fresh;) {
                const Bitboard to = steps_from((PieceType)f->type[i], fresh, facts.fixed) & ~barred;
                fresh = to & ~f->at[i];
                f->at[i] |= fresh;
                grown |= fresh != 0;
            }
        }
        if (!grown) return facts;
    }
}

// Can each of these squares get a man of its own out of those that may stand there? Kuhn's algorithm: `used` are the
// men tried for this square, owner[man] the square that it fills.
static bool find_man(const Bitboard *men, int count, Square s, uint32_t *used, Square *owner) {
    for (int i = 0; i < count; i++) {
        if ((*used >> i & 1) || !(men[i] & bit(s))) continue;
        *used |= 1u << i;
        if (owner[i] != NO_SQUARE && !find_man(men, count, owner[i], used, owner)) continue;
        owner[i] = s;
        return true;
    }
    return false;
}

static bool can_fill(const Bitboard *men, int count, Bitboard squares) {
    Square owner[MAX_MEN];
    for (int i = 0; i < count; i++) owner[i] = NO_SQUARE;
    while (squares) {
        uint32_t used = 0;
        if (!find_man(men, count, pop(&squares), &used, owner)) return false;
    }
    return true;
}

// The lines on which a king that leaves one may uncover a check by its own side to `king`.
static Bitboard lines_of(const Picture *f, Color us, Square king) {
    Bitboard lines = 0;
    for (int i = 2; i < f->count; i++) {
        if (f->color[i] != us) continue;
        if (f->type[i] == BISHOP || f->type[i] == QUEEN) lines |= bishop_rays[king];
        if (f->type[i] == ROOK || f->type[i] == QUEEN) lines |= rook_rays[king];
    }
    return lines;
}

// May `us` mate in this picture? A mated king is attacked by a man other than a king, and each square beside it is
// attacked by some man or holds one of its own side. The mating king can be in one place only, and a man of the mated
// side fills one square only.
//
// `by_step`: the mated king has just come from a square beside it, as nothing else of its side moves. If no man attacks
// that square, the mating king has come to it with the mating move, and uncovered the check.
static bool may_mate(const Picture *f, const Facts *facts, Color us, bool by_step) {
    const Bitboard target = f->at[!us], fixed = facts->fixed & ~target;
    Bitboard hits = pawn_hits(us, f->pawns[us]), men[MAX_MEN];
    int count = 0;
    for (int i = 2; i < f->count; i++) {
        if (f->color[i] == us) hits |= steps_from((PieceType)f->type[i], f->at[i], fixed);
        else men[count++] = f->at[i];
    }
    for (Bitboard kings = target & hits; kings;) {
        const Square king = pop(&kings);
        const Bitboard open = king_attacks[king] & ~hits & ~f->pawns[!us];
        const Bitboard came = king_attacks[king] & target;
        const bool is_plain = !by_step || (came & hits);
        if (by_step && !came) continue;
        if (is_plain && can_fill(men, count, open)) return true;
        for (Bitboard helpers = f->at[us] & ~king_attacks[king] & ~bit(king); helpers;) {
            const Square helper = pop(&helpers);
            const Bitboard covered = king_attacks[helper] & open;
            if (!covered || !can_fill(men, count, open & ~covered)) continue;
            if (is_plain || (king_attacks[helper] & f->at[us] & lines_of(f, us, king))) return true;
        }
    }
    return false;
}

// Is there a move for `us` when the picture begins? Says yes where it is not certain.
static bool may_move(const Picture *f, const Facts *facts, Color us) {
    Bitboard own = f->pawns[us], enemies = f->pawns[!us];
    for (int i = 0; i < f->count; i++) {
        if (f->color[i] != us) enemies |= f->at[i];
        else if (!more_than_one(f->at[i])) own |= f->at[i];
    }
    if ((pawn_ahead(us, f->pawns[us]) & ~facts->fixed) || (pawn_hits(us, f->pawns[us]) & enemies)) return true;
    for (int i = 0; i < f->count; i++) {
        if (f->color[i] != us) continue;
        const Bitboard barred = own | (f->type[i] == KING ? facts->held[!us] : 0);
        if (steps_from((PieceType)f->type[i], f->at[i], facts->fixed) & ~barred) return true;
    }
    return false;
}

// The picture after one move by `us` that neither captures nor moves a pawn, or none.
static Picture picture_after_step(const Picture *f, const Facts *facts, Color us) {
    Picture next = *f;
    for (int i = 0; i < f->count; i++)
        if (f->color[i] == us) next.at[i] |= steps_from((PieceType)f->type[i], f->at[i], facts->fixed) & ~facts->fixed;
    return next;
}

static bool king_moves_alone(const Picture *f, Color us) {
    for (int i = 2; i < f->count; i++)
        if (f->color[i] == us && more_than_one(f->at[i])) return false;
    return true;
}

// May `us` mate between the position in which the picture begins, with `turn` to move, and its end? `all` is the
// completed picture.
static bool may_mate_from(const Picture *begin, Color turn, const Picture *all, const Facts *facts, Color us,
                          bool is_root) {
    if (!all->is_stepwise) return false;
    if (!king_moves_alone(all, !us) || may_mate(all, facts, us, true)) return true;
    // What is left are mates before the first step of the other king.
    const Facts first = facts_of(begin);
    if (turn != us) return !is_root && may_mate(begin, &first, us, false);
    const Picture next = picture_after_step(begin, &first, us);
    const Facts then = facts_of(&next);
    return may_mate(&next, &then, us, false);
}

static bool contains(const Picture *whole, const Picture *part) {
    if (whole->count != part->count || whole->pawns[WHITE] != part->pawns[WHITE] ||
        whole->pawns[BLACK] != part->pawns[BLACK])
        return false;
    for (int i = 0; i < part->count; i++)
        if (whole->type[i] != part->type[i] || whole->color[i] != part->color[i] || (part->at[i] & ~whole->at[i]))
            return false;
    return true;
}

static bool follow(Pictures *p, const Picture *f, const Facts *facts);

// Is this one part of a picture that is known? Then all that may follow it is known, too; mates near its beginning are
// excluded only by a picture that is not stepwise.
static bool is_known(const Pictures *p, uint32_t chain, const Picture *f, bool is_completed) {
    uint32_t compared = 0;
    for (uint32_t i = chain; i != NONE; i = p->pictures[i].next) {
        if (++compared % 8 == 0) --*p->budget;
        if ((is_completed || !p->pictures[i].is_stepwise) && contains(&p->pictures[i], f)) return true;
    }
    return false;
}

// Adds a picture that begins with `turn` to move, and all that may follow after it. False when the budget is used up,
// memory is out, or a mate is possible.
static bool add(Pictures *p, Picture *f, Color turn) {
    const uint64_t pawns = f->pawns[WHITE] * 0x9E3779B97F4A7C15ull ^ f->pawns[BLACK] * 0xC2B2AE3D27D4EB4Full;
    uint32_t *chain = &p->chains[pawns >> 56];
    const bool is_root = p->count == 0;
    if (--*p->budget < 0) return false;
    if (is_known(p, *chain, f, false)) return true;
    *p->budget -= 2 * f->count;
    const Picture begin = *f;
    const Facts first = facts_of(f);
    if (!may_move(f, &first, turn)) return turn == p->us || !may_mate(f, &first, p->us, false);
    const Facts facts = complete(f);
    f->is_stepwise = may_mate(f, &facts, p->us, false);
    if (may_mate_from(&begin, turn, f, &facts, p->us, is_root)) return false;
    if (is_known(p, *chain, f, true)) return true;
    if (p->count == p->capacity) {
        const uint32_t wanted = p->capacity ? 2 * p->capacity : 8;
        Picture *grown = realloc(p->pictures, wanted * sizeof *grown);
        if (!grown) return false;
        p->pictures = grown;
        p->capacity = wanted;
    }
    f->next = *chain;
    *chain = p->count;
    p->pictures[p->count++] = *f;
    return follow(p, f, &facts);
}

static void remove_man(Picture *f, int i) {
    f->count--;
    f->at[i] = f->at[f->count];
    f->type[i] = f->type[f->count];
    f->color[i] = f->color[f->count];
}

// Adds the picture after a man or pawn has come to `to`, which no other man holds then. Such a position does not exist
// where that leaves a man no square.
static bool add_after(Pictures *p, Picture *f, Square to, int mover, Color turn) {
    if (mover == WHITE || mover == BLACK) f->at[!mover] &= ~king_attacks[to];
    for (int i = 0; i < f->count; i++) {
        if (i == mover) continue;
        f->at[i] &= ~bit(to);
        if (!f->at[i]) return true;
    }
    return add(p, f, turn);
}

// A pawn comes to `to`, where man `captured` (0: none) is taken; it promotes there or not.
static bool add_pawn_move(Pictures *p, const Picture *f, Color us, Square from, Square to, int captured) {
    const bool promotes = (bit(to) & rank_for(us, 7)) != 0;
    for (PieceType type = promotes ? KNIGHT : PAWN; type <= (promotes ? QUEEN : PAWN); type++) {
        Picture next = *f;
        next.pawns[us] &= ~bit(from);
        next.pawns[!us] &= ~bit(to);
        if (captured) remove_man(&next, captured);
        int mover = -1;
        if (promotes) {
            if (next.count == MAX_MEN) return false;
            mover = next.count++;
            next.at[mover] = bit(to);
            next.type[mover] = (uint8_t)type;
            next.color[mover] = (uint8_t)us;
        } else {
            next.pawns[us] |= bit(to);
        }
        if (!add_after(p, &next, to, mover, !us)) return false;
    }
    return true;
}

// Adds what may follow after the moves of one pawn. Returns as add().
static bool follow_pawn(Pictures *p, const Picture *f, const Facts *facts, Color us, Square from) {
    const Bitboard ahead = pawn_ahead(us, bit(from)) & ~facts->fixed;
    if (ahead && !add_pawn_move(p, f, us, from, lsb(ahead), 0)) return false;
    const Bitboard twice = bit(from) & rank_for(us, 1) ? pawn_ahead(us, ahead) & ~facts->fixed : 0;
    if (twice) {
        const Square to = lsb(twice);
        if (!add_pawn_move(p, f, us, from, to, 0)) return false;
        // En passant follows at once: as if the other side's pawn took a pawn that had gone one step.
        for (Bitboard takers = pawn_attacks[us][lsb(ahead)] & f->pawns[!us]; takers;) {
            Picture next = *f;
            next.pawns[us] ^= bit(from) | ahead;
            if (!add_pawn_move(p, &next, !us, pop(&takers), lsb(ahead), 0)) return false;
        }
    }
    for (Bitboard targets = pawn_attacks[us][from]; targets;) {
        const Square to = pop(&targets);
        if ((f->pawns[!us] & bit(to)) && !add_pawn_move(p, f, us, from, to, 0)) return false;
        for (int i = 2; i < f->count; i++)
            if (f->color[i] != us && (f->at[i] & bit(to)) && !add_pawn_move(p, f, us, from, to, i)) return false;
    }
    return true;
}

// The same for the captures of one man. Those of another man are taken together, on all of its squares.
static bool follow_man(Pictures *p, const Picture *f, const Facts *facts, int man) {
    const Color us = (Color)f->color[man];
    Bitboard reach = steps_from((PieceType)f->type[man], f->at[man], facts->fixed);
    if (f->type[man] == KING) reach &= ~facts->held[!us];
    for (Bitboard pawns = reach & f->pawns[!us]; pawns;) {
        const Square to = pop(&pawns);
        Picture next = *f;
        next.pawns[!us] ^= bit(to);
        next.at[man] = bit(to);
        if (!add_after(p, &next, to, man, !us)) return false;
    }
    for (int i = 2; i < f->count; i++) {
        if (f->color[i] == us || !(f->at[i] & reach)) continue;
        Picture next = *f;
        next.at[man] = f->at[i] & reach;
        remove_man(&next, i); // may move the last man into place i
        if (!add(p, &next, !us)) return false;
    }
    return true;
}

// Adds all that may follow.
static bool follow(Pictures *p, const Picture *f, const Facts *facts) {
    for (Color us = WHITE; us <= BLACK; us++)
        for (Bitboard pawns = f->pawns[us]; pawns;)
            if (!follow_pawn(p, f, facts, us, pop(&pawns))) return false;
    for (int i = 0; i < f->count; i++)
        if (!follow_man(p, f, facts, i)) return false;
    return true;
}

static bool frame_of(const Board *b, Picture *f) {
    *f = (Picture){.pawns = {b->pawns & b->color[WHITE], b->pawns & b->color[BLACK]}};
    if (popcount(board_occupied(b) & ~b->pawns) > MAX_MEN) return false;
    for (PieceType type = KING; type >= KNIGHT; type--)
        for (Color us = WHITE; us <= BLACK; us++)
            for (Bitboard pieces = board_pieces(b, us, type); pieces; f->count++) {
                f->at[f->count] = bit(pop(&pieces));
                f->type[f->count] = (uint8_t)type;
                f->color[f->count] = (uint8_t)us;
            }
    return true;
}

bool dead_wall_may_help(const Board *b) {
    const Bitboard white = b->pawns & b->color[WHITE], black = b->pawns & b->color[BLACK];
    return b->rules == STANDARD && !b->castling && (pawn_ahead(WHITE, white) & black);
}

CanWin dead_wall(const Board *b, Color us, int32_t *budget) {
    Picture first;
    if (board_en_passant_is_pseudo(b) || !frame_of(b, &first)) return CAN_WIN_UNKNOWN;
    Pictures p = {.us = us, .budget = budget};
    for (int i = 0; i < CHAINS; i++) p.chains[i] = NONE;
    const bool holds = add(&p, &first, (Color)b->side);
    free(p.pictures);
    return holds ? CAN_WIN_NO : CAN_WIN_UNKNOWN;
}
