// SPDX-License-Identifier: Apache-2.0
// Reads the head of a table, and decodes single values from its blocks.
#include "tb_table.h"

#include <stdlib.h>
#include <string.h>

#include "pages.h"

enum {
    SPLIT = 1,
    HAS_PAWNS = 2,
    CHECKSUM = 16,
    SPAN_BYTES = 6,
    SYMBOL_BYTES = 3,
    MOST_SYMBOLS = 4095,
    NO_SYMBOL = 0xfff, // as right half: the symbol is a value, its left half
    MOST_VALUES = 256, // per symbol
    MOST_STEPS = 1 << 16,
    PAGES_AHEAD = 3,
};

static const uint8_t magics[2][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};

// --- reading the head -------------------------------------------------------------------------------

typedef struct {
    const Table *table;
    uint32_t id;
    uint64_t at;
    ReadResult result; // the first one that is not READ_DONE; from then on all numbers are 0
} Cursor;

static void stop(Cursor *c, ReadResult why) {
    if (c->result == READ_DONE) c->result = why;
}

static void take(Cursor *c, uint8_t *to, uint32_t length) {
    memset(to, 0, length);
    if (c->result != READ_DONE) return;
    if (c->at + length > c->table->size) stop(c, READ_DAMAGED);
    else if (!pages_copy(c->id, c->at, length, to)) stop(c, READ_AWAY);
    c->at += length;
}

static uint32_t take_number(Cursor *c, uint32_t bytes) {
    uint8_t raw[4];
    uint32_t number = 0;
    take(c, raw, bytes);
    for (uint32_t i = bytes; i-- > 0;) number = number << 8 | raw[i];
    return number;
}

static void align(Cursor *c, uint64_t to) { c->at = (c->at + to - 1) & ~(to - 1); }

static int men_of(uint64_t key, int side, int type) { return (int)(key >> (side * 20 + (type - 1) * 4) & 15); }

// Whether the men of a layout match the key, with like pawns together.
static bool men_fit(const Table *t, const Layout *layout) {
    int counts[16] = {0};
    for (int i = 0; i < t->material.count; i++) counts[layout->men[i]]++;
    for (int side = 0; side < 2; side++) {
        if (counts[side * 8 + 6] != 1) return false;
        for (int type = 1; type < 6; type++)
            if (counts[side * 8 + type] != men_of(t->key, side, type)) return false;
    }
    if (!t->material.pawns) return true;
    const int leading = counts[layout->men[0]];
    for (int i = 1; i < leading; i++)
        if (layout->men[i] != layout->men[0]) return false;
    if (!t->material.both_pawns) return true;
    for (int i = 1; i < counts[layout->men[leading]]; i++)
        if (layout->men[leading + i] != layout->men[leading]) return false;
    return true;
}

// Reads the men and factors of all parts.
static void read_layouts(Table *t, Cursor *c, int files) {
    for (int file = 0; file < files; file++) {
        const uint32_t orders = take_number(c, 1), pawn_orders = t->material.both_pawns ? take_number(c, 1) : 0xff;
        uint8_t men[MAX_MEN];
        take(c, men, (uint32_t)t->material.count);
        for (int side = 0; side < t->sides && c->result == READ_DONE; side++) {
            Layout *layout = &t->parts[file * t->sides + side].layout;
            const int shift = 4 * side;
            for (int i = 0; i < t->material.count; i++) layout->men[i] = men[i] >> shift & 15;
            if (!men_fit(t, layout) || !tb_index_layout(layout, &t->material, file, (int)(orders >> shift & 15),
                                                        (int)(pawn_orders >> shift & 15)))
                stop(c, READ_DAMAGED);
        }
    }
    align(c, 2);
}

static uint8_t *symbol_at(const Part *p, size_t symbol) { return p->symbols + symbol * SYMBOL_BYTES; }
// The number of values that each symbol encodes, minus 1.
static uint8_t *counts_of(const Part *p) { return symbol_at(p, p->symbol_count); }

static int left_of(const uint8_t *symbol) { return (symbol[1] & 15) << 8 | symbol[0]; }
static int right_of(const uint8_t *symbol) { return symbol[2] << 4 | symbol[1] >> 4; }

// The number of values that a symbol encodes, minus 1; -1 if it contains itself or encodes too many. Symbols may be
// in any order.
static int measure(const Part *p, int symbol, int depth) {
    uint8_t *counts = counts_of(p);
    if (counts[symbol]) return counts[symbol];
    const uint8_t *own = symbol_at(p, (size_t)symbol);
    const int left = left_of(own), right = right_of(own);
    if (right == NO_SYMBOL) return 0;
    if (depth >= MOST_VALUES || left >= (int)p->symbol_count || right >= (int)p->symbol_count) return -1;
    const int first = measure(p, left, depth + 1), second = first < 0 ? -1 : measure(p, right, depth + 1);
    if (second < 0 || first + second + 1 >= MOST_VALUES) return -1;
    counts[symbol] = (uint8_t)(first + second + 1);
    return first + second + 1;
}

static void read_symbols(Part *p, Cursor *c) {
    p->symbol_count = take_number(c, 2);
    if (p->symbol_count == 0 || p->symbol_count > MOST_SYMBOLS) stop(c, READ_DAMAGED);
    if (c->result != READ_DONE) return;
    p->symbols = calloc(p->symbol_count, SYMBOL_BYTES + 1);
    if (!p->symbols) stop(c, READ_NO_MEMORY);
    else take(c, p->symbols, SYMBOL_BYTES * p->symbol_count);
    for (int i = 0; c->result == READ_DONE && i < (int)p->symbol_count; i++)
        if (measure(p, i, 0) < 0) stop(c, READ_DAMAGED);
    align(c, 2);
}

// Reads the canonical code: codes of one length are consecutive numbers, longer codes are lower.
static void read_code(Part *p, Cursor *c) {
    const uint32_t longest = take_number(c, 1);
    p->shortest = (uint8_t)take_number(c, 1);
    if (p->shortest == 0 || longest < p->shortest || longest > MOST_CODE_LENGTHS) stop(c, READ_DAMAGED);
    if (c->result != READ_DONE) return;
    p->lengths = (uint8_t)(longest - p->shortest + 1);
    for (int i = 0; i < p->lengths; i++) p->lowest[i] = (uint16_t)take_number(c, 2);
    p->base[p->lengths - 1] = 0;
    for (int i = p->lengths - 2; i >= 0; i--) {
        const uint64_t sum = p->base[i + 1] + p->lowest[i];
        if (sum < p->lowest[i + 1]) stop(c, READ_DAMAGED);
        p->base[i] = (sum - p->lowest[i + 1]) / 2;
    }
    for (int i = 0; i < p->lengths; i++) p->base[i] <<= 64 - p->shortest - i;
}

static void read_sizes(Part *p, Cursor *c) {
    p->flags = (uint8_t)take_number(c, 1);
    if (p->flags & TABLE_CONSTANT) {
        p->constant = (uint8_t)take_number(c, 1);
        return;
    }
    p->block_log = (uint8_t)take_number(c, 1);
    p->span_log = (uint8_t)take_number(c, 1);
    const uint32_t padding = take_number(c, 1);
    p->blocks = take_number(c, 4);
    p->block_lengths = p->blocks + padding;
    if (p->block_log > 16 || p->span_log > 31 || p->blocks == 0 || p->block_lengths < p->blocks) stop(c, READ_DAMAGED);
    if (c->result != READ_DONE) return;
    const uint64_t spans = (p->layout.size + (1ull << p->span_log) - 1) >> p->span_log;
    if (spans * SPAN_BYTES > c->table->size) stop(c, READ_DAMAGED);
    p->spans = (uint32_t)spans;
    read_code(p, c);
    read_symbols(p, c);
}

static void read_maps(Table *t, Cursor *c, int parts) {
    for (int i = 0; i < parts; i++) {
        Part *p = &t->parts[i];
        if (!(p->flags & TABLE_MAPPED)) continue;
        const uint32_t bytes = p->flags & TABLE_WIDE ? 2 : 1;
        align(c, bytes);
        for (int class = 0; class < 4; class ++) {
            p->map_count[class] = take_number(c, bytes);
            p->map_at[class] = c->at;
            c->at += (uint64_t)p->map_count[class] * bytes;
        }
    }
    align(c, 2);
}

// Computes the offsets of the indexes and blocks of each part.
static void compute_offsets(Table *t, Cursor *c, int parts) {
    for (int i = 0; i < parts; i++) {
        t->parts[i].spans_at = c->at;
        c->at += (uint64_t)t->parts[i].spans * SPAN_BYTES;
    }
    for (int i = 0; i < parts; i++) {
        t->parts[i].block_lengths_at = c->at;
        c->at += (uint64_t)t->parts[i].block_lengths * 2;
    }
    for (int i = 0; i < parts; i++) {
        align(c, 64);
        t->parts[i].blocks_at = c->at;
        c->at += (uint64_t)t->parts[i].blocks << t->parts[i].block_log;
    }
    if (c->at + CHECKSUM > t->size) stop(c, READ_DAMAGED);
}

static void describe(Table *t) {
    int counts[2] = {1, 1};
    t->material = (Material){0};
    for (int side = 0; side < 2; side++)
        for (int type = 1; type < 6; type++) {
            counts[side] += men_of(t->key, side, type);
            if (men_of(t->key, side, type) == 1) t->material.unique_man = true;
        }
    const bool first = men_of(t->key, 0, 1) > 0, second = men_of(t->key, 1, 1) > 0;
    t->material.count = counts[0] + counts[1];
    t->material.pawns = first || second;
    t->material.both_pawns = first && second;
    t->symmetric = (t->key & 0xfffff) == t->key >> 20;
    t->sides = t->kind == TB_WDL && !t->symmetric ? 2 : 1;
}

// Requests the pages after a missing page of the head, since the head continues there: this saves a round.
static void ask_ahead(const Cursor *c) {
    for (uint64_t page = 0; page < PAGES_AHEAD; page++) {
        const uint64_t at = c->at + (page << pages_log());
        if (at < c->table->size) pages_view(c->id, at, 1);
    }
}

ReadResult tb_table_open(Table *t, uint32_t id) {
    Cursor c = {t, id, 0, READ_DONE};
    uint8_t magic[4];
    describe(t);
    const int files = t->material.pawns ? 4 : 1, parts = files * t->sides;
    take(&c, magic, sizeof magic);
    const uint32_t flags = take_number(&c, 1);
    if (t->size % 64 != CHECKSUM || memcmp(magic, magics[t->kind], sizeof magic) != 0 ||
        !(flags & HAS_PAWNS) == t->material.pawns || (t->kind == TB_WDL && !(flags & SPLIT) != t->symmetric))
        stop(&c, READ_DAMAGED);
    read_layouts(t, &c, files);
    for (int i = 0; i < parts && c.result == READ_DONE; i++) read_sizes(&t->parts[i], &c);
    if (t->kind == TB_DTZ) read_maps(t, &c, parts);
    if (c.result == READ_DONE) compute_offsets(t, &c, parts);
    if (c.result == READ_AWAY) ask_ahead(&c);
    if (c.result == READ_DONE) t->state = TABLE_OPEN;
    else tb_table_free(t);
    if (c.result == READ_DAMAGED) t->state = TABLE_DAMAGED;
    return c.result;
}

void tb_table_free(Table *t) {
    for (int i = 0; i < MOST_PARTS; i++) free(t->parts[i].symbols);
    memset(t->parts, 0, sizeof t->parts);
}

// --- values -----------------------------------------------------------------------------------------

static uint32_t number_at(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }

typedef struct {
    uint32_t block;
    uint32_t place; // of the number in the block
} Place;

// Finds the block of a number: from the nearest entry of the sparse index, along the lengths of the blocks.
static ReadResult find_block(uint32_t id, const Part *p, uint64_t number, Place *found) {
    const uint64_t half = 1ull << p->span_log >> 1;
    const uint8_t *span = pages_view(id, p->spans_at + (number >> p->span_log) * SPAN_BYTES, SPAN_BYTES);
    if (!span) return READ_AWAY;
    uint32_t block = number_at(span) | number_at(span + 2) << 16;
    int64_t place = (int64_t)number_at(span + 4) + (int64_t)(number & ((1ull << p->span_log) - 1)) - (int64_t)half;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        const bool back = place < 0;
        if (back && block-- == 0) return READ_DAMAGED;
        if (block >= p->block_lengths) return READ_DAMAGED;
        const uint8_t *length = pages_view(id, p->block_lengths_at + block * 2ull, 2);
        if (!length) return READ_AWAY;
        const int64_t count = (int64_t)number_at(length) + 1;
        if (back) {
            place += count;
        } else if (place >= count) {
            place -= count;
            block++;
        } else {
            *found = (Place){block, (uint32_t)place};
            return block < p->blocks ? READ_DONE : READ_DAMAGED;
        }
    }
    return READ_DAMAGED;
}

// The bits of a block, the next one as the highest bit of a number; zeros follow its end.
typedef struct {
    const uint8_t *at, *end;
    uint64_t bits;
    uint32_t count; // number of valid bits
} Bits;

static void refill(Bits *b) {
    while (b->count <= 32) {
        uint32_t word = 0;
        if (b->end - b->at >= 4)
            word = (uint32_t)b->at[0] << 24 | (uint32_t)b->at[1] << 16 | (uint32_t)b->at[2] << 8 | b->at[3];
        else
            for (int i = 0; i < b->end - b->at; i++) word |= (uint32_t)b->at[i] << (24 - 8 * i);
        b->at = b->end - b->at >= 4 ? b->at + 4 : b->end;
        b->bits |= (uint64_t)word << (32 - b->count);
        b->count += 32;
    }
}

ReadResult tb_table_code(uint32_t id, const Part *p, uint64_t number, int *code) {
    if (p->flags & TABLE_CONSTANT) {
        *code = p->constant;
        return READ_DONE;
    }
    Place found;
    if (number >= p->layout.size) return READ_DAMAGED;
    const ReadResult result = find_block(id, p, number, &found);
    if (result != READ_DONE) return result;
    const uint32_t size = 1u << p->block_log;
    const uint8_t *block = pages_view(id, p->blocks_at + ((uint64_t)found.block << p->block_log), size);
    if (!block) return READ_AWAY;
    Bits bits = {block, block + size, 0, 0};
    const uint8_t *counts = counts_of(p);
    uint32_t symbol, place = found.place, used = 0;
    for (;;) { // every iteration consumes at least one value
        refill(&bits);
        int i = 0;
        while (bits.bits < p->base[i]) i++;
        const uint32_t length = (uint32_t)(p->shortest + i);
        const uint64_t nth = (bits.bits - p->base[i]) >> (64 - length);
        if (nth + p->lowest[i] >= p->symbol_count) return READ_DAMAGED;
        symbol = (uint32_t)nth + p->lowest[i];
        used += length;
        if (used > size * 8) return READ_DAMAGED;
        if (place <= counts[symbol]) break;
        place -= counts[symbol] + 1u;
        bits.bits <<= length;
        bits.count -= length;
    }
    while (counts[symbol]) {
        const uint8_t *own = symbol_at(p, symbol);
        const uint32_t left = (uint32_t)left_of(own);
        if (place <= counts[left]) {
            symbol = left;
        } else {
            place -= counts[left] + 1u;
            symbol = (uint32_t)right_of(own);
        }
    }
    *code = left_of(symbol_at(p, symbol));
    return READ_DONE;
}

ReadResult tb_table_mapped(uint32_t id, const Part *p, int class, int *code) {
    const uint32_t bytes = p->flags & TABLE_WIDE ? 2 : 1;
    if (*code >= (int)p->map_count[class]) return READ_DAMAGED;
    const uint8_t *value = pages_view(id, p->map_at[class] + (uint64_t)*code * bytes, bytes);
    if (!value) return READ_AWAY;
    *code = bytes == 2 ? (int)number_at(value) : value[0];
    return READ_DONE;
}
