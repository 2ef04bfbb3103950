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

// An end by a variant's own rule: White has won with this status, Black with the next one. JS gets the name in lower
// case as the reason, such as "hill", and its words: after "by", in a headline, and as a sentence.
#define VARIANT_ENDS(X)                                                                                \
    X(KING_EXPLODED, 14, "an exploded king", "king exploded", "{loser}’s king is gone.")               \
    X(THREE_CHECKS, 16, "three checks", "third check", "{winner} has given all the checks it needed.") \
    X(HILL, 18, "a king on the hill", "king on the hill", "{winner}’s king has reached the centre.")   \
    X(RACE, 20, "the race", "race", "{winner}’s king has reached rank 8.")                             \
    X(NO_PIECES, 22, "having no pieces", "no pieces left", "{winner} has lost all its pieces first.")  \
    X(NO_MOVES, 24, "having no moves", "no moves left", "{winner} cannot move, which wins here.")      \
    X(HORDE_DESTROYED, 26, "a destroyed horde", "horde captured", "{winner} has captured all of {loser}’s pieces.")

// Only the MANUAL ones are set by hand.
#define PAIR(name, value, by, title, sentence) STATUS_##name = (value),
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
    STATUS_VARIANT = 14,   // from here on, ends of variants
    VARIANT_ENDS(PAIR)
} Status;
#undef PAIR

INLINE Status status_won(Status first, Color winner) { return (Status)((int)first + (winner == BLACK)); }

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
