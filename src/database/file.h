// SPDX-License-Identifier: Apache-2.0
// Writes and reads games of a segment as a self-contained file, with its own names and a checksum.
// Numbers are little-endian, and each block begins at a multiple of 8 bytes.
//
//     header    FileHeader
//     rows      as in the segment; names are numbers of the file
//     players, facts, tags    the same
//     ends      the end of each name in the text; the first one is the empty name
//     places    as in the segment, if the text of a game is kept
//     moves     two bytes each
//     slices, buckets, postings    if the segment is full and has postings
//     text      of the names
#ifndef DATABASE_FILE_H
#define DATABASE_FILE_H

#include "store.h"

enum { FILE_SPANS = 12 };

// The bytes of a written file, in spans: most point into the segment without being copied.
typedef struct {
    struct {
        const char *at; // borrowed
        uint32_t size;
    } spans[FILE_SPANS];
    uint32_t count;
    uint32_t size; // of all spans
    char *made;    // owned
} File;

// Creates a file from the games of a segment from `from` on. It is valid until games are added; free `made` when
// done. False if memory is exhausted or the file would reach 4 GB; then there is nothing to free.
bool file_write(const Store *s, uint32_t segment, uint32_t from, File *f);

enum { FILE_NO_MEMORY = MOST_SEGMENT_GAMES + 1, FILE_DAMAGED };

// Adds the games of a file, whose address is a multiple of 8, except those whose bits are set in `without`, which
// may be NULL. Returns their number, or an error: FILE_DAMAGED if it is not a file, or has another segment size;
// then nothing has changed. `lite` omits the postings; postings of another index are not used either.
int32_t file_read(Store *s, const char *file, uint32_t size, bool lite, const uint64_t *without);

#endif
