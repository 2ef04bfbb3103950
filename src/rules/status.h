// SPDX-License-Identifier: Apache-2.0
// Results by rule: FIDE Laws of Chess 5 and 9, and the ends of variants.
#ifndef STATUS_H
#define STATUS_H

#include "../position.h"

// js/tools/generate-bindings.js gives the enumerators of this header to JS, by the same names. Their values are
// fixed: they are stored in game states.

// AUTOMATIC: threefold repetition and fifty moves end the game. CLAIM: they can be claimed (FIDE 9.2, 9.3);
// fivefold repetition and 75 moves end it (9.6). NONE: only mate and stalemate end it, for analysis.
typedef enum {
    DRAWS_AUTOMATIC = 0,
    DRAWS_CLAIM = 1,
    DRAWS_NONE = 2,
} DrawMode;

// Only the MANUAL ones are set by hand. From STATUS_VARIANT on, they are pairs: White has won, Black has won.
typedef enum {
    STATUS_CONTINUE = 0,
    STATUS_CHECKMATE_WHITE = 1, // White has won
    STATUS_CHECKMATE_BLACK = 2,
    STATUS_STALEMATE = 3,
    STATUS_INSUFFICIENT_MATERIAL = 4,
    STATUS_RULE50 = 5,
    STATUS_RULE75 = 6,
    STATUS_THREEFOLD_REPETITION = 7,
    STATUS_FIVEFOLD_REPETITION = 8,
    STATUS_MANUAL_DRAW = 9,
    STATUS_MANUAL_WINNER = 10,
    STATUS_DEAD_POSITION = 11,
    STATUS_RACE_DRAW = 12, // racing kings: both kings have arrived
    STATUS_VARIANT = 14,
    STATUS_KING_EXPLODED = 14,
    STATUS_THREE_CHECKS = 16,
    STATUS_HILL = 18,
    STATUS_RACE = 20,
    STATUS_NO_PIECES = 22,
    STATUS_NO_MOVES = 24,
    STATUS_HORDE_DESTROYED = 26,
    STATUS_END = 28,
} Status;

INLINE Status status_won(Status first, Color winner) { return (Status)((int)first + (winner == BLACK)); }

// The reason of a status from STATUS_VARIANT on, as users see it, such as "hill".
const char *status_reason(Status s);

// Bits.
enum {
    CLAIM_THREEFOLD = 1,
    CLAIM_RULE50 = 2,
};

// Draws that the side to move can claim in CLAIM mode, while the game continues.
int status_claimable(const Board *b, int occurrences);

// Whether neither side can mate; in standard chess: bare kings, one knight, or bishops on squares of one colour.
bool material_is_insufficient(const Board *b);

// Whether `us` could mate, or win by the variant's rule, by some series of legal moves, judged by material (FIDE
// 6.9).
bool material_can_mate(const Board *b, Color us);

#endif
