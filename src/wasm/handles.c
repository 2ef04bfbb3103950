// SPDX-License-Identifier: Apache-2.0
#include "handles.h"

#include <stdlib.h>

enum { SLOT_BITS = 23, MAX_SLOTS = 1 << SLOT_BITS, MAX_GENERATION = 255, FIRST_SLOTS = 64, NONE = -1 };

typedef struct {
    Game *game; // NULL while the slot is free
    int32_t next_free;
} Slot;

static Slot *slots;
static uint8_t *generations; // 1 to MAX_GENERATION
static int32_t slot_count, slot_capacity, first_free = NONE;
static uint32_t live;

static bool grow(void) {
    if (slot_count < slot_capacity) return true;
    if (slot_capacity == MAX_SLOTS) return false;
    const int32_t wanted = slot_capacity ? 2 * slot_capacity : FIRST_SLOTS;
    Slot *more_slots = realloc(slots, (size_t)wanted * sizeof *slots);
    if (!more_slots) return false;
    slots = more_slots;
    uint8_t *more_generations = realloc(generations, (size_t)wanted);
    if (!more_generations) return false;
    generations = more_generations;
    slot_capacity = wanted;
    return true;
}

int32_t handles_add(Game *game) {
    int32_t slot = first_free;
    if (slot != NONE) {
        first_free = slots[slot].next_free;
    } else {
        if (!grow()) return 0;
        slot = slot_count++;
        generations[slot] = 1;
    }
    slots[slot] = (Slot){game, NONE};
    live++;
    return generations[slot] << SLOT_BITS | slot;
}

static Slot *find(int32_t handle) {
    const int32_t slot = handle & (MAX_SLOTS - 1);
    if (handle <= 0 || slot >= slot_count || generations[slot] != handle >> SLOT_BITS || !slots[slot].game) return NULL;
    return &slots[slot];
}

Game *handles_get(int32_t handle) {
    const Slot *slot = find(handle);
    return slot ? slot->game : NULL;
}

Game *handles_remove(int32_t handle) {
    Slot *slot = find(handle);
    if (!slot) return NULL;
    Game *game = slot->game;
    const int32_t index = (int32_t)(slot - slots);
    slot->game = NULL;
    live--;
    generations[index] = generations[index] == MAX_GENERATION ? 1 : generations[index] + 1;
    slot->next_free = first_free;
    first_free = index;
    return game;
}

uint32_t handles_count(void) { return live; }
