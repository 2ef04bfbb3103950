// SPDX-License-Identifier: Apache-2.0
// The exports for setups: positions that need not be legal.
#include <string.h>

#include "../fen/fen_text.h"
#include "api.h"
#include "boundary.h"

static uint8_t man_at(const Board *b, Square s) {
    const PieceType type = board_piece_at(b, s);
    if (type == NO_PIECE) return 0;
    return (uint8_t)(((b->color[BLACK] >> s & 1) << BINBO_PIECE_COLOR_SHIFT) + BINBO_PAWN + type +
                     (b->promoted >> s & 1) * BINBO_SETUP_PROMOTED);
}

int32_t binbo_setup_read(uint32_t fen_length) {
    FenText t;
    REQUIRE_ARGUMENT(fen_length <= io_capacity());
    const ErrorCode error = fen_read(io_buffer(), fen_length, true, &t);
    if (error) return fail_with_place(error, t.offset, 0);
    Board *b = &t.position.board;
    const Reader *castling = &t.fields[CASTLING];
    size_t length = (size_t)(castling->end - castling->at);
    uint8_t parts[BINBO_SETUP_CASTLING + 32];
    for (Square s = A1; s <= H8; s++) parts[s] = man_at(b, s);
    parts[BINBO_SETUP_SIDE] = b->side;
    parts[BINBO_SETUP_EN_PASSANT] = b->en_passant;
    parts[BINBO_SETUP_EXTRAS] =
        (uint8_t)((t.pocket.at ? BINBO_SETUP_HAS_POCKETS : 0) | (t.fields[CHECKS].at ? BINBO_SETUP_HAS_CHECKS : 0));
    memcpy(parts + BINBO_SETUP_CHECKS, b->checks, sizeof b->checks);
    memcpy(parts + BINBO_SETUP_POCKETS, b->pocket, sizeof b->pocket);
    memcpy(parts + BINBO_SETUP_HALFMOVE, &b->halfmove_clock, 2);
    memcpy(parts + BINBO_SETUP_FULLMOVE, &b->fullmove_number, 2);
    memcpy(parts + BINBO_SETUP_CASTLING, castling->at, length);
    if (length == 0) { // the field is missing
        b->castling = 0;
        for (const char *right = "KQkq"; *right; right++)
            if (fen_keep_home_right(b, *right)) parts[BINBO_SETUP_CASTLING + length++] = (uint8_t)*right;
    }
    memcpy(io_buffer(), parts, BINBO_SETUP_CASTLING + length);
    return BINBO_SETUP_CASTLING + (int32_t)length;
}

int32_t binbo_setup_problems(uint32_t fen_length, int32_t variant, int32_t strict) {
    Problems found;
    REQUIRE_ARGUMENT(fen_length <= io_capacity() && variant_is_known(variant));
    fen_problems(io_buffer(), fen_length, (Variant)variant, strict, &found);
    _Static_assert(sizeof(Problem) == 16, "four numbers");
    memcpy(io_buffer(), found.list, (size_t)found.count * sizeof *found.list);
    return found.count;
}
