// SPDX-License-Identifier: Apache-2.0
// The exports for tables: reads the board, runs the probe and writes its answer.
#include "api.h"

#include "pages.h"
#include "probe.h"

enum { SQUARES = 64, SIDE = 64, EN_PASSANT = 65, PIECE_SIDE_SHIFT = 3, PIECE_TYPE = 7 };

_Static_assert(BINBO_MOST_MEN == MAX_MEN && BINBO_PROBE_NONE == PROBE_UNKNOWN, "the numbers of probe.h");

typedef struct {
    int32_t move, wdl, dtz, bits;
} MoveNumbers;
typedef struct {
    int32_t table, page;
} RequestNumbers;

static union {
    uint8_t bytes[SQUARES + 2];
    int32_t numbers[3];
    MoveNumbers moves[MAX_MOVES];
    RequestNumbers requests[PAGES_MOST_REQUESTS];
} io;

_Static_assert(sizeof io == BINBO_BUFFER_BYTES && sizeof(MoveNumbers) / sizeof(int32_t) == BINBO_MOVE_NUMBERS,
               "as api.h says");

int32_t binbo_tablebase_init(void) {
    attacks_init();
    castling_init();
    tb_index_init();
    return BINBO_TABLEBASE_ABI;
}

int32_t binbo_tablebase_reset(uint32_t page_log, uint32_t most) {
    tb_files_init();
    pages_init(page_log, most);
    return 0;
}

uint32_t binbo_tablebase_buffer(void) { return (uint32_t)(uintptr_t)io.bytes; }

uint32_t binbo_tablebase_requests(void) {
    const PageRequest *list;
    return pages_requests(&list);
}

int32_t binbo_tablebase_name(uint32_t table) {
    const Table *t = tb_files_get(table);
    return t ? tb_files_name(t, (char *)io.bytes) : 0;
}

int32_t binbo_tablebase_size(uint32_t table, double size) {
    Table *t = tb_files_get(table);
    if (!t || t->state != TABLE_UNKNOWN) return t != NULL;
    t->state = size < 0 ? TABLE_ABSENT : TABLE_CLOSED;
    t->size = size > 0 && size < (double)(1ull << 40) ? (uint64_t)size : 0;
    return 1;
}

uint32_t binbo_tablebase_page(uint32_t table, uint32_t page) {
    const Table *t = tb_files_get(table);
    if (!t || page > (t->size - 1) >> pages_log() || t->size == 0) return 0;
    return (uint32_t)(uintptr_t)pages_room(table, page);
}

int32_t binbo_tablebase_has_page(uint32_t table, uint32_t page) { return pages_has(table, page); }

// Reads the board in the buffer; false if it has too many men.
static bool read_board(Board *b) {
    *b = (Board){.side = io.bytes[SIDE] & 1, .en_passant = io.bytes[EN_PASSANT]};
    for (Square s = 0; s < SQUARES; s++) {
        const int piece = io.bytes[s];
        if (piece) board_put(b, s, (Color)(piece >> PIECE_SIDE_SHIFT & 1), (PieceType)((piece & PIECE_TYPE) - 1));
    }
    return popcount(board_occupied(b)) <= MAX_MEN;
}

// The result of a probe for which something is missing, or 0.
static int32_t missing_result(const ProbeReport *report) {
    const PageRequest *list;
    const uint32_t count = pages_requests(&list);
    for (uint32_t i = 0; i < count; i++)
        io.requests[i] = (RequestNumbers){(int32_t)list[i].file, (int32_t)list[i].page};
    if (count) return BINBO_PROBE_PAGES;
    io.numbers[0] = (int32_t)report->table;
    if (report->fault == FAULT_NO_MEMORY) return BINBO_PROBE_MEMORY;
    return report->fault == FAULT_DAMAGED ? BINBO_PROBE_DAMAGED : BINBO_PROBE_MISSING;
}

int32_t binbo_tablebase_wdl(void) {
    Board b;
    ProbeReport report = {FAULT_NONE, 0};
    pages_begin();
    if (!read_board(&b)) return BINBO_PROBE_FAILED;
    const int wdl = probe_wdl(&b, &report);
    if (wdl == PROBE_UNKNOWN) return missing_result(&report);
    io.numbers[0] = wdl;
    return 1;
}

int32_t binbo_tablebase_dtz(void) {
    Board b;
    ProbeReport report = {FAULT_NONE, 0};
    pages_begin();
    if (!read_board(&b)) return BINBO_PROBE_FAILED;
    const ProbeResult result = probe_dtz(&b, &report);
    if (result.wdl == PROBE_UNKNOWN || result.dtz == PROBE_UNKNOWN) return missing_result(&report);
    io.numbers[0] = result.wdl;
    io.numbers[1] = result.dtz;
    io.numbers[2] = result.exact;
    return 3;
}

int32_t binbo_tablebase_moves(int32_t with_dtz) {
    static ProbedMove list[MAX_MOVES];
    const PageRequest *requests;
    Board b;
    ProbeReport report = {FAULT_NONE, 0};
    pages_begin();
    if (!read_board(&b)) return BINBO_PROBE_FAILED;
    const int count = probe_moves(&b, with_dtz != 0, list, &report);
    if (pages_requests(&requests) || report.fault > FAULT_MISSING) return missing_result(&report);
    for (int i = 0; i < count; i++) {
        const ProbedMove *m = &list[i];
        io.moves[i] = (MoveNumbers){
            .move = move_is_promotion(m->move) ? m->move : move_of(move_from(m->move), move_to(m->move), MOVE_PLAIN),
            .wdl = m->result.wdl,
            .dtz = m->result.dtz,
            .bits = (m->zeroing ? BINBO_MOVE_ZEROING : 0) | (m->mate ? BINBO_MOVE_MATE : 0) |
                    (m->result.exact ? BINBO_MOVE_EXACT : 0),
        };
    }
    return count * BINBO_MOVE_NUMBERS;
}
