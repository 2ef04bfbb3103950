// SPDX-License-Identifier: Apache-2.0
// A range coder over bytes, with carries: converts frequencies of symbols to bytes and back. G. N. N. Martin, Range
// encoding, 1979; carries are handled as in LZMA (I. Pavlov).
#ifndef RANGE_CODER_H
#define RANGE_CODER_H

#include <stdbool.h>
#include <stdint.h>

// Totals must be below this.
enum { CODER_MOST_TOTAL = 1 << 22 };

typedef struct {
    uint8_t *bytes; // borrowed
    uint32_t length, capacity;
    uint64_t low;
    uint32_t range;
    uint32_t pending; // bytes 0xFF after the held byte, which a carry would change
    int held;         // the last byte produced, not yet written; -1 before the first
} Encoder;

void encoder_start(Encoder *e, uint8_t *bytes, uint32_t capacity);

// False if the buffer is full. `below` is the sum of the frequencies of the symbols before this one.
bool encoder_put(Encoder *e, uint32_t below, uint32_t frequency, uint32_t total);

// Writes the rest, in as few bytes as possible: bytes after the end count as 0. False if the buffer is full.
bool encoder_finish(Encoder *e);

typedef struct {
    const uint8_t *bytes; // borrowed
    uint32_t length, at;  // `at` may exceed the length
    uint32_t code, range;
} Decoder;

void decoder_start(Decoder *d, const uint8_t *bytes, uint32_t length);

// Both must get the same total. decoder_look() returns a number below total, which identifies the symbol by its sum;
// decoder_take() consumes it.
uint32_t decoder_look(Decoder *d, uint32_t total);
void decoder_take(Decoder *d, uint32_t below, uint32_t frequency, uint32_t total);

#endif
