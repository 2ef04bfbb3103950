// SPDX-License-Identifier: Apache-2.0
// A hash table of texts with linear probing.
#include "names.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_NAMES = 1024, FIRST_TEXT = 1 << 14 };

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 32;
}

static uint32_t hash_of(const char *text, uint32_t length) {
    uint64_t hash = length, last = 0;
    for (; length >= sizeof last; length -= (uint32_t)sizeof last, text += sizeof last) {
        memcpy(&last, text, sizeof last);
        hash = mix(hash, last);
    }
    last = 0;
    memcpy(&last, text, length);
    return (uint32_t)(mix(hash, last) >> 32);
}

const char *names_get(const Names *names, uint32_t name, uint32_t *length) {
    if (name == 0 || name >= names->count) {
        *length = 0;
        return "";
    }
    const uint32_t begin = names->ends[name - 1];
    *length = names->ends[name] - begin;
    return names->text + begin;
}

// Eight bytes at a time, which memcmp() of the WebAssembly build is not.
static bool is_equal(const char *a, const char *b, uint32_t length) {
    uint64_t one, other;
    for (; length >= sizeof one; length -= (uint32_t)sizeof one, a += sizeof one, b += sizeof one) {
        memcpy(&one, a, sizeof one);
        memcpy(&other, b, sizeof other);
        if (one != other) return false;
    }
    while (length > 0 && *a == *b) a++, b++, length--;
    return length == 0;
}

// The slot of a name, or the free slot for it.
static NameSlot *slot_of(const Names *names, const char *text, uint32_t length, uint32_t hash) {
    const uint32_t mask = names->slot_count - 1;
    for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
        uint32_t kept;
        NameSlot *slot = &names->slots[at];
        if (slot->name == 0) return slot;
        if (slot->hash != hash) continue;
        const char *name = names_get(names, slot->name, &kept);
        if (kept == length && is_equal(name, text, length)) return slot;
    }
}

// Keeps at least a quarter of the slots free.
static bool reserve_slots(Names *names) {
    if (4 * (uint64_t)names->count < 3 * (uint64_t)names->slot_count) return true;
    const uint32_t count = names->slot_count ? 2 * names->slot_count : FIRST_NAMES, mask = count - 1;
    NameSlot *slots = calloc(count, sizeof *slots);
    if (!slots) return false;
    for (uint32_t i = 0; i < names->slot_count; i++) {
        const NameSlot slot = names->slots[i];
        if (slot.name == 0) continue;
        uint32_t at = slot.hash & mask;
        while (slots[at].name) at = (at + 1) & mask;
        slots[at] = slot;
    }
    free(names->slots);
    names->slots = slots;
    names->slot_count = count;
    return true;
}

static bool reserve_names(Names *names) {
    if (names->count < names->capacity) return reserve_slots(names);
    const uint32_t wanted = names->capacity ? names->capacity + names->capacity / 2 : FIRST_NAMES;
    uint32_t *ends = realloc(names->ends, wanted * sizeof *ends);
    if (!ends) return false;
    names->ends = ends;
    uint8_t *roles = realloc(names->roles, wanted);
    if (!roles) return false;
    names->roles = roles;
    names->capacity = wanted;
    if (names->count == 0) {
        names->ends[0] = names->roles[0] = 0;
        names->count = 1;
    }
    return reserve_slots(names);
}

static bool reserve_text(Names *names, uint32_t length) {
    const uint32_t needed = (names->count ? names->ends[names->count - 1] : 0) + length;
    if (needed <= names->text_capacity) return true;
    uint32_t wanted = names->text_capacity ? names->text_capacity + names->text_capacity / 2 : FIRST_TEXT;
    if (wanted < needed) wanted = needed;
    char *text = realloc(names->text, wanted);
    if (!text) return false;
    names->text = text;
    names->text_capacity = wanted;
    return true;
}

uint32_t names_add(Names *names, const char *text, uint32_t length) {
    if (length == 0) return 0;
    if (!reserve_names(names) || !reserve_text(names, length)) return UINT32_MAX;
    const uint32_t hash = hash_of(text, length), name = names->count;
    NameSlot *slot = slot_of(names, text, length, hash);
    if (slot->name) return slot->name;
    memcpy(names->text + names->ends[name - 1], text, length);
    names->ends[name] = names->ends[name - 1] + length;
    names->roles[name] = 0;
    *slot = (NameSlot){hash, name};
    names->count++;
    return name;
}

static uint32_t fetched; // value is meaningless
void names_find(const Names *names, NameText *texts, uint32_t count) {
    uint32_t hashes[NAMES_FOUND], sum = 0;
    const uint32_t mask = names->slot_count - 1;
    for (uint32_t i = 0; i < count; i++) texts[i].name = 0;
    if (names->count == 0) return;
    for (uint32_t i = 0; i < count; i++) {
        hashes[i] = hash_of(texts[i].text, texts[i].length);
        sum += names->slots[hashes[i] & mask].hash;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = hashes[i] & mask;
        while (names->slots[at].name && names->slots[at].hash != hashes[i]) at = (at + 1) & mask;
        texts[i].name = names->slots[at].name;
    }
    for (uint32_t i = 0; i < count; i++)
        if (texts[i].name) sum += (uint8_t)names->text[names->ends[texts[i].name - 1]];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kept;
        const char *name = names_get(names, texts[i].name, &kept);
        if (kept != texts[i].length || !is_equal(name, texts[i].text, kept)) texts[i].name = 0;
    }
    fetched = sum;
}

uint32_t names_bytes(const Names *names) {
    return names->text_capacity + (uint32_t)(sizeof *names->ends + sizeof *names->roles) * names->capacity +
           (uint32_t)sizeof *names->slots * names->slot_count;
}
