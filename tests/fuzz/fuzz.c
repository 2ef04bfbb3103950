// SPDX-License-Identifier: Apache-2.0
// Implements the shared parts of the fuzz targets.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "fen/fen.h"
#include "legality.h"
#include "movegen.h"

void fuzz_fail(const char *what, const char *file, int line_number) {
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line_number, what);
    abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    return binbo_init() == BINBO_ABI_VERSION ? 0 : 1;
}

uint8_t take_byte(Input *in) { return in->at < in->end ? *in->at++ : 0; }

static const char *const STARTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 98 70",
    "2r1kr2/8/8/8/8/8/8/1R2KR2 w FBfc - 65534 65535",
    "q2qk2q/8/1q3q2/8/8/1Q3Q2/8/Q2QK2Q w - - 0 1",
    "4k3/8/2N1N3/1N3N2/8/1N3N2/2N1N3/4K3 w - - 0 1",
    "8/8/8/K1PpP2r/8/8/8/7k w - d6 0 1",
};

Position take_position(Input *in, Variant *variant) {
    Position p;
    int offset;
    const uint8_t choice = take_byte(in);
    const char *fen = STARTS[choice % 8];
    *variant = choice % 8 == 4 || choice & 8 ? CHESS960 : STANDARD;
    LAW(!fen_parse(fen, strlen(fen), *variant, false, &p, &offset));
    for (int n = take_byte(in) % 32; n > 0; n--) {
        Move list[MAX_MOVES];
        const int count = movegen_list(&p.board, list);
        if (count) position_make(&p, list[take_byte(in) % count]);
    }
    return p;
}

bool same_board(const Board *a, const Board *b) {
    return a->pawns == b->pawns && a->knights == b->knights && a->diagonal == b->diagonal &&
           a->orthogonal == b->orthogonal && a->kings == b->kings && a->color[WHITE] == b->color[WHITE] &&
           a->color[BLACK] == b->color[BLACK] && a->castling == b->castling && a->side == b->side &&
           a->en_passant == b->en_passant && a->halfmove_clock == b->halfmove_clock &&
           a->fullmove_number == b->fullmove_number && a->rules == b->rules && a->promoted == b->promoted &&
           !memcmp(a->checks, b->checks, sizeof a->checks) && !memcmp(a->pocket, b->pocket, sizeof a->pocket);
}

void check_position(const Position *p) {
    Move list[MAX_MOVES];
    const int count = movegen_list(&p->board, list);
    LAW(count >= 0 && count <= MAX_MOVES);
    LAW(movegen_count(&p->board) == count);
    LAW(movegen_any(&p->board) == (count > 0));
    LAW(p->hash == board_hash(&p->board));
    for (int i = 0; i < count; i++) LAW(move_is_legal(&p->board, list[i]));
}
