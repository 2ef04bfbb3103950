// SPDX-License-Identifier: Apache-2.0
// Fills the table of castling paths for every king and rook square.
#include "castling.h"

CastlePath castle_paths[65][8];

static CastlePath path_of(Square king, Square rook) {
    const Square king_to = castle_king_to(king, rook), rook_to = castle_rook_to(king, rook);
    const Bitboard safe = between[king][king_to] | bit(king_to);
    const Bitboard crossed = safe | between[rook][rook_to] | bit(rook_to);
    return (CastlePath){.empty = crossed & ~bit(king) & ~bit(rook), .safe = safe};
}

void castling_init(void) {
    for (Square s = 0; s < 64; s++) {
        const Square king = s, first = s & 56;
        if (first != A1 && first != A8) continue;
        for (Square rook = first; rook < first + 8; rook++)
            if (rook != king) castle_paths[king][file_of(rook)] = path_of(king, rook);
    }
}
