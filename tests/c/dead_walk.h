// SPDX-License-Identifier: Apache-2.0
// Decides who can mate by visiting every reachable position in the simplest way: the reference for
// src/rules/dead.c.
#ifndef DEAD_WALK_H
#define DEAD_WALK_H

#include <stdlib.h>
#include <string.h>

#include "rules/dead.h"

typedef struct {
    Board *boards;
    int *slots;
    int count, most, mask;
} Walk;

static Board plain(const Board *b) {
    Board p;
    memset(&p, 0, sizeof p); // also the padding: boards are compared as bytes
    p.pawns = b->pawns;
    p.knights = b->knights;
    p.diagonal = b->diagonal;
    p.orthogonal = b->orthogonal;
    p.kings = b->kings;
    p.color[WHITE] = b->color[WHITE];
    p.color[BLACK] = b->color[BLACK];
    p.castling = b->castling;
    p.side = b->side;
    p.en_passant = b->en_passant;
    return p;
}

// False if there is no more space.
static bool visit(Walk *w, const Board *b) {
    const Board p = plain(b);
    uint64_t hash = 14695981039346656037ull;
    for (size_t i = 0; i < sizeof p; i++) hash = (hash ^ ((const uint8_t *)&p)[i]) * 1099511628211ull;
    int i = (int)(hash >> 20) & w->mask;
    for (; w->slots[i] >= 0; i = (i + 1) & w->mask)
        if (memcmp(&w->boards[w->slots[i]], &p, sizeof p) == 0) return true;
    if (w->count == w->most) return false;
    w->slots[i] = w->count;
    w->boards[w->count++] = p;
    return true;
}

// UNKNOWN if more than `most` positions can be reached.
static CanWin reference_can_win(const Board *b, Color us, int most) {
    Walk w = {.most = most, .mask = 1};
    while (w.mask < 2 * most) w.mask = 2 * w.mask + 1;
    w.boards = malloc((size_t)most * sizeof *w.boards);
    w.slots = malloc(((size_t)w.mask + 1) * sizeof *w.slots);
    memset(w.slots, 0xFF, ((size_t)w.mask + 1) * sizeof *w.slots);
    CanWin answer = visit(&w, b) ? CAN_WIN_NO : CAN_WIN_UNKNOWN;
    for (int i = 0; i < w.count && answer == CAN_WIN_NO; i++) {
        Move list[MAX_MOVES];
        const Board at = w.boards[i];
        const int moves = movegen_list(&at, list);
        if (!moves && at.side != us && board_is_check(&at)) answer = CAN_WIN_YES;
        if (!material_can_mate(&at, us)) continue;
        for (int m = 0; m < moves && answer == CAN_WIN_NO; m++) {
            Board child = at;
            board_play(&child, list[m]);
            if (!visit(&w, &child)) answer = CAN_WIN_UNKNOWN;
        }
    }
    free(w.boards);
    free(w.slots);
    return answer;
}

static Bitboard mirror(Bitboard b) {
    Bitboard m = 0;
    while (b) m |= bit(pop(&b) ^ 7);
    return m;
}

// The mirrored position: file a becomes file h. It has no castling rights.
static Board mirrored(const Board *b) {
    Board m = *b;
    m.pawns = mirror(b->pawns);
    m.knights = mirror(b->knights);
    m.diagonal = mirror(b->diagonal);
    m.orthogonal = mirror(b->orthogonal);
    m.kings = mirror(b->kings);
    m.color[WHITE] = mirror(b->color[WHITE]);
    m.color[BLACK] = mirror(b->color[BLACK]);
    if (b->en_passant != NO_SQUARE) m.en_passant ^= 7;
    return m;
}

#endif
