// SPDX-License-Identifier: Apache-2.0
// Proves for locked positions that a side can never mate, by abstractions called pictures.
//
// Captures and pawn moves are irreversible. Between two of them (a phase) only pieces move, and pawns are walls. A
// picture has the exact pawns of such a phase, and for every other man the set of squares where it may be. The sets
// are overestimates: they ignore the side to move, checks, pins, and the actual squares of other men that can move. So
// a picture contains every position of its phase. Each capture and pawn move that is possible in it leads to another
// picture, and since men and pawn moves are finite, so are the pictures. If mate is impossible in each of them, it is
// impossible. The first picture in which mate is not excluded ends the attempt: UNKNOWN.
#include <stdlib.h>

#include "dead_parts.h"

enum { MAX_MEN = 24, CHAINS = 256, NONE = 0xFFFFFFFF };

// Men other than pawns; the kings are men 0 and 1, by their colour.
typedef struct {
    Bitboard pawns[2];
    Bitboard at[MAX_MEN];   // overestimate: where the man may be before the next capture or pawn move
    uint8_t type[MAX_MEN];  // PieceType
    uint8_t color[MAX_MEN]; // Color
    int count;
    uint32_t next;    // in the same chain
    bool is_stepwise; // mates were also excluded by the mated king's last step
} Picture;

typedef struct {
    Picture *pictures; // owned; all completed by complete()
    uint32_t count, capacity;
    uint32_t chains[CHAINS]; // the newest picture, by a hash of its pawns
    int32_t *budget;
    Color us; // the side that would mate
} Pictures;

// Facts that all positions of a picture share.
typedef struct {
    Bitboard fixed;   // underestimate: always occupied, by a pawn or by a man that cannot move
    Bitboard touched; // overestimate: may be occupied
    Bitboard held[2]; // underestimate: always attacked by that side, through men in `fixed`, for the other king
} Facts;

static Bitboard steps(PieceType type, Square s, Bitboard occupied) {
    if (type == KNIGHT) return knight_attacks[s];
    if (type == KING) return king_attacks[s];
    return (type != ROOK ? bishop_attacks(s, occupied) : 0) | (type != BISHOP ? rook_attacks(s, occupied) : 0);
}

// The squares that a man attacks from any square of `from`.
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
        // The other king does not shield squares behind itself; its set may have covered squares that no other man
        // touches.
        Bitboard touched = f->pawns[WHITE] | f->pawns[BLACK];
        for (int j = 0; j < f->count; j++)
            if (j != !f->color[i]) touched |= f->at[j];
        facts.held[f->color[i]] |= steps((PieceType)f->type[i], lsb(f->at[i]), touched);
    }
    return facts;
}

// Lets every man move until no set grows. A man that can move leaves `fixed`, which opens paths for others.
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

// Whether each square can get its own man among those that may be there. Kuhn's algorithm: `used` are the men tried
// for this square, owner[man] the square that it fills.
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

// The lines to `king` on which the king of `us`, by leaving one, may uncover a check.
static Bitboard lines_of(const Picture *f, Color us, Square king) {
    Bitboard lines = 0;
    for (int i = 2; i < f->count; i++) {
        if (f->color[i] != us) continue;
        if (f->type[i] == BISHOP || f->type[i] == QUEEN) lines |= bishop_rays[king];
        if (f->type[i] == ROOK || f->type[i] == QUEEN) lines |= rook_rays[king];
    }
    return lines;
}

// Whether `us` may mate in this picture. A mated king is attacked by a man other than a king, and each square next to
// it is attacked or has a man of its own side. The mating king can be on only one square, and a man of the mated side
// fills only one square.
//
// `by_step`: the mated king has just come from an adjacent square, since no other man of its side can move. If no man
// attacks that square, the mating king moved next to it with the mating move and uncovered the check.
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

// Whether `us` has a move when the picture begins. True if it is not certain.
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

// The picture after one move by `us` that is neither a capture nor a pawn move, or after no move.
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

// Whether `us` may mate between the first position of the picture, with `turn` to move, and its end. `all` is the
// completed picture.
static bool may_mate_from(const Picture *begin, Color turn, const Picture *all, const Facts *facts, Color us,
                          bool is_root) {
    if (!all->is_stepwise) return false;
    if (!king_moves_alone(all, !us) || may_mate(all, facts, us, true)) return true;
    // The remaining mates are those before the first step of the other king.
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

// Whether this picture is part of a known one. Then all its successors are known, too; only a picture that is not
// stepwise excludes mates near its beginning.
static bool is_known(const Pictures *p, uint32_t chain, const Picture *f, bool is_completed) {
    uint32_t compared = 0;
    for (uint32_t i = chain; i != NONE; i = p->pictures[i].next) {
        if (++compared % 8 == 0) --*p->budget;
        if ((is_completed || !p->pictures[i].is_stepwise) && contains(&p->pictures[i], f)) return true;
    }
    return false;
}

// Adds a picture that begins with `turn` to move, and all its successors. False if the budget is used up, memory is
// exhausted, or a mate is possible.
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

// Adds the picture after a man or pawn has moved to `to`, where no other man can then be. If this leaves a man
// without a square, no such position exists.
static bool add_after(Pictures *p, Picture *f, Square to, int mover, Color turn) {
    if (mover == WHITE || mover == BLACK) f->at[!mover] &= ~king_attacks[to];
    for (int i = 0; i < f->count; i++) {
        if (i == mover) continue;
        f->at[i] &= ~bit(to);
        if (!f->at[i]) return true;
    }
    return add(p, f, turn);
}

// A pawn moves to `to`, capturing man `captured` (0: none), and may promote there.
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

// Adds the successors by the moves of one pawn. Returns as add().
static bool follow_pawn(Pictures *p, const Picture *f, const Facts *facts, Color us, Square from) {
    const Bitboard ahead = pawn_ahead(us, bit(from)) & ~facts->fixed;
    if (ahead && !add_pawn_move(p, f, us, from, lsb(ahead), 0)) return false;
    const Bitboard twice = bit(from) & rank_for(us, 1) ? pawn_ahead(us, ahead) & ~facts->fixed : 0;
    if (twice) {
        const Square to = lsb(twice);
        if (!add_pawn_move(p, f, us, from, to, 0)) return false;
        // En passant follows immediately: as if the other side's pawn captured a pawn that had moved one step.
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

// The same for the captures of one man. Captures of the same other man, on all of its squares, are combined.
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
        remove_man(&next, i); // may move the last man to index i
        if (!add(p, &next, !us)) return false;
    }
    return true;
}

// Adds all successors.
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

bool dead_wall_may_help(const Board *b, int most_steps) {
    const Bitboard white = pawn_ahead(WHITE, b->pawns & b->color[WHITE]), black = b->pawns & b->color[BLACK];
    if (b->rules != STANDARD || b->castling || !(white & black)) return false;
    return popcount((white | pawn_ahead(BLACK, black)) & ~(b->color[WHITE] | b->color[BLACK])) <= most_steps;
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
