// SPDX-License-Identifier: Apache-2.0
// A hash table from material and kind to tables.
#include "tb_files.h"

#include <stdlib.h>
#include <string.h>

#include "pages.h"

// There are 1,511 material combinations of three to seven men.
enum { SLOTS = 1 << 13, MOST_TABLES = SLOTS / 2, SIDE_BITS = 20 };

static Table *tables[MOST_TABLES];
static uint32_t table_count;
static uint16_t slots[SLOTS]; // table index + 1, 0 if empty; open addressing with linear probing

void tb_files_init(void) {
    for (uint32_t i = 0; i < table_count; i++) {
        tb_table_free(tables[i]);
        free(tables[i]);
    }
    table_count = 0;
    memset(slots, 0, sizeof slots);
}

// The men of a side except its king, 4 bits per type, with their total above.
static uint64_t side_key(const Board *b, Color us) {
    uint64_t key = 0;
    for (PieceType type = PAWN; type < KING; type++)
        key |= (uint64_t)popcount(board_pieces(b, us, type)) << 4 * (int)type;
    return key | (uint64_t)popcount(b->color[us]) << SIDE_BITS;
}

FoundTable tb_files_find(const Board *b, TableKind kind) {
    const uint64_t white = side_key(b, WHITE), black = side_key(b, BLACK);
    const bool turned = black > white; // Black has more men, or better ones
    const uint64_t most = (1u << SIDE_BITS) - 1;
    const uint64_t key =
        turned ? (black & most) | (white & most) << SIDE_BITS : (white & most) | (black & most) << SIDE_BITS;
    uint32_t slot = (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> 40) + (uint32_t)kind;
    for (;; slot++) {
        const uint32_t known = slots[slot % SLOTS];
        if (!known) break;
        Table *t = tables[known - 1];
        if (t->key == key && t->kind == kind) return (FoundTable){t, known - 1, turned};
    }
    Table *t = table_count < MOST_TABLES ? calloc(1, sizeof(Table)) : NULL;
    if (!t) return (FoundTable){NULL, 0, turned};
    t->key = key;
    t->kind = kind;
    tables[table_count++] = t;
    slots[slot % SLOTS] = (uint16_t)table_count;
    return (FoundTable){t, table_count - 1, turned};
}

Table *tb_files_get(uint32_t id) { return id < table_count ? tables[id] : NULL; }

int tb_files_name(const Table *t, char out[MAX_TABLE_NAME]) {
    static const char letters[] = "QRBNP";
    int length = 0;
    for (int side = 0; side < 2; side++) {
        if (side == 1) out[length++] = 'v';
        out[length++] = 'K';
        for (int type = 4; type >= 0; type--)
            for (int i = (int)(t->key >> (side * SIDE_BITS + type * 4) & 15); i > 0; i--)
                out[length++] = letters[4 - type];
    }
    const char *ending = t->kind == TB_WDL ? ".rtbw" : ".rtbz";
    while (*ending) out[length++] = *ending++;
    return length;
}
