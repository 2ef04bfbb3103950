// SPDX-License-Identifier: Apache-2.0
// Keeps folded texts in a table of their own; the number of a text is a player.
#include "player_names.h"

#include <stdlib.h>
#include <string.h>

// At least as many zeros as `count`, and the old numbers. False if memory is exhausted.
static bool grow(uint32_t **numbers, uint32_t *capacity, uint32_t count) {
    if (count <= *capacity) return true;
    const uint32_t wanted = count + count / 2;
    uint32_t *grown = realloc(*numbers, wanted * sizeof *grown);
    if (!grown) return false;
    memset(grown + *capacity, 0, (wanted - *capacity) * sizeof *grown);
    *numbers = grown;
    *capacity = wanted;
    return true;
}

// The number of a folded text; UINT32_MAX if memory is exhausted.
static uint32_t add_text(PlayerNames *p, const char *text, uint32_t length) {
    const uint32_t number = names_add(&p->folded, text, length);
    return number != UINT32_MAX && grow(&p->same, &p->same_count, number + 1) ? number : UINT32_MAX;
}

static uint32_t player_of(const PlayerNames *p, uint32_t number) { return p->same[number] ? p->same[number] : number; }

// Whether a name has only printable ASCII characters: in others JS folds more than their case.
static bool is_plain(const char *text, uint32_t length) {
    uint32_t others = 0;
    for (uint32_t i = 0; i < length; i++) others |= text[i] < ' ' || text[i] > '~';
    return !others;
}

bool player_names_fold(PlayerNames *p, const Names *names, uint32_t name, const char *text, uint32_t length) {
    const uint32_t number = add_text(p, text, length);
    if (name >= names->count || number == UINT32_MAX || !grow(&p->players, &p->count, names->count)) return false;
    p->players[name] = 1 + player_of(p, number);
    return true;
}

static bool fold_plain(PlayerNames *p, const Names *names, uint32_t name, const char *text, uint32_t length) {
    if (length > p->text_capacity) {
        char *grown = realloc(p->text, length);
        if (!grown) return false;
        p->text = grown;
        p->text_capacity = length;
    }
    while (length && *text == ' ') text++, length--;
    while (length && text[length - 1] == ' ') length--;
    for (uint32_t i = 0; i < length; i++) p->text[i] = (char)(text[i] | (text[i] >= 'A' && text[i] <= 'Z' ? 32 : 0));
    return player_names_fold(p, names, name, p->text, length);
}

uint32_t player_names_get(PlayerNames *p, const Names *names, uint32_t name) {
    if (name == 0) return 0;
    if (name < p->count && p->players[name]) return p->players[name] - 1;
    uint32_t length;
    const char *text = names_get(names, name, &length);
    if (!is_plain(text, length)) {
        p->wanted[p->wanted[0] != 0 && p->wanted[0] != name] = name;
        return PLAYER_UNFOLDED;
    }
    return fold_plain(p, names, name, text, length) ? p->players[name] - 1 : PLAYER_NO_MEMORY;
}

static bool is_known(const PlayerNames *p, uint32_t name) { return name < p->count && p->players[name]; }

uint32_t player_names_unfolded(PlayerNames *p, const Names *names) {
    for (int i = 0; i < 2; i++) {
        const uint32_t name = p->wanted[i];
        p->wanted[i] = 0;
        if (name && !is_known(p, name)) return name;
    }
    for (; p->searched < names->count; p->searched++) {
        if (!(names->roles[p->searched] & (ROLE_WHITE | ROLE_BLACK)) || is_known(p, p->searched)) continue;
        uint32_t length;
        const char *text = names_get(names, p->searched, &length);
        if (!is_plain(text, length)) return p->searched;
    }
    return 0;
}

bool player_names_join(PlayerNames *p, const char *text, uint32_t length, const char *same, uint32_t same_length) {
    const uint32_t number = add_text(p, text, length), other = add_text(p, same, same_length);
    if (number == UINT32_MAX || other == UINT32_MAX) return false;
    p->same[number] = player_of(p, other);
    return true;
}

void player_names_free(PlayerNames *p) {
    free(p->folded.text);
    free(p->folded.ends);
    free(p->folded.roles);
    free(p->folded.slots);
    free(p->same);
    free(p->players);
    free(p->text);
    *p = (PlayerNames){.count = 0};
}

uint32_t player_names_bytes(const PlayerNames *p) {
    return names_bytes(&p->folded) + 4 * (p->same_count + p->count) + p->text_capacity;
}
