// SPDX-License-Identifier: Apache-2.0
// Looks for bytes in text, many at once: by the SIMD instructions of WebAssembly, elsewhere eight in a word. Both
// find the same; tests in C run the words, those in JS the SIMD.
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>
#include <string.h>

#include "../bitboard.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

// Which of 16 bytes have the value or are control characters, as bits.
INLINE uint32_t scan_sixteen(const char *at, char wanted) {
    const v128_t bytes = wasm_v128_load(at);
    const v128_t found =
        wasm_v128_or(wasm_i8x16_eq(bytes, wasm_i8x16_splat(wanted)), wasm_u8x16_lt(bytes, wasm_i8x16_splat(' ')));
    return wasm_i8x16_bitmask(found);
}

// The next byte of that value, or the next control character, or the end.
INLINE const char *scan_for(const char *at, const char *end, char wanted) {
    for (; end - at >= 32; at += 32) {
        const uint32_t found = scan_sixteen(at, wanted) | scan_sixteen(at + 16, wanted) << 16;
        if (found) return at + __builtin_ctz(found);
    }
    while (at < end && *at != wanted && (unsigned char)*at >= ' ') at++;
    return at;
}

#else

#define SCAN_EIGHT(byte) (0x0101010101010101ull * (byte))

// https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
INLINE const char *scan_for(const char *at, const char *end, char wanted) {
    for (; end - at >= 8; at += 8) {
        uint64_t eight;
        memcpy(&eight, at, 8);
        const uint64_t other = eight ^ SCAN_EIGHT((unsigned char)wanted);
        const uint64_t control = (eight - SCAN_EIGHT(' ')) & ~eight;
        const uint64_t found = (control | ((other - SCAN_EIGHT(1)) & ~other)) & SCAN_EIGHT(0x80);
        if (found) return at + (__builtin_ctzll(found) >> 3);
    }
    while (at < end && *at != wanted && (unsigned char)*at >= ' ') at++;
    return at;
}

#endif
#endif
