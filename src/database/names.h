// SPDX-License-Identifier: Apache-2.0
// A table of texts, each stored once and identified by a number: players, events, sites, the FENs of set-up games, and
// the values and shapes of tags (game_tags.h).
#ifndef DATABASE_NAMES_H
#define DATABASE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t hash, name; // name 0: the slot is free
} NameSlot;

// What a name is used for.
enum {
    ROLE_WHITE = 1,
    ROLE_BLACK = 2,
    ROLE_EVENT = 4,
    ROLE_SITE = 8,
    ROLE_ROUND = 16,
    ROLE_TAG = 32, // the value of another tag
    ROLE_SHAPE = 64,
};

typedef struct {
    char *text;      // owned; all names, one after the other
    uint32_t *ends;  // owned; the end of each in `text`
    uint8_t *roles;  // owned; of each, ROLE_*
    NameSlot *slots; // owned; a hash table that grows without reading the texts
    uint32_t count, capacity, text_capacity, slot_count;
} Names;

// The number of a name, which is added if new; 0 for the empty one. UINT32_MAX if memory is exhausted.
uint32_t names_add(Names *names, const char *text, uint32_t length);

typedef struct {
    const char *text; // borrowed
    uint32_t length;
    uint32_t name; // 0: it is new, or only names_add() finds it
} NameText;

// Finds names for texts, all at once: names_add() would wait for the memory of each, which is far apart.
enum { NAMES_FOUND = 16 }; // texts at most
void names_find(const Names *names, NameText *texts, uint32_t count);

// Borrowed, valid until the next names_add().
const char *names_get(const Names *names, uint32_t name, uint32_t *length);

uint32_t names_bytes(const Names *names); // memory in use

#endif
