// SPDX-License-Identifier: Apache-2.0
// Packs and unpacks the moves of one game with the model and the range coder.
#include "api.h"

#include "../fen/fen.h"
#include "model.h"
#include "range_coder.h"

static uint16_t buffer[BINBO_COMPACT_MOVES];
static uint8_t store[BINBO_COMPACT_BYTES];
static Board board;
static Move theirs, ours; // the last two moves
static Encoder encoder;
static Decoder decoder;

static Move moves[MAX_MOVES];
static uint16_t frequencies[MAX_MOVES];

_Static_assert(MAX_MOVES * 4096 < CODER_MOST_TOTAL, "the range coder takes the sum of the frequencies");
_Static_assert(MAX_FEN <= sizeof buffer, "a FEN fits");

int32_t binbo_compact_init(void) {
    attacks_init();
    castling_init();
    return BINBO_COMPACT_ABI;
}

uint32_t binbo_compact_buffer(void) { return (uint32_t)(uintptr_t)buffer; }
uint32_t binbo_compact_store(void) { return (uint32_t)(uintptr_t)store; }

int32_t binbo_compact_start(uint32_t fen_length, uint32_t length) {
    Position start;
    int offset;
    if (fen_length > MAX_FEN || length > BINBO_COMPACT_BYTES) return 0;
    if (fen_parse((const char *)buffer, fen_length, CHESS960, false, &start, &offset) != ERR_NONE) return 0;
    board = start.board;
    theirs = ours = NO_MOVE;
    encoder_start(&encoder, store, BINBO_COMPACT_BYTES);
    decoder_start(&decoder, store, length);
    return 1;
}

// Lists the legal moves; returns the sum of their frequencies.
static uint32_t list_moves(int *count) {
    uint32_t total = 0;
    *count = model_moves(&board, theirs, ours, moves, frequencies);
    for (int i = 0; i < *count; i++) total += frequencies[i];
    return total;
}

static void play(Move m) {
    board_play(&board, m);
    ours = theirs;
    theirs = m;
}

int32_t binbo_compact_pack(uint32_t count) {
    for (uint32_t ply = 0; ply < count; ply++) {
        int n;
        const uint32_t total = list_moves(&n);
        uint32_t below = 0;
        int i = 0;
        for (; i < n && moves[i] != buffer[ply]; i++) below += frequencies[i];
        if (i == n || !encoder_put(&encoder, below, frequencies[i], total)) return (int32_t)ply;
        play(moves[i]);
    }
    return (int32_t)count;
}

int32_t binbo_compact_finish(void) { return encoder_finish(&encoder) ? (int32_t)encoder.length : 0; }

int32_t binbo_compact_unpack(uint32_t count) {
    for (uint32_t ply = 0; ply < count; ply++) {
        int n;
        const uint32_t total = list_moves(&n);
        if (n == 0) return (int32_t)ply;
        const uint32_t value = decoder_look(&decoder, total);
        uint32_t below = 0;
        int i = 0;
        for (; below + frequencies[i] <= value; i++) below += frequencies[i];
        decoder_take(&decoder, below, frequencies[i], total);
        buffer[ply] = moves[i];
        play(moves[i]);
    }
    return (int32_t)count;
}

int32_t binbo_compact_is_read(void) { return decoder.at >= decoder.length; }
