// SPDX-License-Identifier: Apache-2.0
// The table of variants, and the look-up of their names.
#include "variant.h"

#include <string.h>

static const char CLASSIC[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#define USUAL_MEN \
    { 1, 1, 8, 16 }

const VariantFacts variant_facts[KINGLESS + 1] = {
    [STANDARD] = {"standard\0Standard\0chess\0standard\0normal\0classic\0classical\0fromposition\0regular\0",
                  CLASSIC,
                  TRAIT_STANDARD_MOVES | TRAIT_CASTLES | TRAIT_STANDARD_RULES,
                  {USUAL_MEN, USUAL_MEN}},
    [CHESS960] = {"chess960\0Chess960\0chess960\0chess960\0fischerandom\0fischerrandom\0fischerandomchess\0"
                  "fischerrandomchess\0freestyle\0freestylechess\0frc\000960\0chess9lx\0wildfr\0wild22\0",
                  CLASSIC,
                  TRAIT_STANDARD_MOVES | TRAIT_CASTLES | TRAIT_STANDARD_RULES | TRAIT_ANY_START,
                  {USUAL_MEN, USUAL_MEN}},
    [CRAZYHOUSE] = {"crazyhouse\0Crazyhouse\0crazyhouse\0crazyhouse\0zh\0house\0zhouse\0",
                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
                    TRAIT_CASTLES | TRAIT_POCKETS,
                    {{1, 1, 64, 64}, {1, 1, 64, 64}}},
    [ANTICHESS] = {"antichess\0Antichess\0antichess\0antichess\0anti\0giveaway\0giveawaychess\0",
                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
                   TRAIT_COMMON_KING,
                   {{0, 64, 8, 16}, {0, 64, 8, 16}}},
    [ATOMIC] = {"atomic\0Atomic\0atomic\0atomic\0atom\0atomicchess\0",
                CLASSIC,
                TRAIT_CASTLES | TRAIT_EXPLODES,
                {{0, 1, 8, 64}, {0, 1, 8, 64}}}, // the side not to move has a king
    [HORDE] = {"horde\0Horde\0horde\0horde\0hordechess\0",
               "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
               TRAIT_CASTLES | TRAIT_HORDE,
               {{0, 0, 64, 64}, USUAL_MEN}},
    [KING_OF_THE_HILL] = {"kingofthehill\0King of the Hill\0kingofthehill\0kingOfTheHill\0koth\0hill\0",
                          CLASSIC,
                          TRAIT_STANDARD_MOVES | TRAIT_CASTLES,
                          {USUAL_MEN, USUAL_MEN}},
    [RACING_KINGS] = {"racingkings\0Racing Kings\0racingkings\0racingKings\0racing\0race\0",
                      "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
                      TRAIT_RACE,
                      {{1, 1, 0, 16}, {1, 1, 0, 16}}},
    [THREE_CHECK] = {"3check\0Three-check\0003check\0threeCheck\0threechecks\0three\0003checks\0",
                     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
                     TRAIT_STANDARD_MOVES | TRAIT_CASTLES | TRAIT_CHECKS,
                     {USUAL_MEN, USUAL_MEN}},
};

static const char *next_name(const char *name) { return name + strlen(name) + 1; }

const char *variant_name(Variant v, NameForm form) {
    const char *name = variant_facts[v].names;
    for (int i = 0; i < (int)form; i++) name = next_name(name);
    return name;
}

bool variant_fold(const char *text, size_t length, char *out, size_t size) {
    size_t n = 0;
    for (; length--; text++) {
        const char c = *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text;
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) continue;
        if (n + 1 == size) return false;
        out[n++] = c;
    }
    out[n] = 0;
    return true;
}

bool variant_parse(const char *text, size_t length, Variant *out) {
    char wanted[24] = "", known[24];
    if (!variant_fold(text, length, wanted, sizeof wanted)) return false;
    for (int v = 0; v < VARIANT_COUNT; v++)
        for (const char *name = variant_facts[v].names; *name; name = next_name(name)) {
            variant_fold(name, strlen(name), known, sizeof known);
            const size_t size = strlen(known);
            const char *rest = wanted + size;
            if (memcmp(wanted, known, size) != 0 || (*rest && strcmp(rest, "960") != 0)) continue;
            *out = v == STANDARD && *rest ? CHESS960 : (Variant)v;
            return true;
        }
    return false;
}
