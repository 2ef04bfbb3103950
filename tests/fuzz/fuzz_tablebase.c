// SPDX-License-Identifier: Apache-2.0
// Any bytes as a Syzygy file: probes end with an answer, a missing page or a damaged table, and repeating a probe
// gives the same. For a DTZ file the WDL table has one value, so that the DTZ file is reached.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "legality.h"
#include "movegen.h"
#include "tablebase/pages.h"
#include "tablebase/probe.h"

enum { MOST_BYTES = 1 << 16, MOST_ROUNDS = 10000, CHECKSUM = 16, BOARDS = 3, HEAD = 5 };

// The men of tables with all kinds of layouts, White's first.
static const char *const materials[] = {"KQvK",    "KPvK",     "KRvK",     "KBvK",     "KNvK",    "KRvKR",
                                        "KRvKN",   "KPvKP",    "KRPvKP",   "KNNvKP",   "KQQvKRR", "KPPvKPP",
                                        "KBBvKNN", "KQPPvKPP", "KPPPPvKP", "KRRRvKRR", "KPPvKP"};
enum { MATERIALS = sizeof materials / sizeof *materials };

typedef struct {
    uint8_t bytes[MOST_BYTES];
    size_t size;
} File;

static File files[2]; // by TableKind; size 0: none

static PieceType type_of(char letter) { return (PieceType)(strchr("PNBRQK", letter) - "PNBRQK"); }

// Makes the file from the bytes of the input, with the right magic number and size.
static void take_file(Input *in, File *file, TableKind kind) {
    static const uint8_t magics[2][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};
    size_t size = (size_t)(in->end - in->at);
    if (size > MOST_BYTES - 80) size = MOST_BYTES - 80;
    memset(file->bytes, 0, sizeof file->bytes);
    memcpy(file->bytes, in->at, size);
    memcpy(file->bytes, magics[kind], 4);
    file->size = size < 80 ? 80 : (size - CHECKSUM + 63) / 64 * 64 + CHECKSUM;
}

// Writes a WDL file whose parts have one value each: wins for one side to move, losses for the other.
static void write_constant(File *file, const char *material) {
    const char *middle = strchr(material, 'v');
    const bool pawns = strchr(material, 'P') != NULL;
    const bool symmetric = strlen(middle + 1) == (size_t)(middle - material) &&
                           memcmp(material, middle + 1, (size_t)(middle - material)) == 0;
    const bool both = pawns && strchr(middle, 'P') && memchr(material, 'P', (size_t)(middle - material));
    uint8_t men[MAX_MEN], *at = file->bytes;
    int count = 0;
    memset(file->bytes, 0, sizeof file->bytes);
    for (int pass = 0; pass < 3; pass++) // White's pawns, Black's, all other men
        for (const char *c = material; *c; c++)
            if (*c != 'v' && (pass == 2) == (*c != 'P') && (pass == 2 || (pass == 1) == (c > middle)))
                men[count++] = (uint8_t)((type_of(*c) + 1) | (c > middle ? 8 : 0));
    const uint8_t head[] = {0x71, 0xe8, 0x23, 0x5d, (uint8_t)((symmetric ? 0 : 1) | (pawns ? 2 : 0))};
    memcpy(at, head, HEAD);
    at += HEAD;
    for (int part = 0; part < (pawns ? 4 : 1); part++) {
        *at++ = 0;
        if (both) *at++ = 0x11;
        for (int i = 0; i < count; i++) *at++ = (uint8_t)(men[i] | men[i] << 4);
    }
    at += (at - file->bytes) & 1;
    for (int part = 0; part < (pawns ? 4 : 1) * (symmetric ? 1 : 2); part++) {
        *at++ = 0x80;
        *at++ = part % 2 && !symmetric ? 0 : 4;
    }
    file->size = 128 + CHECKSUM;
}

// Puts men on squares from the input; false if the result is not a position.
static bool take_board(Input *in, const char *material, Board *b) {
    Color us = WHITE;
    const uint8_t first = take_byte(in);
    *b = (Board){.en_passant = NO_SQUARE, .side = first & 1};
    if (first & 2) us = BLACK;
    for (const char *c = material; *c; c++) {
        if (*c == 'v') {
            us = !us;
            continue;
        }
        Square s = take_byte(in) % 64;
        while ((board_occupied(b) & bit(s)) || (*c == 'P' && (s < 8 || s > 55))) s = (s + 13) % 64;
        board_put(b, s, us, type_of(*c));
    }
    if (king_attacks[board_king(b, WHITE)] & b->kings) return false;
    return !board_attackers(b, board_king(b, !b->side), (Color)b->side, board_occupied(b));
}

// Supplies the pages that the probe requested; false if there were none.
static bool load(uint32_t page_log, const char *material) {
    const PageRequest *list;
    char name[MAX_TABLE_NAME + 1];
    const uint32_t count = pages_requests(&list);
    for (uint32_t i = 0; i < count; i++) {
        Table *t = tb_files_get(list[i].file);
        LAW(t);
        name[tb_files_name(t, name)] = 0;
        const bool is_ours = strncmp(name, material, strlen(material)) == 0 && name[strlen(material)] == '.';
        File *file = is_ours ? &files[t->kind] : NULL;
        if (t->state == TABLE_UNKNOWN) {
            t->state = file && file->size ? TABLE_CLOSED : TABLE_ABSENT;
            t->size = file ? file->size : 0;
        }
        if (t->state == TABLE_ABSENT) continue;
        const uint64_t at = (uint64_t)list[i].page << page_log;
        LAW(file && at < file->size);
        uint8_t *room = pages_room(list[i].file, list[i].page);
        LAW(room);
        const size_t rest = file->size - at;
        memcpy(room, file->bytes + at, rest < 1u << page_log ? rest : 1u << page_log);
    }
    return count > 0;
}

static bool fits(int value, int least, int most) { return value == PROBE_UNKNOWN || (value >= least && value <= most); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    const char *material = materials[take_byte(&in) % MATERIALS];
    const uint8_t how = take_byte(&in);
    const TableKind kind = (TableKind)(how & 1);
    const uint32_t page_log = how & 2 ? 6 : 12;
    Board boards[BOARDS];
    bool is_position[BOARDS];
    for (int i = 0; i < BOARDS; i++) is_position[i] = take_board(&in, material, &boards[i]);
    take_file(&in, &files[kind], kind);
    files[!kind].size = 0;
    if (kind == TB_DTZ) write_constant(&files[TB_WDL], material);
    tb_index_init();
    tb_files_init();
    pages_init(page_log, 4);
    for (int i = 0; i < BOARDS; i++) {
        if (!is_position[i]) continue;
        ProbeResult result;
        ProbeReport report;
        int rounds = 0;
        do {
            report = (ProbeReport){FAULT_NONE, 0};
            pages_begin();
            result = probe_dtz(&boards[i], &report);
            LAW(rounds++ < MOST_ROUNDS);
        } while (load(page_log, material));
        LAW(fits(result.wdl, WDL_LOSS, WDL_WIN) && fits(result.dtz, -200000, 200000));
        LAW(result.dtz != PROBE_UNKNOWN || report.fault != FAULT_NONE);
        // All pages are cached, so the second answer is the same.
        pages_begin();
        const ProbeResult again = probe_dtz(&boards[i], &report);
        LAW(again.wdl == result.wdl && again.dtz == result.dtz && again.exact == result.exact);
    }
    tb_files_init();
    pages_init(page_log, 1);
    return 0;
}
