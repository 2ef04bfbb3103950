// SPDX-License-Identifier: Apache-2.0
// The exports for named openings.
#include <string.h>

#include "../legality.h"
#include "api.h"
#include "boundary.h"
#include "move_lists.h"

_Static_assert(BINBO_LINE_WORDS >= MAX_FEN && BINBO_LINE_WORDS % sizeof(MoveWord) == 0, "room");

int32_t binbo_openings_read(uint32_t count, uint32_t length) {
    REQUIRE_ARGUMENT(count < OPENINGS_SLOTS && length <= io_capacity() - 3 * count);
    const int32_t lines = openings_read(io_buffer(), count, length, game_variant_start(STANDARD));
    REQUIRE_ARGUMENT(lines >= 0);
    return lines;
}

int32_t binbo_openings_at(uint64_t hash) { return (int32_t)openings_at(hash); }

int32_t binbo_openings_of(uint32_t fen_length, int32_t variant, uint32_t count) {
    Position p = *game_variant_start(STANDARD);
    REQUIRE_ARGUMENT(fen_length <= MAX_FEN && (uint32_t)variant <= CHESS960 &&
                     count <= (io_capacity() - BINBO_LINE_WORDS) / sizeof(MoveWord));
    const int32_t failure = fen_length ? fens_read(fen_length, variant, false, &p) : 0;
    if (failure) return failure;
    const MoveWord *words = (const MoveWord *)(const void *)(io_buffer() + BINBO_LINE_WORDS);
    OpeningFound found = {0};
    for (uint32_t ply = 0;; ply++) {
        openings_visit(p.hash, ply, &found);
        if (!openings_ahead(openings_pawns_of(&p.board)) || ply == count) break;
        const Move m = move_word_move(words[ply]);
        if (!move_is_legal(&p.board, m)) break;
        position_make(&p, m);
    }
    memcpy(io_buffer(), &found.ply, sizeof found.ply);
    return (int32_t)found.value;
}

int32_t binbo_openings_line(uint32_t index) {
    REQUIRE_ARGUMENT(index < book.line_count);
    Move line[LINE_PLIES];
    const uint32_t count = openings_line(index, line);
    Board b = game_variant_start(STANDARD)->board;
    MoveWord *words = (MoveWord *)(void *)io_buffer();
    for (uint32_t ply = 0; ply < count; ply++) {
        words[ply] = move_word(&b, line[ply]);
        board_play(&b, line[ply]);
    }
    return (int32_t)count;
}
