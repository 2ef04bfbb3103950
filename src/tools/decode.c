// SPDX-License-Identifier: Apache-2.0
// A module of its own that decodes the text which carries the core. The same loop in JS runs once and cold, and took a
// quarter of the time from import to the first move list.
//
// A byte is one character, '#' to '|' without the backslash, for 89 digits. Digits alone are the frequent bytes 0 to
// 47, 64 to 71 and 106 to 138, in order; the others are counted by the digits behind '}', then by those behind '~'.
// js/tools/inline-wasm.js writes this text.
#include <stdint.h>

enum { FIRST = '#', BACKSLASH = '\\', PREFIX = '}', DIGITS = 89 };

uint8_t text[5 << 15]; // decoded in place: bytes never outnumber characters

static uint32_t frequent(uint32_t digit) { return digit < 48 ? digit : digit < 56 ? digit + 16 : digit + 50; }
static uint32_t other(uint32_t number) { return number < 16 ? number + 48 : number < 50 ? number + 56 : number + 89; }

// Returns the number of bytes.
uint32_t decode(uint32_t length) {
    uint32_t size = 0;
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t prefix = text[i] >= PREFIX ? text[i++] - PREFIX + 1 : 0;
        const uint32_t code = text[i], digit = code - FIRST - (code > BACKSLASH);
        text[size++] = (uint8_t)(prefix ? other(digit + (prefix - 1) * DIGITS) : frequent(digit));
    }
    return size;
}
