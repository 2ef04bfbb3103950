// SPDX-License-Identifier: Apache-2.0
// Caches pages in slots that a hash table finds; a clock hand chooses the slot to replace.
#include "pages.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = -1, BUCKETS = 1 << 12 };

typedef struct {
    uint8_t *bytes;
    uint32_t file, page;
    uint32_t reading; // the last one that touched it
    int32_t next;     // the next slot in its bucket
    bool touched;     // since the clock hand passed
} Slot;

static struct {
    Slot *slots;
    int32_t buckets[BUCKETS];
    uint32_t count, capacity, most, log, reading, hand;
    PageRequest requests[PAGES_MOST_REQUESTS];
    uint32_t request_count;
    uint8_t joined[PAGES_LONGEST_VIEW]; // a view of several pages
} cache;

static uint32_t bucket_of(uint32_t file, uint32_t page) { return (file * 2654435761u ^ page * 2246822519u) >> 20; }

static Slot *find(uint32_t file, uint32_t page) {
    int32_t i = cache.buckets[bucket_of(file, page)];
    while (i != NONE && (cache.slots[i].file != file || cache.slots[i].page != page)) i = cache.slots[i].next;
    return i == NONE ? NULL : &cache.slots[i];
}

void pages_init(uint32_t page_log, uint32_t most) {
    for (uint32_t i = 0; i < cache.count; i++) free(cache.slots[i].bytes);
    free(cache.slots);
    memset(&cache, 0, sizeof cache);
    for (int i = 0; i < BUCKETS; i++) cache.buckets[i] = NONE;
    cache.log = page_log;
    cache.most = most;
}

void pages_begin(void) {
    cache.reading++;
    cache.request_count = 0;
}

uint32_t pages_requests(const PageRequest **list) {
    *list = cache.requests;
    return cache.request_count;
}

static void request(uint32_t file, uint32_t page) {
    for (uint32_t i = 0; i < cache.request_count; i++)
        if (cache.requests[i].file == file && cache.requests[i].page == page) return;
    if (cache.request_count < PAGES_MOST_REQUESTS) cache.requests[cache.request_count++] = (PageRequest){file, page};
}

static void unlink_slot(const Slot *slot) {
    int32_t *at = &cache.buckets[bucket_of(slot->file, slot->page)];
    while (&cache.slots[*at] != slot) at = &cache.slots[*at].next;
    *at = slot->next;
}

// A slot whose page was not touched since the clock hand last passed it; NULL if this reading has touched all of
// them.
static Slot *oldest(void) {
    for (uint32_t passes = 0; passes < 2 * cache.count; passes++) {
        Slot *slot = &cache.slots[cache.hand];
        cache.hand = (cache.hand + 1) % cache.count;
        if (slot->reading == cache.reading) continue;
        if (!slot->touched) return slot;
        slot->touched = false;
    }
    return NULL;
}

// A slot without a page; NULL if memory is exhausted.
static Slot *free_slot(void) {
    if (cache.count >= cache.most) {
        Slot *slot = oldest();
        if (slot) {
            unlink_slot(slot);
            return slot;
        }
    }
    if (cache.count == cache.capacity) {
        const uint32_t capacity = cache.capacity ? 2 * cache.capacity : 64;
        Slot *slots = realloc(cache.slots, capacity * sizeof(Slot));
        if (!slots) return NULL;
        cache.slots = slots;
        cache.capacity = capacity;
    }
    uint8_t *bytes = malloc((size_t)1 << cache.log);
    if (!bytes) return NULL;
    Slot *slot = &cache.slots[cache.count++];
    slot->bytes = bytes;
    return slot;
}

uint8_t *pages_room(uint32_t file, uint32_t page) {
    Slot *slot = find(file, page);
    if (!slot) {
        slot = free_slot();
        if (!slot) return NULL;
        int32_t *bucket = &cache.buckets[bucket_of(file, page)];
        slot->file = file;
        slot->page = page;
        slot->next = *bucket;
        *bucket = (int32_t)(slot - cache.slots);
    }
    slot->reading = cache.reading;
    slot->touched = true;
    return slot->bytes;
}

uint32_t pages_log(void) { return cache.log; }

bool pages_has(uint32_t file, uint32_t page) {
    Slot *slot = find(file, page);
    if (slot) slot->reading = cache.reading;
    return slot != NULL;
}

// The page if it is cached; otherwise requests it.
static const uint8_t *page_bytes(uint32_t file, uint32_t page) {
    Slot *slot = find(file, page);
    if (!slot) {
        request(file, page);
        return NULL;
    }
    slot->reading = cache.reading;
    slot->touched = true;
    return slot->bytes;
}

bool pages_copy(uint32_t file, uint64_t at, uint32_t length, uint8_t *to) {
    const uint32_t size = 1u << cache.log;
    bool complete = true;
    while (length) {
        const uint32_t inside = (uint32_t)(at & (size - 1)), rest = size - inside;
        const uint32_t part = length < rest ? length : rest;
        const uint8_t *bytes = page_bytes(file, (uint32_t)(at >> cache.log));
        if (bytes) memcpy(to, bytes + inside, part);
        else complete = false;
        to += part;
        at += part;
        length -= part;
    }
    return complete;
}

const uint8_t *pages_view(uint32_t file, uint64_t at, uint32_t length) {
    const uint32_t size = 1u << cache.log, inside = (uint32_t)(at & (size - 1));
    if (inside + length > size) return pages_copy(file, at, length, cache.joined) ? cache.joined : NULL;
    const uint8_t *bytes = page_bytes(file, (uint32_t)(at >> cache.log));
    return bytes ? bytes + inside : NULL;
}
