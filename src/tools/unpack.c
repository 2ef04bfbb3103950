// SPDX-License-Identifier: Apache-2.0
// Restores what js/tools/packer/pack.js packed. It is a wasm module of its own, which the bundle carries
// beside the packed core (js/core/unpack.js): wasm runs at once, where a script would be interpreted for
// most of the few milliseconds that this takes.
//
// The text holds a digit of 6 bits in each character, '(' to 'I' and 'a' to '~'. The digits are one number,
// out of which a binary range decoder reads what follows. A "number", 1 to 65535, is 4 modelled bits that
// say how many bits it has below its highest one, and then these, of even odds each.
//
//     2 * 8 bytes                     which are frequent as opcodes, and as operands
//     3 * 18 bits of even odds        size, where the raw bytes start, how many they are
//     then, up to that size:
//       at the start of the raw bytes: all of them, 8 bits of even odds each
//       flag 0, frequent 1, 3 bits      a byte: which one of the frequent ones
//       flag 0, frequent 0, 8 bits      a byte
//       flag 1, number n, number d      n bytes as they stood d - 1 bytes ago; d 1: as far back as last time
//
// Matches and the range coder are as in LZMA (LZMA specification by Igor Pavlov, public domain,
// https://www.7-zip.org/sdk.html). Each modelled bit is seen in two contexts at once, whose probabilities
// are averaged as logits (M. Mahoney, Adaptive Weighing of Context Models for Lossless Data Compression,
// 2005). What makes contexts is how wasm is written: an opcode, and then its operands in LEB128.
// https://webassembly.github.io/spec/core/binary/instructions.html
#include <stdint.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline))

enum { INPUT_SIZE = 1 << 16, OUTPUT_SIZE = 1 << 18 };

// A counter holds the probability of a 1, from -2^15 to 2^15, with the count of bits seen in the 4 lowest
// bits: 15 means more. Literals have theirs from a hashed slot on, one for each node of a binary tree that
// is 1 at its root; node 0 and AFTER_MATCH are for the flag before them. The rest have slots of their own.
enum {
    SLOT_BITS = 17,
    AFTER_MATCH = 510,
    FLAGS = (1 << SLOT_BITS) + 512,
    LENGTHS = FLAGS + 512,
    DISTANCES = LENGTHS, // by length, from 1 on: 5 stands for more
    SLOTS = LENGTHS + 6 * 32,
    CERTAIN = (1 << 15) - 1,
    BY_OPCODE = 1 << 18, // sets the contexts by opcode apart from those by byte
};

uint8_t input[INPUT_SIZE], output[OUTPUT_SIZE];

static int16_t counters[SLOTS];

// Probabilities of 12 bits to logits, and back. A logit stands in 1/256, from -8 to 8, + 2048.
static uint16_t logits[4096], probabilities[4096];

// The range decoder: code < range, and 2^24 <= range <= 2^30.
static const uint8_t *next_digit = input;
static uint32_t range = 1, code;

// Steps along the solution of p' = p (1 - p), with p in units of 2^-32.
static inline void fill_tables(void) {
    uint64_t p = 1ull << 31;
    for (int x = 0; x < 2048; x++) {
        probabilities[2048 + x] = (uint16_t)(p >> 20);
        probabilities[2047 - x] = 4096 - (uint16_t)(p >> 20);
        p += (p >> 8) * (uint32_t)-p >> 32;
    }
    uint16_t logit = 0;
    for (int i = 0; i < 4096; i++) {
        while (logit < 4095 && probabilities[logit] < i) logit++;
        logits[i] = logit;
    }
}

static ALWAYS_INLINE void narrow(uint32_t width) {
    range = width;
    while (range < 1 << 24) {
        const uint32_t character = *next_digit++;
        range <<= 6;
        code = code << 6 | (character - (character < 'a' ? '(' : 'a' - 34));
    }
}

static ALWAYS_INLINE void learn(int16_t *counter, int bit) {
    const int count = *counter & 15, p = *counter + ((bit - *counter) >> (1 + (count >> 2)));
    *counter = (int16_t)((p & ~15) | (count + (count < 15)));
}

// Two arms, so that the processor guesses the bit and runs ahead: it mostly guesses well.
static NEVER_INLINE uint32_t decode_bit(uint32_t slot, uint32_t other) {
    int16_t *a = &counters[slot], *b = &counters[other];
    const int logit = (logits[2048 + (*a >> 4)] + logits[2048 + (*b >> 4)]) >> 1;
    const uint32_t bound = (range >> 12) * probabilities[logit];
    if (code < bound) {
        learn(a, CERTAIN);
        learn(b, CERTAIN);
        narrow(bound);
        return 1;
    }
    code -= bound;
    learn(a, ~CERTAIN);
    learn(b, ~CERTAIN);
    narrow(range - bound);
    return 0;
}

static NEVER_INLINE uint32_t decode_even(uint32_t bits) {
    const uint32_t unit = range >> bits, value = code / unit;
    code %= unit;
    narrow(unit);
    return value;
}

static NEVER_INLINE uint32_t decode_number(uint32_t slot) {
    uint32_t node = 1;
    while (node < 16) node = node * 2 + decode_bit(slot + node, slot + 16 + node);
    return 1u << (node - 16) | decode_even(node - 16);
}

// 8 bytes, the first one lowest.
static NEVER_INLINE uint64_t decode_bytes(void) {
    uint64_t bytes = 0;
    for (int i = 0; i < 64; i += 8) bytes |= (uint64_t)decode_even(8) << i;
    return bytes;
}

static ALWAYS_INLINE uint32_t decode_literal(uint32_t slot, uint32_t other, uint64_t frequent) {
    uint32_t node = 2 | decode_bit(slot + 1, other + 1);
    const uint32_t end = node == 3 ? 3 << 3 : 2 << 8;
    while (node < end)
        if (decode_bit(slot + node, other + node)) node = node * 2 + 1;
        else node *= 2;
    return (uint8_t)(end == 3 << 3 ? frequent >> (node & 7) * 8 : node);
}

// Fibonacci hashing: D. Knuth, The Art of Computer Programming, volume 3, 6.4.
static inline uint32_t slot_of(uint32_t context) { return context * 0x9E3779B1u >> (32 - SLOT_BITS); }

static inline uint32_t operands_of(uint32_t opcode) {
    if (opcode - 0x20 <= 0x42 - 0x20) return opcode - 0x28 <= 0x3E - 0x28 ? 2 : 1; // loads and stores: 2
    return opcode < 0x20 && 0x1301C >> opcode & 1; // of block, loop, if, br, br_if, call
}

// From input to output. Returns the size. Once in an instance: nothing is set back.
uint32_t unpack(void) {
    fill_tables();
    decode_even(0); // no bits, but the first digits
    const uint64_t frequent_opcodes = decode_bytes(), frequent_operands = decode_bytes();
    const uint32_t size = decode_even(18), raw_start = decode_even(18), raw_size = decode_even(18);

    uint32_t byte = 0, copies = 0, distance = 1, after = 0;
    uint32_t opcode = 0, before = 0, operands = 0; // the last two opcodes, and how many operands are to come
    for (uint32_t at = 0;; output[at++] = (uint8_t)byte) {
        while (at - raw_start < raw_size) output[at++] = (uint8_t)(byte = decode_even(8));
        if (at == size) return size;
        const uint32_t state = operands ? opcode | operands << 8 : 0;
        const uint32_t by_byte = slot_of(state << 8 | byte);
        const uint32_t by_opcode = slot_of(BY_OPCODE | state << 8 | (operands ? before : opcode));
        if (!copies && decode_bit(FLAGS + after + !operands, by_opcode + after)) {
            copies = decode_number(LENGTHS);
            const uint32_t back = decode_number(DISTANCES + (copies < 5 ? copies : 5) * 32);
            if (back > 1) distance = back - 1;
            after = AFTER_MATCH;
        }
        if (copies) {
            copies--;
            byte = output[at - distance];
        } else {
            byte = decode_literal(by_byte, by_opcode, operands ? frequent_operands : frequent_opcodes);
            after = 0;
        }
        if (!operands) {
            before = opcode;
            opcode = byte;
            operands = operands_of(opcode);
        } else if (byte < 128) operands--;
    }
}
