// SPDX-License-Identifier: Apache-2.0
// The exports for hashes along lines.
#include <string.h>

#include "../legality.h"
#include "api.h"
#include "boundary.h"
#include "move_lists.h"

enum { MOST_PLIES = 64 };

_Static_assert(BINBO_LINE_FEN >= MAX_FEN + sizeof(uint64_t) && BINBO_LINE_FEN % sizeof(uint64_t) == 0, "room");

int32_t binbo_line_hashes(uint32_t fen_length, int32_t variant, uint32_t count) {
    Position p;
    REQUIRE_ARGUMENT(fen_length <= MAX_FEN && count <= (io_capacity() - BINBO_LINE_FEN) / 12);
    const int32_t failure = fens_read(fen_length, variant, false, &p);
    if (failure) return failure;
    uint64_t *out = (uint64_t *)(void *)io_buffer();
    const MoveWord *words = (const MoveWord *)(const void *)(io_buffer() + BINBO_LINE_FEN + 8 * count);
    *out++ = p.hash;
    for (uint32_t ply = 0; ply < count; ply++) {
        const Move m = move_word_move(words[ply]);
        if (m == NO_MOVE || !rules_is_legal(&p.board, m)) return (int32_t)ply + 1;
        rules_make(&p, m);
        *out++ = p.hash;
    }
    return (int32_t)count + 1;
}

typedef struct {
    uint32_t low, high, value;
} Slot;

// The slot of a position, which is there from now on.
static Slot *slot_of(uint64_t hash) {
    Slot *slots = (Slot *)(void *)io_buffer();
    const uint32_t low = (uint32_t)hash, high = (uint32_t)(hash >> 32);
    uint32_t i = low;
    while (slots[i %= BINBO_LINE_SLOTS].value && (slots[i].low != low || slots[i].high != high)) i++;
    if (!slots[i].value) slots[i] = (Slot){low, high, 1};
    return &slots[i];
}

int32_t binbo_line_replay(uint32_t count, uint32_t length) {
    enum { TABLE = sizeof(Slot) * BINBO_LINE_SLOTS };
    Position line[MOST_PLIES + 1]; // after each ply of the current line
    REQUIRE_ARGUMENT(count < BINBO_LINE_SLOTS && length < BINBO_LINE_SLOTS);
    REQUIRE_ARGUMENT(TABLE + 2 * count + 3 * length <= io_capacity());
    Move *moves = (Move *)(void *)(io_buffer() + TABLE);
    const Move *known = moves + length;
    const char *text = (const char *)(known + count);
    uint32_t ply = 0, ends = 0, i = 0;
    memset(io_buffer(), 0, TABLE + 2 * length);
    line[0] = *game_variant_start(STANDARD);
    for (; i < length; i++) {
        Position *p = &line[ply];
        uint32_t code = (uint32_t)text[i] - BINBO_LINE_ZERO;
        if (code >= BINBO_LINE_END) {
            slot_of(p->hash)->value = 2 + ends++;
            if (code - BINBO_LINE_END > ply) break;
            ply = code - BINBO_LINE_END;
            continue;
        }
        if (code >= BINBO_LINE_PAIRS && ++i < length)
            code = BINBO_LINE_PAIRS + (code - BINBO_LINE_PAIRS) * BINBO_LINE_END + (uint32_t)text[i] - BINBO_LINE_ZERO;
        if (code >= count || ply++ == MOST_PLIES) break;
        const Move m = known[code] ^ (p->board.side == BLACK ? move_of(A8, A8, MOVE_PLAIN) : NO_MOVE);
        if (!move_is_pseudo_legal(&p->board, m)) break;
        moves[i] = m;
        p[1] = p[0];
        position_make(&p[1], m);
        slot_of(p[1].hash);
    }
    return (int32_t)i;
}
