// SPDX-License-Identifier: Apache-2.0
// A separate module that decodes the text that contains the core. The same loop in JS runs once and cold, and took a
// quarter of the time from import to the first move list.
//
// There are 89 digits: the characters '#' to '|' without the backslash. A single digit is one of the frequent bytes 0
// to 47, 64 to 71 and 106 to 138, in order; the other bytes are numbered by the digits after '}', then by those after
// '~'. js/tools/inline-wasm.js writes this text.
#include <stdint.h>

enum { FIRST = '#', BACKSLASH = '\\', PREFIX = '}', DIGITS = 89 };

uint8_t text[11 << 14]; // decoded in place: there are never more bytes than characters

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
