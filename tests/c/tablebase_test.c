// SPDX-License-Identifier: Apache-2.0
// Tablebases: numbers of positions, pages, and probes of the files in tests/data/syzygy with missing pages and
// memory.
#include <stdlib.h>

#include "support.h"
#include "tablebase/pages.h"
#include "tablebase/probe.h"

enum { PAGE_LOG = 6, MOST_BYTES = 1 << 14 };

// --- numbers -----------------------------------------------------------------------------------------

static Layout layout_of(const uint8_t *men, const Material *material, int file) {
    Layout layout = {0};
    memcpy(layout.men, men, (size_t)material->count);
    CHECK(tb_index_layout(&layout, material, file, 0, material->both_pawns ? 1 : 15));
    return layout;
}

// All placements of three men: symmetric ones have the same number, and the numbers are below the size.
static void check_numbers(const uint8_t *men, const Material *material, uint64_t size) {
    static int32_t seen[1 << 17]; // by number: a placement that has it, as squares in base 64
    const Layout layout = layout_of(men, material, 0);
    CHECK_INT(layout.size, size);
    memset(seen, -1, sizeof seen);
    int numbers = 0;
    for (int32_t code = 0; code < 1 << 18; code++) {
        Square squares[MAX_MEN] = {code & 63, code >> 6 & 63, code >> 12};
        if (squares[0] == squares[1] || squares[1] == squares[2] || squares[0] == squares[2]) continue;
        const uint64_t number = tb_index_of(&layout, material, squares);
        if (!CHECK(number < layout.size)) return;
        Square mirrored[MAX_MEN] = {(code & 63) ^ 7, (code >> 6 & 63) ^ 7, (code >> 12) ^ 7};
        CHECK_INT(tb_index_of(&layout, material, mirrored), number);
        numbers += seen[number] < 0;
        seen[number] = code;
    }
    CHECK_INT(numbers, size);
}

static void test_numbers(void) {
    const uint8_t queen[] = {6, 5, 14};
    const Material three = {.count = 3, .unique_man = true};
    check_numbers(queen, &three, 31332);
    // Two pawns against two: the leading ones on file a, then the others on 48 - 2 squares.
    const uint8_t pawns[] = {1, 1, 9, 9, 6, 14};
    const Material both = {.count = 6, .pawns = true, .both_pawns = true};
    const Layout layout = layout_of(pawns, &both, 0);
    CHECK_INT(layout.groups[0], 2);
    CHECK_INT(layout.groups[1], 2);
    CHECK_INT(layout.factors[1] % layout.factors[0], 0);
    Layout wrong = layout;
    CHECK(!tb_index_layout(&wrong, &both, 0, 0, 0));
    CHECK(!tb_index_layout(&wrong, &both, 0, 5, 1));
    wrong.men[0] = 6;
    CHECK(!tb_index_layout(&wrong, &both, 0, 0, 1));
    Square squares[] = {12, 50, 8};
    CHECK_INT(tb_index_leading_file(squares, 3), 0);
    CHECK_INT(squares[0], 8);
}

// --- pages -------------------------------------------------------------------------------------------

static uint8_t byte_of(uint32_t file, uint64_t at) { return (uint8_t)(at * 7 + (at >> 8) + file); }

static int give_pages(void) {
    const PageRequest *list;
    const uint32_t count = pages_requests(&list);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *room = pages_room(list[i].file, list[i].page);
        for (uint64_t k = 0; k < 1u << PAGE_LOG; k++) room[k] = byte_of(list[i].file, (list[i].page << PAGE_LOG) + k);
    }
    return (int)count;
}

static void test_pages(void) {
    Random random = {5};
    pages_init(PAGE_LOG, 3);
    for (int i = 0; i < 2000; i++) {
        const uint32_t file = (uint32_t)random_below(&random, 3), length = 1 + (uint32_t)random_below(&random, 500);
        const uint64_t at = (uint64_t)random_below(&random, 2000);
        const uint8_t *view;
        int rounds = 0;
        do {
            pages_begin();
            view = pages_view(file, at, length);
        } while (give_pages() && rounds++ < 2);
        if (!CHECK(view && rounds <= 1)) return;
        for (uint32_t k = 0; k < length; k++) CHECK(view[k] == byte_of(file, at + k));
    }
    pages_begin();
    pages_view(9, 0, 1);
    pages_view(9, 1, 1);
    CHECK_INT(give_pages(), 1);
    CHECK(pages_has(9, 0) && !pages_has(9, 1) && pages_log() == PAGE_LOG);
}

// --- probes ------------------------------------------------------------------------------------------

static uint32_t size_of_file(const char *name, uint8_t *bytes) {
    char path[64];
    sprintf(path, "tests/data/syzygy/%s", name);
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    const size_t size = fread(bytes, 1, MOST_BYTES, file);
    fclose(file);
    return (uint32_t)size;
}

// Supplies the pages that the last probe requested; false if there were none.
static bool load(void) {
    static uint8_t bytes[MOST_BYTES];
    const PageRequest *list;
    const uint32_t count = pages_requests(&list);
    for (uint32_t i = 0; i < count; i++) {
        char name[MAX_TABLE_NAME + 1];
        Table *t = tb_files_get(list[i].file);
        name[tb_files_name(t, name)] = 0;
        const uint32_t size = size_of_file(name, bytes), at = list[i].page << PAGE_LOG;
        if (t->state == TABLE_UNKNOWN) t->state = size ? TABLE_CLOSED : TABLE_ABSENT;
        t->size = size;
        uint8_t *room = size ? pages_room(list[i].file, list[i].page) : NULL;
        if (room) memcpy(room, bytes + at, size - at < 1u << PAGE_LOG ? size - at : 1u << PAGE_LOG);
    }
    return count > 0;
}

static ProbeResult probe(const char *fen, ProbeReport *report) {
    const Position p = position_of(fen, STANDARD);
    ProbeResult result;
    int rounds = 0;
    do {
        *report = (ProbeReport){FAULT_NONE, 0};
        pages_begin();
        result = probe_dtz(&p.board, report);
    } while (load() && rounds++ < 1000);
    return result;
}

static void check_probe(const char *fen, int wdl, int dtz) {
    ProbeReport report;
    check_context(fen);
    const ProbeResult result = probe(fen, &report);
    CHECK_INT(result.wdl, wdl);
    CHECK_INT(result.dtz, dtz);
    CHECK_INT(report.fault, FAULT_NONE);
    check_context(NULL);
}

static const char rook[] = "8/8/8/8/8/3k4/8/K3R3 w - - 0 1";

// Values of Stockfish 15.
static void test_probes(void) {
    tb_files_init();
    pages_init(PAGE_LOG, 4);
    check_probe(rook, 2, 27);
    check_probe("8/8/8/8/8/3K4/8/k3r3 b - - 0 1", 2, 27);
    check_probe("8/8/8/8/8/3k4/4R3/K7 b - - 0 1", 0, 0);
    check_probe("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", 2, 1);
    check_probe("8/8/8/8/8/k7/p7/K7 w - - 0 1", 0, 0);
    check_probe("8/8/8/8/8/3k4/8/K3N3 b - - 0 1", 0, 0);
    ProbeReport report;
    CHECK_INT(probe("8/8/8/5p2/8/3k4/8/K3R3 w - - 0 1", &report).wdl, PROBE_UNKNOWN);
    CHECK_INT(report.fault, FAULT_MISSING);
    char name[MAX_TABLE_NAME + 1];
    name[tb_files_name(tb_files_get(report.table), name)] = 0;
    CHECK_TEXT(name, "KRvKP.rtbw");
    CHECK(!tb_files_get(100));
}

// Each allocation in turn fails: the probe reports it, and the next one answers.
static void test_memory(void) {
    for (int n = 1;; n++) {
        ProbeReport report;
        tb_files_init();
        pages_init(PAGE_LOG, 4);
        fail_allocation(n);
        const ProbeResult result = probe(rook, &report);
        const bool failed = allocation_failed();
        fail_allocation(0);
        if (!failed) {
            CHECK_INT(result.dtz, 27);
            CHECK(n > 5);
            break;
        }
        CHECK(result.dtz == 27 || result.dtz == PROBE_UNKNOWN);
        CHECK_INT(probe(rook, &report).dtz, 27);
    }
    tb_files_init();
    pages_init(PAGE_LOG, 1);
}

int main(void) {
    tests_begin();
    tb_index_init();
    test_numbers();
    test_pages();
    test_probes();
    test_memory();
    return tests_end("tablebase");
}
