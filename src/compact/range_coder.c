// SPDX-License-Identifier: Apache-2.0
// Holds back bytes that a carry may still change when encoding; decodes with the same ranges.
#include "range_coder.h"

enum { LEAST_RANGE = 1 << 24 };

void encoder_start(Encoder *e, uint8_t *bytes, uint32_t capacity) {
    *e = (Encoder){.bytes = bytes, .capacity = capacity, .range = UINT32_MAX, .held = -1};
}

static bool write_byte(Encoder *e, uint32_t byte) {
    if (e->length == e->capacity) return false;
    e->bytes[e->length++] = (uint8_t)byte;
    return true;
}

// Moves the upper byte of `low` out.
static bool shift(Encoder *e) {
    const uint32_t carry = (uint32_t)(e->low >> 32), upper = (uint32_t)e->low >> 24;
    if (carry || upper != 0xFF) {
        if (e->held >= 0 && !write_byte(e, (uint32_t)e->held + carry)) return false;
        for (; e->pending; e->pending--)
            if (!write_byte(e, 0xFF + carry)) return false;
        e->held = (int)upper;
    } else {
        e->pending++;
    }
    e->low = (uint32_t)e->low << 8;
    return true;
}

bool encoder_put(Encoder *e, uint32_t below, uint32_t frequency, uint32_t total) {
    const uint32_t unit = e->range / total;
    e->low += (uint64_t)unit * below;
    e->range = unit * frequency;
    for (; e->range < LEAST_RANGE; e->range <<= 8)
        if (!shift(e)) return false;
    return true;
}

bool encoder_finish(Encoder *e) {
    // Chooses a number in [low, low + range) that ends in the most zeros.
    for (int zeros = 32; zeros >= 0; zeros -= 8) {
        const uint64_t mask = (1ull << zeros) - 1, rounded = (e->low + mask) & ~mask;
        if (rounded >= e->low + e->range) continue;
        e->low = rounded;
        break;
    }
    for (int i = 0; i < 5; i++)
        if (!shift(e)) return false;
    while (e->length && e->bytes[e->length - 1] == 0) e->length--;
    return true;
}

static uint32_t next_byte(Decoder *d) { return d->at < d->length ? d->bytes[d->at++] : (d->at++, 0); }

void decoder_start(Decoder *d, const uint8_t *bytes, uint32_t length) {
    *d = (Decoder){.bytes = bytes, .length = length, .range = UINT32_MAX};
    for (int i = 0; i < 4; i++) d->code = d->code << 8 | next_byte(d);
}

uint32_t decoder_look(Decoder *d, uint32_t total) {
    const uint32_t value = d->code / (d->range / total);
    return value < total ? value : total - 1;
}

void decoder_take(Decoder *d, uint32_t below, uint32_t frequency, uint32_t total) {
    const uint32_t unit = d->range / total;
    d->code -= unit * below;
    for (d->range = unit * frequency; d->range < LEAST_RANGE; d->range <<= 8) d->code = d->code << 8 | next_byte(d);
}
