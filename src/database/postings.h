// SPDX-License-Identifier: Apache-2.0
// Which games of a segment reach a position within their first plies, or at all: store.h's posted_plies. A position has
// a key of 32 bits: the upper ones name a bucket, the lower 16 stand in each of its postings:
//
//    31         16 15         0
//   +-------------+------------+
//   |  the key's  |    game    |
//   +-------------+------------+
//
// Two positions may have one key: a posting is a candidate, and is verified by replay.
#ifndef DATABASE_POSTINGS_H
#define DATABASE_POSTINGS_H

#include "store.h"

// The game of a posting.
INLINE uint32_t postings_game(uint32_t posting) { return posting & 0xffff; }

// Makes the postings of all games of a segment anew. False when memory is out; there are none then.
bool postings_make(const Store *s, Segment *seg);

// How many buckets a segment has.
uint32_t postings_buckets(const Store *s);

// How many postings a segment has.
uint32_t postings_count(const Store *s, const Segment *seg);

// Gives a segment copies of postings and of where their buckets begin, as they were made. False when memory is out.
bool postings_take(const Store *s, Segment *seg, const uint32_t *buckets, const uint32_t *postings);

// Sets the bits of the games that may reach a position early.
void postings_find(const Store *s, const Segment *seg, const Board *position, uint64_t *bits);

uint32_t postings_bytes(const Store *s, const Segment *seg); // kept

#endif
