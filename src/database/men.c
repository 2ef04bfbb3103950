// SPDX-License-Identifier: Apache-2.0
// Plays castling, en passant captures and promotions.
#include "men.h"

uint8_t men_play_special(Men *men, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const MoveKind kind = move_kind(m);
    const uint8_t man = men->at[from], target = men->at[to];
    men_put(men, from, NOBODY);
    if (kind == MOVE_CASTLE) {
        men_put(men, to, NOBODY);
        men_put(men, castle_king_to(from, to), man);
        men_put(men, castle_rook_to(from, to), target);
        return NOBODY;
    }
    men_put(men, to, (uint8_t)((move_is_promotion(m) ? man + (int)kind : man) % ANY_MEN));
    if (kind != MOVE_EN_PASSANT) return target;
    const Square passed = (from & 56) | (to & 7);
    const uint8_t captured = men->at[passed];
    men_put(men, passed, NOBODY);
    return captured;
}
