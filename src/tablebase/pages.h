// SPDX-License-Identifier: Apache-2.0
// A cache for bytes of files outside the module. They arrive on request, in pages of one size: if a reader needs a
// missing page, it records a request, continues with everything that does not depend on it, and reads again when
// the page has arrived. The least recently used pages are replaced; pages that the current reading has touched
// remain.
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stdint.h>

enum { PAGES_MOST_REQUESTS = 512, PAGES_LONGEST_VIEW = 1 << 16 };

typedef struct {
    uint32_t file, page;
} PageRequest;

// Removes all pages. A page has 1 << page_log bytes; up to `most` of them are kept, and more only while one reading
// needs more.
void pages_init(uint32_t page_log, uint32_t most);

// Begins a reading: clears the requests, and releases the pages that the last reading touched.
void pages_begin(void);

// The missing pages that this reading needs, each once. If there are too many, the next reading finds the rest.
uint32_t pages_requests(const PageRequest **list);

// Memory for the bytes of a page, which the caller fills; NULL if memory is exhausted. Borrowed, valid until the
// next call. For a cached page, it is the page itself.
uint8_t *pages_room(uint32_t file, uint32_t page);

uint32_t pages_log(void);

// Whether a page is cached. If so, it is not replaced before the next reading.
bool pages_has(uint32_t file, uint32_t page);

// At most PAGES_LONGEST_VIEW bytes from `at` on. NULL if some are missing. Borrowed, valid until the next view. The
// caller must stay within the file.
const uint8_t *pages_view(uint32_t file, uint64_t at, uint32_t length);

// Copies bytes; false if some are missing.
bool pages_copy(uint32_t file, uint64_t at, uint32_t length, uint8_t *to);

#endif
