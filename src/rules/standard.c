// SPDX-License-Identifier: Apache-2.0
// Standard chess: mating material. Its moves are those of movegen.h and legality.h.
#include "rules.h"

static bool on_one_color(Bitboard bishops) { return !(bishops & DARK_SQUARES) || !(bishops & ~DARK_SQUARES); }

INLINE bool insufficient(const Board *b) {
    if (b->pawns | b->orthogonal) return false;
    if (b->knights) return !more_than_one(b->knights) && !b->diagonal;
    return on_one_color(b->diagonal);
}

bool standard_material_is_insufficient(const Board *b) { return insufficient(b); }

bool standard_can_win(const Board *b, Color us) {
    const Bitboard own = b->color[us], other = b->color[!us];
    if (own & (b->pawns | b->orthogonal)) return true;
    if (own & b->knights) {
        const bool alone = popcount(own) == 2;
        const Bitboard helpers = other & ~b->kings & ~board_queens(b); // a queen can always escape
        return !alone || helpers;
    }
    if (own & b->diagonal) return b->pawns || b->knights || !on_one_color(b->diagonal & ~b->orthogonal);
    return false;
}

Status standard_drawn(const Board *b, DrawMode draws, int occurrences) {
    return status_drawn(b, draws, occurrences, insufficient, true);
}

Status standard_status(const Board *b, DrawMode draws, int occurrences) {
    if (UNLIKELY(!movegen_any(b))) {
        if (!board_is_check(b)) return STATUS_STALEMATE;
        return status_won(STATUS_CHECKMATE_WHITE, !b->side);
    }
    return standard_drawn(b, draws, occurrences);
}
