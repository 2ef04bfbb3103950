// SPDX-License-Identifier: Apache-2.0
// A hash table of known beginnings, indexed by their moves.
#include "lines.h"

_Static_assert(EARLY_PLIES < 32, "a bit for each length");

static uint32_t mixed(uint32_t hash, Move m) {
    hash = (hash ^ m) * 0x9e3779b1u;
    return hash ^ hash >> 15;
}

void lines_clear(Lines *known) {
    if (known->lengths) memset(known, 0, sizeof *known);
}

void lines_add(Lines *known, const Row *row, const Move *moves, uint32_t ply) {
    if (ply > EARLY_PLIES) return;
    uint32_t hash = row->variant;
    for (uint32_t i = 0; i < ply; i++) hash = mixed(hash, moves[i]);
    Line *line = &known->lines[hash % LINE_COUNT]; // replaces another one
    memcpy(line->moves, moves, ply * sizeof *moves);
    line->plies = (uint8_t)ply;
    line->variant = row->variant;
    line->is_known = true;
    known->lengths |= 1u << ply;
}

// For a few moves, an inline loop is faster than a call.
static bool is_equal(const Move *a, const Move *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i]) return false;
    return true;
}

uint32_t lines_find(const Lines *known, Variant variant, const Move *moves, uint32_t most) {
    uint32_t hash = variant, ply = 0;
    for (uint32_t lengths = known->lengths; lengths; lengths &= lengths - 1) {
        const uint32_t length = (uint32_t)__builtin_ctz(lengths);
        if (length > most) break;
        while (ply < length) hash = mixed(hash, moves[ply++]);
        const Line *line = &known->lines[hash % LINE_COUNT];
        if (line->is_known && line->plies == length && line->variant == variant && is_equal(line->moves, moves, length))
            return length;
    }
    return UINT32_MAX;
}
