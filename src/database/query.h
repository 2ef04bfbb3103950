// SPDX-License-Identifier: Apache-2.0
// A query about games, as a program of 32-bit words. Whether it holds at a ply depends on the position, the move
// that led to it, and the earlier plies. Each node has its op, its size in words including inner nodes, and:
//
//   POSITION  the number of a position
//   BOARD     squares, a word each: the square, and at bit 8 the man (men.h) on it, NOBODY for none
//   MATERIAL  12 counts of men, a byte each, then the same with the colours exchanged: exactly one or the other
//   MOVE      sets of bits, in each of which the move must have its bit: men; captured men, bit NOBODY for none;
//             promotions by type, bit 6 for none; castling, bit 0 for none, 1 kingside, 2 queenside; the origin in its
//             SAN, by the bits of san.h; drops, bit 0 for none; its check or mate, by the values of move_word.h. Then
//             two sets of squares of two words, the lower half first: from and to, which are equal for a drop
//   ALL, ANY  queries, all or one of which hold here
//   NOT       a query that does not hold here
//   THEN      a word for notes, then queries: the last one holds here, the others at earlier plies, in this order
//   STREAK    the same, at consecutive plies
#ifndef DATABASE_QUERY_H
#define DATABASE_QUERY_H

#include "lines.h"
#include "replay.h"

typedef enum {
    QUERY_POSITION = 0,
    QUERY_BOARD = 1,
    QUERY_MATERIAL = 2,
    QUERY_MOVE = 3,
    QUERY_ALL = 4,
    QUERY_ANY = 5,
    QUERY_NOT = 6,
    QUERY_THEN = 7,
    QUERY_STREAK = 8,
} QueryOp;

enum { QUERY_WORDS = 4096, QUERY_POSITIONS = 64, QUERY_DEPTH = 16, QUERY_STREAK_MOST = 31 };

typedef struct {
    uint32_t words[QUERY_WORDS];
    uint32_t size;
    uint32_t most_empty; // empty squares that it allows, in standard chess
    bool has_notes;
    Board positions[QUERY_POSITIONS];
    Men men[QUERY_POSITIONS];         // theirs
    uint8_t ignored[QUERY_POSITIONS]; // of rules_same_position()
    Lines lines;                      // that lead to a query that is one position
    uint64_t *bits;                   // owned; space for QUERY_DEPTH sets of games
} Query;

// Sets the program to the first `size` words; false if they are not a query.
bool query_check(Query *q, uint32_t size);

// Whether it is one position with its side to move.
INLINE bool query_is_position(const Query *q) {
    return q->words[0] == QUERY_POSITION && !(q->ignored[q->words[2]] & IGNORE_TURN);
}

// Sets the bits of the games of a segment that may match: all that do, and others. False if memory is exhausted.
bool query_candidates(Store *s, const Segment *seg, Query *q, uint64_t *bits);

enum {
    QUERY_END = 65536, // not a move
};

// The first ply at which a query holds, 0 for the start.
typedef struct {
    uint32_t ply;
    uint32_t next; // the next move, QUERY_END at the end
    uint8_t side;  // Color to move
} QueryHit;

// False if it never holds.
bool query_find(const Store *s, const Segment *seg, uint32_t game, Query *q, QueryHit *hit);

// The same from the brief of a game alone; false if the brief does not decide.
INLINE bool query_find_brief(const Brief *brief, const Query *q, QueryHit *hit) {
    if (q->words[0] != QUERY_POSITION || !brief->is_plain) return false;
    const uint32_t most = brief->plies < BRIEF_MOVES ? brief->plies : BRIEF_MOVES - 1;
    const uint32_t ply = lines_find(&q->lines, STANDARD, brief->first, most);
    if (ply == UINT32_MAX) return false;
    *hit = (QueryHit){ply, ply < brief->plies ? brief->first[ply] : (uint32_t)QUERY_END, ply & 1};
    return true;
}

#endif
