// SPDX-License-Identifier: Apache-2.0
// Probes the tables for a position: who wins (WDL), and the distance to the next capture or pawn move (DTZ).
// https://www.chessprogramming.org/Syzygy_Bases
//
// A probe can be repeated; its only effect is requests for pages (pages.h). If a page is missing, it continues with
// everything else, so that it requests as many pages as possible at once.
#ifndef PROBE_H
#define PROBE_H

#include "../position.h"
#include "tb_files.h"

// For the side to move, with a halfmove clock of 0: -2 loss, -1 loss saved by the fifty-move rule, 0, 1, 2.
enum { WDL_LOSS = -2, WDL_DRAW = 0, WDL_WIN = 2 };
enum { PROBE_UNKNOWN = 32767 };

// Why a value is unknown, and because of which table.
typedef enum { FAULT_NONE, FAULT_MISSING, FAULT_DAMAGED, FAULT_NO_MEMORY } ProbeFault;

typedef struct {
    ProbeFault fault; // the most serious one found
    uint32_t table;
} ProbeReport;

typedef struct {
    int wdl;    // or PROBE_UNKNOWN
    int dtz;    // or PROBE_UNKNOWN; plies, with the sign of wdl; 0 for a draw
    bool exact; // otherwise dtz may be one ply less
} ProbeResult;

typedef struct {
    ProbeResult result; // from the mover's side
    Move move;
    bool zeroing, mate;
} ProbedMove;

// For boards of standard chess without castling rights and with at most MAX_MEN men. The last one lists every legal
// move and returns their number; with_dtz false leaves dtz unknown.
int probe_wdl(const Board *b, ProbeReport *report);
ProbeResult probe_dtz(const Board *b, ProbeReport *report);
int probe_moves(const Board *b, bool with_dtz, ProbedMove list[MAX_MOVES], ProbeReport *report);

#endif
