// SPDX-License-Identifier: Apache-2.0
// Finds tables by material. A table is added when a probe first needs it; the caller then reports whether its file
// exists.
#ifndef TB_FILES_H
#define TB_FILES_H

#include "../position.h"
#include "tb_table.h"

enum { MAX_TABLE_NAME = 16 };

// Removes all tables.
void tb_files_init(void);

// A table and its number, which is also the file number of its pages.
typedef struct {
    Table *table; // NULL if memory is exhausted
    uint32_t id;
    bool turned; // the board's second side, Black, has the men of the table's first side
} FoundTable;

// The table of a board with at most MAX_MEN men.
FoundTable tb_files_find(const Board *b, TableKind kind);

// NULL if no table has this number.
Table *tb_files_get(uint32_t id);

// Writes its file name, such as KQvK.rtbw; returns the length.
int tb_files_name(const Table *table, char out[MAX_TABLE_NAME]);

#endif
