// SPDX-License-Identifier: Apache-2.0
// Games of a segment as the bytes of a file, which needs nothing else to be read: its names stand in it, and a checksum
// of all. Numbers are little-endian, and each block begins at a multiple of 8 bytes.
//
//     header    FileHeader
//     rows      as in the segment; names are numbers of the file
//     ends      where each name ends in the text; the first one is the empty name
//     places    as in the segment, if the text of a game is kept, else none
//     moves     two bytes each
//     slices, buckets, postings    of a full segment that has postings, else none
//     text      of the names
#ifndef DATABASE_FILE_H
#define DATABASE_FILE_H

#include "store.h"

enum { FILE_SPANS = 12 };

// The bytes of a file that is written, in spans: most of them are where the segment has them, and no copy is made.
typedef struct {
    struct {
        const char *at; // borrowed
        uint32_t size;
    } spans[FILE_SPANS];
    uint32_t count;
    uint32_t size; // of all spans
    char *made;    // owned
} File;

// Makes the games of a segment from `from` on a file, which is valid until games are added, and given back by free() of
// `made`. False when memory is out, or the file would have 4 GB; there is nothing to free then.
bool file_write(const Store *s, uint32_t segment, uint32_t from, File *f);

enum { FILE_NO_MEMORY = MOST_SEGMENT_GAMES + 1, FILE_DAMAGED };

// Adds the games of a file, which begins at a multiple of 8; those whose bits are set in `without` are left out, which
// may be NULL. Returns how many, or what is wrong: FILE_DAMAGED if it is none, or not of this size of segments; nothing
// has changed then. `lite` leaves the postings out, as does a file with those of
// another index.
int32_t file_read(Store *s, const char *file, uint32_t size, bool lite, const uint64_t *without);

#endif
