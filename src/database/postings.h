// SPDX-License-Identifier: Apache-2.0
// An index of the games of a segment by the positions of their first plies, or of all plies (posted_plies in
// store.h). A position has a 32-bit key: the upper bits select a bucket, the lower 16 are stored in each of its
// postings:
//
//    31         16 15         0
//   +-------------+------------+
//   |  the key's  |    game    |
//   +-------------+------------+
//
// Two positions can have the same key: a posting is a candidate, which a replay verifies.
#ifndef DATABASE_POSTINGS_H
#define DATABASE_POSTINGS_H

#include "store.h"

// The key of a position: equal for positions that are equal for rules_same_position().
uint32_t postings_key(const Board *b);

// The game of a posting.
INLINE uint32_t postings_game(uint32_t posting) { return posting & 0xffff; }

// Builds the postings of all games of a segment again. False if memory is exhausted; then there are none.
bool postings_make(const Store *s, Segment *seg);

// The number of buckets of a segment.
uint32_t postings_buckets(const Store *s);

// The number of postings of a segment.
uint32_t postings_count(const Store *s, const Segment *seg);

// Gives a segment copies of existing postings and of the offsets of their buckets. False if memory is exhausted.
bool postings_take(const Store *s, Segment *seg, const uint32_t *buckets, const uint32_t *postings);

// Sets the bits of the games that may reach a position in their posted plies.
void postings_find(const Store *s, const Segment *seg, const Board *position, uint64_t *bits);

uint32_t postings_bytes(const Store *s, const Segment *seg); // memory in use

#endif
