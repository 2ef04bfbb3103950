// SPDX-License-Identifier: Apache-2.0
// Bytes of files that are elsewhere. They arrive in pages of one size, when they are asked for: a reader that needs a
// page which is not here notes a request, goes on with what does not depend on it, and reads again when it has come.
// The least recently used pages make room for others; those that the current reading has touched remain.
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stdint.h>

enum { PAGES_MOST_REQUESTS = 512, PAGES_LONGEST_VIEW = 1 << 16 };

typedef struct {
    uint32_t file, page;
} PageRequest;

// Forgets all pages. A page has 1 << page_log bytes; up to `most` of them are kept, and more only while one reading
// needs more.
void pages_init(uint32_t page_log, uint32_t most);

// Begins a reading: drops the requests, and lets go the pages that the last reading touched.
void pages_begin(void);

// What this reading needs and lacks, each once. Further ones are not noted: the next reading finds them.
uint32_t pages_requests(const PageRequest **list);

// Room for a page's bytes, which the caller fills; NULL when memory is out. Borrowed, valid until the next call. Room
// for a page that is here is the page.
uint8_t *pages_room(uint32_t file, uint32_t page);

uint32_t pages_log(void);

// Is a page here? Then room for others is not made in its place before the next reading.
bool pages_has(uint32_t file, uint32_t page);

// The bytes from `at` on; of at most PAGES_LONGEST_VIEW. NULL where some are not here. Borrowed, valid until the next
// view. The caller keeps within the file.
const uint8_t *pages_view(uint32_t file, uint64_t at, uint32_t length);

// Copies bytes; false where some are not here.
bool pages_copy(uint32_t file, uint64_t at, uint32_t length, uint8_t *to);

#endif
