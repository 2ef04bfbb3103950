// SPDX-License-Identifier: Apache-2.0
// The variants of chess: their numbers, names and start positions.
#ifndef VARIANT_H
#define VARIANT_H

#include "../position.h"

// JS gets these enumerators, and asks for the names. Values are pinned: they are kept in game states.
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

// What its rules have that others lack; the rest is in the variant's own file.
enum {
    TRAIT_STANDARD_MOVES = 1, // moves and captures are those of standard chess
    TRAIT_CASTLES = 2,
    TRAIT_POCKETS = 4,      // captured men change sides, and are dropped
    TRAIT_CHECKS = 8,       // the checks left are counted
    TRAIT_COMMON_KING = 16, // a king is a piece like others: no check, and pawns promote to it
    TRAIT_EXPLODES = 32,    // a capture takes the men around it, kings too
    TRAIT_HORDE = 64,       // White has pawns alone, also on rank 1
    TRAIT_RACE = 128,       // kings race to rank 8, and no move may give check
};

// Rules that no user can name: standard moves on a board where a side has no king. That side is never in check.
enum { KINGLESS = VARIANT_COUNT };

// How many men a side may have.
typedef struct {
    uint8_t kings_least, kings_most, pawns, men;
} MenLimits;

typedef struct {
    const char *names; // in the order of NameForm, then others in use, folded as by fold(); each ends with NUL
    const char *start; // the FEN of its start position
    uint8_t traits;
    MenLimits men[2]; // of White and Black
} VariantFacts;

extern const VariantFacts variant_facts[KINGLESS + 1];

INLINE uint8_t variant_rules(Variant v) { return v == CHESS960 ? STANDARD : (uint8_t)v; }

// The users of a name. JS gets these enumerators.
typedef enum {
    NAME_BINBO = 0, // ours; js/game/options.js accepts it with the others, in any case, with blanks and dashes
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

// The variant that a text names: any of the names above or another that is in use ('Fischerandom', 'Giveaway'), in any
// case, with or without blanks, dashes and underscores; with 960 behind it, as in 'Crazyhouse960', a variant stays
// itself and standard chess is Chess960. False for others.
bool variant_parse(const char *text, size_t length, Variant *out);

// The letters and digits of a name, in lower case, as text that ends with 0; false where `size` bytes are too few.
bool variant_fold(const char *text, size_t length, char *out, size_t size);

#endif
