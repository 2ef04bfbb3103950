// SPDX-License-Identifier: Apache-2.0
// A growing table of slots with generations, and a list of the free slots.
#include "handles.h"

#include <stdlib.h>

enum { SLOT_BITS = 23, MAX_SLOTS = 1 << SLOT_BITS, MAX_GENERATION = 255, FIRST_SLOTS = 64, NONE = -1 };

typedef struct {
    Game *game; // NULL while the slot is free
    int32_t next_free;
    uint8_t generation;  // 1 to MAX_GENERATION; 0 while the slot rests
    uint8_t outstanding; // handles issued and not yet forgotten, in this round of generations
} Slot;

static Slot *slots;
static int32_t slot_count, slot_capacity, first_free = NONE;
static uint32_t live;

Game *handles_loaded;

static bool grow(void) {
    if (slot_count < slot_capacity) return true;
    if (slot_capacity == MAX_SLOTS) return false;
    const int32_t wanted = slot_capacity ? 2 * slot_capacity : FIRST_SLOTS;
    Slot *more = realloc(slots, (size_t)wanted * sizeof *slots);
    if (!more) return false;
    slots = more;
    slot_capacity = wanted;
    return true;
}

int32_t handles_add(Game *game) {
    int32_t index = first_free;
    if (index != NONE) {
        first_free = slots[index].next_free;
    } else {
        if (!grow()) return 0;
        index = slot_count++;
        slots[index] = (Slot){.generation = 1};
    }
    Slot *slot = &slots[index];
    slot->game = game;
    slot->outstanding++;
    live++;
    return slot->generation << SLOT_BITS | index;
}

static Slot *slot_of(int32_t handle) {
    const int32_t index = handle & (MAX_SLOTS - 1);
    return handle > 0 && index < slot_count ? &slots[index] : NULL;
}

static Slot *find(int32_t handle) {
    Slot *slot = slot_of(handle);
    return slot && slot->game && slot->generation == handle >> SLOT_BITS ? slot : NULL;
}

static void make_free(Slot *slot) {
    slot->next_free = first_free;
    first_free = (int32_t)(slot - slots);
}

Game *handles_get(int32_t handle) {
    const Slot *slot = find(handle);
    if (slot) return slot->game;
    return handle == HANDLE_LOADED ? handles_loaded : NULL;
}

Game *handles_remove(int32_t handle) {
    Slot *slot = find(handle);
    if (!slot) return NULL;
    Game *game = slot->game;
    slot->game = NULL;
    live--;
    slot->generation = slot->generation == MAX_GENERATION ? 0 : slot->generation + 1;
    if (slot->generation) make_free(slot);
    return game;
}

Game *handles_forget(int32_t handle) {
    Game *game = handles_remove(handle);
    Slot *slot = slot_of(handle);
    if (!slot || !slot->outstanding) return game;
    if (--slot->outstanding == 0 && slot->generation == 0) {
        slot->generation = 1;
        make_free(slot);
    }
    return game;
}

uint32_t handles_count(void) { return live; }
