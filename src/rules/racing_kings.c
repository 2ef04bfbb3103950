// SPDX-License-Identifier: Apache-2.0
// Racing Kings: the first king on rank 8 wins, and no move may give check. White moves first, so a black king that
// arrives one move later draws. There are no pawns, and nobody is ever in check.
#include "pseudo.h"
#include "rules.h"

static bool is_check(const Board *b) {
    (void)b;
    return false;
}

// All that the enemies attack where the king of the side to move does not block.
static Bitboard attacked(const Board *b, Square enemy_king, Bitboard enemy, Bitboard occupied) {
    Bitboard hit = king_attacks[enemy_king];
    for (Bitboard pieces = b->knights & enemy; pieces;) hit |= knight_attacks[pop(&pieces)];
    for (Bitboard pieces = b->diagonal & enemy; pieces;) hit |= bishop_attacks(pop(&pieces), occupied);
    for (Bitboard pieces = b->orthogonal & enemy; pieces;) hit |= rook_attacks(pop(&pieces), occupied);
    return hit;
}

INLINE void put_targets(MoveList *out, Square from, Bitboard targets) {
    if (!out->list) out->count += popcount(targets);
    else
        while (targets) pseudo_put(out, from, pop(&targets), MOVE_PLAIN);
}

INLINE Bitboard line_of(Bitboard pins, Square s) { return pins >> s & 1 ? pins : ~0ull; }

// Legal moves: listed, or counted where `moves` is NULL. A piece that hides the enemy king from an own slider cannot
// move, for it would slide on that line itself if it could stay on it; only a king can.
static int generate(const Board *b, Move *moves) {
    const Color us = (Color)b->side;
    const Bitboard own = b->color[us], enemy = b->color[!us], occupied = own | enemy;
    const Square king = board_king(b, us), enemy_king = board_king(b, !us);
    const Sight pins = board_sight(b, king, !us, 0, occupied, own);
    const Sight hidden = board_sight(b, enemy_king, us, 0, occupied, own);
    const Bitboard d = pins.pin_diagonal, o = pins.pin_orthogonal, lines = hidden.pin_diagonal | hidden.pin_orthogonal;
    const Bitboard diagonal = bishop_attacks(enemy_king, occupied), orthogonal = rook_attacks(enemy_king, occupied);
    const Bitboard movers = own & ~(lines & (diagonal | orthogonal)); // the sliders stand behind what the king sees
    MoveList out = {moves, 0};
    for (Bitboard pieces = b->knights & movers & ~d & ~o; pieces;) {
        const Square s = pop(&pieces);
        put_targets(&out, s, knight_attacks[s] & ~own & ~knight_attacks[enemy_king]);
    }
    for (Bitboard pieces = b->diagonal & movers & ~o; pieces;) {
        const Square s = pop(&pieces);
        const Bitboard checks = diagonal | (b->orthogonal >> s & 1 ? orthogonal : 0);
        put_targets(&out, s, bishop_attacks(s, occupied) & ~own & ~checks & line_of(d, s));
    }
    for (Bitboard pieces = b->orthogonal & movers & ~d; pieces;) {
        const Square s = pop(&pieces);
        const Bitboard checks = orthogonal | (b->diagonal >> s & 1 ? diagonal : 0);
        put_targets(&out, s, rook_attacks(s, occupied) & ~own & ~checks & line_of(o, s));
    }
    const Bitboard steps = king_attacks[king] & ~own & line_of(lines, king);
    put_targets(&out, king, steps & ~attacked(b, enemy_king, enemy, occupied ^ bit(king)));
    return out.count;
}

static int list(const Board *b, Move moves[MAX_MOVES]) { return generate(b, moves); }

#define RANK_8 rank_mask(7)

// By a legal move of Black, while the white king is on rank 8: no line from there leads through a king on rank 7, so its
// step uncovers no check.
static bool can_arrive(const Board *b) {
    const Square king = board_king(b, BLACK);
    const Bitboard steps = king_attacks[king] & RANK_8 & ~b->color[BLACK];
    return steps & ~attacked(b, board_king(b, WHITE), b->color[WHITE], board_occupied(b) ^ bit(king));
}

static Status end(const Board *b) {
    const Bitboard home = b->kings & RANK_8;
    if (!home) return STATUS_CONTINUE;
    if (several(home)) return STATUS_RACE_DRAW;
    if (home & b->color[BLACK]) return status_won(STATUS_RACE, BLACK);
    return b->side == BLACK && can_arrive(b) ? STATUS_CONTINUE : status_won(STATUS_RACE, WHITE);
}

static bool can_win(const Board *b, Color us) {
    (void)b;
    (void)us;
    return true;
}

static uint64_t perft_racing_kings(const Board *b, int depth) {
    if (end(b)) return 0;
    if (depth == 1) return (uint64_t)generate(b, NULL);
    Move moves[MAX_MOVES];
    uint64_t nodes = 0;
    for (int i = generate(b, moves) - 1; i >= 0; i--) {
        Board child = *b;
        board_play(&child, moves[i]);
        nodes += perft_racing_kings(&child, depth - 1);
    }
    return nodes;
}

const Rules racing_kings_rules = {.list = list,
                                  .play = board_play,
                                  .is_check = is_check,
                                  .end = end,
                                  .can_win = can_win,
                                  .perft = perft_racing_kings};
