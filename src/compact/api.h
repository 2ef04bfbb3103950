// SPDX-License-Identifier: Apache-2.0
// The export surface of compact.wasm: moves of a game to bytes and back, by the model of model.h. The grammar of this
// file is that of ../wasm/api.h.
//
// One game at a time. Moves cross as u16, the lower half of a move word, in the buffer; packed bytes in a store of
// BINBO_COMPACT_BYTES, which is enough for BINBO_COMPACT_PLIES.
#ifndef COMPACT_API_H
#define COMPACT_API_H

#include <stdint.h>

#define BINBO_COMPACT_ABI 1

#define BINBO_COMPACT_MOVES 2048
#define BINBO_COMPACT_PLIES 100000
#define BINBO_COMPACT_BYTES 300000

// Fills the tables of numbers; call once, before anything else. Returns BINBO_COMPACT_ABI.
int32_t binbo_compact_init(void);

// The addresses of the buffer, of BINBO_COMPACT_MOVES moves, and of the store.
uint32_t binbo_compact_buffer(void);
uint32_t binbo_compact_store(void);

// Begins a game at the FEN in the buffer, of standard chess or Chess960: with `length` bytes in the store to unpack
// them, without to pack. Returns 1, or 0 for a FEN that is no position.
int32_t binbo_compact_start(uint32_t fen_length, uint32_t length);

// Packs the moves in the buffer. Returns how many were legal: fewer than count at the first one that is not.
int32_t binbo_compact_pack(uint32_t count);

// Ends the packing. Returns how many bytes the store has.
int32_t binbo_compact_finish(void);

// Unpacks the next moves into the buffer. Returns how many: fewer than count where the game has ended.
int32_t binbo_compact_unpack(uint32_t count);

// Have all bytes been read (1, 0)? The last ones were zeros, if not.
int32_t binbo_compact_is_read(void);

#endif
