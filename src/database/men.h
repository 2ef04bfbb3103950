// SPDX-License-Identifier: Apache-2.0
// The men on their squares, as color * 6 + type: enough to replay a game of standard chess and for most queries.
#ifndef DATABASE_MEN_H
#define DATABASE_MEN_H

#include "../position.h"

enum { NOBODY = 12 };  // for an empty square
enum { ANY_MEN = 16 }; // more than the values that occur, even after illegal moves of an untrusted file

typedef struct {
    uint8_t at[64];
    uint8_t counts[ANY_MEN]; // of each man; of empty squares at NOBODY; then 0
} Men;

INLINE uint8_t man_at(const Board *b, Square s) {
    const PieceType type = board_piece_at(b, s);
    return (uint8_t)(type == NO_PIECE ? NOBODY : (b->color[BLACK] >> s & 1 ? 6 : 0) + (int)type);
}

INLINE void men_put(Men *men, Square s, uint8_t man) {
    men->counts[men->at[s]]--;
    men->counts[man]++;
    men->at[s] = man;
}

INLINE void men_of(const Board *b, Men *men) {
    memset(men->at, NOBODY, sizeof men->at);
    memset(men->counts, 0, sizeof men->counts);
    men->counts[NOBODY] = 64;
    for (Bitboard occupied = board_occupied(b); occupied;) {
        const Square s = pop(&occupied);
        men_put(men, s, man_at(b, s));
    }
}

// Castling, en passant and promotions.
NOINLINE uint8_t men_play_special(Men *men, Move m);

// Plays a legal move of standard chess, not a null move. Returns the captured man, NOBODY for none.
INLINE uint8_t men_play(Men *men, Move m) {
    const MoveKind kind = move_kind(m);
    if (UNLIKELY(kind != MOVE_PLAIN && kind != MOVE_DOUBLE)) return men_play_special(men, m);
    const Square from = move_from(m), to = move_to(m);
    const uint8_t captured = men->at[to];
    men->counts[captured]--;
    men->counts[NOBODY]++;
    men->at[to] = men->at[from];
    men->at[from] = NOBODY;
    return captured;
}

#endif
