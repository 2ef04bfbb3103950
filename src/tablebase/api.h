// SPDX-License-Identifier: Apache-2.0
// The export surface of tablebase.wasm: probes Syzygy tables through pages of files that JS supplies. This file has the
// grammar of ../wasm/api.h.
//
// All data pass through one buffer. A probe reads the board from its start: 64 bytes, a1 to h8, each 0 or
// side << 3 | type with types 1 pawn to 6 king; then the side to move and the en passant square, 64 for none. The board
// must be a position without castling rights; with more than BINBO_MOST_MEN men the result is BINBO_PROBE_FAILED.
//
// A probe returns the number of 32-bit numbers of its answer in the buffer, or
//   BINBO_PROBE_PAGES     the buffer has requests, two numbers each: a table and a page; supply the pages, then repeat.
//                         binbo_tablebase_requests() is their number
//   BINBO_PROBE_MISSING   a table is missing; BINBO_PROBE_DAMAGED: one is damaged. Its number is in the buffer
//   BINBO_PROBE_MEMORY    memory is exhausted
// In an answer that is a list, some values may be BINBO_PROBE_NONE after a missing table.
#ifndef TABLEBASE_API_H
#define TABLEBASE_API_H

#include <stdint.h>

#define BINBO_TABLEBASE_ABI 1

#define BINBO_MOST_MEN 7
#define BINBO_BUFFER_BYTES 11264
#define BINBO_PROBE_PAGES 0x10000
#define BINBO_PROBE_MISSING 0x10001
#define BINBO_PROBE_DAMAGED 0x10002
#define BINBO_PROBE_MEMORY 0x10003
#define BINBO_PROBE_FAILED 0x10004
#define BINBO_PROBE_NONE 32767

// Fills the internal tables; call once, before anything else. Returns BINBO_TABLEBASE_ABI.
int32_t binbo_tablebase_init(void);

// Removes all files. Up to `most` pages of 1 << page_log bytes, 6 to 20, are cached; a probe that needs more gets
// more.
int32_t binbo_tablebase_reset(uint32_t page_log, uint32_t most);

// The address of the buffer.
uint32_t binbo_tablebase_buffer(void);

uint32_t binbo_tablebase_requests(void);

// Writes the file name of a table, such as KQvK.rtbw; returns its length, 0 if there is no such table.
int32_t binbo_tablebase_name(uint32_t table);

// Sets the size of a table's file in bytes, before its first page is supplied; below 0 if the file does not exist.
// Returns 1, or 0 if there is no such table.
int32_t binbo_tablebase_size(uint32_t table, double size);

// The address to which the bytes of a page must be written before the next call; 0 if memory is exhausted or there
// is no such page. The last page of a file may be shorter.
uint32_t binbo_tablebase_page(uint32_t table, uint32_t page);

// Whether the page is cached (1, 0). If so, it remains while others are supplied before the next probe.
int32_t binbo_tablebase_has_page(uint32_t table, uint32_t page);

// Writes the WDL, -2 to 2.
int32_t binbo_tablebase_wdl(void);

// Writes WDL, DTZ, and 1 if the DTZ is exact, otherwise 0.
int32_t binbo_tablebase_dtz(void);

// Writes four numbers for each legal move: the move as from | to << 6 | code << 12 with the code of a promotion
// (src/lan.h), the mover's WDL, its DTZ, and BINBO_MOVE_* bits. with_dtz 0 omits the DTZ.
#define BINBO_MOVE_NUMBERS 4
#define BINBO_MOVE_ZEROING 1
#define BINBO_MOVE_MATE 2
#define BINBO_MOVE_EXACT 4
int32_t binbo_tablebase_moves(int32_t with_dtz);

#endif
