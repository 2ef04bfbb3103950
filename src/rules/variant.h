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

// Rules that no user can name: standard moves on a board where a side has no king. That side is never in check.
enum { KINGLESS = VARIANT_COUNT };

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
const char *variant_start_fen(Variant v);

// The variant that a text names: any of the names above or another that is in use ('Fischerandom', 'Giveaway'), in any
// case, with or without blanks, dashes and underscores; with 960 behind it, as in 'Crazyhouse960', a variant stays
// itself and standard chess is Chess960. False for others.
bool variant_parse(const char *text, size_t length, Variant *out);

// The letters and digits of a name, in lower case, as text that ends with 0; false where `size` bytes are too few.
bool variant_fold(const char *text, size_t length, char *out, size_t size);

#endif
