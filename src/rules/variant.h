// SPDX-License-Identifier: Apache-2.0
// The variants of chess: their numbers, names and start positions.
#ifndef VARIANT_H
#define VARIANT_H

#include "../position.h"

// JS gets these enumerators, and calls C for the names. Values are fixed: they are stored in game states.
typedef enum {
    STANDARD = 0,
    CHESS960 = 1,
    CRAZYHOUSE = 2,
    ANTICHESS = 3,
    ATOMIC = 4,
    HORDE = 5,
    KING_OF_THE_HILL = 6,
    RACING_KINGS = 7,
    THREE_CHECK = 8,
    VARIANT_COUNT = 9,
} Variant;

// Traits of its rules that other code tests; the rest is in the variant's own file.
enum {
    TRAIT_STANDARD_MOVES = 1, // moves and captures as in standard chess
    TRAIT_CASTLES = 2,
    TRAIT_POCKETS = 4,      // captured men change sides and can be dropped
    TRAIT_CHECKS = 8,       // remaining checks are counted
    TRAIT_COMMON_KING = 16, // a king is an ordinary piece: no check, and pawns promote to it
    TRAIT_EXPLODES = 32,    // a capture removes the men around it, even kings
    TRAIT_HORDE = 64,       // White has only pawns, also on rank 1
    TRAIT_RACE = 128,       // kings race to rank 8, and checks are not allowed
};

// Internal rules that users cannot name: standard moves on a board where a side has no king. That side is never in
// check.
enum { KINGLESS = VARIANT_COUNT };

// Limits for the number of men of a side.
typedef struct {
    uint8_t kings_least, kings_most, pawns, men;
} MenLimits;

typedef struct {
    const char *names; // in the order of NameForm, then other common ones, folded as by fold(); each ends with NUL
    const char *start; // the FEN of its start position
    uint8_t traits;
    MenLimits men[2]; // of White and Black
} VariantFacts;

extern const VariantFacts variant_facts[KINGLESS + 1];

INLINE uint8_t variant_rules(Variant v) { return v == CHESS960 ? STANDARD : (uint8_t)v; }

// Where a name is used. JS gets these enumerators.
typedef enum {
    NAME_BINBO = 0, // our own; js/game/options.ts accepts it and the others in any case, with blanks and dashes
    NAME_PGN = 1,   // the tag Variant, as Lichess writes it
    NAME_UCI = 2,   // the option UCI_Variant
    NAME_LICHESS = 3,
    NAME_FORMS = 4,
} NameForm;

INLINE bool variant_is_known(int v) { return v >= STANDARD && v < VARIANT_COUNT; }

const char *variant_name(Variant v, NameForm form);
INLINE const char *variant_start_fen(Variant v) { return variant_facts[v].start; }

INLINE bool variant_has(unsigned v, int trait) { return (variant_facts[v].traits & trait) != 0; }
INLINE bool board_has(const Board *b, int trait) { return variant_has(b->rules, trait); }

// Finds the variant that a text names: any of the names above or another common one ('Fischerandom', 'Giveaway'),
// in any case, with or without blanks, dashes and underscores. A suffix 960, as in 'Crazyhouse960', turns standard
// chess into Chess960 and is otherwise ignored. False for other texts.
bool variant_parse(const char *text, size_t length, Variant *out);

// Writes the letters and digits of a name, in lower case and zero-terminated; false if `size` bytes are too few.
bool variant_fold(const char *text, size_t length, char *out, size_t size);

#endif
