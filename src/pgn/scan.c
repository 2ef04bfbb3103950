// SPDX-License-Identifier: Apache-2.0
// Searches text for bytes. Tests in C run the version with words of eight bytes, tests in JS the one with
// WebAssembly SIMD. Both give the same results.
#include "scan.h"

#include <string.h>

#include "../bitboard.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

INLINE uint32_t found_in_sixteen(const char *at, char wanted) {
    const v128_t bytes = wasm_v128_load(at);
    return wasm_i8x16_bitmask(
        wasm_v128_or(wasm_i8x16_eq(bytes, wasm_i8x16_splat(wanted)), wasm_u8x16_lt(bytes, wasm_i8x16_splat(' '))));
}

INLINE const char *scan_blocks(const char *at, const char *end, char wanted) {
    for (; end - at >= 32; at += 32) {
        const uint32_t found = found_in_sixteen(at, wanted) | found_in_sixteen(at + 16, wanted) << 16;
        if (found) return at + __builtin_ctz(found);
    }
    if (end - at < 16) return at;
    const uint32_t found = found_in_sixteen(at, wanted);
    return at + (found ? __builtin_ctz(found) : 16);
}

#else

#define EIGHT(byte) (0x0101010101010101ull * (byte))

// https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
INLINE const char *scan_blocks(const char *at, const char *end, char wanted) {
    for (; end - at >= 8; at += 8) {
        uint64_t eight;
        memcpy(&eight, at, 8);
        const uint64_t other = eight ^ EIGHT((unsigned char)wanted);
        const uint64_t control = (eight - EIGHT(' ')) & ~eight;
        const uint64_t found = (control | ((other - EIGHT(1)) & ~other)) & EIGHT(0x80);
        if (found) return at + (__builtin_ctzll(found) >> 3);
    }
    return at;
}

#endif

const char *pgn_scan(const char *at, const char *end, char wanted) {
    at = scan_blocks(at, end, wanted);
    while (at < end && *at != wanted && (unsigned char)*at >= ' ') at++;
    return at;
}

uint32_t pgn_line_ends(const char *text, uint32_t length, uint32_t *line) {
    const char *at = text, *end = text + length;
    uint32_t count = 0;
    *line = 0;
#ifdef __wasm_simd128__
    for (; end - at > 16; at += 16) {
        const v128_t here = wasm_v128_load(at), next = wasm_v128_load(at + 1), feed = wasm_i8x16_splat('\n');
        const v128_t alone = wasm_v128_andnot(wasm_i8x16_eq(here, wasm_i8x16_splat('\r')), wasm_i8x16_eq(next, feed));
        const uint32_t ends = wasm_i8x16_bitmask(wasm_v128_or(wasm_i8x16_eq(here, feed), alone));
        if (!ends) continue;
        count += (uint32_t)popcount(ends);
        *line = (uint32_t)(at - text) + 32 - (uint32_t)__builtin_clz(ends);
    }
#endif
    for (; at < end; at++) {
        if (*at != '\n' && (*at != '\r' || (at + 1 < end && at[1] == '\n'))) continue;
        count++;
        *line = (uint32_t)(at + 1 - text);
    }
    return count;
}
