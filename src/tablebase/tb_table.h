// SPDX-License-Identifier: Apache-2.0
// Reads a Syzygy file: its men, and the value of each number (tb_index.h). Files are untrusted: every length,
// offset and symbol is checked, and an invalid one marks the table as damaged.
//
//   magic, flags | men of each part | sizes and symbols of each part | DTZ: the values of the codes
//   sparse index of each part: block and offset of every (1 << span_log)th number, 6 bytes
//   block lengths of each part: how many numbers a block has, minus 1, 2 bytes
//   blocks of each part, at a multiple of 64: values as symbols of a canonical Huffman code
//   checksum, 16 bytes
//
// A part is for one side to move (WDL) and one file of the leading pawn. Numbers have their lowest byte first, except
// in the Huffman code.
#ifndef TB_TABLE_H
#define TB_TABLE_H

#include "tb_index.h"

typedef enum { TB_WDL, TB_DTZ } TableKind;

enum {
    TABLE_BLACK_TO_MOVE = 1, // DTZ: the side to move of the table
    TABLE_MAPPED = 2,
    TABLE_WIN_PLIES = 4,
    TABLE_LOSS_PLIES = 8,
    TABLE_WIDE = 16,
    TABLE_CONSTANT = 128,
};

enum { MOST_CODE_LENGTHS = 32, MOST_PARTS = 8 };

typedef struct {
    Layout layout;
    uint8_t flags;    // TABLE_*
    uint8_t constant; // with TABLE_CONSTANT
    uint8_t block_log, span_log, shortest, lengths;
    uint32_t blocks, block_lengths, spans;
    uint64_t spans_at, block_lengths_at, blocks_at;
    uint64_t base[MOST_CODE_LENGTHS];   // by length - shortest: the lowest code, in the highest of 64 bits
    uint16_t lowest[MOST_CODE_LENGTHS]; // the symbol of that code
    uint32_t symbol_count;
    uint8_t *symbols;      // owned; 3 bytes each, then 1 byte each: the number of values, minus 1
    uint64_t map_at[4];    // DTZ with TABLE_MAPPED: by class, the offset of the values
    uint32_t map_count[4]; // and their number
} Part;

typedef enum { TABLE_UNKNOWN, TABLE_ABSENT, TABLE_CLOSED, TABLE_OPEN, TABLE_DAMAGED } TableState;

// One file. UNKNOWN until the caller reports whether it exists, then CLOSED until its head is read.
typedef struct {
    uint64_t key; // number of men of each type except kings, 4 bits each, pawns lowest; the stronger side first
    TableKind kind;
    TableState state;
    uint64_t size;  // in bytes
    bool symmetric; // both sides have the same men
    Material material;
    int sides;
    Part parts[MOST_PARTS]; // [file * sides + side]
} Table;

typedef enum { READ_DONE, READ_AWAY, READ_DAMAGED, READ_NO_MEMORY } ReadResult;

// Reads the head of a CLOSED table, which is file `id` of the pages.
ReadResult tb_table_open(Table *table, uint32_t id);

// The code of a number.
ReadResult tb_table_code(uint32_t id, const Part *part, uint64_t number, int *code);

// The value of a code in class 0 to 3 of a part with TABLE_MAPPED.
ReadResult tb_table_mapped(uint32_t id, const Part *part, int class, int *code);

void tb_table_free(Table *table);

#endif
