// SPDX-License-Identifier: Apache-2.0
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

// The slot of a name, or the free one where it belongs.
static uint32_t slot_of(const Names *names, const char *text, uint32_t length) {
    const uint32_t mask = names->slot_count - 1;
    for (uint32_t slot = hash_of(text, length) & mask;; slot = (slot + 1) & mask) {
        uint32_t kept;
        if (!names->slots[slot]) return slot;
        const char *name = names_get(names, names->slots[slot], &kept);
        if (kept == length && memcmp(name, text, length) == 0) return slot;
    }
}

static bool reserve_names(Names *names) {
    if (names->count < names->capacity) return true;
    const uint32_t wanted = names->capacity ? 2 * names->capacity : FIRST_NAMES;
    uint32_t *ends = realloc(names->ends, wanted * sizeof *ends);
    if (!ends) return false;
    names->ends = ends;
    uint32_t *slots = calloc(2 * (size_t)wanted, sizeof *slots);
    if (!slots) return false;
    free(names->slots);
    names->slots = slots;
    names->slot_count = 2 * wanted;
    names->capacity = wanted;
    if (names->count == 0) names->ends[names->count++] = 0;
    for (uint32_t name = 1; name < names->count; name++) {
        uint32_t length;
        const char *text = names_get(names, name, &length);
        names->slots[slot_of(names, text, length)] = name;
    }
    return true;
}

static bool reserve_text(Names *names, uint32_t length) {
    const uint32_t needed = (names->count ? names->ends[names->count - 1] : 0) + length;
    if (needed <= names->text_capacity) return true;
    uint32_t wanted = names->text_capacity ? 2 * names->text_capacity : FIRST_TEXT;
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
    const uint32_t slot = slot_of(names, text, length), name = names->count;
    if (names->slots[slot]) return names->slots[slot];
    memcpy(names->text + names->ends[name - 1], text, length);
    names->ends[name] = names->ends[name - 1] + length;
    names->slots[slot] = name;
    names->count++;
    return name;
}

uint32_t names_bytes(const Names *names) {
    return names->text_capacity + (uint32_t)sizeof(uint32_t) * (names->capacity + names->slot_count);
}
