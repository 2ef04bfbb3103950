// SPDX-License-Identifier: Apache-2.0
// Implements the functions of <string.h> that the core calls, 16 bytes at a time. Replaces the C library's, which
// do not use vectors, are several times as large, and slower for a board.
#ifdef __wasm__ // native tests have their own

#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

// The compiler must not turn a loop below into a call of the function that contains it.
#define OWN __attribute__((no_builtin))

enum { WIDE = 16 };

// Correct for overlapping ranges: the last 16 bytes, or the first, are read before any are written.
OWN void *memmove(void *to, const void *from, size_t size) {
    char *out = to;
    const char *in = from;
    const int forward = (uintptr_t)to <= (uintptr_t)from;
    if (size < WIDE) {
        if (forward)
            for (size_t i = 0; i < size; i++) out[i] = in[i];
        else
            while (size--) out[size] = in[size];
        return to;
    }
    const size_t last = size - WIDE;
    if (forward) {
        const v128_t tail = wasm_v128_load(in + last);
        for (size_t i = 0; i < last; i += WIDE) wasm_v128_store(out + i, wasm_v128_load(in + i));
        wasm_v128_store(out + last, tail);
    } else {
        const v128_t head = wasm_v128_load(in);
        for (size_t i = last; (ptrdiff_t)i > 0; i -= WIDE) wasm_v128_store(out + i, wasm_v128_load(in + i));
        wasm_v128_store(out, head);
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) __attribute__((alias("memmove")));

OWN void *memset(void *to, int value, size_t size) {
    char *out = to;
    if (size < WIDE) {
        while (size--) out[size] = (char)value;
        return to;
    }
    const v128_t bytes = wasm_i8x16_splat((int8_t)value);
    for (size_t i = 0; i < size - WIDE; i += WIDE) wasm_v128_store(out + i, bytes);
    wasm_v128_store(out + size - WIDE, bytes);
    return to;
}

OWN int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (; size; size--, x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}

OWN void *memchr(const void *text, int wanted, size_t size) {
    const unsigned char *at = text;
    const v128_t bytes = wasm_i8x16_splat((int8_t)wanted);
    for (; size >= WIDE; at += WIDE, size -= WIDE) {
        const uint32_t found = wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(at), bytes));
        if (found) return (void *)(at + __builtin_ctz(found));
    }
    for (; size; size--, at++)
        if (*at == (unsigned char)wanted) return (void *)at;
    return NULL;
}

OWN size_t strlen(const char *text) {
    const char *end = text;
    while (*end) end++;
    return (size_t)(end - text);
}

#endif
