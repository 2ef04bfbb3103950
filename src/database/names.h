// SPDX-License-Identifier: Apache-2.0
// A table of texts, each kept once and known by a number: players, events, places, and the FENs of set-up games.
#ifndef DATABASE_NAMES_H
#define DATABASE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t hash, name; // name 0: the slot is free
} NameSlot;

typedef struct {
    char *text;      // owned; all names, one behind the other
    uint32_t *ends;  // owned; where each ends in `text`
    NameSlot *slots; // owned; a hash table, which is found again without the texts
    uint32_t count, capacity, text_capacity, slot_count;
} Names;

// The number of a name; 0 is that of the empty one. UINT32_MAX when memory is out.
uint32_t names_add(Names *names, const char *text, uint32_t length);

// Borrowed, valid until the next names_add().
const char *names_get(const Names *names, uint32_t name, uint32_t *length);

uint32_t names_bytes(const Names *names); // kept

#endif
