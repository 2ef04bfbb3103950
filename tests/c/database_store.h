// SPDX-License-Identifier: Apache-2.0
// Helpers with stores for the tests of databases.
#ifndef DATABASE_STORE_SUPPORT_H
#define DATABASE_STORE_SUPPORT_H

#include <stdlib.h>

#include "database/file.h"

// A file of games as contiguous bytes, owned by the caller; NULL if memory is exhausted.
INLINE char *file_bytes(const Store *s, uint32_t segment, uint32_t from, uint32_t *size) {
    File f;
    if (!file_write(s, segment, from, &f)) return NULL;
    char *bytes = malloc(f.size);
    *size = 0;
    for (uint32_t i = 0; bytes && i < f.count; *size += f.spans[i++].size)
        memcpy(bytes + *size, f.spans[i].at, f.spans[i].size);
    free(f.made);
    return bytes;
}

INLINE void free_store(Store *s) {
    for (uint32_t i = 0; i < s->segment_count; i++) {
        store_unindex(&s->segments[i]);
        free(s->segments[i].rows);
        free(s->segments[i].players);
        free(s->segments[i].facts);
        free(s->segments[i].tags);
        free(s->segments[i].moves);
        free(s->segments[i].places);
        free(s->segments[i].briefs);
        free(s->segments[i].late);
    }
    free(s->segments);
    free(s->names.text);
    free(s->names.ends);
    free(s->names.roles);
    free(s->names.slots);
}

INLINE uint32_t games_of(const Store *s) {
    uint32_t games = 0;
    for (uint32_t i = 0; i < s->segment_count; i++) games += s->segments[i].games;
    return games;
}

#endif
