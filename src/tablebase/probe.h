// SPDX-License-Identifier: Apache-2.0
// What tables say of a position: who wins (WDL), and how far the next capture or pawn move is (DTZ).
// https://www.chessprogramming.org/Syzygy_Bases
//
// A probe can be repeated, and has no other effect than requests for pages (pages.h). What it needs and lacks it leaves
// out, goes on with all else, and so asks for as much as it can at once.
#ifndef PROBE_H
#define PROBE_H

#include "../position.h"
#include "tb_files.h"

// Of the side to move, with the halfmove clock at 0: -2 loss, -1 loss saved by the fifty-move rule, 0, 1, 2.
enum { WDL_LOSS = -2, WDL_DRAW = 0, WDL_WIN = 2 };
enum { PROBE_UNKNOWN = 32767 };

// Why something is unknown, and of which table.
typedef enum { FAULT_NONE, FAULT_MISSING, FAULT_DAMAGED, FAULT_NO_MEMORY } ProbeFault;

typedef struct {
    ProbeFault fault; // the gravest one met
    uint32_t table;
} ProbeReport;

typedef struct {
    int wdl;    // or PROBE_UNKNOWN
    int dtz;    // likewise; plies, of the sign of wdl; 0 for a draw
    bool exact; // dtz may else be one ply less
} ProbeResult;

typedef struct {
    ProbeResult result; // of the mover
    Move move;
    bool zeroing, mate;
} ProbedMove;

// For boards of standard chess without castling rights, of at most MAX_MEN men. The last one lists every legal move and
// returns how many there are; with_dtz false leaves dtz unknown.
int probe_wdl(const Board *b, ProbeReport *report);
ProbeResult probe_dtz(const Board *b, ProbeReport *report);
int probe_moves(const Board *b, bool with_dtz, ProbedMove list[MAX_MOVES], ProbeReport *report);

#endif
