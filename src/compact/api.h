// SPDX-License-Identifier: Apache-2.0
// The export surface of compact.wasm: converts moves of a game to bytes and back, by the model of model.h. This
// file has the grammar of ../wasm/api.h.
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

// Fills the tables; call once, before anything else. Returns BINBO_COMPACT_ABI.
int32_t binbo_compact_init(void);

// The addresses of the buffer, of BINBO_COMPACT_MOVES moves, and of the store.
uint32_t binbo_compact_buffer(void);
uint32_t binbo_compact_store(void);

// Begins a game at the FEN in the buffer, of standard chess or Chess960: to unpack the `length` bytes in the store,
// or to pack if it is 0. Returns 1, or 0 for a FEN that is not a position.
int32_t binbo_compact_start(uint32_t fen_length, uint32_t length);

// Packs the moves in the buffer, up to the first illegal one. Returns the number of legal moves.
int32_t binbo_compact_pack(uint32_t count);

// Ends packing. Returns the number of bytes in the store.
int32_t binbo_compact_finish(void);

// Unpacks the next moves into the buffer. Returns their number: fewer than count if the game has ended.
int32_t binbo_compact_unpack(uint32_t count);

// Whether all bytes have been read (1, 0). If not, the last ones are zeros.
int32_t binbo_compact_is_read(void);

#endif
