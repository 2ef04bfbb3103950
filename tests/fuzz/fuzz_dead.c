// SPDX-License-Identifier: Apache-2.0
// Any position: the answer is the same with more effort, on the mirrored board, with colours exchanged and after a
// move; and a helpmate ends in mate.
#include <stdlib.h>

#include "../c/dead_walk.h"
#include "fuzz.h"
#include "legality.h"
#include "movegen.h"
#include "rules/dead_parts.h"

enum { EFFORT = 400, WALK = 1500 };

static bool contradict(CanWin a, CanWin b) { return a != CAN_WIN_UNKNOWN && b != CAN_WIN_UNKNOWN && a != b; }

// Puts men from the bytes, a square and a piece each, on an empty board; false if the result is not a position.
static bool take_men(Input *in, Board *b) {
    *b = (Board){.en_passant = NO_SQUARE};
    const uint8_t side = take_byte(in);
    b->side = side & 1;
    board_put(b, take_byte(in) % 64, WHITE, KING);
    for (int n = 0; n < 24 && in->at < in->end; n++) {
        const Square s = take_byte(in) % 64;
        const uint8_t man = take_byte(in);
        const PieceType type = n == 0 ? KING : (PieceType)(man / 2 % 8 > QUEEN ? PAWN : man / 2 % 8);
        if ((board_occupied(b) & bit(s)) || (type == PAWN && (s < 8 || s > 55))) continue;
        board_put(b, s, n == 0 ? BLACK : (Color)(man & 1), type);
        // Walls are the purpose of the pictures: most pawns get a pawn in front of them.
        const Square ahead = man & 1 ? s - 8 : s + 8;
        if (type == PAWN && (man & 32) && !(board_occupied(b) & bit(ahead)) && ahead > 7 && ahead < 56)
            board_put(b, ahead, (Color) !(man & 1), PAWN);
    }
    if (!board_has_king(b, BLACK) || (king_attacks[board_king(b, WHITE)] & b->kings)) return false;
    return !board_attackers(b, board_king(b, !b->side), (Color)b->side, board_occupied(b));
}

static void check_helpmate(const Board *b, Color us, CanWin answer) {
    Move *line = NULL;
    Board at = *b;
    const int count = dead_helpmate(b, us, EFFORT, &line);
    LAW(count < 0 || answer != CAN_WIN_NO);
    for (int i = 0; i < count; i++) {
        LAW(move_is_legal(&at, line[i]));
        board_play(&at, line[i]);
    }
    if (count >= 0) LAW(status_of(&at, DRAWS_NONE, 1) == status_won(STATUS_CHECKMATE_WHITE, us));
    if (count > 0) free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    Board b;
    Variant variant;
    if (take_byte(&in) & 1) b = take_position(&in, &variant).board;
    else if (!take_men(&in, &b)) return 0;
    for (Color us = WHITE; us <= BLACK; us++) {
        Move list[MAX_MOVES];
        const CanWin answer = dead_can_win(&b, us, EFFORT);
        const Board turned = board_turned(b);
        LAW(!contradict(answer, dead_can_win(&b, us, EFFORT_LOW)));
        LAW(!contradict(answer, dead_can_win(&turned, !us, EFFORT)));
        LAW(!contradict(answer, reference_can_win(&b, us, WALK)));
        if (!b.castling) {
            const Board left = mirrored(&b);
            LAW(!contradict(answer, dead_can_win(&left, us, EFFORT)));
        }
        check_helpmate(&b, us, answer);
        if (answer != CAN_WIN_NO) continue;
        for (int m = movegen_list(&b, list) - 1; m >= 0; m--) {
            Board child = b;
            board_play(&child, list[m]);
            LAW(dead_can_win(&child, us, EFFORT) != CAN_WIN_YES);
        }
    }
    return 0;
}
