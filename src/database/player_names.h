// SPDX-License-Identifier: Apache-2.0
// The players of names: names are compared without case, accents and blanks at the ends, and several may be one
// player's. JS has the rules (js/database/names.ts): it folds names that are not ASCII, and knows which of them are one
// player's.
#ifndef DATABASE_PLAYER_NAMES_H
#define DATABASE_PLAYER_NAMES_H

#include "names.h"

typedef struct {
    Names folded;      // texts
    uint32_t *same;    // owned, like the others; by number of a folded text: the text of the player
    uint32_t *players; // by number of a name: 1 + its player; 0: not known yet
    char *text;        // room for a folded text
    uint32_t same_count, count, text_capacity;
    uint32_t wanted[2]; // names that JS must fold first; 0: none
    uint32_t searched;  // names before it need not be searched for other ones
} PlayerNames;

enum { PLAYER_NO_MEMORY = UINT32_MAX, PLAYER_UNFOLDED = UINT32_MAX - 1 };

// The player of a name, 0 for a missing one. PLAYER_UNFOLDED: JS must fold the name first, which is wanted now.
uint32_t player_names_get(PlayerNames *p, const Names *names, uint32_t name);

// The next name that JS must fold: a wanted one, or the name of a player in some game; 0 if there is none.
uint32_t player_names_unfolded(PlayerNames *p, const Names *names);

// Sets the folded text of a name. False if memory is exhausted.
bool player_names_fold(PlayerNames *p, const Names *names, uint32_t name, const char *text, uint32_t length);

// Makes two folded texts one player's, before any player is known. False if memory is exhausted.
bool player_names_join(PlayerNames *p, const char *text, uint32_t length, const char *same, uint32_t same_length);

void player_names_free(PlayerNames *p);

uint32_t player_names_bytes(const PlayerNames *p); // memory in use

#endif
