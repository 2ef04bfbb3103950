// SPDX-License-Identifier: Apache-2.0
// The variants of chess: their numbers, names and start positions.
#ifndef VARIANT_H
#define VARIANT_H

#include "../position.h"

// A variant with rules of its own: its number, and the row of functions in its file. Numbers are fixed: they are stored
// in game states.
#define VARIANTS_WITH_RULES(X)                     \
    X(CRAZYHOUSE, 2, crazyhouse_rules)             \
    X(ANTICHESS, 3, antichess_rules)               \
    X(ATOMIC, 4, atomic_rules)                     \
    X(HORDE, 5, horde_rules)                       \
    X(KING_OF_THE_HILL, 6, king_of_the_hill_rules) \
    X(RACING_KINGS, 7, racing_kings_rules)         \
    X(THREE_CHECK, 8, three_check_rules)

// JS gets these enumerators, the names and the traits.
#define NUMBERED(name, value, rules) name = (value),
typedef enum {
    STANDARD = 0,
    CHESS960 = 1, // by the rules of standard chess
    VARIANTS_WITH_RULES(NUMBERED)
} Variant;
#undef NUMBERED

// VARIANT_COUNT: how many there are. KINGLESS: internal rules that users cannot name: standard moves on a board where a
// side has no king. That side is never in check.
#define COUNTED(name, value, rules) +1
enum { VARIANT_COUNT = 2 VARIANTS_WITH_RULES(COUNTED), KINGLESS = VARIANT_COUNT };
#undef COUNTED

// Traits of its rules that other code tests, in C and JS; the rest is in the variant's own file.
enum {
    TRAIT_STANDARD_MOVES = 1, // moves and captures as in standard chess
    TRAIT_CASTLES = 2,
    TRAIT_POCKETS = 4,          // captured men change sides and can be dropped
    TRAIT_CHECKS = 8,           // remaining checks are counted
    TRAIT_COMMON_KING = 16,     // a king is an ordinary piece: no check, and pawns promote to it
    TRAIT_EXPLODES = 32,        // a capture removes the men around it, even kings
    TRAIT_HORDE = 64,           // White has only pawns, also on rank 1
    TRAIT_RACE = 128,           // kings race to rank 8, and checks are not allowed
    TRAIT_STANDARD_RULES = 256, // of standard chess, but for where a game may start
    TRAIT_ANY_START = 512,      // one of 960 start positions
};

// Limits for the number of men of a side.
typedef struct {
    uint8_t kings_least, kings_most, pawns, men;
} MenLimits;

typedef struct {
    const char *names; // in the order of NameForm, then other common ones, folded as by fold(); each ends with NUL
    const char *start; // the FEN of its start position
    uint16_t traits;
    MenLimits men[2]; // of White and Black
} VariantFacts;

extern const VariantFacts variant_facts[KINGLESS + 1];

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
INLINE uint8_t variant_rules(Variant v) { return variant_has(v, TRAIT_STANDARD_RULES) ? STANDARD : (uint8_t)v; }
INLINE bool board_has(const Board *b, int trait) { return variant_has(b->rules, trait); }

// Finds the variant that a text names: any of the names above or another common one ('Fischerandom', 'Giveaway'),
// in any case, with or without blanks, dashes and underscores. A suffix 960, as in 'Crazyhouse960', turns standard
// chess into Chess960 and is otherwise ignored. False for other texts.
bool variant_parse(const char *text, size_t length, Variant *out);

// Writes the letters and digits of a name, in lower case and zero-terminated; false if `size` bytes are too few.
bool variant_fold(const char *text, size_t length, char *out, size_t size);

#endif
